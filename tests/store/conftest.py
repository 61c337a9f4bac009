"""A store of six papers, written down as the edges that a reader would draw."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from pyoxigraph import Quad

from kg import rdf, vocab
from kg.records import Concept, ConceptType, Evidence, Paper, Statement
from kg.store import Store, create, open_store

# id, title, year, venue, authors; the abstracts are the sentences that state the edges.
RECORDS = """
arxiv:1706.03762 | Attention Is All You Need | 2017 | NeurIPS | Ashish Vaswani, Noam Shazeer
arxiv:1810.04805 | BERT for Language | 2019 | NAACL | Jacob Devlin
doi:10.1000/gpt | Models That Write | 2020 | NeurIPS |
arxiv:2301.00001 | Small Models of Language | 2023 | ICML | Noam Shazeer
arxiv:2301.00002 | Seeing With Attention | 2023 | ICML |
hash:00ff | | | |
"""

TYPES: dict[str, ConceptType] = {
    "Transformer": "method",
    "BERT": "method",
    "GPT-3": "method",
    "recurrent network": "method",
    "ViT": "method",
    "machine translation": "task",
    "language modelling": "task",
    "image classification": "task",
    "modelling": "task",
    "WMT 2014": "dataset",
    "GLUE": "dataset",
    "ImageNet": "dataset",
    "BLEU": "metric",
    "accuracy": "metric",
}
ALIASES = {
    "Transformer": ("transformers", "transformer architecture"),
    "GPT-3": ("GPT3",),
    "WMT 2014": ("WMT'14",),
    "BLEU": ("mention",),  # as is an alias of the next: one name, two concepts
    "accuracy": ("mention", "top-1 accuracy"),
}
BROADER = {"language modelling": "modelling"}

EDGES = """
0 proposes Transformer
0 comparesWith recurrent network
0 addresses machine translation
0 evaluatesOn WMT 2014
0 measures BLEU
1 proposes BERT
1 uses Transformer
1 addresses language modelling
1 evaluatesOn GLUE
1 measures accuracy
2 proposes GPT-3
2 uses Transformer
2 comparesWith BERT
2 addresses language modelling
2 evaluatesOn GLUE
3 uses BERT
3 comparesWith GPT-3
3 addresses language modelling
3 addresses machine translation
3 evaluatesOn GLUE
3 evaluatesOn WMT 2014
4 proposes ViT
4 uses Transformer
4 addresses image classification
4 evaluatesOn ImageNet
4 measures accuracy
5 mentions Transformer
"""
RELATIONS = """
1 BERT buildsOn Transformer
2 GPT-3 buildsOn Transformer
3 BERT buildsOn recurrent network
4 ViT buildsOn BERT
0 Transformer usedFor machine translation
2 GPT-3 comparedWith BERT
"""
CODE = {1: "https://github.com/zoo/bert", 3: "https://github.com/zoo/bert", 4: "https://github.com/zoo/vit"}  # fmt: skip
PREDICATES = ("buildsOn", "usedFor", "comparedWith")


def concept_iri(name: str) -> str:
    return vocab.mint("concept", name)


def quads() -> Iterator[Quad]:
    papers = _papers()
    statements = list(_statements(papers))
    yield from rdf.facts(papers, list(_concepts()), statements)
    yield from rdf.evidence(statements)


def _papers() -> list[Paper]:
    papers = []
    for number, line in enumerate(RECORDS.strip().splitlines()):
        name, title, year, venue, authors = (cell.strip() for cell in line.split("|"))
        lines = [*EDGES.splitlines(), *RELATIONS.splitlines()]
        sentences = [_sentence(edge) for edge in lines if edge.startswith(f"{number} ")]
        names = tuple(filter(None, authors.split(", ")))
        abstract = " ".join(sentences)
        papers.append(
            Paper(name, title, abstract, int(year) if year else None, venue or None, names)
        )
    return papers


def _sentence(edge: str) -> str:
    number, rest = edge.split(maxsplit=1)
    return f"{rest}, says paper {number}."


def _concepts() -> Iterator[Concept]:
    for name, kind in TYPES.items():
        papers = {line.split()[0] for line in EDGES.splitlines() if line.endswith(f" {name}")}
        broader = (concept_iri(BROADER[name]),) if name in BROADER else ()
        counts = ((kind, len(papers)),)
        yield Concept(concept_iri(name), name, ALIASES.get(name, ()), counts, broader)


def _statements(papers: list[Paper]) -> Iterator[Statement]:
    for line in EDGES.strip().splitlines():
        number, predicate, name = line.split(maxsplit=2)
        paper = papers[int(number)]
        evidence = (_evidence(paper, line, 0.9, name),)
        subject = vocab.paper_iri(paper)
        yield Statement(subject, vocab.KG + predicate, concept_iri(name), evidence)
    for line in RELATIONS.strip().splitlines():
        number, rest = line.split(maxsplit=1)
        [predicate] = set(rest.split()) & set(PREDICATES)
        subject, target = rest.split(f" {predicate} ")
        evidence = (_evidence(papers[int(number)], line, 0.75, subject, target),)
        yield Statement(concept_iri(subject), vocab.KG + predicate, concept_iri(target), evidence)
    for index, url in CODE.items():
        yield Statement(vocab.paper_iri(papers[index]), vocab.HAS_CODE, url)


def _evidence(paper: Paper, line: str, score: float, *names: str) -> Evidence:
    quote = _sentence(line)
    start = paper.text.index(quote)
    spots = [start + quote.index(name) for name in names]
    mentions = tuple((spot, spot + len(name)) for spot, name in zip(spots, names, strict=True))
    iri = vocab.paper_iri(paper)
    return Evidence(iri, start, start + len(quote), quote, mentions, score, "roles/1")


@pytest.fixture(scope="session")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The store's folder, with `build.json` beside it; nobody changes it."""
    path = tmp_path_factory.mktemp("build") / "store"
    count = create(path, quads())
    (path.parent / "build.json").write_text(json.dumps({"quads": count}))
    return path


@pytest.fixture(scope="session")
def store(folder: Path) -> Store:
    return open_store(folder)


@pytest.fixture(scope="session")
def all_quads() -> list[Quad]:
    return sorted(set(quads()), key=str)
