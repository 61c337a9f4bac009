from pathlib import Path

import pytest

from kg.papers.identity import arxiv_year, find, named, ranked

LINES = (Path(__file__).parent / "cases" / "identifiers.tsv").read_text("utf-8").splitlines()
CASES = [line.split("\t") for line in LINES if not line.startswith("#")]


@pytest.mark.parametrize(("value", "expected"), CASES, ids=[case[0] for case in CASES])
def test_identifiers_are_found_without_their_version(value: str, expected: str) -> None:
    assert ranked(find(value)) == tuple(expected.split())


@pytest.mark.parametrize("curie", sorted({curie for _, found in CASES for curie in found.split()}))
def test_a_curie_is_its_own_identifier(curie: str) -> None:
    assert curie in ranked(find(curie))


def test_a_bare_value_counts_in_the_field_that_is_meant_for_it() -> None:
    assert ranked(named("pubmed", "31452104")) == ("pubmed:31452104",)
    assert ranked(named("openreview", "rJl-b3RcF7")) == ("openreview:rJl-b3RcF7",)
    assert ranked(named("acl", "P19-1001")) == ("acl:P19-1001",)
    assert ranked(named("openalex", "W123")) == ("openalex:W123",)
    assert ranked(named("arxiv", "2101.00001v2")) == ("arxiv:2101.00001",)


def test_a_doi_is_the_best_identifier() -> None:
    curies = ["openalex:W1", "arxiv:2101.00001", "doi:10.1000/x", "doi:10.1000/x", "acl:P19-1001"]
    assert ranked(curies) == ("doi:10.1000/x", "arxiv:2101.00001", "acl:P19-1001", "openalex:W1")


def test_an_arxiv_number_tells_the_year() -> None:
    assert [arxiv_year("arxiv:0704.0001"), arxiv_year("arxiv:hep-th/9901001")] == [2007, None]
