"""Bytes -> text: encodings, line ends and limits, without holding a file in memory."""

import codecs
import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from kg.papers.fields import FieldMap
from kg.papers.packing import CHUNK, DamagedError, Source, unpacked

__all__ = ["HEAD", "MAX_LINE", "DamagedError", "Document"]

NO_NAMES = FieldMap()
HEAD = 1 << 16  # characters looked at to recognise a format
MAX_LINE = 2_000_000  # characters; no abstract comes near, a run-away file does

# The longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# An encoding that XML declares; those that the rule for unmarked bytes covers are left to it.
_DECLARED = re.compile(rb"""<\?xml[^>]{1,80}encoding\s*=\s*["']([\w.:-]{1,40})["']""")
_COVERED = {"utf-8", "ascii", "iso8859-1", "cp1252"}
_STRAY = re.compile("[\udc80-\udcff]")  # bytes that are not UTF-8, as `surrogateescape` shows them


class Document:
    """The text of one input: its `head` now, the rest once, as `lines` or as `text`.

    Bytes that are not UTF-8 are read one by one as Windows-1252 and counted in `encoding`. `names`
    is what the user says of its fields.
    """

    def __init__(self, stream: BinaryIO, names: FieldMap = NO_NAMES) -> None:
        """Read the head; raises DamagedError where even that fails."""
        self.names = names
        self._source = unpacked(stream)
        self._encoding, self._wrapper = _decoder(self._source)
        self._strays = 0
        self.head = self._read(HEAD)

    @property
    def encoding(self) -> str:
        """The encoding used so far: `utf-8`, `utf-16`, `utf-8+cp1252 (3 bytes)`, …"""
        return self._encoding + (f"+cp1252 ({self._strays} bytes)" if self._strays else "")

    def lines(self) -> Iterator[tuple[int, str]]:
        """Every line with its number from 1, without its end, cut off after MAX_LINE + 1."""
        number, pending = 0, ""
        for chunk in self.chunks():
            *whole, pending = (pending + chunk).split("\n")
            for line in whole:
                number += 1
                yield number, line[: MAX_LINE + 1]
            pending = pending[: MAX_LINE + 1]
        if pending:
            yield number + 1, pending

    def text(self, limit: int) -> str:
        """The whole text; raises DamagedError beyond `limit` characters."""
        parts: list[str] = []
        size = 0
        for chunk in self.chunks():
            parts.append(chunk)
            size += len(chunk)
            if size > limit:
                raise DamagedError(
                    f"more than {limit:,} characters in a format that is read whole: "
                    "write it as JSON lines, one record a line"
                )
        return "".join(parts)

    def chunks(self) -> Iterator[str]:
        """The whole text in parts of no meaning."""
        return chain((self.head,), iter(lambda: self._read(CHUNK), ""))

    def _read(self, size: int) -> str:
        text = self._wrapper.read(size)
        if not text and self._source.damage:
            raise DamagedError(self._source.damage)
        if not text.isascii():
            text, strays = _STRAY.subn(_from_cp1252, text)
            self._strays += strays
        return text


def _from_cp1252(stray: re.Match[str]) -> str:
    return bytes((ord(stray[0]) - 0xDC00,)).decode("cp1252", "replace")


def _decoder(source: Source) -> tuple[str, io.TextIOWrapper]:
    stream: io.BufferedReader = io.BufferedReader(source, HEAD)
    start = stream.peek(256)
    marked = (name for mark, name in _MARKS if start.startswith(mark))
    encoding = next(marked, None) or _declared(start) or _unmarked(start)
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return encoding, io.TextIOWrapper(stream, encoding, errors, newline=None)


def _declared(start: bytes) -> str:
    """The encoding that an XML declaration names, where Python knows it and it may be true."""
    found = _DECLARED.match(start)
    try:
        name = codecs.lookup(found[1].decode()).name if found else ""
        b"<?xml".decode(name or "utf-8")  # of text, and such that the declaration is readable
    except (LookupError, ValueError):
        return ""
    return "" if name in _COVERED or name.startswith(("utf-16", "utf-32")) else name


def _unmarked(start: bytes) -> str:
    """UTF-8, or UTF-16 where every second byte is zero, as in Latin text without a mark."""
    even, odd = start[0:256:2], start[1:256:2]
    if odd and odd.count(0) > 0.9 * len(odd) and 0 not in even:
        return "utf-16-le"
    if even and even.count(0) > 0.9 * len(even) and 0 not in odd:
        return "utf-16-be"
    return "utf-8"
