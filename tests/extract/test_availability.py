"""What an abstract says of its code without giving a link."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract import extract, to_json
from kg.extract.availability import find_availability
from kg.extract.repositories import find_repositories
from kg.records import Availability, Paper

LINES = Path(__file__).with_name("availability.tsv").read_text(encoding="utf-8").splitlines()
CASES = [line.split("\t") for line in LINES if not line.startswith("#")]
WORDS = sorted({word for sentence, _ in CASES for word in sentence.split()})


def found(text: str) -> Availability | None:
    return find_availability(text, find_repositories(text))


@pytest.mark.parametrize(("sentence", "expected"), CASES, ids=[case[0][:60] for case in CASES])
def test_table(sentence: str, expected: str) -> None:
    said = found(sentence)
    assert (said.kind if said else "") == expected


def test_the_offsets_are_those_of_the_sentence() -> None:
    text = "FooNet\nWe win. The code will be\nreleased upon acceptance. We stop."
    said = found(text)
    assert said is not None
    assert text[said.start : said.end] == "The code will be\nreleased upon acceptance."


def test_a_link_to_code_anywhere_says_more() -> None:
    assert found("Code will be released. It extends https://github.com/a/b.") is None
    assert found("Code will be released. Videos: https://a.github.io/b.") is not None


def test_it_is_in_what_extract_writes() -> None:
    text = "We propose FooNet, a graph neural network. Code will be released upon acceptance."
    [with_it, without] = extract([Paper("a", "", text), Paper("b", "", text[:43])])
    assert to_json(with_it)["availability"] == "announced"
    assert to_json(without)["availability"] is None


@given(st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join))
def test_shuffled_words_are_survived(text: str) -> None:
    said = found(text)
    assert said is None or 0 <= said.start < said.end <= len(text)


def test_hostile_text_takes_no_time() -> None:
    for word in ("code ", "code and ", "our code, ", "we will release ", "code for "):
        assert found(word * 3000) is None
