"""Linking: which names are one concept, what papers say of it, and what is a kind of what."""

from kg.link.curation import Entry, read_curation
from kg.link.decide import decide
from kg.link.linker import Linked, link
from kg.link.outside import Outside, link_outside

__all__ = ["Entry", "Linked", "Outside", "decide", "link", "link_outside", "read_curation"]
