import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.link.fold import fold, strip_markup, surface
from kg.link.keys import key, words
from kg.link.morphology import american, any_singular, singular


@pytest.mark.parametrize(
    ("form", "match"),
    [
        ("Large Language Models", "large language model"),
        ("GANs", "gan"),
        ("pre-training", "pretraining"),
        ("Multi-Agent Systems", "multiagent system"),
        ("self-supervised learning", "self supervised learning"),
        ("mixture-of-experts", "mixture of experts"),
        ("Mixtures of Experts", "mixture of experts"),
        ("A*", "a*"),
        ("C++", "c++"),
        ("GPT-3.5", "gpt 3.5"),
        ("WMT'14", "wmt 2014"),
        (r"$\beta$-VAE", "beta vae"),
        ("the Adam optimizer", "adam optimizer"),
        ("Navier–Stokes", "navier stokes"),
        ("non-i.i.d. data", "noniid data"),
        ("Recall@10", "recall@10"),
        ("$$", ""),
        ("---", ""),
    ],
)
def test_match_key(form: str, match: str) -> None:
    assert key(form).match == match


@pytest.mark.parametrize(
    ("plural", "one"),
    [
        ("networks", "network"),
        ("policies", "policy"),
        ("losses", "loss"),
        ("matrices", "matrix"),
        ("biases", "bias"),
        ("approaches", "approach"),
        ("series", "series"),
        ("bias", "bias"),
        ("analysis", "analysis"),
        ("consensus", "consensus"),
        ("dynamics", "dynamics"),
        ("LLMs", "LLM"),
        ("ViTs", "ViT"),
        ("AWS", "AWS"),
        ("QoS", "QoS"),
        ("AutoEncoders", "AutoEncoder"),
        ("Bayes", "Bayes"),
    ],
)
def test_singular(plural: str, one: str) -> None:
    assert singular(plural) == one


@pytest.mark.parametrize(
    ("british", "expected"),
    [
        ("regularisation", "regularization"),
        ("improvisation", "improvisation"),
        ("optimised", "optimized"),
        ("supervised", "supervised"),
        ("denoising", "denoising"),
        ("pairwise", "pairwise"),
        ("neighbours", "neighbors"),
        ("contour", "contour"),
        ("labelled", "labeled"),
        ("centre", "center"),
        ("greyscale", "grayscale"),
    ],
)
def test_american(british: str, expected: str) -> None:
    assert american(british) == expected


def test_a_space_stays_between_digits() -> None:
    assert key("Llama 2 7B").loose == "llama2 7b"
    assert key("Llama 27B").loose != key("Llama 2 7B").loose


def test_names_in_s_are_no_plurals() -> None:
    assert key("Keras").loose == "keras"
    assert key("AWS").loose == "aws"


lower_case = st.text(alphabet="abcdefghilmnoprstuvyz -'0123456789.", max_size=40)


@given(lower_case)
def test_keys_of_lower_case_forms_are_idempotent(form: str) -> None:
    once = key(form).match
    assert key(once).match == once


@given(st.text(max_size=60))
def test_any_text_has_keys_without_stray_space(form: str) -> None:
    match, _ = key(form)
    assert match == " ".join(match.split())
    assert match == match.casefold() or not match.isascii()


@given(st.text(max_size=60))
def test_folding_ascii_keeps_letters_and_digits(form: str) -> None:
    plain = "".join(letter for letter in form if letter.isascii() and letter.isalnum())
    assert fold(plain) == plain


@given(st.text(alphabet="abcdeios", min_size=1, max_size=12))
def test_the_singular_of_a_singular_is_itself(word: str) -> None:
    assert singular(singular(word)) == singular(word)
    assert any_singular(word)


def test_surface_and_markup() -> None:
    assert surface(" manipula-\n tion  task ") == "manipula- tion task"
    assert strip_markup(r"\textsc{Foo} & {\em Bar}") == "Foo & Bar"
    assert words("A* and B*") == ["A*", "and", "B*"]
