"""Hostile text as terms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pyoxigraph import Literal, NamedNode

from kg.rdf.terms import clean, decimal, iri, texts

ANY_TEXT = st.text(st.characters(codec=None, categories=None))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("https://github.com/a/b", "https://github.com/a/b"),
        ("https://github.com/a b", "https://github.com/a%20b"),
        ('https://a.example/"x"', "https://a.example/%22x%22"),
        ("https://a.example/<b>", "https://a.example/%3Cb%3E"),
        ("https://a.example/100%", "https://a.example/100%25"),
        ("https://a.example/%zz", "https://a.example/%25zz"),
        ("https://a.example/%20", "https://a.example/%20"),
        ("https://doi.org/10.1000/x.", "https://doi.org/10.1000/x%2E"),
        ("https://a.example/#b#c", "https://a.example/#b%23c"),
        ("https://a.example/[x]", "https://a.example/%5Bx%5D"),
        ("https://a.example/é", "https://a.example/é"),
        ("https://a.example/\ud800", "https://a.example/%EF%BF%BD"),
        ("https://a.example/a\nb", "https://a.example/a%0Ab"),
        ("kg:x", "https://w3id.org/kg-abstracts/id/kg%3Ax"),
        ("no address", "https://w3id.org/kg-abstracts/id/no%20address"),
        ("https://a:b/", "https://w3id.org/kg-abstracts/id/https%3A%2F%2Fa%3Ab%2F"),
        ("", "https://w3id.org/kg-abstracts/id/"),
    ],
)
def test_iris_are_valid_whatever_the_text(text: str, expected: str) -> None:
    assert iri(text) == NamedNode(expected)


@given(ANY_TEXT)
def test_no_text_breaks_an_iri(text: str) -> None:
    assert iri(text) == iri(iri(text).value)


@given(ANY_TEXT)
def test_cleaning_keeps_the_offsets(text: str) -> None:
    assert len(clean(text)) == len(text)
    assert clean(clean(text)) == clean(text)


def test_what_xml_cannot_hold_is_replaced() -> None:
    assert texts("a\x00b\ud800c\x0bd\ufffe") == [Literal("a�b�c�d�")]


def test_empty_and_repeated_texts_are_left_out() -> None:
    assert texts("", None, " ", "a", "a") == [Literal("a")]


@pytest.mark.parametrize(
    ("score", "expected"),
    [(0.0, "0"), (1.0, "1"), (0.64, "0.64"), (0.5, "0.5"), (0.12345, "0.1235"), (1e-9, "0")],
)
def test_scores_are_canonical_decimals(score: float, expected: str) -> None:
    assert decimal(score).value == expected
