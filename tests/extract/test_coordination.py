"""Names that share a part in the text are written out; their mentions stay what stands there."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.coordination import complete, parts
from kg.link import link
from kg.records import Entity, Extraction, Mention, Paper, Relation

CASES = [
    ("We use ResNet-50 and -101.", "ResNet-50", ["ResNet-50", "ResNet-101"]),
    ("on CIFAR-10/100.", "CIFAR-10", ["CIFAR-10", "CIFAR-100"]),
    ("on CIFAR-10/100.", "CIFAR-10/100", ["CIFAR-10", "CIFAR-100"]),
    ("on CIFAR-10 and 100 datasets", "CIFAR-10", ["CIFAR-10", "CIFAR-100"]),
    ("on CIFAR-10 and 100.", "CIFAR-10", ["CIFAR-10", "CIFAR-100"]),
    ("on CIFAR-10 and 100 epochs", "CIFAR-10", ["CIFAR-10"]),
    ("on CIFAR-10, 5 seeds", "CIFAR-10", ["CIFAR-10"]),
    ("ImageNet-1k and -21k weights", "ImageNet-1k", ["ImageNet-1k", "ImageNet-21k"]),
    ("ResNet-18, -34, and -50 nets", "ResNet-18", ["ResNet-18", "ResNet-34", "ResNet-50"]),
    ("ResNet-18/34/50", "ResNet-18", ["ResNet-18", "ResNet-34", "ResNet-50"]),
    ("BERT-base and -large win", "BERT-base", ["BERT-base", "BERT-large"]),
    ("BERT-base and large win", "BERT-base", ["BERT-base"]),
    ("pre- and post-training", "post-training", ["pre-training", "post-training"]),
    ("pre- and post-training", "pre- and post-training", ["pre-training", "post-training"]),
    (
        "single-, two- and multi-task learning",
        "multi-task learning",
        ["single-task learning", "two-task learning", "multi-task learning"],
    ),
    (
        "intra-/inter-class variance",
        "inter-class variance",
        ["intra-class variance", "inter-class variance"],
    ),
    ("GPT-3 and GPT-4", "GPT-3", ["GPT-3"]),
    ("GPT-3 and 4 bit weights", "GPT-3", ["GPT-3"]),
    ("GPT-3 and 20 more", "GPT-3", ["GPT-3"]),
    ("ViT-B and ViT-L", "ViT-B", ["ViT-B"]),
    ("state-of-the-art", "state-of-the-art", ["state-of-the-art"]),
    ("graph neural network", "graph neural network", ["graph neural network"]),
]


@pytest.mark.parametrize(("text", "mention", "names"), CASES)
def test_names_written_out(text: str, mention: str, names: list[str]) -> None:
    start = text.index(mention)
    assert [part.name for part in parts(text, start, start + len(mention))] == names


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("precision, recall and F1", ["precision", "recall", "F1"]),
        ("accuracy and F1 score", ["accuracy", "F1 score"]),
        ("area under the precision and recall curve", None),
        ("F1", None),
    ],
)
def test_metrics_in_a_list(text: str, names: list[str] | None) -> None:
    assert [p.name for p in parts(text, 0, len(text), metric=True)] == (names or [text])


def entity(text: str, type: str, name: str, *forms: str, role: str = "uses") -> Entity:
    starts = [(text.index(form), form) for form in forms or (name,)]
    mentions = tuple(sorted(Mention(at, at + len(form), 0.9) for at, form in starts))
    return Entity(type, role, name, mentions, 0.9)  # type: ignore[arg-type]


def extraction(text: str, *entities: Entity, relations: tuple[Relation, ...] = ()) -> Extraction:
    return Extraction(Paper("a", "", text), entities, relations, (), ((0, len(text)),))


def shown(found: Extraction) -> list[tuple[str, list[str]]]:
    text = found.paper.text
    return [(e.name, [text[m.start : m.end] for m in e.mentions]) for e in found.entities]


def test_the_completed_name_has_the_relations_of_the_whole_one() -> None:
    text = "We train FooNet on CIFAR-10/100 here."
    whole = (entity(text, "method", "FooNet"), entity(text, "dataset", "CIFAR-10"))
    relation = Relation(0, "evaluated_on", 1, 0.8, 0, len(text))
    found = complete(extraction(text, *whole, relations=(relation,)))
    assert shown(found) == [
        ("FooNet", ["FooNet"]),
        ("CIFAR-10", ["CIFAR-10"]),
        ("CIFAR-100", ["100"]),
    ]
    assert [(r.subject, r.predicate, r.object) for r in found.relations] == [
        (0, "evaluated_on", 1),
        (0, "evaluated_on", 2),
    ]


def test_a_bare_number_is_the_entity_that_stands_elsewhere() -> None:
    text = "On CIFAR-10 and 100. CIFAR-100 is hard."
    ten, number = entity(text, "dataset", "CIFAR-10"), entity(text, "dataset", "100")
    hundred = entity(text, "dataset", "CIFAR-100")
    assert shown(complete(extraction(text, ten, number, hundred))) == [
        ("CIFAR-10", ["CIFAR-10"]),
        ("CIFAR-100", ["100", "CIFAR-100"]),
    ]


def test_a_number_alone_is_no_entity() -> None:
    text = "We gain 100 points over FooNet."
    found = complete(
        extraction(text, entity(text, "metric", "100"), entity(text, "method", "FooNet"))
    )
    assert shown(found) == [("FooNet", ["FooNet"])]


def test_an_acronym_in_brackets_is_its_long_form_whatever_the_model_says() -> None:
    text = "A graph neural network (GNN) beats SVMs."
    long = entity(text, "method", "graph neural network")
    short, rival = entity(text, "task", "GNN"), entity(text, "method", "SVMs", role="compares")
    relation = Relation(1, "compared_with", 2, 0.8, 0, len(text))
    found = complete(extraction(text, long, short, rival, relations=(relation,)))
    assert shown(found) == [
        ("graph neural network", ["graph neural network", "GNN"]),
        ("SVMs", ["SVMs"]),
    ]
    assert [(r.subject, r.object) for r in found.relations] == [(0, 1)]
    assert found.entities[0].type == "method"


def test_a_relation_that_no_longer_fits_the_type_is_gone() -> None:
    text = "FooNet plays in the Maze Game World (MGW) and wins."
    net, world = entity(text, "method", "FooNet"), entity(text, "method", "Maze Game World")
    found = extraction(
        text,
        *(net, world, entity(text, "dataset", "MGW")),
        relations=(
            Relation(0, "evaluated_on", 2, 0.8, 0, len(text)),
            Relation(0, "builds_on", 1, 0.4, 0, len(text)),
        ),
    )
    assert [r.predicate for r in complete(found).relations] == ["builds_on"]


def test_what_shares_nothing_is_left_alone() -> None:
    text = "FooNet and BarNet on Cora."
    found = extraction(text, entity(text, "method", "FooNet"), entity(text, "dataset", "Cora"))
    assert complete(found) is found


def test_a_fragment_is_no_name_in_the_graph() -> None:
    text = "We use ResNet-50 and -101, and pre- and post-training."
    found = complete(
        extraction(
            text, entity(text, "method", "ResNet-50"), entity(text, "method", "post-training")
        )
    )
    linked = link([found])
    assert sorted(concept.label for concept in linked.concepts) == [
        "ResNet-101",
        "ResNet-50",
        "post-training",
        "pre-training",
    ]
    assert [merge.alias for merge in linked.merges] == []


PIECES = st.sampled_from(
    [
        "ResNet-50",
        "-101",
        "100",
        "/",
        ",",
        "and",
        "or",
        "pre-",
        "post-training",
        "F1",
        "1k",
        "\n",
        "é",
    ]
)


@given(st.lists(PIECES, max_size=12), st.booleans(), st.data())
def test_parts_lie_in_the_text_in_order(words: list[str], tight: bool, data: st.DataObject) -> None:
    text = ("" if tight else " ").join(words)
    start = data.draw(st.integers(0, len(text)))
    end = data.draw(st.integers(start, len(text)))
    found = parts(text, start, end, metric=data.draw(st.booleans()))
    assert found
    assert all(0 <= part.start <= part.end <= len(text) for part in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
