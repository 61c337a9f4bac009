"""Parts of a build: which nodes and edges they hold, and how they are counted."""

import networkx as nx
import pytest

from kg import slices
from kg.errors import UsageError
from kg.opened import Opened


def names(graph: nx.MultiDiGraph, kind: str = "concept") -> list[str]:
    return sorted(data["label"] for _, data in graph.nodes(data=True) if data["kind"] == kind)


def relations(graph: nx.MultiDiGraph) -> list[tuple[str, str, str, int]]:
    labels = graph.nodes(data="label")
    return sorted(
        (labels[a], key, labels[b], data["support"])
        for a, b, key, data in graph.edges(keys=True, data=True)
        if graph.nodes[a]["kind"] == "concept"
    )


def papers(graph: nx.MultiDiGraph) -> dict[str, int]:
    return {d["label"]: d["papers"] for _, d in graph.nodes(data=True) if d["kind"] == "concept"}


def test_the_neighbourhood_of_a_concept_is_an_edge_away(new: Opened) -> None:
    part = slices.of_concept(new, "roberta")
    assert part.title == "Neighbourhood of RoBERTa"
    assert names(part.graph) == ["BERT", "RoBERTa"]
    assert names(part.graph, "paper") == ["On RoBERTa"]
    assert relations(part.graph) == [("RoBERTa", "buildsOn", "BERT", 1)]
    assert papers(part.graph) == {"BERT": 3, "RoBERTa": 1}  # in the build, not in the part


def test_two_hops_go_further(new: Opened) -> None:
    part = slices.of_concept(new, "RoBERTa", 2)
    assert names(part.graph) == ["BERT", "GLUE", "RoBERTa", "Transformer"]
    assert names(part.graph, "paper") == ["On BERT", "On GLUE", "On RoBERTa"]


def test_a_paper_is_what_it_says(new: Opened) -> None:
    part = slices.of_paper(new, "arxiv:2")
    assert part.title == "On GLUE"
    assert names(part.graph) == ["BERT", "GLUE", "accuracy"]
    assert relations(part.graph) == [("BERT", "evaluatedOn", "GLUE", 1)]
    assert papers(part.graph) == {"BERT": 1, "GLUE": 1, "accuracy": 1}


@pytest.mark.parametrize(
    ("venue", "year", "title", "concepts"),
    [
        ("acl", None, "acl: concepts of 2 papers", ["BERT", "GLUE", "RoBERTa", "Transformer"]),
        ("ACL", 2021, "ACL 2021: concepts of 1 paper", ["BERT", "GLUE", "RoBERTa"]),
        ("ACL 2019", None, "ACL 2019: concepts of 1 paper", ["BERT", "GLUE", "Transformer"]),
        (None, 2020, "2020: concepts of 1 paper", ["BERT", "GLUE", "accuracy"]),
    ],
)
def test_a_venue_is_what_its_papers_say(
    new: Opened, venue: str | None, year: int | None, title: str, concepts: list[str]
) -> None:
    part = slices.of_venue(new, venue, year)
    assert part.title == title
    assert names(part.graph) == concepts


def test_an_answer_brings_its_concepts_with_their_papers(new: Opened) -> None:
    part = slices.of_answer(new, "CONSTRUCT { ?a kg:buildsOn ?b } WHERE { ?a kg:buildsOn ?b }")
    assert part.title == "Answer to a query"
    assert names(part.graph) == ["BERT", "RoBERTa", "Transformer"]
    assert names(part.graph, "paper") == ["On BERT", "On GLUE", "On RoBERTa"]


def test_papers_in_an_answer_bring_their_concepts(new: Opened) -> None:
    part = slices.of_answer(new, "papers-using-dataset", {"dataset": "glue"})
    assert part.title == "Papers that evaluate on a dataset: glue"
    assert names(part.graph, "paper") == ["On BERT", "On RoBERTa"]
    assert names(part.graph) == ["BERT", "GLUE", "RoBERTa", "Transformer"]


def test_everything_is_all(new: Opened) -> None:
    part = slices.everything(new)
    assert part.title == "Concepts of 3 papers"
    assert (len(part.graph), part.graph.number_of_edges()) == (8, 12)


def test_against_an_older_build_everything_says_whether_it_is_new(new: Opened, old: Opened) -> None:
    graph = slices.against(new, old, slices.everything).graph
    changes = {data["label"]: data["change"] for _, data in graph.nodes(data=True)}
    assert changes == {
        "BERT": "common",
        "GLUE": "common",
        "Transformer": "common",
        "accuracy": "common",
        "On BERT": "common",
        "On GLUE": "common",
        "RoBERTa": "new",
        "On RoBERTa": "new",
        "speech recognition": "gone",
        "On speech": "gone",
    }


def test_what_lies_around_a_new_concept_need_not_be_new(new: Opened, old: Opened) -> None:
    graph = slices.against(new, old, lambda opened: slices.of_concept(opened, "RoBERTa")).graph
    changes = {data["label"]: data["change"] for _, data in graph.nodes(data=True)}
    assert changes == {"BERT": "common", "RoBERTa": "new", "On RoBERTa": "new"}


def test_what_only_the_old_build_knows_is_gone(new: Opened, old: Opened) -> None:
    graph = slices.against(new, old, lambda opened: slices.of_paper(opened, "arxiv:3")).graph
    assert {change for _, change in graph.nodes(data="change")} == {"gone"}


@pytest.mark.parametrize(
    ("slicer", "message"),
    [
        (lambda opened: slices.of_concept(opened, "RoBERTo"), "did you mean 'RoBERTa'"),
        (lambda opened: slices.of_paper(opened, "On RoBERTo"), "did you mean 'On RoBERTa'"),
        (lambda opened: slices.of_venue(opened, "ALC"), "did you mean 'ACL'"),
        (lambda opened: slices.of_venue(opened, "ACL", 1999), "no paper of ACL is of 1999"),
        (lambda opened: slices.of_answer(opened, "ASK {}"), "names no concept or paper"),
    ],
)
def test_what_is_not_there_is_said(
    new: Opened, old: Opened, slicer: slices.Slicer, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        slicer(new)
    with pytest.raises(UsageError, match=message):
        slices.against(new, old, slicer)
