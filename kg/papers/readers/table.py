"""Markdown tables with a column for titles or abstracts."""

import re
from collections.abc import Iterator
from itertools import pairwise

from kg.papers.document import Document
from kg.papers.fields import CORE, canonical
from kg.papers.format import Fault, Record
from kg.papers.venues import heading

_ROW = re.compile(r"\s*\|(?P<cells>.*)\|\s*")
_RULE = re.compile(r"\s*\|[\s:|]*-[\s:|-]*")
_CELL_END = re.compile(r"(?<!\\)\|")


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each row below a header, numbered by its line."""
    venue, year = None, None
    header: list[str] = []
    for number, line in document.lines():
        cells = _cells(line)
        if not cells:
            venue, year = heading(line) or (venue, year)
            header = []
        elif not header:
            header = cells
        elif _names_papers(header) and not _RULE.fullmatch(line):
            yield _row(number, header, cells, {"venue": venue, "year": year})


def matches(head: str) -> bool:
    """Whether there is a table, with a rule below its header, that has such a column."""
    lines = head.split("\n")
    return any(
        _names_papers(_cells(line)) and _RULE.fullmatch(rule) for line, rule in pairwise(lines)
    )


def _row(
    number: int, header: list[str], cells: list[str], occasion: dict[str, object]
) -> Record | Fault:
    if len(cells) > len(header):
        return Fault(number, f"{len(cells)} cells under {len(header)} columns", " | ".join(cells))
    return Record(number, occasion | dict(zip(header, cells, strict=False)))


def _names_papers(header: list[str]) -> bool:
    return len(header) > 1 and any(canonical(name) in CORE for name in header)


def _cells(line: str) -> list[str]:
    """The cells of a row; a bar after a backslash belongs to its cell.

    >>> _cells(r"| FooNet | We do a\\|b. |"), _cells("no row")
    (['FooNet', 'We do a|b.'], [])
    """
    found = _ROW.fullmatch(line)
    cells = _CELL_END.split(found["cells"]) if found else []
    return [cell.replace(r"\|", "|").strip() for cell in cells]
