"""The picture as data: what `page.js` draws and tells, in plain lists and dictionaries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from math import sqrt
from typing import Any

import networkx as nx

from kg.publish.details import (
    PAPERS_OF_A_GUEST,
    PAPERS_PER_ROLE,
    Library,
    Record,
    describe_code,
    describe_link,
    describe_roles,
    texts,
)
from kg.publish.facets import Facets
from kg.publish.files import writable
from kg.publish.layout import Layout, Point, lay_out, ring
from kg.publish.selection import CO_USE, LINKS_PER_CONCEPT, Link, Selection, concepts, select
from kg.publish.words import CHANGES
from kg.vocab import local_name

_RADIUS = (6.0, 24.0)  # pixels: of a concept of one paper, and of the one of most papers
_MANY = 10  # papers, at least, for the largest radius
_MANY_CONCEPTS = 400
_CO_USE_PULL = 0.5  # co-use draws two concepts together less than a relation does


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything the page shows; nodes are numbered by importance, 0 the most important."""

    nodes: list[Record]
    edges: list[Record]
    papers: list[Record]
    sentences: list[tuple[int, str]]
    communities: list[Record]
    total: int  # concepts in the graph
    facets: Facets

    @property
    def core(self) -> list[Record]:
        """The concepts that are drawn at first."""
        return [node for node in self.nodes if node["core"]]


def build_scene(graph: nx.MultiDiGraph, top: int, links: int = LINKS_PER_CONCEPT) -> Scene:
    """Select, lay out and describe the `top` most central concepts."""
    selection = select(graph, top, links)
    chosen = (*selection.core, *selection.fringe)
    number = {iri: index for index, iri in enumerate(chosen)}
    radii = _radii(graph, chosen)
    layout = lay_out(selection.core, _weights(selection.drawn), radii)
    places = layout.positions | _fringe_places(selection, layout)
    library, facets, keys = Library(graph), Facets(graph), _keys(chosen)
    nodes = [
        {
            "id": index,
            "key": keys[iri],
            "iri": writable(iri),
            "core": index < len(selection.core),
            "x": places[iri][0],
            "y": places[iri][1],
            "size": round(radii[iri], 1),
            **_node(graph, iri, library, _papers_told(index, selection)),
            "said": facets.of_concept(iri),
        }
        for iri, index in number.items()
    ]
    edges = list(_edges(graph, selection, number, library, facets))
    papers = _papers(graph, number, layout, library, facets, limit=top)
    groups = [_community(graph, group, number) for group in layout.communities if len(group) > 2]
    return Scene(nodes, edges, papers, library.sentences, groups, len(concepts(graph)), facets)


def _papers_told(index: int, selection: Selection) -> int:
    """How many papers a role of a concept shows: fewer on a page of many, for the file's sake."""
    if index >= len(selection.core):
        return PAPERS_OF_A_GUEST
    return PAPERS_PER_ROLE if len(selection.core) <= _MANY_CONCEPTS else PAPERS_PER_ROLE // 2


def _radii(graph: nx.MultiDiGraph, chosen: Iterable[str]) -> dict[str, float]:
    papers = {iri: graph.nodes[iri].get("papers", 1) for iri in chosen}
    most = max(_MANY, *papers.values(), 1)
    low, high = _RADIUS
    share = {iri: sqrt(max(0, count - 1) / (most - 1)) for iri, count in papers.items()}
    return {iri: low + (high - low) * part for iri, part in share.items()}


def _weights(links: Iterable[Link]) -> dict[tuple[str, str], float]:
    weights: dict[tuple[str, str], float] = defaultdict(float)
    for link in links:
        pair = (min(link.source, link.target), max(link.source, link.target))
        pull = _CO_USE_PULL * link.strength if link.relation == CO_USE else sqrt(link.strength)
        weights[pair] += pull
    return weights


def _fringe_places(selection: Selection, layout: Layout) -> dict[str, Point]:
    """Places for the fringe: each around the most important concept it is linked to."""
    core, fringe = set(selection.core), set(selection.fringe)
    anchor: dict[str, str] = {}
    rank = {iri: index for index, iri in enumerate(selection.core)}
    for link in selection.others:
        for near, far in ((link.source, link.target), (link.target, link.source)):
            if near in core and far in fringe:
                anchor[far] = min(near, anchor.get(far, near), key=rank.__getitem__)
    taken: Counter[str] = Counter()
    places = {}
    for iri in selection.fringe:
        places[iri] = ring(layout.positions[anchor[iri]], taken[anchor[iri]])
        taken[anchor[iri]] += 1
    return places


def _keys(chosen: Iterable[str]) -> dict[str, str]:
    """The name of each node in the page's address: the end of its IRI where that is its own."""
    chosen = list(chosen)
    count = Counter(local_name(iri) for iri in chosen)
    own = {iri for iri in chosen if local_name(iri) and count[local_name(iri)] == 1}
    return {iri: writable(local_name(iri) if iri in own else iri) for iri in chosen}


def _node(graph: nx.MultiDiGraph, iri: str, library: Library, papers_told: int) -> Record:
    known = graph.nodes[iri]
    return {
        "group": known.get("type", "method"),
        "name": known.get("label") or iri,
        "aliases": _other_names(known.get("label") or iri, texts(known.get("aliases"))),
        "papers": known.get("papers", 0),
        "roles": describe_roles(graph, iri, library, papers_told),
        "code": describe_code(graph, iri, library),
        **({"definition": known["definition"]} if known.get("definition") else {}),
        **_change(known),
    }


def _change(known: Mapping[str, Any]) -> Record:
    """How the thing fares between two builds, where the graph compares two."""
    return {"change": known["change"]} if known.get("change") in CHANGES else {}


def _other_names(name: str, aliases: Iterable[str]) -> list[str]:
    """The aliases, without those that differ only in case."""
    names = {name.casefold(): name}
    for alias in aliases:
        names.setdefault(alias.casefold(), alias)
    return list(names.values())[1:]


def _edges(
    graph: nx.MultiDiGraph,
    selection: Selection,
    number: dict[str, int],
    library: Library,
    facets: Facets,
) -> Iterable[Record]:
    for drawn, links in ((True, selection.drawn), (False, selection.others)):
        for link in links:
            data = _data_of(graph, link)
            co_use = link.relation == CO_USE
            yield {
                "from": number[link.source],
                "to": number[link.target],
                "relation": link.relation,
                "support": link.support,
                "drawn": drawn,
                "says": describe_link(graph, link, library),
                "said": facets.of_co_use(_shared(graph, link)) if co_use else facets.of_link(data),
                **_change(data),
            }


def _data_of(graph: nx.MultiDiGraph, link: Link) -> Record:
    """The attributes of the edge behind a link; none for co-use."""
    edges: Mapping[str, Record] = graph.get_edge_data(link.source, link.target, default={})
    found = (data for key, data in edges.items() if data.get("predicate", key) == link.relation)
    return next(found, {})


def _shared(graph: nx.MultiDiGraph, link: Link) -> set[str]:
    """The papers that speak of both ends of a link."""
    both = set(graph.predecessors(link.source)) & set(graph.predecessors(link.target))
    return {iri for iri in both if graph.nodes[iri].get("kind") == "paper"}


def _papers(
    graph: nx.MultiDiGraph,
    number: dict[str, int],
    layout: Layout,
    library: Library,
    facets: Facets,
    limit: int,
) -> list[Record]:
    """The papers that the page quotes, with their concepts; those that link most have a place."""
    places = _paper_places(graph, layout, limit)
    for iri in places:
        library.paper(iri)
    records = library.papers
    for iri, index in library.numbers.items():
        concepts_of = _concepts_of(graph, iri, number)
        records[index] |= {"key": writable(iri), "at": facets.paper(iri), "concepts": concepts_of}
        if iri in places:
            records[index] |= {"x": places[iri][0], "y": places[iri][1]}
    return records


def _concepts_of(
    graph: nx.MultiDiGraph, paper: str, number: dict[str, int]
) -> list[tuple[int, str]]:
    edges = graph.out_edges(paper, keys=True, data=True) if paper in graph else ()
    return sorted(
        (number[concept], str(data.get("predicate", key)))
        for _, concept, key, data in edges
        if concept in number
    )


def _paper_places(graph: nx.MultiDiGraph, layout: Layout, limit: int) -> dict[str, Point]:
    """A place for each of the papers that link most concepts, amid those concepts."""
    ends = {
        iri: [layout.positions[c] for c in sorted(graph.adj[iri]) if c in layout.positions]
        for iri, kind in graph.nodes(data="kind")
        if kind == "paper"
    }
    linking = sorted((iri for iri in ends if len(ends[iri]) > 1), key=lambda i: (-len(ends[i]), i))
    return {
        iri: ring(_middle(ends[iri]), index % 5, radius=12.0)
        for index, iri in enumerate(linking[:limit])
    }


def _middle(points: Sequence[Point]) -> Point:
    xs, ys = zip(*points, strict=True)
    return round(sum(xs) / len(xs)), round(sum(ys) / len(ys))


def _community(graph: nx.MultiDiGraph, group: Sequence[str], number: dict[str, int]) -> Record:
    """A community under the name of its most central concept, and of the next of another type."""
    members = sorted(group, key=number.__getitem__)
    first = graph.nodes[members[0]].get("type")
    others = (iri for iri in members if graph.nodes[iri].get("type") not in (first, "metric"))
    heads = [members[0], *islice(others, 1)]
    return {"nodes": [number[iri] for iri in members], "heads": [number[iri] for iri in heads]}
