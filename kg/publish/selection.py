"""What the first view of the page shows: the most central concepts and their strongest links."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import sqrt

import networkx as nx

CO_USE = "coUse"  # two concepts in the same papers: shown, never a fact of the graph
LINKS_PER_CONCEPT = 3
_SHARE = 8  # every type is sure of one place in eight


@dataclass(frozen=True, slots=True)
class Link:
    """An edge of the picture; `strength` is a number of papers, or a cosine for co-use."""

    source: str
    relation: str
    target: str
    support: int
    strength: float
    change: str = ""  # `new` or `gone` between two builds: such a link is always drawn


@dataclass(frozen=True, slots=True)
class Selection:
    """The concepts drawn at first, those a click away, and the links; most central first."""

    core: tuple[str, ...]
    fringe: tuple[str, ...]
    drawn: tuple[Link, ...]
    others: tuple[Link, ...]  # relations that only the panel tells, or a click draws


def select(graph: nx.MultiDiGraph, top: int, links: int = LINKS_PER_CONCEPT) -> Selection:
    """Choose at most `top` concepts, every type represented, and as many more around them.

    Of each concept the strongest `links` are drawn, and all those that are new or gone.
    """
    relations = _relations(graph)
    ranking = _rank(graph, relations)
    core = _balance(graph, ranking, top)
    fringe = _around(core, ranking, relations, top)
    drawn = _backbone(core, relations, _co_uses(graph, core), links)
    near = {*core, *fringe}
    others = (link for link in relations if link.source in near and link.target in near)
    return Selection(core, fringe, drawn, tuple(sorted(set(others) - set(drawn), key=_order)))


def concepts(graph: nx.MultiDiGraph) -> list[str]:
    """The IRIs of the concepts, sorted."""
    return sorted(node for node, kind in graph.nodes(data="kind") if kind == "concept")


def _relations(graph: nx.MultiDiGraph) -> list[Link]:
    known = set(concepts(graph))
    links = [
        Link(source, str(data.get("predicate", key)), target, support, float(support), change)
        for source, target, key, data in graph.edges(keys=True, data=True)
        if source in known and target in known and source != target
        for support, change in [(max(1, data.get("support", 1)), data.get("change", ""))]
    ]
    return sorted(links, key=_order)


def _rank(graph: nx.MultiDiGraph, relations: Iterable[Link]) -> list[str]:
    """Concepts by number of papers, then by that of the concepts they are linked to, then by name."""
    papers = {iri: graph.nodes[iri].get("papers", 0) for iri in concepts(graph)}
    nearby: Counter[str] = Counter()
    for link in relations:
        nearby[link.source] += papers[link.target]
        nearby[link.target] += papers[link.source]
    return sorted(papers, key=lambda iri: (-papers[iri], -nearby[iri], iri))


def _balance(graph: nx.MultiDiGraph, ranking: Sequence[str], top: int) -> tuple[str, ...]:
    by_type: dict[str, list[str]] = defaultdict(list)
    for iri in ranking:
        by_type[graph.nodes[iri].get("type", "")].append(iri)
    sure = {iri for members in by_type.values() for iri in members[: top // _SHARE]}
    rest = [iri for iri in ranking if iri not in sure]
    chosen = sure | set(rest[: max(0, top - len(sure))])
    return tuple(iri for iri in ranking if iri in chosen)[:top]


def _around(
    core: Sequence[str], ranking: Sequence[str], relations: Iterable[Link], limit: int
) -> tuple[str, ...]:
    inside = set(core)
    touched = {
        end
        for link in relations
        if link.source in inside or link.target in inside
        for end in (link.source, link.target)
    }
    return tuple(iri for iri in ranking if iri in touched and iri not in inside)[:limit]


def _co_uses(graph: nx.MultiDiGraph, core: Sequence[str]) -> list[Link]:
    """Pairs of concepts that share papers, by cosine: the share of their papers in common."""
    inside = set(core)
    shared: Counter[tuple[str, str]] = Counter()
    count: Counter[str] = Counter()
    for paper, kind in graph.nodes(data="kind"):
        if kind == "paper":
            found = sorted({target for target in graph.successors(paper) if target in inside})
            count.update(found)
            shared.update(combinations(found, 2))
    links = (
        Link(a, CO_USE, b, papers, papers / sqrt(count[a] * count[b]))
        for (a, b), papers in shared.items()
    )
    return sorted(links, key=_order)


def _backbone(
    core: Sequence[str], relations: Sequence[Link], co_uses: Sequence[Link], most: int
) -> tuple[Link, ...]:
    """The strongest links of each concept: relations first, co-use where they are too few."""
    changed = [link for link in relations if link.change in ("new", "gone")]
    repeated = [link for link in co_uses if link.support > 1]
    degree = Counter(dict.fromkeys(core, 0))
    kept: set[Link] = set()
    for links, places in (
        (changed, len(relations)),
        (relations, most),
        (repeated, most),
        (co_uses, min(1, most)),
    ):
        for link in links:
            ends = {link.source, link.target}
            if (
                ends <= degree.keys()
                and link not in kept
                and min(degree[end] for end in ends) < places
            ):
                kept.add(link)
                degree.update(ends)
    return tuple(sorted(kept, key=_order))


def _order(link: Link) -> tuple[float, str, str, str]:
    return (-link.strength, link.source, link.relation, link.target)
