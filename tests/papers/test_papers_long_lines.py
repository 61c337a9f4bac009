"""A line without end: it costs its record alone, and no memory."""

import tracemalloc
from io import RawIOBase

import pytest

from kg.papers import stream
from kg.records import Paper, Rejection

LENGTH = 20_000_000  # bytes; 200,000,000 take as little memory

# What stands before and after the line, and why its record is rejected.
FILES = {
    "text": ("ICML 2024 Papers\n\nWe prune.\n\n", "\n\nWe redo.\n", "a text of 2,000,001 char"),
    "jsonl": (
        '{"abstract": "We prune."}\n{"title": "',
        '"}\n{"abstract": "We redo."}\n',
        "a line of more than 2,000,000 characters",
    ),
    "json": (
        '[{"abstract": "We prune."},\n{"title": "',
        '"},\n{"abstract": "We redo."}]\n',
        "a value of more than 2,000,000 characters",
    ),
    "csv": (
        'title,abstract\nA,We prune.\n"',
        '",x\nB,We redo.\n',
        "a row of more than 2,000,000 characters",
    ),
    "bibtex": (
        "@misc{a, abstract = {We prune.}}\n@misc{b, title = {",
        "}}\n@misc{c, abstract = {We redo.}}\n",
        "an entry of more than 2,000,000 characters",
    ),
    "ris": (
        "TY  - JOUR\nAB  - We prune.\nER  - \n\nTY  - JOUR\nTI  - ",
        "\nER  - \n\nTY  - JOUR\nAB  - We redo.\nER  - \n",
        "a text of 1,999,995 char",
    ),
    "medline": (
        "PMID- 1\nAB  - We prune.\n\nPMID- 2\nTI  - ",
        "\n\nPMID- 3\nAB  - We redo.\n",
        "a text of 1,999,994 char",
    ),
    "endnote": (
        "%0 Book\n%X We prune.\n\n%0 Book\n%T ",
        "\n\n%0 Book\n%X We redo.\n",
        "a text of 1,999,998 char",
    ),
    "wos": (
        "FN Clarivate\nVR 1.0\nPT J\nAB We prune.\nER\n\nPT J\nTI ",
        "\nER\n\nPT J\nAB We redo.\nER\n\nEF\n",
        "a text of 1,999,997 char",
    ),
    "markdown": (
        "## [1] A\n\n**Abstract**:\n\nWe prune.\n\n----\n\n## [2] B\n\n**Abstract**:\n\n",
        "\n\n----\n\n## [3] C\n\n**Abstract**:\n\nWe redo.\n\n----\n",
        "a text of 2,000,002 char",
    ),
    "arxiv-atom": (
        "<feed><entry><title>A</title><summary>We prune.</summary></entry><entry><summary>",
        "</summary></entry><entry><title>C</title><summary>We redo.</summary></entry></feed>",
        "line 1: more than 2,000,000 characters",
    ),
}


class LongLine(RawIOBase):
    """A file whose middle is one line, made as it is read."""

    def __init__(self, start: str, end: str) -> None:
        self._start, self._end, self._left = start.encode(), end.encode(), LENGTH

    def read(self, size: int = -1) -> bytes:
        if self._start:
            part, self._start = self._start, b""
        elif self._left:
            part = b"a word " * (min(size, self._left) // 7 + 1)
            part = part[: min(size, self._left)]
            self._left -= len(part)
        else:
            part, self._end = self._end, b""
        return part


@pytest.mark.parametrize("name", FILES)
def test_a_line_without_end_costs_its_record_and_no_memory(name: str) -> None:
    start, end, reason = FILES[name]
    tracemalloc.start()
    try:
        first, refused, last = stream(["-"], name, LongLine(start, end))  # type: ignore[arg-type]
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()
    assert isinstance(first, Paper) and first.abstract == "We prune."
    assert isinstance(refused, Rejection) and refused.reason.startswith(reason)
    assert isinstance(last, Paper) and last.abstract == "We redo."
