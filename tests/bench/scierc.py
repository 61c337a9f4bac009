"""NER on SciERC with the trainer and decoder of `kg`: micro-F1 over exact spans and types.

Luan et al. 2018 (doi:10.18653/v1/D18-1360). The folder holds train.jsonl, dev.jsonl and test.jsonl
with `text` and `spans` [{start, end, label}]; the threshold is chosen on dev.

    python tests/bench/scierc.py FOLDER [--encoder WEIGHTS] [--seeds 0 1 2] [--epochs 8]
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

import numpy as np
import torch

from kg.extract.decode import find_mentions
from kg.extract.encode import encode
from kg.extract.model import Thresholds
from kg.extract.pipeline import blank
from kg.extract.wordpiece import WordPiece
from kg.learn.gold import Example
from kg.learn.model import Model
from kg.learn.recipe import encoder_weights
from kg.learn.train import Recipe, train

LABELS = ("", "Task", "Method", "Metric", "Material", "OtherScientificTerm", "Generic")
GRID = [(t, s) for t in (0.3, 0.4, 0.5, 0.6) for s in (0.0, 0.25, 0.5)]
NLP = blank()
WORDS = WordPiece.load(encoder_weights() / "vocab.txt")

Spans = set[tuple[int, int, str]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--encoder", default=str(encoder_weights()))
    parser.add_argument("--seeds", type=int, nargs="+", default=[0, 1, 2])
    parser.add_argument("--epochs", type=int, default=8)
    asked = parser.parse_args()
    parts = {name: read(asked.folder / f"{name}.jsonl") for name in ("train", "dev", "test")}
    scores = []
    for seed in asked.seeds:
        recipe = Recipe(epochs=asked.epochs, seed=seed)
        model = train([e for e, _ in parts["train"]], asked.encoder, recipe, labels=LABELS)
        scores.append(score(model, parts["dev"], parts["test"]))
        print(f"seed {seed}: test F1 {scores[-1]:.4f}", flush=True)
    print(f"mean of {len(scores)} seeds: {mean(scores):.4f}")


def read(path: Path) -> list[tuple[Example, Spans]]:
    """Each document as an example and its gold spans in characters."""
    return [_document(json.loads(line)) for line in path.open(encoding="utf-8")]


def _document(record: dict[str, Any]) -> tuple[Example, Spans]:
    encoded = encode(NLP(record["text"]), WORDS)
    gold = {(s["start"], s["end"], s["label"]) for s in record["spans"]}
    label = {(start, end): LABELS.index(name) for start, end, name in gold}
    labels = np.array(
        [label.get(encoded.between(s, e), 0) for s, e in encoded.spans.tolist()], dtype=np.int64
    )
    none = np.zeros(0, dtype=np.int64)
    return Example(record["id"], encoded, labels, (), none, none, none.reshape(0, 0)), gold


def score(
    model: Model, dev: Sequence[tuple[Example, Spans]], test: Sequence[tuple[Example, Spans]]
) -> float:
    """Micro-F1 on test with the thresholds that are best on dev."""
    seen, new = _logits(model, dev), _logits(model, test)
    best = max(GRID, key=lambda choice: _f1(dev, seen, *choice))
    print(f"  dev F1 {_f1(dev, seen, *best):.4f} at {best}")
    return _f1(test, new, *best)


def _logits(model: Model, part: Sequence[tuple[Example, Spans]]) -> list[np.ndarray]:
    with torch.no_grad():
        return [
            model.span_logits(model.tokens([e.encoded])[0], e.encoded.spans).numpy()
            for e, _ in part
        ]


def _f1(
    part: Sequence[tuple[Example, Spans]],
    logits: Sequence[np.ndarray],
    mention: float,
    smoothing: float,
) -> float:
    limits = replace(Thresholds(), mention=mention, smoothing=smoothing)
    right = predicted = wanted = 0
    for (example, gold), values in zip(part, logits, strict=True):
        text = example.encoded
        found = {
            (*text.between(m.start, m.end), LABELS[1 + int(np.argmax(m.types))])
            for m in find_mentions(values, text, limits)
        }
        right += len(found & gold)
        predicted += len(found)
        wanted += len(gold)
    return 2 * right / max(1, predicted + wanted)


if __name__ == "__main__":
    main()
