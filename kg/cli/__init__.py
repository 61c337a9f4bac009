"""The command line: parse, call, print. Whatever is slow to import is imported inside a command."""

from kg.cli import (
    asking,
    building,
    checking,
    comparing,
    exporting,
    fetching,
    learning,
    linking,
    pushing,
    reading,
    serving,
    viewing,
)
from kg.cli.app import app

__all__ = [
    "app",
    "asking",
    "building",
    "checking",
    "comparing",
    "exporting",
    "fetching",
    "learning",
    "linking",
    "pushing",
    "reading",
    "serving",
    "viewing",
]
