"""Bytes -> text: encodings, line ends and limits, without holding a file in memory."""

import codecs
import io
import re
from collections.abc import Iterator
from itertools import chain
from typing import BinaryIO

from kg.errors import UsageError
from kg.papers.fields import FieldMap
from kg.papers.packing import CHUNK, DamagedError, Source, unpacked

__all__ = ["HEAD", "MAX_LINE", "DamagedError", "Document"]

NO_NAMES = FieldMap()
HEAD = 1 << 16  # characters looked at to recognise a format
MAX_REMARKS = 20
MAX_LINE = 2_000_000  # characters; no abstract comes near, a run-away file does

_MIN_CHINESE = 4  # characters: fewer prove nothing

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
    """The text of one input: its `head` now, the rest once, as `lines` or as `chunks`.

    A byte-order mark decides how it is read, else the user's `encoding`, else what it looks like;
    bytes that are not UTF-8 are then read one by one as Windows-1252 and counted in `encoding`.
    `names` is what the user says of its fields.
    """

    def __init__(
        self, stream: BinaryIO, names: FieldMap = NO_NAMES, encoding: str | None = None
    ) -> None:
        """Read the head; raises DamagedError where even that fails."""
        self.names = names
        self._remarks: dict[str, int] = {}
        self._source = unpacked(stream)
        self._encoding, self._wrapper = _decoder(self._source, encoding)
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

    @property
    def remarks(self) -> tuple[str, ...]:
        """What readers had to say so far, each with the line where it was first said."""
        return tuple(f"line {line}: {text}" for text, line in self._remarks.items())

    def remark(self, line: int, text: str) -> None:
        """Say what no record is lost for: once, and MAX_REMARKS such at most."""
        if len(self._remarks) < MAX_REMARKS:
            self._remarks.setdefault(text, line)

    def chunks(self) -> Iterator[str]:
        """The whole text in parts of no meaning."""
        return chain((self.head,), iter(lambda: self._read(CHUNK), ""))

    def _read(self, size: int) -> str:
        try:
            text = self._wrapper.read(size)
        except UnicodeError as error:  # of a codec that knows no replacement character
            raise DamagedError(f"this is not {self._encoding}: {error}") from error
        if not text and self._source.damage:
            raise DamagedError(self._source.damage)
        if not text.isascii():
            text, strays = _STRAY.subn(_from_cp1252, text)
            self._strays += strays
        return text


def _from_cp1252(stray: re.Match[str]) -> str:
    return bytes((ord(stray[0]) - 0xDC00,)).decode("cp1252", "replace")


def checked(encoding: str) -> str:
    """The name of an encoding of text; raises UsageError where Python knows none of that name."""
    try:
        io.TextIOWrapper(io.BytesIO(b"text"), encoding, "replace").read()
    except (LookupError, ValueError) as error:
        raise UsageError(
            f"no encoding {encoding!r}: utf-8, cp1252, gb18030, shift_jis, euc-kr, koi8-r … are"
        ) from error
    return codecs.lookup(encoding).name


def _decoder(source: Source, told: str | None) -> tuple[str, io.TextIOWrapper]:
    stream: io.BufferedReader = io.BufferedReader(source, HEAD)
    start = stream.peek(256)
    marked = (name for mark, name in _MARKS if start.startswith(mark))
    encoding = next(marked, None) or told or _declared(start) or _unmarked(start)
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
    """UTF-8; UTF-16 where every second byte is zero, as in Latin text; GB18030 where it fits."""
    even, odd = start[0:256:2], start[1:256:2]
    if odd and odd.count(0) > 0.9 * len(odd) and 0 not in even:
        return "utf-16-le"
    if even and even.count(0) > 0.9 * len(even) and 0 not in odd:
        return "utf-16-be"
    return "gb18030" if _is_chinese(start) else "utf-8"


def _is_chinese(start: bytes) -> bool:
    """Whether bytes that are not UTF-8 are Chinese characters of GB 2312, nearly all of them.

    Two high bytes in a row are rare in what Windows-1252 is used for, and here the rule.
    """
    if start.isascii() or _decoded(start, "utf-8") is not None:
        return False
    signs = [sign for sign in _decoded(start, "gb18030") or "" if not sign.isascii()]
    known = sum(bool(sign.encode("gb2312", "ignore")) for sign in signs)
    return len(signs) >= _MIN_CHINESE and known >= 0.9 * len(signs)


def _decoded(start: bytes, encoding: str) -> str | None:
    """The text of the first bytes of a document, the last of them perhaps half a character."""
    try:
        return codecs.getincrementaldecoder(encoding)().decode(start)
    except UnicodeDecodeError:
        return None
