"""A small store, served in this process, and the sample served the same way."""

import json
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient

from kg.serve.app import Site, application
from kg.serve.settings import Limits
from kg.store import create

EX = "http://example.org/"
HOME = "http://127.0.0.1:8000"


def quads() -> Iterator[ox.Quad]:
    """Facts in the default graph, and three named graphs that say one thing each."""
    first, says = ox.NamedNode(f"{EX}first"), ox.NamedNode(f"{EX}says")
    yield ox.Quad(first, says, ox.Literal("hello", language="en"))
    yield ox.Quad(first, says, ox.Literal('<b>&"\t\n', datatype=ox.NamedNode(f"{EX}markup")))
    yield ox.Quad(first, says, ox.NamedNode(f"{EX}second"))
    for number in range(60):
        yield ox.Quad(ox.NamedNode(f"{EX}n{number}"), ox.NamedNode(f"{EX}is"), ox.Literal(number))
    for name in "123":
        graph = ox.NamedNode(f"{EX}graph{name}")
        yield ox.Quad(graph, ox.NamedNode(f"{EX}in"), ox.Literal(name), graph)
        # The graphs that the W3C's tests of the protocol expect.
        graph = ox.NamedNode(f"http://kasei.us/2009/09/sparql/data/data{name}.rdf")
        document = ox.NamedNode("http://xmlns.com/foaf/0.1/Document")
        kind = ox.NamedNode("http://www.w3.org/1999/02/22-rdf-syntax-ns#type")
        yield ox.Quad(graph, kind, document, graph)


@pytest.fixture(scope="session")
def small_build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small")
    count = create(folder / "store", quads())
    record = {"quads": count, "base": "https://w3id.org/kg-abstracts/id/"}
    (folder / "build.json").write_text(json.dumps(record))
    return folder


@pytest.fixture(scope="session")
def client(small_build: Path) -> Iterator[TestClient]:
    site = Site(small_build, limits=Limits(rows=50, workers=1))
    with TestClient(application(site), base_url=HOME) as client:
        yield client


@pytest.fixture(scope="session")
def sample(sample_build: Path) -> Iterator[TestClient]:
    site = Site(sample_build, limits=Limits(workers=1))
    with TestClient(application(site), base_url=HOME, follow_redirects=False) as client:
        yield client
