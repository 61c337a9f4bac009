"""What matters in a graph: importance, communities, neighbourhoods, the backbone for a picture."""

from collections.abc import Iterable
from dataclasses import dataclass

import networkx as nx

from kg.errors import UsageError

_DIGITS = 9  # of PageRank: beyond them lies the noise of floating point
_LINKS_PER_NODE = 3  # of the backbone, on average: more make a picture unreadable


@dataclass(frozen=True, slots=True)
class Measures:
    """Figures of one node, in plain Python numbers."""

    degree: int  # edges in and out
    importance: float  # PageRank on the undirected graph, rounded to nine digits
    community: int  # number of its community; 0 is the largest


def measures(graph: nx.MultiDiGraph) -> dict[str, Measures]:
    """Degree, importance and community of every node, in sorted order; equal for equal graphs."""
    simple = _weighted(graph)
    importance = nx.pagerank(simple, weight="weight")
    communities = _communities(simple)
    return {
        node: Measures(
            int(graph.degree(node)), round(float(importance[node]), _DIGITS), communities[node]
        )
        for node in simple
    }


def neighbourhood(graph: nx.MultiDiGraph, iri: str, hops: int = 1) -> nx.MultiDiGraph:
    """The subgraph of the nodes within so many edges of a node, whatever their direction.

    Raises:
        UsageError: the graph has no such node.
    """
    if iri not in graph:
        raise UsageError(f"no node {iri!r} in the graph: give the IRI of a paper or concept")
    near = nx.ego_graph(graph.to_undirected(as_view=True), iri, radius=hops)
    return graph.subgraph(sorted(near)).copy()


def backbone(graph: nx.MultiDiGraph, top: int) -> nx.MultiDiGraph:
    """The most important concepts with their strongest links, for a picture of the whole.

    Keeps the edges between concepts with most support, three to a concept on average.
    """
    concepts = _concepts(graph)
    importance = nx.pagerank(_weighted(graph), weight="weight")
    chosen = sorted(concepts, key=lambda node: (-round(importance[node], _DIGITS), node))[:top]
    kept = graph.subgraph(chosen)
    strongest = sorted(
        kept.edges(keys=True, data=True),
        key=lambda edge: (-edge[3]["support"], -edge[3]["score"], edge[:3]),
    )[: _LINKS_PER_NODE * len(chosen)]
    result = nx.MultiDiGraph()
    result.add_nodes_from((node, graph.nodes[node]) for node in sorted(chosen))
    result.add_edges_from(sorted(strongest, key=lambda edge: edge[:3]))
    return result


def _concepts(graph: nx.MultiDiGraph) -> list[str]:
    return [node for node, kind in graph.nodes(data="kind") if kind == "concept"]


def _weighted(graph: nx.MultiDiGraph) -> nx.Graph:
    """The sorted undirected graph without parallel edges; `weight` is the sum of their support."""
    simple = nx.Graph()
    simple.add_nodes_from(sorted(graph.nodes))
    for subject, object_, support in sorted(graph.edges(data="support", default=1)):
        weight = simple.get_edge_data(subject, object_, {"weight": 0})["weight"]
        simple.add_edge(subject, object_, weight=weight + support)
    return simple


def _communities(simple: nx.Graph) -> dict[str, int]:
    found: Iterable[set[str]] = nx.community.louvain_communities(simple, weight="weight", seed=0)
    ordered = sorted((sorted(members) for members in found), key=lambda m: (-len(m), m[0]))
    return {node: number for number, members in enumerate(ordered) for node in members}
