"""The fast check, and the shapes that say the same in SHACL."""

from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from kg import rdf, vocab
from kg.rdf.terms import decimal, integer, term
from kg.records import Paper

DATA = Path(rdf.__file__).parents[1] / "data"
PARROT = ox.NamedNode(f"{vocab.BASE}concept/parrot")
PAPER = ox.NamedNode("https://arxiv.org/abs/2401.00001")
GRAPH = ox.NamedNode(f"{vocab.BASE}evidence/x")
NODE = ox.NamedNode(f"{vocab.BASE}evidence/x-1")

# What is added to the good graph -> a piece of the message of the fast check.
BREAKS = {
    "second preferred label": (
        [ox.Quad(PARROT, term("skos:prefLabel"), ox.Literal("Polly", language="en"))],
        "has 2 preferred labels in language en",
    ),
    "alias equal to the label": (
        [ox.Quad(PARROT, term("skos:altLabel"), ox.Literal("Parrot", language="en"))],
        'has "Parrot"@en as preferred and as alternative label',
    ),
    "year that is a text": (
        [ox.Quad(PAPER, term("kg:year"), ox.Literal("2024"))],
        'has the year "2024", not an integer',
    ),
    "second year": ([ox.Quad(PAPER, term("kg:year"), integer(2023))], "has 2 years"),
    "score above one": (
        [
            ox.Quad(NODE, term("rdf:type"), term("kg:Statement"), GRAPH),
            ox.Quad(NODE, term("kg:score"), decimal(1.7), GRAPH),
        ],
        "has the score",
    ),
    "selector that ends where it starts": (
        [
            ox.Quad(NODE, term("rdf:type"), term("oa:TextPositionSelector"), GRAPH),
            ox.Quad(NODE, term("oa:end"), integer(5), GRAPH),
            ox.Quad(NODE, term("oa:start"), integer(5), GRAPH),
        ],
        "runs from",
    ),
    "concept without a label": (
        [
            ox.Quad(NODE, term("rdf:type"), term("skos:Concept")),
            ox.Quad(NODE, term("rdf:type"), term("kg:Task")),
        ],
        "has no label",
    ),
    "blank node": (
        [
            ox.Quad(ox.BlankNode("b"), term("rdf:type"), term("schema:SoftwareSourceCode")),
            ox.Quad(ox.BlankNode("b"), term("rdfs:label"), ox.Literal("b")),
        ],
        "_:b is a blank node",
    ),
}


def conforms(quads: list[ox.Quad]) -> bool:
    """Whether the shapes hold for facts and evidence in one graph."""
    validate = pytest.importorskip("pyshacl", reason="pyshacl is in the extra `test`").validate
    graph = rdflib.Graph()
    graph.parse(data=ox.serialize((quad.triple for quad in quads), format=ox.RdfFormat.N_TRIPLES))
    return bool(validate(graph, shacl_graph=str(DATA / "shapes.ttl"))[0])


def test_a_good_graph_passes_both(quads: list[ox.Quad]) -> None:
    assert rdf.check(quads) == []
    assert conforms(quads)


def test_everything_that_a_record_may_say_passes_both() -> None:
    paper = Paper(
        "doi:10.1000/x",
        "T",
        "",
        keywords=("ferns",),
        subjects=("cs.CL",),
        licence="https://creativecommons.org/licenses/by/4.0/",
        orcids=(("Ada Roe", "0000-0002-1825-0097"),),
        ids=("doi:10.1000/x", "arxiv:1706.03762"),
    )
    for licence in (paper.licence, "cc-by"):
        facts = list(rdf.facts([replace(paper, licence=licence)], [], []))
        assert rdf.check(facts) == []
        assert conforms(facts)


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_graph_passes_neither(quads: list[ox.Quad], name: str) -> None:
    added, message = BREAKS[name]
    problems = [str(problem) for problem in rdf.check([*quads, *added])]
    assert any(message in problem for problem in problems), problems
    assert not conforms([*quads, *added])


@pytest.mark.parametrize(
    "removed", ["skos:inScheme", "dcterms:identifier", "kg:about", "schema:codeRepository"]
)
def test_the_shapes_miss_what_is_missing(quads: list[ox.Quad], removed: str) -> None:
    assert not conforms([quad for quad in quads if quad.predicate != term(removed)])
