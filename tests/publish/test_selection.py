"""What the page draws first, and what it leaves for a click."""

import networkx as nx
import pytest

from kg.publish.selection import CO_USE, select


def concept(graph: nx.MultiDiGraph, name: str, papers: int, kind: str = "method") -> None:
    graph.add_node(name, kind="concept", type=kind, label=name, papers=papers, aliases=())


def relate(
    graph: nx.MultiDiGraph, source: str, target: str, support: int = 1, predicate: str = "buildsOn"
) -> None:
    graph.add_edge(
        source, target, key=predicate, predicate=predicate, support=support, score=0.9, evidence=()
    )


@pytest.fixture
def star() -> nx.MultiDiGraph:
    """One hub with ten spokes, each linked to it and to the next."""
    graph = nx.MultiDiGraph()
    concept(graph, "hub", 100)
    for number in range(10):
        concept(graph, f"spoke{number}", 10 - number)
        relate(graph, f"spoke{number}", "hub", support=10 - number)
    return graph


def test_the_concepts_of_most_papers_come_first(star: nx.MultiDiGraph):
    assert select(star, 3).core == ("hub", "spoke0", "spoke1")


def test_neighbours_beyond_the_first_view_wait_in_the_fringe(star: nx.MultiDiGraph):
    assert select(star, 3).fringe == ("spoke2", "spoke3", "spoke4")


def test_every_type_has_a_share(star: nx.MultiDiGraph):
    concept(star, "rare", 1, "dataset")
    assert "rare" in select(star, 8).core


def test_never_more_than_asked_for(star: nx.MultiDiGraph):
    for kind in ("dataset", "task", "metric"):
        concept(star, kind, 1, kind)
    assert [len(select(star, top).core) for top in (0, 1, 2, 8, 50)] == [0, 1, 2, 8, 14]


def test_every_relation_is_drawn_or_told(star: nx.MultiDiGraph):
    selection = select(star, 50)
    assert len(selection.drawn) + len(selection.others) == star.number_of_edges()
    assert not set(selection.drawn) & set(selection.others)


def test_of_equal_concepts_the_one_linked_to_the_centre_comes_first():
    graph = nx.MultiDiGraph()
    for name, papers in (("hub", 9), ("a", 1), ("b", 1), ("c", 1)):
        concept(graph, name, papers)
    relate(graph, "c", "hub")
    relate(graph, "a", "b")
    assert select(graph, 2).core == ("hub", "c")


def test_a_relation_without_a_paper_still_counts_as_one(star: nx.MultiDiGraph):
    relate(star, "hub", "spoke9", support=0, predicate="usedFor")
    selection = select(star, 50)
    assert min(link.support for link in selection.drawn + selection.others) == 1


def test_papers_in_common_link_concepts_that_no_sentence_relates():
    graph = nx.MultiDiGraph()
    concept(graph, "a", 2)
    concept(graph, "b", 2)
    for paper in ("p1", "p2"):
        graph.add_node(paper, kind="paper")
        for name in ("a", "b"):
            graph.add_edge(paper, name, key="uses", predicate="uses")
    (link,) = select(graph, 5).drawn
    assert (link.source, link.relation, link.target, link.support, link.strength) == (
        "a",
        CO_USE,
        "b",
        2,
        1.0,
    )


def test_the_order_of_insertion_leaves_no_trace(graph: nx.MultiDiGraph):
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    assert select(other, 3) == select(graph, 3)


def test_an_empty_graph_has_an_empty_picture():
    selection = select(nx.MultiDiGraph(), 10)
    assert (selection.core, selection.fringe, selection.drawn, selection.others) == ((), (), (), ())


def test_links_that_are_new_or_gone_are_all_drawn(star: nx.MultiDiGraph):
    for number in range(6):
        relate(star, f"spoke{number}", f"spoke{number + 4}", predicate="comparedWith")
    star.edges["spoke0", "spoke4", "comparedWith"]["change"] = "gone"
    drawn = {(link.source, link.target, link.change) for link in select(star, 50, links=0).drawn}
    assert drawn == {("spoke0", "spoke4", "gone")}
