"""CSV and TSV: a header that names the columns, then a record a row.

The cells are taken apart here and not by `csv`: its limit on a cell is one for the whole process,
and a quote that is never closed would swallow the rest of the file.
"""

import re
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from kg.papers.document import MAX_LINE, NO_NAMES, DamagedError, Document
from kg.papers.fields import CORE, FieldMap, canonical
from kg.papers.format import Fault, Format, Record

_DELIMITERS = ",\t;|"
_MAX_NAME = 60  # characters of a column's name
_CLOSING = re.compile(r'[^"]*(?:""[^"]*)*"(?!")')  # the rest of a quoted cell and its closing quote

Line = tuple[int, str]


@dataclass(frozen=True, slots=True)
class _Row:
    """The text of a row and the line it starts on; `broken` says what is wrong with it."""

    number: int
    text: str
    broken: str = ""


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each row with anything in it, numbered by its first line."""
    lines = document.lines()
    first = next((line for line in lines if line[1].strip()), None)
    if first:
        delimiter = _delimiter(first[1], document.names)
        header = _header(first[1], delimiter, document.names)
        for row in _rows(lines, delimiter):
            yield from _items(header, row, delimiter)


def _header(line: str, delimiter: str, known: FieldMap) -> list[str]:
    names = list(map(known.column, _cells(line, delimiter)))
    if not any(canonical(name) in CORE for name in names):
        shown = ", ".join(names)[:200]
        raise DamagedError(
            f"the first line names no column title, abstract or text: {shown}; "
            "say which it is with --map title=NAME"
        )
    return names


def _items(header: list[str], row: _Row, delimiter: str) -> Iterator[Record | Fault]:
    """The row under its column names, where it reaches to its text and not beyond the header."""
    cells = _cells(row.text, delimiter)
    filled = max((i for i, cell in enumerate(cells, 1) if cell.strip()), default=0)
    needed = max(i for i, name in enumerate(header, 1) if canonical(name) in CORE)
    if row.broken:
        yield Fault(row.number, row.broken, row.text[:200])
    elif filled > len(header) or (filled and len(cells) < needed):
        reason = f"{len(cells)} cells under {len(header)} columns"
        yield Fault(row.number, reason, row.text[:200])
    elif filled:
        named = list(zip(header, cells, strict=False))
        yield Record(row.number, {name: cell for name, cell in reversed(named) if cell.strip()})


def _rows(lines: Iterator[Line], delimiter: str) -> Iterator[_Row]:
    """The rows; where a quote ran away, its line alone is broken and the next is a row again."""
    returned: deque[Line] = deque()

    def following() -> Line | None:
        return returned.popleft() if returned else next(lines, None)

    while line := following():
        if not line[1].strip():
            continue
        taken, broken = _take(line, following, delimiter)
        if broken:
            returned.extendleft(reversed(taken[1:]))
            taken = taken[:1]
        yield _Row(line[0], "\n".join(text for _, text in taken), broken)


def _take(
    line: Line, following: Callable[[], Line | None], delimiter: str
) -> tuple[list[Line], str]:
    """The lines of the row that starts with `line`, and what is wrong with it if anything is."""
    taken, size = [line], len(line[1])
    is_open, _ = _scan(line[1], delimiter, False)
    while is_open and size <= MAX_LINE:
        further = following()
        if not further:
            return taken, "a quote is opened and never closed"
        taken.append(further)
        size += len(further[1])
        is_open, is_stray = _scan(further[1], delimiter, True)
        if is_stray:
            return (
                taken,
                f"a quote is opened, and in line {further[0]} another in the midst of a cell",
            )
    return taken, f"a row of more than {MAX_LINE:,} characters" if size > MAX_LINE else ""


def _scan(line: str, delimiter: str, is_open: bool) -> tuple[bool, bool]:
    """Whether a quote is open at the end of the line, and whether one from before it closes amiss."""
    position, from_before = 0, is_open
    while True:
        if is_open or line.startswith('"', position):
            closing = _CLOSING.match(line, position if is_open else position + 1)
            if not closing:
                return True, False
            position = closing.end()
            if from_before and line[position : position + 1] not in ("", delimiter):
                return False, True
        is_open = from_before = False
        position = line.find(delimiter, position) + 1
        if not position:
            return False, False


def _cells(row: str, delimiter: str) -> list[str]:
    """The cells of a row; text after a closing quote belongs to its cell.

    >>> _cells('a,"b, c",d', ",")
    ['a', 'b, c', 'd']
    """
    cells, position = [], 0
    while True:
        closing = _CLOSING.match(row, position + 1) if row.startswith('"', position) else None
        quoted = closing[0][:-1].replace('""', '"') if closing else ""
        start = closing.end() if closing else position
        end = row.find(delimiter, start)
        cells.append(quoted + row[start : end if end >= 0 else None])
        if end < 0:
            return cells
        position = end + 1


def _delimiter(line: str, known: FieldMap) -> str:
    """The delimiter that makes the most known names of the header."""

    def score(mark: str) -> int:
        return sum(bool(canonical(known.column(name))) for name in _cells(line, mark))

    return max(_DELIMITERS, key=score)


def _matches(head: str) -> bool:
    return is_table(head, NO_NAMES)


def is_table(head: str, known: FieldMap) -> bool:
    """Whether the first line names columns, one of which holds a title, an abstract or a text."""
    line = next(filter(str.strip, head.split("\n")), "")
    names = list(map(known.column, _cells(line, _delimiter(line, known))))
    core = any(canonical(name) in CORE for name in names)
    short = all(len(name) <= _MAX_NAME and not name.endswith(".") for name in names)
    return core and short and len(names) > 1


FORMAT = Format(
    "csv",
    "CSV or TSV with a header that names a title, abstract or text",
    (".csv", ".tsv", ".tab"),
    _matches,
    read,
)
