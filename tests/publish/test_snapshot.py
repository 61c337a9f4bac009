"""The static picture: the page's scene, drawn without a browser."""

import re
import sys
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import networkx as nx
import pytest

from kg.errors import UsageError
from kg.publish import write_picture
from kg.publish.figure import drawing, shortened
from kg.publish.scene import build_scene
from kg.publish.snapshot import draw

pytest.importorskip("matplotlib")


def texts(graph: nx.MultiDiGraph, top: int = 300) -> list[str]:
    with drawing():
        figure = draw(build_scene(graph, top), "Sample")
    legends = [text.get_text() for legend in figure.legends for text in legend.get_texts()]
    return [text.get_text() for text in (*figure.texts, *figure.axes[0].texts)] + legends


def test_names_title_count_and_legend(graph: nx.MultiDiGraph):
    assert texts(graph) == [
        "Sample",
        "4 of 4 concepts",
        "ResNet",
        "image classification",
        "ImageNet",
        "top 1 error",
        "Methods",
        "Datasets",
        "Tasks",
        "Metrics",
        "used for",
        "evaluated on",
        "measured by",
        "in the same papers",
    ]


def test_the_picture_says_what_it_leaves_out(graph: nx.MultiDiGraph):
    assert "2 of 4 concepts" in texts(graph, top=2)


def test_what_is_new_and_gone_is_in_the_legend(graph: nx.MultiDiGraph):
    assert not {"new", "gone"} & set(texts(graph))
    graph.nodes["https://w3id.org/kg-abstracts/id/concept/ResNet"]["change"] = "new"
    graph.nodes["https://w3id.org/kg-abstracts/id/concept/ImageNet"]["change"] = "gone"
    assert texts(graph)[9:13] == ["Metrics", "new", "gone", "used for"]


def test_no_two_names_overlap():
    graph = nx.MultiDiGraph()
    for number in range(60):
        label = f"concept of a rather long name {number}"
        graph.add_node(f"c{number}", kind="concept", type="method", label=label, papers=number % 9)
        graph.add_edge(
            f"c{number}", f"c{number // 3}", key="buildsOn", predicate="buildsOn", support=1
        )
    with drawing():
        figure = draw(build_scene(graph, 60), "Many")
        boxes = [text.get_window_extent() for text in figure.axes[0].texts]
    assert len(boxes) > 20
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))


@pytest.mark.parametrize("suffix", ["png", "svg"])
def test_equal_graphs_give_equal_bytes(graph: nx.MultiDiGraph, tmp_path: Path, suffix: str):
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    one, two = tmp_path / f"one.{suffix}", tmp_path / f"two.{suffix}"
    write_picture(graph, one, title="Sample")
    write_picture(other, two, title="Sample")
    assert one.read_bytes() == two.read_bytes()
    assert not re.search(rb"matplotlib|20\d\d-\d\d-\d\d", one.read_bytes())


def test_the_svg_needs_no_font_and_no_network(graph: nx.MultiDiGraph, tmp_path: Path):
    write_picture(graph, tmp_path / "graph.svg", title="Sample")
    root = ElementTree.parse(tmp_path / "graph.svg").getroot()
    tags = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert not tags & {"text", "image", "script", "style"} - {"style"}
    links = [value for each in root.iter() for name, value in each.items() if "href" in name]
    assert all(link.startswith("#") for link in links)


@pytest.mark.parametrize(
    "name", ["$\\frac{1}{0}$", "a\x1b[31m\nb", "$", "名前", "<b>&amp;", "x" * 500]
)
def test_a_name_is_only_letters(tmp_path: Path, name: str):
    graph = nx.MultiDiGraph()
    graph.add_node("x", kind="concept", type="method", label=name, papers=1)
    write_picture(graph, tmp_path / "x.svg", title=name)
    assert (tmp_path / "x.svg").stat().st_size > 1000


def test_an_empty_graph_is_a_picture(tmp_path: Path):
    write_picture(nx.MultiDiGraph(), tmp_path / "empty.png", title="Nothing")
    assert (tmp_path / "empty.png").read_bytes().startswith(b"\x89PNG")


def test_concepts_on_one_line_have_a_region_all_the_same():
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(
        (name, {"kind": "concept", "type": "task", "papers": 1}) for name in "abcdef"
    )
    graph.add_edges_from([("a", "b"), ("b", "c"), ("d", "e"), ("e", "f")], predicate="buildsOn")
    scene = build_scene(graph, 6)
    for node in scene.nodes:
        node["y"] = 0
    with drawing():
        assert len(draw(scene, "Flat").axes[0].patches) == 2 + 4


def test_other_formats_and_a_missing_library_are_said(
    graph: nx.MultiDiGraph, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    with pytest.raises(UsageError, match=r"graph.pdf: pictures are .png or .svg"):
        write_picture(graph, tmp_path / "graph.pdf", title="Sample")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(UsageError, match=r"pip install 'kg-abstracts\[plots\]'"):
        write_picture(graph, tmp_path / "graph.png", title="Sample")


def test_a_long_name_is_cut():
    assert shortened("a b" * 20, 10) == "a ba ba b…"
