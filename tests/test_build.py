"""The whole way: what a build writes, that it is the same every time, and that it survives."""

import csv
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import networkx as nx
import pyoxigraph as ox
import pytest
import rdflib

import kg
from kg.errors import InputError, StoreError
from kg.stages import SAMPLE, Options, build

ROOT = Path(__file__).resolve().parent.parent
FILES = [
    "build.json",
    "edges.csv",
    "extractions.jsonl",
    "graph.graphml",
    "graph.html",
    "graph.trig",
    "graph.ttl",
    "merges.jsonl",
    "nodes.csv",
    "rejects.jsonl",
    "report.json",
]
RUN = "import sys; from kg.__main__ import main; main()"


def hashes(folder: Path) -> dict[str, str]:
    files = (path for path in folder.iterdir() if path.is_file())
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def lines(path: Path, count: int) -> list[str]:
    return SAMPLE.read_text(encoding="utf-8").splitlines(keepends=True)[:count]


@pytest.fixture(scope="module")
def halves(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with eight papers of the sample in two files, and a broken line."""
    folder = tmp_path_factory.mktemp("halves")
    papers = lines(SAMPLE, 8)
    (folder / "a.jsonl").write_text("".join(papers[:5]) + '{"title": "cut', encoding="utf-8")
    (folder / "b.jsonl").write_text("".join(papers[4:]), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def small_build(halves: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("small") / "out"
    build([halves / "a.jsonl", halves / "b.jsonl"], folder)
    return folder


def test_a_build_holds_every_file(sample_build: Path) -> None:
    assert sorted(hashes(sample_build)) == FILES
    assert (sample_build / "store").is_dir()


def test_the_sample_makes_a_graph_worth_looking_at(sample_build: Path) -> None:
    numbers = json.loads((sample_build / "report.json").read_bytes())
    assert numbers["papers"]["kept"] == numbers["papers"]["present"] == 48
    assert numbers["concepts"]["method"] > 100
    assert numbers["concepts"]["dataset"] > 20
    assert numbers["statements"]["kg:buildsOn"] > 20
    assert numbers["statements"]["kg:hasCode"] > 20


def test_the_report_adds_up(small_build: Path) -> None:
    papers = json.loads((small_build / "report.json").read_bytes())["papers"]
    assert papers["present"] == papers["kept"] + papers["merged"] + papers["rejected"]
    assert (papers["kept"], papers["merged"], papers["rejected"]) == (8, 1, 1)
    reject = json.loads((small_build / "rejects.jsonl").read_text(encoding="utf-8"))
    assert reject["record"] == 6
    assert reject["file"].endswith("a.jsonl")


def test_every_file_reads_back_to_the_same_graph(sample_build: Path) -> None:
    facts = set(ox.parse(path=sample_build / "graph.ttl"))
    dataset = set(ox.parse(path=sample_build / "graph.trig"))
    assert {q for q in dataset if q.graph_name == ox.DefaultGraph()} == facts
    assert set(ox.Store.read_only(str(sample_build / "store"))) == dataset
    turtle = rdflib.Graph().parse(sample_build / "graph.ttl")
    assert len(turtle) == len(facts)
    graph = nx.read_graphml(sample_build / "graph.graphml", force_multigraph=True)
    with (sample_build / "nodes.csv").open(encoding="utf-8", newline="") as nodes:
        assert {row["iri"] for row in csv.DictReader(nodes)} == set(graph)
    with (sample_build / "edges.csv").open(encoding="utf-8", newline="") as edges:
        assert sum(1 for _ in csv.DictReader(edges)) == graph.number_of_edges()
    iris = {str(subject) for subject in turtle.subjects()}
    assert set(graph) <= iris


def test_build_json_tells_the_hash_of_every_file(sample_build: Path) -> None:
    mark = json.loads((sample_build / "build.json").read_bytes())
    found = {name: digest for name, digest in hashes(sample_build).items() if name != "build.json"}
    assert mark["files"] == found
    assert mark["kg"] == kg.__version__


def test_every_mention_is_a_slice_of_its_text(sample_build: Path) -> None:
    papers = {json.loads(line)["id"]: json.loads(line) for line in lines(SAMPLE, 48)}
    for line in (sample_build / "extractions.jsonl").read_text(encoding="utf-8").splitlines():
        found = json.loads(line)
        paper = papers.get(found["id"]) or papers[found["id"].replace("d14", "D14")]
        text = f"{paper['title']}\n{paper['abstract']}"
        for concept in found["concepts"]:
            assert concept["mentions"]
            forms = {text[start:end] for start, end in concept["mentions"]}
            assert all(form.strip() == form and form for form in forms)
            assert concept["name"] in forms


def test_the_order_of_the_inputs_does_not_matter(
    halves: Path, small_build: Path, tmp_path: Path
) -> None:
    build([halves / "b.jsonl", halves / "a.jsonl"], tmp_path / "out")
    assert hashes(tmp_path / "out") == hashes(small_build)


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_and_processes_do_not_matter(
    halves: Path, small_build: Path, tmp_path: Path, seed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out"
    code = (
        "from kg.extract import pool; from kg.stages import *\n"
        "if __name__ == '__main__':\n"
        f"    pool.WORTH_IT = 1 + {seed}; pool.CHUNK = 2\n"
        f"    build([{str(halves / 'a.jsonl')!r}, {str(halves / 'b.jsonl')!r}],"
        f" {str(out)!r}, Options(processes=2))\n"
    )
    script = tmp_path / "run.py"
    script.write_text(code)
    environment = {**os.environ, "PYTHONHASHSEED": seed}
    subprocess.run([sys.executable, script], check=True, env=environment)
    assert hashes(out) == hashes(small_build)


def test_strict_refuses_a_broken_record(halves: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"1 records rejected under --strict.*a\.jsonl, record 6"):
        build([halves], tmp_path / "out", Options(strict=True))
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("delay", [0.3, 1.0, 2.0, 3.0, 4.0, 5.0])
def test_killed_at_any_moment_the_old_build_stands(
    small_build: Path, tmp_path: Path, delay: float
) -> None:
    out = tmp_path / "out"
    shutil.copytree(small_build, out)
    before = hashes(out)
    process = subprocess.Popen([sys.executable, "-c", RUN, "build", "-o", str(out)])
    time.sleep(delay)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert hashes(out) == before or kg.open(out).report["papers"]["kept"] == 48
    assert kg.open(out).query("top-methods").rows


def test_ctrl_c_leaves_no_debris(small_build: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    shutil.copytree(small_build, out)
    before = hashes(out)
    process = subprocess.Popen([sys.executable, "-c", RUN, "build", "-o", str(out)])
    deadline = time.monotonic() + 60
    while not (tmp_path / ".out.building").exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    assert process.wait(30) == 130
    assert [path.name for path in tmp_path.iterdir()] == ["out"]
    assert hashes(out) == before


def test_an_opened_build_answers(sample_build: Path) -> None:
    opened = kg.open(sample_build)
    answer = opened.query("papers-using-dataset", dataset="imagenet")
    assert "Deep Residual Learning for Image Recognition" in {
        dict(zip(answer.columns, row, strict=True))["title"] for row in answer.rows
    }
    count = opened.query("SELECT (COUNT(*) AS ?n) { ?p a fabio:ResearchPaper }").rows
    assert count == [(48,)]
    assert len(opened.to_rdflib()) == len(opened.store)
    assert opened.to_networkx().number_of_nodes() > 300


def test_a_missing_build_is_an_error_and_creates_nothing(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="is no build"):
        kg.open(tmp_path / "nothing")
    assert list(tmp_path.iterdir()) == []
