"""Ratios against baselines measured in the same run: `python tests/bench/bench.py [BUILD]`.

BUILD is a folder that `kg build` wrote (the sample in `output/` by default, built first if its store
is not there). Each pair is run in turn, several rounds; the median of the rounds' ratios is printed,
with the median times, in CPU seconds of this process.
"""

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import pyoxigraph as ox
import rdflib

import kg
from kg import vocab
from kg.extract import extract
from kg.extract.encode import encode
from kg.extract.model import load_model
from kg.extract.pipeline import blank
from kg.rdf import write_turtle
from kg.stages import SAMPLE

ROUNDS = 5
Work = Callable[[], object]


def cpu(work: Work) -> float:
    started = time.process_time()
    work()
    return time.process_time() - started


def compare(name: str, ours: Work, baseline: Work) -> None:
    ours()
    baseline()
    rounds = [(cpu(ours), cpu(baseline)) for _ in range(ROUNDS)]
    ratio = statistics.median(theirs / mine for mine, theirs in rounds)
    mine, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    print(f"{name:44} {mine:8.3f} s  baseline {theirs:8.3f} s  {ratio:6.2f} times as fast")


def extraction() -> None:
    """The whole pipeline against its encoder alone: what everything else costs."""
    papers = kg.read([SAMPLE]).papers
    model, nlp = load_model(), blank()
    texts = [encode(nlp(paper.text), model.wordpiece) for paper in papers]
    compare(
        f"extract {len(papers)} papers / encoder alone",
        lambda: list(extract(papers)),
        lambda: [model.states(text) for text in texts],
    )


def writing(facts: list[ox.Quad], scratch: Path) -> None:
    """Sorted Turtle against rdflib's (sorted too)."""
    graph = rdflib.Graph().parse(
        data=ox.serialize((quad.triple for quad in facts), format=ox.RdfFormat.N_TRIPLES),
        format="nt",
    )
    compare(
        f"write {len(facts):,} triples as Turtle / rdflib",
        lambda: write_turtle(facts, scratch / "ours.ttl"),
        lambda: graph.serialize(scratch / "theirs.ttl", format="turtle"),
    )


def asking(build: kg.Opened, facts: list[ox.Quad]) -> None:
    """SPARQL on the store against rdflib in memory, facts only."""
    graph = rdflib.Graph().parse(
        data=ox.serialize((quad.triple for quad in facts), format=ox.RdfFormat.N_TRIPLES),
        format="nt",
    )
    questions = {
        "datasets by papers": "SELECT ?d (COUNT(?p) AS ?n) { ?p kg:evaluatesOn ?d } GROUP BY ?d",
        "what builds on what": "SELECT ?a ?b { ?a kg:buildsOn/kg:buildsOn ?b }",
        "shared concepts": "SELECT ?p ?q (COUNT(*) AS ?n) { ?p kg:about ?c . ?q kg:about ?c } GROUP BY ?p ?q",
    }
    for name, text in questions.items():
        spelled = f"PREFIX kg: <{vocab.KG}> {text}"
        compare(
            f"{name} / rdflib",
            lambda text=spelled: build.query(text).rows,  # type: ignore[misc]
            lambda text=spelled: list(graph.query(text)),  # type: ignore[misc]
        )


def main() -> None:
    folder = Path(sys.argv[1] if len(sys.argv) > 1 else "output")
    if not (folder / "store").is_dir():
        kg.build(output=folder)
    build = kg.open(folder)
    facts = [quad for quad in build.store if quad.graph_name == ox.DefaultGraph()]
    extraction()
    with tempfile.TemporaryDirectory() as scratch:
        writing(facts, Path(scratch))
    asking(build, facts)


if __name__ == "__main__":
    main()
