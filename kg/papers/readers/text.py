"""Plain text: abstracts divided by blank lines, under headings such as "ICML 2024 Papers"."""

import re
from collections.abc import Iterable, Iterator

from kg.papers.document import MAX_LINE, Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.layout import is_list, layout
from kg.papers.venues import heading

_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\x7f]")


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each block that is no heading; a heading holds until the next."""
    step, fields = layout(_sample(document.head))
    venue, year, number = None, None, 0
    for block in step(_paragraphs(line for _, line in document.lines())):
        occasion = heading(block)
        if occasion:
            venue, year = occasion
        else:
            number += 1
            yield Record(number, {"venue": venue, "year": year} | fields(block))


def is_list_of_abstracts(head: str) -> bool:
    """Whether a text that begins so holds nothing but papers and headings."""
    return is_list(_sample(head))


def _sample(head: str) -> list[str]:
    return list(_paragraphs(head.split("\n")))


def _paragraphs(all_lines: Iterable[str]) -> Iterator[str]:
    """Runs of lines that are not blank; what exceeds a line's limit is cut, to be refused later."""
    lines: list[str] = []
    size = 0
    for line in all_lines:
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
    "abstracts divided by blank lines, with titles, numbers, labels, headings or without",
    (".txt", ".text"),
    _is_text,
    read,
)
