import pytest

from kg.link.acronyms import best_expansion, definition, expands, is_acronym
from kg.link.generic import is_generic


@pytest.mark.parametrize(
    "form",
    [
        "it", "we", "this paper", "our method", "the proposed framework", "a novel approach",
        "OUR METHOD", "state-of-the-art methods", "real-world datasets", "extensive experiments",
        "experimental results", "six benchmarks", "performance", "evaluation metrics", "the model",
        "42", "-101", "and 100", "3.5 %", "x", "$x$", "$\\alpha$", "[12]", "(iv)", "ms", "10 GB",
        "Smith et al., 2020", "Smith (2020)", "https://example.org/a", "US", "", "--", "base",
        "name\x00", "half \ud800", "long " * 60, "Student Abstract",
    ],
)  # fmt: skip
def test_generic(form: str) -> None:
    assert is_generic(form)


@pytest.mark.parametrize(
    "form",
    [
        "BERT", "GPT-4", "F1", "L2", "C++", "A*", "Q-function", "value function", "success rate",
        "factor analysis", "topic model", "world model", "information gain", "condition number",
        "novel view synthesis", "Natural Questions", "AIME 2024", "ComplEx", "FPS", "VI",
        "time series", "k-means", "accuracy", "tool use", "best arm identification",
    ],
)  # fmt: skip
def test_not_generic(form: str) -> None:
    assert not is_generic(form)


@pytest.mark.parametrize("form", ["1970s", "the 60s", "30s", "'90s"])
def test_decades_and_seconds_are_numbers(form: str) -> None:
    assert is_generic(form)


@pytest.mark.parametrize("form", ["3D", "5G", "GPT-2s", "2048s game"])
def test_what_only_begins_with_a_number_is_a_name(form: str) -> None:
    assert not is_generic(form)


@pytest.mark.parametrize("form", ["LLMs", "MoE", "ViT", "RL", "GPT-4", "t-SNE", "RoBERTa", "mIoU"])
def test_acronym(form: str) -> None:
    assert is_acronym(form)


@pytest.mark.parametrize(
    "form", ["ImageNet", "Adam", "DiffAug", "A", "GAN loss", "Models", "lasso"]
)
def test_no_acronym(form: str) -> None:
    assert not is_acronym(form)


@pytest.mark.parametrize(
    ("acronym", "expansion"),
    [
        ("BERT", "Bidirectional Encoder Representations from Transformers"),
        ("LLMs", "large language models"),
        ("MoE", "mixture of experts"),
        ("FID", "Fréchet inception distance"),
        ("XAI", "explainable AI"),
        ("AUROC", "area under the receiver operating characteristic curve"),
        ("PLM", "pre-trained language model"),
        ("mAP", "mean average precision"),
    ],
)
def test_expands(acronym: str, expansion: str) -> None:
    assert expands(acronym, expansion)


@pytest.mark.parametrize(
    ("acronym", "expansion"),
    [
        ("LM", "large language model"),
        ("SAM", "segment anything"),
        ("RL", "offline reinforcement learning"),
        ("OOD", "OOD detection"),
        ("GAN", "graph convolution"),
        ("CNN", "network"),
    ],
)
def test_does_not_expand(acronym: str, expansion: str) -> None:
    assert not expands(acronym, expansion)


def test_the_definition_stays_in_its_clause() -> None:
    assert definition("RL", "We like robots. learning (RL)") is None
    assert definition("SSP", "the stochastic shortest path (SSP)") == "stochastic shortest path"
    assert definition("XY", "no such thing") is None


def test_the_expansion_with_a_word_for_each_letter_is_best() -> None:
    candidates = ["shortest path", "stochastic shortest path"]
    assert best_expansion("SSP", candidates) == "stochastic shortest path"
