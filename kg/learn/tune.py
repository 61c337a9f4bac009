"""Thresholds that maximise F1, and scores that are probabilities, on documents outside training."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize
from spacy.tokens import Doc

from kg.extract.calibration import Calibration, Scale, log_odds
from kg.extract.model import Model, Thresholds, load_model
from kg.extract.pipeline import EntityStep, MentionStep, RelationStep, analysis, pipeline
from kg.extract.result import extraction, to_json
from kg.learn.reliability import Outcome, of_concepts, of_mentions, of_relations
from kg.learn.score import Document, Tally, tally, total
from kg.records import Extraction, Paper

# (threshold, values, what it should maximise), in the order in which they are chosen.
_GRID: tuple[tuple[str, tuple[float, ...], str], ...] = (
    ("mention", (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6), "concepts"),
    ("smoothing", (0.0, 0.25, 0.5, 0.75, 1.0), "concepts"),
    ("mention", (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6), "concepts"),
    ("same", (0.2, 0.3, 0.4, 0.5, 0.6, 0.7), "concepts"),
    ("relation", (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5), "relations"),
)

_LOOSE = 0.1  # raw probability from which finds are judged for the calibration


def tune(gold: Sequence[Document], folder: Path) -> tuple[Thresholds, Tally]:
    """The best thresholds, chosen one after the other, and what they give on these documents."""
    model, docs = load_model(folder), _encoded(gold, folder)
    chosen = model.thresholds
    for name, values, measure in _GRID:
        options = [replace(chosen, **{name: value}) for value in values]
        scores = [
            _evaluate(gold, docs, replace(model, thresholds=t)).score(measure).f1 for t in options
        ]
        chosen = options[scores.index(max(scores))]
    return chosen, _evaluate(gold, docs, replace(model, thresholds=chosen))


def calibrate(
    gold: Sequence[Document], folder: Path, thresholds: Thresholds
) -> tuple[Calibration, dict[str, list[Outcome]]]:
    """What the model's raw scores are worth, and the outcomes that say so, their scores raw.

    Finds below the thresholds are judged too, so that lower scores mean something as well.
    """
    loose = replace(thresholds, mention=_LOOSE, relation=_LOOSE)
    model = replace(load_model(folder), thresholds=loose, calibration=Calibration())
    outcomes: dict[str, list[Outcome]] = {"mention": [], "entity": [], "relation": []}
    for document, doc in zip(gold, _encoded(gold, folder), strict=True):
        found = _predict(doc, model)
        outcomes["mention"] += of_mentions(document, found)
        outcomes["entity"] += of_concepts(document, to_json(found))
        outcomes["relation"] += of_relations(document, to_json(found))
    return Calibration(**{kind: fit(found) for kind, found in outcomes.items()}), outcomes


def fit(outcomes: Sequence[Outcome]) -> Scale:
    """The likeliest scale (Platt 1999, with his prior of one more find right and one wrong).

    The identity where outcomes are of one kind only, or say the reverse of the scores.
    """
    right = sum(outcome.right for outcome in outcomes)
    wrong = len(outcomes) - right
    odds = np.array([log_odds(outcome.score) for outcome in outcomes])
    high, low = (right + 1) / (right + 2), 1 / (wrong + 2)
    target = np.array([high if outcome.right else low for outcome in outcomes])

    def loss(scale: NDArray[np.float64]) -> float:
        line = scale[0] * odds + scale[1]
        return float((np.logaddexp(0, line) - target * line).mean())

    if not right or not wrong:
        return Scale()
    slope, shift = minimize(loss, np.array([1.0, 0.0])).x
    return Scale(round(float(slope), 4), round(float(shift), 4)) if slope > 0 else Scale()


def _encoded(gold: Sequence[Document], folder: Path) -> list[Doc]:
    nlp = pipeline(folder)
    nlp.select_pipes(enable=["kg_sentences", "kg_repositories", "kg_encoder"])
    return [nlp(document["text"]) for document in gold]


def _evaluate(gold: Sequence[Document], docs: Sequence[Doc], model: Model) -> Tally:
    found = (to_json(_predict(doc, model)) for doc in docs)
    return total([tally(document, one) for document, one in zip(gold, found, strict=True)])


def _predict(doc: Doc, model: Model) -> Extraction:
    analysis(doc).calibration = model.calibration
    for step in (MentionStep(model), EntityStep(model), RelationStep(model)):
        doc = step(doc)
    return extraction(doc, Paper("", "", doc.text))
