"""The answers to the questions, as a person would read them off the papers."""

import shlex
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib

from kg import rdf
from kg.store import Store, bind, load_queries, to_table
from kg.store.answer import value
from kg.store.lookup import resolve

ANSWERS = (Path(__file__).parent / "answers.txt").read_text(encoding="utf-8")
CASES = dict(case.split("\n", 1) for case in ANSWERS.removeprefix("$ ").split("\n$ "))
QUERIES = load_queries()


def arguments(call: str) -> tuple[str, dict[str, str]]:
    name, *given = shlex.split(call)
    return name, dict(pair.split("=", 1) for pair in given)


@pytest.mark.parametrize("call", CASES)
def test_the_answer_is(store: Store, call: str) -> None:
    name, given = arguments(call)
    answer = to_table(store.query(QUERIES[name], given), width=120)
    assert answer.strip("\n") == CASES[call].strip("\n")


def test_every_query_has_an_answer_on_file() -> None:
    assert {call.split()[0] for call in CASES} == set(QUERIES)


@pytest.fixture(scope="module")
def dataset(all_quads: list[ox.Quad]) -> rdflib.Dataset:
    return rdf.to_rdflib(all_quads)


@pytest.mark.parametrize("call", CASES)
def test_rdflib_gives_the_same_rows(
    store: Store, dataset: rdflib.Dataset, all_quads: list[ox.Quad], call: str
) -> None:
    """A second engine reads the same question the same way; numbers may be written otherwise."""
    name, given = arguments(call)
    engine = ox.Store()
    engine.extend(all_quads)
    text = bind(QUERIES[name], resolve(engine, QUERIES[name], given))
    theirs = [tuple(map(plain, row)) for row in dataset.query(text)]  # type: ignore[arg-type]
    ours = [tuple(map(shown, row)) for row in store.query(QUERIES[name], given).terms]
    assert sorted(theirs) == sorted(ours)


def plain(term: object) -> str:
    found = term.toPython() if isinstance(term, rdflib.Literal) else term
    return written(found)


def shown(term: ox.NamedNode | ox.Literal | None) -> str:
    return written(value(term))


def written(found: object) -> str:
    if found is None:
        return ""
    return str(found) if isinstance(found, str) else f"{float(found):.6g}"  # type: ignore[arg-type]
