"""Gold documents become labels on the tokens, spans, forms and pairs that the model sees."""

from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import InputError
from kg.extract.labels import PAIR_LABELS, ROLE_LABELS, SPAN_LABELS
from kg.extract.model import PACKAGED
from kg.extract.pipeline import blank
from kg.extract.wordpiece import WordPiece
from kg.learn.gold import example, occurrences, read_gold

TEXT = "Deep GANs\nWe study generative adversarial networks (GANs) on CIFAR-10. A GAN wins."
GOLD = {
    "id": "a",
    "text": TEXT,
    "concepts": [
        {
            "types": ["method"],
            "roles": ["uses"],
            "forms": ["generative adversarial networks", "GANs", "GAN"],
        },
        {"types": ["dataset"], "roles": ["uses"], "forms": ["CIFAR-10"]},
    ],
    "relations": [{"subject": 0, "predicate": "evaluated_on", "object": 1}],
    "repositories": [],
}


def test_a_gold_document_as_an_example() -> None:
    made = example(GOLD, blank(), WordPiece.load(PACKAGED / "vocab.txt"))
    assert [form.key for form in made.forms] == [
        "gan",
        "generative adversarial network",
        "cifar 10",
    ]
    assert [len(form.spans) for form in made.forms] == [3, 1, 1]
    assert [SPAN_LABELS[t] for t in made.types] == ["method", "method", "dataset"]
    assert [ROLE_LABELS[r] for r in made.roles] == ["uses"] * 3
    assert [[PAIR_LABELS[p] for p in row] for row in made.pairs] == [
        ["same", "same", "evaluated_on"],
        ["same", "same", "evaluated_on"],
        ["", "", "same"],
    ]
    labelled = made.encoded.spans[made.span_labels > 0]
    assert made.encoded.slices(labelled) == [
        "GANs",
        "generative adversarial networks",
        "GANs",
        "CIFAR-10",
        "GAN",
    ]


def test_the_longest_form_wins_and_words_are_whole() -> None:
    text = "graph network and network, networks"
    assert list(occurrences(text, ["network", "graph network"])) == [
        (0, 13, "graph network"),
        (18, 25, "network"),
    ]


@given(st.text("ab -", max_size=30), st.lists(st.text("ab", min_size=1, max_size=3), max_size=4))
def test_occurrences_are_slices_and_never_overlap(text: str, forms: list[str]) -> None:
    found = sorted(occurrences(text, forms))
    assert all(text[start:end] == form for start, end, form in found)
    assert all(a[1] <= b[0] for a, b in pairwise(found))


def test_a_line_that_is_no_gold_document_is_named(tmp_path: Path) -> None:
    path = tmp_path / "gold.jsonl"
    path.write_text('{"id": "a"}\n')
    with pytest.raises(InputError, match=r"gold\.jsonl, line 1: a gold document has"):
        list(read_gold(path))
    path.write_text("{\n")
    with pytest.raises(InputError, match="line 1: not JSON"):
        list(read_gold(path))
