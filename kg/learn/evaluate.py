"""`kg evaluate`: the extractor against a gold file, with confidence intervals."""

import json
import random
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from kg.errors import InputError
from kg.extract import extract, to_json
from kg.extract.model import PACKAGED
from kg.learn.gold import Gold, read_gold
from kg.learn.mistakes import Mistake, mistakes, most_frequent
from kg.learn.reliability import Outcome, as_json, of_concepts, of_relations
from kg.learn.score import MEASURES, PREDICATES, Document, Score, Tally, tally, total
from kg.records import Paper

RESAMPLES = 1000
_ROWS = {"concepts": "all"}  # measures that the scorer of the gold files calls otherwise
Watch = Callable[[str, Iterable[Any], int | None], Iterable[Any]]
Interval = list[float]  # low and high


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What was found in each gold document, judged; tallies and venues are one a document."""

    tallies: tuple[Tally, ...]
    venues: tuple[str, ...]
    mistakes: tuple[Mistake, ...]
    outcomes: dict[str, list[Outcome]]  # of "concepts" and of "relations"


def evaluate(gold: Sequence[Gold], found: Iterable[Document]) -> Evaluation:
    """Judge what was found in gold documents, in their order."""
    pairs = list(zip(gold, found, strict=True))
    return Evaluation(
        tuple(tally(*pair) for pair in pairs),
        tuple(_venue(document) for document in gold),
        tuple(mistake for pair in pairs for mistake in mistakes(*pair)),
        {
            "concepts": [outcome for pair in pairs for outcome in of_concepts(*pair)],
            "relations": [outcome for pair in pairs for outcome in of_relations(*pair)],
        },
    )


def extracted(
    gold: Sequence[Gold], model: Path = PACKAGED, processes: int = 1
) -> Iterator[Document]:
    """What the extractor finds in the documents."""
    papers = (Paper(document["id"], "", document["text"]) for document in gold)
    return map(to_json, extract(papers, model, processes))


def read_predictions(path: Path, gold: Sequence[Gold]) -> list[Document]:
    """The lines of `kg extract` for the gold documents; raises InputError where one is missing."""
    try:
        lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
        found = {document["id"]: document for document in map(json.loads, lines)}
    except (OSError, ValueError, TypeError, KeyError) as error:
        raise InputError(f"{path} does not hold lines of `kg extract`: {error!r}") from error
    missing = [document["id"] for document in gold if document["id"] not in found]
    if missing:
        raise InputError(
            f"{path}: {len(missing)} of {len(gold)} gold documents have no line, the first: "
            f"{missing[0]}; extract from the gold file itself"
        )
    return [found[document["id"]] for document in gold]


def load_gold(path: Path) -> list[Gold]:
    """The documents of a gold file; raises InputError when there are none."""
    documents = list(read_gold(path))
    if not documents:
        raise InputError(f"{path} holds no gold document")
    return documents


def figures(judged: Evaluation, errors: int = 50) -> dict[str, Any]:
    """All results as JSON; ratios are from 0 to 1, and `interval` is the bootstrap's 95 % of F1."""
    whole, resampled = total(judged.tallies), list(_resample(judged.tallies))
    scores = {
        _ROWS.get(name, name): _score(whole.score(name), [t.score(name).f1 for t in resampled])
        for name in (*MEASURES, *PREDICATES)
    }
    return {
        "documents": len(judged.tallies),
        **{name: scores[name] for name in (_ROWS.get(m, m) for m in MEASURES)},
        "role_accuracy": whole.role_accuracy,
        "role_accuracy_interval": _interval([each.role_accuracy for each in resampled]),
        "predicates": {name: scores[name] for name in PREDICATES},
        "venues": _venues(judged),
        "reliability": {kind: as_json(o) for kind, o in judged.outcomes.items()},
        "causes": _causes(judged.mistakes),
        "missed": _listed(judged.mistakes, "missed", errors),
        "false": _listed(judged.mistakes, "false", errors),
    }


def table(results: dict[str, Any], errors: int = 0) -> Iterator[str]:
    """The results of `figures` as lines for a person; percentages."""
    yield f"{'':14}{'P':>7}{'R':>7}{'F1':>7}{'tp':>7}{'pred':>7}{'gold':>7}   95 % of F1"
    for name in (_ROWS.get(measure, measure) for measure in MEASURES):
        yield f"{name:14}{_row(results[name])}"
    accuracy, (low, high) = results["role_accuracy"], results["role_accuracy_interval"]
    yield f"{'role accuracy':14}{100 * accuracy:7.1f}{'':38}{100 * low:.1f}–{100 * high:.1f}"
    yield from ("", "relations by predicate")
    for name, score in results["predicates"].items():
        yield f"{name:14}{_row(score)}"
    yield from _venue_lines(results["venues"])
    for kind, found in results["reliability"].items():
        yield from _reliability_lines(kind, found)
    if errors:
        yield from _mistake_lines(results, errors)


def _score(score: Score, resampled: Sequence[float]) -> dict[str, Any]:
    return {
        "p": score.precision,
        "r": score.recall,
        "f1": score.f1,
        "tp": score.right,
        "predicted": score.predicted,
        "gold": score.gold,
        "interval": _interval(resampled),
    }


def _venue(document: Gold) -> str:
    """The venue a document names, or the one before the year in its id; empty without either."""
    named = re.match(r"([a-z0-9]*?[a-z]+)(?:19|20)\d\d:", document["id"])
    return str(document.get("venue") or (named.group(1) if named else ""))


def _venues(judged: Evaluation) -> dict[str, dict[str, Any]]:
    grouped: defaultdict[str, list[Tally]] = defaultdict(list)
    for venue, counts in zip(judged.venues, judged.tallies, strict=True):
        grouped[venue].append(counts)
    return {
        venue: {
            "documents": len(grouped[venue]),
            "all": sums.score("concepts").f1,
            "relations": sums.score("relations").f1,
            "role_accuracy": sums.role_accuracy,
        }
        for venue in sorted(filter(None, grouped))
        for sums in [total(grouped[venue])]
    }


def _causes(found: Sequence[Mistake]) -> dict[str, dict[str, int]]:
    counts = Counter((mistake.kind, mistake.cause) for mistake in found)
    return {
        kind: {cause: counts[kind, cause] for cause in ("type", "twice", "span", "none")}
        for kind in ("missed", "false")
    }


def _listed(found: Sequence[Mistake], kind: Any, limit: int) -> list[dict[str, Any]]:
    return [
        {"name": mistake.name, "type": mistake.type, "cause": mistake.cause, "count": count}
        for mistake, count in most_frequent(found, kind, limit)
    ]


def _row(score: dict[str, Any]) -> str:
    ratios = "".join(f"{100 * score[key]:7.1f}" for key in ("p", "r", "f1"))
    counts = "".join(f"{score[key]:7}" for key in ("tp", "predicted", "gold"))
    low, high = score["interval"]
    return f"{ratios}{counts}   {100 * low:.1f}–{100 * high:.1f}"


def _venue_lines(venues: dict[str, dict[str, Any]]) -> Iterator[str]:
    if venues:
        yield from ("", f"{'venue':14}{'papers':>7}{'all F1':>10}{'relations':>11}{'roles':>7}")
    for name, one in venues.items():
        shares = (100 * one[key] for key in ("all", "relations", "role_accuracy"))
        yield f"{name:14}{one['documents']:7}" + "{:10.1f}{:11.1f}{:7.1f}".format(*shares)


def _reliability_lines(kind: str, found: dict[str, Any]) -> Iterator[str]:
    if not any(each["finds"] for each in found["bins"]):
        return
    error = 100 * found["calibration_error"]
    yield from ("", f"scores of {kind}: expected calibration error {error:.1f}")
    yield f"{'score':14}{'finds':>7}{'mean':>7}{'right':>7}"
    for each in found["bins"]:
        if each["finds"]:
            bounds = f"{each['low']:.1f}–{each['high']:.1f}"
            ratios = f"{100 * each['score']:7.1f}{100 * each['right']:7.1f}"
            yield f"{bounds:14}{each['finds']:7}{ratios}"


def _mistake_lines(results: dict[str, Any], limit: int) -> Iterator[str]:
    for kind in ("missed", "false"):
        causes = ", ".join(f"{n} {cause}" for cause, n in results["causes"][kind].items())
        yield from ("", f"{kind}: {causes}")
        for one in results[kind][:limit]:
            yield f"{one['count']:4}  {one['type']:8}{one['cause']:6}{one['name']}"


def _resample(tallies: Sequence[Tally]) -> Iterator[Tally]:
    """Documents drawn with replacement; the same draws for the same number of documents."""
    draw = random.Random(0)
    for _ in range(RESAMPLES):
        yield total(draw.choices(tallies, k=len(tallies)))


def _interval(values: Sequence[float]) -> Interval:
    ordered = sorted(values)
    return [ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered)) - 1]]
