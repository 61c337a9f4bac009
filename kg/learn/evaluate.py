"""`kg evaluate`: the extractor against a gold file, with confidence intervals."""

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from kg.extract import extract, to_json
from kg.learn.gold import read_gold
from kg.learn.score import MEASURES, Score, Tally, tally, total
from kg.records import Paper

RESAMPLES = 1000
Watch = Callable[[str, Iterable[Any], int | None], Iterable[Any]]


def evaluate(
    gold: Path, processes: int = 1, watch: Watch = lambda stage, items, total: items
) -> list[Tally]:
    """One tally a document of a gold file, in its order."""
    documents = list(read_gold(gold))
    papers = [Paper(document["id"], "", document["text"]) for document in documents]
    found = watch("extract", extract(papers, processes=processes), len(papers))
    return [tally(d, to_json(e)) for d, e in zip(documents, found, strict=True)]


def table(tallies: Sequence[Tally]) -> Iterator[str]:
    """Precision, recall and F1 of each measure, with the bootstrap's 95 % interval of F1."""
    whole, resampled = total(tallies), list(_resample(tallies))
    yield f"{'':14}{'P':>7}{'R':>7}{'F1':>7}   95 %"
    for measure in MEASURES:
        score = whole.score(measure)
        low, high = _interval([each.score(measure).f1 for each in resampled])
        yield f"{measure:14}{_row(score)}   {100 * low:.1f}–{100 * high:.1f}"
    low, high = _interval([each.role_accuracy for each in resampled])
    yield f"{'role accuracy':14}{100 * whole.role_accuracy:21.1f}   {100 * low:.1f}–{100 * high:.1f}"


def _row(score: Score) -> str:
    return "".join(f"{100 * x:7.1f}" for x in (score.precision, score.recall, score.f1))


def _resample(tallies: Sequence[Tally]) -> Iterator[Tally]:
    """Documents drawn with replacement; the same draws for the same number of documents."""
    draw = random.Random(0)
    for _ in range(RESAMPLES):
        yield total(draw.choices(tallies, k=len(tallies)))


def _interval(values: Sequence[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]
