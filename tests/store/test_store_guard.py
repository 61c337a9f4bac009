"""What is refused before the engine sees it, and what is not."""

import subprocess
import sys
from collections.abc import Callable
from itertools import pairwise

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.errors import QueryError
from kg.store.guard import MAX_BYTES, refuse_unsafe
from kg.store.tokens import tokenize

GROUP = "<http://127.0.0.1:9/> {?s ?p ?o}"


@pytest.mark.parametrize(
    "query",
    [
        f"SELECT * {{ SERVICE {GROUP} }}",
        f"SELECT * {{ service silent {GROUP} }}",
        f"SELECT * {{ SERVICESILENT{GROUP} }}",
        f"SELECT * {{ ?a ?b 1SERVICE{GROUP} }}",
        f"SELECT * {{ ?a ?b trueSERVICE{GROUP} }}",
        f"SELECT * {{ #x\rSERVICE{GROUP} }}",
        f"SELECT * {{ FILTER EXISTS {{ SERVICE{GROUP} }} }}",
        f"SELECT * {{ {{ SELECT * {{ SERVICE{GROUP} }} }} }}",
        f"SELECT * {{ ?a ?b '''x\\''''SERVICE{GROUP} }}",
        "SELECT * { VALUES ?u { <http://127.0.0.1:9/> } SERVICE?u {?s ?p ?o} }",
        "PREFIX : <http://127.0.0.1:9/> SELECT * { SERVICE:x {?s ?p ?o} }",
        "PREFIX y: <http://127.0.0.1:9/> SELECT * { SERVICEy:x {?s ?p ?o} }",
        f"CONSTRUCT {{ ?s ?p ?o }} WHERE {{ SERVICE {GROUP} }}",
        f"ASK {{ OPTIONAL {{ SERVICE {GROUP} }} }}",
    ],
)
def test_federation_is_refused(query: str) -> None:
    with pytest.raises(QueryError, match="SERVICE is refused"):
        refuse_unsafe(query)


@pytest.mark.parametrize(
    "query",
    [
        "SELECT * { ?s ?p 'SERVICE' }",
        'SELECT * { ?s ?p """a " SERVICE <x> """ }',
        "SELECT ?service { ?service ?p $SERVICE }",
        "SELECT * { ?s <http://example.org/SERVICE> ?o } # SERVICE",
        "PREFIX ex: <http://example.org/> SELECT * { ?s ex:service ex:hasService }",
        "SELECT * { ?s ?p _:service }",
    ],
)
def test_the_word_elsewhere_is_let_through(query: str) -> None:
    refuse_unsafe(query)


@pytest.mark.parametrize(
    "query",
    [
        "INSERT DATA { <a:b> <a:c> 1 }",
        "PREFIX ex: <http://example.org/> DELETE WHERE { ?s ?p ?o }",
        "LOAD <http://127.0.0.1:9/>",
        "clear all",
        "DROP ALL",
        "WITH <a:b> DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }",
    ],
)
def test_updates_are_refused(query: str) -> None:
    with pytest.raises(QueryError, match="is an update"):
        refuse_unsafe(query)


def test_a_query_may_be_as_big_as_the_limit() -> None:
    query = "SELECT * { ?s ?p '" + "é" * ((MAX_BYTES - 21) // 2) + "' }"
    assert len(query.encode()) in (MAX_BYTES, MAX_BYTES - 1)
    refuse_unsafe(query)
    with pytest.raises(QueryError, match="the query has 65,"):
        refuse_unsafe(query + "é")


# Shapes that overflow the engine's stack when they are long enough.
BOMBS: dict[str, Callable[[int], str]] = {
    "groups": lambda n: f"SELECT * {{ {'{' * n}{'}' * n} }}",
    "brackets": lambda n: f"SELECT * {{ FILTER({'(' * n}1{')' * n}) }}",
    "blank nodes": lambda n: f"SELECT * {{ ?s ?p {'[ ?p ' * n}1{']' * n} }}",
    "collections": lambda n: f"SELECT * {{ ?s ?p {'(' * n}1{')' * n} }}",
    "optionals": lambda n: f"SELECT * {{ {'OPTIONAL { ' * n}{'}' * n} }}",
    "subqueries": lambda n: f"{'SELECT * { ' * n}{'}' * n}",
    "not": lambda n: f"SELECT * {{ FILTER({'!' * n}true) }}",
    "sum": lambda n: f"SELECT * {{ FILTER({'1+' * n}1) }}",
    "or": lambda n: f"SELECT * {{ FILTER({'1||' * n}1) }}",
    "union": lambda n: f"SELECT * {{ {{}}{'UNION{}' * n} }}",
    "minus": lambda n: f"SELECT * {{ {'MINUS{}' * n} }}",
    "bind": lambda n: f"SELECT * {{ {' '.join(f'BIND(1 AS ?v{i})' for i in range(n))} }}",
    "expressions": lambda n: f"SELECT {' '.join(f'(1 AS ?v{i})' for i in range(n))} {{}}",
    "path": lambda n: f"SELECT * {{ ?s a{'|a' * n} ?o }}",
}
PARSE = """
import sys, pyoxigraph
try:
    list(pyoxigraph.Store().query(sys.stdin.read()))
except (SyntaxError, ValueError):
    pass
"""


@pytest.mark.parametrize("shape", BOMBS)
def test_bombs_are_refused(shape: str) -> None:
    query = BOMBS[shape](3_000)
    with pytest.raises(QueryError, match=r"levels deep|operators"):
        refuse_unsafe(query)


@pytest.mark.parametrize("shape", sorted(BOMBS.keys() - {"blank nodes"}))
def test_what_is_let_through_does_not_break_the_engine(shape: str) -> None:
    longest = 0
    for size in (40, 90, 110, 240, 490):
        try:
            refuse_unsafe(BOMBS[shape](size))
            longest = size
        except QueryError:
            break
    query = BOMBS[shape](longest).encode()
    assert longest
    assert subprocess.run([sys.executable, "-c", PARSE], input=query, timeout=60).returncode == 0


@given(st.text(st.sampled_from("SERVICE service<>\"'#\\\n\r?:.{}(a1)@^_") | st.characters()))
def test_tokens_cover_any_text(text: str) -> None:
    tokens = list(tokenize(text))
    assert all(text[token.start : token.end] == token.text for token in tokens)
    assert all(a.end <= b.start for a, b in pairwise(tokens))


@given(
    st.lists(st.sampled_from([*"<>\"'#\\\n\r?$:.{}(1)@^_;!", "SERVICE", "a:b", '"""', "''", " "]))
)
def test_no_query_that_the_engine_reads_as_federated_is_let_through(pieces: list[str]) -> None:
    """The engine opens a connection, here to a closed port, only for what the guard refuses."""
    query = f"PREFIX a: <http://127.0.0.1:9/> SELECT * {{ {''.join(pieces)}SERVICE{GROUP} }}"
    try:
        refuse_unsafe(query)
    except QueryError:
        return
    try:
        list(ox.Store().query(query))
    except (SyntaxError, ValueError):
        return  # not SPARQL for the engine either; a connection would be an OSError
