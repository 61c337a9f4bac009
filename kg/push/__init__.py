"""Loading a graph into any store that speaks SPARQL 1.1 over HTTP."""

from kg.push.client import Client
from kg.push.pushing import Chunk, Progress, push, verify

__all__ = ["Chunk", "Client", "Progress", "push", "verify"]
