"""Lists as people write them by hand: each layout by example, and what must not be taken for it."""

import json
import textwrap
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from kg.papers import read, stream
from kg.records import Paper

FERN = (
    "We introduce Fernfold, a pruning method that folds the filters of a convolutional network in "
    "pairs. It keeps accuracy on CIFAR-10 with a third of the weights, and needs no retraining."
)
MOSS = (
    "Graph networks forget what they learned of distant nodes. We study why with probes of each "
    "layer, and trace the loss to the normalisation of messages; a gate repairs most of it."
)
REED = (
    "Speech models for rare languages lack transcripts. We align radio programmes with their "
    "printed schedules, and train a recogniser on the result that halves the rate of word errors."
)
ABSTRACTS = (FERN, MOSS, REED)
TITLES = ("Fernfold: Pruning by Pairs", "Why Do Graph Networks Forget?", "Reeds")
WHOLE = [("", FERN), ("", MOSS), ("", REED)]
TITLED = [(TITLES[0], FERN), (TITLES[1], MOSS), (TITLES[2], REED)]


def wrap(text: str) -> str:
    return textwrap.fill(text, 72)


def papers(data: str) -> list[Paper]:
    items = list(stream(["-"], stdin=BytesIO(data.encode())))
    count = read(["-"], stdin=BytesIO(data.encode())).counts[0]
    assert count.present == count.kept + count.merged + count.rejected == len(items)
    found = [item for item in items if isinstance(item, Paper)]
    assert len(found) == len(items)
    return found


def words(data: str) -> list[tuple[str, str]]:
    return [(paper.title, paper.abstract) for paper in papers(data)]


class TestMarks:
    @pytest.mark.parametrize("mark", ["{}. ", "[{}] ", "({}) ", "{})  ", "- ", "* ", "• "])
    @pytest.mark.parametrize("divider", ["\n\n", "\n"])
    def test_numbers_and_bullets_that_run_through_the_list_are_no_text(
        self, mark: str, divider: str
    ) -> None:
        items = (mark.format(n) + text for n, text in enumerate(ABSTRACTS, 1))
        found = papers("NeurIPS 2023\n\n" + divider.join(items))
        assert [(p.title, p.abstract) for p in found] == WHOLE
        assert {(p.venue, p.year) for p in found} == {("NeurIPS", 2023)}

    def test_items_of_several_lines_need_no_blank_line_between(self) -> None:
        assert words("\n".join(f"{n}. {wrap(text)}" for n, text in enumerate(ABSTRACTS, 1))) == [
            ("", wrap(FERN)),
            ("", wrap(MOSS)),
            ("", wrap(REED)),
        ]

    def test_numbers_before_the_titles_alone(self) -> None:
        pairs = zip(TITLES, ABSTRACTS, strict=True)
        data = "\n\n".join(f"[{n}] {title}\n\n{text}" for n, (title, text) in enumerate(pairs))
        assert words(data) == TITLED

    def test_a_lone_number_stays(self) -> None:
        assert words(f"1. {FERN}\n\n{MOSS}\n\n{REED}")[0] == ("", f"1. {FERN}")
        assert words(f"1. {FERN}") == [("", f"1. {FERN}")]


class TestLabels:
    def test_labels_in_any_case_with_blank_lines_inside(self) -> None:
        record = (
            "TITLE: {}\n\nauthors: Ada Roe, Bo Li\nVenue: ICML 2021\nYear: 2022\n"
            "DOI: 10.1000/{}\nURL: https://a.org/x\n\nAbstract:\n{}\n\nResults: more."
        )
        data = "\n\n".join(
            record.format(title, n, wrap(text))
            for n, (title, text) in enumerate(zip(TITLES, ABSTRACTS, strict=True))
        )
        first, *others = papers(data)
        assert len(others) == 2
        assert (first.title, first.abstract) == (TITLES[0], f"{wrap(FERN)}\n\nResults: more.")
        assert (first.id, first.venue, first.year) == ("doi:10.1000/0", "ICML", 2022)
        assert (first.authors, first.url) == (("Ada Roe", "Bo Li"), "https://a.org/x")

    def test_records_without_blank_lines_under_a_heading(self) -> None:
        data = f"ICLR 2020 Papers\nTitle: The 2022 election\nAbstract: {FERN}\nTitle: B\n Abstract: {MOSS}"
        found = papers(data.replace("Papers\n", "Papers\n\n"))
        assert [(p.text, p.venue) for p in found] == [
            (f"The 2022 election\n{FERN}", "ICLR"),
            (f"B\n{MOSS}", "ICLR"),
        ]

    def test_a_second_abstract_begins_a_record_even_without_a_title(self) -> None:
        assert words(f"Title: A\nAbstract: {FERN}\n\nAbstract: {MOSS}") == [("A", FERN), ("", MOSS)]

    def test_abstracts_labelled_one_by_one(self) -> None:
        assert words("\n\n".join(f"Abstract: {text}" for text in ABSTRACTS)) == WHOLE

    def test_one_label_in_a_list_is_text(self) -> None:
        assert words(f"Abstract: {FERN}\n\n{MOSS}\n\n{REED}") == [
            ("", f"Abstract: {FERN}"),
            *WHOLE[1:],
        ]


class TestTitles:
    @pytest.mark.parametrize("divider", ["\n", "\n\n"])
    @pytest.mark.parametrize("shape", [str, wrap])
    def test_short_lines_above_abstracts_are_titles(
        self, divider: str, shape: Callable[[str], str]
    ) -> None:
        pairs = zip(TITLES, ABSTRACTS, strict=True)
        data = "\n\n".join(f"{title}{divider}{shape(text)}" for title, text in pairs)
        assert words(data) == [(title, shape(text)) for title, text in TITLED]

    def test_titles_and_abstracts_line_by_line(self) -> None:
        pairs = zip(TITLES, ABSTRACTS, strict=True)
        assert words("\n".join(f"{title}\n{text}" for title, text in pairs)) == TITLED

    def test_a_title_with_a_year_is_no_heading_where_titles_take_turns(self) -> None:
        data = "\n\n".join((*(x for pair in TITLED for x in pair), "The 2022 Frost", FERN))
        assert words(data)[-1] == ("The 2022 Frost", FERN)

    def test_wrapped_abstracts_have_no_titles(self) -> None:
        assert words("\n\n".join(map(wrap, ABSTRACTS))) == [("", wrap(t)) for t in ABSTRACTS]
        assert words(wrap(FERN + " " + MOSS)) == [("", wrap(FERN + " " + MOSS))]

    def test_a_heading_above_the_only_abstract_is_no_title(self) -> None:
        (paper,) = papers(f"ICML 2024 Papers\n\n{FERN}")
        assert (paper.text, paper.venue) == (FERN, "ICML")

    def test_one_title_in_a_list_stays_where_it_is(self) -> None:
        data = f"{TITLES[0]}\n{FERN}\n\n{MOSS}\n\n{REED}"
        assert words(data) == [("", f"{TITLES[0]}\n{FERN}"), *WHOLE[1:]]


class TestLines:
    def test_each_long_line_is_an_abstract(self) -> None:
        assert words("\n".join(ABSTRACTS)) == WHOLE

    def test_under_headings(self) -> None:
        found = papers("ICML 2023\n" + "\n".join(ABSTRACTS) + f"\n\nICLR 2022 Papers\n\n{FERN}")
        assert [p.venue for p in found] == ["ICML", "ICML", "ICML", "ICLR"]

    def test_two_paragraphs_are_one_abstract(self) -> None:
        assert words(f"{FERN}\n{MOSS}") == [("", f"{FERN}\n{MOSS}")]

    def test_where_blank_lines_divide_lines_do_not(self) -> None:
        data = f"{FERN}\n{MOSS}\n\n{REED}\n{FERN}"
        assert words(data) == [("", f"{FERN}\n{MOSS}"), ("", f"{REED}\n{FERN}")]


class TestMarkdown:
    def test_headings_are_titles_with_authors_in_emphasis(self) -> None:
        data = (
            f"# My list\n\nSome of them.\n\n## ICLR 2022\n\n### {TITLES[0]}\n*Ada Roe, Bo Li*\n\n"
            f"{FERN}\n\n{MOSS}\n\n---\n\n### {TITLES[1]}\n\n{MOSS}\n"
        )
        first, second = papers(data)
        assert (first.title, first.abstract) == (TITLES[0], f"{FERN}\n\n{MOSS}")
        assert (first.authors, first.venue, first.year) == (("Ada Roe", "Bo Li"), "ICLR", 2022)
        assert (second.text, second.authors) == (f"{TITLES[1]}\n{MOSS}", ())

    @pytest.mark.parametrize("item", ["**{}** — {}", "**{}**: {}", "**{}:** {}", "**{}**\n  {}"])
    def test_strong_beginnings_of_items_are_titles(self, item: str) -> None:
        first, second = (item.format(*pair) for pair in TITLED[:2])
        data = f"# Papers\n- {first}\n- {second}\n- {REED}\n"
        assert words(data) == [*TITLED[:2], ("", REED)]

    def test_a_file_of_items_is_read_by_its_suffix_too(self, tmp_path: Path) -> None:
        file = tmp_path / "list.md"
        file.write_text(f"# ICML 2024 Papers\n\n- {FERN}\n- {MOSS}\n", "utf-8")
        counts = read([file]).counts[0]
        assert (counts.format, counts.kept, counts.no_title) == ("markdown", 2, 2)

    def test_strong_words_that_recur_are_no_titles(self) -> None:
        data = f"**Aim**: {FERN}\n\n**Aim**: {MOSS}"
        assert words(data) == [("", f"**Aim**: {FERN}"), ("", f"**Aim**: {MOSS}")]

    def test_a_table_is_read_by_its_columns(self) -> None:
        rows = "\n".join(f"| {title} | {text} |" for title, text in TITLED)
        found = papers(f"# ICML 2021\n\n| Title | Abstract |\n|:--|---|\n{rows}\n\nThat is all.")
        assert [(p.title, p.abstract, p.venue) for p in found] == [
            (title, text, "ICML") for title, text in TITLED
        ]
        assert [p.sources[0].record for p in found] == [5, 6, 7]


class TestJson:
    def test_columns_are_rows(self) -> None:
        lists = {"title": TITLES, "abstract": ABSTRACTS, "year": [2020, 2021, None]}
        pandas = {name: dict(enumerate(cells)) for name, cells in lists.items()}
        for table in (lists, pandas):
            assert words(json.dumps(table)) == TITLED
            assert [p.year for p in papers(json.dumps(table))] == [2020, 2021, None]

    def test_columns_of_unequal_length_are_one_record(self) -> None:
        assert words(json.dumps({"title": ["A"], "abstract": ["We do.", "More."]})) == [
            ("A", "We do.\nMore.")
        ]

    def test_strings_are_abstracts(self) -> None:
        assert words(json.dumps(ABSTRACTS)) == WHOLE
        assert words(json.dumps({"papers": ABSTRACTS}, indent=1)) == WHOLE


def test_a_layout_seen_in_the_beginning_holds_to_the_end_of_a_long_file() -> None:
    texts = [f"{FERN} Run {n} of many." for n in range(1000)]
    data = "\n\n".join(f"{n}. Run {n}\n\n{text}" for n, text in enumerate(texts))
    assert words(data) == [(f"Run {n}", text) for n, text in enumerate(texts)]
