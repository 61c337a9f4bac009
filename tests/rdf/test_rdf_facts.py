"""What records become: compared with files that were read by eye."""

from dataclasses import replace
from pathlib import Path

from pyoxigraph import DefaultGraph, Literal, NamedNode, Quad

from kg import rdf, vocab
from kg.rdf.terms import term
from kg.records import Concept, Evidence, Paper, Statement

HERE = Path(__file__).parent


def values(quads: list[Quad], subject: str, curie: str) -> list[str]:
    node = NamedNode(subject)
    found = [q.object for q in quads if q.subject == node and q.predicate == term(curie)]
    return sorted(getattr(value, "value", "") for value in found)


def test_facts_as_turtle(facts: list[Quad], tmp_path: Path) -> None:
    rdf.write_turtle(facts, tmp_path / "facts.ttl")
    assert (tmp_path / "facts.ttl").read_text() == (HERE / "facts.ttl").read_text()


def test_everything_as_trig(quads: list[Quad], tmp_path: Path) -> None:
    rdf.write_trig(quads, tmp_path / "all.trig")
    assert (tmp_path / "all.trig").read_text() == (HERE / "all.trig").read_text()


def test_every_edge_from_a_paper_to_a_concept_is_an_about(facts: list[Quad]) -> None:
    paper = "https://arxiv.org/abs/2401.00001"
    assert values(facts, paper, "kg:about") == [
        "https://w3id.org/kg-abstracts/id/concept/parrot",
        "https://w3id.org/kg-abstracts/id/concept/wmt-2014",
    ]


def test_a_paper_without_title_is_called_by_its_first_words(facts: list[Quad]) -> None:
    paper = "https://w3id.org/kg-abstracts/id/paper/hash-0a1b"
    assert values(facts, paper, "rdfs:label") == [
        "Nothing is known of the title of this paper, which…"
    ]
    assert values(facts, paper, "dcterms:title") == []


def test_a_paper_without_any_text_is_called_by_its_id() -> None:
    quads = list(rdf.facts([Paper("hash:ff", "", "")], [], []))
    assert values(quads, f"{vocab.BASE}paper/hash-ff", "rdfs:label") == ["hash:ff"]


def test_a_venue_is_one_node_with_its_commonest_spelling(facts: list[Quad]) -> None:
    venue = f"{vocab.BASE}venue/icml"
    assert values(facts, venue, "rdfs:label") == ["ICML"]
    assert values(facts, venue, "kg:paperCount") == ["3"]


def test_a_concept_has_the_class_of_most_papers_and_the_counts_of_all(facts: list[Quad]) -> None:
    concept = f"{vocab.BASE}concept/sequence-model"
    assert values(facts, concept, "rdf:type") == [
        "http://www.w3.org/2004/02/skos/core#Concept",
        "https://w3id.org/kg-abstracts/ns#Method",
    ]
    assert values(facts, concept, "kg:asMethod") == ["2"]
    assert values(facts, concept, "kg:asTask") == ["1"]


def test_a_paper_that_takes_a_concept_for_two_types_counts_once() -> None:
    arcade = vocab.mint("concept", "Arcade Learning Environment")
    both = Concept(arcade, "Arcade Learning Environment", (), (("dataset", 2), ("method", 2)))
    said = [
        Statement(f"https://arxiv.org/abs/{number}", f"{vocab.KG}{role}", arcade, ())
        for number in (1, 2)
        for role in ("evaluatesOn", "uses", "mentions")
    ]
    assert values(list(rdf.facts([], [both], said)), arcade, "kg:paperCount") == ["2"]


def test_an_alias_that_is_the_label_is_left_out(facts: list[Quad]) -> None:
    assert values(facts, f"{vocab.BASE}concept/parrot", "skos:altLabel") == ["parrots"]


def test_a_url_that_is_no_web_address_is_kept_as_text() -> None:
    paper = Paper("hash:1", "T", "", url="ask the authors")
    [url] = [q.object for q in rdf.facts([paper], [], []) if q.predicate == term("schema:url")]
    assert url == Literal("ask the authors")


RICH = Paper(
    "doi:10.1000/x",
    "T",
    "",
    authors=("A. Roe", "Bo Li"),
    keywords=("ferns", "pruning"),
    subjects=("cs.CL",),
    licence="https://creativecommons.org/licenses/by/4.0/",
    orcids=(("A. Roe", "0000-0002-1825-0097"),),
    ids=("doi:10.1000/x", "arxiv:1706.03762"),
)


def test_what_a_record_says_beside_its_text_is_kept() -> None:
    quads = list(rdf.facts([RICH], [], []))
    paper, person = "https://doi.org/10.1000/x", "https://orcid.org/0000-0002-1825-0097"
    assert values(quads, paper, "schema:keywords") == ["ferns", "pruning"]
    assert values(quads, paper, "dc:subject") == ["cs.CL"]
    assert values(quads, paper, "dcterms:license") == [RICH.licence]
    assert values(quads, paper, "schema:sameAs") == ["https://arxiv.org/abs/1706.03762"]
    assert values(quads, paper, "schema:author") == [person]
    assert values(quads, paper, "dc:creator") == ["A. Roe", "Bo Li"]
    assert values(quads, person, "rdfs:label") == ["A. Roe"]


def test_a_person_has_the_commonest_of_the_names() -> None:
    full = [replace(RICH, id=f"hash:{n}", orcids=(("Ada Roe", RICH.orcids[0][1]),)) for n in "12"]
    quads = list(rdf.facts([RICH, *full], [], []))
    assert values(quads, "https://orcid.org/0000-0002-1825-0097", "rdfs:label") == ["Ada Roe"]


def test_a_licence_without_an_address_is_a_text() -> None:
    quads = list(rdf.facts([replace(RICH, licence="cc-by")], [], []))
    assert values(quads, "https://doi.org/10.1000/x", "dc:rights") == ["cc-by"]
    assert values(quads, "https://doi.org/10.1000/x", "dcterms:license") == []


def test_the_base_is_the_callers() -> None:
    base = "https://example.org/kg/"
    concept = Concept(f"{base}concept/x", "x", (), (("task", 1),))
    evidence = Evidence(f"{base}paper/hash-1", 0, 1, "T", (), 0.5, "roles/1")
    statement = Statement(f"{base}paper/hash-1", f"{vocab.KG}addresses", concept.iri, (evidence,))
    paper = Paper("hash:1", "T", "", venue="V")
    quads = [
        *rdf.facts([paper], [concept], [statement], base),
        *rdf.evidence([statement], base),
        *rdf.description(rdf.Build("0", "m"), base),
    ]
    assert not [quad for quad in quads if vocab.BASE in str(quad)]


def test_the_description_names_the_source_files_and_counts(quads: list[Quad]) -> None:
    [graph] = {q.graph_name for q in quads if "/build/" in str(q.graph_name)}
    described = [q for q in quads if q.graph_name == graph]
    facts = {q for q in quads if isinstance(q.graph_name, DefaultGraph)}
    hashes = [q.object for q in described if q.predicate == term("kg:sha256")]
    assert hashes == [Literal("00" * 32)]
    assert isinstance(graph, NamedNode)
    assert values(described, graph.value, "void:triples") == [str(len(facts))]


def test_the_description_tells_the_licence_and_the_scores_of_the_model() -> None:
    licence = "https://creativecommons.org/publicdomain/zero/1.0/"
    build = rdf.Build("0", "m", scores={"concepts": 0.7}, license=licence)
    quads = list(rdf.description(build))
    graph = str(quads[0].graph_name)[1:-1]
    assert values(quads, graph, "dcterms:license") == [licence]
    assert "http://www.w3.org/ns/dcat#Dataset" in values(quads, graph, "rdf:type")
    [score] = [q for q in quads if q.predicate == term("mls:hasValue")]
    assert score.object == Literal("0.7", datatype=term("xsd:decimal"))


def test_a_sentence_shared_by_two_edges_is_one_node(quads: list[Quad]) -> None:
    sentences = {q.subject for q in quads if q.object == term("oa:SpecificResource")}
    statements = {q.subject for q in quads if q.object == term("kg:Statement")}
    assert (len(sentences), len(statements)) == (2, 5)
