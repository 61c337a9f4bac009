"""Inputs as the user names them -> the files to read: directories, globs, standard input."""

import glob
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from kg.errors import InputError
from kg.papers.values import well_formed

STDIN = "-"
PACKED = (".gz", ".bz2", ".xz", ".zst")
ARCHIVES = (".zip", ".tar", ".tgz")


@dataclass(frozen=True, slots=True)
class InputFile:
    """A file to read: `path` is None for standard input.

    `named` tells a file the user asked for from one that was found in a directory, where
    something else may lie about.
    """

    name: str
    path: Path | None
    named: bool = True


def locate(inputs: Iterable[str | Path], suffixes: Collection[str]) -> Iterator[InputFile]:
    """The files behind the inputs, in the order given; those of a directory sorted.

    Raises InputError for what does not exist and for a directory without a file of `suffixes`.
    """
    for item in inputs:
        if str(item) == STDIN:
            yield InputFile(STDIN, None)
        else:
            yield from _behind(str(item), suffixes)


def suffix(name: str) -> str:
    """The suffix that tells the format, in lower case.

    >>> suffix("list.JSONL.gz")
    '.jsonl'
    """
    path = Path(name.lower())
    return Path(path.stem).suffix if path.suffix in PACKED else path.suffix


def _behind(item: str, suffixes: Collection[str]) -> Iterator[InputFile]:
    path = Path(item)
    try:
        if item and path.is_dir():
            return _inside(path, suffixes)
        if item and path.exists():
            return iter((_input_file(path),))
    except OSError as error:
        raise InputError(f"{item[:200]}: {error.strerror}") from error
    return _matching(item, suffixes)


def _inside(folder: Path, suffixes: Collection[str]) -> Iterator[InputFile]:
    files = [
        path
        for path in sorted(folder.rglob("*"), key=lambda path: path.as_posix())
        if suffix(path.name) in suffixes and path.is_file() and not _hidden(path, folder)
    ]
    if not files:
        known = " ".join(sorted(suffixes))
        raise InputError(f"{folder.as_posix()}: no file of a known kind in it ({known})")
    return (_input_file(path, named=False) for path in files)


def _matching(pattern: str, suffixes: Collection[str]) -> Iterator[InputFile]:
    # Not Path.glob: the pattern may be absolute, and start in any folder.
    is_glob = glob.has_magic(pattern) and "\0" not in pattern
    found = glob.glob(pattern, recursive=True) if is_glob else []  # noqa: PTH207
    if not found:
        raise InputError(f"{_printable(pattern[:200])}: no such file or directory")
    for name in sorted(found):
        if Path(name).is_dir():
            yield from _inside(Path(name), suffixes)
        else:
            yield _input_file(Path(name))


def _hidden(path: Path, folder: Path) -> bool:
    return any(part.startswith(".") for part in path.relative_to(folder).parts)


def _input_file(path: Path, named: bool = True) -> InputFile:
    return InputFile(_printable(path.as_posix()), path, named)


def _printable(name: str) -> str:
    """The name in Unicode, whatever bytes the file system holds."""
    return well_formed(name)
