"""Markdown lists of papers: a heading with the title, `**Field**:` lines, the abstract, a rule.

Where no list is of that form: titles as headings, tables, or abstracts as items or paragraphs.
"""

import re
from collections.abc import Iterator

from kg.papers.document import MAX_LINE, Document
from kg.papers.fields import canonical
from kg.papers.format import Fault, Format, Record
from kg.papers.readers import outline, table, text
from kg.papers.venues import heading

_HEADING = re.compile(r"#{1,6}\s+(?P<number>\[\d+\])?(?P<title>.*)")
_FIELD = re.compile(
    r"[-*+]?\s*\*\*(?P<name>[A-Za-z][\w /&-]{0,30}?)(?::\*\*|\*\*\s*:)(?P<value>.*)"
)
_RULE = re.compile(r"(?:-{3,}|\*{3,}|_{3,})\s*")
_EMPHASIS = re.compile(r"(\*{1,3}|_{1,3})(?P<inner>.+)\1")

Section = tuple[re.Match[str], list[str]]  # a heading, and the lines below it up to a rule


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each paper, by the first form that fits the document."""
    head = document.head
    if not _has_fields(head):
        if table.matches(head):
            return table.read(document)
        if outline.matches(head):
            return outline.read(document)
        if text.is_list_of_abstracts(head):
            return text.read(document)
    return _papers(document)


def _papers(document: Document) -> Iterator[Record]:
    """A record for each heading with known fields below it, or with a number before its title."""
    venue, year, number = None, None, 0
    for start, lines in _sections(document):
        title, fields = start["title"].strip(" \t#"), _fields(lines)
        known = set(filter(None, map(canonical, fields)))
        if start["number"] or known:
            number += 1
            occasion = {} if "venue" in known else {"venue": venue, "year": year}
            yield Record(number, {"title": title} | occasion | fields)
        else:
            venue, year = heading(title) or (venue, year)


def _sections(document: Document) -> Iterator[Section]:
    """Headings with their lines; once headings are numbered, one without is part of the text."""
    section: Section | None = None
    numbered, open_, size = False, False, 0
    for _, line in document.lines():
        start = _HEADING.fullmatch(line)
        if start and (start["number"] or not numbered):
            if section:
                yield section
            section, open_, size = (start, []), True, 0
            numbered = numbered or bool(start["number"])
        elif _RULE.fullmatch(line):
            open_ = False
        elif section and open_ and size <= MAX_LINE:
            section[1].append(line)
            size += len(line)
    if section:
        yield section


def _fields(lines: list[str]) -> dict[str, object]:
    """The fields of a section: an abstract goes on until a field that we know."""
    fields: dict[str, list[str]] = {}
    name: str | None = None
    for line in lines:
        found = _FIELD.fullmatch(line)
        known = canonical(found["name"]) if found else None
        if found and (known or canonical(name or "") != "abstract"):
            name = found["name"]
            fields.setdefault(name, []).append(_plain(found["value"]))
        elif name and canonical(name) == "abstract":
            fields[name].append(line)
    return {name: "\n".join(parts) for name, parts in fields.items()}


def _plain(value: str) -> str:
    """A field's value without the emphasis around it."""
    found = _EMPHASIS.fullmatch(value.strip())
    return found["inner"] if found else value.strip()


def _has_fields(head: str) -> bool:
    fields = re.findall(r"^[-*+]?[ \t]*\*\*(\w[\w /&-]*)(?::\*\*|\*\*[ \t]*:)", head, re.MULTILINE)
    numbered = re.search(r"^#{1,6}\s+\[\d+\]\s", head, re.MULTILINE)
    titled = re.search(r"^#{1,6}\s+\S", head, re.MULTILINE)
    return bool(numbered or (titled and any(map(canonical, fields))))


def _matches(head: str) -> bool:
    return _has_fields(head) or table.matches(head) or outline.matches(head)


FORMAT = Format(
    "markdown",
    "Markdown: titles as headings, then **Authors**, **Abstract** … or text; tables and items",
    (".md", ".markdown"),
    _matches,
    read,
)
