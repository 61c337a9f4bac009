"""Where the nodes of the page stand: communities apart, members together, nothing overlapping."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import cos, sin, sqrt

import networkx as nx
import numpy as np
import numpy.typing as npt

Points = npt.NDArray[np.float64]
Point = tuple[int, int]

_SEED = 7
_STRETCH = 1.3  # screens and words are wider than high
_GAP = 20.0  # pixels between the rims of two nodes, in a picture of many
_FEW = 40  # nodes that have room for all their names, and need no communities
_MOAT = 44.0  # pixels between two communities


@dataclass(frozen=True, slots=True)
class Layout:
    """Positions in whole pixels, and the communities, the largest first."""

    positions: dict[str, Point]
    communities: tuple[tuple[str, ...], ...]


def lay_out(
    nodes: Sequence[str], weights: Mapping[tuple[str, str], float], radii: Mapping[str, float]
) -> Layout:
    """Place nodes, given in order of importance, by their weighted links and their radii.

    The same input gives the same positions: the nodes are numbered before any random draw, so
    that neither hash seed nor insertion order matters.
    """
    if not nodes:
        return Layout({}, ())
    graph = _numbered(nodes, weights)
    gap = _GAP * max(1.0, sqrt(4 * _FEW / len(nodes)))
    size = np.array([radii[node] for node in nodes]) + gap / 2
    members = _communities(graph)
    shapes = [_arrange(graph, group, size[group]) for group in members]
    reach = [_reach(shape, size[group]) for shape, group in zip(shapes, members, strict=True)]
    centres = _arrange_groups(graph, members, np.array(reach) + _MOAT / 2)
    positions = {
        nodes[number]: (round(float(x * _STRETCH)), round(float(y)))
        for group, shape, centre in zip(members, shapes, centres, strict=True)
        for number, (x, y) in zip(group, shape + centre, strict=True)
    }
    return Layout(positions, tuple(tuple(nodes[number] for number in group) for group in members))


def ring(centre: Point, index: int, radius: float = 60.0) -> Point:
    """The place of the index-th thing around a centre: a sunflower, which never overlaps itself.

    >>> ring((0, 0), 0)
    (78, 0)
    """
    angle = index * 2.399963  # the golden angle
    distance = radius + 14.0 * sqrt(index)
    return (
        round(centre[0] + _STRETCH * distance * cos(angle)),
        round(centre[1] + distance * sin(angle)),
    )


def _numbered(nodes: Sequence[str], weights: Mapping[tuple[str, str], float]) -> nx.Graph:
    number = {node: index for index, node in enumerate(nodes)}
    graph = nx.Graph()
    graph.add_nodes_from(range(len(nodes)))
    for (a, b), weight in sorted(weights.items()):
        graph.add_edge(number[a], number[b], weight=weight)
    return graph


def _communities(graph: nx.Graph) -> list[list[int]]:
    if len(graph) < _FEW:
        found = nx.connected_components(graph)
    else:
        found = nx.community.louvain_communities(graph, weight="weight", seed=_SEED)
    return sorted((sorted(group) for group in found), key=lambda group: (-len(group), group))


def _arrange(graph: nx.Graph, group: list[int], size: Points) -> Points:
    """The members of one community around (0, 0)."""
    if len(group) == 1:
        return np.zeros((1, 2))
    inside = graph.subgraph(group)
    apart = 1.6 / sqrt(len(group))
    found = nx.spring_layout(inside, seed=_SEED, iterations=120, k=apart)
    places = np.array([found[number] for number in group]) * np.sqrt((size**2).sum())
    return _separate(places, size)


def _arrange_groups(graph: nx.Graph, members: list[list[int]], reach: Points) -> Points:
    """The centres of the communities: linked ones near, all of them close-packed."""
    home = {number: index for index, group in enumerate(members) for number in group}
    quotient = nx.Graph()
    quotient.add_nodes_from(range(len(members)))
    for a, b, weight in graph.edges(data="weight"):
        if home[a] != home[b]:
            known = quotient.get_edge_data(home[a], home[b], {"weight": 0.0})["weight"]
            quotient.add_edge(home[a], home[b], weight=known + weight)
    if len(members) == 1:
        return np.zeros((1, 2))
    found = nx.spring_layout(quotient, seed=_SEED, iterations=200)
    places = np.array([found[index] for index in range(len(members))])
    return _separate(places * np.sqrt((reach**2).sum()), reach, pull=0.03)


def _reach(places: Points, size: Points) -> float:
    return float((np.hypot(places[:, 0], places[:, 1]) + size).max())


def _separate(places: Points, size: Points, pull: float = 0.0, rounds: int = 300) -> Points:
    """Push overlapping discs apart, a little at a time; a `pull` first gathers them in the middle."""
    wanted = size[:, None] + size[None, :]
    np.fill_diagonal(wanted, 0.0)
    for turn in range(rounds):
        places = places * (1.0 - pull * max(0.0, 1.0 - 1.5 * turn / rounds))
        offset = places[:, None, :] - places[None, :, :]
        distance = np.maximum(np.hypot(offset[..., 0], offset[..., 1]), 1e-6)
        overlap = np.maximum(wanted - distance, 0.0)
        places = places + (offset * (overlap / distance)[..., None]).sum(axis=1) * 0.3
        if not pull and overlap.max() < 0.5:
            break
    middle: Points = places.mean(axis=0)
    return places - middle
