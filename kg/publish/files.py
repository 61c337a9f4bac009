"""Writing a file whole or not at all."""

import contextlib
import re
from pathlib import Path

from kg.errors import DiskError

_SURROGATE = re.compile("[\ud800-\udfff]")


def writable(text: str) -> str:
    """The text without what UTF-8 cannot hold: a lone surrogate becomes U+FFFD."""
    return _SURROGATE.sub("\ufffd", text)


def write_text(path: Path, text: str) -> None:
    """Write UTF-8; see `writable` and `write_bytes`."""
    write_bytes(path, writable(text).encode("utf-8"))


def write_bytes(path: Path, content: bytes) -> None:
    """Write under a temporary name, then rename.

    Raises `DiskError` when the disk refuses; the file that was there before is then untouched.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        temporary.write_bytes(content)
        temporary.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise DiskError(
            f"cannot write {path}: {error.strerror}; free some space or choose another folder"
        ) from error
