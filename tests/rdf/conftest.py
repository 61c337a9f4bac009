"""Three papers, four concepts and the statements that relate them, made by hand."""

import pytest
from pyoxigraph import Quad

from kg import rdf, vocab
from kg.records import Concept, Evidence, Match, Paper, Statement

ABSTRACT = (
    "We propose Parrot, a sequence model. It builds on Budgie and reaches 31 BLEU on WMT 2014."
)


def concept_iri(name: str) -> str:
    return vocab.mint("concept", name)


@pytest.fixture
def papers() -> list[Paper]:
    return [
        Paper(
            id="arxiv:2401.00001",
            title="Parrots Can Translate",
            abstract=ABSTRACT,
            year=2024,
            venue="ICML",
            authors=("Ada Zimmer", "Bo Abel"),
            url="https://arxiv.org/abs/2401.00001v2",
        ),
        Paper(id="doi:10.1000/xyz(1)", title="A Budgie", abstract="", year=2023, venue="icml"),
        Paper(
            id="hash:0a1b",
            title="",
            abstract="Nothing is known of the title of this paper, which has only words.",
            venue="ICML",
        ),
    ]


@pytest.fixture
def concepts() -> list[Concept]:
    budgie = concept_iri("Budgie")
    return [
        Concept(
            concept_iri("Parrot"),
            "Parrot",
            ("parrots", "Parrot"),
            (("method", 1),),
            broader=(concept_iri("sequence model"),),
            matches=(Match(budgie, 0.81),),
        ),
        Concept(budgie, "Budgie", (), (("method", 2),)),
        Concept(concept_iri("sequence model"), "sequence model", (), (("method", 2), ("task", 1))),
        Concept(concept_iri("WMT 2014"), "WMT 2014", ("WMT'14",), (("dataset", 1),)),
    ]


@pytest.fixture
def statements() -> list[Statement]:
    paper = "https://arxiv.org/abs/2401.00001"
    title = len("Parrots Can Translate\n")
    first = ABSTRACT.index(" It builds")
    one = (title, title + first, ABSTRACT[:first])
    two = (title + first + 1, title + len(ABSTRACT), ABSTRACT[first + 1 :])

    def because(sentence: tuple[int, int, str], score: float, *words: str) -> Evidence:
        start, end, quote = sentence
        spans = tuple((start + quote.index(w), start + quote.index(w) + len(w)) for w in words)
        subject = spans[:-1]  # the words of the object come last
        return Evidence(paper, start, end, quote, spans, score, "roles/0.1.0", subject)

    record = Evidence(paper, 0, 0, "", (), 1.0, "record/0.1.0")
    return [
        Statement(
            paper, f"{vocab.KG}proposes", concept_iri("Parrot"), (because(one, 0.98, "Parrot"),)
        ),
        Statement(
            paper,
            f"{vocab.KG}evaluatesOn",
            concept_iri("WMT 2014"),
            (because(two, 0.9, "WMT 2014"),),
        ),
        Statement(
            concept_iri("Parrot"),
            f"{vocab.KG}buildsOn",
            concept_iri("Budgie"),
            (because(two, 0.64, "It", "Budgie"),),
        ),
        Statement(paper, vocab.HAS_CODE, "https://github.com/zoo/parrot", (record,)),
        Statement(paper, vocab.HAS_PAGE, "https://zoo.example/parrot", (record,)),
    ]


@pytest.fixture
def facts(papers: list[Paper], concepts: list[Concept], statements: list[Statement]) -> list[Quad]:
    return list(rdf.facts(papers, concepts, statements))


@pytest.fixture
def quads(facts: list[Quad], statements: list[Statement]) -> list[Quad]:
    build = rdf.Build(
        version="0.1.0",
        model="abstracts/0.1.0",
        files=(rdf.SourceFile("papers/zoo.jsonl", "00" * 32),),
        components=("roles/0.1.0", "record/0.1.0"),
        counts=rdf.count(set(facts)),
    )
    return [*facts, *rdf.evidence(statements), *rdf.description(build)]
