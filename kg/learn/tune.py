"""Decision thresholds that maximise F1 on documents the model was not trained on."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from spacy.tokens import Doc

from kg.extract.model import Model, Thresholds, load_model
from kg.extract.pipeline import EntityStep, MentionStep, RelationStep, pipeline
from kg.extract.result import extraction, to_json
from kg.learn.score import Document, Tally, tally, total
from kg.records import Paper

# (threshold, values, what it should maximise), in the order in which they are chosen.
_GRID: tuple[tuple[str, tuple[float, ...], str], ...] = (
    ("mention", (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6), "concepts"),
    ("smoothing", (0.0, 0.25, 0.5, 0.75, 1.0), "concepts"),
    ("mention", (0.3, 0.35, 0.4, 0.45, 0.5, 0.55, 0.6), "concepts"),
    ("same", (0.2, 0.3, 0.4, 0.5, 0.6, 0.7), "concepts"),
    ("relation", (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5), "relations"),
)


def tune(gold: Sequence[Document], folder: Path) -> tuple[Thresholds, Tally]:
    """The best thresholds, chosen one after the other, and what they give on these documents."""
    model = load_model(folder)
    nlp = pipeline(folder)
    nlp.select_pipes(enable=["kg_sentences", "kg_repositories", "kg_encoder"])
    docs = [nlp(document["text"]) for document in gold]
    chosen = model.thresholds
    for name, values, measure in _GRID:
        options = [replace(chosen, **{name: value}) for value in values]
        scores = [
            _evaluate(gold, docs, replace(model, thresholds=t)).score(measure).f1 for t in options
        ]
        chosen = options[scores.index(max(scores))]
    return chosen, _evaluate(gold, docs, replace(model, thresholds=chosen))


def _evaluate(gold: Sequence[Document], docs: Sequence[Doc], model: Model) -> Tally:
    steps = (MentionStep(model), EntityStep(model), RelationStep(model))
    return total([tally(g, _predict(doc, steps)) for g, doc in zip(gold, docs, strict=True)])


def _predict(doc: Doc, steps: Sequence[MentionStep | EntityStep | RelationStep]) -> Document:
    for step in steps:
        doc = step(doc)
    return to_json(extraction(doc, Paper("", "", doc.text)))
