"""What `history`, `diff`, `changes` and `errata` are made of: past states and what changed."""
