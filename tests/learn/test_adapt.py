"""Continued pretraining: what is masked, and that every row is seen."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="needs the extra [train]")
pytest.importorskip("transformers", reason="needs the extra [train]")

from kg.extract.model import PACKAGED
from kg.learn.adapt import Adaptation, Vocabulary, batches, mask, rows

WORDS = PACKAGED / "vocab.txt"
TEXTS = [("A title", f"Text {n} names hyperparameterization and subwords.") for n in range(40)]


def test_whole_words_are_masked_and_marks_never() -> None:
    vocabulary = Vocabulary.load(WORDS)
    table = rows(TEXTS, WORDS, Adaptation(length=32))
    seen, targets = mask(table, vocabulary, 0.5, np.random.default_rng(1))
    hidden = targets != -100
    assert 0.3 < hidden.mean() < 0.6
    assert not hidden[table == vocabulary.closes].any()
    goes_on = vocabulary.continues[table[:, 1:]]
    assert (hidden[:, 1:][goes_on] == hidden[:, :-1][goes_on]).all()
    assert (seen[~hidden] == table[~hidden]).all()


def test_every_row_comes_once_before_any_again() -> None:
    recipe = Adaptation(length=32, batch=3, steps=5, masked=0.0)
    table = rows(TEXTS, WORDS, recipe)[:9]
    seen = [
        row.tobytes()
        for pieces, _ in batches(table, Vocabulary.load(WORDS), recipe)
        for row in pieces[:, 1:]
    ]
    assert sorted(seen[:9]) == sorted(row.tobytes() for row in table)


def test_the_same_seed_gives_the_same_batches() -> None:
    recipe = Adaptation(length=32, batch=2, steps=3)
    table, vocabulary = rows(TEXTS, WORDS, recipe), Vocabulary.load(WORDS)
    first, second = (list(batches(table, vocabulary, recipe)) for _ in range(2))
    assert all((a[0] == b[0]).all() for a, b in zip(first, second, strict=True))


def test_titles_are_kept_for_their_share_of_the_texts() -> None:
    lengths = [len(rows(TEXTS, WORDS, Adaptation(length=8, titled=share))) for share in (0, 1)]
    assert lengths[0] < lengths[1]
