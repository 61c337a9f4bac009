"""Do scores mean what they say: of the finds with a score near 0.8, are eight in ten right?

DeGroot & Fienberg 1983 (doi:10.2307/2987588); the expected calibration error as Naeini et al. 2015.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from kg.extract.calibration import Calibration
from kg.learn.gold import occurrences
from kg.learn.score import Document, align, certainty
from kg.records import Extraction

BINS = 10


class Outcome(NamedTuple):
    """The score of a find, and whether the find is right."""

    score: float
    right: bool


@dataclass(frozen=True, slots=True)
class Bin:
    """The finds with a score from `low` to below `high`; the means are 0 where there are none."""

    low: float
    high: float
    finds: int
    score: float
    right: float


def of_concepts(gold: Document, predicted: Document) -> Iterator[Outcome]:
    """One a predicted concept that is not one the annotators disagreed on."""
    match = align(gold, predicted)
    for place, concept in enumerate(predicted["concepts"]):
        if place not in match or gold["concepts"][match[place]]["core"]:
            yield Outcome(concept["score"], place in match)


def of_relations(gold: Document, predicted: Document) -> Iterator[Outcome]:
    """One a predicted relation, right only with both its concepts; none without scores."""
    match, core = align(gold, predicted), certainty(gold["relations"])
    scores = predicted.get("relation_scores") or ()
    for (subject, predicate, obj), score in zip(predicted["relations"], scores, strict=False):
        certain = core.get((match.get(subject, -1), predicate, match.get(obj, -1)))
        if certain is not False:
            yield Outcome(score, certain is True)


def of_mentions(gold: Document, found: Extraction) -> Iterator[Outcome]:
    """One a mention, right when the gold has a mention of that type at the same offsets."""
    owner = {form: concept for concept in gold["concepts"] for form in concept["forms"]}
    placed = {
        (start, end): owner[form] for start, end, form in occurrences(gold["text"], list(owner))
    }
    for entity in found.entities:
        for mention in entity.mentions:
            concept = placed.get((mention.start, mention.end))
            if concept is None or concept["core"]:
                yield Outcome(
                    mention.score, concept is not None and entity.type in concept["types"]
                )


def bins(outcomes: Sequence[Outcome]) -> list[Bin]:
    """Ten bins of equal width; a score of 1 is in the last."""
    placed: list[list[Outcome]] = [[] for _ in range(BINS)]
    for outcome in outcomes:
        placed[min(int(outcome.score * BINS), BINS - 1)].append(outcome)
    return [
        Bin(
            place / BINS,
            (place + 1) / BINS,
            len(inside),
            _mean([outcome.score for outcome in inside]),
            _mean([outcome.right for outcome in inside]),
        )
        for place, inside in enumerate(placed)
    ]


def calibration_error(table: Sequence[Bin]) -> float:
    """The mean distance between score and share right, each bin weighted by its finds."""
    finds = sum(each.finds for each in table)
    return sum(each.finds * abs(each.score - each.right) for each in table) / max(finds, 1)


def as_json(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    """The table and its expected calibration error."""
    table = bins(outcomes)
    rounded = [{k: round(v, 4) for k, v in asdict(each).items()} for each in table]
    return {"calibration_error": round(calibration_error(table), 4), "bins": rounded}


def reliability(
    outcomes: Mapping[str, Sequence[Outcome]], calibration: Calibration
) -> dict[str, Any]:
    """For the model's card: the table of each kind after calibration, with the error before it."""
    return {
        kind: {
            "calibration_error_raw": round(calibration_error(bins(raw)), 4),
            **as_json([Outcome(calibration.of(kind)(o.score), o.right) for o in raw]),
        }
        for kind, raw in outcomes.items()
    }


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0
