"""JSON read whole: an array of records, a service's answer that holds one, or single records."""

import re
from collections.abc import Iterator, Mapping
from itertools import count

from kg.papers.document import Document
from kg.papers.fields import CORE, FieldMap, canonical
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.jsonl import DECODER, as_record, is_lines, trouble

MAX_TEXT = 128 << 20  # characters
_MIN_ABSTRACT = 20  # characters of a string that is no mere word
PATIENCE = 4  # how many times its length an array may cost in broken records

# Where services put their records.
_LISTS = (
    *("results", "data", "papers", "notes", "items", "records"),
    *("works", "documents", "articles", "entries", "hits", "hit"),
)
_ENVELOPES = ("message", "result", "hits")  # of Crossref and of DBLP
_LIST_START = re.compile(rf'"(?:{"|".join(_LISTS)})"\s*:\s*\[')
_BETWEEN = re.compile(r"[\s,\ufeff]*")
_OPENING = re.compile(r'\{\s*"[^"]{0,200}"')


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each element; after a broken one go on at the next."""
    text = document.text(MAX_TEXT)
    start = _BETWEEN.match(text).end()  # type: ignore[union-attr]
    if text.startswith("[", start):
        return _elements(text, start + 1)
    try:
        value, end = DECODER.raw_decode(text, start)
    except (ValueError, RecursionError) as error:
        return _salvaged(text, start, error)
    return _elements(text, start) if text[end:].strip() else _unwrapped(value, document.names)


def _elements(text: str, position: int) -> Iterator[Record | Fault]:
    """The elements from `position` to the array's end, decoded one by one."""
    opening, effort = "", PATIENCE * (len(text) + 1)
    for number in count(1):
        position = _BETWEEN.match(text, position).end()  # type: ignore[union-attr]
        if position == len(text) or text[position] == "]":
            return
        opening = opening or _opening(text, position)
        excerpt = text[position : position + 200]
        try:
            value, position = DECODER.raw_decode(text, position)
            yield _element(number, value, excerpt)
        except (ValueError, RecursionError) as error:
            effort -= getattr(error, "pos", len(text)) - position
            position = text.find(opening, position + 1) if opening else -1
            is_end = position < 0 or effort < 0
            yield Fault(number, trouble(error) + ("; no more is read" if is_end else ""), excerpt)
            if is_end:
                return


def _element(number: int, value: object, excerpt: str) -> Record | Fault:
    """The element as a record; a string that may be an abstract is one."""
    if isinstance(value, str) and len(value) >= _MIN_ABSTRACT:
        return Record(number, {"abstract": value})
    return as_record(number, value, excerpt)


def _opening(text: str, position: int) -> str:
    """How a record begins in this file, up to its first key: by that the next one is found."""
    found = _OPENING.match(text, position)
    return found[0] if found else ""


def _salvaged(
    text: str, start: int, error: ValueError | RecursionError
) -> Iterator[Record | Fault]:
    """What can be read of a service's answer that is cut or broken."""
    found = _LIST_START.search(text)
    if found:
        return _elements(text, found.end())
    return iter((Fault(1, trouble(error), text[start : start + 200]),))


def _unwrapped(value: object, names: FieldMap) -> Iterator[Record | Fault]:
    """The records inside a single value."""
    records = _records(value, names)
    return (_element(number, record, "") for number, record in enumerate(records, 1))


def _records(value: object, names: FieldMap) -> list[object]:
    if not isinstance(value, Mapping):
        return [value]
    for envelope in _ENVELOPES:
        if isinstance(value.get(envelope), Mapping):
            return _records(value[envelope], names)
    named = names.renamed(value)
    if any(canonical(name) in CORE for name in named):
        return _rows(named) or [value]
    lists = (value[name] for name in _LISTS if isinstance(value.get(name), list))
    return next(lists, None) or _by_id(value)


def _rows(value: Mapping[str, object]) -> list[object]:
    """The rows of a table that is written column by column: lists, or objects by row as of pandas.

    A record of one paper may hold lists too, but none of its abstracts.
    """
    columns = {name: _column(cells) for name, cells in value.items()}
    wording = [column for name, column in columns.items() if canonical(name) in CORE]
    keys = set(wording[0])
    is_table = all(set(column) == keys for column in columns.values()) and len(wording) > 1
    if not is_table:
        return []
    return [{name: column[key] for name, column in columns.items()} for key in wording[0]]


def _column(cells: object) -> dict[str, object]:
    """The cells of a column by their row; none where it is no column."""
    if isinstance(cells, list):
        return {str(row): cell for row, cell in enumerate(cells)}
    return dict(cells) if isinstance(cells, dict) else {}


def _by_id(value: Mapping[str, object]) -> list[object]:
    """The records of an object that maps ids to them; else the object itself."""
    if value and all(isinstance(record, dict) for record in value.values()):
        return [
            {"id": name, **record} for name, record in value.items() if isinstance(record, dict)
        ]
    return [value]


def _matches(head: str) -> bool:
    start = head.lstrip("\ufeff \t\r\n")
    array = re.match(r"\[\s*(?:[{\]\"]|$)", start)
    return bool(array or re.match(r'\{\s*(?:["}]|$)', start)) and not is_lines(head)


FORMAT = Format(
    "json",
    "a JSON array of records or abstracts, columns, or an answer of OpenAlex, Semantic Scholar, OpenReview, Crossref",
    (".json",),
    _matches,
    read,
)
