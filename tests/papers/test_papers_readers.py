"""Each format by example: what becomes a record, what a rejection, and with which number."""

import json
from io import BytesIO

import pytest

from kg.errors import InputError
from kg.papers import stream
from kg.papers.draft import MAX_TEXT
from kg.records import Paper, Rejection


def read_all(data: str | bytes, format: str | None = None) -> list[Paper | Rejection]:
    binary = data if isinstance(data, bytes) else data.encode()
    return list(stream(["-"], format, BytesIO(binary)))


def papers(data: str | bytes, format: str | None = None) -> list[Paper]:
    items = read_all(data, format)
    assert not [item for item in items if isinstance(item, Rejection)]
    return [item for item in items if isinstance(item, Paper)]


def one(record: dict[str, object]) -> Paper:
    (paper,) = papers(json.dumps([record]))
    return paper


def rejected(data: str | bytes, format: str | None = None) -> list[tuple[int, str]]:
    return [(r.record, r.reason) for r in read_all(data, format) if isinstance(r, Rejection)]


class TestText:
    def test_paragraphs_are_abstracts_under_the_heading_before_them(self) -> None:
        found = papers(
            "ICML 2024 Papers\n\nWe do.\n\n \t\nWe\nundo.\n\nICLR 2023 Papers\n\nWe redo."
        )
        assert [(p.title, p.abstract, p.venue, p.year) for p in found] == [
            ("", "We do.", "ICML", 2024),
            ("", "We\nundo.", "ICML", 2024),
            ("", "We redo.", "ICLR", 2023),
        ]
        assert [p.sources[0].record for p in found] == [1, 2, 3]

    def test_without_a_heading_the_first_line_is_an_abstract(self) -> None:
        assert [p.abstract for p in papers("BERT is a model\n\nSo is GPT")] == [
            "BERT is a model",
            "So is GPT",
        ]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_any_line_end_divides(self, end: str) -> None:
        assert [p.abstract for p in papers(f"We do.{end}{end}We undo.{end}")] == [
            "We do.",
            "We undo.",
        ]

    def test_latex_markdown_and_html_stay(self) -> None:
        text = r"We get $\mathcal{O}(n)$ with **this** <i>and</i> R&amp;D [x](https://a.org)."
        assert papers(text)[0].text == text

    def test_other_line_separators_of_unicode_do_not_divide(self) -> None:
        assert [p.abstract for p in papers("We\u2028do\x0bso\x85.")] == ["We\u2028do\x0bso\x85."]

    def test_a_text_too_long_for_an_abstract_is_rejected(self) -> None:
        assert papers("a" * MAX_TEXT)
        assert rejected(b"We do.\n\n" + b"a" * 20_001) == [
            (2, "a text of 20,001 characters, more than 20,000: not an abstract")
        ]


class TestJsonLines:
    def test_a_text_is_taken_as_it_is_and_its_id_echoed(self) -> None:
        record = {"id": "1706.03762", "text": " Two  blanks\n\n", "title": "no start"}
        (paper,) = papers(json.dumps(record), "jsonl")
        assert (paper.id, paper.title, paper.text) == ("1706.03762", "", " Two  blanks\n\n")

    def test_a_text_that_starts_with_its_title_is_split_there(self) -> None:
        (paper,) = papers(json.dumps({"id": "a", "title": "T ", "text": "T \n\nWe do."}), "jsonl")
        assert (paper.title, paper.abstract, paper.text) == ("T ", "\nWe do.", "T \n\nWe do.")

    def test_broken_lines_are_rejected_by_number_and_the_others_kept(self) -> None:
        lines = [
            '{"title": "One"}',
            "",
            "[1, 2]",
            "17",
            "null",
            '"s"',
            '{"title": "Two"}',
            '{"title": "cut',
        ]
        items = read_all("\n".join(lines), "jsonl")
        assert [p.title for p in items if isinstance(p, Paper)] == ["One", "Two"]
        assert rejected("\n".join(lines), "jsonl") == [
            (3, "a list where a JSON object is expected"),
            (4, "a number where a JSON object is expected"),
            (5, "null where a JSON object is expected"),
            (6, "a string where a JSON object is expected"),
            (8, "not valid JSON: Unterminated string starting at: line 1 column 11"),
        ]
        assert [r.excerpt for r in items if isinstance(r, Rejection)][-1] == '{"title": "cut'

    def test_a_record_without_words_is_rejected(self) -> None:
        items = read_all('{"title": " ", "abstract": null, "year": 2020}\n{"title": "x"}')
        assert items[0] == Rejection(
            "-", 1, "neither title nor abstract", "title: , abstract: None, year: 2020"
        )

    def test_a_line_without_end_is_refused(self) -> None:
        line = '{"title": "One"}\n{"title": "' + "a" * 2_000_000 + '"}\n{"title": "Two"}'
        assert rejected(line) == [(2, "a line of more than 2,000,000 characters")]
        assert len(read_all(line)) == 3

    def test_lines_are_known_by_content_whatever_the_suffix(self) -> None:
        assert len(papers('{"title": "One"}\n{"title": "Two"}\n', None)) == 2

    def test_control_characters_and_a_byte_order_mark_inside_do_no_harm(self) -> None:
        found = papers('{"title": "On\te"}\n\ufeff{"title": "T\\u0000wo"}\n')
        assert [p.title for p in found] == ["On\te", "T\0wo"]

    def test_lone_surrogates_become_replacement_characters_of_the_same_length(self) -> None:
        (paper,) = papers('{"id": "a\\udfff", "text": "b\\ud800c \\ud83d\\ude00"}', "jsonl")
        assert (paper.id, paper.text) == ("a\ufffd", "b\ufffdc 😀")


class TestJson:
    def test_an_array_and_the_usual_envelopes(self) -> None:
        records: list[dict[str, object]] = [{"title": "One"}, {"title": "Two"}]
        shapes: list[object] = [
            records,
            {"total": 2, "data": records},
            {"meta": {}, "results": records},
            {"status": "ok", "message": {"items": records}},
            {"a": records[0], "b": records[1]},
        ]
        for shape in shapes:
            for indent in (None, 2):
                found = papers(json.dumps(shape, indent=indent))
                assert [p.title for p in found] == ["One", "Two"]

    def test_an_object_of_records_gives_them_their_ids(self) -> None:
        assert [p.id for p in papers('{"a": {"title": "One"}, "b": {"title": "Two"}}')] == [
            "a",
            "b",
        ]

    def test_single_and_concatenated_objects(self) -> None:
        assert [p.title for p in papers('{"title": "One"}')] == ["One"]
        assert [p.title for p in papers('{\n"title": "One"\n}\n{\n"title": "Two"\n}')] == [
            "One",
            "Two",
        ]

    @pytest.mark.parametrize("indent", [None, 1])
    def test_after_a_broken_element_reading_goes_on_at_the_next(self, indent: int | None) -> None:
        records = [{"title": f"Title {n}", "authors": [{"name": "Ada"}]} for n in range(5)]
        text = json.dumps(records, indent=indent).replace('"Title 2"', '"Title 2')
        items = read_all(text)
        assert [p.title for p in items if isinstance(p, Paper)] == [
            f"Title {n}" for n in (0, 1, 3, 4)
        ]
        assert [r.record for r in items if isinstance(r, Rejection)] == [3]

    @pytest.mark.parametrize("envelope", ["%s", '{"data": %s}'])
    def test_of_a_cut_file_the_whole_records_are_kept(self, envelope: str) -> None:
        text = envelope % json.dumps([{"title": f"Title {n}"} for n in range(5)])
        items = read_all(text[: text.index("itle 3")])
        assert [p.title for p in items if isinstance(p, Paper)] == ["Title 0", "Title 1", "Title 2"]
        assert [r.record for r in items if isinstance(r, Rejection)] == [4]

    def test_bombs_are_rejected_and_their_neighbours_kept(self) -> None:
        deep = '[{"title": ' + "[" * 100_000 + '}, {"title": "One"}]'
        long = '[{"title": "x", "year": ' + "9" * 10_000 + '}, {"title": "One"}]'
        nested = '[{"title": "x", "url": ' + "[" * 900 + "]" * 900 + '}, {"title": "One"}]'
        assert rejected(deep) == [(1, "JSON nested too deeply")]
        assert rejected(long) == [(1, "a number of too many digits")]
        assert rejected(nested) == [(1, "values nested too deeply")]
        assert [len(read_all(bomb)) for bomb in (deep, long, nested)] == [2, 2, 2]

    def test_what_is_broken_without_end_is_given_up(self) -> None:
        assert rejected('[{"a": [' * 100_000)[-1] == (5, "JSON nested too deeply; no more is read")

    def test_a_wrapped_title_is_joined_and_an_abstract_left(self) -> None:
        paper = one({"title": "At LHC\n  energies", "abstract": "  We\ncompute.\n"})
        assert paper.text == "At LHC energies\nWe\ncompute."

    def test_links_and_addresses_are_kept_apart(self) -> None:
        paper = one(
            {
                "title": "x",
                "url": "javascript:alert(1)",
                "pdf": "https://a.org/x.pdf",
                "github": "github.com/a/b",
                "project": "",
                "code": ["https://a.org/c", "https://a.org/c"],
            }
        )
        assert paper.url == "https://a.org/x.pdf"
        assert paper.links == ("https://a.org/c", "https://github.com/a/b")

    def test_venue_and_year_may_stand_in_the_bibtex_entry(self) -> None:
        entry = "@inproceedings{x,\n booktitle={7th Annual Conference on Robot Learning},\n year={2023}}"
        paper = one({"title": "x", "bibtex": entry})
        assert (paper.venue, paper.year) == ("CoRL", 2023)

    def test_an_arxiv_number_gives_the_year_that_nothing_else_does(self) -> None:
        assert one({"title": "x", "arxiv_id": "1706.03762v3"}).year == 2017


class TestIds:
    @pytest.mark.parametrize(
        ("record", "expected"),
        [
            ({"id": "iclr2021:292e43162d"}, "iclr2021:292e43162d"),
            ({"id": "mine", "url": "https://doi.org/10.1000/X"}, "mine"),
            ({"id": "https://arxiv.org/abs/1706.03762v5"}, "arxiv:1706.03762"),
            ({"id": 17}, "17"),
            ({"doi": "10.1000/X", "arxiv": "1706.03762"}, "doi:10.1000/x"),
            ({"url": "https://openreview.net/forum?id=rJl-b3RcF7"}, "openreview:rJl-b3RcF7"),
            ({"externalIds": {"ArXiv": "1706.03762", "CorpusId": 1}}, "arxiv:1706.03762"),
            ({"id": True}, "hash:8eb5c4b2485c"),
            ({"id": "x" * 201}, "hash:8eb5c4b2485c"),
            ({"id": " "}, "hash:8eb5c4b2485c"),
        ],
    )
    def test_a_record_keeps_the_id_it_gives(self, record: dict[str, object], expected: str) -> None:
        assert one({"title": "T", "abstract": "A"} | record).id == expected


class TestDialects:
    def test_openalex_abstracts_are_put_together_in_order(self) -> None:
        index = {"We": [0], "$n=10$": [2], "use": [1], "3:1": [10], "R&amp;D": [9], "far": [10**9]}
        paper = one(
            {
                "id": "https://openalex.org/W123",
                "title": "x",
                "publication_year": 2022,
                "abstract_inverted_index": index,
                "primary_location": {"source": {"display_name": "Journal of x"}},
                "authorships": [{"author": {"display_name": "Ada Roe"}}],
            }
        )
        assert paper.abstract == "We use $n=10$ R&D 3:1"
        assert (paper.id, paper.venue, paper.year) == ("openalex:W123", "Journal of x", 2022)
        assert paper.authors == ("Ada Roe",)

    def test_openalex_without_an_abstract_is_kept_for_its_title(self) -> None:
        paper = one({"authorships": [], "title": "x", "abstract_inverted_index": None})
        assert (paper.title, paper.abstract) == ("x", "")

    def test_semantic_scholar_nulls_do_no_harm(self) -> None:
        paper = one(
            {
                "paperId": "0a1b",
                "externalIds": None,
                "title": "x",
                "abstract": None,
                "authors": None,
                "venue": "",
                "journal": {"name": "Journal of x"},
                "year": None,
            }
        )
        assert (paper.id, paper.venue, paper.year, paper.authors) == (
            "0a1b",
            "Journal of x",
            None,
            (),
        )

    @pytest.mark.parametrize("wrap", [lambda value: value, lambda value: {"value": value}])
    def test_openreview_notes_of_both_versions(self, wrap: object) -> None:
        assert callable(wrap)
        content = {
            "title": wrap("x"),
            "abstract": wrap("We do."),
            "authors": wrap(["Ada Roe"]),
            "venue": wrap("ICLR 2024 poster"),
        }
        paper = one({"id": "rJl-b3RcF7", "forum": "rJl-b3RcF7", "content": content})
        assert (paper.text, paper.venue, paper.year) == ("x\nWe do.", "ICLR", 2024)

    def test_arxiv_metadata_has_the_year_of_its_first_version(self) -> None:
        record = {
            "id": "0704.0001",
            "title": "x",
            "authors": "C. Roe, E. L. Li",
            "authors_parsed": [["Roe", "C.", ""]],
            "update_date": "2015-01-01",
            "versions": [{"version": "v1", "created": "Mon, 2 Apr 2007 19:18:42 GMT"}],
        }
        paper = one(record)
        assert (paper.id, paper.year) == ("arxiv:0704.0001", 2007)
        assert paper.authors == ("C. Roe", "E. L. Li")

    def test_crossref_lists_and_date_parts(self) -> None:
        paper = one(
            {
                "DOI": "10.1000/X",
                "title": ["Of x"],
                "container-title": ["Journal of x"],
                "issued": {"date-parts": [[2011, 3]]},
                "abstract": "<jats:p>We prove a<b.</jats:p>",
                "author": [{"given": "Ada", "family": "Roe", "affiliation": []}],
            }
        )
        assert paper == Paper(
            id="doi:10.1000/x",
            title="Of x",
            abstract="We prove a<b.",
            year=2011,
            venue="Journal of x",
            authors=("Ada Roe",),
            ids=("doi:10.1000/x",),
            sources=paper.sources,
        )


class TestMarkdown:
    LIST = """# ICML 2023

## [1800] Of ferns

**Authors**: *Ada Roe, Bo Li*

**Conference**: *icml 2022*

**URL**: [https://a.org/x](https://a.org/x)

**Abstract**:

We prune.

It helps: **much**.
# not a heading

----

text that belongs to nothing

## [1801] Of mosses

**Abstract**: We cut.
**Code**: [here](https://github.com/a/b)
----

## [1802] Title alone

## [1803]

[Go back](x.md)"""

    def test_headings_fields_and_prose(self) -> None:
        items = read_all(self.LIST)
        ferns, mosses, alone, nothing = items
        assert isinstance(ferns, Paper) and isinstance(mosses, Paper) and isinstance(alone, Paper)
        assert ferns.text == "Of ferns\nWe prune.\n\nIt helps: **much**.\n# not a heading"
        assert ferns.authors == ("Ada Roe", "Bo Li")
        assert (ferns.venue, ferns.year, ferns.url) == ("ICML", 2022, "https://a.org/x")
        assert (mosses.abstract, mosses.links) == ("We cut.", ("https://github.com/a/b",))
        assert (mosses.venue, mosses.year) == ("ICML", 2023)
        assert (alone.title, alone.abstract) == ("Title alone", "")
        assert isinstance(nothing, Rejection) and nothing.record == 4

    def test_prose_with_headings_is_no_list(self) -> None:
        assert len(papers("# About\n\nWe do.\n\n## Use\n\nWe undo.")) == 4  # read as text
        with pytest.raises(InputError, match="no record in it, read as markdown"):
            read_all("# About\n\nWe do.", "markdown")


class TestDelimited:
    def test_quotes_delimiters_and_line_ends_inside_cells(self) -> None:
        found = papers('Title,Abstract,Year\n"A, ""b""","One.\n\nTwo.",2021\nPlain,5" disk,\n')
        assert [(p.title, p.abstract, p.year) for p in found] == [
            ('A, "b"', "One.\n\nTwo.", 2021),
            ("Plain", '5" disk', None),
        ]
        assert [p.sources[0].record for p in found] == [2, 5]

    @pytest.mark.parametrize("mark", [",", ";", "\t", "|"])
    def test_the_header_tells_the_delimiter(self, mark: str) -> None:
        data = f"id{mark}title{mark}abstract\n7{mark}One{mark}We do.\n"
        assert [(p.id, p.text) for p in papers(data)] == [("7", "One\nWe do.")]

    def test_a_run_away_quote_costs_its_row_alone(self) -> None:
        rows = ['"One","We do."', '"Two","We never end.', '"Three","We undo."', "Four,We redo."]
        items = read_all("\n".join(["title,abstract", *rows]))
        assert [p.title for p in items if isinstance(p, Paper)] == ["One", "Three", "Four"]
        assert rejected("\n".join(["title,abstract", *rows])) == [
            (3, "a quote is opened, and in line 4 another in the midst of a cell")
        ]
        assert rejected("\n".join(["title,abstract", "One,We do.", rows[1], rows[3]])) == [
            (3, "a quote is opened and never closed")
        ]

    def test_a_long_cell_is_no_obstacle(self) -> None:
        assert (
            papers(f'title,references,abstract\nOne,"{"x" * 200_000}",We do.')[0].abstract
            == "We do."
        )

    def test_rows_that_do_not_fit_the_header_are_rejected(self) -> None:
        data = (
            "title,abstract,year\nOne,We do.\nTwo\nThree,We do.,2020,more\nFour,We do.,2020,,\n,,\n"
        )
        assert rejected(data) == [(3, "1 cells under 3 columns"), (4, "4 cells under 3 columns")]
        assert [p.title for p in read_all(data) if isinstance(p, Paper)] == ["One", "Four"]

    def test_of_two_columns_of_one_name_the_filled_one_counts(self) -> None:
        assert papers("title,abstract,abstract\nOne,,We do.")[0].abstract == "We do."

    def test_a_header_without_a_known_column_is_an_error(self) -> None:
        with pytest.raises(InputError, match="names no column title, abstract or text: a, b"):
            read_all("a,b\n1,2\n", "csv")


class TestDetection:
    @pytest.mark.parametrize(
        ("start", "name"),
        [
            ('<?xml version="1.0"?><feed/>', "XML or HTML"),
            ("%PDF-1.7", "PDF"),
            ("Rar!\x1a\x07", "a packed archive"),
        ],
    )
    def test_other_formats_are_named_and_not_read_as_prose(self, start: str, name: str) -> None:
        with pytest.raises(InputError, match=f"-: this looks like {name}, which is not read"):
            read_all(start)

    def test_bytes_that_are_no_text_are_refused(self) -> None:
        with pytest.raises(InputError, match="neither text nor any other format"):
            read_all(bytes(range(256)) * 10)

    def test_a_json_array_of_one_record_a_line_is_not_json_lines(self) -> None:
        assert len(papers('[\n{"title": "One"},\n{"title": "Two"}\n]')) == 2
