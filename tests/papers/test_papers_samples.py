"""Real files of every format, where they lie beside the checkout."""

import json
import random
from pathlib import Path

import pytest

from kg.papers import FileCount, read, stream
from kg.papers.draft import MAX_TEXT
from kg.records import Paper

SHARED = Path(__file__).resolve().parents[2].parent / "shared"
SAMPLES = SHARED / "samples"
pytestmark = pytest.mark.skipif(not SAMPLES.is_dir(), reason="no ../shared/samples here")

# file: format, records, with abstract
EXPECTED = {
    "markdown_icml2023_list10.md": ("markdown", 28, 28),
    "markdown_cvpr2022_list11.md": ("markdown", 72, 72),
    "markdown_ijcai2023_list05.md": ("markdown", 46, 46),
    "paperlists_corl2023.json": ("json", 78, 78),
    "paperlists_aistats1995.json": ("json", 64, 59),
    "arxiv_kaggle_metadata.jsonl": ("jsonl", 11, 11),
    "openalex_works.json": ("json", 17, 16),
    "semantic_scholar_search.json": ("json", 50, 44),
    "semantic_scholar_bulk.json": ("json", 50, 39),
    "s2orc_metadata.jsonl": ("jsonl", 4, 1),
    "openreview_v2_notes.json": ("json", 6, 6),
    "crossref_work_10.1177_02683962211048201.json": ("json", 1, 1),
    "crossref_work_10.2196_22081.json": ("json", 1, 1),
    "crossref_work_10.17705_1cais.04607.json": ("json", 1, 0),
    "crossref_works_list.json": ("json", 3, 0),
    "csv_asreview_demo.csv": ("csv", 100, 99),
    "csv_scopus.csv": ("csv", 8, 7),
    "csv_embase.csv": ("csv", 6, 6),
    "arxiv_atom.xml": ("arxiv-atom", 50, 50),
    "pubmed_efetch.xml": ("pubmed-xml", 30, 29),
    "acl_anthology_2024.kallm.xml": ("acl-xml", 13, 13),
    "bibtex_pmlr_nesy25.bib": ("bibtex", 58, 58),
    "bibtex_zotero.bib": ("bibtex", 10, 9),
    "ris_web_of_science.txt": ("ris", 10, 10),
    "ris_pubmed_endnote.txt": ("ris", 6, 6),
    "ris_ovid_psycinfo.ris": ("ris", 6, 6),
    "ris_scopus.ris": ("ris", 6, 6),
    "medline_pubmed.nbib": ("medline", 4, 4),
    "medline_pubmed_single.nbib": ("medline", 1, 1),
    "csl_zotero.json": ("json", 7, 6),
    "csl_better_zotero.json": ("json", 5, 4),
}


def papers_of(name: str) -> list[Paper]:
    return [item for item in stream([SAMPLES / name]) if isinstance(item, Paper)]


@pytest.mark.parametrize("name", EXPECTED)
def test_every_record_of_a_real_file_is_read(name: str) -> None:
    format, present, with_abstract = EXPECTED[name]
    file, without = (SAMPLES / name).as_posix(), present - with_abstract
    expected = FileCount(file, format, "utf-8", present, present, 0, 0, without, 0)
    assert read([SAMPLES / name]).counts == (expected,)


def test_a_real_dblp_file_has_papers_a_volume_and_a_person() -> None:
    (count,) = read([SAMPLES / "dblp_example.xml"]).counts
    assert (count.format, count.kept, count.no_abstract, count.rejected) == ("dblp-xml", 3, 3, 2)


def test_a_title_twice_in_a_real_ris_file_is_one_paper() -> None:
    reading = read([SAMPLES / "ris_zotero.ris"])
    (count,) = reading.counts
    assert (count.format, count.present, count.kept, count.no_abstract) == ("ris", 100, 99, 2)
    assert [duplicate.rule for duplicate in reading.merged] == ["title"]


def test_a_byte_order_mark_before_the_first_record_costs_nothing() -> None:
    (count,) = read([SAMPLES / "ris_embase.ris"]).counts
    assert (count.encoding, count.kept, count.no_abstract) == ("utf-8-sig", 6, 0)


def test_bibtex_of_pmlr_is_complete() -> None:
    papers = papers_of("bibtex_pmlr_nesy25.bib")
    assert {(p.venue, p.year) for p in papers} == {("NeSy", 2025)}
    assert {len(p.ids) for p in papers} == {1} and all("openreview:" in p.ids[0] for p in papers)
    assert sum(bool(p.links) for p in papers) == 23
    first = papers[0]
    assert (first.id, first.ids) == ("weil23", ("openreview:xrSYOIdrPz",))
    assert first.authors[1] == "Vitor A. C. Horta"
    assert sum(r"\mathrm{NP}^{\mathrm{PP}}" in p.abstract for p in papers) == 1
    assert not any(r"\%" in p.abstract or r"\textsc" in p.abstract for p in papers)


def test_bibtex_of_zotero_is_complete() -> None:
    first = papers_of("bibtex_zotero.bib")[0]
    assert first.title == "Deeper Attention to Abusive User Content Moderation"
    assert first.ids == ("doi:10.18653/v1/d17-1117", "acl:D17-1117")
    assert (first.year, first.authors[0]) == (2017, "John Pavlopoulos")


def test_ris_of_six_exporters_is_complete() -> None:
    ovid = papers_of("ris_ovid_psycinfo.ris")[0]
    assert (ovid.ids, ovid.year) == (("doi:10.1002/cpp.2398",), 2019)
    assert ovid.orcids == (("Ines A. Trindade", "0000-0003-1208-2077"),)
    assert ovid.venue == "Clinical Psychology & Psychotherapy"
    endnote = papers_of("ris_pubmed_endnote.txt")
    assert all(p.ids[-1].startswith("pubmed:") and len(p.keywords) > 5 for p in endnote)
    science = papers_of("ris_web_of_science.txt")[0]
    assert science.id == "WOS:000444108200009"
    assert (science.keywords[0], science.authors[1]) == ("Police custody", "TJ Luke")
    scopus = papers_of("ris_scopus.ris")
    assert {len(p.abstract) < 3000 and bool(p.keywords) for p in scopus} == {True}


def test_medline_is_complete() -> None:
    first = papers_of("medline_pubmed.nbib")[0]
    assert first.title == ("A high level interface to SCOP and ASTRAL implemented in python.")
    assert first.ids == ("doi:10.1186/1471-2105-7-10", "pubmed:16403221")
    assert first.authors == ("James A Casbon", "Gavin E Crooks", "Mansoor A S Saqi")
    assert (first.year, first.venue) == (2006, "BMC bioinformatics")
    assert first.subjects[:2] == ("Database Management Systems", "Databases, Protein")
    assert "involves the construction" in first.abstract  # wrapped in the file


def test_the_markup_of_crossref_is_gone() -> None:
    (paper,) = papers_of("crossref_work_10.2196_22081.json")
    assert paper.abstract.startswith("Background: The COVID-19 crisis")
    assert "jats" not in paper.abstract and len(paper.orcids) == 4
    (other,) = papers_of("crossref_work_10.1177_02683962211048201.json")
    assert other.licence == "https://creativecommons.org/licenses/by/4.0/"
    assert other.abstract.startswith("Artificial intelligence (AI) is beginning")


def test_a_doi_twice_in_a_real_file_is_one_paper() -> None:
    reading = read([SAMPLES / "crossref_works_mongo.jsonl"])
    assert [(d.paper, d.rule) for d in reading.merged] == [("doi:10.1002/cfg.158", "id")]
    assert len(reading.papers) == 13


def test_the_lists_of_abstracts_are_read_whole() -> None:
    reading = read([SHARED / "seeds"])
    assert [(c.format, c.present, c.kept, c.no_title) for c in reading.counts] == [
        ("text", 19, 19, 19)
    ] * 2
    assert {(p.venue, p.year) for p in reading.papers} == {("ICML", 2024), ("ICLR", 2024)}
    source = "".join(path.read_text("utf-8") for path in (SHARED / "seeds").iterdir())
    assert all(paper.text in source for paper in reading.papers)


def test_markdown_records_are_complete() -> None:
    paper = papers_of("markdown_cvpr2022_list11.md")[0]
    assert paper.id == "doi:10.1109/cvpr52688.2022.02014"
    assert paper.title.startswith("NODEO: A Neural Ordinary Differential Equation")
    assert (paper.venue, paper.year, len(paper.authors)) == ("CVPR", 2022, 6)
    assert paper.url == "https://doi.org/10.1109/CVPR52688.2022.02014"
    last = papers_of("markdown_icml2023_list10.md")[-1]
    assert last.abstract.endswith("early-stopped Mixup training.")  # without the links below it


def test_abstracts_of_several_lines_stay_so() -> None:
    wrapped = [
        sum("\n" in p.abstract for p in papers_of(f"markdown_{name}.md"))
        for name in ("cvpr2022_list11", "ijcai2023_list05")
    ]
    assert wrapped == [9, 6]
    assert not any("\r" in p.abstract for p in papers_of("markdown_ijcai2023_list05.md"))


def test_paperlists_have_venue_year_and_repositories() -> None:
    corl = read([SAMPLES / "paperlists_corl2023.json"]).papers
    assert {(p.venue, p.year) for p in corl} == {("CoRL", 2023)}
    assert {p.id.partition(":")[0] for p in corl} == {"openreview"}
    assert sum(bool(p.links) for p in corl) >= 44
    assert all(link.startswith(("https://", "http://")) for p in corl for link in p.links)
    aistats = papers_of("paperlists_aistats1995.json")
    assert {(p.venue, p.year) for p in aistats} == {("AISTATS", 1995)}


def test_identifiers_of_real_files() -> None:
    assert {p.id.partition(":")[0] for p in papers_of("arxiv_kaggle_metadata.jsonl")} == {"arxiv"}
    assert {p.id.partition(":")[0] for p in papers_of("openalex_works.json")} == {"openalex"}
    assert {p.id.partition(":")[0] for p in read([SAMPLES / "openalex_works.json"]).papers} <= {
        "doi",
        "openalex",
    }
    assert {p.year for p in papers_of("arxiv_kaggle_metadata.jsonl")} == {2007}


def test_the_whole_folder_is_read_and_what_is_foreign_named() -> None:
    reading = read([SAMPLES])
    assert all(c.present == c.kept + c.merged + c.rejected for c in reading.counts)
    assert len(reading.papers) >= 550
    reasons = {Path(r.file).name: r.reason for r in reading.rejections if not r.record}
    assert reasons == {
        "README.md": "no record in it, read as markdown",
    }


def test_the_order_of_files_is_no_matter() -> None:
    files = [SAMPLES / name for name in EXPECTED]
    random.Random(3).shuffle(files)
    assert read(files) == read([SAMPLES / name for name in EXPECTED])


@pytest.mark.parametrize("name", ["dev.jsonl", "train.jsonl", "scierc/test.jsonl"])
def test_gold_texts_and_ids_come_back_exactly(name: str) -> None:
    file = SHARED / "corpus" / name
    gold = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    items = list(stream([file]))
    assert [(p.id, p.text) for p in items if isinstance(p, Paper)] == [
        (record["id"], record["text"]) for record in gold if len(record["text"]) <= MAX_TEXT
    ]
