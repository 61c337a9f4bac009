"""Builds from extractions made earlier: the same files, and every extraction accounted for."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kg.errors import InputError
from kg.extract import extract, read_stored, to_record
from kg.extract.stored import read_record
from kg.papers import read
from kg.records import Extraction
from kg.report import summary
from kg.stages import SAMPLE, Options, build

PAPERS = read([SAMPLE]).papers[:6]
BY = Options().made_by
NOTHING: dict[str, Any] = {
    "concepts": [],
    "relations": [],
    "relation_scores": [],
    "relation_spans": [],
    "repositories": [],
    "repository_spans": [],
}


@pytest.fixture(scope="module")
def found() -> list[Extraction]:
    return list(extract(PAPERS))


@pytest.fixture(scope="module")
def records(found: list[Extraction]) -> list[dict[str, Any]]:
    """What `kg extract` writes of six papers."""
    return [to_record(each, BY) for each in found]


@pytest.fixture
def stored(records: list[dict[str, Any]], tmp_path: Path) -> Path:
    return _write(tmp_path / "found.jsonl", records)


def _write(path: Path, records: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def test_an_extraction_comes_back_as_it_was(
    records: list[dict[str, Any]], found: list[Extraction]
) -> None:
    lines = [json.loads(json.dumps(record)) for record in records]
    assert [read_record(r, p) for r, p in zip(lines, PAPERS, strict=True)] == found
    assert any(each.repositories for each in found)
    assert any(each.relations for each in found)


def test_a_build_from_stored_extractions_has_the_same_bytes(
    stored: Path, sample_build: Path, tmp_path: Path
) -> None:
    numbers = build(output=tmp_path / "out", options=Options(extractions=(stored,)))
    assert numbers["extractions"]["taken"] == 6
    assert numbers["extractions"]["made"] == 42
    assert "extractions 6 made earlier, 42 made now" in summary(numbers)
    for file in sorted(sample_build.iterdir()):
        if file.is_file():
            assert (tmp_path / "out" / file.name).read_bytes() == file.read_bytes(), file.name


def test_a_build_s_own_extractions_and_packed_ones_are_taken(
    sample_build: Path, tmp_path: Path
) -> None:
    packed = tmp_path / "found.jsonl.gz"
    packed.write_bytes(gzip.compress((sample_build / "extractions.jsonl").read_bytes()))
    found = read_stored([packed], PAPERS, BY)
    assert sorted(found.found) == sorted(paper.id for paper in PAPERS)
    assert (found.no_paper, found.other_text, found.broken) == (42, 0, [])


def test_an_extraction_of_a_text_that_has_changed_is_not_used(stored: Path) -> None:
    papers = [replace(PAPERS[0], abstract="Another text."), *PAPERS[1:]]
    found = read_stored([stored], papers, BY)
    assert (len(found.found), found.other_text, found.no_paper) == (5, 1, 0)


def test_a_paper_under_another_id_is_known_by_its_text(stored: Path) -> None:
    found = read_stored([stored], [replace(PAPERS[0], id="doi:10.1/x")], BY)
    assert found.found["doi:10.1/x"].paper.id == "doi:10.1/x"


def test_one_model_makes_all(records: list[dict[str, Any]], tmp_path: Path) -> None:
    path = _write(tmp_path / "old.jsonl", [records[0] | {"by": "kg/0.0.1 model/0.0.1+ab"}])
    with pytest.raises(InputError, match=r"old\.jsonl, line 1 was made by 'kg/0\.0\.1 model"):
        read_stored([path], PAPERS, BY)


def test_two_that_differ_are_an_error(records: list[dict[str, Any]], tmp_path: Path) -> None:
    changed = records[0] | NOTHING
    path = _write(tmp_path / "two.jsonl", [records[0], changed])
    with pytest.raises(InputError, match="line 2 differs from another extraction"):
        read_stored([path], PAPERS, BY)


BROKEN: dict[str, Callable[[dict[str, Any]], Any]] = {
    "beyond the text": lambda r: r["concepts"][0]["mentions"].__setitem__(0, [0, 10**6]),
    "a type of no kind": lambda r: r["concepts"][0].update(type="person"),
    "a role of another type": lambda r: r["concepts"][0].update(role="sells"),
    "a score above one": lambda r: r["concepts"][0].update(score=2),
    "no name": lambda r: r["concepts"][0].update(name=" "),
    "no sentences": lambda r: r.pop("sentences"),
    "fewer scores than relations": lambda r: r.update(relations=[[0, "is_a", 0]] * 99),
}


@pytest.mark.parametrize("case", BROKEN)
def test_a_broken_extraction_is_made_anew_and_named(
    case: str, records: list[dict[str, Any]], tmp_path: Path
) -> None:
    broken = json.loads(json.dumps(records[0]))
    BROKEN[case](broken)
    path = _write(tmp_path / "found.jsonl", [broken, *records[1:]])
    found = read_stored([path], PAPERS, BY)
    assert PAPERS[0].id not in found.found
    assert len(found.found) == 5
    assert [line.startswith(f"{path}, line 1: ") for line in found.broken] == [True]


def test_a_cut_line_is_named_and_strict_refuses_it(stored: Path, tmp_path: Path) -> None:
    whole = stored.read_text(encoding="utf-8")
    stored.write_text(whole[:-40], encoding="utf-8")
    assert len(read_stored([stored], PAPERS, BY).broken) == 1
    with pytest.raises(InputError, match="1 broken extractions, the first: "):
        build(output=tmp_path / "out", options=Options(extractions=(stored,), strict=True))


def test_no_file_is_a_line() -> None:
    with pytest.raises(InputError, match=r"cannot read nowhere\.jsonl: "):
        read_stored([Path("nowhere.jsonl")], PAPERS, BY)
