"""Files -> papers: readers of the formats researchers hold abstracts in, identity, duplicates."""

from kg.papers.fields import FieldMap
from kg.papers.format import Fault, Record
from kg.papers.merge import Duplicate
from kg.papers.reading import FORMATS, FileCount, Reading, read, records, stream

__all__ = [
    "FORMATS",
    "Duplicate",
    "Fault",
    "FieldMap",
    "FileCount",
    "Reading",
    "Record",
    "read",
    "records",
    "stream",
]
