"""The forms in which people keep lists of abstracts, told from the list as a whole."""

import io
import json
from pathlib import Path

import pytest

from kg.papers import read
from kg.records import Paper

A = (
    "We propose FooNet, a graph neural network for node classification. It extends GCN and is "
    "evaluated on Cora. Experiments show gains in accuracy over strong baselines."
)
B = (
    "Large language models hallucinate. We study hallucination detection with probing classifiers "
    "on TruthfulQA and report AUROC, comparing with self-consistency across models."
)
C = (
    "Reinforcement learning from human feedback aligns models. We introduce BarPO, a variant of "
    "PPO that reduces reward hacking on the HH-RLHF dataset for dialogue generation."
)
SHARED = Path(__file__).resolve().parents[2].parent / "shared"


def papers(text: str) -> list[Paper]:
    reading = read(["-"], stdin=io.BytesIO(text.encode()))
    [count] = reading.counts
    assert count.present == count.kept + count.merged + count.rejected
    return sorted(reading.papers, key=lambda paper: text.index(paper.abstract[:20]))


def pairs(text: str) -> list[tuple[str, str]]:
    return [(paper.title, paper.abstract) for paper in papers(text)]


@pytest.mark.parametrize("mark", ["{}. ", "[{}] ", "{}) ", "({}) ", "- ", "* "])
def test_numbers_and_bullets_are_not_part_of_an_abstract(mark: str) -> None:
    text = "\n\n".join(mark.format(n) + abstract for n, abstract in enumerate([A, B, C], start=1))
    assert pairs(text) == [("", A), ("", B), ("", C)]


def test_a_number_that_does_not_run_through_the_list_stays() -> None:
    assert pairs(f"{A}\n\n1. {B}\n\n{C}") == [("", A), ("", f"1. {B}"), ("", C)]


def test_labelled_blocks() -> None:
    wrapped = B.replace(" with ", "\nwith ", 1)
    text = (
        f"Title: FooNet\nAuthors: Mia Doe, Bo Li\nYear: 2021\nAbstract: {A}\n\n"
        f"TITLE: Hallucination\nAuthors: X Y\nAbstract: {wrapped}\n"
    )
    first, second = papers(text)
    assert (first.title, first.authors, first.year) == ("FooNet", ("Mia Doe", "Bo Li"), 2021)
    assert first.abstract == A
    assert second.title == "Hallucination"
    assert " ".join(second.abstract.split()) == B


def test_a_title_line_above_each_abstract() -> None:
    text = f"FooNet: Graphs\n{A}\n\nDetecting Hallucination\n{B}\n\nBarPO\n{C}\n"
    assert pairs(text) == [("FooNet: Graphs", A), ("Detecting Hallucination", B), ("BarPO", C)]


def test_titles_and_abstracts_in_turn() -> None:
    text = f"FooNet: Graphs\n\n{A}\n\nDetecting Hallucination\n\n{B}\n\nBarPO\n\n{C}\n"
    assert pairs(text) == [("FooNet: Graphs", A), ("Detecting Hallucination", B), ("BarPO", C)]


def test_an_abstract_a_line() -> None:
    assert pairs(f"{A}\n{B}\n{C}\n") == [("", A), ("", B), ("", C)]


def test_wrapped_text_is_one_abstract() -> None:
    wrapped = f"{A[:80]}\n{A[81:]}"
    assert pairs(f"ICML 2024 Papers\n\n{wrapped}\n\n{B}\n") == [("", wrapped), ("", B)]


def test_markdown_headings_as_titles() -> None:
    text = f"# ICLR 2022\n\n## FooNet: Graphs\n*Mia Doe, Bo Li*\n\n{A}\n\n## Detecting\n\n{B}\n"
    first, second = papers(text)
    assert (first.title, first.abstract, first.venue, first.year) == (
        "FooNet: Graphs",
        A,
        "ICLR",
        2022,
    )
    assert (second.title, second.abstract) == ("Detecting", B)


def test_markdown_bullets() -> None:
    text = f"# Papers\n- **FooNet: Graphs** — {A}\n- **Detecting** — {B}\n- {C}\n"
    assert pairs(text) == [("FooNet: Graphs", A), ("Detecting", B), ("", C)]


def test_a_markdown_table() -> None:
    text = f"| Title | Abstract |\n|---|---|\n| FooNet | {A} |\n| Detecting | {B} |\n"
    assert pairs(text) == [("FooNet", A), ("Detecting", B)]


@pytest.mark.parametrize(
    "document",
    [
        {"title": ["a", "b"], "abstract": [A, B]},
        {"title": {"0": "a", "1": "b"}, "abstract": {"0": A, "1": B}},
        {"a": {"title": "a", "abstract": A}, "b": {"title": "b", "abstract": B}},
    ],
    ids=["columns", "columns as pandas writes them", "by key"],
)
def test_json_of_other_shapes(document: object) -> None:
    assert pairs(json.dumps(document)) == [("a", A), ("b", B)]


def test_json_strings_are_abstracts() -> None:
    assert pairs(json.dumps([A, B])) == [("", A), ("", B)]


@pytest.mark.skipif(not SHARED.is_dir(), reason="needs the seed lists, which are not part of kg")
def test_the_seed_lists_stay_as_they_are() -> None:
    for path in sorted((SHARED / "seeds").glob("*.txt")):
        blocks = path.read_text(encoding="utf-8").strip().split("\n\n")[1:]
        found = read([path]).papers
        assert sorted(paper.text for paper in found) == sorted(blocks)
        assert {paper.year for paper in found} == {2024}
