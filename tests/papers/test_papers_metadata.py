"""What a record says beside its text: keywords, subjects, licence, ORCIDs, other identifiers."""

import json
from io import BytesIO
from typing import Any

import pytest

from kg.papers import metadata, read
from kg.records import Paper

ORCID = "0000-0002-1825-0097"
CC_BY = "https://creativecommons.org/licenses/by/4.0/"


def one(record: dict[str, Any]) -> Paper:
    (paper,) = read(["-"], None, BytesIO(json.dumps([record]).encode())).papers
    return paper


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("ferns; pruning of trees;Ferns;", ("ferns", "pruning of trees")),
        ("ferns, mosses", ("ferns", "mosses")),
        ("ferns\nmosses, lichens", ("ferns", "mosses, lichens")),
        (["Databases, Protein", " *Software"], ("Databases, Protein", "Software")),
        (["a; b"], ("a", "b")),
        ({"value": ["ferns"]}, ("ferns",)),
        ([{"display_name": "Ferns", "score": 0.5}, {"category": "Botany"}], ("Ferns", "Botany")),
        (["x" * 201, "ferns"], ("ferns",)),
        ([None, 3, [], {}], ()),
        (None, ()),
    ],
)
def test_terms(value: object, expected: tuple[str, ...]) -> None:
    assert metadata.terms(value) == expected


def test_terms_have_a_limit() -> None:
    assert len(metadata.terms([str(n) for n in range(1000)])) == metadata.MAX_TERMS


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("CC BY 4.0", CC_BY),
        ("cc-by-nc-sa-4.0", "https://creativecommons.org/licenses/by-nc-sa/4.0/"),
        ("http://creativecommons.org/licenses/by/4.0/legalcode", CC_BY),
        ("CC0", "https://creativecommons.org/publicdomain/zero/1.0/"),
        ("cc-by", "cc-by"),  # of no version
        (
            "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
            "http://arxiv.org/licenses/nonexclusive-distrib/1.0/",
        ),
        (
            [
                {"URL": "http://a.org/tdm", "content-version": "tdm"},
                {"URL": "http://a.org/vor", "content-version": "vor"},
                {"URL": CC_BY, "content-version": "unspecified"},
            ],
            CC_BY,
        ),
        ([{"URL": "http://a.org/tdm", "content-version": "tdm"}], ""),
        ("N/A", ""),
        (None, ""),
        (3.5, "3.5"),
    ],
)
def test_licence(value: object, expected: str) -> None:
    assert metadata.licence(value) == expected


@pytest.mark.parametrize(
    ("author", "expected"),
    [
        ({"name": "Ada Roe", "orcid": f"https://orcid.org/{ORCID}"}, (("Ada Roe", ORCID),)),
        (
            {"given": "Ada", "family": "Roe", "ORCID": f"http://orcid.org/{ORCID}"},
            (("Ada Roe", ORCID),),
        ),
        ({"author": {"display_name": "Ada Roe", "orcid": ORCID}}, (("Ada Roe", ORCID),)),
        ({"name": "Ada Roe", "orcid": "0000-0002-1825-0098"}, ()),  # a wrong check digit
        ({"name": "Ada Roe", "orcid": None}, ()),
        ({"orcid": ORCID}, ()),
        ("Ada Roe", ()),
        (None, ()),
    ],
)
def test_orcids(author: object, expected: tuple[tuple[str, str], ...]) -> None:
    assert metadata.orcids([author]) == expected


def test_openalex_has_topics_keywords_licence_and_orcids() -> None:
    paper = one(
        {
            "id": "https://openalex.org/W7",
            "doi": "https://doi.org/10.1000/x",
            "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/123"},
            "title": "T",
            "keywords": [{"display_name": "Ferns"}],
            "topics": [{"display_name": "Botany"}],
            "primary_location": {"license": "cc-by"},
            "authorships": [
                {"author": {"display_name": "Ada Roe", "orcid": f"https://orcid.org/{ORCID}"}}
            ],
        }
    )
    assert (paper.keywords, paper.subjects) == (("Ferns",), ("Botany",))
    assert (paper.licence, paper.orcids) == ("cc-by", (("Ada Roe", ORCID),))
    assert paper.ids == ("doi:10.1000/x", "pubmed:123", "openalex:W7")


def test_semantic_scholar_has_fields_licence_and_every_id() -> None:
    number = "39d8cc728d5c5cd477d128a3a73f265e2d94780a"
    paper = one(
        {
            "paperId": number,
            "externalIds": {"ArXiv": "2101.00001", "DBLP": "conf/icml/RoeL24", "CorpusId": 7},
            "title": "T",
            "s2FieldsOfStudy": [{"category": "Biology", "source": "external"}] * 2,
            "openAccessPdf": {"url": "", "license": "CCBY"},
        }
    )
    assert (paper.subjects, paper.licence) == (("Biology",), "CCBY")
    assert paper.ids == ("arxiv:2101.00001", f"s2:{number}", "dblp:conf/icml/RoeL24")


def test_semantic_scholar_alone_names_a_paper() -> None:
    number = "39d8cc728d5c5cd477d128a3a73f265e2d94780a"
    assert one({"paperId": number, "title": "T"}).id == f"s2:{number}"


def test_arxiv_has_categories_and_licence() -> None:
    record = {"id": "0704.0001", "title": "T", "authors_parsed": [], "categories": "cs.CL hep-ph"}
    paper = one({**record, "license": "http://creativecommons.org/licenses/by/4.0/"})
    assert (paper.subjects, paper.licence) == (("cs.CL", "hep-ph"), CC_BY)


def test_openreview_has_keywords_area_and_the_licence_of_the_note() -> None:
    content = {
        "title": {"value": "T"},
        "keywords": {"value": ["ferns", "pruning"]},
        "primary_area": {"value": "botany"},
    }
    paper = one({"forum": "rJl-b3RcF7", "license": "CC BY 4.0", "content": content})
    assert (paper.keywords, paper.subjects) == (("ferns", "pruning"), ("botany",))
    assert (paper.licence, paper.ids) == (CC_BY, ("openreview:rJl-b3RcF7",))


def test_crossref_has_subjects_licence_and_orcids() -> None:
    paper = one(
        {
            "DOI": "10.1000/X",
            "title": ["T"],
            "subject": ["Botany", "Medicine (miscellaneous)"],
            "license": [
                {"URL": "https://creativecommons.org/licenses/by/4.0", "content-version": "vor"}
            ],
            "author": [{"given": "Ada", "family": "Roe", "ORCID": f"http://orcid.org/{ORCID}"}],
        }
    )
    assert paper.subjects == ("Botany", "Medicine (miscellaneous)")
    assert (paper.licence, paper.orcids) == (CC_BY, (("Ada Roe", ORCID),))


def test_records_of_one_paper_share_what_they_say() -> None:
    records = [
        {"doi": "10.1000/x", "title": "T", "abstract": "A", "keywords": "Ferns", "authors": ["A"]},
        {
            "doi": "10.1000/x",
            "arxiv": "2101.00001",
            "title": "T",
            "keywords": "ferns; mosses",
            "license": "CC BY 4.0",
            "subjects": "Botany",
            "authors": [{"name": "Ada Roe", "orcid": ORCID}],
        },
    ]
    (paper,) = read(["-"], None, BytesIO(json.dumps(records).encode())).papers
    assert (paper.keywords, paper.subjects) == (("Ferns", "mosses"), ("Botany",))
    assert (paper.licence, paper.orcids) == (CC_BY, (("Ada Roe", ORCID),))
    assert paper.ids == ("doi:10.1000/x", "arxiv:2101.00001")
