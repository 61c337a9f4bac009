"""The packaged model: a folder with encoder, heads, vocabulary, settings and card.

`model.json` names the format, the version, the decision thresholds and, where it was fitted, what the
scores are worth; `encoder.onnx` maps piece
ids to hidden states in int8; `heads.npz` holds the heads' weights; `vocab.txt` the word pieces.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
import onnxruntime as ort

from kg.errors import ModelError
from kg.extract.calibration import Calibration
from kg.extract.encode import Encoded, Window
from kg.extract.heads import Floats, Heads
from kg.extract.wordpiece import WordPiece

FORMAT = 1
PACKAGED = Path(__file__).parent.parent / "data" / "model"
FILES = ("model.json", "encoder.onnx", "heads.npz", "vocab.txt")


@dataclass(frozen=True, slots=True)
class Thresholds:
    """Raw probabilities from which a span is a mention, two forms are one entity, a pair is related.

    An entity is left out when none of its mentions reaches `entity`.
    """

    mention: float = 0.5
    entity: float = 0.0
    same: float = 0.5
    relation: float = 0.5
    smoothing: float = 0.5  # weight of a form's mean over the text against the single mention


@dataclass(frozen=True, slots=True)
class Model:
    """A loaded model; safe to use from one thread at a time."""

    version: str
    sha256: str  # of all its files
    thresholds: Thresholds
    wordpiece: WordPiece
    heads: Heads
    session: ort.InferenceSession
    calibration: Calibration = field(default_factory=Calibration)

    def at_least(self, score: float | None) -> "Model":
        """The same model, leaving out entities and relations of a lower calibrated score.

        A score below what the thresholds amount to lets more through than they do; None changes
        nothing.
        """
        if score is None:
            return self
        entity = self.calibration.entity.inverse(score)
        thresholds = replace(
            self.thresholds,
            mention=min(self.thresholds.mention, entity),
            entity=entity,
            relation=self.calibration.relation.inverse(score),
        )
        return replace(self, thresholds=thresholds)

    def states(self, text: Encoded) -> Floats:
        """One vector a token (n x hidden): the mean of its pieces' last hidden states."""
        parts = [self._window_states(window) for window in text.windows]
        return np.concatenate(parts) if parts else np.zeros((0, 1), dtype=np.float32)

    def _window_states(self, window: Window) -> Floats:
        states = self.session.run(None, {"input_ids": window.pieces[None, :]})[0][0]
        sums = np.add.reduceat(states[: window.first[-1]], window.first[:-1], axis=0)
        means: Floats = sums / np.diff(window.first)[:, None].astype(np.float32)
        return means


@lru_cache(maxsize=4)
def load_model(path: Path = PACKAGED) -> Model:
    """Open a model folder; raises ModelError when a file is missing, damaged or of another format."""
    missing = [name for name in FILES if not (path / name).is_file()]
    if missing:
        raise ModelError(
            f"model folder {path} lacks {', '.join(missing)}; reinstall kg or run `kg train`"
        )
    settings = _settings(path / "model.json")
    try:
        session = ort.InferenceSession(path / "encoder.onnx", _session_options())
        heads = Heads.load(path / "heads.npz")
    except Exception as error:  # the libraries raise a dozen types for a damaged file
        raise ModelError(f"model folder {path} is damaged: {error}; reinstall kg") from error
    return Model(
        settings["version"],
        _sha256(path),
        Thresholds(**settings["thresholds"]),
        WordPiece.load(path / "vocab.txt"),
        heads,
        session,
        Calibration.read(settings.get("calibration", {})),
    )


def scores(path: Path = PACKAGED) -> dict[str, float]:
    """What the model's card says of its scores on held-out papers; empty without a card."""
    try:
        held_out = json.loads((path / "card.json").read_text(encoding="utf-8"))["held_out"]
        return {name: float(value) for name, value in held_out.items() if 0 <= value <= 1}
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return {}


def _sha256(path: Path) -> str:
    digest = hashlib.sha256()
    for name in FILES:
        digest.update((path / name).read_bytes())
    return digest.hexdigest()


def _settings(path: Path) -> Mapping[str, Any]:
    try:
        settings: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        found, names = settings["format"], set(settings["thresholds"])
        Calibration.read(settings.get("calibration", {}))
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(f"{path} is no model description: {error!r}; reinstall kg") from error
    if found != FORMAT or names - {f.name for f in fields(Thresholds)}:
        raise ModelError(f"{path} has format {found}, this kg reads format {FORMAT}; train it anew")
    return settings


def _session_options() -> ort.SessionOptions:
    """One thread: two processes beat two threads here, and results do not depend on the split."""
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1
    options.inter_op_num_threads = 1
    options.log_severity_level = 3
    return options
