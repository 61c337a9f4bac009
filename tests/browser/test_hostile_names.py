"""Names that try to be programs: shown as they were typed, never run."""

from pathlib import Path

import networkx as nx
import pytest

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
