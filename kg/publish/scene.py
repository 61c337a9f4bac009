"""The picture as data: what `page.js` draws and tells, in plain lists and dictionaries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from math import sqrt
from typing import Any

import networkx as nx

from kg.publish.details import (
    Detail,
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
_DETAILS = tuple(
    Detail(*most)
    for most in ((12, 3, 3), (6, 3, 3), (3, 1, 1), (2, 0, 1), (2, 0, 0), (1, 0, 0), (0, 0, 0))
)
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
    trimmed: bool = False  # it tells less than a page of its size would, for the file's sake

    @property
    def core(self) -> list[Record]:
        """The concepts that are drawn at first."""
        return [node for node in self.nodes if node["core"]]


def build_scene(graph: nx.MultiDiGraph, top: int, links: int = LINKS_PER_CONCEPT) -> Scene:
    """Select, lay out and describe the `top` most central concepts."""
    return next(build_scenes(graph, top, links))


def build_scenes(
    graph: nx.MultiDiGraph, top: int, links: int = LINKS_PER_CONCEPT
) -> Iterator[Scene]:
    """The same picture told in less and less detail, then pictures of half the concepts."""
    selection = select(graph, top, links)
    radii = _radii(graph, (*selection.core, *selection.fringe))
    layout = lay_out(selection.core, _weights(selection.drawn), radii)
    details = _DETAILS if len(selection.core) <= _MANY_CONCEPTS else _DETAILS[1:]
    for detail in details:
        trimmed = detail is not details[0]
        yield _describe(graph, selection, layout, radii, top, detail, trimmed)
    if len(selection.core) > 1:
        smaller = build_scenes(graph, len(selection.core) // 2, links)
        yield from (replace(scene, trimmed=True) for scene in smaller)


def _describe(
    graph: nx.MultiDiGraph,
    selection: Selection,
    layout: Layout,
    radii: Mapping[str, float],
    top: int,
    detail: Detail,
    trimmed: bool,
) -> Scene:
    chosen = (*selection.core, *selection.fringe)
    number = {iri: index for index, iri in enumerate(chosen)}
    places = layout.positions | _fringe_places(selection, layout)
    library, facets, keys = Library(graph), Facets(graph), _keys(chosen)
    core = len(selection.core)
    nodes = [
        {
            "id": index,
            "key": keys[iri],
            "iri": writable(iri),
            "core": index < core,
            "x": places[iri][0],
            "y": places[iri][1],
            "size": round(radii[iri], 1),
            **_node(
                graph, iri, library, detail.papers if index < core else detail.papers_of_a_guest
            ),
            "said": facets.of_concept(iri),
        }
        for iri, index in number.items()
    ]
    edges = list(_edges(graph, selection, number, library, facets, detail.sentences))
    papers = _papers(graph, number, layout, library, facets, limit=top)
    groups = [_community(graph, group, number) for group in layout.communities if len(group) > 2]
    total = len(concepts(graph))
    return Scene(nodes, edges, papers, library.sentences, groups, total, facets, trimmed)


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
    sentences: int,
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
                "says": describe_link(graph, link, library, sentences),
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
