"""RIS, as Zotero, EndNote, Scopus, Web of Science, Embase, Ovid and most publishers write it."""

import re
from collections.abc import Iterator

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.tagged import Syntax, Tagged, records
from kg.papers.values import in_order

# The common name of each field, and its tags, the most trusted first.
_TEXTS = {
    "title": ("TI", "T1", "CT"),
    "abstract": ("AB", "N2"),
    "venue": ("T2", "JF", "BT", "JO", "JA", "J2", "T3"),
    "year": ("PY", "Y1", "DA"),
    "orcids": ("AI",),
}
_LISTS = {"keywords": ("KW",), "doi": ("DO", "M3", "L3"), "url": ("UR", "L2")}
_NAMES = ("AU", "A1")
_OWN = ("AN", "ID", "DP", "DB", "C5")
_WANTED = frozenset((*_NAMES, *_OWN, *(t for tags in (_TEXTS | _LISTS).values() for t in tags)))
_CORE = frozenset(("TI", "T1", "AB", "N2", "AU", "A1"))

_STRICT = re.compile(r"(?P<tag>[A-Z][A-Z0-9])  -(?P<value>(?: .*)?)$")
_LOOSE = re.compile(r"(?P<tag>[A-Z][A-Z0-9]) {1,2}- ?(?P<value>.*)")
_BEGINNING = re.compile(r"^\ufeff?TY {1,2}- ?[A-Z]", re.MULTILINE)


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each record, numbered by its first line."""
    loose = not re.search(r"^\ufeff?[A-Z][A-Z0-9]  - ", document.head, re.MULTILINE)
    syntax = Syntax(_LOOSE if loose else _STRICT, frozenset(("TY",)), _CORE, _WANTED, "ER")
    for record in records(document, syntax):
        yield record if isinstance(record, Fault) else Record(record.number, _fields(record))


def _fields(record: Tagged) -> dict[str, object]:
    return {
        **{name: record.first(*tags) for name, tags in _TEXTS.items()},
        **{name: record.values(*tags) for name, tags in _LISTS.items()},
        "authors": [in_order(name) for name in record.values("AU") or record.values("A1")],
        "pubmed": _pubmed(record),
        "id": _own(record),
    }


def _pubmed(record: Tagged) -> str:
    """PubMed's number, where the record says that it comes from there."""
    origin = " ".join(record.values("DP", "DB")).lower()
    if "nlm" in origin or "pubmed" in origin:
        return record.first("AN")
    return record.first("C5") if "medline" in origin or "embase" in origin else ""


def _own(record: Tagged) -> str:
    """The record's id in its database: a mere number is one in somebody's library."""
    return next((own for own in record.values("AN", "ID") if not own.isdigit()), "")


def _matches(head: str) -> bool:
    return bool(_BEGINNING.search(head))


FORMAT = Format(
    "ris",
    "RIS, as Zotero, EndNote, Scopus, Web of Science, Embase, Ovid … write it",
    (".ris",),
    _matches,
    read,
)
