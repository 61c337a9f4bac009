"""The exports hold the same nodes and edges when they are read again."""

import csv
import io
import json
import re
from collections.abc import Iterable
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import DiskError
from kg.publish import write_csv, write_gexf, write_graphml, write_node_link
from kg.publish.exports import flatten

ResNet = "https://w3id.org/kg-abstracts/id/concept/ResNet"
ImageNet = "https://w3id.org/kg-abstracts/id/concept/ImageNet"


def edges(graph: nx.MultiDiGraph, name: str = "predicate") -> list[tuple[str, str, str]]:
    return sorted((source, target, data[name]) for source, target, data in graph.edges(data=True))


def read_graphml(path: Path) -> nx.MultiDiGraph:
    return nx.read_graphml(path, force_multigraph=True)


def read_node_link(path: Path) -> nx.MultiDiGraph:
    return nx.node_link_graph(json.loads(path.read_text("utf-8")), edges="links")


WRITERS = [
    pytest.param(write_graphml, read_graphml, id="graphml"),
    pytest.param(write_gexf, nx.read_gexf, id="gexf"),
    pytest.param(write_node_link, read_node_link, id="node-link"),
]


@pytest.mark.parametrize(("write", "read"), WRITERS)
def test_nodes_and_edges_return(write, read, graph: nx.MultiDiGraph, tmp_path: Path):
    write(graph, tmp_path / "graph")
    again = read(tmp_path / "graph")
    assert sorted(again) == sorted(graph)
    assert edges(again) == edges(graph)
    assert again.nodes[ResNet]["aliases"] == "residual network; residual networks"
    assert again.nodes[ResNet]["papers"] == 3
    assert again.nodes["https://arxiv.org/abs/1"]["paper_id"] == "arxiv:1"
    assert "year" not in again.nodes["https://arxiv.org/abs/4"]


@pytest.mark.parametrize(("write", "read"), WRITERS)
def test_the_order_of_insertion_leaves_no_trace(
    write, read, graph: nx.MultiDiGraph, tmp_path: Path
):
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    write(graph, tmp_path / "one")
    write(other, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


@pytest.mark.parametrize(("write", "read"), WRITERS)
def test_no_export_names_a_date_or_none(write, read, graph: nx.MultiDiGraph, tmp_path: Path):
    write(graph, tmp_path / "graph")
    text = (tmp_path / "graph").read_text("utf-8")
    assert not re.search(r"\bNone\b|\bnan\b|lastmodifieddate", text)


def test_csv_tables(graph: nx.MultiDiGraph, tmp_path: Path):
    write_csv(graph, tmp_path / "nodes.csv", tmp_path / "edges.csv")
    with (tmp_path / "nodes.csv").open(encoding="utf-8", newline="") as file:
        nodes = {row["iri"]: row for row in csv.DictReader(file)}
    with (tmp_path / "edges.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert set(nodes) == set(graph)
    assert nodes[ResNet]["label"] == "ResNet"
    assert nodes["https://arxiv.org/abs/4"]["year"] == ""
    assert len(rows) == graph.number_of_edges()
    assert {"source": ResNet, "predicate": "evaluatedOn", "target": ImageNet, "support": "1",
            "score": "0.9"} in rows  # fmt: skip


def test_csv_has_one_line_end(graph: nx.MultiDiGraph, tmp_path: Path):
    write_csv(graph, tmp_path / "nodes.csv", tmp_path / "edges.csv")
    assert b"\r" not in (tmp_path / "nodes.csv").read_bytes()


HOSTILE = st.text(
    st.one_of(
        st.characters(), st.sampled_from("\x00\x0b\x1f\r\n\t\ud800\ufffe\u2028\u0085<>&\"'=;,")
    ),
    max_size=12,
)


@st.composite
def hostile_graphs(draw) -> nx.MultiDiGraph:
    graph = nx.MultiDiGraph()
    names = draw(st.lists(HOSTILE.filter(bool), min_size=1, max_size=4, unique=True))
    for name in names:
        graph.add_node(
            name,
            kind="concept",
            label=draw(HOSTILE),
            aliases=tuple(draw(st.lists(HOSTILE, max_size=2))),
        )
    for source, target in draw(
        st.lists(st.tuples(st.sampled_from(names), st.sampled_from(names)), max_size=4)
    ):
        graph.add_edge(
            source, target, key="uses", predicate="uses", score=draw(st.floats()), support=1
        )
    return graph


@pytest.mark.parametrize(("write", "read"), WRITERS)
@settings(deadline=None)  # a busy machine is no failure
@given(graph=hostile_graphs())
def test_hostile_strings_return_as_the_flat_graph_holds_them(write, read, graph, tmp_path_factory):
    flat = flatten(graph)
    path = tmp_path_factory.mktemp("export") / "graph"
    write(graph, path)
    again = read(path)
    assert sorted(again) == sorted(flat)
    assert edges(again) == edges(flat)
    for name in flat:
        assert again.nodes[name].get("label", name) == flat.nodes[name].get("label", name)
        assert again.nodes[name].get("aliases") == flat.nodes[name].get("aliases")


@settings(deadline=None)  # a busy machine is no failure
@given(graph=hostile_graphs())
def test_hostile_strings_return_from_csv(graph, tmp_path_factory):
    flat = flatten(graph)
    folder = tmp_path_factory.mktemp("export")
    write_csv(graph, folder / "nodes.csv", folder / "edges.csv")
    with (folder / "nodes.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["iri"] for row in rows] == list(flat)
    assert [row["label"] for row in rows] == [flat.nodes[name].get("label", "") for name in flat]


def test_numpy_scalars_become_plain_numbers():
    graph = nx.MultiDiGraph()
    graph.add_node("x", rank=np.float64(0.5), papers=np.int64(3), missing=float("nan"))
    assert flatten(graph).nodes["x"] == {"papers": 3, "rank": 0.5}
    assert type(flatten(graph).nodes["x"]["papers"]) is int


def test_flatten_leaves_the_callers_graph_alone(graph: nx.MultiDiGraph):
    before = nx.MultiDiGraph(graph)
    flatten(graph)
    assert nx.utils.graphs_equal(before, graph)


def test_a_name_that_xml_cannot_hold_stays_apart_from_its_neighbour():
    graph = nx.MultiDiGraph()
    graph.add_nodes_from(["a\x0b", "a"])
    assert sorted(flatten(graph)) == ["a", "a%0B"]


def test_a_missing_folder_is_told_in_words(graph: nx.MultiDiGraph, tmp_path: Path):
    with pytest.raises(DiskError, match=r"cannot write .*missing.*graphml"):
        write_graphml(graph, tmp_path / "missing" / "graph.graphml")


def test_a_failed_write_keeps_the_old_file(graph: nx.MultiDiGraph, tmp_path: Path, monkeypatch):
    path = tmp_path / "graph.json"
    path.write_text("old", encoding="utf-8")

    class Full(io.BytesIO):
        def writelines(self, lines: Iterable[bytes]) -> None:
            raise OSError(28, "No space left on device")

    def opened(self: Path, mode: str) -> Full:
        self.touch()
        return Full()

    with monkeypatch.context() as disk:
        disk.setattr(Path, "open", opened)
        with pytest.raises(DiskError, match="No space left"):
            write_node_link(graph, path)
    assert path.read_text("utf-8") == "old"
    assert [entry.name for entry in tmp_path.iterdir()] == ["graph.json"]
