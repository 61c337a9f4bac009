"""What a reader is: a function from a document to records and faults, and how it is recognised."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from kg.papers.document import Document


@dataclass(frozen=True, slots=True)
class Record:
    """A record as its file spells it: field names and values are not yet judged.

    `number` counts from 1: the line in line formats, else the record.
    """

    number: int
    fields: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Fault:
    """A record that its reader could not take apart, and why."""

    number: int
    reason: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A syntax that papers come in.

    `matches` judges the first characters of a document; `read` yields in file order.
    """

    name: str
    description: str
    suffixes: tuple[str, ...]
    matches: Callable[[str], bool]
    read: Callable[[Document], Iterator[Record | Fault]]
