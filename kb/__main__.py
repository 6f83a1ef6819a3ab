"""`python -m kb` is `smashup`."""

from kb.cli import main

if __name__ == "__main__":  # a large build starts this module anew, in a second process
    main()
