"""What `ruling` and `search` find with: passages, names, players' words, ranking, confidence."""
