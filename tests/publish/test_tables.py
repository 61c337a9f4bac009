"""Tables and Cytoscape JSON hold the same nodes and edges when they are read again."""

import csv
import json
from pathlib import Path

import networkx as nx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg.publish import write_csv, write_cytoscape, write_neo4j, write_parquet
from kg.publish.exports import flatten

ResNet = "https://w3id.org/kg-abstracts/id/concept/ResNet"
TEXT = st.one_of(
    st.sampled_from(['a,"b"', "=1+1", "line\nfeed\r\n", "\ud800\x00", "; ", "0", "true", "名前"]),
    st.text(st.characters(codec=None, categories=None)),
)


def rows(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_neo4j_headers_are_typed(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    nodes, edges = tmp_path / "nodes.csv", tmp_path / "edges.csv"
    write_neo4j(graph, nodes, edges)
    by_iri = {row["iri:ID"]: row for row in rows(nodes)}
    assert by_iri[ResNet][":LABEL"] == "Concept;Method"
    assert by_iri[ResNet]["papers:long"] == "3"
    assert by_iri["https://arxiv.org/abs/1"]["title:string"] == "Paper 1"
    [first, *_] = rows(edges)
    assert {":START_ID", ":END_ID", ":TYPE", "support:long", "score:double"} <= set(first)
    assert {row[":TYPE"] for row in rows(edges)} >= {"PROPOSES", "EVALUATES_ON", "HAS_CODE"}
    assert {row[":START_ID"] for row in rows(edges)} <= set(by_iri)


def test_parquet_has_types(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is in the extra `test`")
    nodes, edges = tmp_path / "nodes.parquet", tmp_path / "edges.parquet"
    write_parquet(graph, nodes, edges)
    table = parquet.read_table(nodes)
    assert str(table.schema.field("papers").type) == "int64"
    known = {row["iri"]: row for row in table.to_pylist()}
    assert (known[ResNet]["label"], known[ResNet]["year"]) == ("ResNet", None)
    assert parquet.read_table(edges).num_rows == graph.number_of_edges()


def test_cytoscape_json(graph: nx.MultiDiGraph, tmp_path: Path) -> None:
    write_cytoscape(graph, tmp_path / "graph.json")
    elements = json.loads((tmp_path / "graph.json").read_text("utf-8"))["elements"]
    nodes = {node["data"]["id"]: node["data"] for node in elements["nodes"]}
    assert nodes[ResNet]["name"] == "ResNet"
    ends = {(edge["data"]["source"], edge["data"]["target"]) for edge in elements["edges"]}
    assert ends == set(graph.edges())


@given(st.lists(st.tuples(TEXT, TEXT, TEXT), min_size=1, max_size=3))
@settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
def test_hostile_texts_come_back(tmp_path: Path, names: list[tuple[str, str, str]]) -> None:
    graph = nx.MultiDiGraph()
    for source, target, text in names:
        graph.add_node(f"n:{source}", label=text, kind="concept", type="method")
        graph.add_edge(f"n:{source}", f"n:{target}", f"k{text}", predicate=f"k{text}", score=0.5)
    flat = flatten(graph)
    nodes, edges = tmp_path / "nodes.csv", tmp_path / "edges.csv"
    for write, start, key in ((write_csv, "source", "iri"), (write_neo4j, ":START_ID", "iri:ID")):
        write(graph, nodes, edges)
        assert sorted(row[key] for row in rows(nodes)) == sorted(flat)
        assert sorted(row[start] for row in rows(edges)) == sorted(s for s, _ in flat.edges())
    write_csv(graph, nodes, edges)
    labels = {row["iri"]: row["label"] for row in rows(nodes)}
    assert labels == {node: data.get("label", "") for node, data in flat.nodes(data=True)}
    write_cytoscape(graph, nodes)
    elements = json.loads(nodes.read_text("utf-8"))["elements"]
    assert {node["data"]["id"] for node in elements["nodes"]} == set(flat)
