"""A real Chromium with the network off, and what it did while a page was open."""

import json
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import networkx as nx
import pytest

from kg.publish import write_page
from kg.records import Evidence

selenium = pytest.importorskip("selenium", reason="selenium is not installed")

from selenium import webdriver  # noqa: E402
from selenium.webdriver.chrome.service import Service  # noqa: E402

FLAGS = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--window-size=1280,860",
    "--force-prefers-reduced-motion",  # nothing moves between a look and a click
)


class Browser:
    """A Chromium that opens files and tells what they asked for."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, path: Path, fragment: str = "") -> None:
        self.driver.get("about:blank")
        self.driver.get_log("performance")
        self.driver.get_log("browser")
        self.driver.get(path.as_uri() + fragment)
        self.wait(
            "return typeof picture !== 'undefined' && picture.labels !== undefined && document.readyState === 'complete'"
        )

    def run(self, script: str, *arguments: Any) -> Any:
        return self.driver.execute_script(script, *arguments)

    def wait(self, script: str, seconds: float = 10) -> Any:
        end = time.monotonic() + seconds
        while not (found := self.run(script)):
            assert time.monotonic() < end, f"never true: {script}"
            time.sleep(0.05)
        return found

    def send(self, command: str, **arguments: Any) -> Any:
        return self.driver.execute_cdp_cmd(command, arguments)

    def click(self, x: float, y: float) -> None:
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            button = "none" if kind == "mouseMoved" else "left"
            self.send("Input.dispatchMouseEvent", type=kind, x=x, y=y, button=button, clickCount=1)

    def double_click(self, x: float, y: float) -> None:
        self.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y, button="none")
        for count in (1, 2):
            for kind in ("mousePressed", "mouseReleased"):
                self.send(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=count
                )

    def arrived(self, path: Path, seconds: float = 30) -> Path:
        """Wait for a download: a loaded machine takes its time."""
        end = time.monotonic() + seconds
        while not path.exists():
            assert time.monotonic() < end, f"{path} never arrived"
            time.sleep(0.05)
        return path

    def requests(self) -> list[str]:
        """The addresses asked for since `open`, those inside the page left out."""
        messages = [
            json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")
        ]
        urls = [
            m["params"]["request"]["url"]
            for m in messages
            if m["method"] == "Network.requestWillBeSent"
        ]
        return [
            url
            for url in urls
            if not url.startswith(("file:", "data:", "blob:", "about:", "chrome:"))
        ]

    def complaints(self) -> list[str]:
        """Errors and warnings on the console since `open`."""
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="session")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    chromium, chromedriver = shutil.which("chromium"), shutil.which("chromedriver")
    if not (chromium and chromedriver):
        pytest.skip("chromium or chromedriver is not installed")
    options = webdriver.ChromeOptions()
    options.binary_location = chromium
    for flag in (*FLAGS, f"--user-data-dir={tmp_path_factory.mktemp('profile')}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service(chromedriver))
    driver.execute_cdp_cmd("Network.enable", {})
    driver.execute_cdp_cmd(
        "Network.emulateNetworkConditions",
        {"offline": True, "latency": 0, "downloadThroughput": 0, "uploadThroughput": 0},
    )
    yield Browser(driver)
    driver.quit()


Link = tuple[str, str, str]


def concept_graph(concepts: dict[str, str], links: list[Link]) -> nx.MultiDiGraph:
    """Concepts by name and type, each used by one paper that says so, and links among them."""
    graph = nx.MultiDiGraph()
    for number, (name, kind) in enumerate(concepts.items()):
        graph.add_node(name, kind="concept", type=kind, label=name, aliases=(f"{name} alias",),
                       papers=len(concepts) - number)  # fmt: skip
        paper, quote = f"https://example.org/{number}", f"Here {name} is put to use."
        graph.add_node(paper, kind="paper", type="paper", label=f"On {name}", title=f"On {name}",
                       year=2020 + number % 5, url=paper, authors=("Ada One",), id=f"hash:{number}")  # fmt: skip
        said = Evidence(
            paper, 100, 100 + len(quote), quote, ((105, 105 + len(name)),), 0.9, "test/1"
        )
        graph.add_edge(
            paper, name, key="uses", predicate="uses", support=1, score=0.9, evidence=(said,)
        )
    for source, predicate, target in links:
        quote = f"{source} meets {target}."
        said = Evidence(
            "https://example.org/0", 0, len(quote), quote, ((0, len(source)),), 0.9, "test/1"
        )
        graph.add_edge(
            source,
            target,
            key=predicate,
            predicate=predicate,
            support=1,
            score=0.9,
            evidence=(said,),
        )
    return graph


@pytest.fixture(scope="session")
def make_page(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Path]:
    def make(graph: nx.MultiDiGraph, title: str = "Sample", top: int = 300) -> Path:
        path = tmp_path_factory.mktemp("page") / "graph.html"
        write_page(graph, path, title=title, top=top)
        return path

    return make


@pytest.fixture(scope="session")
def sample(make_page: Callable[..., Path]) -> Path:
    concepts = {
        "transformer": "method",
        "translation": "task",
        "attention": "method",
        "WMT 2014": "dataset",
        "BLEU": "metric",
        "parsing": "task",
        "recurrent network": "method",
    }
    links = [
        ("transformer", "usedFor", "translation"),
        ("transformer", "buildsOn", "attention"),
        ("transformer", "evaluatedOn", "WMT 2014"),
        ("translation", "measuredBy", "BLEU"),
        ("transformer", "comparedWith", "recurrent network"),
        ("attention", "usedFor", "parsing"),
    ]
    return make_page(concept_graph(concepts, links), title="Translation & more")


@pytest.fixture(scope="session")
def make_graph() -> Callable[..., nx.MultiDiGraph]:
    return concept_graph
