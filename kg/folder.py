"""An output folder that is replaced whole or not at all.

Everything is written into `.NAME.building` beside it, which a lock keeps to one process, and takes
the place of the old folder in one step. A build killed at any moment leaves the old folder; the
next one clears what it left.
"""

import ctypes
import errno
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kg.errors import DiskError, LockedError, UsageError

MARK = "build.json"  # what tells a folder of ours from someone's documents
_EXCHANGE = 2  # RENAME_EXCHANGE of renameat2(2)
_AT_FDCWD = -100


@contextmanager
def replacing(target: Path) -> Iterator[Path]:
    """A new empty folder that becomes `target` when the block ends without an error.

    Raises UsageError when `target` holds something that is no build, LockedError when another
    process is at it, DiskError when there is no room.
    """
    target = target.absolute()
    _refuse_strangers(target)
    building = target.parent / f".{target.name}.building"
    try:
        building.mkdir(parents=True, exist_ok=True)
        with _locked(building):
            _clear(building)
            try:
                yield building
                _swap(building, target)
            except BaseException:
                shutil.rmtree(building, ignore_errors=True)
                raise
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EPERM):
            raise DiskError(
                f"cannot write {target}: {error.strerror}; free space or use -o"
            ) from error
        raise


def recover(target: Path) -> None:
    """Put the old folder back if a swap was cut between its two steps (not on Linux)."""
    old = _old(target.absolute())
    if old.exists() and not target.exists():
        old.rename(target)


def _refuse_strangers(target: Path) -> None:
    recover(target)
    if target.is_dir() and any(target.iterdir()) and not (target / MARK).is_file():
        raise UsageError(f"{target} holds files that kg did not write; name a new folder with -o")
    if target.exists() and not target.is_dir():
        raise UsageError(f"{target} is a file; name a folder with -o")


@contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Hold the folder against other processes; the lock dies with the process."""
    if sys.platform == "win32":
        yield
        return
    import fcntl

    handle = os.open(folder, os.O_RDONLY)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield
    except BlockingIOError as error:
        raise LockedError(f"another build is writing {folder.name}; wait for it to end") from error
    finally:
        os.close(handle)


def _clear(folder: Path) -> None:
    for entry in folder.iterdir():
        if entry.is_dir() and not entry.is_symlink():
            shutil.rmtree(entry)
        else:
            entry.unlink()


def _swap(new: Path, target: Path) -> None:
    if not target.exists():
        new.rename(target)
    elif _exchange(new, target):
        shutil.rmtree(new)
    else:
        old = _old(target)
        shutil.rmtree(old, ignore_errors=True)
        target.rename(old)
        new.rename(target)
        shutil.rmtree(old)


def _exchange(a: Path, b: Path) -> bool:
    """Exchange two folders in one step, where the system can."""
    with suppress(OSError, AttributeError):
        call = ctypes.CDLL(None, use_errno=True).renameat2
        return bool(call(_AT_FDCWD, os.fsencode(a), _AT_FDCWD, os.fsencode(b), _EXCHANGE) == 0)
    return False


def _old(target: Path) -> Path:
    return target.parent / f".{target.name}.old"
