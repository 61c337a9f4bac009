"""EndNote's tagged text (`.enw`), which is that of refer: a sign and a letter before each value."""

import re
from collections.abc import Iterator

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.tagged import Syntax, Tagged, records
from kg.papers.values import in_order

# The common name of each field, and its tags, the most trusted first.
_TEXTS = {"title": "T", "abstract": "X", "venue": "JBS", "year": "D8", "doi": "R", "id": "MF"}
_LISTS = {"keywords": "K", "url": "U>"}
_LINE = re.compile(r"%(?P<tag>[0-9A-Z@!#$&+<>?~^*()=\[\]])(?P<value>(?: .*)?)$")
_WANTED = frozenset("A" + "".join((_TEXTS | _LISTS).values()))
_BEGINNING = re.compile(r"\s*\ufeff?\s*%[0ATFX@DJ] \S.*\n(?:.*\n){0,200}?%(?:[TXA] \S)")


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each record, numbered by its first line.

    A record begins with its kind, `%0`; in a file that names none, blank lines divide them.
    """
    has_kinds = bool(re.search(r"^\ufeff?%0 ", document.head, re.MULTILINE))
    first = frozenset("0" if has_kinds else ())
    syntax = Syntax(_LINE, first, _WANTED, _WANTED, blank_ends=not has_kinds)
    for record in records(document, syntax):
        yield record if isinstance(record, Fault) else Record(record.number, _fields(record))


def _fields(record: Tagged) -> dict[str, object]:
    return {
        **{name: record.first(*tags) for name, tags in _TEXTS.items()},
        **{name: record.values(*tags) for name, tags in _LISTS.items()},
        "authors": [in_order(line) for name in record.values("A") for line in name.split("\n")],
    }


def _matches(head: str) -> bool:
    return bool(_BEGINNING.match(head))


FORMAT = Format("endnote", "EndNote's tagged text, or refer", (".enw",), _matches, read)
