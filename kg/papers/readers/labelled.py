"""Text whose lines name what they hold: `Title: …`, `Authors: …`, `Abstract: …`."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from kg.papers.document import MAX_LINE
from kg.papers.fields import canonical, plain
from kg.papers.venues import heading

_LABEL = re.compile(r"\s*(?P<name>[A-Za-z][\w /&-]{0,30}?)\s*:\s*(?P<value>.*)")
_WORDING = ("title", "abstract")


def joined(sample: list[str]) -> Callable[[Iterable[str]], Iterator[str]] | None:
    """For a text that begins with a label, what makes of its blocks one string a record.

    Nearly any prose has a line with a colon: a text is labelled only if it names both titles and
    abstracts, or every block begins with a label.
    """
    blocks = [block for block in sample if heading(block) is None]
    opening = _label(blocks[0].split("\n")[0]) if blocks else ""
    named = {canonical(_label(line)) for block in blocks for line in block.split("\n")}
    everywhere = all(_label(block.split("\n")[0]) for block in blocks)
    wording = named.intersection(_WORDING)
    if opening and (len(wording) == 2 or (wording and everywhere)):
        return partial(_records, opening=opening)
    return None


def fields(record: str) -> dict[str, object]:
    """The fields of a record; an abstract goes on until another field that we know.

    >>> fields("Title: Of ferns\\nAbstract: We prune.\\nResults: few.\\nYear: 2020")
    {'Title': 'Of ferns', 'Abstract': 'We prune.\\nResults: few.', 'Year': '2020'}
    """
    parts: dict[str, list[str]] = {}
    name = "abstract"  # of what stands before any label
    for line in record.split("\n"):
        found = _LABEL.fullmatch(line)
        if found and (canonical(name) != "abstract" or _ends_abstract(found["name"], parts)):
            name, line = found["name"], found["value"]
        parts.setdefault(name, []).append(line)
    return {name: "\n".join(lines) for name, lines in parts.items()}


def _ends_abstract(name: str, parts: dict[str, list[str]]) -> bool:
    return canonical(name) not in (None, "text", "abstract" if parts else None)


def _label(line: str) -> str:
    """The name before a line's colon, in plain letters, where it is one that we know."""
    found = _LABEL.fullmatch(line)
    return plain(found["name"]) if found and canonical(found["name"]) else ""


def _records(blocks: Iterable[str], opening: str) -> Iterator[str]:
    """The lines of each record, headings on their own.

    A record begins with the label that the text begins with, or where a second title or abstract
    would be in it.
    """
    lines: list[str] = []
    seen: set[str] = set()
    size = 0
    for line, is_heading in _lines(blocks):
        label = _label(line)
        if lines and (is_heading or label == opening or label in seen):
            yield "\n".join(lines).rstrip("\n")
            lines, seen, size = [], set(), 0
        if is_heading:
            yield line
        elif size <= MAX_LINE:
            lines.append(line)
            size += len(line)
            seen.update({label}.intersection(_WORDING))
    if lines:
        yield "\n".join(lines).rstrip("\n")


def _lines(blocks: Iterable[str]) -> Iterator[tuple[str, bool]]:
    """Lines, and whether each is a heading; a blank one after each block that is none."""
    for block in blocks:
        is_heading = heading(block) is not None
        yield from ((line, is_heading) for line in block.split("\n"))
        if not is_heading:
            yield "", False
