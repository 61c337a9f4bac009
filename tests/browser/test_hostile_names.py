"""Names that try to be programs: shown as they were typed, never run."""

import xml.etree.ElementTree as ET
from pathlib import Path

import networkx as nx
import pyoxigraph
import pytest
import rdflib

from kg.records import Evidence

pytestmark = pytest.mark.browser

PAYLOADS = (Path(__file__).parent / "payloads.txt").read_text(encoding="utf-8").splitlines()


def hostile_graph() -> nx.MultiDiGraph:
    """Every payload as IRI, name, alias, title, venue, author, address, sentence and code."""
    graph = nx.MultiDiGraph()
    for payload in PAYLOADS:
        graph.add_node(
            payload, kind="concept", type="method", label=payload, aliases=(payload,), papers=2
        )
        paper = f"paper {payload}"
        graph.add_node(paper, kind="paper", title=payload, label=payload, year=2020, venue=payload,
                       authors=(payload,), url=payload, id=payload)  # fmt: skip
        graph.add_node(f"code {payload}", kind="repository", type="repository", label=payload)
        said = Evidence(paper, 0, len(payload), payload, ((0, min(6, len(payload))),), 0.9, payload)
        graph.add_edge(
            paper, payload, key="proposes", predicate="proposes", support=1, evidence=(said,)
        )
        graph.add_edge(paper, f"code {payload}", key="hasCode", predicate="hasCode", support=1)
        graph.add_edge(
            payload, PAYLOADS[0], key="usedFor", predicate="usedFor", support=1, evidence=(said,)
        )
        graph.add_edge(
            paper, PAYLOADS[0], key=payload, predicate=payload, support=1, evidence=(said,)
        )
    return graph


@pytest.fixture(scope="module")
def hostile(browser, make_page):
    browser.open(make_page(hostile_graph(), title=PAYLOADS[0]))
    return browser


def clean(browser) -> None:
    assert browser.run("return window.pwned") is None
    assert browser.driver.title == PAYLOADS[0]
    assert browser.run("return document.querySelectorAll('script').length") == 3
    links = browser.run("return [...document.links].map((link) => link.protocol)")
    assert set(links) <= {"file:", "http:", "https:"}
    inline = "return document.querySelectorAll('[onerror],[onload],[onfocus],[onmouseover],iframe,object,embed').length"
    assert browser.run(inline) == 0


def test_there_are_enough_of_them():
    assert len(PAYLOADS) >= 40


def test_nothing_runs_on_load(hostile):
    clean(hostile)
    assert hostile.requests() == []
    assert hostile.complaints() == []


def test_every_name_is_in_the_table_as_typed(hostile):
    names = hostile.run(
        "return [...document.querySelectorAll('#table th a')].map((link) => link.textContent)"
    )
    assert sorted(names) == sorted(PAYLOADS)


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_a_concept_is_shown_as_typed(hostile, number: int):
    payload = PAYLOADS[number]
    hostile.run(
        "location.hash = '#concept=' + encodeURIComponent(data.nodes.find((node) => node.name === arguments[0]).key)",
        payload,
    )
    hostile.wait("return document.querySelector('#panel h2').textContent !== 'Reading the picture'")
    assert hostile.run("return document.querySelector('#panel h2').textContent") == payload
    assert payload in hostile.run(
        "return [...document.querySelectorAll('#panel blockquote')].map((quote) => quote.textContent)"
    )
    clean(hostile)


@pytest.mark.parametrize("number", range(len(PAYLOADS)))
def test_a_paper_is_shown_as_typed(hostile, number: int):
    payload = PAYLOADS[number]
    hostile.run("location.hash = '#paper=' + encodeURIComponent('paper ' + arguments[0])", payload)
    hostile.wait("return document.querySelector('#panel .kind').textContent.includes('2020')")
    assert hostile.run("return document.querySelector('#panel h2').textContent") == payload
    clean(hostile)


def test_tooltips_are_text(hostile):
    titles = hostile.run("return picture.items.get().map((node) => typeof node.title)")
    assert set(titles) == {"string"}
    for payload in PAYLOADS[:12]:
        hostile.run(
            "const node = data.nodes.find((node) => node.name === arguments[0]);"
            "picture.network.moveTo({position: picture.network.getPosition(node.id), scale: 2});",
            payload,
        )
        box = hostile.run(
            "const box = document.querySelector('#network').getBoundingClientRect(); return [box.left + box.width / 2, box.top + box.height / 2]"
        )
        hostile.send("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
        hostile.send("Input.dispatchMouseEvent", type="mouseMoved", x=box[0], y=box[1])
        hostile.wait(
            "const tip = document.querySelector('.vis-tooltip'); return tip && tip.style.visibility === 'visible'"
        )
        assert hostile.run("return document.querySelector('.vis-tooltip').innerText").startswith(
            payload
        )
        assert (
            hostile.run(
                "return document.querySelector('.vis-tooltip').children.length - document.querySelectorAll('.vis-tooltip br').length"
            )
            == 0
        )
    clean(hostile)


def test_the_search_offers_them_as_text(hostile):
    box = hostile.driver.find_element("id", "search")
    box.send_keys("<img")
    offered = hostile.run(
        "return [...document.querySelectorAll('#found li > span:first-of-type')].map((item) => item.textContent)"
    )
    assert offered and set(offered) <= set(PAYLOADS)
    assert hostile.run("return document.querySelectorAll('#found img').length") == 0
    box.clear()
    clean(hostile)


def test_the_search_runs_none_of_them(hostile):
    offered = hostile.run(
        """
        return arguments[0].map((payload) => {
          search.value = payload;
          search.dispatchEvent(new Event("input"));
          return [...found.querySelectorAll("li > span:first-of-type")].map((item) => item.textContent);
        });
        """,
        PAYLOADS,
    )
    assert all(payload in names for payload, names in zip(PAYLOADS, offered, strict=True))
    assert hostile.run("return found.querySelectorAll('img, svg:not(.icon), script').length") == 0
    hostile.run("search.value = ''; search.dispatchEvent(new Event('input'))")
    clean(hostile)


def test_an_address_runs_none_of_them(hostile):
    hostile.driver.execute_async_script(
        """
        const [payloads, done] = arguments;
        const next = (at) => {
          if (at === payloads.length) return done();
          location.hash = `#concept=${payloads[at]}&around=${payloads[at]}&hide=${payloads[at]}`;
          setTimeout(() => next(at + 1), 5);
        };
        next(0);
        """,
        PAYLOADS,
    )
    hostile.run("location.hash = '#'")
    hostile.wait("return !state.around.length && !state.hidden.size")
    clean(hostile)
    assert hostile.complaints() == []


def test_what_is_saved_holds_them_as_text(hostile):
    view = "[...picture.seen, 'p0', 'p1'], picture.lines.get()"
    graph = rdflib.Graph().parse(data=hostile.run(f"return facts.turtle({view})"), format="turtle")
    labels = {str(label) for label in graph.objects(None, rdflib.SKOS.prefLabel)}
    assert labels <= set(PAYLOADS)
    assert "javascript:window.pwned=1" in labels
    drawing = ET.fromstring(hostile.run("return toSvg(picture, document.title)"))
    assert {element.tag.partition("}")[2] for element in drawing.iter()} <= {
        "svg", "g", "title", "rect", "circle", "path", "text",
    }  # fmt: skip
    assert PAYLOADS[0] in {element.text for element in drawing.iter()}
    store = pyoxigraph.Store()
    queries = "return [facts.askView([...picture.seen], relationsShown()), ...facts.absolute([...picture.seen]).map((id) => facts.askConcept(id))]"
    for query in hostile.run(queries):
        assert list(store.query(query)) == []
