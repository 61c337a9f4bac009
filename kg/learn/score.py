"""Predictions against gold: concepts, roles, relations, repositories.

A predicted concept matches a gold concept of the same type when they share a surface form (case,
hyphens and a plural s aside), one to one. Gold concepts and relations that annotators disagreed on
(`core` false) count neither for nor against. Relations count end to end.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from kg.extract.features import form_key
from kg.records import CONCEPT_TYPES, RELATION_TYPES

Document = Mapping[str, Any]
Match = Mapping[int, int]  # predicted concept -> gold concept
MEASURES = ("concepts", *CONCEPT_TYPES, "repositories", "relations")
PREDICATES: tuple[str, ...] = RELATION_TYPES


@dataclass(frozen=True, slots=True)
class Score:
    """Counts of one measure over some documents; ratios are 0 where nothing was there."""

    right: int
    predicted: int
    gold: int

    @property
    def precision(self) -> float:
        """The share of what was predicted that is right."""
        return self.right / self.predicted if self.predicted else 0.0

    @property
    def recall(self) -> float:
        """The share of the gold that was found."""
        return self.right / self.gold if self.gold else 0.0

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        both = self.predicted + self.gold
        return 2 * self.right / both if both else 0.0


@dataclass(slots=True)
class Tally:
    """Counts of one document or, added up, of many."""

    right: Counter[str] = field(default_factory=Counter)
    predicted: Counter[str] = field(default_factory=Counter)
    gold: Counter[str] = field(default_factory=Counter)
    roles_right: int = 0

    def add(self, other: "Tally") -> None:
        """Add another tally's counts to this one's."""
        self.right += other.right
        self.predicted += other.predicted
        self.gold += other.gold
        self.roles_right += other.roles_right

    def score(self, measure: str) -> Score:
        """The counts of one of `MEASURES` or `PREDICATES`."""
        return Score(self.right[measure], self.predicted[measure], self.gold[measure])

    @property
    def role_accuracy(self) -> float:
        """The share of rightly found concepts that have a right role."""
        found = self.right["concepts"]
        return self.roles_right / found if found else 0.0


def tally(gold: Document, predicted: Document) -> Tally:
    """Count one document; `predicted` is a line of `kg extract`."""
    counts = Tally()
    match = align(gold, predicted)
    _count_concepts(counts, gold["concepts"], predicted["concepts"], match)
    _count_relations(counts, gold["relations"], predicted["relations"], match)
    _count_repositories(counts, gold, predicted["repositories"])
    return counts


def total(tallies: Sequence[Tally]) -> Tally:
    """The sum over documents."""
    counts = Tally()
    for one in tallies:
        counts.add(one)
    return counts


def gold_keys(gold: Document) -> list[set[str]]:
    """What the forms of each gold concept are compared by."""
    return [{form_key(form) for form in concept["forms"]} for concept in gold["concepts"]]


def found_keys(gold: Document, predicted: Document) -> list[set[str]]:
    """What the mentions of each predicted concept are compared by."""
    text: str = gold["text"]
    return [{form_key(text[s:e]) for s, e in c["mentions"]} for c in predicted["concepts"]]


def align(gold: Document, predicted: Document) -> dict[int, int]:
    """Predicted to gold concept: certain gold first, then by the number of forms shared."""
    wanted, keys = gold["concepts"], gold_keys(gold)
    found, forms = predicted["concepts"], found_keys(gold, predicted)
    pairs = sorted(
        (not wanted[g]["core"], -len(forms[p] & keys[g]), p, g)
        for p in range(len(found))
        for g in range(len(wanted))
        if found[p]["type"] in wanted[g]["types"] and forms[p] & keys[g]
    )
    match: dict[int, int] = {}
    for _, _, p, g in pairs:
        if p not in match and g not in match.values():
            match[p] = g
    return match


def _count_concepts(
    counts: Tally, gold: Sequence[Document], predicted: Sequence[Document], match: Match
) -> None:
    matched = {g: predicted[p]["type"] for p, g in match.items()}
    for g, concept in enumerate(gold):
        if concept["core"]:
            counts.gold.update(("concepts", matched.get(g, concept["types"][0])))
    for p, concept in enumerate(predicted):
        target = gold[match[p]] if p in match else None
        if target is not None and not target["core"]:
            continue
        counts.predicted.update(("concepts", concept["type"]))
        if target is not None:
            counts.right.update(("concepts", concept["type"]))
            counts.roles_right += concept["role"] in target["roles"]


def _count_relations(
    counts: Tally,
    gold: Sequence[Document],
    predicted: Sequence[Sequence[Any]],
    match: Match,
) -> None:
    core = certainty(gold)
    for relation in gold:
        counts.gold.update(("relations", relation["predicate"]) if relation["core"] else ())
    for subject, predicate, obj in {tuple(relation) for relation in predicted}:
        certain = core.get((match.get(subject, -1), predicate, match.get(obj, -1)))
        if certain is not False:
            counts.predicted.update(("relations", predicate))
            counts.right.update(("relations", predicate) if certain else ())


def certainty(relations: Sequence[Document]) -> dict[tuple[int, str, int], bool]:
    """Gold relations, each with whether annotators agreed on it."""
    return {(r["subject"], r["predicate"], r["object"]): r["core"] for r in relations}


def _count_repositories(counts: Tally, gold: Document, predicted: Sequence[str]) -> None:
    optional = {_url_key(url) for url in gold.get("optional_repositories", [])}
    wanted = {_url_key(url) for url in gold["repositories"]}
    got = {_url_key(url) for url in predicted} - optional
    counts.gold["repositories"] += len(wanted)
    counts.predicted["repositories"] += len(got)
    counts.right["repositories"] += len(wanted & got)


def _url_key(url: str) -> str:
    return re.sub(r"^https?://(www\.)?", "", url.strip().lower()).rstrip("/").removesuffix(".git")
