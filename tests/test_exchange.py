"""Commands that take a build elsewhere or check what comes from elsewhere, in this process."""

import csv
import json
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
from typer.testing import CliRunner, Result

from kg.cli import app
from kg.errors import KgError
from kg.rdf import FORMATS

BUILDS_ON = "CONSTRUCT { ?a kg:buildsOn ?b } WHERE { ?a kg:buildsOn ?b }"


def kg(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(argument) for argument in arguments])


def facts(path: Path, format: str = "turtle") -> set[ox.Quad]:
    return {ox.Quad(*quad) for quad in ox.parse(path=path, format=FORMATS[format])}


@pytest.mark.parametrize("format", FORMATS)
def test_a_part_in_every_rdf_format(sample_build: Path, tmp_path: Path, format: str) -> None:
    target = tmp_path / "part"
    done = kg(
        "export", format, "-o", target, "-g", sample_build, "--concept", "BERT", "--hops", "1"
    )
    assert done.exit_code == 0, done.exception
    assert 20 < len(facts(target, format)) < 20_000


def test_a_venue_in_network_formats(sample_build: Path, tmp_path: Path) -> None:
    whole = nx.read_graphml(sample_build / "graph.graphml", force_multigraph=True)
    kg("export", "graphml", "-o", tmp_path / "x", "-g", sample_build, "--venue", "ICML")
    part = nx.read_graphml(tmp_path / "x", force_multigraph=True)
    venues = {data["venue"] for _, data in part.nodes(data=True) if data["kind"] == "paper"}
    assert venues == {"ICML"}
    assert 0 < part.number_of_edges() < whole.number_of_edges()
    assert set(part.edges(keys=True)) <= {(s, t, k) for s, t, k in whole.edges(keys=True)} | set(
        part.edges(keys=True)
    )
    kg("export", "neo4j", "-o", tmp_path / "y.csv", "-g", sample_build, "--year", "2017")
    with (tmp_path / "y.nodes.csv").open(encoding="utf-8") as file:
        years = {row["year:long"] for row in csv.DictReader(file)}
    assert years == {"2017", ""}
    assert (tmp_path / "y.edges.csv").is_file()


def test_a_construct_in_two_kinds_of_format(sample_build: Path, tmp_path: Path) -> None:
    kg("export", "nt", "-o", tmp_path / "x.nt", "-g", sample_build, "--query", BUILDS_ON)
    triples = facts(tmp_path / "x.nt", "nt")
    assert {quad.predicate.value.rsplit("#")[-1] for quad in triples} == {"buildsOn"}
    kg("export", "cytoscape", "-o", tmp_path / "x.json", "-g", sample_build, "--query", BUILDS_ON)
    elements = json.loads((tmp_path / "x.json").read_text("utf-8"))["elements"]
    assert len(elements["edges"]) == len(triples)


@pytest.mark.parametrize("terms", ["lpwc", "cskg"])
def test_in_the_terms_of_others(sample_build: Path, tmp_path: Path, terms: str) -> None:
    done = kg("export", "turtle", "-o", tmp_path / "x.ttl", "-g", sample_build, "--as", terms)
    assert done.exit_code == 0, done.exception
    names = {quad.predicate.value for quad in facts(tmp_path / "x.ttl")}
    assert any(terms in name.replace("linkedpaperswithcode", "lpwc") for name in names)
    assert not any("kg-abstracts/ns" in name for name in names)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["export", "docx"], "unknown format 'docx': use one of turtle"),
        (["export", "nt", "--as", "orkg"], "--as knows lpwc and cskg"),
        (["export", "gexf", "--as", "lpwc"], "--as is for RDF"),
        (["export", "nt", "--query", "SELECT * { ?s ?p ?o } LIMIT 1"], "takes a CONSTRUCT"),
        (["export", "nt", "--query", BUILDS_ON, "--year", "2020"], "--query chooses a part"),
        (["export", "nt", "--concept", "BERRT"], "did you mean"),
        (["export", "nt", "--year", "1900"], "no paper of the graph"),
    ],
)
def test_a_wrong_export_says_what_to_do(
    sample_build: Path, tmp_path: Path, arguments: list[str], says: str
) -> None:
    done = kg(*arguments, "-o", tmp_path / "x", "-g", sample_build)
    assert isinstance(done.exception, KgError)
    assert says in str(done.exception)
    assert not list(tmp_path.iterdir())


def test_show_prints_the_query_with_its_parameters(sample_build: Path) -> None:
    done = kg("query", "top-tasks", "-p", "limit=3", "--show", "-g", sample_build)
    assert "SELECT" in done.stdout
    assert done.stdout.endswith("LIMIT 3\n")
    bound = kg("query", "builds-on", "-p", "method=bert", "--show", "-g", sample_build)
    assert "VALUES ?_method { <https://w3id.org/kg-abstracts/id/concept/bert> }" in bound.stdout


def test_a_build_is_valid_and_a_broken_file_is_2(sample_build: Path, tmp_path: Path) -> None:
    assert kg("validate", sample_build / "graph.trig").exit_code == 0
    broken = tmp_path / "x.ttl"
    broken.write_text("@prefix kg: <https://w3id.org/kg-abstracts/ns#> . kg:x kg:uzes kg:y .")
    done = kg("validate", broken)
    assert isinstance(done.exception, KgError)
    assert (done.exception.exit_code, str(done.exception)) == (2, "1 rules broken in 1 statements")
    assert "did you mean kg:uses?" in done.stdout


def test_vocab_prints_every_term() -> None:
    assert kg("vocab").stdout.startswith("@prefix kg: ")
    table = kg("vocab", "--format", "md").stdout
    assert "| kg:proposes | property | schema:ScholarlyArticle | skos:Concept | kg:about |" in table
    turtle, xml = (kg("vocab", "-f", format).stdout for format in ("turtle", "rdfxml"))
    assert len(list(ox.parse(turtle, ox.RdfFormat.TURTLE))) == len(
        list(ox.parse(xml, ox.RdfFormat.RDF_XML))
    )
    for part in ("shapes", "context", "mapping"):
        assert kg("vocab", part).exit_code == 0
