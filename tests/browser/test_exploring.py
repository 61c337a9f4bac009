"""Filters, neighbourhoods, the address, and what is saved: with real clicks and keys."""

import shutil
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from pathlib import Path

import networkx as nx
import pytest
import rdflib
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

from kg.records import Evidence
from kg.store import create, open_store

pytestmark = pytest.mark.browser

OUTPUT = Path(__file__).resolve().parents[2] / "output"
SVG = "{http://www.w3.org/2000/svg}"


def chain() -> nx.MultiDiGraph:
    """a - b - c - d, each from one paper of its own year and venue, with its own role and score."""
    graph = nx.MultiDiGraph()
    kinds = {"a": "method", "b": "task", "c": "dataset", "d": "metric"}
    roles = {"a": "proposes", "b": "addresses", "c": "evaluatesOn", "d": "measures"}
    for number, (name, kind) in enumerate(kinds.items()):
        iri = f"https://example.org/{name}"
        paper = f"https://example.org/paper/{number}"
        graph.add_node(iri, kind="concept", type=kind, label=name, papers=4 - number, aliases=())
        graph.add_node(paper, kind="paper", title=f"On {name}", year=2018 + number,
                       venue="ICML" if number < 2 else "ACL", url=paper)  # fmt: skip
        said = Evidence(paper, 0, 4, f"On {name}", ((3, 4),), 0.5 + number / 10, "test/1")
        graph.add_edge(paper, iri, key=roles[name], predicate=roles[name], support=1,
                       score=said.score, evidence=(said,))  # fmt: skip
    links = (("a", "usedFor", "b", 1), ("b", "evaluatedOn", "c", 2), ("c", "measuredBy", "d", 3))
    for source, predicate, target, number in links:
        said = Evidence(f"https://example.org/paper/{number}", 0, 9, f"{source} and {target}.",
                        ((0, 1),), 0.5 + number / 10, "test/1")  # fmt: skip
        graph.add_edge(f"https://example.org/{source}", f"https://example.org/{target}",
                       key=predicate, predicate=predicate, support=1, score=said.score,
                       evidence=(said,))  # fmt: skip
    return graph


@pytest.fixture(scope="module")
def opened(browser, make_page):
    browser.open(make_page(chain(), title="A chain"))
    return browser


@pytest.fixture
def page(opened) -> Iterator:
    """One page for all, brought back to where it began."""
    opened.run("location.hash = '#'; document.activeElement.blur()")
    opened.wait("return !state.around.length && state.kind === null && !state.hidden.size")
    yield opened
    assert opened.requests() == []
    assert opened.complaints() == []


def shown(page) -> list[str]:
    return page.run("return picture.nodes.get().map((node) => node.name).sort()")


def lines(page) -> list[str]:
    return page.run(
        "return picture.edges.get().map((line) => line.relation).filter(Boolean).sort()"
    )


def press(page, selector: str) -> None:
    page.driver.find_element(By.CSS_SELECTOR, selector).click()
    # The page goes where its address leads, a task later.
    page.driver.execute_async_script("setTimeout(() => requestAnimationFrame(arguments[0]), 50)")


def fragment(page) -> str:
    return page.run("return location.hash")


def place(page, name: str) -> tuple[float, float]:
    return page.run(
        """
        const node = data.nodes.find((node) => node.name === arguments[0]);
        const {x, y} = picture.network.canvasToDOM(picture.network.getPosition(node.id));
        const box = document.querySelector('#network').getBoundingClientRect();
        return [x + box.left, y + box.top];
        """,
        name,
    )


def unfold_filters(page) -> None:
    if not page.run("return document.getElementById('more').open"):
        press(page, "#more summary")


def test_filter_by_role(page):
    unfold_filters(page)
    press(page, "[data-role=proposes]")
    page.wait("return state.hidden.size === 1")
    assert shown(page) == ["b", "c", "d"]
    assert fragment(page) == "#hide=role%3Aproposes"


def test_filter_by_year(page):
    unfold_filters(page)
    Select(page.driver.find_element(By.ID, "from")).select_by_visible_text("2019")
    page.wait("return state.from === 2019")
    Select(page.driver.find_element(By.ID, "to")).select_by_visible_text("2020")
    page.wait("return state.to === 2020")
    assert shown(page) == ["b", "c"]
    assert lines(page) == ["evaluatedOn"]
    assert fragment(page) == "#from=2019&to=2020"
    assert page.run("return document.getElementById('status').textContent") == (
        "showing 2 of 4 concepts"
    )


def test_filter_by_venue(page):
    unfold_filters(page)
    press(page, "[data-hide='venue:0']")
    page.wait("return state.hidden.size === 1")
    assert shown(page) == ["a", "b"]


def test_filter_by_score(page):
    unfold_filters(page)
    slider = page.driver.find_element(By.ID, "score")
    slider.send_keys(*[Keys.ARROW_RIGHT] * 13)
    page.wait("return state.score === 65")
    assert shown(page) == ["c", "d"]
    assert lines(page) == ["measuredBy"]
    assert page.run("return document.getElementById('least').textContent") == "65 %"


def test_one_button_takes_all_filters_back(page):
    page.run("location.hash = '#hide=type:method&from=2020&score=60&papers=shown'")
    page.wait("return state.score === 60")
    press(page, "#reset")
    page.wait("return state.score === 0")
    assert shown(page) == ["a", "b", "c", "d"]
    assert page.run("return document.getElementById('reset').hidden")


def test_the_table_holds_what_passes_the_filters(page):
    press(page, "[data-type=method]")
    press(page, "#show-table")
    page.wait("return state.table")
    rows = "return [...document.querySelectorAll('#concepts tbody tr')].filter((row) => !row.hidden).map((row) => row.cells[0].textContent)"
    assert page.run(rows) == ["b", "c", "d"]
    links = "return [...document.querySelectorAll('#links tbody tr')].filter((row) => !row.hidden).map((row) => row.innerText)"
    assert page.run(links) == ["b\tevaluated on\tc\t1", "c\tmeasured by\td\t1"]


def test_filters_stay_when_a_link_is_followed(page):
    page.run("location.hash = '#concept=b&hide=type:metric'")
    page.wait("return state.key === 'b'")
    press(page, "#panel section li a")
    page.wait("return state.key === 'a'")
    assert fragment(page) == "#concept=a&hide=type%3Ametric"


def test_a_double_click_shows_the_neighbourhood(page):
    page.double_click(*place(page, "a"))
    page.wait("return state.around.length === 1")
    assert shown(page) == ["a", "b"]
    assert fragment(page) == "#concept=a&around=a"
    press(page, "[data-hops='2']")
    page.wait("return state.hops === 2")
    assert shown(page) == ["a", "b", "c"]
    assert lines(page) == ["evaluatedOn", "usedFor"]
    press(page, "[data-hops='1']")
    page.wait("return state.hops === 1")
    page.double_click(*place(page, "b"))
    page.wait("return state.around.length === 2")
    crumbs = "return [...document.querySelectorAll('#crumbs li')].map((item) => item.textContent)"
    assert page.run(crumbs) == ["Everything", "a", "b"]
    assert shown(page) == ["a", "b", "c"]
    press(page, "#crumbs li:nth-child(2) button")
    page.wait("return state.around.length === 1")
    assert shown(page) == ["a", "b"]
    press(page, "#crumbs button")
    page.wait("return state.around.length === 0")
    assert page.run("return document.getElementById('trail').hidden")
    positions = "return data.nodes.every(({id, x, y}) => {const p = picture.network.getPosition(id); return p.x === x && p.y === y})"
    assert page.run(positions)


def test_keys_alone_look_around(page):
    page.driver.find_element(By.ID, "search").send_keys("c", Keys.ENTER)
    page.wait("return document.activeElement.id === 'panel'")
    page.driver.switch_to.active_element.send_keys(Keys.TAB, Keys.TAB)
    assert page.run("return document.activeElement.textContent") == "Look around it"
    page.driver.switch_to.active_element.send_keys(Keys.ENTER)
    page.wait("return state.around.length === 1")
    assert shown(page) == ["b", "c", "d"]
    page.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    page.wait("return state.around.length === 0")


def test_what_lies_beyond_the_neighbourhood_leads_out_of_it(page):
    page.run("location.hash = '#concept=a&around=a'")
    page.wait("return state.around.length === 1")
    page.driver.find_element(By.ID, "search").send_keys("d", Keys.ENTER)
    page.wait("return state.key === 'd'")
    assert shown(page) == ["a", "b", "c", "d"]


def test_an_address_holds_the_whole_view(page):
    address = "#concept=b&around=b&hops=2&hide=type%3Ametric&from=2018&to=2021&score=50"
    page.run("location.hash = arguments[0]", address)
    page.wait("return state.hops === 2")
    assert shown(page) == ["a", "b", "c"]
    assert page.run("return '#' + writeAddress(state)") == address
    assert page.run("return document.querySelector('[data-type=metric]').ariaPressed") == "false"
    assert page.run("return document.getElementById('from').value") == "2018"


def test_hovering_lights_the_neighbours(page):
    x, y = place(page, "a")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
    page.wait("return picture.hovered === null")
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
    page.wait("return picture.hovered === 0")
    assert page.run("return [...picture.focus()].sort()") == [0, 1]
    page.send("Input.dispatchMouseEvent", type="mouseMoved", x=5, y=5)
    page.wait("return picture.hovered === null")


# ---- what is saved


def save(page, button: str, folder: Path, name: str) -> str:
    page.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(folder))
    press(page, "#save summary")
    press(page, button)
    return page.arrived(folder / name).read_text(encoding="utf-8")


def test_the_svg_holds_the_same_marks_lines_and_names(page, tmp_path: Path):
    drawing = ET.fromstring(save(page, "#save-svg", tmp_path, "graph.svg"))
    marks = [mark.findtext(f"{SVG}title") for mark in drawing.iter() if mark.find(f"{SVG}title") is not None]  # fmt: skip
    assert sorted(marks) == ["A chain", "a", "b", "c", "d"]
    assert sorted(text.text for text in drawing.iter(f"{SVG}text")) == ["a", "b", "c", "d"]
    curves = [p for p in drawing.iter(f"{SVG}path") if "Q" in p.get("d", "")]
    assert len(curves) == 3
    assert {element.tag.removeprefix(SVG) for element in drawing.iter()} <= {
        "svg", "g", "title", "rect", "circle", "path", "text",
    }  # fmt: skip


def test_the_turtle_is_read_by_rdflib(page, tmp_path: Path):
    press(page, "[data-type=metric]")
    text = save(page, "#save-turtle", tmp_path, "graph.ttl")
    graph = rdflib.Graph().parse(data=text, format="turtle")
    kg = rdflib.Namespace("https://w3id.org/kg-abstracts/ns#")
    a, b, c = (rdflib.URIRef(f"https://example.org/{name}") for name in "abc")
    assert set(graph.subjects()) == {a, b, c}
    assert (a, kg.usedFor, b) in graph
    assert (b, kg.evaluatedOn, c) in graph
    assert (a, rdflib.SKOS.prefLabel, rdflib.Literal("a", lang="en")) in graph
    assert (a, rdflib.RDF.type, kg.Method) in graph
    assert len(graph) == 2 + 3 * 3


def test_a_query_can_be_copied(page):
    page.run("location.hash = '#concept=a'")
    page.wait("return state.key === 'a'")
    press(page, "#panel .buttons button:nth-child(2)")
    page.wait("return document.getElementById('query').open")
    text = page.run("return document.getElementById('query-text').value")
    assert "<https://example.org/a>" in text or "concept:a" in text
    page.wait("return document.getElementById('copied').textContent === 'Copied.'")
    press(page, "#query-close")
    assert not page.run("return document.getElementById('query').open")


@pytest.fixture(scope="module")
def build(browser, make_page):
    """The page of the sample's graph as GraphML tells it."""
    graph = nx.read_graphml(OUTPUT / "graph.graphml", force_multigraph=True)
    browser.open(make_page(graph, title="The sample", top=150))
    return browser


def test_the_turtle_of_a_view_holds_facts_of_the_build_only(build):
    text = build.run("return facts.turtle([...picture.seen], picture.edges.get())")
    view = set(rdflib.Graph().parse(data=text, format="turtle"))
    assert len(view) > 600
    assert view <= set(rdflib.Graph().parse(OUTPUT / "graph.ttl"))


def test_the_queries_give_what_the_picture_shows(build, tmp_path: Path):
    create(tmp_path / "store", OUTPUT / "graph.trig")
    shutil.copy(OUTPUT / "build.json", tmp_path)
    store = open_store(tmp_path / "store")
    query = build.run("return facts.askView([...picture.seen], relationsShown())")
    answered = {tuple(map(str, row)) for row in store.query(query).rows}
    iris = "return data.edges.filter(({relation, from, to}) => relation !== 'coUse' && picture.seen.has(from) && picture.seen.has(to)).map(({from, to}) => [data.nodes[from].iri, data.nodes[to].iri])"
    assert {(s, o) for s, _, o in answered} == {tuple(pair) for pair in build.run(iris)}
    query = build.run(
        "return facts.askConcept(data.nodes.find(({name}) => name === 'Transformer').id)"
    )
    rows = store.query(query).rows
    assert "attention is all you need" in {str(row[3]).lower() for row in rows}
    assert len(rows) > 20


def test_the_reader_may_choose_light_or_dark(page):
    ground = "return [picture.theme.ground, getComputedStyle(document.body).backgroundColor, byId('theme').ariaPressed, location.hash]"
    light = ["#fbfbf9", "rgb(251, 251, 249)", "false", ""]
    assert page.run(ground) == light
    button = page.driver.find_element(By.ID, "theme")
    button.click()
    page.wait("return location.hash !== '' && picture.theme.ground !== '#fbfbf9'")
    assert page.run(ground) == ["#15191c", "rgb(21, 25, 28)", "true", "#theme=dark"]
    page.driver.refresh()
    page.wait("return typeof picture !== 'undefined' && document.readyState === 'complete'")
    assert page.run(ground) == ["#15191c", "rgb(21, 25, 28)", "true", "#theme=dark"]
    page.driver.find_element(By.ID, "theme").click()
    page.wait("return location.hash === '' && picture.theme.ground === '#fbfbf9'")
    assert page.run(ground) == light
    assert page.complaints() == []
