"""What the extractor misses and what it finds by mistake, the most frequent first."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from kg.learn.gold import occurrences
from kg.learn.score import Document, align, found_keys, gold_keys

Kind = Literal["missed", "false"]
# What stands on the other side: the name with another type, the name already paired with another
# concept, another stretch of the same words, or nothing near it.
Cause = Literal["type", "twice", "span", "none"]


class Mistake(NamedTuple):
    """A concept that is on one side only."""

    kind: Kind
    cause: Cause
    type: str
    name: str


class _Concept(NamedTuple):
    types: Sequence[str]
    name: str
    keys: set[str]
    spans: Sequence[Sequence[int]]


def mistakes(gold: Document, predicted: Document) -> Iterator[Mistake]:
    """The missed and the false concepts of one document."""
    wanted, found, match = _wanted(gold), _found(gold, predicted), align(gold, predicted)
    hit = set(match.values())
    for place, concept in enumerate(wanted):
        if place not in hit and gold["concepts"][place]["core"]:
            yield Mistake("missed", _cause(concept, found), concept.types[0], concept.name)
    for place, concept in enumerate(found):
        if place not in match:
            yield Mistake("false", _cause(concept, wanted), concept.types[0], concept.name)


def most_frequent(found: Sequence[Mistake], kind: Kind, limit: int) -> list[tuple[Mistake, int]]:
    """Mistakes of a kind with their numbers, the most frequent first, equals by name."""
    counts = Counter(mistake for mistake in found if mistake.kind == kind)
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))[:limit]


def _cause(concept: _Concept, others: Sequence[_Concept]) -> Cause:
    sharing = [other for other in others if other.keys & concept.keys]
    if sharing:
        same = any(set(other.types) & set(concept.types) for other in sharing)
        return "twice" if same else "type"
    spans = [span for other in others for span in other.spans]
    near = any(a[0] < b[1] and b[0] < a[1] for a in concept.spans for b in spans)
    return "span" if near else "none"


def _wanted(gold: Document) -> list[_Concept]:
    owner = {form: n for n, concept in enumerate(gold["concepts"]) for form in concept["forms"]}
    spans: list[list[tuple[int, int]]] = [[] for _ in gold["concepts"]]
    for start, end, form in occurrences(gold["text"], list(owner)):
        spans[owner[form]].append((start, end))
    return [
        _Concept(concept["types"], concept["forms"][0], keys, stretches)
        for concept, keys, stretches in zip(gold["concepts"], gold_keys(gold), spans, strict=True)
    ]


def _found(gold: Document, predicted: Document) -> list[_Concept]:
    text: str = gold["text"]
    return [
        _Concept([concept["type"]], text[slice(*concept["mentions"][0])], keys, concept["mentions"])
        for concept, keys in zip(predicted["concepts"], found_keys(gold, predicted), strict=True)
    ]
