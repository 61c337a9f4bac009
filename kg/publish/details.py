"""What the page knows of each concept: its papers by role, its links, and the sentences behind them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import networkx as nx

from kg.publish.selection import Link
from kg.publish.words import ROLES
from kg.records import Evidence

Record = dict[str, Any]  # one object of the page's JSON
Saying = tuple[int, list[tuple[int, int]]]  # number of a sentence, and the mentions within it

OWNING_ROLES = ("proposes", "introduces")
_REPOSITORIES = 12  # of a concept


@dataclass(frozen=True, slots=True)
class Detail:
    """How much the page tells of each concept and link."""

    papers: int  # of a role
    papers_of_a_guest: int  # of a role of a concept that is not drawn at first
    sentences: int  # behind a link


class Library:
    """The papers and sentences that the page quotes, each once, numbered as they are first needed."""

    def __init__(self, graph: nx.MultiDiGraph) -> None:
        """Number the papers of `graph` on demand."""
        self._graph = graph
        self._papers: dict[str, int] = {}
        self._sentences: dict[tuple[int, str], int] = {}

    @property
    def papers(self) -> list[Record]:
        """The papers quoted so far, in the order of their numbers."""
        return [_describe_paper(self._graph, iri) for iri in self._papers]

    @property
    def sentences(self) -> list[tuple[int, str]]:
        """(number of the paper, text) of each sentence, in the order of their numbers."""
        return list(self._sentences)

    @property
    def numbers(self) -> Mapping[str, int]:
        """The number of each paper, by IRI."""
        return self._papers

    def paper(self, iri: str) -> int:
        """The number of a paper."""
        return self._papers.setdefault(iri, len(self._papers))

    def saying(self, evidence: Evidence) -> Saying:
        """The sentence of a piece of evidence, with its mentions as offsets into the quote."""
        key = (self.paper(evidence.paper), evidence.quote)
        number = self._sentences.setdefault(key, len(self._sentences))
        spans = ((start - evidence.start, end - evidence.start) for start, end in evidence.mentions)
        length = len(evidence.quote)
        return number, sorted({(a, b) for a, b in spans if 0 <= a < b <= length})

    def sayings(self, found: Iterable[Evidence], limit: int) -> list[Saying]:
        """The surest sentences, at most one a paper."""
        best: dict[str, Evidence] = {}
        for evidence in sorted(found, key=lambda item: (-item.score, item.paper, item.start)):
            if evidence.quote:
                best.setdefault(evidence.paper, evidence)
        return [self.saying(evidence) for evidence in list(best.values())[:limit]]


def describe_roles(graph: nx.MultiDiGraph, iri: str, library: Library, most: int) -> list[Record]:
    """What papers do with a concept: per role the number of papers, and `most` of the newest."""
    by_role: dict[str, dict[str, Record]] = {}
    for paper, _, key, data in graph.in_edges(iri, keys=True, data=True):
        if graph.nodes[paper].get("kind") == "paper":
            by_role.setdefault(str(data.get("predicate", key)), {})[paper] = data
    order = {role: index for index, role in enumerate(ROLES)}
    roles = sorted(by_role, key=lambda role: (order.get(role, len(order)), role))
    return [
        {
            "role": role,
            "papers": len(by_role[role]),
            "shown": _newest(graph, by_role[role], library, most),
        }
        for role in roles
    ]


def describe_code(graph: nx.MultiDiGraph, iri: str, library: Library) -> list[tuple[str, int]]:
    """(address, number of the paper) of the code of the papers that brought the concept up."""
    owners = {
        paper
        for paper, _, key, data in graph.in_edges(iri, keys=True, data=True)
        if data.get("predicate", key) in OWNING_ROLES
    }
    return [
        (url, library.paper(paper))
        for paper in sorted(owners)
        for url in _repositories(graph, paper)
    ][:_REPOSITORIES]


def describe_link(graph: nx.MultiDiGraph, link: Link, library: Library, most: int) -> list[Saying]:
    """The `most` surest sentences behind a relation; none for co-use."""
    edges: Mapping[Any, Record] = graph.get_edge_data(link.source, link.target, default={})
    found = [
        evidence
        for key, data in edges.items()
        if data.get("predicate", key) == link.relation
        for evidence in data.get("evidence", ())
    ]
    return library.sayings(found, most)


def _newest(
    graph: nx.MultiDiGraph, edges: Mapping[str, Record], library: Library, most: int
) -> list[tuple[int, list[Saying]]]:
    newest = sorted(edges, key=lambda paper: (-(graph.nodes[paper].get("year") or 0), paper))
    return [
        (library.paper(paper), library.sayings(edges[paper].get("evidence", ()), 1))
        for paper in newest[:most]
    ]


def _describe_paper(graph: nx.MultiDiGraph, iri: str) -> Record:
    known = graph.nodes[iri] if iri in graph else {}
    return {
        "title": known.get("title") or known.get("label") or iri,
        "year": known.get("year"),
        "venue": known.get("venue"),
        "authors": texts(known.get("authors")),
        "url": known.get("url") or iri,
        "code": _repositories(graph, iri) if iri in graph else [],
        **({} if known.get("title") else {"untitled": True}),
    }


def texts(value: str | Iterable[str] | None) -> list[str]:
    """Several texts, which the exports join into one.

    >>> texts("a; b")
    ['a', 'b']
    """
    return value.split("; ") if isinstance(value, str) else list(value or ())


def _repositories(graph: nx.MultiDiGraph, paper: str) -> list[str]:
    kinds = graph.nodes(data="kind")
    return sorted({target for target in graph.successors(paper) if kinds[target] == "repository"})
