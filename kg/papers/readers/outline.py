"""Markdown whose headings are titles, each with an abstract below it and perhaps its authors."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from kg.papers.document import MAX_LINE, Document
from kg.papers.format import Record
from kg.papers.venues import heading

_HEADING = re.compile(r"(?P<marks>#{1,6})\s+(?P<title>.*)")
_AUTHORS = re.compile(r"([*_]{1,3})(?P<names>[^\n]+)\1(?:\n|$)")
_NO_PROSE = re.compile(r"^(?:\||```|>|[-*+] |\d+\. )", re.MULTILINE)
_MIN_ABSTRACT = 100  # characters
_SHARE = 0.8  # of the headings that must have an abstract


@dataclass(frozen=True, slots=True)
class _Section:
    level: int
    title: str
    body: str


def read(document: Document) -> Iterator[Record]:
    """Yield a record for each heading of the level that titles are on; others may name a venue."""
    level = _level(_sections(document.head.split("\n")))
    venue, year, number = None, None, 0
    for section in _sections(line for _, line in document.lines()):
        if section.level == level and (section.body or not heading(section.title)):
            number += 1
            yield Record(number, {"venue": venue, "year": year} | _fields(section))
        else:
            venue, year = heading(section.title) or (venue, year)


def matches(head: str) -> bool:
    """Whether nearly all headings of one level, and more than one, stand above an abstract.

    Headings that mostly name venues stand above lists, and are no titles.
    """
    sections = list(_sections(head.split("\n")))
    level = _level(sections)
    papers = [section for section in sections if section.level == level]
    count = sum(map(_is_prose, papers))
    occasions = sum(heading(section.title) is not None for section in papers)
    return count > 1 and count >= _SHARE * len(papers) and 2 * occasions < len(papers)


def _level(sections: Iterable[_Section]) -> int:
    """The level of most headings with a text below them."""
    levels = Counter(section.level for section in sections if section.body)
    return max(levels, key=lambda level: (levels[level], level), default=0)


def _is_prose(section: _Section) -> bool:
    return len(section.body) >= _MIN_ABSTRACT and not _NO_PROSE.search(section.body)


def _sections(all_lines: Iterable[str]) -> Iterator[_Section]:
    """Headings with what stands below them; what exceeds a line's limit is cut."""
    start: re.Match[str] | None = None
    lines: list[str] = []
    size = 0
    for line in all_lines:
        found = _HEADING.fullmatch(line)
        if found:
            if start:
                yield _section(start, lines)
            start, lines, size = found, [], 0
        elif size <= MAX_LINE:
            lines.append(line)
            size += len(line)
    if start:
        yield _section(start, lines)


def _section(start: re.Match[str], lines: list[str]) -> _Section:
    body = "\n".join(line for line in lines if not re.fullmatch(r"(?:-{3,}|\*{3,}|_{3,})\s*", line))
    return _Section(len(start["marks"]), start["title"].strip(" \t#"), body.strip())


def _fields(section: _Section) -> dict[str, object]:
    """Title, abstract, and authors from a first line that is emphasised as a whole."""
    found = _AUTHORS.match(section.body)
    abstract = section.body[found.end() :] if found else section.body
    authors = found["names"] if found else None
    return {"title": section.title, "authors": authors, "abstract": abstract.strip()}
