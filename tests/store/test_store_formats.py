"""Answers as text."""

import csv
import io
import json

import pyoxigraph as ox
import pytest

from kg.errors import UsageError
from kg.store import Answer, to_csv, to_json, to_md, to_table, to_tsv, to_turtle

BERT = ox.NamedNode("https://w3id.org/kg-abstracts/id/concept/bert")
ANSWER = Answer(
    ("label", "papers", "iri"),
    (
        (ox.Literal("BERT", language="en"), ox.Literal(12), BERT),
        (ox.Literal('a "b", | <c>\n\x1b[31m'), ox.Literal(3), None),
    ),
)
YES = Answer(("answer",), ((ox.Literal(True),),), "boolean")


def test_table() -> None:
    assert to_table(ANSWER) == (
        "label              papers  iri\n"
        "─────────────────  ──────  ────────────\n"
        "BERT                   12  concept:bert\n"
        'a "b", | <c> [31m       3\n'
    )


def test_a_table_keeps_to_its_width() -> None:
    wide = Answer(("text", "n"), ((ox.Literal("word " * 50), ox.Literal(1)),))
    table = to_table(wide, width=30)
    assert max(map(len, table.splitlines())) == 30
    assert "…" in table


def test_a_table_counts_wide_characters_twice() -> None:
    answer = Answer(("name", "n"), ((ox.Literal("图神经网络"), ox.Literal(1)),))
    assert to_table(answer).splitlines()[2] == "图神经网络  1"


def test_an_empty_table_has_its_columns() -> None:
    assert to_table(Answer(("a", "b"), ())) == "a  b\n─  ─\n"


def test_markdown() -> None:
    assert to_md(ANSWER) == (
        "| label | papers | iri |\n"
        "| --- | ---: | --- |\n"
        "| BERT | 12 | concept:bert |\n"
        '| a "b", \\| \\<c\\> \\[31m | 3 |  |\n'
    )


def test_csv_reads_back() -> None:
    text = to_csv(ANSWER)
    assert text.startswith("label,papers,iri\r\nBERT,12,https://")
    assert list(csv.reader(io.StringIO(text, newline="")))[2] == ['a "b", | <c>\n\x1b[31m', "3", ""]


@pytest.mark.parametrize("format", ["tsv", "json"])
def test_tsv_and_json_lose_nothing(format: str) -> None:
    text = to_tsv(ANSWER) if format == "tsv" else to_json(ANSWER)
    kind = ox.QueryResultsFormat.TSV if format == "tsv" else ox.QueryResultsFormat.JSON
    solutions = ox.parse_query_results(text, kind)
    assert [variable.value for variable in solutions.variables] == list(ANSWER.columns)
    assert [tuple(row) for row in solutions] == list(ANSWER.terms)


def test_json_of_ask() -> None:
    assert json.loads(to_json(YES)) == {"head": {}, "boolean": True}
    assert to_csv(YES) == "answer\r\ntrue\r\n"


def test_turtle_of_triples() -> None:
    triples = Answer(("subject", "predicate", "object"), ((BERT, BERT, ox.Literal(1)),), "triples")
    assert to_turtle(triples).splitlines()[-1] == "concept:bert concept:bert 1 ."


def test_turtle_of_rows_is_refused() -> None:
    with pytest.raises(UsageError, match="only CONSTRUCT and DESCRIBE answer in Turtle"):
        to_turtle(ANSWER)
