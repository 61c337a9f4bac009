"""The same quads for other libraries and protocols."""

import tempfile
from collections.abc import Iterable, Iterator
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from kg.rdf.files import prefixes
from kg.rdf.lines import SortedLines, n_quads_term, n_triples, subjects
from kg.rdf.terms import term

if TYPE_CHECKING:
    from rdflib import Dataset


def to_rdflib(quads: Iterable[ox.Quad]) -> "Dataset":
    """The quads as an `rdflib.Dataset`, in memory, with the prefixes of `vocab` bound.

    For analysis of thousands of papers, not of millions: rdflib takes about 0.5 kB and 50 µs a
    triple. The facts are in its default graph.
    """
    from rdflib import Dataset

    dataset = Dataset()
    for prefix, namespace in prefixes().items():
        dataset.bind(prefix, namespace, replace=True)
    data = ox.serialize(quads, format=ox.RdfFormat.N_QUADS)
    dataset.parse(data=data, format="nquads")
    return dataset


def as_facts(rows: Iterable[tuple[object, ...]]) -> list[ox.Quad]:
    """Rows of subject, predicate and object as quads of the default graph."""
    return [ox.Quad(*row) for row in rows]  # type: ignore[arg-type]


def edges(quads: Iterable[ox.Quad], types: bool = False) -> Iterator[tuple[str, str, str]]:
    """The facts that relate two IRIs, `rdf:type` only when asked for."""
    facts, kind = ox.DefaultGraph(), term("rdf:type")
    for quad in quads:
        ends = isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.NamedNode)
        if ends and quad.graph_name == facts and (types or quad.predicate != kind):
            yield quad.subject.value, quad.predicate.value, quad.object.value  # type: ignore[union-attr]


def n_triples_by_graph(quads: Iterable[ox.Quad]) -> Iterator[tuple[str, Iterator[str]]]:
    """The IRI of each graph (empty for the default graph) with its triples, all in order.

    The triples of a graph are gone when the next graph is asked for.
    """
    with tempfile.TemporaryDirectory(prefix="kg-") as scratch:
        lines = SortedLines(quads, Path(scratch))
        for graph, inside in groupby(subjects(lines), key=lambda found: found[0]):
            name = n_quads_term(graph)[1:-1] if graph else ""
            yield (
                name,
                (
                    f"{triple} ."
                    for _, subject, properties in inside
                    for triple in n_triples(subject, properties)
                ),
            )
