"""The packaged model on texts of our own: what it finds, where, and what hostile text does to it."""

from pathlib import Path

import pytest
import spacy
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import ModelError
from kg.extract import extraction, pipeline, to_json
from kg.extract.encode import MAX_WIDTH, encode
from kg.extract.model import PACKAGED, load_model
from kg.records import ROLES, Extraction, Paper

TITLE = "SpanGraph: Graph Neural Networks for Named Entity Recognition"
ABSTRACT = (
    "We propose SpanGraph, a graph neural network (GNN) for named entity recognition. It extends "
    "BERT with message passing. On CoNLL-2003 and OntoNotes, SpanGraph outperforms a BiLSTM-CRF by "
    "1.2 points of F1. GNNs help most on rare entities. Code is available at "
    "https://github.com/acme/spangraph."
)
NLP = pipeline()


def run(text: str) -> Extraction:
    return extraction(NLP(text), Paper("a", "", text))


@pytest.fixture(scope="module")
def found() -> Extraction:
    return run(f"{TITLE}\n{ABSTRACT}")


def names(found: Extraction, type: str) -> set[str]:
    text = found.paper.text
    return {text[m.start : m.end] for e in found.entities if e.type == type for m in e.mentions}


def test_what_the_paper_is_about_is_found(found: Extraction) -> None:
    assert {"SpanGraph", "BERT"} <= names(found, "method")
    assert {"CoNLL-2003", "OntoNotes"} <= names(found, "dataset")
    assert "named entity recognition" in names(found, "task")
    assert "F1" in names(found, "metric")
    assert [(r.url, r.kind) for r in found.repositories] == [
        ("https://github.com/acme/spangraph", "code")
    ]


def test_the_proposal_is_told_from_the_baseline(found: Extraction) -> None:
    roles = {entity.name: entity.role for entity in found.entities}
    assert roles["SpanGraph"] == "proposes"
    assert roles["CoNLL-2003"] == "uses"


def test_an_acronym_and_its_expansion_are_one_entity(found: Extraction) -> None:
    text = found.paper.text
    [entity] = [e for e in found.entities if "GNN" in {text[m.start : m.end] for m in e.mentions}]
    assert entity.name.lower().startswith("graph neural network")


def test_no_mention_is_read_out_of_a_link(found: Extraction) -> None:
    [link] = found.repositories
    assert all(
        m.end <= link.start or m.start >= link.end for e in found.entities for m in e.mentions
    )


def test_the_proposal_is_evaluated_on_the_datasets(found: Extraction) -> None:
    named = [
        (found.entities[r.subject].name, r.predicate, found.entities[r.object].name)
        for r in found.relations
    ]
    assert ("SpanGraph", "evaluated_on", "CoNLL-2003") in named


def check(found: Extraction) -> None:
    text, taken = found.paper.text, set()
    for entity in found.entities:
        assert entity.role in ROLES[entity.type]
        slices = {text[m.start : m.end].strip("-") for m in entity.mentions}
        assert any(part in entity.name for part in slices)
        for mention in entity.mentions:
            assert (
                text[mention.start : mention.end].strip() == text[mention.start : mention.end] != ""
            )
            assert 0 <= mention.score <= 1
            assert any(s <= mention.start and mention.end <= e for s, e in found.sentences)
            assert not taken & set(range(mention.start, mention.end))
            taken |= set(range(mention.start, mention.end))
    for relation in found.relations:
        assert relation.subject != relation.object
        assert 0 <= relation.start < relation.end <= len(text)
    assert to_json(found)["id"] == "a"


WORDS = st.sampled_from(
    [
        *ABSTRACT.split(),
        "\n",
        "\n\n",
        "$\\alpha$",
        "\\textbf{GAN}",
        "<i>BERT</i>",
        "ﬁne-tuning",
        "é",
        "e\u0301tude",
        "\u200b",
        "𝔊AN",
        "ResNet-50 and -101",
        "CIFAR-10/100",
        "pre- and post-training",
        "precision, recall and F1",
        "\\url{https://github.com/a/b}",
        "[code](http://c.org)",
        "**GAN**",
        "&lt;CNN&gt;",
    ]
)


@settings(max_examples=40, deadline=None)
@given(st.lists(WORDS, max_size=60).map(" ".join))
def test_offsets_hold_in_shuffled_text(text: str) -> None:
    check(run(text))


@settings(max_examples=40, deadline=None)
@given(st.text(max_size=200))
def test_any_text_is_survived(text: str) -> None:
    check(run(text))


@pytest.mark.parametrize("text", ["", " ", "\n", ".", "GAN", "\x00", "$", "a" * 5000, "( " * 800])
def test_odd_texts(text: str) -> None:
    check(run(text))


def test_a_long_text_is_read_to_its_end() -> None:
    filler = "The sky was blue over the old town that day and nobody said a word. " * 60
    last = "We evaluate SpanGraph on CoNLL-2003 and report F1 for named entity recognition."
    text = f"{ABSTRACT} {filler}{last}"
    entities = run(text).entities
    assert any(m.start > len(ABSTRACT) + len(filler) for e in entities for m in e.mentions)


def test_windows_hold_every_token_once() -> None:
    nlp = spacy.blank("en")
    nlp.tokenizer = NLP.tokenizer
    nlp.add_pipe("kg_sentences")
    doc = nlp("wörd " * 1500 + ". Then. " * 20)
    text = encode(doc, load_model().wordpiece)
    assert sum(len(window.first) - 1 for window in text.windows) == len(doc)
    assert all(len(window.pieces) <= 512 for window in text.windows)
    widths = text.spans[:, 1] - text.spans[:, 0]
    assert widths.max() <= MAX_WIDTH


def test_a_step_can_be_left_out() -> None:
    with NLP.select_pipes(disable=["kg_relations"]):
        assert extraction(NLP(ABSTRACT), Paper("a", "", ABSTRACT)).relations == ()


def test_displacy_can_read_the_spans() -> None:
    doc = NLP(ABSTRACT)
    assert {span.label_ for span in doc.spans["concepts"]} >= {"method", "dataset"}
    assert "SpanGraph" in spacy.displacy.render(
        doc, style="span", options={"spans_key": "concepts"}
    )


def test_a_damaged_model_is_named(tmp_path: Path) -> None:

    folder = tmp_path
    with pytest.raises(ModelError, match=r"lacks model\.json, encoder\.onnx"):
        load_model(folder)
    for name in ("encoder.onnx", "heads.npz", "vocab.txt"):
        (folder / name).write_bytes(b"junk")
    (folder / "model.json").write_bytes((PACKAGED / "model.json").read_bytes())
    with pytest.raises(ModelError, match="is damaged"):
        load_model(folder)
    (folder / "model.json").write_text('{"format": 99, "thresholds": {}}')
    with pytest.raises(ModelError, match="has format 99"):
        load_model(folder)
