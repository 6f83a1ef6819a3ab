"""`python -m kb` is `smashup`."""

from kb.cli import main

main()
