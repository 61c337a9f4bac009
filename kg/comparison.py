"""Two builds, or two venues of one, compared: as lists for people and as triples for machines."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from kg.graph import Difference, assemble, difference
from kg.opened import Opened
from kg.publish.changes import to_csv, to_text
from kg.rdf import change_set, facts, patch
from kg.rdf.terms import iri
from kg.slices import said_at, venue_and_year

if TYPE_CHECKING:
    import networkx as nx

Facts = Callable[[], set[Any]]  # triples, read when they are asked for


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two that are compared."""

    graph: "nx.MultiDiGraph"
    facts: Facts


@dataclass(frozen=True, slots=True)
class Comparison:
    """What is new, gone and changed."""

    old: Side
    new: Side
    base: str

    @property
    def difference(self) -> Difference:
        """Nodes and edges that came, went and changed."""
        return difference(self.old.graph, self.new.graph)

    def to_text(self) -> str:
        """Counts, then a line for every change."""
        lines = to_text(self.difference, self.old.graph, self.new.graph)
        return "".join(f"{line}\n" for line in lines)

    def to_csv(self) -> str:
        """A table of the changes."""
        return to_csv(self.difference, self.old.graph, self.new.graph)

    def to_turtle(self) -> str:
        """The facts that came and went, as change sets of the vocabulary of that name."""
        return change_set(self.old.facts(), self.new.facts(), self.base)

    def to_sparql(self) -> str:
        """The facts that came and went, as a SPARQL Update."""
        return patch(self.old.facts(), self.new.facts())


def compare(old: Opened, new: Opened) -> Comparison:
    """What a build holds that an older one did not, and the other way round."""
    return Comparison(_build(old), _build(new), new.base)


def compare_venues(opened: Opened, old: str, new: str) -> Comparison:
    """The concepts of two venues and the relations between them, counted within each.

    A venue is given by name, with a year or without: `ICML 2023`.
    """
    return Comparison(_venue(opened, old), _venue(opened, new), opened.base)


def _build(opened: Opened) -> Side:
    return Side(opened.graph(), lambda: set(opened.store.facts()))


def _venue(opened: Opened, name: str) -> Side:
    said = said_at(opened, *venue_and_year(opened, name))
    iris = {concept.iri for concept in said.concepts}
    nodes = set(map(iri, iris))
    graph = assemble(said.papers, said.concepts, said.statements, opened.base)
    return Side(
        graph.subgraph(sorted(iris)).copy(),
        lambda: {
            quad.triple
            for quad in facts((), said.concepts, said.statements, opened.base)
            if quad.subject in nodes
        },
    )
