"""Parts of a graph: what lies around some nodes, and what some papers say."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import replace

from kg import vocab
from kg.records import Concept, ConceptType, Contents, Paper, Statement

# What a predicate of a paper says of the concept's type; some, as `mentions`, leave it open.
_TYPES: dict[str, list[ConceptType]] = {
    predicate: [type_ for (type_, _), other in vocab.ROLE_PREDICATES.items() if other == predicate]
    for predicate in vocab.ROLE_PREDICATES.values()
}


def reach(
    start: Iterable[str], neighbours: Callable[[str], Iterable[str]], hops: int
) -> frozenset[str]:
    """The nodes that so many steps lead to, the first ones among them.

    >>> links = {"a": "b", "b": "ac", "c": "b"}
    >>> sorted(reach("a", links.__getitem__, 1))
    ['a', 'b']
    """
    found = set(start)
    frontier = set(found)
    for _ in range(hops):
        frontier = {end for node in frontier for end in neighbours(node)} - found
        found |= frontier
    return frozenset(found)


def said_by(contents: Contents, papers: Iterable[Paper], base: str = vocab.BASE) -> Contents:
    """What some of the papers say: their statements, and the concepts in them, counted anew.

    A statement keeps the evidence from these papers and is left out where they have none. A
    concept's types count these papers only; where a paper merely mentions the concept, it counts
    for the type that most papers of the whole give it.
    """
    kept = tuple(sorted(papers, key=lambda paper: paper.id))
    iris = {vocab.paper_iri(paper, base) for paper in kept}
    statements = tuple(_kept(each, iris) for each in contents.statements if _says(each, iris))
    about: defaultdict[str, list[Statement]] = defaultdict(list)
    for statement in statements:
        about[statement.subject].append(statement)
        about[statement.object].append(statement)
    concepts = tuple(_recounted(c, about) for c in contents.concepts if c.iri in about)
    return Contents(kept, concepts, statements)


def _says(statement: Statement, papers: set[str]) -> bool:
    return any(evidence.paper in papers for evidence in statement.evidence)


def _kept(statement: Statement, papers: set[str]) -> Statement:
    evidence = tuple(each for each in statement.evidence if each.paper in papers)
    return replace(statement, evidence=evidence)


def _recounted(concept: Concept, about: defaultdict[str, list[Statement]]) -> Concept:
    pairs = {
        (statement.subject, _type(concept, _TYPES[statement.predicate]))
        for statement in about[concept.iri]
        if statement.object == concept.iri and statement.predicate in _TYPES
    }
    counts = Counter(type_ for _, type_ in pairs)
    order = [type_ for type_, _ in concept.types]
    types = sorted(counts, key=lambda type_: (-counts[type_], order.index(type_)))
    broader = {
        statement.object
        for statement in about[concept.iri]
        if (statement.subject, statement.predicate)
        == (concept.iri, vocab.RELATION_PREDICATES["is_a"])
    }
    return replace(
        concept,
        types=tuple((type_, counts[type_]) for type_ in types) or ((concept.type, 0),),
        broader=tuple(sorted(broader)),
    )


def _type(concept: Concept, possible: list[ConceptType]) -> ConceptType:
    return next((type_ for type_, _ in concept.types if type_ in possible), concept.type)
