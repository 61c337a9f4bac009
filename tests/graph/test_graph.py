"""The NetworkX graph on a corpus of four papers."""

import networkx as nx
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg import vocab
from kg.errors import UsageError
from kg.graph import assemble, backbone, difference, measures, neighbourhood
from kg.records import Concept, Evidence, Paper, Statement

BERT = f"{vocab.BASE}concept/bert"
GLUE = f"{vocab.BASE}concept/glue"
READING = f"{vocab.BASE}concept/reading"
CODE = "https://github.com/a/b"
PAPERS = [
    Paper(
        "arxiv:1", "On BERT", "BERT.", 2021, "ACL", ("A. Author", "B. Writer"), "https://x.example"
    ),
    Paper("arxiv:2", "On GLUE", "GLUE."),
    Paper("arxiv:3", "", "An abstract alone."),
    Paper("arxiv:4", "Silent", "Nothing."),
]
CONCEPTS = [
    Concept(BERT, "BERT", ("Bert",), (("method", 2),)),
    Concept(GLUE, "GLUE", (), (("dataset", 1), ("task", 1))),
    Concept(READING, "reading", (), (("task", 1),)),
]


def evidence(paper: str, score: float = 0.9) -> Evidence:
    return Evidence(f"https://arxiv.org/abs/{paper}", 0, 4, "BERT", ((0, 4),), score, "roles/1")


def statement(subject: str, predicate: str, object_: str, *found: Evidence) -> Statement:
    return Statement(subject, f"{vocab.KG}{predicate}", object_, found)


STATEMENTS = [
    statement("https://arxiv.org/abs/1", "proposes", BERT, evidence("1")),
    statement("https://arxiv.org/abs/2", "uses", BERT, evidence("2")),
    statement("https://arxiv.org/abs/2", "mentions", BERT, evidence("2")),
    statement("https://arxiv.org/abs/2", "introduces", GLUE, evidence("2")),
    statement("https://arxiv.org/abs/3", "addresses", READING, evidence("3")),
    statement("https://arxiv.org/abs/1", "hasCode", CODE, evidence("1", 1.0)),
    statement(
        BERT, "evaluatedOn", GLUE, evidence("1", 0.5), evidence("1", 0.7), evidence("2", 0.6)
    ),
    statement(BERT, "usedFor", READING, evidence("3", 0.4)),
]


@pytest.fixture
def graph() -> nx.MultiDiGraph:
    return assemble(PAPERS, CONCEPTS, STATEMENTS)


def test_nodes_hold_what_is_known_and_nothing_else(graph: nx.MultiDiGraph) -> None:
    assert graph.nodes["https://arxiv.org/abs/1"] == {
        "kind": "paper",
        "label": "On BERT",
        "type": "paper",
        "id": "arxiv:1",
        "title": "On BERT",
        "year": 2021,
        "venue": "ACL",
        "url": "https://x.example",
        "authors": ("A. Author", "B. Writer"),
    }
    assert graph.nodes["https://arxiv.org/abs/3"] == {
        "kind": "paper", "label": "arxiv:3", "type": "paper", "id": "arxiv:3",
    }  # fmt: skip
    assert graph.nodes[BERT] == {
        "kind": "concept", "label": "BERT", "type": "method", "types": (("method", 2),),
        "aliases": ("Bert",), "papers": 2,
    }  # fmt: skip
    assert graph.nodes[CODE] == {
        "kind": "repository", "label": "github.com/a/b", "type": "repository", "url": CODE,
    }  # fmt: skip


def test_every_paper_is_a_node(graph: nx.MultiDiGraph) -> None:
    assert graph.degree("https://arxiv.org/abs/4") == 0


def test_edges_hold_the_best_score_and_the_number_of_papers(graph: nx.MultiDiGraph) -> None:
    edge = graph.edges[BERT, GLUE, "evaluatedOn"]
    assert (edge["predicate"], edge["score"], edge["support"]) == ("evaluatedOn", 0.7, 2)
    assert len(edge["evidence"]) == 3
    assert graph.number_of_edges("https://arxiv.org/abs/2", BERT) == 2


def test_one_edge_for_each_statement_in_sorted_order(graph: nx.MultiDiGraph) -> None:
    assert graph.number_of_edges() == len(STATEMENTS)
    assert list(graph.nodes) == sorted(graph.nodes)
    again = assemble(reversed(PAPERS), reversed(CONCEPTS), reversed(STATEMENTS))
    assert list(again.nodes(data=True)) == list(graph.nodes(data=True))
    assert list(again.edges(keys=True, data=True)) == list(graph.edges(keys=True, data=True))


def test_an_own_base_is_kept() -> None:
    base = "https://kg.example/"
    graph = assemble([Paper("hash:1", "T", "A")], [], [], base)
    assert list(graph.nodes) == ["https://kg.example/paper/hash-1"]


def test_measures_are_plain_numbers(graph: nx.MultiDiGraph) -> None:
    figures = measures(graph)
    assert list(figures) == sorted(graph.nodes)
    assert {type(each.importance) for each in figures.values()} == {float}
    assert {type(each.degree) for each in figures.values()} == {int}
    assert figures[BERT].degree == 5
    assert max(figures, key=lambda node: figures[node].importance) == BERT
    assert sum(each.importance for each in figures.values()) == pytest.approx(1.0, abs=1e-6)
    assert figures["https://arxiv.org/abs/4"].community != figures[BERT].community


def test_measures_do_not_depend_on_the_order_of_nodes(graph: nx.MultiDiGraph) -> None:
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    assert measures(other) == measures(graph)


def test_an_empty_graph() -> None:
    empty = nx.MultiDiGraph()
    assert measures(empty) == {}
    assert len(backbone(empty, 10)) == 0
    assert len(assemble([], [], [])) == 0


def test_a_graph_without_edges_has_measures() -> None:
    assert len(measures(assemble(PAPERS, CONCEPTS, []))) == len(PAPERS) + len(CONCEPTS)


def test_neighbourhood_goes_both_ways(graph: nx.MultiDiGraph) -> None:
    assert set(neighbourhood(graph, GLUE)) == {GLUE, BERT, "https://arxiv.org/abs/2"}
    assert set(neighbourhood(graph, GLUE, 0)) == {GLUE}
    assert CODE in neighbourhood(graph, GLUE, 3)
    assert neighbourhood(graph, GLUE).edges[BERT, GLUE, "evaluatedOn"]["support"] == 2


def test_neighbourhood_of_nothing_says_what_to_give(graph: nx.MultiDiGraph) -> None:
    with pytest.raises(UsageError, match="no node 'BERT'"):
        neighbourhood(graph, "BERT")


def test_backbone_is_made_of_concepts(graph: nx.MultiDiGraph) -> None:
    top = backbone(graph, 2)
    assert list(top) == [BERT, GLUE]
    assert list(top.edges(keys=True)) == [(BERT, GLUE, "evaluatedOn")]
    assert top.nodes[BERT]["label"] == "BERT"
    assert len(backbone(graph, 100)) == 3


def test_difference_names_what_came_and_went(graph: nx.MultiDiGraph) -> None:
    new = graph.copy()
    new.remove_node(CODE)
    new.add_edge(GLUE, READING, "usedFor")
    changed = difference(graph, new)
    assert changed.new_nodes == ()
    assert changed.gone_nodes == (CODE,)
    assert changed.new_edges == ((GLUE, READING, "usedFor"),)
    assert changed.gone_edges == (("https://arxiv.org/abs/1", CODE, "hasCode"),)
    assert len(changed.common_nodes) == len(graph) - 1
    assert len(changed.common_edges) == len(STATEMENTS) - 1


edges = st.lists(st.tuples(st.sampled_from("abcd"), st.sampled_from("abcd"), st.sampled_from("pq")))


@given(edges, edges)
def test_difference_accounts_for_every_edge(
    old: list[tuple[str, str, str]], new: list[tuple[str, str, str]]
) -> None:
    before, after = nx.MultiDiGraph(), nx.MultiDiGraph()
    before.add_edges_from(old)
    after.add_edges_from(new)
    changed = difference(before, after)
    assert set(changed.gone_edges + changed.common_edges) == set(old)
    assert set(changed.new_edges + changed.common_edges) == set(new)
    assert difference(before, before).new_edges == ()
