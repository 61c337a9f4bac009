"""Files -> papers: readers of the formats researchers hold abstracts in, identity, duplicates."""

from kg.papers.fields import FieldMap
from kg.papers.merge import Duplicate
from kg.papers.reading import FORMATS, FileCount, Reading, read, stream

__all__ = ["FORMATS", "Duplicate", "FieldMap", "FileCount", "Reading", "read", "stream"]
