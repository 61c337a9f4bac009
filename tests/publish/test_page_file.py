"""The page as a file: self-contained, closed, the same bytes every time."""

import base64
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import networkx as nx

from kg.publish import write_page
from kg.records import Evidence

SCRIPT = re.compile(r"<script>(.*?)</script>", re.S)
STYLE = re.compile(r"<style>(.*?)</style>", re.S)


def page(graph: nx.MultiDiGraph, folder: Path, title: str = "Sample") -> str:
    write_page(graph, folder / "graph.html", title=title)
    return (folder / "graph.html").read_text(encoding="utf-8")


def data(text: str) -> dict:
    return json.loads(
        re.search(r'<script id="data" type="application/json">(.*?)</script>', text, re.S)[1]
    )


def policy(text: str) -> str:
    return re.search(r'Content-Security-Policy" content="([^"]*)"', text)[1].replace("&#39;", "'")


def fingerprint(text: str) -> str:
    return "'sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() + "'"


def test_every_script_and_style_is_named_by_its_hash(graph: nx.MultiDiGraph, tmp_path: Path):
    text = page(graph, tmp_path)
    allowed = set(re.findall(r"'sha256-[^']*'", policy(text)))
    assert {fingerprint(part) for part in SCRIPT.findall(text) + STYLE.findall(text)} == allowed
    assert "unsafe" not in policy(text)
    assert policy(text).startswith("default-src 'none'; script-src 'sha256-")


def test_nothing_is_loaded_and_nothing_inline_runs(graph: nx.MultiDiGraph, tmp_path: Path):
    text = SCRIPT.sub("", page(graph, tmp_path))
    assert not re.search(r"<(link|iframe|img|object|embed|base|form)\b", text)
    assert not re.search(r"<[^>]*\s(src|on\w+|style)=", text)
    assert "sourceMappingURL" not in text


def test_our_scripts_never_write_html():
    folder = Path(__file__).resolve().parents[2] / "kg" / "publish"
    own = "".join(path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.js")))
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\b|new Function", own
    )


def test_a_name_cannot_close_the_data(graph: nx.MultiDiGraph, tmp_path: Path):
    name = "</script><script>alert(1)</script>\u2028<!--"
    graph.add_node("x", kind="concept", type="method", label=name, papers=9, aliases=())
    text = page(graph, tmp_path)
    assert "<script>alert" not in text
    assert data(text)["nodes"][0]["name"] == name


def test_the_heading_is_escaped_once(graph: nx.MultiDiGraph, tmp_path: Path):
    text = page(graph, tmp_path, title="R&D <b>")
    assert "<h1>R&amp;D &lt;b&gt;</h1>" in text
    assert "<title>R&amp;D &lt;b&gt;</title>" in text


def test_a_lone_surrogate_does_not_stop_the_page(graph: nx.MultiDiGraph, tmp_path: Path):
    graph.add_node(
        "x", kind="concept", type="method", label="bad \ud800 name", papers=9, aliases=("\udfff",)
    )
    graph.add_node("\ud800", kind="concept", type="method", label="", papers=9, aliases=())
    assert "bad \ufffd name" in page(graph, tmp_path)


def test_the_count_says_what_is_left_out(graph: nx.MultiDiGraph, tmp_path: Path):
    write_page(graph, tmp_path / "graph.html", title="Sample", top=2)
    assert "showing 2 of 4 concepts" in (tmp_path / "graph.html").read_text("utf-8")


def test_a_page_that_would_be_too_large_tells_less_and_says_so(tmp_path: Path):
    graph = nx.MultiDiGraph()
    for number in range(40):
        graph.add_node(f"c{number}", kind="concept", type="method", label=f"c{number}", papers=9)
        for paper in (f"p{number}-{each}" for each in range(9)):
            quote = f"{paper} {'says a lot of it ' * 40}"
            said = Evidence(paper, 0, len(quote), quote, (), 0.9, "roles/1")
            graph.add_node(paper, kind="paper", type="paper", label=paper, title=paper)
            graph.add_edge(paper, f"c{number}", key="uses", predicate="uses", evidence=(said,))
    found = []
    write_page(graph, tmp_path / "bare.html", title="Sample", most_bytes=0)
    bare = (tmp_path / "bare.html").stat().st_size
    for place, most in enumerate((5_000_000, bare + 150_000, bare + 20_000, bare + 10_000)):
        for path in (tmp_path / f"{place}.html", tmp_path / f"{place}-again.html"):
            write_page(graph, path, title="Sample", most_bytes=most)
            assert path.stat().st_size <= most
        assert path.read_bytes() == (tmp_path / f"{place}.html").read_bytes()
        told = data(path.read_text("utf-8"))
        found.append((len(told["nodes"]), len(told["sentences"]), told["trimmed"]))
    assert found == [(40, 360, False), (40, 120, True), (40, 0, True), (20, 0, True)]


def test_the_table_names_every_concept_without_a_script(graph: nx.MultiDiGraph, tmp_path: Path):
    rows = re.findall(r'<th scope="row"><a href="([^"]*)">([^<]*)</a>', page(graph, tmp_path))
    assert rows == [
        ("#concept=ResNet", "ResNet"),
        ("#concept=image-classification", "image classification"),
        ("#concept=ImageNet", "ImageNet"),
        ("#concept=top-1-error", "top 1 error"),
    ]


def test_the_hash_seed_leaves_no_trace(tmp_path: Path):
    program = """
import sys, networkx as nx
from pathlib import Path
from kg.publish import write_page
graph = nx.MultiDiGraph()
for number in range(40):
    graph.add_node(f"c{number}", kind="concept", type="method", label=f"c{number}", papers=40 - number, aliases=())
    for other in range(number % 7):
        graph.add_edge(f"c{number}", f"c{other}", key="buildsOn", predicate="buildsOn", support=1, evidence=())
write_page(graph, Path(sys.argv[1]), title="Sample")
"""
    for seed in ("1", "2"):
        path = tmp_path / f"{seed}.html"
        command = [sys.executable, "-c", program, str(path)]
        subprocess.run(command, check=True, env=os.environ | {"PYTHONHASHSEED": seed, "LC_ALL": "C"},
                       cwd=Path(__file__).resolve().parents[2])  # fmt: skip
    assert (tmp_path / "1.html").read_bytes() == (tmp_path / "2.html").read_bytes()


def test_numeric_names_are_names(tmp_path: Path):
    """pyvis fails with an AssertionError on node ids such as "1"."""
    graph = nx.MultiDiGraph()
    for name in ("1", "2"):
        graph.add_node(name, kind="concept", type="method", label=name, papers=1, aliases=())
    graph.add_edge("1", "2", key="buildsOn", predicate="buildsOn", support=1, evidence=())
    assert [node["name"] for node in data(page(graph, tmp_path))["nodes"]] == ["1", "2"]
