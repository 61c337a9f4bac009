"""Online sources -> their records, one JSON object a paper, as `kg.papers` reads them."""

from kg.fetch.client import Client, Fetching
from kg.fetch.sources import SOURCES, fetch

__all__ = ["SOURCES", "Client", "Fetching", "fetch"]
