"""A trained model as the folder that `kg.extract.model` opens: int8 encoder, heads, settings."""

import json
import shutil
import tempfile
import warnings
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
import onnx
import torch
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

from kg.extract.calibration import Calibration
from kg.extract.model import FORMAT, Thresholds
from kg.learn.model import Model


class _Graph(nn.Module):
    """The encoder of one unpadded window, as it runs at run time."""

    def __init__(self, model: Model) -> None:
        super().__init__()
        self.bert = model.encoder.bert

    def forward(self, input_ids: Tensor) -> Tensor:
        states: Tensor = self.bert(
            input_ids=input_ids,
            attention_mask=torch.ones_like(input_ids),
            token_type_ids=torch.zeros_like(input_ids),
        ).last_hidden_state
        return states


def export(model: Model, vocabulary: Path, folder: Path) -> None:
    """Write `encoder.onnx`, `heads.npz` and `vocab.txt` of a trained model."""
    folder.mkdir(parents=True, exist_ok=True)
    _write_encoder(model, folder / "encoder.onnx")
    state = {name: tensor.numpy() for name, tensor in model.state_dict().items()}
    heads = {k: v.astype(np.float16) for k, v in state.items() if not k.startswith("encoder.")}
    np.savez(folder / "heads.npz", **heads)
    shutil.copyfile(vocabulary, folder / "vocab.txt")


def write_settings(
    folder: Path,
    version: str,
    thresholds: Thresholds,
    card: Mapping[str, Any],
    calibration: Calibration | None = None,
) -> None:
    """Write `model.json`, which run time reads, and `card.json`, which people read."""
    settings = {
        "format": FORMAT,
        "version": version,
        "thresholds": asdict(thresholds),
        "calibration": asdict(calibration or Calibration()),
    }
    for name, content in (("model.json", settings), ("card.json", card)):
        text = json.dumps(content, indent=1, ensure_ascii=False, sort_keys=True)
        (folder / name).write_text(text + "\n", encoding="utf-8")


def _write_encoder(model: Model, path: Path) -> None:
    """Export in evaluation mode, then int8 weights: per channel, which keeps the score, and in
    seven bits, because eight overflow on processors without VNNI and give other results there."""
    with tempfile.TemporaryDirectory() as scratch, warnings.catch_warnings():
        warnings.simplefilter("ignore")
        full = Path(scratch) / "full.onnx"
        torch.onnx.export(
            _Graph(model).eval(),
            (torch.ones(1, 16, dtype=torch.long),),
            full,
            input_names=["input_ids"],
            output_names=["states"],
            dynamic_axes={"input_ids": {1: "pieces"}, "states": {1: "pieces"}},
            opset_version=17,
            dynamo=False,
        )
        quantize_dynamic(
            full, path, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8
        )
    proto = onnx.load(path)
    proto.ClearField("producer_version")
    onnx.save(proto, path)
