"""Which records are one paper, for which reason, and what becomes of them."""

import json
from io import BytesIO
from itertools import permutations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.papers import Reading, read
from kg.papers.draft import Draft, draft
from kg.papers.format import Record
from kg.papers.merge import merge, plain_title, surname
from kg.records import Source

TITLE = "Pruning deep networks with ferns"
BASE: dict[str, object] = {
    "title": TITLE,
    "abstract": "We prune.",
    "year": 2021,
    "authors": ["Ada Roe"],
}


def read_records(*records: dict[str, object]) -> Reading:
    return read(["-"], None, BytesIO(json.dumps(records).encode()))


def rules(*records: dict[str, object]) -> list[str]:
    return [duplicate.rule for duplicate in read_records(*records).merged]


CASES = Path(__file__).parent / "cases" / "duplicates.jsonl"
PAIRS = [json.loads(line) for line in CASES.read_text("utf-8").splitlines()]


@pytest.mark.parametrize("pair", PAIRS, ids=[pair["why"] for pair in PAIRS])
def test_pairs_are_merged_by_the_stated_rule_or_kept(pair: dict[str, object]) -> None:
    first, second = ({**BASE, **changes} for changes in (pair["a"], pair["b"]))  # type: ignore[dict-item]
    expected = [pair["rule"]] if pair["rule"] else []
    assert rules(first, second) == rules(second, first) == expected


def test_the_richest_record_is_kept_and_its_gaps_filled() -> None:
    reading = read_records(
        {"arxiv": "2101.00001v1", "title": TITLE, "code": "https://a.org/1"},
        {
            "arxiv": "2101.00001v2",
            "title": TITLE,
            "abstract": "We prune.",
            "code": "https://a.org/2",
        },
        {"arxiv": "2101.00001", "doi": "10.1000/X", "year": 2021, "venue": "icml", "title": TITLE},
    )
    (paper,) = reading.papers
    assert (paper.id, paper.text) == ("doi:10.1000/x", f"{TITLE}\nWe prune.")
    assert (paper.year, paper.venue) == (2021, "ICML")
    assert paper.links == ("https://a.org/1", "https://a.org/2")
    assert paper.sources == (Source("-", 1), Source("-", 2), Source("-", 3))
    assert [(d.source.record, d.paper, d.rule) for d in reading.merged] == [
        (1, "doi:10.1000/x", "id"),
        (3, "doi:10.1000/x", "id"),
    ]


def test_an_untitled_abstract_joins_the_only_paper_that_has_it() -> None:
    untitled = {"title": None, "authors": None}
    assert len(read_records(BASE, {**BASE, **untitled}).papers) == 1
    other = {**BASE, "title": "Something else altogether here"}
    assert len(read_records(BASE, other, {**BASE, **untitled}).papers) == 3


def test_an_id_that_two_papers_claim_is_given_to_neither() -> None:
    first, second = read_records(
        {"id": "1", "text": "We do."}, {"id": "1", "text": "We undo."}
    ).papers
    assert {first.text, second.text} == {"We do.", "We undo."}
    assert first.id != second.id and first.id.startswith("hash:") and second.id.startswith("hash:")


def test_titles_that_differ_in_a_number_stay_apart_even_under_one_id() -> None:
    parts = [{"doi": "10.1000/x", "title": f"{TITLE}: Part {n}"} for n in ("I", "II", "2", "")]
    assert len(read_records(*parts).papers) == 4
    assert (
        len(
            read_records(
                {"doi": "10.1000/x", "title": "One"}, {"doi": "10.1000/x", "title": "Two words"}
            ).papers
        )
        == 1
    )


def test_a_year_apart_is_near_enough_and_two_are_not() -> None:
    years = [{**BASE, "abstract": f"In {year}.", "year": year} for year in (2020, 2021, 2023)]
    assert [
        paper.year for paper in sorted(read_records(*years).papers, key=lambda p: p.year or 0)
    ] == [2020, 2023]


def test_the_order_of_records_is_no_matter() -> None:
    records = [
        BASE,
        {**BASE, "title": TITLE.upper(), "abstract": "We prune more.", "doi": "10.1000/x"},
        {"text": "We prune."},
        {"doi": "10.1000/X", "title": f"{TITLE} 2"},
        {"id": "1", "text": "We do."},
        {"id": "1", "text": "We undo."},
        {"title": "Preface"},
        {"title": "Preface", "year": 2020},
        {"title": "Preface"},
    ]
    drafts = [draft(Record(n, fields), "f") for n, fields in enumerate(records, 1)]
    assert all(isinstance(d, Draft) for d in drafts)
    results = {
        merge([d for d in order if isinstance(d, Draft)])
        for order in list(permutations(drafts))[::997]
    }
    assert len(results) == 1
    papers, duplicates = results.pop()
    assert len(papers) + len(duplicates) == len(records)
    assert len({paper.id for paper in papers}) == len(papers) == 7


FEW = st.fixed_dictionaries(
    {},
    optional={
        "id": st.sampled_from("12"),
        "title": st.sampled_from(
            [TITLE, f"{TITLE} 2", f"{TITLE} 3", "Preface", "Of other things entirely"]
        ),
        "abstract": st.sampled_from(["We do.", "We  do.", "We undo."]),
        "doi": st.sampled_from(["10.1000/a", "10.1000/b"]),
        "arxiv": st.sampled_from(["2101.00001", "2101.00001v2"]),
        "year": st.sampled_from([2020, 2021, 2022, 2023]),
        "authors": st.sampled_from(["Ada Roe", "Roe, A.", "Bo Li"]),
    },
)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.lists(FEW, min_size=1, max_size=8), st.randoms(use_true_random=False))
def test_merging_loses_nothing_and_knows_no_order(
    records: list[dict[str, object]], rng: object
) -> None:
    judged = [draft(Record(n, fields), "f") for n, fields in enumerate(records, 1)]
    drafts = [item for item in judged if isinstance(item, Draft)]
    papers, duplicates = merge(drafts)
    assert len(papers) + len(duplicates) == len(drafts)
    assert sorted(s for p in papers for s in p.sources) == [d.paper.sources[0] for d in drafts]
    assert len({paper.id for paper in papers}) == len(papers)
    rng.shuffle(drafts)  # type: ignore[attr-defined]
    assert merge(drafts) == (papers, duplicates)


@pytest.mark.parametrize(
    ("title", "expected"),
    [
        ("Naïve  {B}ayes:\nPart II!", "naive bayes part ii"),
        ("Arti\ufb01cial soft\xadware", "artificial software"),
        ("Über $x^2$ und µ", "uber x 2 und μ"),
        ("图神经网络", "图神经网络"),
        ("?!", ""),
    ],
)
def test_plain_title(title: str, expected: str) -> None:
    assert plain_title(title) == expected


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("Judea Pearl", "pearl"),
        ("Pearl, Judea", "pearl"),
        ("Pearl J.", "pearl"),
        ("Adler D.G.", "adler"),
        ("Müller-Lüdenscheidt H.-J.", "muller ludenscheidt"),
        ("J.", "j"),
        ("", ""),
    ],
)
def test_surname(name: str, expected: str) -> None:
    assert surname(name) == expected
