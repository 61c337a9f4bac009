"""Paper -> Extraction: a spaCy pipeline around a small encoder that was trained for it."""

from kg.extract.pipeline import pipeline
from kg.extract.pool import extract
from kg.extract.repositories import find_repositories
from kg.extract.result import extraction, to_json
from kg.extract.stored import Stored, read_stored, to_record

__all__ = [
    "Stored",
    "extract",
    "extraction",
    "find_repositories",
    "pipeline",
    "read_stored",
    "to_json",
    "to_record",
]
