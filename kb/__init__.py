"""Answers out of the knowledge base: look-ups, rulings, history. Reads the database only."""
