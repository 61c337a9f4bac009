"""The safety table: names that must meet and names that must stay apart."""

import json
from pathlib import Path

import pytest

from kg.link import decide

PAIRS = Path(__file__).with_name("pairs.tsv")
DEV = Path(__file__).resolve().parents[2].parent / "shared" / "corpus" / "pairs_dev.jsonl"


def rows() -> list[list[str]]:
    with PAIRS.open(encoding="utf-8", newline="\n") as lines:
        return [line.rstrip("\n").split("\t") for line in lines][1:]


@pytest.mark.parametrize(("decision", "type_", "a", "b", "context"), rows())
def test_pair(decision: str, type_: str, a: str, b: str, context: str) -> None:
    for one, other in ((a, b), (b, a)):
        same = decide(one, other, type_, [context]) == "same"  # type: ignore[arg-type]
        assert same == (decision == "same")


def test_the_table_is_large_enough() -> None:
    decisions = [row[0] for row in rows()]
    assert decisions.count("different") >= 240
    assert decisions.count("same") >= 150


@pytest.mark.parametrize(
    ("broad", "narrow", "type_"),
    [
        ("anomaly detection", "unsupervised anomaly detection", "task"),
        ("image classification", "few-shot image classification", "task"),
        ("reinforcement learning", "reinforcement learning from human feedback", "task"),
        ("classification", "image classification", "task"),
        ("accuracy", "top-1 accuracy", "metric"),
        ("ResNet", "ResNet-50", "method"),
        ("ImageNet", "ImageNet-C", "dataset"),
    ],
)
def test_hierarchy(broad: str, narrow: str, type_: str) -> None:
    assert decide(broad, narrow, type_) == "broader"  # type: ignore[arg-type]
    assert decide(narrow, broad, type_) == "narrower"  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("a", "b", "type_"),
    [
        ("example", "adversarial example", "task"),
        ("supervised learning", "self-supervised learning", "method"),
        ("supervised learning", "weakly supervised learning", "method"),
        ("reinforcement learning", "inverse reinforcement learning", "task"),
        ("human feedback", "reinforcement learning from human feedback", "task"),
        ("method", "gradient method", "method"),
        ("video generation", "image and video generation", "task"),
    ],
)
def test_no_hierarchy(a: str, b: str, type_: str) -> None:
    assert decide(a, b, type_) == "different"  # type: ignore[arg-type]


@pytest.mark.skipif(not DEV.exists(), reason="needs ../shared/corpus/pairs_dev.jsonl")
def test_development_pairs() -> None:
    gold = [json.loads(line) for line in DEV.read_text(encoding="utf-8").splitlines()]
    decided = [
        decide(pair["a"], pair["b"], pair["type"], [pair["a_context"], pair["b_context"]])
        for pair in gold
    ]
    labels = [pair["label"] for pair in gold]
    merged = [label for label, decision in zip(labels, decided, strict=True) if decision == "same"]
    placed = [
        label == decision
        for label, decision in zip(labels, decided, strict=True)
        if decision in ("broader", "narrower")
    ]
    assert merged.count("same") >= 0.99 * len(merged)
    assert merged.count("same") >= 0.9 * labels.count("same")
    assert sum(placed) >= 0.85 * len(placed)
    assert sum(placed) >= 0.75 * (labels.count("broader") + labels.count("narrower"))
