"""Two small builds of one corpus, a year apart, whose every node and edge is written down here."""

import json
from pathlib import Path

import pytest

from kg import rdf, vocab
from kg.opened import Opened, open_build
from kg.records import Concept, Evidence, Paper, Statement
from kg.store import create

# id, title, year, venue | what it does, with which concept
OLD = """
arxiv:1 | On BERT | 2019 | ACL | proposes BERT, evaluatesOn GLUE, uses Transformer
arxiv:2 | On GLUE | 2020 | ICLR | introduces GLUE, measures accuracy, mentions BERT
arxiv:3 | On speech | | | addresses speech recognition
"""
NEW = """
arxiv:1 | On BERT | 2019 | ACL | proposes BERT, evaluatesOn GLUE, uses Transformer
arxiv:2 | On GLUE | 2020 | ICLR | introduces GLUE, measures accuracy, mentions BERT
arxiv:4 | On RoBERTa | 2021 | ACL | proposes RoBERTa, uses BERT, evaluatesOn GLUE
"""
# paper, subject, relation, object
OLD_RELATIONS = """
1 BERT buildsOn Transformer
2 BERT evaluatedOn GLUE
"""
NEW_RELATIONS = """
1 BERT buildsOn Transformer
2 BERT evaluatedOn GLUE
4 BERT evaluatedOn GLUE
4 RoBERTa buildsOn BERT
"""
TYPES = {
    "BERT": "method",
    "RoBERTa": "method",
    "Transformer": "method",
    "GLUE": "dataset",
    "accuracy": "metric",
    "speech recognition": "task",
}


def concept(name: str) -> str:
    return vocab.mint("concept", name)


def make(folder: Path, lines: str, relations: str, aliases: dict[str, tuple[str, ...]]) -> Opened:
    """A build folder, as far as questions and pictures need one."""
    papers, statements = [], []
    for line in lines.strip().splitlines():
        name, title, year, venue, says = (cell.strip() for cell in line.split("|"))
        deeds = [deed.split(" ", 1) for deed in says.split(", ")]
        abstract = " ".join(f"It {verb} {thing}." for verb, thing in deeds)
        paper = Paper(name, title, abstract, int(year) if year else None, venue or None)
        papers.append(paper)
        for verb, thing in deeds:
            found = evidence(paper, f"It {verb} {thing}.", thing)
            statements.append(
                Statement(vocab.paper_iri(paper), vocab.KG + verb, concept(thing), (found,))
            )
    by_number = {paper.id.removeprefix("arxiv:"): paper for paper in papers}
    links: dict[Statement, list[Evidence]] = {}
    for line in relations.strip().splitlines():
        number, subject, predicate, target = line.split()
        edge = Statement(concept(subject), vocab.KG + predicate, concept(target))
        paper = by_number[number]
        links.setdefault(edge, []).append(evidence(paper, paper.title, paper.title))
    statements += [
        Statement(edge.subject, edge.predicate, edge.object, tuple(found))
        for edge, found in links.items()
    ]
    named = {end for each in statements for end in (each.subject, each.object)}
    concepts = [
        Concept(concept(name), name, aliases.get(name, ()), ((kind, _papers(lines, name)),))
        for name, kind in TYPES.items()
        if concept(name) in named
    ]
    folder.mkdir()
    quads = create(
        folder / "store", [*rdf.facts(papers, concepts, statements), *rdf.evidence(statements)]
    )
    mark = {"quads": quads, "base": vocab.BASE}
    (folder / "build.json").write_text(json.dumps(mark), encoding="utf-8")
    report = {"papers": {"kept": len(papers)}}
    (folder / "report.json").write_text(json.dumps(report), encoding="utf-8")
    return open_build(folder)


def _papers(lines: str, name: str) -> int:
    return sum(f" {name}" in f" {line.split('|')[4]}" for line in lines.strip().splitlines())


def evidence(paper: Paper, quote: str, word: str) -> Evidence:
    start = paper.text.index(quote)
    place = start + quote.index(word)
    iri = vocab.paper_iri(paper)
    return Evidence(
        iri, start, start + len(quote), quote, ((place, place + len(word)),), 0.9, "roles/1"
    )


@pytest.fixture(scope="session")
def old(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    return make(tmp_path_factory.mktemp("builds") / "old", OLD, OLD_RELATIONS, {})


@pytest.fixture(scope="session")
def new(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    aliases = {"BERT": ("Bert",)}
    return make(tmp_path_factory.mktemp("builds") / "new", NEW, NEW_RELATIONS, aliases)
