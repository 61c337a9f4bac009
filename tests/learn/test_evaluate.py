"""`kg evaluate`: figures, reliability, mistakes; without the libraries of training."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError
from kg.extract.calibration import Scale
from kg.learn.evaluate import evaluate, figures, load_gold, read_predictions, table
from kg.learn.mistakes import Mistake, mistakes, most_frequent
from kg.learn.reliability import Outcome, bins, calibration_error, of_concepts, of_relations
from kg.learn.tune import fit

TEXT = "We train a Graph-Net on CORA by AdamW. Graph-Nets beat SGD at node labelling."


def gold(id: str = "icml2021:a") -> dict[str, Any]:
    return {
        "id": id,
        "text": TEXT,
        "concepts": [
            {"types": ["method"], "roles": ["proposes"], "forms": ["Graph-Net"], "core": True},
            {"types": ["dataset"], "roles": ["uses"], "forms": ["CORA"], "core": True},
            {"types": ["task"], "roles": ["uses"], "forms": ["node labelling"], "core": True},
            {"types": ["method"], "roles": ["compares"], "forms": ["SGD"], "core": False},
        ],
        "relations": [{"subject": 0, "predicate": "evaluated_on", "object": 1, "core": True}],
        "repositories": [],
    }


def concept(form: str, type: str, score: float = 0.9) -> dict[str, Any]:
    start = TEXT.index(form)
    span = [start, start + len(form)]
    return {"type": type, "name": form, "role": "uses", "score": score, "mentions": [span]}


def predicted(*concepts: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"concepts": list(concepts), "relations": [], "repositories": [], **rest}


def test_each_mistake_has_a_cause() -> None:
    found = predicted(
        concept("Graph-Net", "method"),
        concept("Graph-Nets", "method"),
        concept("CORA", "task"),
        concept("labelling", "task"),
        concept("AdamW", "method"),
        concept("SGD", "method"),
    )
    assert list(mistakes(gold(), found)) == [
        Mistake("missed", "type", "dataset", "CORA"),
        Mistake("missed", "span", "task", "node labelling"),
        Mistake("false", "twice", "method", "Graph-Nets"),
        Mistake("false", "type", "task", "CORA"),
        Mistake("false", "span", "task", "labelling"),
        Mistake("false", "none", "method", "AdamW"),
    ]


def test_the_most_frequent_come_first() -> None:
    one, two = (Mistake("false", "none", "task", name) for name in "ab")
    missed = Mistake("missed", "none", "task", "c")
    assert most_frequent([one, two, two, missed], "false", 5) == [(two, 2), (one, 1)]
    assert most_frequent([one, two, two], "false", 1) == [(two, 2)]


def test_outcomes_leave_out_what_annotators_disagreed_on() -> None:
    found = predicted(
        concept("Graph-Net", "method", 0.8),
        concept("SGD", "method", 0.7),
        concept("CORA", "dataset", 0.6),
        relations=[[0, "evaluated_on", 2], [2, "is_a", 0]],
        relation_scores=[0.5, 0.3],
    )
    assert list(of_concepts(gold(), found)) == [(0.8, True), (0.6, True)]
    assert list(of_relations(gold(), found)) == [(0.5, True), (0.3, False)]
    del found["relation_scores"]
    assert list(of_relations(gold(), found)) == []


def test_bins_and_their_error() -> None:
    made = bins([Outcome(0.85, True), Outcome(0.83, False), Outcome(1.0, True), Outcome(0.0, True)])
    assert [each.finds for each in made] == [1, 0, 0, 0, 0, 0, 0, 0, 2, 1]
    assert (made[8].score, made[8].right) == (0.84, 0.5)
    assert calibration_error(made) == pytest.approx((1.0 + 2 * 0.34 + 0.0) / 4)
    assert calibration_error(bins([])) == 0


def test_a_fitted_scale_says_how_often_finds_are_right() -> None:
    sure = [Outcome(0.99, n % 10 < 8) for n in range(1000)]
    unsure = [Outcome(0.6, n % 10 < 3) for n in range(1000)]
    scale = fit([*sure, *unsure])
    assert scale.slope > 0
    assert (round(scale(0.99), 2), round(scale(0.6), 2)) == (0.8, 0.3)


@pytest.mark.parametrize(
    "outcomes", [[], [Outcome(0.5, True)], [Outcome(0.9, False), Outcome(0.1, True)] * 20]
)
def test_too_few_outcomes_change_nothing(outcomes: list[Outcome]) -> None:
    assert fit(outcomes) == Scale()


def test_figures_by_type_predicate_and_venue() -> None:
    documents = [gold(), gold("3dv2025:b"), gold("loose id")]
    right = predicted(
        concept("Graph-Net", "method"),
        concept("CORA", "dataset"),
        relations=[[0, "evaluated_on", 1]],
        relation_scores=[0.4],
    )
    results = figures(evaluate(documents, [right, predicted(), right]))
    assert results["documents"] == 3
    counts = {"tp": 4, "predicted": 4, "gold": 9, "p": 1.0, "r": 4 / 9, "f1": 8 / 13}
    assert {key: results["all"][key] for key in counts} == counts
    assert results["predicates"]["evaluated_on"]["r"] == 2 / 3
    assert results["predicates"]["is_a"]["gold"] == 0
    assert list(results["venues"]) == ["3dv", "icml"]
    assert results["venues"]["icml"]["relations"] == 1
    assert results["causes"]["missed"] == {"type": 0, "twice": 0, "span": 0, "none": 5}
    assert results["missed"][0] == {
        "name": "node labelling",
        "type": "task",
        "cause": "none",
        "count": 3,
    }
    assert results["reliability"]["concepts"]["bins"][9]["finds"] == 4
    assert results["reliability"]["relations"]["calibration_error"] == 0.6
    low, high = results["all"]["interval"]
    assert low <= results["all"]["f1"] <= high
    lines = "\n".join(table(results, errors=1))
    assert "all             100.0   44.4   61.5      4      4      9" in lines
    assert "missed: 0 type, 0 twice, 0 span, 5 none" in lines
    assert "   3  task    none  node labelling" in lines
    assert json.loads(json.dumps(results)) == results


def write(path: Path, *documents: Any) -> Path:
    path.write_text("".join(json.dumps(document) + "\n" for document in documents))
    return path


def test_predictions_are_found_by_id(tmp_path: Path) -> None:
    documents = [gold(), gold("icml2021:b")]
    one, two = ({"id": d["id"], **predicted()} for d in documents)
    assert read_predictions(write(tmp_path / "found", two, one), documents) == [one, two]
    with pytest.raises(InputError, match="1 of 2 gold documents have no line, the first: icml2021"):
        read_predictions(write(tmp_path / "found", one), documents)
    for broken in ("{", "[1]", '{"a": 1}'):
        (tmp_path / "found").write_text(broken)
        with pytest.raises(InputError, match="does not hold lines of `kg extract`"):
            read_predictions(tmp_path / "found", documents)
    with pytest.raises(InputError, match="holds no gold document"):
        load_gold(write(tmp_path / "none"))


def test_the_command_scores_a_file_and_writes_json(tmp_path: Path) -> None:
    documents = write(tmp_path / "gold.jsonl", gold())
    found = write(tmp_path / "found.jsonl", {"id": "icml2021:a", **predicted()})
    arguments = ["evaluate", documents, "--predictions", found, "-o", tmp_path / "scores.json"]
    done = subprocess.run(
        [sys.executable, "-m", "kg", *arguments, "--errors", "2"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines()[1].split() == ["all", *["0.0"] * 3, "0", "0", "3", "0.0–0.0"]
    assert json.loads((tmp_path / "scores.json").read_text())["all"]["gold"] == 3


def test_evaluating_needs_no_library_of_training() -> None:
    code = (
        "import sys\n"
        "for name in ('torch', 'transformers', 'onnx'): sys.modules[name] = None\n"
        "import kg.learn.evaluate, kg.learn.tune"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
