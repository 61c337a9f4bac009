"""Papers, concepts and statements as one directed multigraph."""

from collections.abc import Iterable, Mapping
from typing import Any

import networkx as nx

from kg import vocab
from kg.records import Concept, Paper, Statement

_ABOUT = frozenset(vocab.ROLE_PREDICATES.values())
_LINKS = frozenset({vocab.HAS_CODE, vocab.HAS_PAGE})


def assemble(
    papers: Iterable[Paper],
    concepts: Iterable[Concept],
    statements: Iterable[Statement],
    base: str = vocab.BASE,
) -> nx.MultiDiGraph:
    """The graph whose nodes are papers, concepts and repositories, and whose edges are statements.

    Nodes are keyed by IRI and hold `kind` (`paper`, `concept`, `repository`), `label`, `type` (a
    concept's majority type, else the kind) and, by kind: `id`, `title`, `year`, `venue`, `url`,
    `authors`; or `types` (with numbers of papers), `aliases` and `papers` (how many are about the
    concept). Edges are keyed by the local name of their predicate and hold `predicate` (that name),
    `score` (the best of the evidence), `support` (the number of papers that say so) and `evidence`.
    An attribute without a value is absent. Every paper is a node; nodes and edges come in sorted
    order.

    Args:
        papers: every paper of the build.
        concepts: every concept that a statement names.
        statements: as `kg.link` makes them.
        base: the base of the IRIs, as it was given to `kg.link`.
    """
    ordered = sorted(statements)
    about = _papers_about(ordered)
    nodes: dict[str, dict[str, Any]] = {
        **{each.object: _repository(each.object) for each in ordered if each.predicate in _LINKS},
        **{concept.iri: _concept(concept, about.get(concept.iri, 0)) for concept in concepts},
        **{vocab.paper_iri(paper, base): _paper(paper) for paper in papers},
    }
    graph = nx.MultiDiGraph()
    graph.add_nodes_from((iri, _present(nodes[iri])) for iri in sorted(nodes))
    for statement in ordered:
        predicate = vocab.local_name(statement.predicate)
        graph.add_edge(
            statement.subject, statement.object, predicate, **_edge(predicate, statement)
        )
    return graph


def _papers_about(statements: Iterable[Statement]) -> dict[str, int]:
    """The number of papers with a statement about each concept."""
    pairs = {(each.object, each.subject) for each in statements if each.predicate in _ABOUT}
    counts: dict[str, int] = {}
    for concept, _ in pairs:
        counts[concept] = counts.get(concept, 0) + 1
    return counts


def _paper(paper: Paper) -> dict[str, Any]:
    return {
        "kind": "paper",
        "label": paper.title or paper.id,
        "type": "paper",
        "id": paper.id,
        "title": paper.title or None,
        "year": paper.year,
        "venue": paper.venue,
        "url": paper.url,
        "authors": paper.authors or None,
    }


def _concept(concept: Concept, papers: int) -> dict[str, Any]:
    return {
        "kind": "concept",
        "label": concept.label,
        "type": concept.type,
        "types": concept.types,
        "aliases": concept.aliases,
        "papers": papers,
    }


def _repository(address: str) -> dict[str, Any]:
    label = address.split("://", 1)[-1].rstrip("/")
    return {"kind": "repository", "label": label, "type": "repository", "url": address}


def _edge(predicate: str, statement: Statement) -> dict[str, Any]:
    return {
        "predicate": predicate,
        "score": max((evidence.score for evidence in statement.evidence), default=1.0),
        "support": len({evidence.paper for evidence in statement.evidence}),
        "evidence": statement.evidence,
    }


def _present(attributes: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in attributes.items() if value is not None}
