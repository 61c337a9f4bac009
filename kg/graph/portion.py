"""A portion of a graph, chosen by triples."""

from collections.abc import Iterable
from typing import Any

import networkx as nx

from kg import vocab

Triple = tuple[str, str, str]  # IRIs of subject, predicate and object


def portion(
    whole: nx.MultiDiGraph, triples: Iterable[Triple], new: bool = False
) -> nx.MultiDiGraph:
    """The graph of the triples, with what `whole` knows of their nodes and edges.

    Without `new`, triples that are no edges of `whole` give their nodes alone, where `whole` has
    them. With it every triple is an edge, and an unknown node is labelled by the end of its IRI.
    """
    graph = nx.MultiDiGraph()
    for subject, predicate, target in triples:
        key = vocab.local_name(predicate)
        for node in (subject, target):
            if node in whole or new:
                graph.add_node(node, **_known(whole, node))
        if whole.has_edge(subject, target, key):
            graph.add_edge(subject, target, key, **whole.edges[subject, target, key])
        elif new:
            graph.add_edge(subject, target, key, predicate=key)
    return graph


def _known(whole: nx.MultiDiGraph, node: str) -> dict[str, Any]:
    if node in whole:
        return dict(whole.nodes[node])
    return {"label": vocab.local_name(node) or node, "kind": "other", "type": "other"}
