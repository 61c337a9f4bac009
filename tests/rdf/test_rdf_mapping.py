"""The same facts in the terms of other graphs."""

import pytest
from pyoxigraph import DefaultGraph, NamedNode, Quad

from kg import vocab
from kg.rdf.mapping import TARGETS, load_mappings, translate, translate_back
from kg.rdf.terms import term

PARROT, BUDGIE = (NamedNode(f"{vocab.BASE}concept/{name}") for name in ("parrot", "budgie"))
PAPER = NamedNode("https://arxiv.org/abs/2401.00001")
CSKG = "https://w3id.org/cskg/ontology#"


@pytest.mark.parametrize("target", TARGETS)
def test_what_maps_comes_back(quads: list[Quad], target: str) -> None:
    facts = {quad for quad in quads if quad.graph_name == DefaultGraph()}
    table = {mapping.ours for mapping in load_mappings(target)}
    mapped = {
        quad
        for quad in facts
        if quad.predicate in table or (quad.predicate == term("rdf:type") and quad.object in table)
    }
    assert len(mapped) > 10
    back = set(translate_back(translate(facts, target), target))
    assert back == mapped


@pytest.mark.parametrize("target", TARGETS)
def test_a_term_of_ours_has_one_row(target: str) -> None:
    ours = [mapping.ours for mapping in load_mappings(target)]
    theirs = [mapping.theirs for mapping in load_mappings(target)]
    assert len(set(ours)) == len(ours)
    assert len(set(theirs)) == len(theirs)


def test_linked_papers_with_code(quads: list[Quad]) -> None:
    found = set(translate(quads, "lpwc"))
    lpwc = "https://linkedpaperswithcode.com/property/"
    wmt = NamedNode(f"{vocab.BASE}concept/wmt-2014")
    assert Quad(PAPER, NamedNode(f"{lpwc}usesDataset"), wmt) in found
    repository = NamedNode("https://github.com/zoo/parrot")
    assert Quad(PAPER, NamedNode(f"{lpwc}hasRepository"), repository) in found
    assert not [quad for quad in found if vocab.KG in str(quad.predicate)]


def test_an_inverse_turns_round() -> None:
    introduces = Quad(PAPER, term("kg:introduces"), PARROT)
    [found] = translate([introduces], "lpwc")
    assert (found.subject, found.object) == (PARROT, PAPER)
    assert found.predicate.value.endswith("introducedBy")
    assert list(translate_back([found], "lpwc")) == [introduces]


def test_cs_kg_has_statements_with_their_papers(quads: list[Quad]) -> None:
    found = list(translate(quads, "cskg"))
    based_on = NamedNode(f"{CSKG}based-onMethod")
    assert Quad(PARROT, based_on, BUDGIE) in found
    [statement] = [q.subject for q in found if q.object == NamedNode(f"{CSKG}Statement")]
    said = {q.predicate: q.object for q in found if q.subject == statement}
    assert said[term("rdf:predicate")] == based_on
    assert said[term("prov:wasDerivedFrom")] == PAPER
    assert said[NamedNode(f"{CSKG}hasSupport")].value == "1"  # type: ignore[union-attr]
