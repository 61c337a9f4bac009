"""Faults that other readers have been reported for, a test each; A1 to A14 are their rows in a survey.

A13, hyphens at the ends of lines, has a file of its own.
"""

import json
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from kg.link import decide
from kg.papers import Reading, read
from kg.records import Paper


def reading(data: str | bytes) -> Reading:
    return read(["-"], None, BytesIO(data.encode() if isinstance(data, str) else data))


def one(data: str | bytes | dict[str, object]) -> Paper:
    (paper,) = reading(json.dumps([data]) if isinstance(data, dict) else data).papers
    return paper


def kg(*arguments: object, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """The outcome of a command, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "kg", *map(str, arguments)],
        env={**os.environ, "PYTHONIOENCODING": "utf-8", **environment},
        capture_output=True,
        check=False,
    )


def test_a1_entities_of_an_inverted_index_are_read_once() -> None:
    index = {"R&amp;D": [0], "a&lt;b": [1], "&amp;amp;": [2]}
    assert one({"title": "x", "abstract_inverted_index": index}).abstract == "R&D a<b &amp;"


def test_a2_words_of_an_inverted_index_are_opaque_and_in_the_order_of_numbers() -> None:
    index = {"$n=10$": [10], "3:1": [2], "first.": [0], "x.y": [9], "never": [10_001]}
    assert one({"title": "x", "abstract_inverted_index": index}).abstract == "first. 3:1 x.y $n=10$"


def test_a3_nulls_of_semantic_scholar_cost_no_paper() -> None:
    nulls = dict.fromkeys(("abstract", "publicationDate", "authors", "externalIds", "journal"))
    found = reading(json.dumps({"data": [{"paperId": "0a1b", "title": "x", **nulls}]}))
    assert [paper.title for paper in found.papers] == ["x"]
    assert found.counts[0].no_abstract == 1


@pytest.mark.parametrize("wrap", [lambda value: value, lambda value: {"value": value}])
def test_a4_notes_of_openreview_may_lack_an_abstract_or_hold_blanks(wrap: object) -> None:
    assert callable(wrap)
    notes = [
        {"forum": "aaaaaaaa01", "content": {"title": wrap("One")}},
        {"forum": "aaaaaaaa02", "content": {"title": wrap("Two"), "abstract": wrap(" \n ")}},
        {"forum": "aaaaaaaa03", "content": {"title": wrap(" "), "abstract": wrap("  ")}},
    ]
    found = reading(json.dumps({"notes": notes}))
    assert [(p.title, p.abstract) for p in found.papers] == [("One", ""), ("Two", "")]
    assert [rejection.record for rejection in found.rejections] == [3]


def test_a5_tags_of_jats_go_and_plain_inequalities_stay() -> None:
    marked = "<jats:p>We prune <jats:italic>x</jats:italic> for a&lt;b and c&gt;d.</jats:p>"
    assert one({"title": "x", "abstract": marked}).abstract == "We prune x for a<b and c>d."
    assert one({"title": "x", "abstract": "For a<b and c>d."}).abstract == "For a<b and c>d."


def test_a6_wrapped_lines_are_joined_and_paragraphs_kept() -> None:
    atom = (
        "<feed><entry><title>On\n  ferns</title><summary>We prune\nnetworks.\n  We stop.</summary>"
        "</entry></feed>"
    )
    assert one(atom).text == "On ferns\nWe prune networks.\nWe stop."
    assert len(reading("ICML 2024 Papers\n\nWe prune.\n \t\nWe stop.\n").papers) == 2


def test_a7_months_and_macros_are_resolved_and_unknown_ones_reported() -> None:
    entry = "@string{j = {Ferns}}\n@article{a, title={x}, journal = j # nosuch, month = jul, year = 2020}"
    found = reading(entry)
    assert [(p.venue, p.year) for p in found.papers] == [("Fernsnosuch", 2020)]
    assert found.counts[0].remarks == ("line 2: 'nosuch' is defined by no @string and stays",)


def test_a8_a_byte_order_mark_hides_no_record_nor_does_a_missing_end() -> None:
    ris = "\ufeffTY  - JOUR\nTI  - One\nER  - \n\nTY  - JOUR\nTI  - Two\n"
    assert sorted(paper.title for paper in reading(ris).papers) == ["One", "Two"]


def test_a9_a_cut_line_costs_itself_and_ends_a_strict_build(tmp_path: Path) -> None:
    file = tmp_path / "cut.jsonl"
    file.write_text('{"title": "One"}\n[1]\n7\n{"title": "Two"}\n{"title": "Cu')
    found = read([file])
    assert sorted(paper.title for paper in found.papers) == ["One", "Two"]
    assert [(r.file, r.record) for r in found.rejections] == [(str(file), n) for n in (2, 3, 5)]
    assert [kg("papers", file, *strict).returncode for strict in ([], ["--strict"])] == [0, 2]


def test_a10_neither_a_long_cell_nor_a_run_away_quote_ends_a_table() -> None:
    long = "ferns " * 3_000
    table = f'title,abstract\nOne,"{long}"\nTwo,"We never close.\nThree,We do.\nFour,We do.\n'
    found = reading(table)
    assert [paper.title for paper in sorted(found.papers, key=lambda p: p.sources)] == [
        *("One", "Three", "Four")
    ]
    assert [rejection.record for rejection in found.rejections] == [3]


def test_a11_the_locale_is_no_matter(tmp_path: Path) -> None:
    file = tmp_path / "röe.csv"
    file.write_bytes("title,abstract\nOf “ferns”,Röe prunes.\n".encode())
    locales = ({"LC_ALL": "C"}, {"LC_ALL": "C.UTF-8"}, {"PYTHONWARNDEFAULTENCODING": "1"})
    (output,) = {kg("papers", file, PYTHONUTF8="0", **locale).stdout for locale in locales}
    assert "Of “ferns”" in output.decode()


def test_a12_versions_are_one_paper_and_parts_are_two() -> None:
    versions = [
        {"title": "Ferns", "abstract": "v1", "doi": "10.48550/arXiv.2101.00001", "year": 2021},
        {"title": "Ferns", "abstract": "v2", "id": "arXiv:2101.00001v2", "year": 2021},
        {"title": "Ferns.", "abstract": "J", "authors": ["Ada Roe"], "year": 2022},
        {"title": "Ferns", "abstract": "v3", "id": "2101.00001v3", "authors": ["A. Roe"]},
    ]
    parts = [{"title": f"Preface, Part {n}", "authors": ["Ada Roe"]} for n in ("I", "II", "3")]
    found = reading(json.dumps([*versions[:2], versions[3], *parts]))
    assert len(found.papers) == 4
    assert [len(paper.sources) for paper in found.papers if paper.title == "Ferns"] == [3]
    same = [versions[2], {**versions[2], "title": "FERNS", "year": 2021}]
    assert len(reading(json.dumps(same)).papers) == 1


def test_a14_ligatures_stay_in_the_text_and_match_all_the_same() -> None:
    text = "E\ufb03cient x² of 5 µm ①, so\u00adft"
    assert one({"id": "a", "title": "x", "text": f"x\n{text}"}).abstract == text
    assert decide("classi\ufb01cation", "classification", "task") == "same"
    assert decide("x²", "x2", "method") == decide("X①", "X1", "method") == "different"
