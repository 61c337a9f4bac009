"""The command line: parse, call, print. Whatever is slow to import is imported inside a command."""

from kg.cli import asking, building, learning, serving
from kg.cli.app import app

__all__ = ["app", "asking", "building", "learning", "serving"]
