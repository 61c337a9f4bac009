"""SPARQL 1.1 Protocol, its query half, over HTTP: how to ask, what comes back, what is refused."""

import csv
import io
import json
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import rdflib
from rdflib.collection import Collection
from starlette.testclient import TestClient

from kg.serve.negotiate import choose

EX = "http://example.org/"
ROWS = "SELECT ?o { <http://example.org/first> <http://example.org/says> ?o } ORDER BY STR(?o)"
GRAPH = "CONSTRUCT { ?s <http://example.org/said> ?o } WHERE { ?s <http://example.org/says> ?o }"
ASK_GRAPH = "ASK { ?g <http://example.org/in> ?name }"
MANIFEST = "sparql/sparql11/protocol/manifest.ttl"


def ask(client: TestClient, query: str, accept: str = "*/*", **more: Any) -> Any:
    return client.get("/sparql", params={"query": query, **more}, headers={"accept": accept})


def truth(response: Any) -> bool:
    assert response.status_code == 200, response.text
    return bool(response.json()["boolean"])


def test_a_query_is_asked_in_three_ways(client: TestClient) -> None:
    plain = {"content-type": "application/sparql-query"}
    answers = [
        client.get("/sparql", params={"query": ROWS}),
        client.post("/sparql", data={"query": ROWS}),
        client.post("/sparql", content=ROWS, headers=plain),
        client.post("/sparql/", content=ROWS, headers=plain),
    ]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    assert answers[0].headers["content-type"] == "application/sparql-results+json"
    values = [row["o"]["value"] for row in answers[0].json()["results"]["bindings"]]
    assert values == ['<b>&"\t\n', "hello", f"{EX}second"]


def test_head_has_no_body(client: TestClient) -> None:
    answer = client.head("/sparql", params={"query": "ASK {}"})
    assert (answer.status_code, answer.text) == (200, "")


@pytest.mark.parametrize(
    ("accept", "media"),
    [
        ("*/*", "application/sparql-results+json"),
        ("", "application/sparql-results+json"),
        ("application/json", "application/json"),
        ("application/sparql-results+xml", "application/sparql-results+xml"),
        ("application/xml;q=0.9, image/png", "application/xml"),
        ("text/csv", "text/csv; charset=utf-8"),
        ("text/tab-separated-values", "text/tab-separated-values; charset=utf-8"),
        ("text/*", "text/xml; charset=utf-8"),
        ("text/csv;q=0.3, text/tab-separated-values;q=0.8", "text/tab-separated-values; charset=utf-8"),
    ],
)  # fmt: skip
def test_rows_come_as_the_client_likes(client: TestClient, accept: str, media: str) -> None:
    answer = ask(client, ROWS, accept)
    assert answer.status_code == 200
    assert answer.headers["content-type"] == media
    assert answer.headers["vary"] == "Accept"


def test_rows_survive_every_format(client: TestClient) -> None:
    expected = ['<b>&"\t\n', "hello", f"{EX}second"]
    document = ET.fromstring(ask(client, ROWS, "application/sparql-results+xml").text)
    space = "{http://www.w3.org/2005/sparql-results#}"
    found = list(document.iter(f"{space}binding"))
    assert [binding[0].text for binding in found] == expected
    assert [binding[0].tag for binding in found] == [
        f"{space}literal",
        f"{space}literal",
        f"{space}uri",
    ]
    assert found[0][0].get("datatype") == f"{EX}markup"
    assert found[1][0].get("{http://www.w3.org/XML/1998/namespace}lang") == "en"
    table = list(csv.reader(io.StringIO(ask(client, ROWS, "text/csv").text, newline="")))
    assert [row[0] for row in table] == ["o", *expected]
    lines = ask(client, ROWS, "text/tab-separated-values").text.splitlines()
    assert lines == ["?o", f'"<b>&\\"\\t\\n"^^<{EX}markup>', '"hello"@en', f"<{EX}second>"]


@pytest.mark.parametrize(
    ("accept", "media", "format"),
    [
        ("*/*", "text/turtle; charset=utf-8", "turtle"),
        ("application/n-triples", "application/n-triples", "nt"),
        ("text/plain", "text/plain; charset=utf-8", "nt"),
        ("application/rdf+xml", "application/rdf+xml", "xml"),
        ("application/xml", "application/xml", "xml"),
        ("application/ld+json", "application/ld+json", "json-ld"),
    ],
)
@pytest.mark.parametrize("query", [GRAPH, f"DESCRIBE <{EX}first>"])
def test_graphs_come_as_the_client_likes(
    client: TestClient, query: str, accept: str, media: str, format: str
) -> None:
    answer = ask(client, query, accept)
    assert answer.headers["content-type"] == media
    graph = rdflib.Graph().parse(data=answer.text, format=format)
    assert rdflib.Literal("hello", lang="en") in set(graph.objects())
    assert len(graph) == 3


@pytest.mark.parametrize("accept", ["*/*", "application/sparql-results+json", "application/json"])
def test_a_truth_as_json(client: TestClient, accept: str) -> None:
    assert ask(client, "ASK {}", accept).json() == {"head": {}, "boolean": True}


def test_a_truth_as_xml(client: TestClient) -> None:
    text = ask(client, "ASK { FILTER(false) }", "application/sparql-results+xml").text
    assert ET.fromstring(text)[1].text == "false"


@pytest.mark.parametrize(
    ("query", "accept"),
    [(ROWS, "image/png"), ("ASK {}", "text/csv"), (ROWS, "text/turtle"), (GRAPH, "text/csv")],
)
def test_what_nobody_can_write_is_406(client: TestClient, query: str, accept: str) -> None:
    answer = ask(client, query, accept)
    assert answer.status_code == 406
    assert answer.text.startswith("this answer comes as ")


def test_a_format_may_be_named(client: TestClient) -> None:
    assert (
        ask(client, ROWS, "image/png", format="csv").headers["content-type"].startswith("text/csv")
    )
    assert ask(client, GRAPH, "*/*", format="ntriples").text.count(" .\n") == 3
    assert ask(client, ROWS, "*/*", format="turtle").status_code == 400


def test_the_graphs_to_ask_may_be_named(client: TestClient) -> None:
    assert not truth(ask(client, ASK_GRAPH))
    one, two = f"{EX}graph1", f"{EX}graph2"
    assert truth(ask(client, ASK_GRAPH, **{"default-graph-uri": one}))
    names = "SELECT ?name { ?g <http://example.org/in> ?name } ORDER BY ?name"
    both = ask(client, names, "text/csv", **{"default-graph-uri": [one, two]})
    assert both.text == "name\r\n1\r\n2\r\n"
    named = "SELECT ?g { GRAPH ?g { ?s ?p ?o } } ORDER BY ?g"
    only = ask(client, named, "text/csv", **{"named-graph-uri": [two]})
    assert only.text == f"g\r\n{two}\r\n"
    # With named graphs alone, the default graph is empty.
    assert not truth(ask(client, "ASK { ?s ?p ?o }", **{"named-graph-uri": two}))
    posted = client.post("/sparql", params={"default-graph-uri": one}, data={"query": ASK_GRAPH})
    assert truth(posted)


def test_the_graphs_of_the_request_outweigh_those_of_the_query(client: TestClient) -> None:
    query = f"SELECT ?name FROM <{EX}graph3> {{ ?g <http://example.org/in> ?name }}"
    assert ask(client, query, "text/csv").text == "name\r\n3\r\n"
    other = ask(client, query, "text/csv", **{"default-graph-uri": f"{EX}graph1"})
    assert other.text == "name\r\n1\r\n"


@pytest.mark.parametrize("graph", ["no iri", "relative", "http://[", ""])
def test_a_graph_must_be_an_iri(client: TestClient, graph: str) -> None:
    assert ask(client, "ASK {}", **{"default-graph-uri": graph}).status_code == 400


def test_relative_iris_are_resolved_against_the_endpoint(client: TestClient) -> None:
    answer = ask(client, "SELECT (STR(<here>) AS ?iri) {}", "text/csv")
    assert answer.text == "iri\r\nhttp://127.0.0.1:8000/here\r\n"


def test_an_answer_says_when_it_is_cut(client: TestClient) -> None:
    query = "SELECT ?s { ?s <http://example.org/is> ?o }"
    cut = ask(client, query)
    assert len(cut.json()["results"]["bindings"]) == 50
    assert cut.headers["x-truncated"] == "true"
    assert cut.headers["x-row-limit"] == "50"
    assert "x-truncated" not in ask(client, f"{query} LIMIT 50").headers


def test_the_service_describes_itself(client: TestClient) -> None:
    for accept, format in [("*/*", "turtle"), ("application/rdf+xml", "xml")]:
        answer = client.get("/sparql", headers={"accept": accept})
        graph = rdflib.Graph().parse(data=answer.text, format=format)
        service = rdflib.URIRef("http://127.0.0.1:8000/sparql")
        sd = rdflib.Namespace("http://www.w3.org/ns/sparql-service-description#")
        assert graph.value(service, sd.endpoint) == service
        assert graph.value(service, rdflib.RDF.type) == sd.Service
        assert graph.value(service, sd.supportedLanguage) == sd.SPARQL11Query
        assert len(list(graph.objects(service, sd.resultFormat))) == 8
        assert sd.BasicFederatedQuery not in set(graph.objects(service, sd.feature))


def post(kind: str | None, content: bytes | str) -> Callable[[TestClient], Any]:
    headers = {"content-type": kind} if kind else {}
    return lambda client: client.post("/sparql", content=content, headers=headers)


def get(query: str) -> Callable[[TestClient], Any]:
    return lambda client: client.get(f"/sparql?{query}")


FORM, QUERY = "application/x-www-form-urlencoded", "application/sparql-query"


@pytest.mark.parametrize(
    ("send", "status"),
    [
        (lambda client: client.put("/sparql?query=ASK%20%7B%7D"), 405),
        (lambda client: client.delete("/sparql"), 405),
        (get("query=ASK%7B%7D&query=ASK%7B%7D"), 400),
        (get("query=ASK%20%7B"), 400),
        (get("query="), 400),
        (get("query=ASK%7B%7D%FF"), 400),
        (get("query=ASK%7B%7D&timeout=soon"), 400),
        (get("query=ASK%7B%7D&timeout=-1"), 400),
        (get("query=ASK%7B%7D&timeout=nan"), 400),
        (get("&".join(f"a={n}" for n in range(2000))), 400),
        (post("text/plain", "ASK {}"), 415),
        (post(None, "ASK {}"), 415),
        (post(None, "query=ASK%20%7B%7D"), 415),
        (post(f"{QUERY}; charset=UTF-16", "ASK {}".encode("utf-16")), 415),
        (post(f"{FORM}; charset=latin-1", "query=ASK%7B%7D"), 415),
        (post(QUERY, b"ASK { ?s ?p '\xff' }"), 400),
        (post(FORM, b"query=ASK%7B%7D\xff"), 400),
        (post(FORM, ""), 400),
        (post(QUERY, f"ASK {{ ?s ?p '{'x' * 65_536}' }}"), 413),
        (post(FORM, f"query={'x' * 300_000}"), 413),
        (get("update=CLEAR%20ALL"), 403),
        (post(FORM, "update=CLEAR+ALL"), 403),
        (post(FORM, "update=CLEAR+ALL&query=ASK%7B%7D"), 403),
        (post(FORM, "query=CLEAR+ALL"), 400),
        (get("query=INSERT%20DATA%20%7B%3Ca%3A%3E%3Ca%3A%3E%3Ca%3A%3E%7D"), 400),
        (post("application/sparql-update", "CLEAR ALL"), 403),
        (post("application/sparql-update; charset=UTF-16", "CLEAR ALL"), 403),
        (post("text/plain", "CLEAR ALL"), 415),
    ],
)
def test_what_is_wrong_is_refused(client: TestClient, send: Any, status: int) -> None:
    answer = send(client)
    assert answer.status_code == status
    assert answer.headers["content-type"] == "text/plain; charset=utf-8"
    assert len(answer.text) <= 201 and answer.text.count("\n") <= 1


def test_charsets_that_are_utf_8_are_let_through(client: TestClient) -> None:
    for charset in ("utf-8", '"UTF-8"', "us-ascii"):
        assert truth(post(f"{QUERY}; charset={charset}", "ASK {}")(client))


@pytest.mark.parametrize(
    ("accept", "chosen"),
    [
        ("", "a/b"),
        ("*/*", "a/b"),
        ("c/*", "c/d"),
        ("*/*;q=0.5, c/d", "c/d"),
        ("a/b;q=0, */*", "c/d"),
        ("A/B;Q=0.5,C/D;q=0.4", "a/b"),
        ("c/d;level=1;q=0.9, a/b;q=0.8", "c/d"),
        ("x/y", None),
        ("a/b;q=0", None),
        ("nonsense", None),
        (",,;;q=2,", None),
    ],
)
def test_the_accept_header(accept: str, chosen: str | None) -> None:
    assert choose(accept, ["a/b", "c/d"]) == chosen


HT = rdflib.Namespace("http://www.w3.org/2011/http#")
MF = rdflib.Namespace("http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#")
CNT = rdflib.Namespace("http://www.w3.org/2011/content#")
TABULAR = (
    "application/sparql-results+json",
    "application/sparql-results+xml",
    "text/csv",
    "text/tab-separated-values",
)
KINDS = {
    "boolean": TABULAR[:2],
    "tabular": TABULAR,
    "RDF": ("text/turtle", "application/rdf+xml", "application/n-triples"),
}


@pytest.fixture(scope="module")
def manifest() -> rdflib.Graph:
    """The W3C's tests of the protocol, read where they lie."""
    import tarfile

    archive = Path(__file__).resolve().parents[3] / "shared" / "w3c" / "rdf-tests.tar.gz"
    if not archive.is_file():
        pytest.skip("the W3C's tests are not here")
    with tarfile.open(archive) as members:
        file = members.extractfile(MANIFEST)
        assert file
        return rdflib.Graph().parse(file, format="turtle")


def requests(manifest: rdflib.Graph, test: Any) -> list[Any]:
    action = manifest.value(test, MF.action)
    return list(Collection(manifest, manifest.value(action, HT.requests)))  # type: ignore[arg-type]


def send(client: TestClient, manifest: rdflib.Graph, request: Any) -> Any:
    headers = {
        str(manifest.value(header, HT.fieldName)): str(manifest.value(header, HT.fieldValue))
        for each in manifest.objects(request, HT.headers)
        for header in Collection(manifest, each)  # type: ignore[arg-type]
    }
    body = manifest.value(request, HT.body)
    content = str(manifest.value(body, CNT.chars)) if body else ""
    encoded = content.encode("utf-16" if "UTF-16" in str(headers) else "utf-8")
    method = str(manifest.value(request, HT.methodName))
    path = str(manifest.value(request, HT.absolutePath))
    return client.request(method, path, content=encoded, headers=headers)


def test_the_w3c_s_tests_of_the_protocol(client: TestClient, manifest: rdflib.Graph) -> None:
    """The query tests as they stand; every update of the update tests is refused instead."""
    queries = updates = 0
    for test in manifest.subjects(rdflib.RDF.type, MF.ProtocolTest):
        name = str(test).rpartition("#")[2]
        if "update" in name:
            updates += 1
            first = send(client, manifest, requests(manifest, test)[0])
            assert 400 <= first.status_code < 500, name
            continue
        queries += 1
        for request in requests(manifest, test):
            answer, expected = send(client, manifest, request), manifest.value(request, HT.resp)
            statuses = [str(s)[-3:] for s in manifest.objects(expected, MF.expectedStatus)]
            assert f"{answer.status_code // 100}xx" in statuses, (name, answer.text)
            kind = manifest.value(expected, MF.expectedFormat)
            if kind is not None:
                assert answer.headers["content-type"].partition(";")[0] in KINDS[str(kind)], name
            truth = manifest.value(expected, MF.expectedBoolean)
            if truth is not None:
                assert json.loads(answer.text)["boolean"] == truth.toPython(), name  # type: ignore[attr-defined]
    assert (queries, updates) == (20, 14)
