"""RDF files that are the same bytes for the same quads, whatever their order."""

import tempfile
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pyoxigraph as ox

from kg import vocab
from kg.errors import DiskError, UsageError
from kg.rdf.jsonld import json_ld
from kg.rdf.lines import SortedLines, n_quads_term, n_triples, subjects
from kg.rdf.turtle import turtle

FORMATS: dict[str, ox.RdfFormat] = {
    "turtle": ox.RdfFormat.TURTLE,
    "trig": ox.RdfFormat.TRIG,
    "nt": ox.RdfFormat.N_TRIPLES,
    "nq": ox.RdfFormat.N_QUADS,
    "jsonld": ox.RdfFormat.JSON_LD,
    "rdfxml": ox.RdfFormat.RDF_XML,
}


def write_turtle(quads: Iterable[ox.Quad], path: Path, base: str = vocab.BASE) -> int:
    """Write the default graph as Turtle; see `write`."""
    return write(quads, path, "turtle", base)


def write_trig(quads: Iterable[ox.Quad], path: Path, base: str = vocab.BASE) -> int:
    """Write all graphs as TriG; see `write`."""
    return write(quads, path, "trig", base)


def write(quads: Iterable[ox.Quad], path: Path, format: str, base: str = vocab.BASE) -> int:
    """Write the quads in a format of `FORMATS`, sorted and each once; returns how many.

    Turtle, N-Triples and RDF/XML hold the default graph only. The file appears when it is
    complete. Memory stays flat: some 200,000 quads are sorted at a time. Raises `DiskError`.
    """
    if format not in FORMATS:
        raise UsageError(f"unknown RDF format {format!r}: use one of {', '.join(FORMATS)}")
    try:
        with tempfile.TemporaryDirectory(dir=path.parent, prefix=".kg-") as folder:
            scratch = Path(folder)
            lines = SortedLines(quads, scratch, FORMATS[format].supports_datasets)
            with (scratch / "done").open("w", encoding="utf-8", newline="\n") as file:
                file.writelines(_TEXTS[format](lines, prefixes(base), scratch))
            (scratch / "done").replace(path)
    except OSError as error:
        raise DiskError(f"cannot write {path}: {error.strerror or error}") from error
    return lines.count


def prefixes(base: str = vocab.BASE) -> dict[str, str]:
    """The prefixes of `vocab`, for things minted below `base`."""
    return {name: iri.replace(vocab.BASE, base) for name, iri in vocab.PREFIXES.items()}


def _n_quads(lines: Iterable[bytes], _prefixes: dict[str, str], _scratch: Path) -> Iterator[str]:
    for graph, subject, properties in subjects(lines):
        end = f" {n_quads_term(graph)} .\n" if graph else " .\n"
        yield from (f"{triple}{end}" for triple in n_triples(subject, properties))


def _rdf_xml(lines: Iterable[bytes], prefixes: dict[str, str], scratch: Path) -> Iterator[str]:
    """Through the engine's own writer; it leaves a bare CR, which would be read as LF."""
    ordered, written = scratch / "ordered", scratch / "written"
    with ordered.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_n_quads(lines, prefixes, scratch))
    triples = ox.parse(path=ordered, format=ox.RdfFormat.N_TRIPLES)
    ox.serialize(triples, written, ox.RdfFormat.RDF_XML, prefixes=prefixes)
    with written.open(encoding="utf-8", newline="\n") as text:
        yield from (line.replace("\r", "&#13;") for line in text)


def _turtle(lines: Iterable[bytes], prefixes: dict[str, str], _scratch: Path) -> Iterator[str]:
    return turtle(lines, prefixes)


def _json_ld(lines: Iterable[bytes], prefixes: dict[str, str], _scratch: Path) -> Iterator[str]:
    return json_ld(lines, prefixes)


_TEXTS: dict[str, Callable[[Iterable[bytes], dict[str, str], Path], Iterator[str]]] = {
    "turtle": _turtle,
    "trig": _turtle,
    "nt": _n_quads,
    "nq": _n_quads,
    "jsonld": _json_ld,
    "rdfxml": _rdf_xml,
}
