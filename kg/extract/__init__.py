"""Paper -> Extraction: a spaCy pipeline around a small encoder that was trained for it."""

from kg.extract.pipeline import pipeline
from kg.extract.pool import extract
from kg.extract.repositories import find_repositories
from kg.extract.result import extraction, to_json

__all__ = ["extract", "extraction", "find_repositories", "pipeline", "to_json"]
