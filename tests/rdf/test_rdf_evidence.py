"""Evidence: every edge has its sentence, and a paper's graph can be taken away alone."""

from pyoxigraph import DefaultGraph, NamedNode, Quad

from kg import rdf, vocab
from kg.rdf.evidence import evidence_graph
from kg.rdf.terms import term
from kg.records import Evidence, Statement

PAPER = "https://arxiv.org/abs/2401.00001"
OTHER = "https://arxiv.org/abs/2401.00002"


def test_a_graph_taken_away_leaves_nothing_dangling(statements: list[Statement]) -> None:
    other = Statement(OTHER, f"{vocab.KG}uses", statements[0].object, (
        Evidence(OTHER, 0, 4, "Text", ((0, 4),), 0.5, "roles/0.1.0"),
    ))  # fmt: skip
    quads = list(rdf.evidence([*statements, other]))
    gone = evidence_graph(PAPER)
    left = [quad for quad in quads if quad.graph_name != gone]
    assert {quad.graph_name for quad in left} == {evidence_graph(OTHER)}
    assert not [quad for quad in left if gone.value in str(quad)]
    assert left == list(rdf.evidence([other]))


def test_a_graph_says_of_which_paper_it_is(quads: list[Quad]) -> None:
    graph = evidence_graph(PAPER)
    assert Quad(graph, term("prov:wasDerivedFrom"), NamedNode(PAPER), graph) in quads


def test_subject_and_object_are_told_apart(quads: list[Quad]) -> None:
    [relation] = [
        quad.subject
        for quad in quads
        if (quad.predicate, quad.object) == (term("rdf:predicate"), term("kg:buildsOn"))
    ]
    said = {q.predicate: str(q.object) for q in quads if q.subject == relation}
    assert "-59-61-mention" in said[term("kg:subjectMention")]
    assert "-72-78-mention" in said[term("kg:objectMention")]


def test_no_quad_comes_twice(statements: list[Statement]) -> None:
    quads = list(rdf.evidence([*statements, *statements]))
    assert len(quads) == len(set(quads))


def test_every_edge_has_a_statement(quads: list[Quad], statements: list[Statement]) -> None:
    named = [quad for quad in quads if quad.graph_name != DefaultGraph()]
    parts = [
        {q.subject: q.object for q in named if q.predicate == term(part)}
        for part in ("rdf:subject", "rdf:predicate", "rdf:object")
    ]
    stated = {tuple(str(part[node])[1:-1] for part in parts) for node in parts[0]}
    assert stated == {(s.subject, s.predicate, s.object) for s in statements}
