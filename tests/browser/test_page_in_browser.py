"""The page as a reader meets it."""

import base64
import random
from itertools import combinations
from pathlib import Path

import pytest
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

pytestmark = pytest.mark.browser

PIXELS = """
const canvas = document.querySelector('#network canvas');
const {data} = canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height);
const colours = new Set();
for (let at = 0; at < data.length; at += 4) if (data[at + 3]) colours.add(`${data[at]},${data[at + 1]},${data[at + 2]}`);
return colours.size;
"""


@pytest.fixture(scope="module")
def crowd(make_page, make_graph) -> Path:
    """A thousand concepts and three thousand relations."""
    chance = random.Random(1)
    types = ("method", "task", "dataset", "metric")
    names = {f"concept {number}": types[number % 4] for number in range(1000)}
    pairs = [chance.sample(list(names), 2) for _ in range(3000)]
    return make_page(make_graph(names, [(a, "buildsOn", b) for a, b in pairs]), top=1000)


def place(browser, name: str) -> tuple[float, float]:
    """Where a node is on the screen."""
    return browser.run(
        """
        const node = data.nodes.find((node) => node.name === arguments[0]);
        const {x, y} = picture.network.canvasToDOM(picture.network.getPosition(node.id));
        const box = document.querySelector('#network').getBoundingClientRect();
        return [x + box.left, y + box.top];
        """,
        name,
    )


def heading(browser) -> str:
    return browser.run("return document.querySelector('#panel h2').textContent")


def shown(browser) -> list[str]:
    return browser.run("return picture.nodes.get().map((node) => node.name).sort()")


def drawn(browser) -> list[str]:
    return browser.run(
        "return picture.edges.get().map((line) => line.relation ?? line.role).sort()"
    )


def press(browser, selector: str) -> None:
    browser.driver.find_element(By.CSS_SELECTOR, selector).click()
    # The page goes where its address leads, a task later.
    browser.driver.execute_async_script("setTimeout(() => requestAnimationFrame(arguments[0]), 50)")


def test_it_draws_offline_and_asks_for_nothing(browser, sample: Path):
    browser.open(sample)
    assert browser.run(PIXELS) > 20
    assert browser.requests() == []
    assert browser.complaints() == []
    assert browser.driver.title == "Translation & more"


def test_a_click_on_a_node_opens_its_panel(browser, sample: Path):
    browser.open(sample)
    browser.click(*place(browser, "transformer"))
    browser.wait("return document.querySelector('#panel h2').textContent === 'transformer'")
    text = browser.run("return document.getElementById('panel').innerText")
    for part in (
        "method, 7 papers",
        "also transformer alias",
        "Used for",
        "translation",
        "Compared with",
        "Used by (1)",
        "On transformer",
    ):
        assert part in text
    assert browser.run("return location.hash") == "#concept=transformer"
    assert browser.complaints() == []


def test_a_click_beside_the_nodes_closes_it(browser, sample: Path):
    browser.open(sample, "#concept=transformer")
    browser.click(300, 120)
    browser.wait("return document.querySelector('#panel h2').textContent === 'Reading the picture'")


def test_the_address_opens_a_concept_and_back_leaves_it(browser, sample: Path):
    browser.open(sample, "#concept=WMT%202014")
    assert heading(browser) == "WMT 2014"
    press(browser, "#panel li a")
    browser.wait("return document.querySelector('#panel h2').textContent === 'transformer'")
    browser.driver.back()
    browser.wait("return document.querySelector('#panel h2').textContent === 'WMT 2014'")


@pytest.mark.parametrize(
    "fragment",
    ["#concept=nothing", "#concept=%E0%A4%A", "#community=99", "#community=length", "#=", "#<b>"],
)
def test_an_address_of_nothing_shows_the_overview(browser, sample: Path, fragment: str):
    browser.open(sample, fragment)
    assert heading(browser) == "Reading the picture"
    assert browser.complaints() == []


def test_the_sentence_marks_the_mention(browser, sample: Path):
    browser.open(sample, "#concept=BLEU")
    assert (
        browser.run(
            "return document.querySelector('#panel section:last-child blockquote').textContent"
        )
        == "Here BLEU is put to use."
    )
    assert (
        browser.run("return document.querySelector('#panel section:last-child mark').textContent")
        == "BLEU"
    )


def test_offsets_count_code_points(browser, make_page, make_graph):
    browser.open(
        make_page(make_graph({"𝒜-net 🤗": "method"}, [])),
        "#concept=" + "%F0%9D%92%9C-net%20%F0%9F%A4%97",
    )
    assert browser.run("return document.querySelector('#panel mark').textContent") == "𝒜-net 🤗"


def test_search_completes_over_names_and_aliases(browser, sample: Path):
    browser.open(sample)
    box = browser.driver.find_element(By.ID, "search")
    box.send_keys("tran")
    options = browser.run(
        "return [...document.querySelectorAll('#found li span:first-of-type')].map((item) => item.textContent)"
    )
    assert options == ["transformer", "translation"]
    assert box.get_attribute("aria-expanded") == "true"
    box.send_keys(Keys.ARROW_DOWN, Keys.ENTER)
    browser.wait("return document.querySelector('#panel h2').textContent === 'translation'")
    assert browser.run("return document.getElementById('found').hidden")
    box.send_keys("bleu alias", Keys.ENTER)
    browser.wait("return document.querySelector('#panel h2').textContent === 'BLEU'")


def test_search_puts_the_names_that_begin_so_first(browser, make_page, make_graph):
    names = ["my network", "net", "a net of nets", "network flow"]
    browser.open(make_page(make_graph(dict.fromkeys(names, "method"), [])))
    browser.driver.find_element(By.ID, "search").send_keys("net")
    found = "return [...document.querySelectorAll('#found li > span:first-of-type')].map((item) => item.textContent)"
    assert browser.run(found) == ["net", "network flow", "my network", "a net of nets"]


def test_search_for_nothing_known_offers_nothing(browser, sample: Path):
    browser.open(sample)
    browser.driver.find_element(By.ID, "search").send_keys("zebra", Keys.ENTER)
    assert browser.run("return document.getElementById('found').hidden")
    assert heading(browser) == "Reading the picture"


def test_the_legend_filters_by_type(browser, sample: Path):
    browser.open(sample)
    assert len(shown(browser)) == 7
    press(browser, "[data-type=method]")
    assert shown(browser) == ["BLEU", "WMT 2014", "parsing", "translation"]
    assert (
        browser.run("return document.getElementById('status').textContent")
        == "showing 4 of 7 concepts"
    )
    assert browser.run("return document.querySelector('[data-type=method]').ariaPressed") == "false"
    press(browser, "[data-type=method]")
    assert len(shown(browser)) == 7


def test_the_legend_filters_by_relation(browser, sample: Path):
    browser.open(sample)
    assert drawn(browser) == [
        "buildsOn",
        "comparedWith",
        "evaluatedOn",
        "measuredBy",
        "usedFor",
        "usedFor",
    ]
    press(browser, "[data-relation=usedFor]")
    assert drawn(browser) == ["buildsOn", "comparedWith", "evaluatedOn", "measuredBy"]


def test_papers_can_be_shown_as_nodes(browser, make_page, make_graph):
    graph = make_graph({"a": "method", "b": "task"}, [])
    graph.add_edge("https://example.org/0", "b", key="addresses", predicate="addresses", support=1)
    browser.open(make_page(graph))
    assert shown(browser) == ["a", "b"]
    press(browser, "[data-type=paper]")
    assert shown(browser) == ["On a", "a", "b"]
    assert "addresses" in drawn(browser)


def test_a_selected_concept_brings_in_its_hidden_neighbours(browser, make_page, make_graph):
    names = {f"c{number}": "method" for number in range(6)}
    graph = make_graph(names, [("c5", "buildsOn", "c0"), ("c1", "buildsOn", "c0")])
    browser.open(make_page(graph, top=2))
    assert shown(browser) == ["c0", "c1"]
    browser.run("location.hash = '#concept=c0'")
    browser.wait("return document.querySelector('#panel h2').textContent === 'c0'")
    assert shown(browser) == ["c0", "c1", "c5"]
    browser.run("location.hash = ''")
    browser.wait("return document.querySelector('#panel h2').textContent !== 'c0'")
    assert shown(browser) == ["c0", "c1"]


def test_a_paper_has_a_panel_of_its_own(browser, sample: Path):
    browser.open(sample, "#paper=https%3A%2F%2Fexample.org%2F4")
    assert heading(browser) == "On BLEU"
    link = browser.driver.find_element(By.CSS_SELECTOR, "#panel p a")
    assert link.get_attribute("href") == "https://example.org/4"
    assert link.get_attribute("rel") == "noopener noreferrer"


def test_the_table_tells_the_same(browser, sample: Path):
    browser.open(sample)
    press(browser, "#show-table")
    rows = "return [...document.querySelectorAll('#table tbody tr')].map((row) => row.innerText.split('\\t'))"
    assert browser.run(rows)[0] == ["transformer", "method", "7", "transformer alias"]
    assert ["transformer", "used for", "translation", "1"] in browser.run(rows)
    assert len(browser.run(rows)) == 7 + 6
    press(browser, "#table tbody a")
    browser.wait("return document.querySelector('#panel h2').textContent === 'transformer'")
    assert browser.run("return document.getElementById('table').hidden")


def test_labels_never_overlap(browser, crowd: Path):
    browser.open(crowd)
    labels = browser.run("return picture.labels.map(({box}) => box)")
    assert len(labels) > 20
    for (left, top, right, bottom), (left2, top2, right2, bottom2) in combinations(labels, 2):
        assert right <= left2 or right2 <= left or bottom <= top2 or bottom2 <= top


def test_the_most_important_name_is_always_read(browser, crowd: Path):
    browser.open(crowd)
    assert "concept 0" in browser.run("return picture.labels.map(({text}) => text)")


def test_more_names_are_read_from_nearer(browser, crowd: Path):
    """From twice as near the same frame holds a quarter of the nodes, so the share must grow."""
    browser.open(crowd)
    share = """
    picture.network.redraw();
    const {clientWidth: width, clientHeight: height} = picture.network.canvas.frame;
    const inside = data.nodes.filter(({id}) => {
      const {x, y} = picture.network.canvasToDOM(picture.network.getPosition(id));
      return x > 0 && x < width && y > 0 && y < height;
    }).map(({name}) => name);
    const read = new Set(picture.labels.map(({text}) => text));
    return inside.filter((name) => read.has(name)).length / inside.length;
    """
    far = browser.run(share)
    near = browser.run("picture.network.moveTo({scale: 2 * picture.network.getScale()});" + share)
    assert near > far


def test_the_picture_is_saved_as_png(browser, sample: Path):
    browser.open(sample)
    url = browser.driver.execute_async_script(
        """
        const done = arguments[0];
        toPng(picture).then((blob) => {
          const reader = new FileReader();
          reader.onload = () => done(reader.result);
          reader.readAsDataURL(blob);
        });
        """
    )
    assert base64.b64decode(url.partition(",")[2]).startswith(b"\x89PNG")


def test_a_saved_file_arrives(browser, sample: Path, tmp_path: Path):
    browser.open(sample)
    browser.send("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(tmp_path))
    press(browser, "#save summary")
    press(browser, "#save-png")
    browser.arrived(tmp_path / "graph.png")


def test_names_are_known_to_a_screen_reader(browser, sample: Path):
    browser.open(sample)
    nameless = browser.run(
        "return [...document.querySelectorAll('button, input, a, [role]')]"
        ".filter((item) => !(item.ariaLabel || item.textContent.trim() || item.labels?.length || item.role === 'status')).map((item) => item.outerHTML)"
    )
    assert nameless == []


def test_keys_reach_everything(browser, sample: Path):
    browser.open(sample)
    order = "return [...document.querySelectorAll('[tabindex]')].map((item) => item.tabIndex)"
    assert max(browser.run(order)) == 0
    body = browser.driver.find_element(By.TAG_NAME, "body")
    body.send_keys("/")
    assert browser.run("return document.activeElement.id") == "search"
    browser.driver.switch_to.active_element.send_keys("atten", Keys.ENTER)
    browser.wait("return document.querySelector('#panel h2').textContent === 'attention'")
    browser.driver.switch_to.active_element.send_keys(Keys.ESCAPE)
    browser.wait("return document.querySelector('#panel h2').textContent === 'Reading the picture'")


def test_the_chosen_concept_is_read_next(browser, sample: Path):
    browser.open(sample)
    browser.driver.find_element(By.ID, "search").send_keys("bleu", Keys.ENTER)
    browser.wait("return document.activeElement.id === 'panel'")


def test_an_empty_graph_is_a_page(browser, make_page, make_graph):
    browser.open(make_page(make_graph({}, [])))
    assert browser.run("return document.getElementById('status').textContent") == (
        "showing 0 of 0 concepts"
    )
    assert browser.complaints() == []


def test_without_scripts_the_tables_tell_it(browser, sample: Path):
    browser.send("Emulation.setScriptExecutionDisabled", value=True)
    try:
        browser.driver.get(sample.as_uri())
        assert browser.driver.find_element(By.ID, "table").is_displayed()
    finally:
        browser.send("Emulation.setScriptExecutionDisabled", value=False)


def test_a_phone_can_use_it(browser, sample: Path):
    browser.send(
        "Emulation.setDeviceMetricsOverride",
        width=360,
        height=740,
        deviceScaleFactor=2,
        mobile=True,
    )
    try:
        browser.open(sample, "#concept=transformer")
        assert browser.run("return document.documentElement.scrollWidth") <= 360
        assert browser.run("return document.getElementById('network').clientHeight") > 200
        assert browser.run(PIXELS) > 20
    finally:
        browser.send("Emulation.clearDeviceMetricsOverride")


def test_dark_colours_follow_the_system(browser, sample: Path):
    dark = [{"name": "prefers-color-scheme", "value": "dark"}]
    browser.open(sample)
    light = browser.run("return picture.theme.ground")
    browser.send("Emulation.setEmulatedMedia", features=dark)
    try:
        browser.wait(f"return picture.theme.ground !== '{light}'")
        assert browser.run("return picture.theme.ground") == "#15191c"
    finally:
        browser.send("Emulation.setEmulatedMedia", features=[])


def test_a_thousand_concepts_are_drawn(browser, crowd: Path):
    assert crowd.stat().st_size < 5_000_000
    browser.open(crowd)
    assert len(shown(browser)) == 1000
    assert browser.run("return picture.network.physics.physicsEnabled") is False
    assert browser.complaints() == []


def test_what_is_new_or_gone_is_shown_and_filtered(browser, make_page, make_graph):
    graph = make_graph({"a": "method", "b": "task", "c": "dataset"}, [("a", "usedFor", "b")])
    for name, change in (("a", "new"), ("b", "gone"), ("c", "common")):
        graph.nodes[name]["change"] = change
    browser.open(make_page(graph))
    borders = "return picture.items.get().map(({name, color}) => [name, color?.border === colour('new'), color?.border === colour('gone')])"
    assert browser.run(borders)[:3] == [
        ["a", True, False],
        ["b", False, True],
        ["c", False, False],
    ]
    press(browser, "[data-change=gone]")
    assert shown(browser) == ["a", "c"]
    assert browser.complaints() == []


def test_the_legend_speaks_of_changes_only_where_there_are_some(browser, sample: Path):
    browser.open(sample)
    assert browser.run("return document.getElementById('changes')") is None
