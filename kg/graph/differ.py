"""What changed between two graphs: of two builds, or of two parts of one."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import networkx as nx

from kg.records import Evidence

Edge = tuple[str, str, str]  # subject, object, local name of the predicate
Field = tuple[str, Any, Any]  # name, the old value, the new one
Change = Literal["new", "gone", "common"]

_COMPARED: dict[str, tuple[str, ...]] = {
    "concept": ("label", "types", "papers", "aliases"),
    "paper": ("title", "year", "venue", "url", "authors"),
}


@dataclass(frozen=True, slots=True)
class ChangedNode:
    """A node of both graphs of which something else is known now."""

    iri: str
    fields: tuple[Field, ...]


@dataclass(frozen=True, slots=True)
class ChangedEdge:
    """An edge of both graphs with other sentences behind it."""

    edge: Edge
    new: tuple[Evidence, ...]
    gone: tuple[Evidence, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """Nodes and edges of two graphs, each sorted: only in the new, only in the old, in both.

    `changed_nodes` and `changed_edges` are among those in both.
    """

    new_nodes: tuple[str, ...]
    gone_nodes: tuple[str, ...]
    common_nodes: tuple[str, ...]
    changed_nodes: tuple[ChangedNode, ...]
    new_edges: tuple[Edge, ...]
    gone_edges: tuple[Edge, ...]
    common_edges: tuple[Edge, ...]
    changed_edges: tuple[ChangedEdge, ...]


def difference(old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> Difference:
    """Compare two graphs: nodes and edges by their identity, then what is known of each.

    A concept has changed with its label, types, number of papers or aliases, a paper with its
    title, year, venue, address or authors, and an edge with the sentences behind it; scores are
    not compared.

    >>> old, new = nx.MultiDiGraph(), nx.MultiDiGraph()
    >>> _ = old.add_edge("paper", "BERT", "uses"), new.add_edge("paper", "GPT", "uses")
    >>> difference(old, new).new_edges
    (('paper', 'GPT', 'uses'),)
    """
    before, after = set(old.nodes), set(new.nodes)
    was, now = set(old.edges(keys=True)), set(new.edges(keys=True))
    both, kept = sorted(before & after), sorted(was & now)
    nodes = (ChangedNode(node, _fields(old.nodes[node], new.nodes[node])) for node in both)
    edges = (_compared(edge, old.edges[edge], new.edges[edge]) for edge in kept)
    return Difference(
        tuple(sorted(after - before)),
        tuple(sorted(before - after)),
        tuple(both),
        tuple(node for node in nodes if node.fields),
        tuple(sorted(now - was)),
        tuple(sorted(was - now)),
        tuple(kept),
        tuple(edge for edge in edges if edge.new or edge.gone),
    )


def overlay(old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """Both graphs in one, whose nodes and edges say with `change` where they are: in the `new`, in
    the old and so `gone`, or in both and `common`; what is known of those is what the new says.
    """
    result = nx.MultiDiGraph()
    for node in sorted({*old, *new}):
        known = new.nodes[node] if node in new else old.nodes[node]
        result.add_node(node, **{**known, "change": _change(node in old, node in new)})
    for edge in sorted({*old.edges(keys=True), *new.edges(keys=True)}):
        was, now = old.has_edge(*edge), new.has_edge(*edge)
        known = new.edges[edge] if now else old.edges[edge]
        result.add_edge(*edge, **{**known, "change": _change(was, now)})
    return result


def _change(was: bool, now: bool) -> Change:
    return "common" if was and now else "new" if now else "gone"


def _fields(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Field, ...]:
    names = _COMPARED.get(new.get("kind", ""), ())
    return tuple((n, old.get(n), new.get(n)) for n in names if old.get(n) != new.get(n))


def _compared(edge: Edge, old: Mapping[str, Any], new: Mapping[str, Any]) -> ChangedEdge:
    was, now = (_sentences(known.get("evidence", ())) for known in (old, new))
    return ChangedEdge(
        edge,
        tuple(now[key] for key in sorted(now.keys() - was.keys())),
        tuple(was[key] for key in sorted(was.keys() - now.keys())),
    )


def _sentences(evidence: Iterable[Evidence]) -> dict[tuple[str, int, int, str], Evidence]:
    return {(each.paper, each.start, each.end, each.quote): each for each in evidence}
