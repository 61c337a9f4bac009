"""Packed bytes -> bytes: gzip, bzip2, xz and zstd by how they begin, zip and tar by their members.

Whatever is packed inflates through a limit, so that a bomb is refused and not unpacked.
"""

import gzip
import io
import lzma
import re
import sys
import tarfile
import tempfile
import zipfile
import zlib
from bz2 import BZ2Decompressor
from collections.abc import Callable, Collection, Iterator
from pathlib import PurePosixPath
from shutil import copyfileobj
from typing import BinaryIO, Protocol, cast

from kg.errors import InputError
from kg.papers.locate import suffix
from kg.papers.values import well_formed

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CHUNK = 1 << 20
MAX_INFLATED = 2 << 30  # bytes
MAX_RATIO = 200  # text shrinks 3 to 20 times; a bomb 1,000 times
RATIO_FREE = 16 << 20  # bytes any archive may inflate to, whatever its ratio
MAX_MEMORY = 256 << 20  # bytes that unpacking may take; `xz -9` needs 65 MB
MAX_MEMBERS = 10_000
_TAR = slice(257, 262)  # where a tar archive says what it is
_SPOOLED = 64 << 20  # bytes of a piped archive held in memory, the rest on disk
_DAMAGE = (
    *(EOFError, OSError, RuntimeError, zlib.error, lzma.LZMAError),
    *(zstd.ZstdError, zipfile.BadZipFile, tarfile.TarError),
)


class DamagedError(InputError):
    """The rest of a document cannot be read; the message says why."""


class Decompressor(Protocol):
    """What the decompressors of bzip2, xz and zstd have in common."""

    @property
    def eof(self) -> bool: ...  # noqa: D102

    @property
    def needs_input(self) -> bool: ...  # noqa: D102

    @property
    def unused_data(self) -> bytes: ...  # noqa: D102

    def decompress(self, data: bytes, max_length: int = -1, /) -> bytes: ...  # noqa: D102


class Counted(io.RawIOBase):
    """Bytes that come by calling `read`, counted; `limit` raises where they are too many."""

    def __init__(
        self, read: Callable[[int], bytes], limit: Callable[[int], None] = lambda _: None
    ) -> None:
        """Read by calling `read` with a number of bytes."""
        self._read = read
        self._limit = limit
        self.count = 0

    def readable(self) -> bool:
        """Whether it can be read: yes."""
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer as far as one read does."""
        data = self._read(len(buffer))
        buffer[: len(data)] = data
        self.count += len(data)
        self._limit(self.count)
        return len(data)


class Source(Counted):
    """Bytes that end where they cannot be read further; `damage` then says why."""

    damage = ""

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]
        """Fill the buffer as far as one read does."""
        try:
            return super().readinto(buffer)
        except DamagedError as error:
            self.damage = str(error)
        except _DAMAGE as error:
            self.damage = f"the file cannot be read further: {error}"
        return 0


def unpacked(stream: BinaryIO) -> Source:
    """The bytes themselves, or unpacked where they begin as a packing does.

    Raises DamagedError where not even the first can be read.
    """
    return Source(_inflated(stream)[0].read1)


def _inflated(stream: BinaryIO) -> tuple[io.BufferedReader, bool]:
    """The bytes in any case unpacked, and whether they were packed."""
    plain, packed = _buffered(stream)
    start = _peek(plain)
    for name, magic, reader in _PACKINGS:
        if re.match(magic, start, re.DOTALL):
            inflated = Counted(reader(plain), _limit(name, lambda: packed.count))
            return io.BufferedReader(inflated, CHUNK), True
    return plain, False


def _buffered(stream: BinaryIO) -> tuple[io.BufferedReader, Counted]:
    packed = Counted(getattr(stream, "read1", stream.read))  # what is there: no need to wait
    return io.BufferedReader(packed, CHUNK), packed


def _peek(stream: io.BufferedReader) -> bytes:
    try:
        return stream.peek(_TAR.stop)
    except _DAMAGE as error:
        raise DamagedError(f"the file cannot be read: {error}") from error


def parts(name: str, stream: BinaryIO, suffixes: Collection[str]) -> Iterator[tuple[str, BinaryIO]]:
    """The stream itself under its name, or the members of an archive whose suffix is known.

    Archives are zip and tar, packed or not. A member is to be read before the next; its name is a
    name and no path: nothing is written. Raises DamagedError.
    """
    buffered, packed = _inflated(stream)
    start = _peek(buffered)
    if packed and any(re.match(magic, start, re.DOTALL) for _, magic, _ in _PACKINGS):
        raise DamagedError("a packed archive inside a packed one: unpack it once")
    if start[_TAR] == b"ustar":
        yield from _tarred(name, buffered, suffixes)
    elif start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        yield from _zipped(name, buffered, suffixes)
    else:
        yield name, cast(BinaryIO, buffered)


def _tarred(
    name: str, stream: io.BufferedReader, suffixes: Collection[str]
) -> Iterator[tuple[str, BinaryIO]]:
    """Members as they come; where the archive breaks off, what came before is not lost."""
    count = inflated = 0
    try:
        with tarfile.open(fileobj=stream, mode="r|") as archive:
            for info in archive:
                path = _printable(info.name)
                if info.isreg() and _is_known(path, suffixes):
                    count += 1
                    if count > MAX_MEMBERS:
                        break
                    read = cast(io.BufferedReader, archive.extractfile(info)).read1
                    # What stands in the archive: of a sparse member less than its size.
                    member = Counted(read, _limit("tar", lambda: archive.offset, inflated))
                    yield f"{name}/{path}", cast(BinaryIO, member)
                    inflated += member.count
    except _DAMAGE as error:
        broken = DamagedError(f"the archive cannot be read further: {error}")
        if not count:
            raise broken from error
        yield f"{name}/(the rest)", cast(BinaryIO, Counted(_raising(broken)))
    _check_number(count)


def _raising(error: DamagedError) -> Callable[[int], bytes]:
    def read(_: int) -> bytes:
        raise error

    return read


def _check_number(members: int) -> None:
    if not 0 < members <= MAX_MEMBERS:
        many = f"more than {MAX_MEMBERS:,} files" if members else "no file of a known kind"
        raise DamagedError(f"{many} in the archive")


def _zipped(
    name: str, buffered: io.BufferedReader, suffixes: Collection[str]
) -> Iterator[tuple[str, BinaryIO]]:
    with tempfile.SpooledTemporaryFile(_SPOOLED) as spool:
        copyfileobj(buffered, spool, CHUNK)
        size = spool.tell()
        try:
            with zipfile.ZipFile(spool) as archive:
                yield from _members(name, archive, size, suffixes)
        except (zipfile.BadZipFile, ValueError) as error:
            raise DamagedError(f"the archive cannot be read: {error}") from error


def _members(
    name: str, archive: zipfile.ZipFile, size: int, suffixes: Collection[str]
) -> Iterator[tuple[str, BinaryIO]]:
    found = {_printable(info.filename): info for info in archive.infolist() if not info.is_dir()}
    known = {path: info for path, info in sorted(found.items()) if _is_known(path, suffixes)}
    _check_number(len(known))
    inflated = 0
    for path, info in known.items():
        member = Counted(_opening(archive, info), _limit("zip", lambda: size, inflated))
        yield f"{name}/{path}", cast(BinaryIO, member)
        inflated += member.count


def _opening(archive: zipfile.ZipFile, info: zipfile.ZipInfo) -> Callable[[int], bytes]:
    """How to read a member that is opened when it is read: it may be locked or packed unknown."""
    opened: list[zipfile.ZipExtFile] = []

    def read(size: int) -> bytes:
        if not opened:
            opened.append(cast(zipfile.ZipExtFile, archive.open(info)))
        return opened[0].read1(size)

    return read


def _limit(name: str, packed: Callable[[], int], before: int = 0) -> Callable[[int], None]:
    """Refuses too many bytes unpacked from `packed`, beside those unpacked `before`."""

    def limit(inflated: int) -> None:
        total = before + inflated
        if total > MAX_INFLATED:
            raise DamagedError(f"{name}: more than {MAX_INFLATED >> 30} GB in one file")
        if total > max(RATIO_FREE, MAX_RATIO * packed()):
            raise DamagedError(f"{name}: inflates more than {MAX_RATIO} times, as a bomb does")

    return limit


def _printable(name: str) -> str:
    """A member's name on one line, without steps out of its folder."""
    clean = re.sub(r"[\x00-\x1f\x7f]", "\ufffd", well_formed(name)).replace("\\", "/")
    return "/".join(part for part in PurePosixPath(clean).parts if part not in ("..", "/"))


def _is_known(path: str, suffixes: Collection[str]) -> bool:
    hidden = any(part.startswith((".", "__MACOSX")) for part in path.split("/"))
    return not hidden and suffix(path) in suffixes


def _gzip(packed: io.BufferedReader) -> Callable[[int], bytes]:
    # Of the stream GzipFile needs no more than `read`; its own `read` would lose what it has
    # unpacked before a damage, `read1` does not.
    return gzip.GzipFile(fileobj=packed).read1


def _streams(
    new: Callable[[], Decompressor],
) -> Callable[[io.BufferedReader], Callable[[int], bytes]]:
    """How to read one packed stream after another, as `cat a.xz b.xz` writes them."""

    def reader(packed: io.BufferedReader) -> Callable[[int], bytes]:
        decompressor = new()

        def read(size: int) -> bytes:
            nonlocal decompressor
            while True:
                rest = b""
                if decompressor.eof:
                    rest = decompressor.unused_data or packed.read1(CHUNK)
                    if not rest.strip(b"\0"):  # the end, or what `xz` fills up with
                        return b""
                    decompressor = new()
                elif decompressor.needs_input:
                    rest = packed.read1(CHUNK)
                    if not rest:
                        raise EOFError("it ends before its end mark")
                data = decompressor.decompress(rest, size)
                if data:
                    return data

        return read

    return reader


_PACKINGS: tuple[tuple[str, bytes, Callable[[io.BufferedReader], Callable[[int], bytes]]], ...] = (
    ("gzip", rb"\x1f\x8b", _gzip),
    ("bzip2", rb"BZh[1-9](?:1AY&SY|\x17rE8P\x90)", _streams(BZ2Decompressor)),
    ("xz", rb"\xfd7zXZ\0", _streams(lambda: lzma.LZMADecompressor(memlimit=MAX_MEMORY))),
    ("zstd", rb"(?:\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18)", _streams(zstd.ZstdDecompressor)),
)
