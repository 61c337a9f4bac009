"""MEDLINE: the tagged text (`.nbib`) of PubMed."""

import re
from collections.abc import Iterator

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.tagged import Syntax, Tagged, records
from kg.papers.values import in_order

# The common name of each field, and its tags, the most trusted first.
_TEXTS = {
    "title": ("TI", "BTI", "TT"),
    "abstract": ("AB",),
    "venue": ("JT", "TA", "BTI"),
    "year": ("DP", "DEP", "DA"),
    "pubmed": ("PMID",),
}
_LISTS = {"keywords": ("OT",), "subjects": ("MH",)}
_PEOPLE = ("FAU", "AU", "AUID")
_NUMBERS = ("LID", "AID")
_WANTED = frozenset(
    (*_PEOPLE, *_NUMBERS, *(t for tags in (_TEXTS | _LISTS).values() for t in tags))
)
_SYNTAX = Syntax(
    re.compile(r"(?P<tag>[A-Z]{2,4}) {0,2}-(?P<value>(?: .*)?)$"),
    first=frozenset(("PMID",)),
    core=_WANTED,
    wanted=_WANTED,
    blank_ends=True,
)
_BEGINNING = re.compile(r"^\ufeff?PMID ?- ?\d", re.MULTILINE)


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each record, numbered by its first line."""
    for record in records(document, _SYNTAX):
        yield record if isinstance(record, Fault) else Record(record.number, _fields(record))


def _fields(record: Tagged) -> dict[str, object]:
    numbers = record.values(*_NUMBERS, joint=" ")
    return {
        **{name: record.first(*tags, joint=" ") for name, tags in _TEXTS.items()},
        **{name: record.values(*tags, joint=" ") for name, tags in _LISTS.items()},
        "doi": [n.removesuffix("[doi]").strip() for n in numbers if n.endswith("[doi]")],
        "authors": _authors(record),
    }


def _authors(record: Tagged) -> list[dict[str, str]]:
    """The authors in full where that is given, each with the ORCID that follows the name."""
    people: list[dict[str, str]] = []
    tag = "FAU" if record.values("FAU") else "AU"
    for name, lines in record.items:
        if name == tag:
            people.append({"name": in_order(" ".join(lines))})
        elif name == "AUID" and people:
            people[-1].setdefault("orcid", " ".join(lines))
    return people


def _matches(head: str) -> bool:
    return bool(_BEGINNING.search(head))


FORMAT = Format(
    "medline", "MEDLINE, the tagged text of PubMed", (".nbib", ".medline"), _matches, read
)
