"""The records that a store was made of come back from it."""

import sys
from pathlib import Path

import pytest

from kg import vocab
from kg.errors import UsageError
from kg.graph import assemble
from kg.opened import Opened
from kg.publish import write_graphml
from kg.rdf import evidence, facts
from kg.records import Concept, Evidence, Paper, Statement
from kg.store import Store, create, open_store

BERT, ATTENTION = f"{vocab.BASE}concept/bert", "https://arxiv.org/abs/1706.03762"


def test_a_build_gives_its_graph_back(sample_build: Path, tmp_path: Path) -> None:
    opened = Opened(sample_build)
    graph = opened.graph()
    made_by = {
        e.component.split("/")[0] for *_, found in graph.edges(data="evidence") for e in found
    }
    assert made_by >= {"roles", "relations"}
    write_graphml(graph, tmp_path / "graph.graphml")
    assert (tmp_path / "graph.graphml").read_bytes() == (
        sample_build / "graph.graphml"
    ).read_bytes()


def test_evidence_comes_back_whole(tmp_path: Path) -> None:
    paper = Paper(
        "doi:10.1/dot.",
        "On BERT",
        "Ours is BERT.",
        2019,
        "ACL",
        ("A. One", "B. Two"),
        "https://x.example/",
    )
    node = vocab.paper_iri(paper)
    said = Evidence(
        node, 8, 21, "Ours is BERT.", ((8, 12), (16, 20)), 0.75, "roles-0.1.0-429921", ((8, 12),)
    )
    stated = Evidence(node, 0, 0, "", (), 1.0, "roles-0.1.0-429921")
    statements = (
        Statement(node, f"{vocab.KG}hasCode", "https://github.com/a/b", (stated,)),
        Statement(node, f"{vocab.KG}proposes", BERT, (said,)),
    )
    concept = Concept(BERT, "BERT", ("Bert",), (("task", 1), ("method", 1)))
    quads = [*facts([paper], [concept], statements), *evidence(statements)]
    (tmp_path / "build.json").write_text(f'{{"quads": {create(tmp_path / "store", quads)}}}')
    found = open_store(tmp_path / "store").contents()
    assert found.papers == (paper,)
    assert found.concepts == (concept,)
    assert found.statements == statements
    assert [each.evidence for each in found.statements] == [(stated,), (said,)]


def test_some_nodes_come_with_what_lies_between_them(store: Store) -> None:
    found = store.contents(nodes=[BERT, f"{vocab.BASE}concept/transformer", ATTENTION])
    assert [paper.id for paper in found.papers] == ["arxiv:1706.03762"]
    assert [concept.label for concept in found.concepts] == ["BERT", "Transformer"]
    assert [(vocab.local_name(s.subject), vocab.local_name(s.predicate), vocab.local_name(s.object))
            for s in found.statements] == [
        ("1706.03762", "proposes", "transformer"),
        ("bert", "buildsOn", "transformer"),
    ]  # fmt: skip
    assert [e.quote for e in found.statements[1].evidence] == [
        "BERT buildsOn Transformer, says paper 1."
    ]


def test_many_papers_of_few_concepts_are_found_by_the_concepts(store: Store) -> None:
    concept = f"{vocab.BASE}concept/transformer"
    found = store.contents(nodes={concept, *store.papers_about(concept)})
    assert sorted((vocab.local_name(s.predicate), len(s.evidence)) for s in found.statements) == [
        ("hasCode", 0),
        ("hasCode", 0),
        ("mentions", 1),
        ("proposes", 1),
        ("uses", 1),
        ("uses", 1),
        ("uses", 1),
    ]


def test_a_part_is_what_the_whole_says_of_it(store: Store) -> None:
    whole = store.contents()
    graph = assemble(whole.papers, whole.concepts, whole.statements)
    nodes = {BERT, *store.neighbours(BERT)}
    part = store.contents(nodes=nodes)
    assert set(graph.pred[BERT]) | set(graph.succ[BERT]) | {BERT} == nodes
    assert {s: s.evidence for s in part.statements}.items() <= {
        s: s.evidence for s in whole.statements
    }.items()


def test_rows_as_a_data_frame(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pandas")
    answer = store.query(
        "SELECT ?id ?year { ?p dcterms:identifier ?id ; kg:year ?year } ORDER BY ?id LIMIT 2"
    )
    frame = answer.to_pandas()
    assert list(frame.columns) == ["id", "year"]
    assert frame.to_dict("records") == [
        {"id": "arxiv:1706.03762", "year": 2017},
        {"id": "arxiv:1810.04805", "year": 2019},
    ]
    monkeypatch.setitem(sys.modules, "pandas", None)
    with pytest.raises(UsageError, match="a DataFrame needs pandas: pip install pandas"):
        answer.to_pandas()
