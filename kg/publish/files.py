"""Writing a file whole or not at all."""

import contextlib
import re
from collections.abc import Iterable
from pathlib import Path

from kg.errors import DiskError

_SURROGATE = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """The text without what UTF-8 cannot hold: a lone surrogate becomes U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8; see `writable` and `write_pieces`."""
    write_pieces(path, [text])


def write_bytes(path: Path, content: bytes) -> None:
    """Write bytes; see `write_pieces`."""
    _write(path, [content])


def write_pieces(path: Path, texts: Iterable[str]) -> None:
    """Write UTF-8 as it comes, under a temporary name, then rename.

    Raises `DiskError` when the disk refuses; the file that was there before is then untouched.
    """
    _write(path, (writable(text).encode("utf-8") for text in texts))


def _write(path: Path, pieces: Iterable[bytes]) -> None:
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        with temporary.open("wb") as file:
            file.writelines(pieces)
        temporary.replace(path)
    except BaseException as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        if not isinstance(error, OSError):
            raise
        raise DiskError(
            f"cannot write {path}: {error.strerror}; free some space or choose another folder"
        ) from error
