"""What changed between two builds."""

from dataclasses import dataclass

import networkx as nx

Edge = tuple[str, str, str]  # subject, object, local name of the predicate


@dataclass(frozen=True, slots=True)
class Difference:
    """Nodes and edges of two graphs, each sorted: only in the new, only in the old, in both."""

    new_nodes: tuple[str, ...]
    gone_nodes: tuple[str, ...]
    common_nodes: tuple[str, ...]
    new_edges: tuple[Edge, ...]
    gone_edges: tuple[Edge, ...]
    common_edges: tuple[Edge, ...]


def difference(old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> Difference:
    """Compare two graphs by the identity of nodes and edges; attributes are not compared.

    >>> old, new = nx.MultiDiGraph(), nx.MultiDiGraph()
    >>> _ = old.add_edge("paper", "BERT", "uses"), new.add_edge("paper", "GPT", "uses")
    >>> difference(old, new).new_edges
    (('paper', 'GPT', 'uses'),)
    """
    before, after = set(old.nodes), set(new.nodes)
    was, now = set(old.edges(keys=True)), set(new.edges(keys=True))
    return Difference(
        tuple(sorted(after - before)),
        tuple(sorted(before - after)),
        tuple(sorted(before & after)),
        tuple(sorted(now - was)),
        tuple(sorted(was - now)),
        tuple(sorted(was & now)),
    )
