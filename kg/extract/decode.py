"""From logits to mentions, forms and entities: the decisions of the extractor."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from kg.extract.encode import Encoded, Ints
from kg.extract.features import Form, form_key, is_acronym
from kg.extract.heads import Floats, softmax
from kg.extract.labels import PAIR_LABELS, PAIR_TYPES, ROLE_LABELS, SPAN_LABELS
from kg.extract.model import Thresholds
from kg.records import CONCEPT_TYPES, ROLES

POSSIBLE = 0.05  # spans below this probability are not looked at again
_SAME = PAIR_LABELS.index("same")


@dataclass(frozen=True, slots=True)
class Span:
    """A candidate span (half-open token offsets) with its probability of each type."""

    start: int
    end: int
    key: str
    text: str
    types: Floats  # one a concept type

    @property
    def score(self) -> float:
        """The probability that the span is a mention of any concept."""
        return float(self.types.sum())


@dataclass(frozen=True, slots=True)
class Group:
    """Forms of one entity: indices of forms, the fullest first."""

    forms: tuple[int, ...]
    type: int  # index into SPAN_LABELS


def find_mentions(logits: Floats, text: Encoded, thresholds: Thresholds) -> list[Span]:
    """The mentions, in text order and without overlap.

    A form means one thing in an abstract, so each occurrence is judged by its own probability and
    by the mean over all occurrences of its form.
    """
    probabilities = softmax(logits)[:, 1:]
    possible = np.flatnonzero(probabilities.sum(axis=1) >= POSSIBLE)
    spans = _smooth(probabilities, text, possible, thresholds.smoothing)
    taken = np.zeros(len(text.words), dtype=bool)
    chosen = []
    for span in sorted(spans, key=lambda s: (-s.score, s.start, s.end)):
        if span.score >= thresholds.mention and not taken[span.start : span.end].any():
            taken[span.start : span.end] = True
            chosen.append(span)
    return sorted(chosen, key=lambda s: s.start)


def _smooth(probabilities: Floats, text: Encoded, possible: Ints, weight: float) -> list[Span]:
    surface = text.slices(text.spans)
    keys = {form_key(surface[i]) for i in possible}
    by_key: dict[str, list[int]] = {}
    for i, form in enumerate(surface):
        key = form_key(form)
        if key in keys:
            by_key.setdefault(key, []).append(i)
    return [
        Span(
            int(text.spans[i, 0]),
            int(text.spans[i, 1]),
            key,
            surface[i],
            (1 - weight) * probabilities[i] + weight * probabilities[members].mean(axis=0),
        )
        for key, members in by_key.items()
        for i in members
    ]


def group_mentions(mentions: Sequence[Span]) -> tuple[list[Form], Ints]:
    """Mentions of one key as one form with the type most of their probability goes to."""
    grouped: dict[str, list[int]] = {}
    for i, mention in enumerate(mentions):
        grouped.setdefault(mention.key, []).append(i)
    forms = [
        Form(
            key,
            mentions[members[0]].text,
            tuple((mentions[i].start, mentions[i].end) for i in members),
        )
        for key, members in grouped.items()
    ]
    types = [
        1 + int(np.argmax(sum(mentions[i].types for i in members))) for members in grouped.values()
    ]
    return forms, np.array(types, dtype=np.int64)


def join_forms(forms: Sequence[Form], types: Ints, pairs: Floats, threshold: float) -> list[Group]:
    """Forms that mean the same entity, by the probability that they do, strongest first.

    Only forms of one type join, and two groups join by the mean over their pairs, so that one
    strong pair does not chain strangers together.
    """
    same = (pairs[:, :, _SAME] + pairs[:, :, _SAME].T) / 2
    groups = {i: [i] for i in range(len(forms))}
    means = {
        (i, j): float(same[i, j]) for j in groups for i in range(j) if types[i] == types[j]
    }  # of the groups that these forms open
    while means:
        (first, second), mean = max(means.items(), key=lambda item: (item[1], *_earlier(item[0])))
        if mean < threshold:
            break
        groups[first] += groups.pop(second)
        means = {pair: mean for pair, mean in means.items() if second not in pair}
        for i, j in [pair for pair in means if first in pair]:
            means[i, j] = float(same[np.ix_(groups[i], groups[j])].mean())
    return [Group(_fullest_first(g, forms), int(types[g[0]])) for g in groups.values()]


def _earlier(pair: tuple[int, int]) -> tuple[int, int]:
    return -pair[0], -pair[1]


def strong_groups(
    groups: Sequence[Group], forms: Sequence[Form], mentions: Sequence[Span], threshold: float
) -> list[Group]:
    """The groups with a mention that is of the group's type with at least this probability."""
    best: dict[tuple[str, int], float] = {}
    for mention in mentions:
        for type, probability in enumerate(mention.types.tolist(), start=1):
            best[mention.key, type] = max(probability, best.get((mention.key, type), 0.0))
    return [g for g in groups if max(best[forms[i].key, g.type] for i in g.forms) >= threshold]


def _fullest_first(group: Sequence[int], forms: Sequence[Form]) -> tuple[int, ...]:
    """Expansions before their acronyms, then the forms used most, then the earliest."""

    def rank(i: int) -> tuple[bool, int, int, int]:
        others = [forms[j].text for j in group if j != i]
        expands = any(is_acronym(other, forms[i].text) for other in others)
        return (not expands, -len(forms[i].spans), forms[i].spans[0][0], i)

    return tuple(sorted(group, key=rank))


def choose_roles(
    groups: Sequence[Group], forms: Sequence[Form], logits: Floats
) -> list[tuple[str, float]]:
    """Each entity's role and its probability: its forms' logits averaged by their mentions."""
    chosen = []
    for group in groups:
        weights = np.array([len(forms[i].spans) for i in group.forms], dtype=np.float32)
        mean = np.average(logits[list(group.forms)], axis=0, weights=weights)
        allowed = [ROLE_LABELS.index(role) for role in ROLES[CONCEPT_TYPES[group.type - 1]]]
        probabilities = softmax(mean[allowed])
        best = int(np.argmax(probabilities))
        chosen.append((ROLE_LABELS[allowed[best]], float(probabilities[best])))
    return chosen


def relate(
    groups: Sequence[Group], pairs: Floats, threshold: float
) -> list[tuple[int, str, int, float]]:
    """(subject, predicate, object, probability) over entities, at most one predicate a pair."""
    found = []
    for i, subject in enumerate(groups):
        for j, obj in enumerate(groups):
            if i == j:
                continue
            best = pairs[np.ix_(subject.forms, obj.forms)].max(axis=(0, 1))
            allowed = _allowed(SPAN_LABELS[subject.type], SPAN_LABELS[obj.type])
            score, label = max(((float(best[n]), n) for n in allowed), default=(0.0, 0))
            if score >= threshold:
                found.append((i, PAIR_LABELS[label], j, score))
    return found


def _allowed(subject: str, obj: str) -> list[int]:
    return [
        n
        for n, label in enumerate(PAIR_LABELS)
        if n > _SAME and (subject, obj) in PAIR_TYPES[label]
    ]
