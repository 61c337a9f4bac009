"""JSON lines: a record a line."""

from collections.abc import Iterator

from kg.papers.document import MAX_LINE, Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.json_window import DECODER, trouble

KINDS = {list: "a list", str: "a string", int: "a number", float: "a number", bool: "true or false"}


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each line that is not blank."""
    for number, line in document.lines():
        if len(line) > MAX_LINE:
            yield Fault(number, f"a line of more than {MAX_LINE:,} characters", line[:200])
        elif line := line.strip().lstrip("\ufeff"):
            yield _record(number, line)


def as_record(number: int, value: object, excerpt: str = "") -> Record | Fault:
    """The value as a record, where it is an object."""
    if isinstance(value, dict):
        return Record(number, value)
    kind = KINDS.get(type(value), "null")
    return Fault(number, f"{kind} where a JSON object is expected", excerpt or str(value)[:200])


def _record(number: int, line: str) -> Record | Fault:
    try:
        return as_record(number, DECODER.decode(line), line[:200])
    except (ValueError, RecursionError) as error:
        return Fault(number, trouble(error), line[:200])


def is_lines(head: str) -> bool:
    """Whether there are several lines, and at least half of them objects from end to end."""
    filled = [line for line in map(str.rstrip, head.lstrip("\ufeff").split("\n")[:20]) if line]
    return len(filled) > 1 and 2 * sum(map(_is_object, filled)) >= len(filled)


def _is_object(line: str) -> bool:
    return line.startswith("{") and line.endswith("}")


def _matches(head: str) -> bool:
    """Whether the head is JSON lines, or may be: broken ones, or the beginning of a long one."""
    lines = head.lstrip("\ufeff").strip().split("\n")[:20]
    may_be = lines[0].startswith("{") and (len(lines) == 1 or any(map(_is_object, lines)))
    return may_be or is_lines(head)


FORMAT = Format(
    "jsonl",
    "JSON lines: a record a line, with title and abstract, or id and text",
    (".jsonl", ".ndjson"),
    _matches,
    read,
)
