"""BibTeX, RIS, MEDLINE, EndNote, Web of Science, and the JSON of DBLP, Crossref and CSL, by example."""

import io
import json
from io import BytesIO
from itertools import islice
from pathlib import Path

import pytest

from kg.papers import FileCount, latex, read, stream
from kg.papers.markup import plain
from kg.records import Paper, Rejection

CASES = Path(__file__).parent / "cases"
ORCID = (("Ada Roe", "0000-0002-1825-0097"),)


def items(text: str, format: str | None = None) -> list[Paper | Rejection]:
    return list(stream(["-"], format, BytesIO(text.encode())))


def papers(text: str, format: str | None = None) -> list[Paper]:
    found = items(text, format)
    assert not [item for item in found if isinstance(item, Rejection)]
    return [item for item in found if isinstance(item, Paper)]


def case(name: str) -> list[Paper]:
    return papers((CASES / name).read_text("utf-8"))


class TestBibTeX:
    def test_accents_braces_macros_and_a_wrapped_abstract(self) -> None:
        paper = case("bibtex.bib")[0]
        assert paper.title == "Pruning Deep Networks with Šíma's Ferns"
        assert paper.abstract == (
            "We prune $\\mathcal{O}(n)$ networks—fast—by 5% at R&D, “cheaply”.\n\n"
            "A second paragraph costs $5."
        )
        assert (paper.venue, paper.year) == (
            "Proceedings of the 3rd Workshop on Ferns (FERN)",
            2024,
        )
        assert paper.authors == ("Ada Roe", "The Fern Group", "Kurt Gödel, Jr.", "Bo de la Li")
        assert (paper.url, paper.ids) == ("https://a.org/S_Dbw", ("doi:10.1000/a_b",))
        assert (paper.keywords, paper.links) == (
            ("ferns", "pruning"),
            ("https://github.com/ada/ferns",),
        )
        assert (paper.id, paper.sources[0].record) == ("roe24", 9)

    def test_parentheses_quotes_and_a_macro_of_the_user(self) -> None:
        paper = case("bibtex.bib")[1]
        assert (paper.title, paper.venue, paper.year, paper.authors) == (
            'Mosses (and "lichens")',
            "Journal of Ferns",
            2023,
            ("Bo Li",),
        )

    def test_a_child_inherits_from_a_volume_that_comes_later(self) -> None:
        paper = case("bibtex.bib")[2]
        assert (paper.id, paper.venue, paper.year) == ("child", "Proceedings of ICML", 2020)

    def test_a_preprint_has_its_arxiv_number(self) -> None:
        preprint, biblatex = case("bibtex.bib")[3:5]
        assert (preprint.venue, preprint.ids) == ("arXiv", ("arxiv:2101.00001",))
        assert (biblatex.title, biblatex.year) == ("Ferns: A View", 2022)
        assert (biblatex.authors, biblatex.ids) == (("Ada van Roe",), ("arxiv:2202.00002",))

    def test_papers_of_a_list_take_venue_and_year_from_its_volume(self) -> None:
        (paper,) = papers(
            "@Proceedings{V, booktitle={Proc. of the 19th Conference on Ferns}, shortname={FERN 2025},"
            " year={2025}}\n@InProceedings{a, title={Of ferns}}\n"
        )
        assert (paper.venue, paper.year) == ("FERN", 2025)

    def test_volumes_macros_and_comments_are_no_papers(self) -> None:
        (count,) = read([CASES / "bibtex.bib"]).counts
        assert (count.present, count.kept, count.rejected) == (6, 6, 0)

    def test_what_is_broken_is_named_with_its_line_and_costs_itself_alone(self) -> None:
        text = (
            "@misc{a, title = {One}}\n\n@misc{b,\n title = {Never ends,\n year = 2020\n"
            "@misc{c, title = {Three}} @misc{d, title = {Four}, words, year = 2020}\n"
            "misc{e,\n title = {Five}}\n@misc{f, title = {Six}}"
        )
        found = items(text)
        assert [item.title for item in found if isinstance(item, Paper)] == ["One", "Three", "Six"]
        assert [(i.record, i.reason) for i in found if isinstance(i, Rejection)] == [
            (3, "an entry that is not closed"),
            (6, "a field that cannot be read"),
            (8, "fields outside of an entry"),
        ]

    def test_keys_and_fields_twice_lose_nothing(self) -> None:
        found = papers("@misc{a, title={One}, title={Two}}\n@misc{a, title={Three}}")
        assert [(paper.id, paper.title) for paper in found] == [("a", "One"), ("a", "Three")]
        assert (
            len(read(["-"], "bibtex", BytesIO(b"@misc{a, title={1}}@misc{a, title={2}}")).papers)
            == 2
        )

    def test_an_unknown_macro_stands_for_its_name(self) -> None:
        assert papers("@misc{a, title = {One}, journal = nosuch}")[0].venue == "nosuch"

    def test_an_unknown_macro_is_reported_once(self) -> None:
        """A7: the string that stops a whole file elsewhere costs nothing here, and is said."""
        text = (
            "@string{mine = {Journal of Ferns}}\n@article{a, title = {One}, month = jul, year = 2020,"
            "\n journal = mine # nosuch}\n@misc{b, title = {Two}, journal = nosuch, note = other}\n"
        )
        (count,) = read(["-"], None, BytesIO(text.encode())).counts
        assert (count.kept, count.rejected) == (2, 0)
        assert count.remarks == (
            "line 2: 'nosuch' is defined by no @string and stays",
            "line 4: 'other' is defined by no @string and stays",
        )

    def test_of_very_many_unknown_macros_some_are_reported(self) -> None:
        text = "".join(f"@misc{{k{n}, title = {{One {n}}}, note = m{n}}}\n" for n in range(99))
        (count,) = read(["-"], None, BytesIO(text.encode())).counts
        assert (count.kept, len(count.remarks)) == (99, 20)

    @pytest.mark.parametrize("brace", ["{", "}"])
    def test_a_brace_after_a_backslash_need_not_have_a_partner(self, brace: str) -> None:
        found = papers(f"@misc{{a, title = {{One \\{brace} x}}}}\n@misc{{b, title = {{Two}}}}")
        assert [paper.title for paper in found] == [f"One {brace} x", "Two"]

    def test_macros_that_multiply_are_refused(self) -> None:
        bomb = "@string{a = {" + "x" * 900 + "}}\n@misc{b, title = " + "a # " * 3000 + "a}\n"
        found = items(bomb + "@misc{c, title = {One}}")
        assert [getattr(item, "title", "") for item in found] == ["", "One"]

    def test_entries_that_never_close_cost_no_more_than_patience(self) -> None:
        found = items("@misc{a, title={One}}\n" + "@misc{b, title={" * 20_000)
        assert isinstance(found[0], Paper)
        assert isinstance(found[-1], Rejection) and "no more of its line" in found[-1].reason
        assert len(found) < 20


@pytest.mark.parametrize(
    ("written", "plain"),
    [
        (r"{\"o}\'{\i}\v{s}\c c\H{o}\~n\=a\k{a}\r{u}", "öíšçőñāąů"),
        (r"{\O}{\ss}{\L}\AA{} \o re", "ØßŁÅ øre"),
        (r"\textit{a} {\em b} \textsc{c}", "a b c"),
        (r"5\% \& \$3 \#1 a\_b \{x\}", "5% & $3 #1 a_b {x}"),
        (r"$\alpha_{1}$ and \(\beta\)", r"$\alpha_{1}$ and \(\beta\)"),
        (r"\cite{roe} \alpha", r"\cite{roe} \alpha"),
        (r"\href{https://a.org}{here}", "here (https://a.org)"),
        ("a--b---c ``d''", "a–b—c “d”"),
        ("5% of {GPT}-3~x", "5% of GPT-3 x"),
        (r"C:\1", r"C:\1"),
        ("$5 only", "$5 only"),
    ],
)
def test_latex(written: str, plain: str) -> None:
    assert latex.plain(written) == plain


@pytest.mark.parametrize(
    ("written", "address"),
    [
        (r"https://a.org/S\_Dbw", "https://a.org/S_Dbw"),
        (r"\url{https://a.org/x}", "https://a.org/x"),
        (r"\protect\url{https://a.org/\%7Ex}", "https://a.org/%7Ex"),
        (r"https://a.org/\~{}ada", "https://a.org/~ada"),
        (r"https://a.org/{\textasciitilde}ada", "https://a.org/~ada"),
        (r"https://a.org/\alpha", ""),
    ],
)
def test_addresses_in_latex(written: str, address: str) -> None:
    assert latex.address(written) == address


class TestRis:
    def test_every_tag_of_a_record(self) -> None:
        paper = case("ris.ris")[0]
        assert paper.text == "Pruning with ferns\nWe prune.\n\nIt helps:\na line without a tag."
        assert (paper.authors, paper.venue) == (("Ada Roe", "Bo Li, Jr."), "Journal of Ferns")
        assert (paper.year, paper.url) == (2021, "https://a.org/1")
        assert (paper.id, paper.ids) == ("WOS:000000000000001", ("doi:10.1000/x",))
        assert (paper.keywords, paper.orcids) == (("ferns", "pruning", "mosses"), ORCID)

    def test_a_number_of_pubmed_by_way_of_endnote(self) -> None:
        paper = case("ris.ris")[1]
        assert (paper.id, paper.abstract, paper.venue) == ("pubmed:31452104", "We cut.", "FERN")

    def test_a_record_without_an_end_is_kept(self) -> None:
        assert [p.title for p in case("ris.ris")[2:]] == ["Without an end", "The last one"]

    def test_a_byte_order_mark_costs_nothing(self) -> None:
        text = (
            "\ufeffTY  - JOUR\r\nTI  - One\r\nER  - \r\n\ufeffTY  - JOUR\r\nTI  - Two\r\nER  - \r\n"
        )
        assert [p.title for p in papers(text)] == ["One", "Two"]

    def test_a_damaged_first_line_costs_nothing(self) -> None:
        text = "TY  - JOUR\nTI  - One\nER  - \n\nT\n\nTI  - Two\nAU  - Roe\nER  - "
        assert [(p.title, p.sources[0].record) for p in papers(text)] == [("One", 1), ("Two", 7)]

    def test_one_blank_before_the_dash_is_understood(self) -> None:
        assert papers("TY - JOUR\nTI - One\nPY - 2020\nER -\n")[0].year == 2020

    def test_lists_of_references_are_not_held(self) -> None:
        text = (
            "TY  - JOUR\nTI  - One\nN1  - x\n" + "a reference\n" * 300_000 + "AB  - We do.\nER  - "
        )
        assert papers(text)[0].abstract == "We do."

    def test_a_record_without_end_is_refused(self) -> None:
        text = "TY  - JOUR\nAB  - x\n" + "a line of it\n" * 200_000 + "TY  - JOUR\nTI  - One\n"
        found = items(text)
        assert [type(item) for item in found] == [Rejection, Paper]
        assert found[0] == Rejection("-", 1, "a record of more than 2,000,000 characters", "x")


class TestMedline:
    def test_wrapped_lines_numbers_people_and_headings(self) -> None:
        first, second = case("medline.nbib")
        assert first.text == (
            "Uptake of ferns by mosses.\nBACKGROUND: Ferns grow. RESULTS: They grew - fast."
        )
        assert (first.authors, first.orcids) == (("Ada Roe", "Bo Li"), ORCID)
        assert (first.year, first.venue) == (2020, "Journal of ferns")
        assert first.ids == ("doi:10.1000/fern", "pubmed:123")
        assert (first.subjects, first.keywords) == (("Ferns", "Databases, Protein"), ("pruning",))
        assert (second.id, second.abstract, second.authors) == ("pubmed:124", "", ("Roe A",))


class TestEndNote:
    def test_tags_and_lines_that_continue_them(self) -> None:
        first, second = case("endnote.enw")
        assert first.text == "Pruning with ferns\nWe prune.\n\nIt helps."
        assert (first.id, first.ids, first.url) == ("roe21", ("doi:10.1000/x",), "https://a.org/1")
        assert (first.authors, first.keywords) == (("Ada Roe", "Bo Li"), ("ferns", "pruning"))
        assert (second.title, second.venue, second.year) == ("Of mosses", "FERN", 2020)

    def test_without_kinds_blank_lines_divide(self) -> None:
        found = papers("%A Ada Roe\n%T One\n\n%A Bo Li\n%T Two\n")
        assert [(p.title, p.authors) for p in found] == [("One", ("Ada Roe",)), ("Two", ("Bo Li",))]


class TestWebOfScience:
    def test_tagged_text(self) -> None:
        first, second = case("wos.ciw")
        assert first.text == "Pruning deep networks with ferns\nWe prune. It helps."
        assert (first.id, first.ids) == (
            "WOS:000000000000001",
            ("doi:10.1000/x", "pubmed:31452104"),
        )
        assert (first.authors, first.orcids) == (("Ada Roe", "Bo Li"), ORCID)
        assert first.keywords == ("ferns", "pruning of trees", "MOSSES")
        assert first.subjects == ("Plant Sciences", "Psychology, Applied")
        assert (second.authors, second.venue, second.year) == (("A Roe",), "FERN", 2020)

    @pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
    def test_tab_delimited(self, encoding: str) -> None:
        text = (
            "PT\tAU\tAF\tTI\tSO\tDE\tAB\tPY\tDI\tUT\tWC\r\n"
            'J\tRoe, A; Li, B\tRoe, Ada; Li, Bo\tOf "ferns"\tJ FERNS\ta; b\tWe prune.\t2021\t10.1000/X'
            "\tWOS:1\tPsychology, Applied\t\r\n"
        )
        (paper,) = stream(["-"], None, BytesIO(text.encode(encoding)))
        assert isinstance(paper, Paper)
        assert (paper.id, paper.text) == ("WOS:1", 'Of "ferns"\nWe prune.')
        assert (paper.authors, paper.year) == (("Ada Roe", "Bo Li"), 2021)
        assert (paper.keywords, paper.subjects) == (("a", "b"), ("Psychology, Applied",))


class TestJson:
    def test_a_search_of_dblp(self) -> None:
        hits = [
            {
                "@score": "3",
                "info": {
                    "authors": {
                        "author": [{"@pid": "1", "text": "Ada Roe 0001"}, {"text": "Bo Li"}]
                    },
                    "title": "Ferns &amp; mosses.",
                    "venue": "ICML",
                    "year": "2024",
                    "key": "conf/icml/RoeL24",
                    "ee": "https://doi.org/10.1000/x",
                },
            },
            {
                "info": {
                    "authors": {"author": {"text": "Cy Fox"}},
                    "title": "One.",
                    "key": "conf/x/Y",
                }
            },
        ]
        answer = {"result": {"query": "ferns", "hits": {"@total": "2", "hit": hits}}}
        first, second = papers(json.dumps(answer))
        assert (first.title, first.authors) == ("Ferns & mosses", ("Ada Roe", "Bo Li"))
        assert (first.venue, first.year) == ("ICML", 2024)
        assert first.ids == ("doi:10.1000/x", "dblp:conf/icml/RoeL24")
        assert (second.id, second.authors) == ("dblp:conf/x/Y", ("Cy Fox",))

    def test_csl_of_a_reference_manager(self) -> None:
        record = {
            "id": "roe21",
            "type": "article-journal",
            "title": "Of ferns",
            "container-title": "Journal of Ferns",
            "DOI": "10.1000/X",
            "PMID": "123",
            "URL": "https://a.org/1",
            "keyword": "ferns, mosses",
            "issued": {"date-parts": [["2021", 5]]},
            "author": [{"family": "Roe", "given": "Ada"}, {"literal": "The Fern Group"}],
        }
        (paper,) = papers(json.dumps([record]))
        assert (paper.id, paper.ids) == ("roe21", ("doi:10.1000/x", "pubmed:123"))
        assert (paper.authors, paper.year) == (("Ada Roe", "The Fern Group"), 2021)
        assert (paper.venue, paper.keywords) == ("Journal of Ferns", ("ferns", "mosses"))


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<jats:p>We <jats:italic>do</jats:italic>.</jats:p>", "We do."),
        ("<jats:p>If a<b and c>d, R&amp;D.</jats:p>", "If a<b and c>d, R&D."),
        ("<jats:p>x&lt;sub&gt;</jats:p>", "x<sub>"),
        (
            "<jats:title>Abstract</jats:title>\n <jats:p>One.</jats:p><jats:p>Two.</jats:p>",
            "One.\nTwo.",
        ),
        (
            "<jats:sec><jats:title>Aim</jats:title><jats:p>To\n  do.</jats:p></jats:sec>"
            "<jats:sec><jats:title>Results:</jats:title><jats:p>Done.</jats:p></jats:sec>",
            "Aim: To do.\nResults: Done.",
        ),
        ('<jats:p>H<sub>2</sub>O <a href="x">y</jats:p>', 'H2O <a href="x">y'),
        ("<jats:p>unclosed <jats:it", "unclosed <jats:it"),
    ],
)
def test_jats(markup: str, text: str) -> None:
    assert plain(markup) == text


FILES = {
    "bibtex": "@misc{{k{0}, title = {{Title {0}}}, abstract = {{{1}}}}}\n",
    "ris": "TY  - JOUR\nTI  - Title {0}\nAB  - {1}\nER  - \n",
    "medline": "PMID- {0}\nTI  - Title {0}\nAB  - {1}\n\n",
    "endnote": "%0 Book\n%T Title {0}\n%X {1}\n\n",
    "wos": "PT J\nAU Roe, A\nTI Title {0}\nAB {1}\nER\n\n",
}


@pytest.mark.parametrize("name", FILES)
def test_the_first_records_come_before_the_file_is_read(name: str) -> None:
    text = "".join(FILES[name].format(n, "We do. " * 100) for n in range(6000)).encode()
    binary = io.BytesIO(text)
    assert len(list(islice(stream(["-"], name, binary), 10))) == 10
    assert binary.tell() < len(text) / 2


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "cp1252"])
def test_encodings(name: str, encoding: str) -> None:
    text = "".join(FILES[name].format(n, "Fougères naïves.") for n in range(3))
    found = list(stream(["-"], None, BytesIO(text.replace("\n", "\r\n").encode(encoding))))
    assert [getattr(item, "abstract", None) for item in found] == ["Fougères naïves."] * 3


@pytest.mark.parametrize(
    "path", sorted(CASES.glob("[bemrw]*.[benrc]*")), ids=lambda path: path.name
)
def test_each_file_is_known_by_its_content(path: Path) -> None:
    (count,) = read(["-"], None, BytesIO(path.read_bytes())).counts
    missed = ("line 31: 'nosuchmonth' is defined by no @string and stays",)
    assert count == FileCount(
        *("-", path.stem, "utf-8", *(count.present,) * 2, 0, 0, *(count.no_abstract, 0)),
        remarks=missed if path.stem == "bibtex" else (),
    )
