"""JSON record by record: an array, a service's answer that holds one, or single records."""

import re
from collections.abc import Iterator, Mapping
from itertools import count

from kg.papers.document import Document
from kg.papers.fields import CORE, FieldMap, canonical
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.json_window import MAX_WHOLE, BrokenError, JsonWindow
from kg.papers.readers.jsonl import as_record, is_lines

_EXCERPT = 200  # characters
_MIN_ABSTRACT = 20  # characters of a string that is no mere word

# Where services put their records.
_LISTS = (
    *("results", "data", "papers", "notes", "items", "records"),
    *("works", "documents", "articles", "entries", "hits", "hit"),
)
_ENVELOPES = ("message", "result", "hits")  # of Crossref and of DBLP
_DEEPEST = 3  # envelopes in envelopes
_LISTED = object()  # stands for a list whose elements are still to be read
_LIST_START = re.compile(rf'"(?:{"|".join(_LISTS)})"\s{{0,20}}:\s{{0,20}}\[')
_OPENING = re.compile(r'\{\s{0,20}"[^"]{0,200}"')


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each element; after a broken one go on at the next."""
    window = JsonWindow(document)
    if window.take("["):
        return _elements(window)
    return _single(window, document.names)


def _single(window: JsonWindow, names: FieldMap) -> Iterator[Record | Fault]:
    """What a single value holds, or, where values follow one another, each as a record."""
    excerpt = window.ahead()[:_EXCERPT]
    try:
        value = _answer(window, names) if window.take("{") else window.value(MAX_WHOLE)
    except BrokenError as error:
        if window.seek(_LIST_START) and window.name() and window.take("["):
            yield from _elements(window)
        else:
            yield Fault(1, str(error), excerpt)
        return
    if value is _LISTED:
        yield from _elements(window)
    elif window.peek():
        yield _element(1, value, excerpt)
        yield from _elements(window, 2)
    else:
        records = enumerate(_records(value, names), 1)
        yield from (_element(number, record, "") for number, record in records)


def _answer(window: JsonWindow, names: FieldMap, depth: int = 0) -> object:
    """The object whose brace was taken; _LISTED where the records of its list come next.

    What has a title or an abstract before it comes to a list is a record itself.
    """
    fields: dict[str, object] = {}
    is_record = False
    while not window.take("}"):
        name = window.name()
        is_record = is_record or canonical(names.column(name)) in CORE
        if name in _ENVELOPES and depth < _DEEPEST and window.take("{"):
            fields[name] = _answer(window, names, depth + 1)
        elif name in _LISTS and not is_record and window.take("["):
            fields[name] = [] if window.take("]") else _LISTED
        else:
            fields[name] = window.value(MAX_WHOLE)
        if fields[name] is _LISTED:
            return _LISTED
    return fields


def _elements(window: JsonWindow, first: int = 1) -> Iterator[Record | Fault]:
    """The elements up to the array's end, decoded one by one."""
    opening: re.Pattern[str] | None = None
    for number in count(first):
        if window.peek() in ("", "]"):
            return
        ahead = window.ahead()
        opening = opening or _opening(ahead)
        try:
            yield _element(number, window.value(), ahead[:_EXCERPT])
        except BrokenError as error:
            is_end = window.is_hopeless or not (opening and window.seek(opening, step=1))
            reason = f"{error}; no more is read" if is_end else str(error)
            yield Fault(number, reason, ahead[:_EXCERPT])
            if is_end:
                return


def _opening(ahead: str) -> re.Pattern[str] | None:
    """How a record begins in this file, up to its first key: by that the next one is found."""
    found = _OPENING.match(ahead)
    return re.compile(re.escape(found[0])) if found else None


def _element(number: int, value: object, excerpt: str) -> Record | Fault:
    """The element as a record; a string that may be an abstract is one."""
    if isinstance(value, str) and len(value) >= _MIN_ABSTRACT:
        return Record(number, {"abstract": value})
    return as_record(number, value, excerpt)


def _records(value: object, names: FieldMap) -> list[object]:
    """The records inside a value that holds no list of them."""
    if not isinstance(value, Mapping):
        return [value]
    for envelope in _ENVELOPES:
        if isinstance(value.get(envelope), Mapping):
            return _records(value[envelope], names)
    named = names.renamed(value)
    if any(canonical(name) in CORE for name in named):
        return _rows(named) or [value]
    return _by_id(value)


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
