import pytest

from kg.papers import values
from kg.papers.fields import Fields, canonical
from kg.papers.venues import heading, venue


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("  deep\n", "deep"),
        (None, ""),
        (True, ""),
        (float("nan"), ""),
        ("NaN", ""),
        ("None", ""),
        ("[No abstract available]", ""),
        (1984, "1984"),
        ({"value": {"value": "inner"}}, "inner"),
        (["one", None, " two "], "one\ntwo"),
        ({"other": "shape"}, ""),
        ("half \udc80 pair", "half \ufffd pair"),
    ],
)
def test_text(value: object, expected: str) -> None:
    assert values.text(value) == expected


def test_a_wrapped_title_is_one_line() -> None:
    assert values.one_line("Production at  Tevatron and\n  LHC \r\n energies") == (
        "Production at  Tevatron and LHC energies"
    )


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (2021, 2021),
        (2021.0, 2021),
        ("2021-12-11", 2021),
        ("Mon, 2 Apr 2007 19:18:42 GMT", 2007),
        ({"date-parts": [["2026", 2, 3]]}, 2026),
        ({"date-parts": [[None]]}, None),
        ("in press", None),
        ("12021", None),
        (99, None),
        (float("inf"), None),
    ],
)
def test_year(value: object, expected: int | None) -> None:
    assert values.year(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("Ada Roe", ("Ada Roe",)),
        ("Ada Roe, Bo Li, Cy Fox", ("Ada Roe", "Bo Li", "Cy Fox")),
        ("Ada Roe, Bo Li and Cy Fox", ("Ada Roe", "Bo Li", "Cy Fox")),
        ("Ada Roe and Bo Li", ("Ada Roe", "Bo Li")),
        ("Roe, Ada", ("Roe, Ada",)),
        ("Roe, A. B.", ("Roe, A. B.",)),
        ("Roe, Ada; Li, Bo", ("Roe, Ada", "Li, Bo")),
        ("Roe, Ada and Li, Bo", ("Roe, Ada", "Li, Bo")),
        ("Roe A., Li B.C.", ("Roe A.", "Li B.C.")),
        ("*Ada Roe, Bo Li*", ("Ada Roe", "Bo Li")),
        (["Ada Roe", None, ""], ("Ada Roe",)),
        ([{"name": "Ada Roe"}, {"fullname": "Bo Li"}], ("Ada Roe", "Bo Li")),
        ([{"given": "Ada", "family": "Roe"}, {"family": "Li"}], ("Ada Roe", "Li")),
        ([{"first": "Ada", "middle": ["M", "N"], "last": "Roe"}], ("Ada M N Roe",)),
        ([{"author": {"display_name": "Ada Roe"}}], ("Ada Roe",)),
        ({"value": ["Ada Roe"]}, ("Ada Roe",)),
        (17, ()),
        (None, ()),
    ],
)
def test_names(value: object, expected: tuple[str, ...]) -> None:
    assert values.names(value) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("https://github.com/a/b", ["https://github.com/a/b"]),
        ("github.com/a/b", ["https://github.com/a/b"]),
        ("[code](https://github.com/a/b)", ["https://github.com/a/b"]),
        ("[x](https://a.org/f_(g))", ["https://a.org/f_(g)"]),
        ("https://a.org/1;https://a.org/2", ["https://a.org/1", "https://a.org/2"]),
        ("see https://a.org/1, https://a.org/2.", ["https://a.org/1", "https://a.org/2"]),
        ([{"URL": "http://a.org", "content-type": "text/xml"}], ["http://a.org"]),
        ("https://a.org/<script>", ["https://a.org/%3Cscript"]),
        (r"https://a.org/S\_Dbw", []),  # some LaTeX is left in it
        ("https://a.org/{x}", []),
        ("https://a.org/a%5Cb", []),
        ("javascript:alert(1)", []),
        ("data:text/html,x", []),
        ("/attachment/x.zip", []),
        ("https://", []),
        ("", []),
        (None, []),
    ],
)
def test_addresses(value: object, expected: list[str]) -> None:
    assert list(values.addresses(value)) == expected


@pytest.mark.parametrize(
    ("name", "field"),
    [
        ("Title", "title"),
        ("Abstract Note", "abstract"),
        ("Source title", "venue"),
        ("container-title", "venue"),
        ("arXiv_ID", "arxiv"),
        ("Author Names", "authors"),
        ("PMID", "pubmed"),
        ("publication_year", "year"),
        ("Volume", None),
    ],
)
def test_field_names_are_known_in_their_usual_spellings(name: str, field: str | None) -> None:
    assert canonical(name) == field


def test_an_id_is_trusted_before_its_variants() -> None:
    assert list(Fields({"_id": "mongo", "id": "own"}).all("id")) == ["own"]


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("icml 2023", ("ICML", 2023)),
        ("NEURIPS", ("NeurIPS", None)),
        ("NeurIPS 2023 poster", ("NeurIPS", 2023)),
        ("Submitted to ICLR 2024", (None, 2024)),
        ("7th Annual Conference on Robot Learning", ("CoRL", None)),
        (
            "Proceedings of the Forty-first International Conference on Machine Learning",
            ("ICML", None),
        ),
        ("Advances in Neural Information Processing Systems 36", ("NeurIPS", None)),
        (
            "European Conference on Machine Learning",
            ("European Conference on Machine Learning", None),
        ),
        ("Research Policy", ("Research Policy", None)),
        (
            "Proceedings of the 62nd Annual Meeting of the Association for Computational "
            "Linguistics (Volume 1: Long Papers)",
            ("ACL", None),
        ),
        (
            "Proceedings of the 2023 Conference on Empirical Methods in Natural Language Processing",
            ("EMNLP", 2023),
        ),
        (
            "Proceedings of the 2024 Conference of the North American Chapter of the Association "
            "for Computational Linguistics: Human Language Technologies (Volume 1: Long Papers)",
            ("NAACL", 2024),
        ),
        ("Workshop on Ferns (FERN 2024)", ("Workshop on Ferns (FERN)", 2024)),
        ("(2024) Conference", ("(2024) Conference", 2024)),
        ("2021 IEEE Conference on Soup", ("2021 IEEE Conference on Soup", 2021)),
        ("", (None, None)),
    ],
)
def test_venue(name: str, expected: tuple[str | None, int | None]) -> None:
    assert venue(name) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ICML 2024 Papers", ("ICML", 2024)),
        ("ICLR 2024 Papers:", ("ICLR", 2024)),
        ("# NeurIPS 2023 accepted papers", ("NeurIPS", 2023)),
        ("Abstracts of the ACL 2021", ("ACL", 2021)),
        ("2024 icml", ("ICML", 2024)),
        ("Conference on Robot Learning (2023)", ("CoRL", 2023)),
        ("ICML Papers", ("ICML", None)),
        ("BERT is a language model", None),
        ("We show that models of 2024 fail.", None),
        ("ICML 2024 Papers\nand more", None),
        ("x " * 50 + "2024", None),
        ("", None),
    ],
)
def test_heading(line: str, expected: tuple[str | None, int | None] | None) -> None:
    assert heading(line) == expected
