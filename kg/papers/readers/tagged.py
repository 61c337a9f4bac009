"""Records as lines of a tag and a value: what RIS, MEDLINE, EndNote and Web of Science share."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from kg.papers.document import MAX_LINE, Document
from kg.papers.format import Fault


@dataclass(frozen=True, slots=True)
class Syntax:
    """How a format writes its records.

    `line` finds `tag` and `value`; any other line continues the value before it. `first` are the
    tags that begin a record, whatever is open; `core` those that begin one where none is open, as
    the first may be damaged; `last` the tag that ends it. `wanted` are the tags whose values are
    kept. With `blank_ends` a blank line ends a record, too.
    """

    line: re.Pattern[str]
    first: frozenset[str]
    core: frozenset[str]
    wanted: frozenset[str]
    last: str = ""
    blank_ends: bool = False


@dataclass(slots=True)
class Tagged:
    """A record: its first line's number, and its values in order, with the line ends in them."""

    number: int
    items: list[tuple[str, list[str]]] = field(default_factory=list)
    size: int = 0

    def values(self, *tags: str, joint: str = "\n") -> list[str]:
        """The values of the tags, those of the first tag first, lines joined by `joint`."""
        return [
            joint.join(lines).strip() for tag in tags for name, lines in self.items if name == tag
        ]

    def first(self, *tags: str, joint: str = "\n") -> str:
        """The first value that is not blank, or ""."""
        return next(filter(None, self.values(*tags, joint=joint)), "")

    def _put(self, tag: str, value: str) -> None:
        self.items.append((tag, [value]))
        self.size += len(value)

    def _go_on(self, line: str) -> None:
        if self.items and self.size <= MAX_LINE:
            self.items[-1][1].append(line)
            self.size += len(line)


def records(document: Document, syntax: Syntax) -> Iterator[Tagged | Fault]:
    """The records of a document; lines between them belong to nothing."""
    record: Tagged | None = None
    wanted = False  # whether the last value is one that is kept
    for number, line in document.lines():
        found = syntax.line.match(line.lstrip("\ufeff"))
        tag = found["tag"] if found else ""
        ends = tag == syntax.last if found else syntax.blank_ends and not line.strip()
        if record and (ends or tag in syntax.first):
            yield _whole(record)
            record = None
        if found and not ends:
            if record is None and (tag in syntax.first or tag in syntax.core):
                record = Tagged(number)
            wanted = tag in syntax.wanted
            if record and wanted and record.size <= MAX_LINE:
                record._put(tag, found["value"].strip())
        elif record and wanted and not ends:
            record._go_on(line.strip())
    if record:
        yield _whole(record)


def _whole(record: Tagged) -> Tagged | Fault:
    if record.size > MAX_LINE:
        reason = f"a record of more than {MAX_LINE:,} characters"
        return Fault(record.number, reason, record.items[0][1][0][:200])
    return record
