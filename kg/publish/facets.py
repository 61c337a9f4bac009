"""By what the legend filters: the role, the year, the venue and the score of what papers say."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import chain
from typing import Any

import networkx as nx

from kg.publish.words import ROLES
from kg.records import Evidence

VENUES = 12  # with a button each; the others share one

Saying = tuple[int, ...]  # numbers of role, year and venue, and the score in percent


class Facets:
    """The years, venues and roles of a graph, numbered; a paper without a year has number -1."""

    def __init__(self, graph: nx.MultiDiGraph) -> None:
        """Read every paper of `graph` once."""
        self._graph = graph
        papers = [data for _, data in graph.nodes(data=True) if data.get("kind") == "paper"]
        venues = Counter(data["venue"] for data in papers if data.get("venue"))
        self.years = sorted({data["year"] for data in papers if data.get("year")})
        self.venues = sorted(venues, key=lambda name: (-venues[name], name))[:VENUES]
        self.roles = list(ROLES)
        self._year = {year: number for number, year in enumerate(self.years)}
        self._venue = {venue: number for number, venue in enumerate(self.venues)}

    @property
    def has_other_venues(self) -> bool:
        """Whether some papers appeared elsewhere than in `venues`, or nowhere."""
        kinds = self._graph.nodes(data=True)
        return any(d.get("kind") == "paper" and d.get("venue") not in self._venue for _, d in kinds)

    def paper(self, iri: str) -> tuple[int, int]:
        """Numbers of the year and the venue of a paper."""
        known = self._graph.nodes[iri] if iri in self._graph else {}
        return self._year.get(known.get("year"), -1), self._venue.get(
            known.get("venue"), len(self.venues)
        )

    def of_concept(self, iri: str) -> list[int]:
        """In what roles, when and where papers speak of a concept: sayings, one after the other."""
        return _flat(
            (self.roles.index(role) if role in self.roles else -1, *self.paper(paper), _score(data))
            for paper, _, key, data in self._graph.in_edges(iri, keys=True, data=True)
            if self._graph.nodes[paper].get("kind") == "paper"
            for role in [data.get("predicate", key)]
        )

    def of_link(self, data: Mapping[str, Any]) -> list[int]:
        """When and where papers state a relation; none where the graph does not know the papers."""
        evidence: Iterable[Evidence] = data.get("evidence") or ()
        return _flat((*self.paper(each.paper), _percent(each.score)) for each in evidence)

    def of_co_use(self, papers: Iterable[str]) -> list[int]:
        """When and where some papers appeared."""
        return _flat((*self.paper(paper), 100) for paper in papers)


def _flat(sayings: Iterable[Saying]) -> list[int]:
    """The sayings without repetition, each with its best score, in one list of numbers."""
    best: dict[Saying, int] = {}
    for *place, score in sayings:
        best[tuple(place)] = max(score, best.get(tuple(place), 0))
    return list(chain.from_iterable((*place, best[place]) for place in sorted(best)))


def _score(data: Mapping[str, Any]) -> int:
    return _percent(data.get("score", 1.0))


def _percent(score: float) -> int:
    return min(100, max(0, round(100 * score)))
