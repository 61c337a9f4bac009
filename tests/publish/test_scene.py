"""What the page tells of each concept."""

from pathlib import Path

import networkx as nx
import pytest

from kg.publish import write_graphml
from kg.publish.scene import Scene, build_scene
from kg.records import Evidence

RESNET = 0


@pytest.fixture
def scene(graph: nx.MultiDiGraph) -> Scene:
    return build_scene(graph, top=10)


def marked(scene: Scene, saying: tuple[int, list[tuple[int, int]]]) -> tuple[str, list[str]]:
    _, text = scene.sentences[saying[0]]
    return text, [text[start:end] for start, end in saying[1]]


def test_nodes_are_numbered_by_importance(scene: Scene):
    assert [node["name"] for node in scene.nodes] == [
        "ResNet", "image classification", "ImageNet", "top 1 error",
    ]  # fmt: skip


def test_a_concept_of_more_papers_is_larger(scene: Scene):
    assert [node["size"] for node in scene.nodes] == [14.5, 12.0, 12.0, 6.0]


def test_papers_stand_under_their_role_newest_first(scene: Scene):
    roles = scene.nodes[RESNET]["roles"]
    assert [(role["role"], role["papers"]) for role in roles] == [("proposes", 1), ("uses", 2)]
    titles = [scene.papers[shown[0]]["title"] for shown in roles[1]["shown"]]
    assert titles == ["Paper 3", "Paper 2"]


def test_the_mention_is_marked_within_its_sentence(scene: Scene):
    (shown,) = scene.nodes[RESNET]["roles"][0]["shown"]
    assert marked(scene, shown[1][0]) == ("ResNet lowers the error on ImageNet.", ["ResNet"])


def test_a_relation_marks_both_of_its_concepts(scene: Scene):
    (edge,) = [edge for edge in scene.edges if edge["relation"] == "evaluatedOn"]
    assert marked(scene, edge["says"][0]) == (
        "ResNet lowers the error on ImageNet.",
        ["ResNet", "ImageNet"],
    )


def test_a_sentence_is_held_once(scene: Scene):
    texts = [text for _, text in scene.sentences]
    assert sorted(texts) == sorted(set(texts))


def test_code_is_that_of_the_papers_that_propose(scene: Scene):
    ((url, paper),) = scene.nodes[RESNET]["code"]
    assert (url, scene.papers[paper]["title"]) == ("https://github.com/ada/resnet", "Paper 1")


def test_the_key_is_the_end_of_the_iri(scene: Scene):
    assert scene.nodes[RESNET]["key"] == "ResNet"


def test_keys_that_would_clash_are_whole_iris():
    graph = nx.MultiDiGraph()
    for iri in ("http://a/x", "http://b/x"):
        graph.add_node(iri, kind="concept", type="method", label="x", papers=1, aliases=())
    assert [node["key"] for node in build_scene(graph, 5).nodes] == ["http://a/x", "http://b/x"]


def test_papers_that_link_concepts_have_a_place(scene: Scene):
    placed = {paper["title"] for paper in scene.papers if "x" in paper}
    assert placed == {"Paper 1", "Paper 2", "Paper 3"}


def test_offsets_beyond_the_quote_are_left_out():
    graph = nx.MultiDiGraph()
    graph.add_node("c", kind="concept", type="method", label="c", papers=1, aliases=())
    graph.add_node("p", kind="paper", title="p")
    wrong = Evidence("p", 10, 15, "hello", ((10, 12), (14, 99), (3, 12)), 0.9, "test/1")
    graph.add_edge("p", "c", key="uses", predicate="uses", evidence=(wrong,))
    scene = build_scene(graph, 5)
    assert scene.nodes[0]["roles"][0]["shown"][0][1] == [(0, [(0, 2)])]


def test_a_fact_of_the_record_has_no_sentence(graph: nx.MultiDiGraph):
    silent = Evidence("https://arxiv.org/abs/3", 0, 0, "", (), 1.0, "record/1")
    graph.add_edge("https://arxiv.org/abs/3", "https://w3id.org/kg-abstracts/id/concept/ImageNet",
                   key="mentions", predicate="mentions", evidence=(silent,))  # fmt: skip
    mentions = build_scene(graph, 10).nodes[2]["roles"][-1]
    assert mentions["shown"][0][1] == []


def test_an_empty_graph_is_a_scene():
    scene = build_scene(nx.MultiDiGraph(), 300)
    assert (scene.nodes, scene.edges, scene.total) == ([], [], 0)


def test_the_callers_graph_is_left_alone(graph: nx.MultiDiGraph):
    before = nx.MultiDiGraph(graph)
    build_scene(graph, 3)
    assert nx.utils.graphs_equal(before, graph)


def test_names_that_differ_in_case_are_told_once():
    graph = nx.MultiDiGraph()
    aliases = ("GAN", "GAN", "Gan", "generative adversarial network")
    graph.add_node("x", kind="concept", type="method", label="gan", papers=1, aliases=aliases)
    assert build_scene(graph, 5).nodes[0]["aliases"] == ["generative adversarial network"]


def test_what_changed_between_two_builds_is_marked(graph: nx.MultiDiGraph):
    resnet, imagenet = "concept/ResNet", "concept/ImageNet"
    graph = nx.relabel_nodes(graph, lambda iri: iri.partition("/id/")[2] or iri)
    graph.nodes[resnet]["change"] = "new"
    graph.nodes[imagenet]["change"] = "common"
    graph.edges[resnet, imagenet, "evaluatedOn"]["change"] = "gone"
    scene = build_scene(graph, 10)
    assert [node.get("change") for node in scene.nodes] == ["new", None, "common", None]
    marked = {edge["relation"]: edge["change"] for edge in scene.edges if "change" in edge}
    assert marked == {"evaluatedOn": "gone"}


def test_a_definition_is_told_where_there_is_one(graph: nx.MultiDiGraph):
    graph.nodes["https://w3id.org/kg-abstracts/id/concept/ResNet"]["definition"] = "A deep network."
    told = [node.get("definition") for node in build_scene(graph, 10).nodes]
    assert told == ["A deep network.", None, None, None]


def test_a_graph_read_back_from_graphml_is_told_as_well(graph: nx.MultiDiGraph, tmp_path: Path):
    write_graphml(graph, tmp_path / "graph.graphml")
    again = build_scene(nx.read_graphml(tmp_path / "graph.graphml", force_multigraph=True), 10)
    first = build_scene(graph, 10)
    for field in ("key", "name", "aliases", "papers", "group", "x", "y"):
        assert [node[field] for node in again.nodes] == [node[field] for node in first.nodes]
    assert next(paper["authors"] for paper in again.papers) == ["Ada One", "Bo Two"]
