"""Extractions as lines of a file, with all that a build needs, and back: so that each is made once."""

import gzip
import json
import zlib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO, TypeVar, cast, get_args

from kg import vocab
from kg.errors import InputError
from kg.extract.result import to_json
from kg.records import (
    RELATION_TYPES,
    ROLES,
    Availability,
    AvailabilityKind,
    Entity,
    Extraction,
    Mention,
    Paper,
    Relation,
    Repository,
    RepositoryKind,
)

T = TypeVar("T")

_LONGEST = 1 << 24  # bytes of a line; 20,000 characters have at most some hundred concepts
_GZIP = b"\x1f\x8b"
_DIGITS = 16  # of the digest of a text


@dataclass(slots=True)
class Stored:
    """The extractions that some files hold for some papers, and what became of the others."""

    found: dict[str, Extraction] = field(default_factory=dict)  # by the paper's id
    other_text: int = 0  # of a paper whose text is now another
    no_paper: int = 0
    broken: list[str] = field(default_factory=list)  # where, and why


def to_record(found: Extraction, by: str) -> dict[str, Any]:
    """The contract of `kg extract` with what `read_stored` needs beyond it.

    `by` names the model and options that made it, `text` is a digest of the paper's text; lists of
    spans and scores run beside the lists that they are of.
    """
    record = to_json(found)
    for concept, entity in zip(record["concepts"], found.entities, strict=True):
        concept["mention_scores"] = [m.score for m in entity.mentions]
    return record | {
        "relation_spans": [[r.start, r.end] for r in found.relations],
        "repository_spans": [[r.start, r.end, r.kind] for r in found.repositories],
        "availability_span": [a.start, a.end] if (a := found.availability) else None,
        "sentences": found.sentences,
        "text": digest(found.paper),
        "by": by,
    }


def digest(paper: Paper) -> str:
    """What tells one text from another."""
    return vocab.digest(paper.text, length=_DIGITS)


def read_stored(files: Iterable[Path], papers: Sequence[Paper], by: str) -> Stored:
    """The extractions of these papers, whose text must be the same as it was when they were made.

    Files are JSON lines, also in gzip, and read line by line. Raises InputError for a file that
    cannot be read, an extraction that was not made `by` what the others will be, and two that differ
    for one text.
    """
    stored = Stored()
    wanted: defaultdict[str, list[Paper]] = defaultdict(list)
    for paper in papers:
        wanted[digest(paper)].append(paper)
    known = {paper.id for paper in papers}
    for place, line in _lines(files):
        try:
            record = json.loads(line)
            maker, text, name = record["by"], record["text"], record["id"]
            found = [read_record(record, paper) for paper in wanted.get(text, ())]
        except (ValueError, KeyError, TypeError, IndexError, RecursionError) as error:
            stored.broken.append(f"{place}: {_reason(error)}")
            continue
        if maker != by:
            raise InputError(f"{place} was made by {maker!r}, not {by!r}: extract it again")
        for extraction in found:
            if stored.found.setdefault(extraction.paper.id, extraction) != extraction:
                raise InputError(f"{place} differs from another extraction of {name!r}: keep one")
        if not found and name in known:
            stored.other_text += 1
        elif not found:
            stored.no_paper += 1
    return stored


def read_record(record: dict[str, Any], paper: Paper) -> Extraction:
    """What `to_record` wrote; ValueError, KeyError, TypeError or IndexError when it is broken."""
    size = len(paper.text)
    entities = tuple(_entity(concept, size) for concept in record["concepts"])
    relations = zip(
        record["relations"], record["relation_scores"], record["relation_spans"], strict=True
    )
    repositories = zip(record["repositories"], record["repository_spans"], strict=True)
    return Extraction(
        paper,
        entities,
        tuple(_relation(*parts, len(entities), size) for parts in relations),
        tuple(
            Repository(_text(url), _one_of(get_args(RepositoryKind), kind), *_span((a, b), size))
            for url, (a, b, kind) in repositories
        ),
        tuple(_span(span, size) for span in record["sentences"]),
        _availability(record, size),
    )


def _entity(concept: dict[str, Any], size: int) -> Entity:
    kind = _one_of(tuple(ROLES), concept["type"])
    mentions = zip(concept["mentions"], concept["mention_scores"], strict=True)
    return Entity(
        kind,
        _one_of(ROLES[kind], concept["role"]),
        _text(concept["name"]),
        tuple(Mention(*_span(span, size), _score(score)) for span, score in mentions),
        _score(concept["score"]),
    )


def _relation(triple: Any, score: Any, span: Any, entities: int, size: int) -> Relation:
    subject, predicate, object_ = triple
    for place in (subject, object_):
        if type(place) is not int or not 0 <= place < entities:
            raise ValueError(f"{place!r} is the number of no concept")
    kind = _one_of(RELATION_TYPES, predicate)
    return Relation(subject, kind, object_, _score(score), *_span(span, size))


def _availability(record: dict[str, Any], size: int) -> Availability | None:
    if record["availability"] is None:
        return None
    kind = _one_of(get_args(AvailabilityKind), record["availability"])
    return Availability(kind, *_span(record["availability_span"], size))


def _span(pair: Any, size: int) -> tuple[int, int]:
    start, end = pair
    if type(start) is not int or type(end) is not int or not 0 <= start <= end <= size:
        raise ValueError(f"{[start, end]} are no offsets into a text of {size} characters")
    return start, end


def _score(value: Any) -> float:
    if type(value) not in (int, float) or not 0 <= value <= 1:
        raise ValueError(f"{value!r} is no score from 0 to 1")
    return float(value)


def _text(value: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError(f"{value!r} is no name")
    return value


def _one_of(known: tuple[T, ...], value: Any) -> T:
    if value not in known:
        raise ValueError(f"{value!r} is not one of {', '.join(map(str, known))}")
    return cast(T, value)


def _lines(files: Iterable[Path]) -> Iterator[tuple[str, bytes]]:
    """Each line with its place; of one that is too long, pieces, which are no JSON."""
    for path in files:
        try:
            with path.open("rb") as plain, _unpacked(plain) as file:
                pieces = iter(lambda file=file: file.readline(_LONGEST), b"")  # type: ignore[misc]
                for number, line in enumerate(pieces, 1):
                    if line.strip():
                        yield f"{path}, line {number}", line
        except (OSError, EOFError, zlib.error) as error:
            raise InputError(f"cannot read {path}: {error}") from error


def _unpacked(file: BinaryIO) -> BinaryIO:
    packed = file.read(2) == _GZIP
    file.seek(0)
    return cast(BinaryIO, gzip.GzipFile(fileobj=file)) if packed else file


def _reason(error: Exception) -> str:
    if isinstance(error, KeyError):
        return f"it has no {error}, which `kg extract` writes"
    return str(error).partition("\n")[0] or type(error).__name__
