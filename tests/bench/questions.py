"""Every named query on a build, and beside rdflib: `python tests/bench/questions.py BUILD [--rdflib]`.

Each is asked with the examples of the parameters that it needs, then with all of them ("narrowed").
An example that the build does not know gives way to the paper, venue or concept that is in most
papers. Prints the median and the 95th percentile in milliseconds of wall time, and with `--rdflib`
(which loads the whole build into memory first) its median and how many times as fast ours is; what
rdflib has not answered in a minute counts as a minute.
"""

import argparse
import multiprocessing
import statistics
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import rdflib

import kg
from kg.errors import UsageError
from kg.store import NamedQuery, Parameter, load_queries

ROUNDS = 20
ENOUGH = 30.0  # seconds of one query, after which no further round is begun
PATIENCE = 60.0  # seconds for all rounds of one query in rdflib
COMMONEST = {
    "concept": "SELECT ?x { ?x a skos:Concept ; kg:paperCount ?n } ORDER BY DESC(?n) LIMIT 1",
    "venue": "SELECT ?x { ?x a kg:Venue ; kg:paperCount ?n } ORDER BY DESC(?n) LIMIT 1",
    "paper": "SELECT ?x { ?x a schema:ScholarlyArticle } LIMIT 1",
}


def milliseconds(ask: Callable[[], object]) -> list[float]:
    """The wall time of each round."""
    taken: list[float] = []
    while len(taken) < ROUNDS and sum(taken) < ENOUGH * 1000:
        started = time.perf_counter()
        ask()
        taken.append(1000 * (time.perf_counter() - started))
    return taken


def value(build: kg.Opened, parameter: Parameter) -> str:
    """The example, or what the build has most of."""
    if parameter.type not in COMMONEST:
        return parameter.example
    try:
        build.store.find(parameter.type, parameter.example)
    except UsageError:
        return str(build.query(COMMONEST[parameter.type]).rows[0][0])
    return parameter.example


def cases(build: kg.Opened) -> Iterator[tuple[str, NamedQuery, dict[str, str]]]:
    """(what is asked, query, parameters); the limit is left at its default."""
    for name, query in sorted(load_queries().items()):
        asked = [p for p in query.parameters if p.name != "limit"]
        needed = {p.name: value(build, p) for p in asked if not p.optional}
        yield name, query, needed
        if len(needed) < len(asked):
            yield f"{name}, narrowed", query, {p.name: value(build, p) for p in asked}


def in_memory(folder: Path) -> rdflib.Dataset:
    """The build in rdflib's own store."""
    return rdflib.Dataset().parse(folder / "graph.trig", format="trig")


def patiently(ask: Callable[[], object]) -> float:
    """The median, or the minute that was not enough; in a process of its own, to be ended."""
    fork = multiprocessing.get_context("fork")
    answers = fork.Queue()
    process = fork.Process(target=lambda: answers.put(milliseconds(ask)))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        return 1000 * PATIENCE
    return statistics.median(answers.get())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("build", nargs="?", default="output", type=Path)
    parser.add_argument("--rdflib", action="store_true")
    given = parser.parse_args()
    build = kg.open(given.build)
    other = in_memory(given.build) if given.rdflib else None
    ratios = []
    for name, query, values in cases(build):
        ours = milliseconds(lambda q=query, v=values: build.store.query(q, v))  # type: ignore[misc]
        p95 = statistics.quantiles([*ours, *ours], n=20)[-1]
        line = f"{name:32} {statistics.median(ours):9.1f} ms  p95 {p95:9.1f} ms"
        if other is not None:
            text = build.store.bind(query, values)
            theirs = patiently(lambda t=text: list(other.query(t)))  # type: ignore[misc]
            ratios.append(theirs / statistics.median(ours))
            line += f"  rdflib {theirs:9.1f} ms  {ratios[-1]:7.1f} times as fast"
        print(line, flush=True)
    if ratios:
        print(f"geometric mean: {statistics.geometric_mean(ratios):.1f} times as fast as rdflib")


if __name__ == "__main__":
    main()
