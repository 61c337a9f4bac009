"""Scores on hand-made documents, and the same figures as the scorer the gold files come with."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kg.learn.score import MEASURES, tally, total

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
TEXT = "We train a Graph-Net on CORA. Graph-Nets beat SGD. Code: x."


def gold(**changes: Any) -> dict[str, Any]:
    return {
        "id": "a",
        "text": TEXT,
        "concepts": [
            {"types": ["method"], "roles": ["proposes"], "forms": ["Graph-Net"], "core": True},
            {"types": ["dataset"], "roles": ["uses"], "forms": ["CORA"], "core": True},
            {"types": ["method"], "roles": ["compares"], "forms": ["SGD"], "core": False},
        ],
        "relations": [{"subject": 0, "predicate": "evaluated_on", "object": 1, "core": True}],
        "repositories": ["https://github.com/a/b"],
        **changes,
    }


def concept(form: str, type: str, role: str) -> dict[str, Any]:
    start = TEXT.index(form)
    return {"type": type, "role": role, "mentions": [[start, start + len(form)]]}


def predicted(*concepts: dict[str, Any], **rest: Any) -> dict[str, Any]:
    return {"concepts": list(concepts), "relations": [], "repositories": [], **rest}


def test_a_perfect_prediction() -> None:
    found = predicted(
        concept("Graph-Nets", "method", "proposes"),
        concept("CORA", "dataset", "uses"),
        relations=[[0, "evaluated_on", 1]],
        repositories=["http://www.github.com/A/B.git"],
    )
    counts = tally(gold(), found)
    assert all(counts.score(m).f1 == 1 for m in ("concepts", "method", "relations", "repositories"))
    assert counts.role_accuracy == 1


def test_a_wrong_type_a_wrong_role_and_a_false_find() -> None:
    found = predicted(
        concept("Graph-Net", "method", "uses"),
        concept("CORA", "task", "uses"),
        concept("train", "task", "uses"),
    )
    counts = tally(gold(), found)
    assert (counts.right["concepts"], counts.predicted["concepts"]) == (1, 3)
    assert counts.gold["concepts"] == 2
    assert counts.role_accuracy == 0


def test_what_annotators_disagreed_on_counts_neither_way() -> None:
    counts = tally(gold(), predicted(concept("SGD", "method", "compares")))
    assert counts.predicted["concepts"] == 0
    assert counts.gold["concepts"] == 2


def test_two_finds_of_one_concept_are_one_right_and_one_wrong() -> None:
    twice = [
        concept("Graph-Net", "method", "proposes"),
        concept("Graph-Nets", "method", "proposes"),
    ]
    counts = tally(gold(), predicted(*twice))
    assert (counts.right["concepts"], counts.predicted["concepts"]) == (1, 2)


def test_nothing_found_is_zero_not_an_error() -> None:
    counts = tally(gold(), predicted())
    assert counts.score("concepts").f1 == 0
    assert counts.role_accuracy == 0


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the gold files, which are not part of kg")
def test_the_same_figures_as_the_scorer_of_the_gold_files(tmp_path: Path) -> None:
    path = SHARED / "corpus" / "dev.jsonl"
    documents = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()[:15]]
    from kg.extract import extract, to_json
    from kg.records import Paper

    found = [to_json(e) for e in extract(Paper(d["id"], "", d["text"]) for d in documents)]
    for name, records in (("gold", documents), ("found", found)):
        (tmp_path / name).write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    scorer = [sys.executable, SHARED / "bench" / "score.py", tmp_path / "gold", tmp_path / "found"]
    done = subprocess.run([*scorer, "--json"], capture_output=True, text=True, check=True)
    theirs = json.loads(done.stdout)
    ours = total([tally(d, f) for d, f in zip(documents, found, strict=True)])
    for measure in MEASURES:
        score, other = ours.score(measure), theirs[{"concepts": "all"}.get(measure, measure)]
        assert (score.right, score.predicted, score.gold) == tuple(
            other[key] for key in ("tp", "predicted", "gold")
        )
    assert ours.role_accuracy == pytest.approx(theirs["role_accuracy"])
