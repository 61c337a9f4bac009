"""Bytes -> text: gzip, encodings, line ends and limits, without holding a file in memory."""

import codecs
import gzip
import io
import re
import zlib
from collections.abc import Callable, Iterator
from itertools import chain
from typing import BinaryIO

from kg.errors import InputError

HEAD = 1 << 16  # characters looked at to recognise a format
CHUNK = 1 << 20
MAX_LINE = 2_000_000  # characters; no abstract comes near, a run-away file does
MAX_INFLATED = 2 << 30  # bytes
MAX_RATIO = 200  # text shrinks 3 to 20 times; a bomb 1,000 times
RATIO_FREE = 16 << 20  # bytes any archive may inflate to, whatever its ratio

# The longest first: the mark of UTF-32 begins with that of UTF-16.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_STRAY = re.compile("[\udc80-\udcff]")  # bytes that are not UTF-8, as `surrogateescape` shows them


class DamagedError(InputError):
    """The rest of a document cannot be read; the message says why."""


class Document:
    """The text of one input: its `head` now, the rest once, as `lines` or as `text`.

    Bytes that are not UTF-8 are read one by one as Windows-1252 and counted in `encoding`.
    """

    def __init__(self, stream: BinaryIO) -> None:
        """Read the head; raises DamagedError where even that fails."""
        self._source = _inflated(stream)
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


class _Source(io.RawIOBase):
    """Bytes that end where they cannot be read further; `damage` then says why.

    `excess` is asked after each read what is wrong with that many bytes, if anything is.
    """

    def __init__(
        self, read: Callable[[int], bytes], excess: Callable[[int], str] = lambda _: ""
    ) -> None:
        self._read = read
        self._excess = excess
        self.count = 0
        self.damage = ""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        try:
            data = self._read(len(buffer))
        except (EOFError, zlib.error, OSError) as error:
            self.damage = f"the file cannot be read further: {error}"
            return 0
        self.count += len(data)
        self.damage = self._excess(self.count)
        buffer[: len(data)] = data
        return 0 if self.damage else len(data)


def _inflated(stream: BinaryIO) -> _Source:
    """The bytes themselves, unpacked where they start as gzip does."""
    packed = _Source(stream.read)
    plain: io.BufferedReader = io.BufferedReader(packed, CHUNK)

    def excess(inflated: int) -> str:
        if inflated > MAX_INFLATED:
            return f"gzip: more than {MAX_INFLATED >> 30} GB in one file"
        is_bomb = inflated > max(RATIO_FREE, MAX_RATIO * packed.count)
        return f"gzip: inflates more than {MAX_RATIO} times, as a bomb does" if is_bomb else ""

    if plain.peek(2).startswith(b"\x1f\x8b"):
        # Of the stream GzipFile needs no more than `read`; its own `read` would lose what it has
        # unpacked before a damage, `read1` does not.
        return _Source(gzip.GzipFile(fileobj=plain).read1, excess)
    return _Source(plain.read)


def _decoder(source: _Source) -> tuple[str, io.TextIOWrapper]:
    stream: io.BufferedReader = io.BufferedReader(source, HEAD)
    start = stream.peek(256)
    marked = (name for mark, name in _MARKS if start.startswith(mark))
    encoding = next(marked, None) or _unmarked(start)
    errors = "surrogateescape" if encoding.startswith("utf-8") else "replace"
    return encoding, io.TextIOWrapper(stream, encoding, errors, newline=None)


def _unmarked(start: bytes) -> str:
    """UTF-8, or UTF-16 where every second byte is zero, as in Latin text without a mark."""
    even, odd = start[0:256:2], start[1:256:2]
    if odd and odd.count(0) > 0.9 * len(odd) and 0 not in even:
        return "utf-16-le"
    if even and even.count(0) > 0.9 * len(even) and 0 not in odd:
        return "utf-16-be"
    return "utf-8"
