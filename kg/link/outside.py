"""Links to other people's vocabularies, by the exact key of a name and nothing looser."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, replace

from kg.link.acronyms import is_acronym
from kg.link.keys import key
from kg.records import Concept, Match


@dataclass(frozen=True, slots=True)
class Outside:
    """How many links one vocabulary gave."""

    labels: int
    exact: int
    close: int
    collisions: tuple[str, ...]  # the labels of concepts that several of its IRIs could mean


def link_outside(
    concepts: Iterable[Concept], labels: Iterable[tuple[str, str]]
) -> tuple[tuple[Concept, ...], Outside]:
    """The concepts with their matches in a vocabulary.

    A match is exact when one concept and one IRI have a name with the same key, and no other does;
    otherwise it is a suggestion. An acronym counts only as the label of a concept.

    Args:
        concepts: of a corpus.
        labels: the pairs of label and IRI of the vocabulary.
    """
    pairs = set(labels)
    outside: defaultdict[str, set[str]] = defaultdict(set)
    for label, iri in pairs:
        outside[key(label).match].add(iri)
    ordered = tuple(concepts)
    meant = {concept.iri: _meant(concept, outside) for concept in ordered}
    users: defaultdict[str, set[str]] = defaultdict(set)
    for concept, iris in meant.items():
        for iri in iris:
            users[iri].add(concept)
    exact = {c for c, iris in meant.items() if len(iris) == 1 and len(users[min(iris)]) == 1}
    linked = tuple(_with(each, sorted(meant[each.iri]), each.iri in exact) for each in ordered)
    close = sum(len(iris) for concept, iris in meant.items() if concept not in exact)
    collisions = tuple(each.label for each in ordered if len(meant[each.iri]) > 1)
    return linked, Outside(len(pairs), len(exact), close, collisions)


def _meant(concept: Concept, outside: defaultdict[str, set[str]]) -> set[str]:
    names = {concept.label, *(alias for alias in concept.aliases if not is_acronym(alias))}
    keys = {key(name).match for name in names} - {""}
    return {iri for match in keys & outside.keys() for iri in outside[match]}


def _with(concept: Concept, iris: list[str], exact: bool) -> Concept:
    matches = tuple(Match(iri, 1.0 if exact else round(1 / len(iris), 4), exact) for iri in iris)
    return replace(concept, matches=concept.matches + matches) if matches else concept
