"""A graph as the numbers behind plots: concepts by year, the commonest, and which go together."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

import networkx as nx


@dataclass(frozen=True, slots=True)
class Grid:
    """How many papers are about each pair of concepts; `counts` has a row for each of `rows`."""

    rows: tuple[str, ...]
    columns: tuple[str, ...]
    counts: tuple[tuple[int, ...], ...]


def by_year(graph: nx.MultiDiGraph) -> dict[int, dict[str, int]]:
    """How many concepts of each type the papers of a year are about; without gaps between years."""
    found: defaultdict[int, set[str]] = defaultdict(set)
    for paper, concepts in _papers(graph):
        if (year := graph.nodes[paper].get("year")) is not None:
            found[int(year)] |= concepts
    years = range(min(found), max(found) + 1) if found else ()
    types = graph.nodes(data="type")
    return {year: dict(Counter(types[each] for each in found[year])) for year in years}


def commonest(graph: nx.MultiDiGraph, type_: str, most: int) -> list[tuple[str, int]]:
    """The concepts of a type that most papers are about: IRI and number of papers."""
    known = graph.nodes(data=True)
    papers = {
        node: int(data["papers"])
        for node, data in known
        if data.get("kind") == "concept" and data.get("type") == type_ and data.get("papers")
    }
    return sorted(papers.items(), key=lambda item: (-item[1], known[item[0]]["label"], item[0]))[
        :most
    ]


def together(graph: nx.MultiDiGraph, row: str, column: str, most: int) -> Grid:
    """Papers about both a concept of one type and one of another, or another of the same.

    The concepts are those with most such papers, at most `most` of a type, the first ones first; a
    concept is in no pair with itself.
    """
    types = graph.nodes(data="type")
    pairs: Counter[tuple[str, str]] = Counter()
    for _, concepts in _papers(graph):
        of = {type_: [each for each in concepts if types[each] == type_] for type_ in (row, column)}
        pairs.update((a, b) for a, b in product(of[row], of[column]) if a != b)
    rows, columns = (_busiest(graph, pairs, place, most) for place in (0, 1))
    counts = tuple(tuple(pairs[a, b] for b in columns) for a in rows)
    return Grid(rows, columns, counts)


def _papers(graph: nx.MultiDiGraph) -> Iterator[tuple[str, set[str]]]:
    """Every paper with the concepts it is about."""
    kinds = graph.nodes(data="kind")
    for node, kind in kinds:
        if kind == "paper":
            yield node, {end for end in graph.successors(node) if kinds[end] == "concept"}


def _busiest(
    graph: nx.MultiDiGraph, pairs: Counter[tuple[str, str]], place: int, most: int
) -> tuple[str, ...]:
    totals: Counter[str] = Counter()
    for pair, papers in pairs.items():
        totals[pair[place]] += papers
    labels = graph.nodes(data="label")
    return tuple(sorted(totals, key=lambda each: (-totals[each], labels[each], each))[:most])
