"""Named queries: their files, their headers, and values bound as terms."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pyoxigraph as ox
import pytest
from hypothesis import given
from hypothesis import strategies as st
from rdflib.plugins.sparql import prepareQuery

from kg.errors import QueryError, UsageError
from kg.store import bind, find_query, load_queries, open_store, parse_query, queries_folder
from kg.store.guard import refuse_unsafe

HOSTILE = json.loads((Path(__file__).parent / "hostile_names.json").read_text())
QUERIES = load_queries()
ECHO = parse_query(
    '#+ - {"name": "text", "type": "string"}\n'
    "SELECT ?_text { VALUES ?_text { UNDEF } VALUES ?other { 1 } }"
)


@pytest.mark.parametrize("name", QUERIES)
def test_every_file_is_sparql_for_two_engines(name: str) -> None:
    text = QUERIES[name].text
    refuse_unsafe(text)
    prepareQuery(text)
    ox.Store().query(text)


@pytest.mark.parametrize("name", QUERIES)
def test_every_query_is_explained_and_ordered(name: str) -> None:
    query = QUERIES[name]
    assert query.summary
    assert query.description.endswith(".")
    assert "ORDER BY" in query.text
    assert all(p.example for p in query.parameters)


@pytest.mark.parametrize("name", QUERIES)
def test_no_file_is_wider_than_a_page(name: str) -> None:
    assert max(map(len, QUERIES[name].text.splitlines())) <= 100


@pytest.mark.parametrize("name", QUERIES)
def test_the_order_of_the_rows_is_total(name: str) -> None:
    """Every column that tells rows apart, or the node it is the label of, is in ORDER BY."""
    text = QUERIES[name].text
    ordered = text[text.rindex("ORDER BY") :]
    assert any(
        f"?{node}" in ordered
        for node in ("iri", "paper", "repository", "datasetIri", "year", "object")
    )


def test_a_limit_of_the_file_is_the_default_of_the_header() -> None:
    for query in QUERIES.values():
        [default] = [p.default for p in query.parameters if p.name == "limit"] or [None]
        assert (f"\nLIMIT {default}\n" in query.text) == (default is not None), query.name


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_stays_one_term(text: str) -> None:
    value = text.encode("utf-8", "replace").decode()
    bound = bind(ECHO, {"text": [ox.Literal(value)]})
    assert [row[0] for row in ox.Store().query(bound)] == [ox.Literal(value)]


@given(st.lists(st.text(), min_size=1, max_size=3, unique=True))
def test_any_text_stays_one_term(texts: list[str]) -> None:
    bound = bind(ECHO, {"text": [ox.Literal(text) for text in texts]})
    assert {row[0].value for row in ox.Store().query(bound)} == set(texts)


def test_binding_leaves_strings_and_comments_alone() -> None:
    query = parse_query(
        '#+ - {"name": "x", "type": "integer"}\n'
        '# VALUES ?_x { 0 }\nSELECT ("VALUES ?_x { 0 }" AS ?s) { VALUES ?_x { UNDEF } }'
    )
    assert bind(query, {"x": [ox.Literal(5)]}).splitlines()[1:] == [
        "# VALUES ?_x { 0 }",
        'SELECT ("VALUES ?_x { 0 }" AS ?s) '
        '{ VALUES ?_x { "5"^^<http://www.w3.org/2001/XMLSchema#integer> } }',
    ]


def test_the_limit_is_the_last_one() -> None:
    query = parse_query(
        '#+ - {"name": "limit", "type": "integer", "default": 9}\n'
        "SELECT * { { SELECT * { ?s ?p ?o } LIMIT 3 } } LIMIT 9"
    )
    assert bind(query, {"limit": [ox.Literal(2)]}).endswith("LIMIT 3 } } LIMIT 2")


def test_a_value_is_bound_wherever_its_block_stands() -> None:
    query = parse_query(
        '#+ - {"name": "x", "type": "integer"}\n'
        "ASK { { VALUES ?_x { UNDEF } ?s ?p ?_x } UNION { VALUES ?_x { UNDEF } ?_x ?p ?o } }"
    )
    five = '"5"^^<http://www.w3.org/2001/XMLSchema#integer>'
    assert bind(query, {"x": [ox.Literal(5)]}).splitlines()[1] == (
        f"ASK {{ {{ VALUES ?_x {{ {five} }} ?s ?p ?_x }} "
        f"UNION {{ VALUES ?_x {{ {five} }} ?_x ?p ?o }} }}"
    )


def test_a_pattern_behind_a_mark_is_asked_when_its_parameter_is_given() -> None:
    query = parse_query(
        '#+ - {"name": "year", "type": "integer", "default": null}\n'
        '#+ - {"name": "text", "type": "string", "default": null}\n'
        "SELECT * {\n  VALUES ?_year { UNDEF }\n  VALUES ?_text { UNDEF }\n"
        "  #? year: ?paper kg:year ?_year .\n"
        '  ?paper rdfs:label "#? year: x" . # no mark: #? year: y\n}'
    )
    assert bind(query, {}) == query.text
    given = bind(query, {"year": [ox.Literal(2020)], "text": [ox.Literal("\n  #? year: no")]})
    assert "\n  ?paper kg:year ?_year .\n" in given
    assert '"#? year: x" . # no mark: #? year: y' in given
    assert given.count("#? year") == 3


@pytest.mark.parametrize("name", ["top-methods", "top-tasks", "top-datasets", "new-methods"])
def test_a_pattern_behind_a_mark_changes_no_answer(name: str, sample_build: Path) -> None:
    sample = open_store(sample_build / "store")
    query = QUERIES[name]
    plain = replace(query, text=re.sub(r" *#\? .*\n", "", query.text))
    assert plain.text != query.text
    for values in ({"year": "2017"}, {"venue": "NeurIPS"}, {"year": "2017", "venue": "NeurIPS"}):
        answer = sample.query(query, values)
        assert answer.rows == sample.query(plain, values).rows
        assert answer.rows


def test_several_values_share_a_block() -> None:
    a, b = ox.NamedNode("http://example.org/a"), ox.NamedNode("http://example.org/b")
    assert "VALUES ?_text { <http://example.org/a> <http://example.org/b> }" in bind(
        ECHO, {"text": [a, b]}
    )


def test_an_unknown_query_names_the_nearest() -> None:
    with pytest.raises(
        UsageError, match="no query is named 'metods-for-task': did you mean methods-for-task"
    ):
        find_query(QUERIES, "metods-for-task")


def test_an_unknown_parameter_names_the_nearest() -> None:
    with pytest.raises(
        UsageError, match="papers-using-dataset has no parameter 'datset': did you mean dataset"
    ):
        bind(QUERIES["papers-using-dataset"], {"datset": [], "dataset": []})


def test_a_missing_parameter_is_asked_for_with_an_example() -> None:
    with pytest.raises(
        UsageError, match="trend needs the parameter 'concept', for example -p concept="
    ):
        bind(QUERIES["trend"], {})


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('#+ - {"name": "x"}\nASK {}', "line 1: a parameter is a JSON object"),
        ("#+ - name: x\nASK {}", "line 1: a parameter is a JSON object"),
        ("#+ - [1]\nASK {}", "line 1: a parameter is a JSON object"),
        ('#+ - {"name": "x", "type": "wild"}\nASK {}', "of type 'wild'"),
        ('#+ - {"name": "X y", "type": "string"}\nASK {}', "parameter 'X y'"),
        ('#+ - {"name": "x", "type": "string"}\nASK {}', "has no place"),
        ("ASK {\n#? year: ?a ?b ?c .\n}", "#\\? year: names no parameter"),
        ('#+ - {"name": "x", "type": "string"}\nASK { VALUES ?_x {} }', "needs a value"),
        ('#+ - {"name": "x", "type": "string"}\nASK { VALUES ?_x', "needs a value"),
    ],
)
def test_a_bad_header_is_explained(text: str, message: str) -> None:
    with pytest.raises(QueryError, match=message):
        parse_query(text)


def test_a_header_may_go_on_over_lines() -> None:
    query = parse_query("#+ summary: One\n#+ description: Two\n#+   three.\n\nASK {}", "four")
    assert (query.name, query.summary, query.description) == ("four", "One", "Two three.")


def test_the_folder_is_found_in_a_checkout() -> None:
    assert (queries_folder() / "trend.rq").is_file()
