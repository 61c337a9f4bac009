"""Parts of the graph: of a venue, of a year, around a concept."""

import pyoxigraph as ox
import pytest

from kg import vocab
from kg.errors import UsageError
from kg.rdf.terms import term
from kg.store import Store
from kg.store.part import Part, part

BERT = ox.NamedNode(f"{vocab.BASE}concept/bert")
FACTS = ox.DefaultGraph()


def nodes(quads: list[ox.Quad], kind: str) -> set[str]:
    typed = [q for q in quads if q.predicate == term("rdf:type") and q.object == term(kind)]
    return {vocab.curie(str(q.subject)[1:-1]) for q in typed}


def test_a_venue_has_its_papers_with_what_they_say(store: Store) -> None:
    quads = list(part(store, Part(venue="naacl")))
    assert nodes(quads, "schema:ScholarlyArticle") == {"arxiv:1810.04805"}
    assert nodes(quads, "kg:Venue") == {"venue:naacl"}
    assert nodes(quads, "skos:Concept") == {
        f"concept:{name}"
        for name in ("bert", "transformer", "language-modelling", "glue", "accuracy")
    }
    assert len({q.graph_name for q in quads} - {FACTS}) == 1
    relations = [q for q in quads if q.predicate == term("kg:buildsOn")]
    assert [(q.subject, vocab.curie(q.object.value)) for q in relations] == [  # type: ignore[union-attr]
        (BERT, "concept:transformer")
    ]


def test_venue_and_year_narrow_each_other(store: Store) -> None:
    papers = nodes(list(part(store, Part(venue="NeurIPS", year=2020))), "schema:ScholarlyArticle")
    assert papers == {"doi:10.1000/gpt"}
    with pytest.raises(UsageError, match="no paper of the graph"):
        list(part(store, Part(venue="NeurIPS", year=1999)))


def test_a_neighbourhood_grows_with_its_hops(store: Store) -> None:
    def size(hops: int) -> int:
        return len(nodes(list(part(store, Part(concept="ViT", hops=hops))), "skos:Concept"))

    assert size(0) == 1
    assert size(1) == 2  # and BERT
    assert size(1) < size(2) < size(4)


def test_nothing_dangles_and_every_edge_has_its_sentence(
    store: Store, all_quads: list[ox.Quad]
) -> None:
    quads = set(part(store, Part(concept="ViT", hops=1)))
    assert quads <= set(all_quads)
    subjects = {q.subject for q in quads}
    assert all(
        q.object in subjects
        for q in quads
        if q.graph_name != FACTS
        and isinstance(q.object, ox.NamedNode)
        and q.object.value.startswith(str(q.graph_name)[1:-1])
    )
    [edge] = [q for q in quads if q.predicate == term("kg:buildsOn")]
    stated = {q.object for q in quads if q.predicate == term("rdf:subject")}
    assert edge.subject in stated
