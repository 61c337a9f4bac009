"""The same facts in the terms of other graphs, by the table `mapping.sssom.tsv`."""

import csv
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from pyoxigraph import DefaultGraph, NamedNode, Quad

from kg import vocab
from kg.rdf.terms import describe, integer, term

TABLE = Path(__file__).parents[1] / "data" / "mapping.sssom.tsv"
TARGETS = ("lpwc", "cskg")

_TYPE = term("rdf:type")
_DERIVED = term("prov:wasDerivedFrom")
_EDGE = (term("rdf:subject"), term("rdf:predicate"), term("rdf:object"))
_CSKG = "https://w3id.org/cskg/ontology#"

Edge = tuple[NamedNode, NamedNode, NamedNode]


@dataclass(frozen=True, slots=True)
class Mapping:
    """A row of the table: a term of ours, and the one of the target that stands for it."""

    ours: NamedNode
    theirs: NamedNode
    inverse: bool  # theirs goes from our object to our subject
    target: str  # of TARGETS


def load_mappings(target: str) -> list[Mapping]:
    """The rows of the table for one target, in its order."""
    lines = TABLE.read_text(encoding="utf-8").splitlines()
    prefixes = dict(
        line.removeprefix("#  ").split(": ", 1) for line in lines if line.startswith("#  ")
    )

    def expanded(curie: str) -> NamedNode:
        prefix, _, local = curie.partition(":")
        return NamedNode(prefixes[prefix] + local)

    rows = csv.DictReader((line for line in lines if not line.startswith("#")), delimiter="\t")
    return [
        Mapping(
            expanded(row["subject_id"]),
            expanded(row["object_id"]),
            row["predicate_id"] == "owl:inverseOf",
            row["object_source"],
        )
        for row in rows
        if row["object_source"] == target
    ]


def translate(quads: Iterable[Quad], target: str, base: str = vocab.BASE) -> Iterator[Quad]:
    """The facts that the target has terms for; all else is left out.

    For `cskg` every relation between concepts comes with its `Statement` too: its support and the
    papers that state it, as the named graphs of the papers say.
    """
    table = {mapping.ours: mapping for mapping in load_mappings(target)}
    sources = _Sources()
    facts = DefaultGraph()
    for quad in quads:
        if quad.graph_name != facts:
            sources.read(quad)
        elif (found := _translated(quad, table)) is not None:
            yield found
    if target == "cskg":
        for edge, papers in sources.papers().items():
            if edge[1] in table:
                yield from _statement(edge, table[edge[1]].theirs, papers, base)


def translate_back(quads: Iterable[Quad], target: str) -> Iterator[Quad]:
    """What `translate` made, in our terms again; the first of several rows that fit counts."""
    table: dict[NamedNode, Mapping] = {}
    for row in load_mappings(target):
        back = Mapping(row.theirs, row.ours, row.inverse, target)
        table.setdefault(row.theirs, back)
    for quad in quads:
        if (found := _translated(quad, table)) is not None:
            yield found


def _translated(quad: Quad, table: dict[NamedNode, Mapping]) -> Quad | None:
    if quad.predicate == _TYPE:
        known = table.get(quad.object) if isinstance(quad.object, NamedNode) else None
        return Quad(quad.subject, _TYPE, known.theirs) if known else None
    mapping = table.get(quad.predicate)
    if mapping is None:
        return None
    if mapping.inverse and isinstance(quad.object, NamedNode):
        return Quad(quad.object, mapping.theirs, quad.subject)
    return Quad(quad.subject, mapping.theirs, quad.object)


class _Sources:
    """Which papers state an edge, gathered from their graphs."""

    def __init__(self) -> None:
        self._papers: dict[object, object] = {}  # graph -> its paper
        self._graphs: dict[object, object] = {}  # statement -> its graph
        self._ends: defaultdict[object, dict[object, NamedNode]] = defaultdict(dict)

    def read(self, quad: Quad) -> None:
        """Take in a quad of a named graph."""
        if quad.predicate in _EDGE and isinstance(quad.object, NamedNode):
            self._ends[quad.subject][quad.predicate] = quad.object
            self._graphs[quad.subject] = quad.graph_name
        elif quad.predicate == _DERIVED and quad.subject == quad.graph_name:
            self._papers[quad.graph_name] = quad.object

    def papers(self) -> dict[Edge, list[NamedNode]]:
        """The papers of each edge, sorted."""
        found: defaultdict[Edge, set[NamedNode]] = defaultdict(set)
        for statement, ends in self._ends.items():
            paper = self._papers.get(self._graphs[statement])
            if isinstance(paper, NamedNode) and len(ends) == len(_EDGE):
                subject, predicate, value = (ends[part] for part in _EDGE)
                found[subject, predicate, value].add(paper)
        return {edge: sorted(papers, key=str) for edge, papers in found.items()}


def _statement(
    edge: Edge, predicate: NamedNode, papers: list[NamedNode], base: str
) -> Iterator[Quad]:
    parts = (edge[0], predicate, edge[2])
    name = vocab.digest(*(part.value for part in parts))
    triples = describe(
        NamedNode(f"{base}statement/{name}"),
        {
            "rdf:type": [NamedNode(f"{_CSKG}Statement")],
            "rdf:subject": [edge[0]],
            "rdf:predicate": [predicate],
            "rdf:object": [edge[2]],
            "prov:wasDerivedFrom": papers,
        },
    )
    for triple in triples:
        yield Quad(*triple)
        if triple.predicate == _TYPE:
            support = NamedNode(f"{_CSKG}hasSupport")
            yield Quad(triple.subject, support, integer(len(papers)))
