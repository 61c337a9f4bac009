"""What a browser gets: pages that escape what they show, and lead from results to concepts."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pyoxigraph as ox
import pytest
from starlette.testclient import TestClient

from kg import vocab
from kg.serve.app import Site, application
from kg.serve.editor import editor_folder
from kg.serve.settings import Limits
from kg.store import create, load_queries

BROWSER = {"accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}
ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True, scope="module")
def no_editor(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The plain form, whatever is installed here."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data")))
        yield


@pytest.fixture(scope="module")
def sample(sample_build: Path, no_editor: None) -> Any:
    site = Site(sample_build, limits=Limits(workers=1))
    with TestClient(
        application(site), base_url="http://127.0.0.1:8000", follow_redirects=False, headers=BROWSER
    ) as client:
        yield client


def test_the_form_asks_and_shows_a_table(sample: TestClient) -> None:
    page = sample.get("/")
    assert page.status_code == 200
    assert re.search(r"\d+ concepts out of 48 papers", page.text)
    assert 'role="alert"' not in page.text and "<table>" not in page.text
    query = "SELECT ?iri ?label { ?iri skos:prefLabel ?label . FILTER(STR(?label) = 'Adam') }"
    page = sample.get("/", params={"query": query})
    assert '<a href="/concept/adam">Adam</a>' in page.text
    assert "1 row" in page.text
    assert "format=csv" in page.text


def test_an_error_is_shown_with_the_query(sample: TestClient) -> None:
    page = sample.get("/", params={"query": "SELECT <script>alert(1)</script>"})
    assert 'role="alert"' in page.text
    assert "SELECT &lt;script&gt;alert(1)&lt;/script&gt;" in page.text
    assert "<script" not in page.text


def test_a_truth_and_a_graph_are_shown(sample: TestClient) -> None:
    assert '<p class="truth">yes</p>' in sample.get("/", params={"query": "ASK {}"}).text
    query = "CONSTRUCT { ?s kg:x 1 } { ?s skos:prefLabel 'Adam'@en }"
    page = sample.get("/", params={"query": query}).text
    assert '<a href="/concept/adam">concept:adam</a>' in page
    assert "format=turtle" in page


def test_every_question_is_a_page_with_its_parameters(sample: TestClient) -> None:
    menu = sample.get("/").text
    for name, question in load_queries().items():
        assert f'href="/questions/{name}"' in menu
        page = sample.get(f"/questions/{name}").text
        assert question.summary in page
        for parameter in question.parameters:
            assert f'name="{parameter.name}"' in page
        needs = any(not parameter.optional for parameter in question.parameters)
        assert ("For example: " in page) == needs
        assert ('id="results"' in page) != needs


def test_a_question_is_answered_with_links_to_concepts(sample: TestClient) -> None:
    address = "/questions/methods-for-task?task=OBJECT-detection&limit="
    page = sample.get(address).text
    assert '<a href="/concept/r-cnn">R-CNN</a>' in page
    assert '<th scope="col">iri</th>' not in page
    found = re.search(r'<a href="(/\?query=[^"]+)">open in the editor', page)
    assert found and "%23%2B" not in found[1]
    assert "R-CNN" in sample.get(found[1].replace("&amp;", "&")).text


def test_a_question_is_answered_as_a_file(sample: TestClient) -> None:
    named = sample.get("/questions/top-datasets?limit=1&format=csv")
    assert named.headers["content-type"] == "text/csv; charset=utf-8"
    assert named.text.splitlines()[0] == "dataset,papers,iri"
    asked = sample.get("/questions/top-datasets?limit=1", headers={"accept": "application/json"})
    assert len(asked.json()["results"]["bindings"]) == 1


@pytest.mark.parametrize(
    ("address", "status", "message"),
    [
        ("/questions/nothing", 404, "no query is named"),
        ("/questions/trend?concept=no+such+thing", 200, "no concept is named"),
        ("/questions/trend?nothing=1", 200, "has no parameter"),
        ("/questions/top-tasks?limit=-1", 200, "limit must be 0 or more"),
        ("/concept/no-such-thing", 404, "no concept is named"),
        ("/paper/no-such-thing", 404, "no paper is named"),
        ("/nothing", 404, "Not Found"),
    ],
)
def test_what_is_not_there_is_said(
    sample: TestClient, address: str, status: int, message: str
) -> None:
    page = sample.get(address)
    assert page.status_code == status
    assert message in page.text
    assert "<!DOCTYPE html>" in page.text


def test_a_concept_has_a_page(sample: TestClient) -> None:
    page = sample.get("/concept/transformer").text
    assert "<h1>Transformer</h1>" in page
    assert re.search(r"also [^<]*\bTransformers\b", page)
    assert re.search(r"method in \d+ papers", page)
    assert '<a href="/concept/machine-translation">machine translation</a>' in page
    assert '<a href="/paper/arxiv:1706.03762">Attention Is All You Need</a>' in page
    assert "We propose the <mark>Transformer</mark>" in page
    assert 'href="/graph#concept=transformer"' in page


def test_a_concept_is_found_by_its_names(sample: TestClient) -> None:
    answer = sample.get("/concept/Batch Normalization")
    assert (answer.status_code, answer.headers["location"]) == (303, "/concept/batch-normalization")


def test_a_name_of_several_concepts_leads_to_a_choice(hostile: TestClient) -> None:
    page = hostile.get("/concept/Twin").text
    assert "Several concepts have this name" in page
    assert '<a href="/concept/x">' in page and '<a href="/concept/y">second</a>' in page


def test_a_paper_has_a_page(sample: TestClient) -> None:
    page = sample.get("/paper/arxiv:1706.03762").text
    assert "<h1>Attention Is All You Need</h1>" in page
    assert "Ashish Vaswani, Noam Shazeer" in page
    assert 'href="https://github.com/tensorflow/tensor2tensor"' in page
    assert '<a href="/concept/bleu">BLEU</a>' in page
    assert "<mark>Transformer</mark>" in page


def test_the_picture_is_served_under_its_own_policy(sample: TestClient) -> None:
    page = sample.get("/graph")
    assert "vis-network" in page.text or len(page.text) > 500_000
    assert page.headers["content-security-policy"] == "frame-ancestors 'none'"


def test_a_served_picture_is_the_file_and_may_ask_this_server(
    sample: TestClient, sample_build: Path
) -> None:
    file = (sample_build / "graph.html").read_text(encoding="utf-8")
    served = sample.get("/graph").text
    assert "connect-src" not in file.partition("<style>")[0]
    assert served.replace(" connect-src &#39;self&#39;;", "", 1) == file
    assert served.partition("<style>")[0].count("connect-src &#39;self&#39;") == 1
    assert sample.get("/view").status_code == 404
    site = Site(sample_build, limits=Limits(workers=1), view=sample_build / "graph.html")
    with TestClient(application(site), base_url="http://127.0.0.1:8000") as viewing:
        assert viewing.get("/view").text == served


def test_a_page_runs_nothing_but_files_of_ours(sample: TestClient) -> None:
    for address in ("/", "/questions", "/concept/transformer", "/paper/arxiv:1706.03762"):
        page = sample.get(address)
        policy = page.headers["content-security-policy"]
        assert "default-src 'none'" in policy and "unsafe" not in policy
        assert page.headers["x-content-type-options"] == "nosniff"
        assert not re.search(r"<style|<script(?! src=\"/static/)|\son\w+=|style=", page.text)
        links = re.findall(r'(?:src|href)="(?!/|#|https://arxiv|https://github)([^"]*)"', page.text)
        assert links == []


def test_a_browser_at_the_endpoint_is_led_to_the_form(sample: TestClient) -> None:
    assert sample.get("/sparql").headers["location"] == "/"
    answer = sample.get("/sparql", params={"query": "ASK {}"})
    assert answer.headers["location"] == "/?query=ASK+%7B%7D"


@pytest.mark.parametrize(
    "name",
    [
        *("..%2fapp.py", "%2e%2e/app.py", "..%2f..%2f..%2fetc%2fpasswd", "%2fetc%2fpasswd"),
        *("serve.css%00", "C:%5cx", "CON", "x" * 300, "templates", ".", "%2e%2e", "yasgui.min.js"),
    ],
)
def test_only_known_files_are_served(sample: TestClient, name: str) -> None:
    assert sample.get(f"/static/{name}").status_code == 404
    assert sample.get("/static/serve.css").status_code == 200


@pytest.mark.parametrize(
    "name", ["../../README", "%2e%2e%2fREADME", "/etc/passwd", "a\x00b", "x" * 300]
)
def test_a_question_is_no_path(sample: TestClient, name: str) -> None:
    assert sample.get(f"/questions/{quote(name, safe='')}").status_code == 404


def test_the_palette_is_that_of_the_picture() -> None:
    def colours(path: str) -> list[dict[str, str]]:
        text = (ROOT / "kg" / path).read_text(encoding="utf-8")
        return [dict(re.findall(r"--(\w+): ([^;]+);", b)) for b in re.findall(r":root \{(.*?)\}", text, re.DOTALL)]  # fmt: skip

    ours, theirs = colours("serve/static/serve.css"), colours("publish/page.css")
    assert len(ours) == len(theirs) == 2
    assert all(mine.items() <= others.items() for mine, others in zip(ours, theirs, strict=True))


PAYLOAD = "<img src=x onerror=alert(1)>\"'&lt;{{7*7}}</textarea><script>alert(1)</script>"


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory, no_editor: None) -> Any:
    """A store whose every text is a payload."""
    folder = tmp_path_factory.mktemp("hostile")
    node = ox.NamedNode
    concept = node(f"{vocab.BASE}concept/x")
    second = node(f"{vocab.BASE}concept/y")
    paper = node(f"{vocab.BASE}paper/hash-1")
    kind = node(f"{vocab.PREFIXES['rdf']}type")
    said = node(f"{vocab.BASE}evidence/e")
    text = ox.Literal(PAYLOAD)

    def term(name: str) -> ox.NamedNode:
        prefix, _, local = name.partition(":")
        return node(vocab.PREFIXES[prefix] + local)

    facts = [
        (concept, kind, term("skos:Concept")),
        (concept, term("skos:prefLabel"), text),
        (concept, term("skos:altLabel"), ox.Literal(f"{PAYLOAD} too")),
        (concept, term("kg:paperCount"), ox.Literal(1)),
        (concept, term("kg:asMethod"), ox.Literal(1)),
        (concept, term("kg:buildsOn"), concept),
        (concept, term("kg:labelKey"), ox.Literal("twin")),
        (concept, term("kg:labelKey"), ox.Literal(vocab.label_key(PAYLOAD))),
        (second, kind, term("skos:Concept")),
        (second, term("skos:prefLabel"), ox.Literal("second")),
        (second, term("kg:labelKey"), ox.Literal("twin")),
        (second, term("kg:paperCount"), ox.Literal(1)),
        (paper, kind, term("schema:ScholarlyArticle")),
        *((paper, term(p), text) for p in ("dcterms:title", "kg:authors", "dcterms:abstract")),
        (paper, term("dcterms:identifier"), text),
        (paper, term("schema:url"), node("javascript:alert(1)")),
        (paper, term("kg:hasCode"), node("javascript:alert(2)")),
        (paper, term("kg:uses"), concept),
    ]
    evidence = [
        (said, node(f"{vocab.PREFIXES['rdf']}subject"), paper),
        (said, node(f"{vocab.PREFIXES['rdf']}predicate"), term("kg:uses")),
        (said, node(f"{vocab.PREFIXES['rdf']}object"), concept),
        (said, term("kg:score"), ox.Literal(1)),
        (said, term("oa:hasTarget"), said),
        (said, term("oa:hasSource"), paper),
        (said, term("oa:hasSelector"), said),
        (said, term("oa:exact"), text),
        (said, term("oa:start"), ox.Literal(0)),
        (said, term("kg:mention"), said),
        (said, term("oa:end"), ox.Literal(9)),
    ]
    quads = [ox.Quad(*fact) for fact in facts] + [ox.Quad(*fact, said) for fact in evidence]
    (folder / "build.json").write_text(f'{{"quads": {create(folder / "store", quads)}}}')
    site = Site(folder, limits=Limits(workers=1))
    with TestClient(application(site), base_url="http://127.0.0.1:8000", headers=BROWSER) as client:
        yield client


@pytest.mark.parametrize(
    "address",
    [
        "/concept/x",
        "/paper/hash-1",
        f"/concept/{quote(PAYLOAD, safe='')}",
        f"/paper/{quote(PAYLOAD, safe='')}x",
        f"/questions/search?text={quote('<img')}",
        f"/questions/search?text={quote(PAYLOAD)}",
        f"/questions/trend?concept={quote(PAYLOAD)}x",
        f"/questions/{quote(PAYLOAD, safe='')}",
        f"/?query={quote('SELECT * { ?s ?p ?o }')}",
        f"/?query={quote(PAYLOAD)}",
        f"/{quote(PAYLOAD, safe='')}",
    ],
)
def test_whatever_a_text_holds_it_stays_text(hostile: TestClient, address: str) -> None:
    page = hostile.get(address)
    assert page.headers["content-type"] == "text/html; charset=utf-8"
    assert not re.search(r"<(img|script)|</textarea><|href=\"(?!/|https?://)|{{|49", page.text.replace("{{7*7}}", ""))  # fmt: skip
    if page.status_code == 200 and "query=%3C" not in address and address[-1:] != "x":
        assert "&lt;img src=x onerror=alert(1)&gt;" in page.text


def test_injected_values_are_values(sample: TestClient) -> None:
    for name in ('" } UNION { ?s ?p ?o } #', "<x> } #", "'''", "\\", "\n", "?_text", "\ud7ff"):
        answer = sample.get("/questions/search", params={"text": name, "format": "csv"})
        assert answer.text == "concept,papers,iri\r\n", name


def test_neighbours_are_nodes_and_edges(sample: TestClient) -> None:
    answer = sample.get("/neighbours", params={"iri": f"{vocab.BASE}concept/transformer"}).json()
    told = {"aliases", "roles", "sentences"}
    assert set(answer) == {"iri", "nodes", "edges", "truncated"} | told
    assert "Transformers" in answer["aliases"]
    assert {role["role"] for role in answer["roles"]} >= {"proposes", "uses"}
    marked = {
        text for found in answer["sentences"] for text, is_named in found["parts"] if is_named
    }
    assert "Transformer" in marked
    first = answer["nodes"][0]
    assert set(first) == {"iri", "label", "type", "types", "papers"}
    assert (first["iri"], first["type"]) == (f"{vocab.BASE}concept/transformer", "method")
    names = {node["iri"] for node in answer["nodes"]}
    assert len(names) == len(answer["nodes"]) > 5
    for edge in answer["edges"]:
        assert set(edge) == {"source", "predicate", "target", "support", "score"}
        assert {edge["source"], edge["target"]} <= names
        assert 0 < edge["score"] <= 1 <= edge["support"]
    few = sample.get("/neighbours", params={"iri": "transformer", "limit": 2}).json()
    assert (len(few["nodes"]), few["truncated"]) == (3, True)
    none = sample.get("/neighbours", params={"iri": "transformer", "limit": 0}).json()
    assert (len(none["nodes"]), none["edges"]) == (1, [])
    assert none["sentences"] == answer["sentences"]
    assert sample.get("/neighbours?iri=no+such+thing").status_code == 404
    assert sample.get("/neighbours").status_code == 400
    assert sample.get("/neighbours?iri=transformer&limit=x").status_code == 400


def test_the_editor_is_kept_with_the_user_s_data(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/data")
    assert editor_folder() == Path("/data/kg/yasgui-4.6.2")
