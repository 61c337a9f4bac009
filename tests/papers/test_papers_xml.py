"""XML: each format by example, and whatever is wrong with a file costs no more than it must."""

import re
from io import BytesIO, RawIOBase
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.papers import Reading, read, stream
from kg.papers.document import Document
from kg.papers.readers.xml_records import MAX_DEPTH, pieces
from kg.records import Paper, Rejection

CASES = Path(__file__).parent / "cases"
FORMATS = {path.stem: path.read_text("utf-8") for path in sorted(CASES.glob("*.xml"))}
ACL, ATOM, DBLP, ENDNOTE, OAI, PUBMED = FORMATS.values()


def reading(text: str, format: str | None = None) -> Reading:
    return read(["-"], format, BytesIO(text.encode()))


def papers(text: str) -> list[Paper]:
    return [item for item in stream(["-"], stdin=BytesIO(text.encode())) if isinstance(item, Paper)]


@pytest.mark.parametrize("name", FORMATS)
def test_each_is_known_by_its_content_and_counts_every_record(name: str) -> None:
    (count,) = reading(FORMATS[name]).counts
    assert count.format == name
    assert count.present == count.kept + count.merged + count.rejected > 0


def test_arxiv_atom() -> None:
    first, second = papers(ATOM)
    assert (first.id, first.title) == ("arxiv:2101.00001", "Pruning with ferns & mosses")
    assert first.abstract == "We prune networks with $a < b$ ferns.\nThen we rest."
    assert (first.year, first.authors) == (2021, ("Ada Roe", "Bo Li"))
    assert first.links == ("https://github.com/ada/ferns",)
    assert {paper.id for paper in reading(ATOM).papers} == {"doi:10.1000/x", "arxiv:hep-th/9901001"}
    assert (second.id, second.year) == ("arxiv:hep-th/9901001", 1999)


def test_what_arxiv_says_of_a_bad_query_is_the_reason() -> None:
    error = "<feed><entry><id>http://arxiv.org/api/errors#x</id><summary>bad id</summary></entry></feed>"
    with pytest.raises(InputError, match="the service says: bad id"):
        reading(error)


def test_oai_pmh_in_three_schemas() -> None:
    own, raw, dublin = papers(OAI)
    assert (own.id, own.text) == ("arxiv:2101.00001", "Pruning with ferns\nWe prune networks.")
    assert (own.year, own.authors) == (2021, ("Ada Roe",))
    assert (raw.id, raw.year, raw.authors) == ("arxiv:2101.00002", 2021, ("Ada Roe", "Bo Li"))
    assert (dublin.text, dublin.year) == ("Composting\nWe compost the leaves.", 2022)
    assert dublin.authors == ("Roe, Ada", "Li, Bo")
    assert {p.id for p in reading(OAI).papers} >= {"doi:10.1000/z"}
    assert [r.reason for r in reading(OAI).rejections] == [
        "line 20: oai:arXiv.org:1 is deleted at its source"
    ]


def test_pubmed_keeps_the_labels_of_a_structured_abstract() -> None:
    first, second = papers(PUBMED)
    assert first.title == "Uptake of [18F]fern in Pteris."
    assert first.abstract == "BACKGROUND: Ferns grow.\nRESULTS: They grew – H2O helps.\nMore."
    assert (first.year, first.venue) == (2020, "Journal of Ferns")
    assert first.authors == ("Ada Roe", "The Fern Group")
    assert first.url == "https://pubmed.ncbi.nlm.nih.gov/123/"
    assert {paper.id for paper in reading(PUBMED).papers} == {"doi:10.1000/fern", "pubmed:124"}
    assert second.abstract == ""


def test_acl_anthology_with_markup_inside_its_words() -> None:
    first, second = papers(ACL)
    assert first.text == "Of HRGraphs in $O(n)$\nWe prune $x_1$ & more."
    assert (first.year, first.authors) == (2024, ("Ada Roe",))
    assert first.venue == "Proceedings of the 1st Workshop on Ferns (FERN)"
    assert first.url == "https://aclanthology.org/2024.fern-1.1/"
    assert (second.id, second.venue, second.year) == ("acl:2024.fern-2.1", "EMNLP", 2025)


def test_dblp_has_titles_only_and_says_so() -> None:
    (count,) = reading(DBLP).counts
    assert (count.kept, count.no_abstract, count.rejected) == (2, 2, 1)
    first, second = papers(DBLP)
    assert (first.title, first.authors) == ("On ferns 2.0", ("Ada Röe", "Bo Li"))
    assert (first.venue, first.year, first.url) == ("FERN", 2024, "https://doi.org/10.1000/fern")
    assert (second.id, second.venue) == ("dblp:journals/fern/Li23", "J. Ferns")
    assert reading(DBLP).rejections[0].reason == "line 7: a person's page, not a paper"


def test_endnote_xml() -> None:
    (paper,) = reading(ENDNOTE).papers
    assert (paper.id, paper.text) == ("doi:10.1000/x", "Pruning with ferns\nWe prune.")
    assert (paper.venue, paper.year, paper.authors) == (
        "Journal of Ferns",
        2021,
        ("Roe, Ada", "Li, Bo"),
    )


def test_keywords_subjects_licence_and_orcids_are_kept() -> None:
    assert papers(ATOM)[0].subjects == ("cs.LG",)
    first = papers(OAI)[0]
    assert first.subjects == ("cs.LG", "stat.ML")
    assert first.licence == "https://creativecommons.org/licenses/by/4.0/"
    marked = ACL.replace("0000-0000-0000-0000", "0000-0002-1825-0097")
    assert papers(marked)[0].orcids == (("Ada Roe", "0000-0002-1825-0097"),)
    identifier = '<Identifier Source="ORCID">http://orcid.org/0000-0002-1825-0097</Identifier>'
    terms = "</Article><KeywordList><Keyword>spores</Keyword></KeywordList><MeshHeadingList>"
    heading = "<MeshHeading><DescriptorName>Ferns</DescriptorName></MeshHeading></MeshHeadingList>"
    text = PUBMED.replace("</Author>", f"{identifier}</Author>", 1)
    paper = papers(text.replace("</Article>", terms + heading, 1))[0]
    assert (paper.keywords, paper.subjects) == (("spores",), ("Ferns",))
    assert paper.orcids == (("Ada Roe", "0000-0002-1825-0097"),)


def test_one_paper_in_files_of_several_formats_is_one_with_all_its_sources(tmp_path: Path) -> None:
    files = {
        "a.xml": ATOM,  # arXiv 2101.00001v2 and a DOI
        "b.xml": OAI.replace("2101.00001<", "2101.00001v1<"),
        "c.jsonl": '{"doi": "10.1000/X", "title": "Pruning with ferns & mosses"}',
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    reading = read([tmp_path])
    (paper,) = (paper for paper in reading.papers if paper.id == "doi:10.1000/x")
    assert [Path(source.file).name for source in paper.sources] == ["a.xml", "b.xml", "c.jsonl"]
    assert {"doi:10.1000/x", "arxiv:2101.00001"} <= set(paper.ids)
    assert [(Path(d.source.file).name, d.rule) for d in reading.merged] == [
        ("b.xml", "id"),
        ("c.jsonl", "id"),
    ]
    assert sum(count.merged for count in reading.counts) == 2


@pytest.mark.parametrize("name", FORMATS)
def test_a_file_cut_anywhere_loses_only_what_comes_after(name: str) -> None:
    text = FORMATS[name]
    whole = list(stream(["-"], name, BytesIO(text.encode())))
    for end in range(len(text) - 1, 200, -37):
        try:
            items = list(stream(["-"], name, BytesIO(text[:end].encode())))
        except InputError:  # cut before the first record
            continue
        kept = [item for item in items if isinstance(item, Paper)]
        assert kept == [item for item in whole if isinstance(item, Paper)][: len(kept)]
        assert len(items) <= len(whole)


def test_a_cut_file_names_the_line() -> None:
    cut = reading(ATOM[: ATOM.index("<summary>We tie")])
    assert len(cut.papers) == 1
    (rejection,) = cut.rejections
    assert rejection.record == 2
    assert rejection.reason == "line 19: the end of the file comes before </entry>"


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (
            "<title>Strings</title>",
            "<title>Strings",
            "line 19: not valid XML: mismatched tag in line 2",
        ),
        (
            "</summary>\n    <author>",
            "\n    <author>",
            "line 4: not valid XML: mismatched tag in line",
        ),
        ("</entry>\n  <entry>", "\n  <entry>", "line 4: another <entry> comes before </entry>"),
    ],
)
def test_a_broken_record_costs_itself_alone(old: str, new: str, reason: str) -> None:
    assert old in ATOM
    broken = reading(ATOM.replace(old, new))
    assert len(broken.papers) == 1
    assert broken.rejections[0].reason.startswith(reason)


def test_what_xml_forbids_is_no_reason_to_lose_a_record() -> None:
    text = ATOM.replace(
        "We tie.", "R&D & &eacute;t&eacute; &nosuch; &#1; \x02 <![CDATA[<b> &amp;]]>"
    )
    assert papers(text)[1].abstract == "R&D & été &nosuch; \ufffd \ufffd <b> &amp;"


BOMB = """<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>
<feed><entry><title>&b;</title></entry></feed>"""
OUTSIDE = """<?xml version="1.0"?><!DOCTYPE feed [<!ENTITY x SYSTEM "file:///etc/passwd">]>
<feed><entry><title>&x;</title></entry></feed>"""
PARAMETER = """<!-- no root --><!DOCTYPE feed SYSTEM "a.dtd" [<!ENTITY % p SYSTEM "http://127.0.0.1:9/">%p;]>
<feed><entry><title>x</title></entry></feed>"""


@pytest.mark.parametrize("text", [BOMB, OUTSIDE, PARAMETER])
def test_a_file_that_declares_entities_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="declares entities of its own") as caught:
        reading(text)
    assert "\n" not in str(caught.value)


def test_a_dtd_outside_is_never_fetched() -> None:
    assert reading(PUBMED.replace("https://example.org", "http://127.0.0.1:9")).papers


def test_declarations_inside_a_record_are_no_xml() -> None:
    text = ATOM.replace("<title>Strings", '<!DOCTYPE x [<!ENTITY a "b">]><title>Strings')
    assert reading(text).rejections[0].reason.startswith("line 19: not valid XML")


def test_elements_nested_without_end_are_refused() -> None:
    deep = "<i>" * (MAX_DEPTH + 1) + "x" + "</i>" * (MAX_DEPTH + 1)
    text = ATOM.replace("We tie.", deep)
    assert reading(text).rejections[0].reason == (
        f"line 19: elements nested more than {MAX_DEPTH} deep"
    )


def test_a_record_without_end_is_refused_and_the_next_one_read() -> None:
    text = ATOM.replace("We prune networks", "We prune " * 300_000)
    assert len(reading(text).papers) == 1
    assert reading(text).rejections[0].reason == "line 4: more than 2,000,000 characters"


def test_neither_comments_nor_literal_text_hold_records() -> None:
    text = "<r><!-- <p>1</p> --><p>2 <![CDATA[</p><p>3]]></p><q>4</q><p/><x:p>5</x:p></r>"
    found = [piece.text for piece in pieces(Document(BytesIO(text.encode())), ["p"])]
    assert found == ["<p>2 <![CDATA[</p><p>3]]></p>", "<p/>", "<x:p>5</x:p>"]


def test_pieces_are_the_same_however_the_text_arrives() -> None:
    class Dripping(RawIOBase):
        def __init__(self, data: bytes, size: int) -> None:
            self.data, self.size = data, size

        def read(self, size: int = -1) -> bytes:
            part, self.data = self.data[: self.size], self.data[self.size :]
            return part

    whole = list(pieces(Document(BytesIO(ACL.encode())), ("meta", "paper"), ("volume",)))
    assert [piece.name for piece in whole] == ["volume", "meta", "paper", "volume", "meta", "paper"]
    for size in (1, 3, 70):
        dripping = Document(Dripping(ACL.encode(), size))  # type: ignore[arg-type]
        assert list(pieces(dripping, ("meta", "paper"), ("volume",))) == whole


@pytest.mark.parametrize("text", ["<", "<!--", "<![CDATA[", "<feed><entry", "<entry>" * 50, "<a/>"])
def test_scraps_are_answered_in_a_line(text: str) -> None:
    with pytest.raises(InputError) as caught:
        reading(text, "arxiv-atom")
    assert "\n" not in str(caught.value)


def test_rejections_come_with_the_line_in_a_long_file() -> None:
    start = re.split(r"(?=<inproc)", DBLP)[0]
    file = BytesIO((start + "<www key='1'>\n</www>\n" * 3_000).encode())
    items = list(stream(["-"], "dblp-xml", file))
    assert isinstance(items[-1], Rejection)
    assert items[-1].reason == "line 6002: a person's page, not a paper"
