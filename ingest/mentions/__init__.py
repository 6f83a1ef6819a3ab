"""Which cards, factions, terms and rules a text names. See find.find."""

from ingest.mentions.find import Place, Register, find
from ingest.mentions.names import Name, Names

__all__ = ["Name", "Names", "Place", "Register", "find"]
