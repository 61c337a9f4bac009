"""RDF of others: read with care, and checked by the rules of the vocabulary."""

import gzip
from pathlib import Path

import pytest

from kg import rdf
from kg.errors import InputError, UsageError
from kg.rdf.shacl import validate

HEAD = """@prefix kg: <https://w3id.org/kg-abstracts/ns#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
@prefix schema: <https://schema.org/> .
@prefix : <https://x.example/> .
"""
# What is wrong with a file -> pieces of the message.
WRONG = {
    ':a kg:prposes :b .': ("x.example/a", "kg:prposes", "did you mean kg:proposes?"),
    ":a a kg:Methd .": ("x.example/a", "kg:Methd", "did you mean kg:Method?"),
    ':a kg:uses "BERT" .': ("x.example/a", '"BERT"', "name a node by its IRI"),
    ':a kg:paperCount "3" .': ("x.example/a", "xsd:integer", "write"),
    ':a dcterms:issued "May 2024" .': ("x.example/a", "May 2024", "xsd:gYear"),
    ':a dcterms:issued "2024-13-01"^^<http://www.w3.org/2001/XMLSchema#date> .': ("2024-13-01",),
    ':a skos:prefLabel "BERT" .': ("x.example/a", '"BERT"', "have a language"),
    ':a a kg:Task ; skos:prefLabel "a"@en , "b"@en .': ("2 preferred labels", "skos:altLabel"),
    ":a a kg:Task .": ("has no label", "skos:prefLabel"),
    "[] a kg:Task ; skos:prefLabel \"a\"@en .": ("is a blank node", "give it one"),
}  # fmt: skip
GOOD = ':a a kg:Task ; skos:prefLabel "a"@en , "ein A"@de ; skos:altLabel "b"@en . :b :c "d" .'


def problems(text: str, tmp_path: Path) -> list[str]:
    path = tmp_path / "data.ttl"
    path.write_text(HEAD + text, encoding="utf-8")
    return [str(problem) for problem in rdf.check(rdf.read_rdf(path))]


@pytest.mark.parametrize("text", WRONG)
def test_a_problem_names_the_node_the_rule_and_what_to_do(text: str, tmp_path: Path) -> None:
    [problem] = problems(text, tmp_path)
    assert all(piece in problem for piece in WRONG[text]), problem


def test_what_keeps_the_rules_has_no_problem(tmp_path: Path) -> None:
    assert problems(GOOD, tmp_path) == []


def test_the_suffix_tells_the_format(tmp_path: Path) -> None:
    (tmp_path / "data.nt.gz").write_bytes(gzip.compress(b"<x:a> <x:b> <x:c> .\n"))
    assert len(list(rdf.read_rdf(tmp_path / "data.nt.gz"))) == 1
    with pytest.raises(UsageError, match=r"data\.txt: the name does not tell the format"):
        list(rdf.read_rdf(tmp_path / "data.txt"))


def test_a_broken_file_is_named_with_the_line(tmp_path: Path) -> None:
    (tmp_path / "data.ttl").write_text("<x:a> <x:b>\n<not an iri> .")
    with pytest.raises(InputError, match=r"data\.ttl is not Turtle: at line 2"):
        list(rdf.read_rdf(tmp_path / "data.ttl"))
    with pytest.raises(InputError, match=r"cannot read .*missing"):
        list(rdf.read_rdf(tmp_path / "missing.ttl"))


def test_a_bad_language_tag_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data.ttl").write_text('<x:a> <x:b> "a"@en_US .')
    with pytest.raises(InputError, match="line 1"):
        list(rdf.read_rdf(tmp_path / "data.ttl"))


def test_deep_json_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data.jsonld").write_text("[" * 6000 + "]" * 6000)
    with pytest.raises(InputError, match="nested more than 200"):
        list(rdf.read_rdf(tmp_path / "data.jsonld"))


def test_the_shapes_name_the_node_and_the_path(tmp_path: Path) -> None:
    pytest.importorskip("pyshacl", reason="pyshacl is in the extra `test`")
    path = tmp_path / "data.ttl"
    path.write_text(HEAD + ':a a schema:ScholarlyArticle ; dcterms:title "T" .')
    [problem] = validate(rdf.read_rdf(path))
    assert (problem.node, problem.rule) == ("https://x.example/a", "dcterms:identifier")
