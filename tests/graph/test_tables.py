"""The numbers behind the plots, on a corpus small enough to count by hand."""

import networkx as nx
import pytest

from kg.graph.tables import Grid, by_year, commonest, together


@pytest.fixture
def graph() -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    for name, kind, papers in (
        ("BERT", "method", 2),
        ("LSTM", "method", 2),
        ("ELMo", "method", 1),
        ("GLUE", "dataset", 2),
        ("SQuAD", "dataset", 1),
        ("reading", "task", 3),
    ):
        graph.add_node(name, kind="concept", type=kind, label=name, papers=papers)
    for paper, year, about in (
        ("p1", 2018, "BERT GLUE SQuAD reading"),
        ("p2", 2018, "BERT LSTM GLUE reading"),
        ("p3", 2020, "LSTM reading"),
        ("p4", None, "ELMo"),
    ):
        graph.add_node(paper, kind="paper", type="paper", label=paper)
        if year:
            graph.nodes[paper]["year"] = year
        for concept in about.split():
            graph.add_edge(paper, concept, key="uses")
    graph.add_edge("p1", "https://github.com/a/b", key="hasCode")
    graph.nodes["https://github.com/a/b"].update(kind="repository", type="repository")
    return graph


def test_concepts_of_a_year_count_once_and_no_year_is_left_out(graph: nx.MultiDiGraph) -> None:
    assert by_year(graph) == {
        2018: {"method": 2, "dataset": 2, "task": 1},
        2019: {},
        2020: {"method": 1, "task": 1},
    }


def test_the_commonest_by_papers_then_by_name(graph: nx.MultiDiGraph) -> None:
    assert commonest(graph, "method", 5) == [("BERT", 2), ("LSTM", 2), ("ELMo", 1)]
    assert commonest(graph, "method", 1) == [("BERT", 2)]
    assert commonest(graph, "metric", 5) == []


def test_tasks_by_datasets(graph: nx.MultiDiGraph) -> None:
    assert together(graph, "task", "dataset", 5) == Grid(("reading",), ("GLUE", "SQuAD"), ((2, 1),))


def test_no_concept_goes_with_itself(graph: nx.MultiDiGraph) -> None:
    assert together(graph, "dataset", "dataset", 5) == Grid(
        ("GLUE", "SQuAD"), ("GLUE", "SQuAD"), ((0, 1), (1, 0))
    )


def test_nothing_goes_together_in_an_empty_graph() -> None:
    empty = nx.MultiDiGraph()
    assert by_year(empty) == {}
    assert together(empty, "task", "dataset", 5) == Grid((), (), ())
