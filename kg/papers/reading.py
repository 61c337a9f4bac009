"""The two ways in: `read` gives papers with duplicates merged, `stream` every record in order."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from kg.errors import InputError
from kg.papers.document import NO_NAMES, DamagedError, Document, checked
from kg.papers.draft import Draft, draft
from kg.papers.fields import FieldMap
from kg.papers.format import Fault, Format, Record
from kg.papers.locate import ARCHIVES, InputFile, locate, suffix
from kg.papers.merge import Duplicate, merge
from kg.papers.packing import parts
from kg.papers.readers import READERS, SUFFIXES, detect, reader_named
from kg.records import Paper, Rejection

FORMATS: dict[str, str] = {reader.name: reader.description for reader in READERS}


@dataclass(frozen=True, slots=True, order=True)
class FileCount:
    """What became of one file's records: `present` = `kept` + `merged` + `rejected`.

    `merged` were duplicates of a record kept from this or another file; `no_abstract` and
    `no_title` are of those kept. `encoding` says what was read how, `remarks` what is odd and cost
    no record.
    """

    file: str
    format: str
    encoding: str
    present: int
    kept: int
    merged: int
    rejected: int
    no_abstract: int
    no_title: int
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was read: each tuple is sorted, so that the order of the inputs is no matter."""

    papers: tuple[Paper, ...]
    rejections: tuple[Rejection, ...]
    merged: tuple[Duplicate, ...]
    counts: tuple[FileCount, ...]


@dataclass(frozen=True, slots=True)
class _End:
    """What a file turned out to be, once it is read."""

    file: str
    format: str
    encoding: str
    present: int
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Told:
    """What the user says of the inputs."""

    reader: Format | None
    names: FieldMap
    encoding: str | None

    @classmethod
    def of(cls, format: str | None, names: FieldMap, encoding: str | None) -> "_Told":
        """Raises UsageError for a format or an encoding that is none."""
        reader = reader_named(format) if format else None
        return cls(reader, names, checked(encoding) if encoding else None)


def read(
    inputs: Sequence[str | Path],
    format: str | None = None,
    stdin: BinaryIO | None = None,
    names: FieldMap = NO_NAMES,
    encoding: str | None = None,
) -> Reading:
    """Read papers from files, directories (with all below them), globs and `-`, duplicates merged.

    The id of a paper is the best identifier that any of its records has, else the record's own
    id, else a hash. `format` is a name in `FORMATS`; without it the content decides. `names` says
    which fields hold what, where a file calls them by names of its own; `encoding` how files are
    encoded that have no byte-order mark, where a guess fails. Raises InputError for an input that
    is missing or holds no record, and where no paper is left, UsageError for a format or an
    encoding that is none.

    >>> from io import BytesIO
    >>> reading = read(["-"], stdin=BytesIO(b"ICML 2024 Papers\\n\\nWe prune.\\n\\nWe graft."))
    >>> [(paper.abstract, paper.venue, paper.year) for paper in reading.papers]
    [('We prune.', 'ICML', 2024), ('We graft.', 'ICML', 2024)]
    """
    told = _Told.of(format, names, encoding)
    files = _once(locate(_some(inputs), {*SUFFIXES, *ARCHIVES}))
    items = [item for file in files for item in _items(file, stdin, told)]
    drafts = [item for item in items if isinstance(item, Draft)]
    rejections = tuple(sorted(item for item in items if isinstance(item, Rejection)))
    if not drafts:
        raise InputError(_no_paper(inputs, rejections))
    papers, merged = merge(drafts)
    ends = [item for item in items if isinstance(item, _End)]
    counts = _counts(ends, papers, merged, rejections)
    return Reading(papers, rejections, merged, counts)


def stream(
    inputs: Sequence[str | Path],
    format: str | None = None,
    stdin: BinaryIO | None = None,
    names: FieldMap = NO_NAMES,
    encoding: str | None = None,
) -> Iterator[Paper | Rejection]:
    """Every record of the inputs in their order, as a paper or a rejection, without merging.

    A paper keeps the id that its record gives it, recognised identifiers tidied
    (`arxiv:1706.03762`), those beside a `text` verbatim. Memory is bounded by the record.
    Raises as `read` does; missing inputs before the first.
    """
    told = _Told.of(format, names, encoding)
    files = list(locate(_some(inputs), {*SUFFIXES, *ARCHIVES}))
    items = (item for file in files for item in _items(file, stdin, told))
    return (
        item.paper if isinstance(item, Draft) else item
        for item in items
        if not isinstance(item, _End)
    )


def records(data: bytes, format: str) -> Iterator[Record | Fault]:
    """The records of a document as it spells them, not yet judged; raises as `read` does."""
    return reader_named(format).read(Document(BytesIO(data)))


def _some(inputs: Sequence[str | Path]) -> Sequence[str | Path]:
    if not inputs:
        raise InputError("no input: name a file, a directory, a glob, or - for standard input")
    return inputs


def _once(files: Iterator[InputFile]) -> list[InputFile]:
    """The files sorted by name, each once however many inputs reach it."""
    by_name = sorted(files, key=lambda file: (file.name, not file.named))
    once: dict[Path | None, InputFile] = {}
    for file in by_name:
        once.setdefault(file.path and file.path.resolve(), file)
    return list(once.values())


def _items(
    file: InputFile, stdin: BinaryIO | None, told: _Told
) -> Iterator[Draft | Rejection | _End]:
    """The records of a file, judged, and its end; of an archive, those of each member.

    What cannot be read at all is an error where the user named it, else a rejection.
    """
    try:
        with _opened(file, stdin) as binary:
            for name, part in parts(file.name, binary, SUFFIXES):
                named = file.named and name == file.name
                yield from _records(name, part, named, told)
    except DamagedError as error:
        if file.named:
            raise InputError(f"{file.name}: {error}") from error
        yield Rejection(file.name, 0, str(error))
        yield _End(file.name, "", "", 1)


def _records(
    name: str, binary: BinaryIO, named: bool, told: _Told
) -> Iterator[Draft | Rejection | _End]:
    last, present, document, reader = 0, 0, None, told.reader
    try:
        document = Document(binary, told.names, told.encoding)
        reader = reader or detect(document.head, suffix(name), told.names)
        for record in reader.read(document):
            last, present = record.number, present + 1
            yield draft(record, name, told.names)
        if not present and document.head.strip():
            raise DamagedError(f"no record in it, read as {reader.name}")
    except DamagedError as error:
        if named and not present:
            raise
        yield Rejection(name, last + 1 if present else 0, str(error))
        present += 1
    encoding, remarks = (document.encoding, document.remarks) if document else ("", ())
    yield _End(name, reader.name if reader else "", encoding, present, remarks)


def _opened(file: InputFile, stdin: BinaryIO | None) -> AbstractContextManager[BinaryIO]:
    if file.path is None:
        return nullcontext(stdin or sys.stdin.buffer)
    try:
        return file.path.open("rb")
    except OSError as error:
        raise DamagedError(f"cannot be opened: {error.strerror}") from error


def _no_paper(inputs: Sequence[str | Path], rejections: Sequence[Rejection]) -> str:
    where = ", ".join(map(str, inputs[:3])) + (", …" if len(inputs) > 3 else "")
    if not rejections:
        return f"no paper in {where}: nothing but blanks"
    first = rejections[0]
    place = f"{first.file}, record {first.record}" if first.record else first.file
    return f"no paper in {where}: {len(rejections)} rejected, the first ({place}): {first.reason}"


def _counts(
    ends: Sequence[_End],
    papers: Sequence[Paper],
    merged: Sequence[Duplicate],
    rejections: Sequence[Rejection],
) -> tuple[FileCount, ...]:
    gone = {duplicate.source for duplicate in merged}
    kept = [(s.file, p) for p in papers for s in p.sources if s not in gone]
    tallies = {
        "kept": Counter(file for file, _ in kept),
        "merged": Counter(source.file for source in gone),
        "rejected": Counter(rejection.file for rejection in rejections),
        "no_abstract": Counter(file for file, paper in kept if not paper.abstract),
        "no_title": Counter(file for file, paper in kept if not paper.title),
    }
    return tuple(
        FileCount(
            file=end.file,
            format=end.format,
            encoding=end.encoding,
            present=end.present,
            remarks=end.remarks,
            **{name: tally[end.file] for name, tally in tallies.items()},
        )
        for end in sorted(ends, key=lambda end: end.file)
    )
