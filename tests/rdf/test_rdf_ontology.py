"""`vocab.py`, the ontology, the shapes, the context and the exporter say the same."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import get_args

import pytest
import rdflib
from pyoxigraph import Literal, NamedNode, Quad
from rdflib import OWL, RDF, RDFS, SKOS, URIRef

from kg import rdf, vocab
from kg.rdf.facts import scheme_iri
from kg.rdf.mapping import TARGETS, load_mappings
from kg.records import (
    CONCEPT_TYPES,
    Availability,
    AvailabilityKind,
    Concept,
    Extraction,
    Paper,
    Statement,
)

DATA = Path(rdf.__file__).parents[1] / "data"
LINKS = (
    SKOS.exactMatch,
    SKOS.closeMatch,
    SKOS.broadMatch,
    SKOS.relatedMatch,
    RDFS.subPropertyOf,
    RDFS.subClassOf,
)
KINDS = (OWL.Class, OWL.ObjectProperty, OWL.DatatypeProperty)


@pytest.fixture(scope="module")
def ontology() -> rdflib.Graph:
    return rdflib.Graph().parse(DATA / "ontology.ttl")


@pytest.fixture(scope="module")
def defined(ontology: rdflib.Graph) -> dict[str, URIRef]:
    """IRI -> kind of every class and property that the ontology defines."""
    return {str(node): kind for kind in KINDS for node in ontology.subjects(RDF.type, kind)}


@pytest.fixture
def every_quad(quads: list[Quad]) -> list[Quad]:
    """The sample, with every type, every role and every relation."""
    concepts = [Concept(f"{vocab.BASE}concept/{t}", t, (), ((t, 1),)) for t in CONCEPT_TYPES]
    predicates = {*vocab.ROLE_PREDICATES.values(), *vocab.RELATION_PREDICATES.values()}
    statements = [Statement("https://a.example/", p, "https://b.example/") for p in predicates]
    said = Extraction(Paper("hash:0a1b", "", ""), (), (), (), (), Availability("announced", 0, 9))
    return [*quads, *rdf.facts([], concepts, statements), *rdf.code_availability([said])]


def test_what_is_said_of_code_is_a_literal_of_the_paper() -> None:
    found = Extraction(Paper("hash:0a1b", "", ""), (), (), (), (), Availability("stated", 0, 9))
    [quad] = rdf.code_availability([found, replace(found, availability=None)])
    assert quad.subject == NamedNode(f"{vocab.BASE}paper/hash-0a1b")
    assert (quad.predicate.value, quad.object.value) == (f"{vocab.KG}codeAvailability", "stated")


def test_the_shapes_know_every_value_of_code_availability() -> None:
    kinds = " ".join(f'"{kind}"' for kind in get_args(AvailabilityKind))
    assert f"sh:in ( {kinds} )" in (DATA / "shapes.ttl").read_text()


def ours(quads: list[Quad]) -> set[str]:
    terms = {term for q in quads for term in (q.predicate, q.object) if isinstance(term, NamedNode)}
    return {t.value for t in terms if t.value.startswith(vocab.KG)} - {vocab.KG}


def test_what_is_exported_is_what_is_defined(
    every_quad: list[Quad], ontology: rdflib.Graph, defined: dict[str, URIRef]
) -> None:
    exported = ours(every_quad)
    above = {str(ontology.value(URIRef(iri), RDFS.subPropertyOf)) for iri in exported}
    assert exported <= set(defined)
    assert set(defined) <= exported | above


def test_vocab_names_only_what_is_defined(defined: dict[str, URIRef]) -> None:
    named = {
        *vocab.ROLE_PREDICATES.values(),
        *vocab.RELATION_PREDICATES.values(),
        *vocab.TYPE_CLASSES.values(),
        vocab.HAS_CODE,
        vocab.HAS_PAGE,
    }
    assert {iri for iri in named if iri.startswith(vocab.KG)} <= set(defined)


def test_the_ontology_speaks_of_nothing_undefined(
    ontology: rdflib.Graph, defined: dict[str, URIRef]
) -> None:
    terms = {str(term) for triple in ontology for term in triple}
    assert {term for term in terms if term.startswith(vocab.KG)} == set(defined)


def test_every_term_is_explained(ontology: rdflib.Graph, defined: dict[str, URIRef]) -> None:
    for name, kind in defined.items():
        node = URIRef(name)
        assert ontology.value(node, RDFS.label), name
        assert ontology.value(node, SKOS.definition), name
        assert kind == OWL.Class or ontology.value(node, RDFS.range), name
        assert kind == OWL.Class or ontology.value(node, RDFS.domain), name
        assert any(ontology.value(node, link) for link in LINKS), name


@pytest.mark.parametrize("target", TARGETS)
def test_the_mapping_is_as_the_ontology_aligns(
    ontology: rdflib.Graph, defined: dict[str, URIRef], target: str
) -> None:
    rows = [row for row in load_mappings(target) if row.ours.value in defined]
    assert len(rows) > 5
    for row in rows:
        ours, theirs = URIRef(row.ours.value), URIRef(row.theirs.value)
        assert any((ours, link, theirs) in ontology for link in LINKS), row


def test_every_property_from_a_paper_to_a_concept_is_an_about(ontology: rdflib.Graph) -> None:
    about = set(map(str, ontology.subjects(RDFS.subPropertyOf, URIRef(f"{vocab.KG}about"))))
    assert about == set(vocab.ROLE_PREDICATES.values())


def test_objects_are_as_the_ontology_says(
    every_quad: list[Quad], ontology: rdflib.Graph, defined: dict[str, URIRef]
) -> None:
    for quad in every_quad:
        kind = defined.get(quad.predicate.value)
        if kind == OWL.ObjectProperty:
            assert isinstance(quad.object, NamedNode), quad
        elif kind == OWL.DatatypeProperty:
            assert isinstance(quad.object, Literal), quad
            expected = ontology.value(URIRef(quad.predicate.value), RDFS.range)
            assert quad.object.datatype.value == str(expected), quad


def test_the_shapes_constrain_every_property(defined: dict[str, URIRef]) -> None:
    shapes = rdflib.Graph().parse(DATA / "shapes.ttl")
    named = {str(term) for triple in shapes for term in triple}
    used = {term for term in named if term.startswith(vocab.KG)}
    assert used == set(defined)


def test_the_context_has_every_term_with_its_datatype(
    ontology: rdflib.Graph, defined: dict[str, URIRef]
) -> None:
    context = json.loads((DATA / "context.jsonld").read_text())["@context"]
    for name, kind in defined.items():
        entry = context[vocab.local_name(name)]
        curie = vocab.curie(name)
        if kind == OWL.ObjectProperty:
            assert entry == {"@id": curie, "@type": "@id"}
        elif (
            kind == OWL.DatatypeProperty
            and (datatype := vocab.curie(str(ontology.value(URIRef(name), RDFS.range))))
            != "xsd:string"
        ):
            assert entry == {"@id": curie, "@type": datatype}
        else:
            assert entry == curie
    mine = {v["@id"] if isinstance(v, dict) else v for v in context.values()}
    assert {v for v in mine if v.startswith("kg:")} == set(map(vocab.curie, defined))


def test_the_context_reads_back_what_it_shortens(facts: list[Quad]) -> None:
    context = json.loads((DATA / "context.jsonld").read_text())
    graph = rdf.to_rdflib(facts).default_graph
    text = graph.serialize(format="json-ld", context=context["@context"])
    again = rdflib.Graph().parse(data=text, format="json-ld")
    assert set(again) == set(graph)
    assert '"proposes"' in text


@pytest.mark.parametrize("name", ["ontology.ttl", "shapes.ttl", "context.jsonld"])
def test_prefixes_are_those_of_vocab(name: str) -> None:
    text = (DATA / name).read_text()
    found = re.findall(r'(?:@prefix (\w+): <|"(\w+)": ")(http[^>"]+)[>"]', text)
    declared = {turtle or json_: iri for turtle, json_, iri in found}
    common = declared.keys() & vocab.PREFIXES.keys()
    assert common
    assert {key: declared[key] for key in common} == {key: vocab.PREFIXES[key] for key in common}


def test_the_scheme_has_an_iri_below_the_base() -> None:
    assert scheme_iri("https://example.org/").value == "https://example.org/concepts"
