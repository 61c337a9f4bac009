"""Plain text: abstracts divided by blank lines, under headings such as "ICML 2024 Papers"."""

import re
from collections.abc import Iterator

from kg.papers.document import MAX_LINE, Document
from kg.papers.format import Fault, Format, Record
from kg.papers.venues import heading

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each paragraph that is no heading; a heading holds until the next."""
    venue, year, number = None, None, 0
    for paragraph in _paragraphs(document):
        occasion = heading(paragraph)
        if occasion:
            venue, year = occasion
        else:
            number += 1
            yield Record(number, {"abstract": paragraph, "venue": venue, "year": year})


def _paragraphs(document: Document) -> Iterator[str]:
    """Runs of lines that are not blank; what exceeds a line's limit is cut, to be refused later."""
    lines: list[str] = []
    size = 0
    for _, line in document.lines():
        if line.isspace() or not line:
            if lines:
                yield "\n".join(lines)
            lines, size = [], 0
        elif size <= MAX_LINE:
            lines.append(line)
            size += len(line)
    if lines:
        yield "\n".join(lines)


def _is_text(head: str) -> bool:
    """Whether this is prose and not the bytes of something else."""
    return bool(head.strip()) and len(_CONTROL.findall(head)) <= len(head) / 50


FORMAT = Format(
    "text",
    'abstracts divided by blank lines, under a heading such as "ICML 2024 Papers"',
    (".txt", ".text"),
    _is_text,
    read,
)
