"""The command line as a user meets it: results on stdout, one line and a code for every error."""

import gzip
import json
import subprocess
import sys
from pathlib import Path

import pytest

from kg.stages import SAMPLE


def kg(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, encoding="utf-8")


@pytest.fixture(scope="module")
def papers() -> list[str]:
    return SAMPLE.read_text(encoding="utf-8").splitlines()[:3]


def test_version() -> None:
    assert kg("--version").stdout.startswith("kg 0.")


def test_extract_writes_the_contract_in_input_order(papers: list[str]) -> None:
    texts = [json.loads(line) for line in reversed(papers)]
    records = [{"id": f"my id {n}", "text": t["abstract"]} for n, t in enumerate(texts)]
    done = kg("extract", "-", stdin="\n".join(map(json.dumps, records)))
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [f["id"] for f in found] == ["my id 0", "my id 1", "my id 2"]
    for record, one in zip(records, found, strict=True):
        assert set(one) == {
            *("id", "concepts", "relations", "relation_scores", "repositories", "availability"),
            *("relation_spans", "repository_spans", "availability_span", "sentences", "text", "by"),
        }
        for concept in one["concepts"]:
            assert set(concept) == {"type", "name", "role", "score", "mentions", "mention_scores"}
            assert all(record["text"][s:e].strip() for s, e in concept["mentions"])
        for subject, _, obj in one["relations"]:
            assert max(subject, obj) < len(one["concepts"])


def test_extract_writes_a_file_whole(papers: list[str], tmp_path: Path) -> None:
    source, target = tmp_path / "in.jsonl.gz", tmp_path / "out.jsonl"
    source.write_bytes(gzip.compress("\n".join(papers).encode()))
    done = kg("extract", source, "-o", target)
    assert done.returncode == 0, done.stderr
    assert len(target.read_text(encoding="utf-8").splitlines()) == 3
    assert sorted(path.name for path in tmp_path.iterdir()) == ["in.jsonl.gz", "out.jsonl"]


def test_a_broken_record_is_reported_and_strict_is_2(papers: list[str]) -> None:
    text = papers[0] + "\n[1, 2]\n"
    relaxed = kg("extract", "-", stdin=text)
    assert relaxed.returncode == 0
    assert "record 2" in relaxed.stderr
    strict = kg("extract", "-", "--strict", stdin=text)
    assert strict.returncode == 2
    assert strict.stderr.count("\n") == 1


def test_query_formats(sample_build: Path) -> None:
    arguments = ("query", "papers-using-dataset", "-p", "dataset=imagenet", "-g", sample_build)
    assert "Deep Residual Learning" in kg(*arguments).stdout
    assert kg(*arguments, "-f", "csv").stdout.startswith("year,title,")
    assert kg(*arguments, "-f", "md").stdout.startswith("| year | title |")
    assert kg(*arguments, "-f", "tsv").stdout.startswith("?year\t?title")
    assert json.loads(kg(*arguments, "-f", "json").stdout)["results"]["bindings"]


def test_query_alone_lists_the_questions(sample_build: Path) -> None:
    listed = kg("query", "-g", sample_build).stdout
    assert "papers-using-dataset" in listed
    assert "-p dataset=" in listed


def test_free_sparql_from_stdin_and_file(sample_build: Path, tmp_path: Path) -> None:
    text = "SELECT (COUNT(?p) AS ?papers) { ?p a schema:ScholarlyArticle }"
    file = tmp_path / "count.rq"
    file.write_text(text)
    for question, stdin in (("-", text), (file, "")):
        done = kg("query", question, "-g", sample_build, "-f", "csv", stdin=stdin)
        assert done.stdout.split() == ["papers", "48"]


def test_info_and_why(sample_build: Path) -> None:
    assert "48 kept" in kg("info", "-g", sample_build).stdout
    done = kg("why", "imagenet", "-g", sample_build)
    assert done.stdout.startswith("ImageNet")


def test_info_draws_plots(sample_build: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    done = kg("info", "-g", sample_build, "--plots", tmp_path / "plots")
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == str(tmp_path / "plots" / "methods-together.svg")
    assert len(list((tmp_path / "plots").iterdir())) == 14


@pytest.mark.parametrize("format", ["nt", "jsonld", "gexf", "node-link"])
def test_export(sample_build: Path, tmp_path: Path, format: str) -> None:
    target = tmp_path / "graph.out"
    done = kg("export", format, "-o", target, "-g", sample_build)
    assert done.returncode == 0, done.stderr
    assert target.stat().st_size > 10_000


@pytest.mark.parametrize(
    ("arguments", "code", "says"),
    [
        (("build", "missing.jsonl"), 2, "missing.jsonl"),
        (("query", "top-methods", "-g", "nowhere"), 1, "nowhere is no build"),
        (("query", "top-method"), 2, "did you mean top-method"),
        (("query", "top-methods", "-f", "xlsx"), 2, "use one of"),
        (("query", "top-methods", "-p", "limit"), 2, "name=value"),
        (("query", "lost.rq"), 2, "no file lost.rq"),
        (("extract", "x", "--format", "nope"), 2, "nope"),
        (("evaluate", "missing.jsonl"), 2, "missing.jsonl"),
        (("train", "missing.jsonl", "-o", "x"), 2, "missing.jsonl"),
        (("nope",), 2, "No such command"),
    ],
)
def test_an_error_is_a_line_and_a_code(arguments: tuple[str, ...], code: int, says: str) -> None:
    done = kg(*arguments)
    assert done.returncode == code, done.stderr
    assert says in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""


def test_a_query_error_is_a_line(sample_build: Path) -> None:
    for text in (
        "SELECT {",
        "SELECT * { SERVICE <http://x.example/> { ?s ?p ?o } }",
        "INSERT DATA {}",
    ):
        done = kg("query", "-", "-g", sample_build, stdin=text)
        assert done.returncode == 1
        assert done.stderr.startswith("kg: ")
        assert done.stderr.count("\n") == 1
