"""RDF files that are the same bytes for the same quads, whatever their order."""

import heapq
import re
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby, islice
from pathlib import Path

import pyoxigraph as ox

from kg import vocab
from kg.errors import DiskError, UsageError
from kg.rdf.terms import term

FORMATS: dict[str, ox.RdfFormat] = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "nt": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdfxml": ox.RdfFormat.RDF_XML,
}

_WIDTH = 100  # characters; longer lists of objects go on below
_STRING_OR_COMMA = re.compile(r'("(?:[^"\\]|\\.)*")| , ')
_RUN = 500_000  # quads sorted in memory at a time

# What a reader looks for first comes first: "!" sorts before the "<" of an IRI.
_FIRST = ("rdf:type", "skos:prefLabel", "dcterms:title", "rdfs:label", "skos:altLabel")
_RANKS = {str(term(curie)): f"!{rank}" for rank, curie in enumerate(_FIRST)}
_RANKED = {rank: predicate for predicate, rank in _RANKS.items()}


def write_turtle(quads: Iterable[ox.Quad], path: Path, base: str = vocab.BASE) -> int:
    """Write the default graph as Turtle; see `write`."""
    return write(quads, path, "turtle", base)


def write_trig(quads: Iterable[ox.Quad], path: Path, base: str = vocab.BASE) -> int:
    """Write all graphs as TriG; see `write`."""
    return write(quads, path, "trig", base)


def write(quads: Iterable[ox.Quad], path: Path, format: str, base: str = vocab.BASE) -> int:
    """Write the quads in a format of `FORMATS`, sorted and each once; returns how many.

    Turtle, N-Triples and RDF/XML hold the default graph only. The file appears when it is
    complete. Memory stays flat: half a million quads are sorted at a time. Raises `DiskError`.
    """
    if format not in FORMATS:
        raise UsageError(f"unknown RDF format {format!r}: use one of {', '.join(FORMATS)}")
    kind = FORMATS[format]
    if not kind.supports_datasets:
        quads = (quad for quad in quads if isinstance(quad.graph_name, ox.DefaultGraph))
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".kg-") as scratch:
            count = _write(quads, Path(scratch), kind, base)
            (Path(scratch) / "done").replace(path)
    except OSError as error:
        raise DiskError(f"cannot write {path}: {error.strerror or error}") from error
    return count


def prefixes(base: str = vocab.BASE) -> dict[str, str]:
    """The prefixes of `vocab`, for things minted below `base`."""
    return {name: iri.replace(vocab.BASE, base) for name, iri in vocab.PREFIXES.items()}


def _write(quads: Iterable[ox.Quad], scratch: Path, kind: ox.RdfFormat, base: str) -> int:
    ordered, written, done = (scratch / name for name in ("ordered", "written", "done"))
    with ordered.open("w", encoding="utf-8", newline="\n") as file:
        count = sum(1 for line in _sorted_lines(quads, scratch) if file.write(line))
    parsed = ox.parse(path=ordered, format=ox.RdfFormat.N_QUADS)
    statements = parsed if kind.supports_datasets else (quad.triple for quad in parsed)
    ox.serialize(statements, written, kind, prefixes=prefixes(base))
    _finish(written, done, kind)
    return count


def _sorted_lines(quads: Iterable[ox.Quad], scratch: Path) -> Iterator[str]:
    """N-Quads lines by graph, subject and predicate, `rdf:type` first; an external merge sort."""
    keys = map(_key, quads)
    runs: list[Path] = []
    while run := sorted(set(islice(keys, _RUN))):
        runs.append(scratch / f"run{len(runs)}")
        runs[-1].write_text("".join(run), encoding="utf-8", newline="\n")
    with ExitStack() as stack:
        files = [stack.enter_context(run.open(encoding="utf-8", newline="\n")) for run in runs]
        yield from (_line(key) for key, _ in groupby(heapq.merge(*files)))


def _key(quad: ox.Quad) -> str:
    """A line that sorts as the files should; N-Triples escape tabs and line ends in literals.

    Without its closing bracket, an IRI sorts before those that go on after it.
    """
    graph = "" if isinstance(quad.graph_name, ox.DefaultGraph) else str(quad.graph_name)
    predicate = str(quad.predicate)
    subject = str(quad.subject).removesuffix(">")
    return f"{graph}\t{subject}\t{_RANKS.get(predicate, predicate)}\t{quad.object}\n"


def _line(key: str) -> str:
    graph, subject, predicate, value = key[:-1].split("\t")
    closed = f"{subject}>" if subject.startswith("<") else subject
    return f"{closed} {_RANKED.get(predicate, predicate)} {value} {graph} .\n"


def _finish(written: Path, done: Path, kind: ox.RdfFormat) -> None:
    """What the serialiser leaves to do, line by line."""
    with (
        written.open(encoding="utf-8", newline="\n") as source,
        done.open("w", encoding="utf-8", newline="\n") as target,
    ):
        if kind in (ox.RdfFormat.TURTLE, ox.RdfFormat.TRIG):
            target.writelines(map(_spaced, source))
        elif kind == ox.RdfFormat.RDF_XML:  # a bare CR would be read as LF
            target.writelines(line.replace("\r", "&#13;") for line in source)
        else:
            target.writelines(source)


def _spaced(line: str) -> str:
    """For the eye: a blank line before every outermost subject, long lists an object a line."""
    if len(line) > _WIDTH:
        indent = "\t" * (len(line) - len(line.lstrip("\t")) + 1)
        line = _STRING_OR_COMMA.sub(lambda match: match[1] or f" ,\n{indent}", line)
    return line if line.startswith(("@", "\t", "}")) else f"\n{line}"
