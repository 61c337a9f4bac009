import pytest
import spacy
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.tokens import Tokenizer, mark_sentences, sentence_offsets

TOKENIZER = Tokenizer(spacy.blank("en").vocab)
TEXTS = st.text(
    st.one_of(st.sampled_from(" \n\t.,-_($\\)Aa1éﬁ²\u200b\u00a0"), st.characters(codec="utf-8"))
)


def words(text: str) -> list[str]:
    return [token.text for token in TOKENIZER(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("GPT-4 and F1", ["GPT", "-", "4", "and", "F1"]),
        ("_emphasis_", ["_", "emphasis", "_"]),
        ("two  blanks", ["two", "  ", "blanks"]),
        ("a\nb", ["a", "\n", "b"]),
        ("", []),
        (" lead", [" ", "lead"]),
    ],
)
def test_tokens(text: str, expected: list[str]) -> None:
    assert words(text) == expected


@given(TEXTS)
def test_no_character_is_lost(text: str) -> None:
    doc = TOKENIZER(text)
    assert doc.text == text
    assert all(text[token.idx : token.idx + len(token)] == token.text for token in doc)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("We win. They lose.", ["We win.", "They lose."]),
        ("A Title\nWe win.", ["A Title", "We win."]),
        ("wrapped\nline goes on.", ["wrapped\nline goes on."]),
        ("One part.\n\nAnother", ["One part.", "Another"]),
        ("See Smith et al. They win.", ["See Smith et al. They win."]),
        ("Models, e.g. GPT-4, win.", ["Models, e.g. GPT-4, win."]),
        ("It gains 0.5 points. 3 more.", ["It gains 0.5 points.", "3 more."]),
        ("Is it (so?) We ask.", ["Is it (so?)", "We ask."]),
        ("J. Doe wins.", ["J. Doe wins."]),
        ("  padded.  ", ["padded."]),
        ("", []),
        ("\n \n", []),
    ],
)
def test_sentences(text: str, expected: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_offsets(text)] == expected


@given(TEXTS)
def test_sentences_cover_everything_but_blanks(text: str) -> None:
    offsets = sentence_offsets(text)
    inside = "".join(text[start:end] for start, end in offsets)
    assert "".join(inside.split()) == "".join(text.split())
    assert offsets == sorted(offsets)


@given(TEXTS)
def test_spacy_sees_the_same_sentences(text: str) -> None:
    doc = mark_sentences(TOKENIZER(text))
    assert len(list(doc.sents)) <= max(1, len(sentence_offsets(text))) if text else not len(doc)
