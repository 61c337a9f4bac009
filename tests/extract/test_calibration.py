"""Scores as probabilities, and `min_score`, which is one."""

import json
import math
import shutil
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import ModelError
from kg.extract import extract, to_json
from kg.extract.calibration import Calibration, Scale
from kg.extract.model import PACKAGED, load_model
from kg.records import Extraction, Paper

TEXT = (
    "We propose SpanGraph, a graph neural network (GNN) for named entity recognition. It extends "
    "BERT with message passing. On CoNLL-2003 and OntoNotes, SpanGraph outperforms a BiLSTM-CRF by "
    "1.2 points of F1. GNNs help most on rare entities."
)
SHARES = st.floats(0, 1)
SCALES = st.builds(Scale, st.floats(0.2, 2), st.floats(-2, 2))


def run(min_score: float | None) -> Extraction:
    [found] = extract([Paper("a", "", TEXT)], min_score=min_score)
    return found


@given(SCALES, SHARES, SHARES)
def test_a_scale_keeps_the_order_and_stays_a_probability(scale: Scale, a: float, b: float) -> None:
    low, high = sorted((scale(a), scale(b)))
    assert 0 <= low <= high <= 1
    assert (scale(min(a, b)), scale(max(a, b))) == (low, high)


@given(SCALES, SHARES)
def test_the_inverse_is_where_a_share_is_reached(scale: Scale, share: float) -> None:
    raw = scale.inverse(share)
    if math.isinf(raw):
        assert scale(1.0) < share
    else:
        assert scale(raw) >= share - 1e-9
        assert raw == 0 or scale(raw * 0.9) < share


def test_the_default_changes_nothing() -> None:
    assert [Scale()(p) for p in (0.0, 0.123, 1.0)] == [0.0, 0.123, 1.0]
    assert Scale().inverse(0.4) == 0.4


def test_a_scale_at_literal_values() -> None:
    scale = Scale(0.5, -1.0)
    assert [round(scale(p), 3) for p in (0.0, 0.5, 0.9, 1.0)] == [0.012, 0.269, 0.525, 0.921]


def test_a_higher_least_score_gives_less_of_the_same() -> None:
    default, strict = to_json(run(None)), to_json(run(0.8))
    names = [c["name"] for c in default["concepts"]]
    kept = [c["name"] for c in strict["concepts"]]
    assert kept == [c["name"] for c in default["concepts"] if c["score"] >= 0.8]
    assert 0 < len(kept) < len(names)
    named = {(names[s], p, names[o]) for s, p, o in default["relations"]}
    assert {(kept[s], p, kept[o]) for s, p, o in strict["relations"]} <= named
    assert all(score >= 0.8 for score in strict["relation_scores"])


def test_a_lower_least_score_gives_more() -> None:
    default, loose = run(None), run(0.05)
    assert len(loose.entities) >= len(default.entities)
    assert len(loose.relations) > len(default.relations)
    assert min(entity.score for entity in loose.entities) >= 0.05


def test_nothing_is_certain() -> None:
    found = run(1.0)
    assert (found.entities, found.relations) == ((), ())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(PACKAGED, tmp_path / "model"))


def rewrite(folder: Path, **changes: object) -> None:
    settings = json.loads((folder / "model.json").read_text()) | changes
    kept = {name: value for name, value in settings.items() if value is not None}
    (folder / "model.json").write_text(json.dumps(kept))


def test_a_model_without_a_calibration_gives_its_own_probabilities(folder: Path) -> None:
    rewrite(folder, calibration=None)
    assert load_model(folder).calibration == Calibration()
    [raw] = extract([Paper("a", "", TEXT)], folder)
    packaged = load_model().calibration
    for ours, theirs in zip(run(None).entities, raw.entities, strict=True):
        assert ours.mentions[0].start == theirs.mentions[0].start
        assert ours.score == pytest.approx(packaged.entity(theirs.score), abs=0.01)


@pytest.mark.parametrize(
    "calibration",
    [
        {"entity": {"slope": 0, "shift": 1}},
        {"entity": {"slope": 1, "tilt": 1}},
        {"moon": {"slope": 1}},
        {"entity": {"slope": 1, "shift": float("inf")}},
        [1],
        {"entity": "steep"},
    ],
)
def test_a_calibration_that_is_none_is_refused(folder: Path, calibration: object) -> None:
    rewrite(folder, calibration=calibration)
    with pytest.raises(ModelError, match="no model description"):
        load_model(folder)
