import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.features import (
    PAIR_FEATURES,
    SHAPES,
    Form,
    form_key,
    is_acronym,
    nearest,
    pair_features,
    token_shapes,
)
from kg.extract.wordpiece import WordPiece

PIECES = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "trans", "##former", "##s", "naive", "a", "##a"]


@pytest.mark.parametrize(
    ("short", "long", "expected"),
    [
        ("GAN", "generative adversarial network", True),
        ("GANs", "generative adversarial networks", True),
        ("SGD", "stochastic gradient descent", True),
        ("PPO", "proximal policy optimization", True),  # its first letter comes again inside
        ("BERT", "Bidirectional Encoder Representations from Transformers", True),
        ("MAML", "model-agnostic meta-learning", True),
        ("LSTM", "long short-term memory", True),
        ("mAP", "mean average precision", True),
        ("FID", "Fréchet inception distance", True),
        ("VI", "variational inference", True),
        ("RL", "representation learning", True),
        ("RL", "learning representations", False),
        ("GAN", "network graph", False),
        ("SGD", "gradient descent", False),
        ("A", "attention", False),
        ("GAN", "GAN", False),
        ("the GAN", "generative adversarial network", False),
    ],
)
def test_acronyms(short: str, long: str, expected: bool) -> None:
    assert is_acronym(short, long) is expected


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Graph Neural Networks", "graph neural network"),
        ("pre-training", "Pre training"),
        ("GANs", "GAN"),
        ("text/image", "text image"),
    ],
)
def test_forms_that_meet(a: str, b: str) -> None:
    assert form_key(a) == form_key(b)


@pytest.mark.parametrize(("a", "b"), [("loss", "los"), ("GPT-3", "GPT-4"), ("bus", "bu")])
def test_forms_that_do_not_meet(a: str, b: str) -> None:
    assert form_key(a) != form_key(b)


@given(st.text(max_size=40))
def test_a_form_key_is_idempotent_but_for_plurals(form: str) -> None:
    key = form_key(form)
    assert form_key(key) in (key, key[:-1])


@given(st.lists(st.text(min_size=1, max_size=8), max_size=20))
def test_shapes_stay_in_the_vocabulary(words: list[str]) -> None:
    assert all(0 <= shape < SHAPES for shape in token_shapes(words, [True] * len(words)))


def test_brackets_and_title_show_in_the_shape() -> None:
    plain, bracketed = token_shapes(["GAN", "(", "GAN", ")"], [False] * 4)[0::2]
    assert bracketed == plain + 20
    assert token_shapes(["GAN"], [True]) == [plain + 10]


def test_pair_features_tell_an_acronym_in_brackets() -> None:
    words = ["the", "variational", "inference", "(", "VI", ")", "method", ".", "VI", "wins"]
    long = Form("variational inference", "variational inference", ((1, 3),))
    short = Form("vi", "VI", ((4, 5), (8, 9)))
    sentences = [0] * 8 + [1, 1]
    features = pair_features(short, long, words, sentences)
    assert len(features) == PAIR_FEATURES
    assert features[0] == features[2] == 1.0
    assert features[1] == features[3] == 0.0
    assert nearest(short, long) == ((4, 5), (1, 3))


def test_wordpiece_takes_the_longest_piece_first() -> None:
    split = WordPiece(PIECES)
    assert split("Transformers") == (4, 5, 6)
    assert split("Naïve") == (7,)
    assert split("aaa") == (8, 9, 9)
    assert split("xyz") == (1,)
    assert split("a" * 101) == (1,)
    assert (split.first, split.last) == (2, 3)
