"""The page as a server answers it: what is not in it is loaded by a click."""

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest
from selenium.webdriver.common.by import By

from kg import rdf, vocab
from kg.opened import open_build
from kg.publish import write_page
from kg.records import Concept, Evidence, Paper, Statement
from kg.serve.app import Site
from kg.serve.server import http_server, listen
from kg.serve.settings import Limits
from kg.store import create

pytestmark = pytest.mark.browser

HOSTILE = "<img src=x onerror=alert(1)>"
LINKS = [("BERT", "evaluatedOn", "GLUE"), ("BERT", "buildsOn", HOSTILE), ("RoBERTa", "buildsOn", "BERT"),
         ("RoBERTa", "usedFor", "parsing")]  # fmt: skip
TYPES = {"BERT": "method", "GLUE": "dataset", HOSTILE: "method", "RoBERTa": "method", "parsing": "task"}  # fmt: skip


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Five concepts, and a page of one of them."""
    folder = tmp_path_factory.mktemp("served")
    paper = Paper("arxiv:1", "On BERT", "All of it.", 2020)
    said = Evidence(vocab.paper_iri(paper), 0, 7, "On BERT", ((3, 7),), 0.9, "roles/1")
    iri = {name: vocab.mint("concept", name) for name in TYPES}
    statements = [Statement(iri[a], vocab.KG + how, iri[b], (said,)) for a, how, b in LINKS]
    statements += [
        Statement(vocab.paper_iri(paper), f"{vocab.KG}uses", each, (said,)) for each in iri.values()
    ]
    worse = ("a <b>worse</b> name",)
    concepts = [
        Concept(iri[name], name, worse if name == HOSTILE else (), ((kind, 1),))
        for name, kind in TYPES.items()
    ]
    quads = [*rdf.facts([paper], concepts, statements), *rdf.evidence(statements)]
    mark = {"quads": create(folder / "store", quads), "base": vocab.BASE}
    (folder / "build.json").write_text(json.dumps(mark), encoding="utf-8")
    part = open_build(folder).graph([iri["BERT"]])
    write_page(part, folder / "graph.html", title="Only BERT")
    return folder


@pytest.fixture
def address(browser, build: Path) -> Iterator[str]:
    """The server's address, while the browser may reach it."""
    listening = listen("127.0.0.1", 0)
    server = http_server(Site(build, limits=Limits(workers=1)), listening, "127.0.0.1")
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    network = {"latency": 0, "downloadThroughput": -1, "uploadThroughput": -1}
    browser.send("Network.emulateNetworkConditions", offline=False, **network)
    try:
        while not server.started:
            time.sleep(0.02)
        yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    finally:
        browser.send("Network.emulateNetworkConditions", offline=True, **network)
        server.should_exit = True
        thread.join()


def visit(browser, address: str) -> None:
    """Open the page that is served, with no word of what came before."""
    browser.driver.get("about:blank")
    browser.requests()
    browser.complaints()
    browser.driver.get(f"{address}/graph")
    browser.wait("return typeof picture !== 'undefined' && document.readyState === 'complete'")


def place(browser, name: str) -> tuple[float, float]:
    return browser.run(
        """
        const node = data.nodes.find((node) => node.name === arguments[0]);
        const {x, y} = picture.network.canvasToDOM(picture.network.getPosition(node.id));
        const box = document.querySelector('#network').getBoundingClientRect();
        return [x + box.left, y + box.top];
        """,
        name,
    )


def test_clicks_load_what_surrounds_a_concept(browser, address: str) -> None:
    seen = "return [...picture.seen].map((id) => data.nodes[id].name).sort()"
    title = "return document.querySelector('#panel h2').textContent"
    visit(browser, address)
    assert browser.run(seen) == ["BERT"]

    browser.click(*place(browser, "BERT"))
    browser.wait(f"{title.replace('return ', 'return (')}) === 'BERT'")
    browser.driver.find_element(By.CSS_SELECTOR, "#panel .buttons button").click()
    browser.wait("return picture.seen.size === 4")
    assert browser.run(seen) == [HOSTILE, "BERT", "GLUE", "RoBERTa"]
    text = browser.run("return document.getElementById('panel').innerText")
    assert "Loaded 3 concepts and 3 links." in text
    assert HOSTILE in text
    assert browser.run("return document.querySelector('img')") is None
    assert browser.run("return byId('status').textContent") == "showing 4 of 4 concepts"
    places = [tuple(place(browser, name)) for name in ("BERT", HOSTILE, "GLUE", "RoBERTa")]
    assert len(set(places)) == 4

    browser.double_click(*place(browser, "RoBERTa"))
    browser.wait("return [...picture.seen].some((id) => data.nodes[id].name === 'parsing')")
    assert browser.run(seen) == ["BERT", "RoBERTa", "parsing"]
    browser.driver.find_element(By.ID, "search").send_keys("pars\n")
    browser.wait(f"{title.replace('return ', 'return (')}) === 'parsing'")
    browser.wait("return document.getElementById('panel').innerText.includes('On BERT')")
    assert browser.complaints() == []
    asked = [url.removeprefix(address) for url in browser.requests()]
    limits = [parse_qs(urlsplit(url).query).get("limit", ["page"])[0] for url in asked]
    assert limits == ["page", "50", "0", "50", "0"]


def test_what_was_loaded_shows_its_papers_and_the_sentences_that_say_so(
    browser, address: str
) -> None:
    visit(browser, address)
    browser.click(*place(browser, "BERT"))
    browser.wait("return document.querySelector('#panel h2').textContent === 'BERT'")
    browser.driver.find_element(By.CSS_SELECTOR, "#panel .buttons button").click()
    browser.wait("return picture.seen.size === 4")
    said = browser.run(
        """
        return [...document.querySelectorAll('#panel details blockquote')].map((quote) =>
          [quote.firstChild.textContent + quote.children[0].textContent, quote.querySelector('mark').textContent]);
        """
    )
    assert said == [["On BERT", "BERT"]] * 4  # of three links, and of the paper

    browser.click(*place(browser, HOSTILE))
    browser.wait("return document.querySelector('#panel h2').textContent.startsWith('<img')")
    browser.wait("return document.getElementById('panel').innerText.includes('On BERT')")
    text = browser.run("return document.getElementById('panel').innerText")
    assert "also a <b>worse</b> name" in text
    assert browser.run("return data.nodes.find(({ loaded }) => loaded).roles[0].papers") == 1
    assert browser.run("return document.querySelector('#panel b, img')") is None
    assert browser.complaints() == []


def test_the_same_page_as_a_file_asks_for_nothing(browser, build: Path) -> None:
    browser.open(build / "graph.html")
    browser.double_click(*place(browser, "BERT"))
    browser.wait("return location.hash.includes('around=bert')")
    assert browser.run("return data.nodes.length") == 1
    assert browser.requests() == []
    assert browser.complaints() == []
