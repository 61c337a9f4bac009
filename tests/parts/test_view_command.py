"""`kg view` and `kg diff` as a user meets them."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest
from typer.testing import CliRunner

from kg.cli import app
from kg.errors import UsageError
from kg.opened import Opened


def run(*arguments: str | Path) -> str:
    done = CliRunner().invoke(app, [str(each) for each in arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.stdout


def heading(page: Path) -> str:
    found = re.search(r"<h1>(.*?)</h1>", page.read_text(encoding="utf-8"))
    return found[1] if found else ""


@pytest.mark.parametrize(
    ("arguments", "title"),
    [
        (["roberta"], "Neighbourhood of RoBERTa"),
        (["--paper", "arxiv:2"], "On GLUE"),
        (["--venue", "ACL", "--year", "2021"], "ACL 2021: concepts of 1 paper"),
        (["--query", "SELECT ?x { ?x kg:buildsOn ?y }"], "Answer to a query"),
        (
            ["--query", "papers-using-dataset", "-p", "dataset=GLUE"],
            "Papers that evaluate on a dataset: GLUE",
        ),
        ([], "Concepts of 3 papers"),
    ],
)
def test_a_page_is_written_and_named(
    new: Opened, tmp_path: Path, arguments: list[str], title: str
) -> None:
    page = tmp_path / "page.html"
    assert run("view", "-g", new.folder, *arguments, "-o", page) == f"{page}\n"
    assert heading(page) == title


def test_a_page_against_an_older_build(new: Opened, old: Opened, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    run("view", "BERT", "-g", new.folder, "--against", old.folder, "-o", page)
    assert heading(page) == "Neighbourhood of BERT: new against old"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["BERTT"], "no concept is named 'BERTT': did you mean 'BERT'"),
        (["BERT", "--paper", "arxiv:2"], "a concept and --paper name different parts"),
        (["-p", "dataset=GLUE"], "-p belongs to --query"),
        (["--query", "top-method"], "did you mean top-method"),
    ],
)
def test_what_cannot_be_drawn_is_said(new: Opened, arguments: list[str], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        run("view", "-g", new.folder, *arguments, "-o", "never.html")
    assert not Path("never.html").exists()


def test_diff_of_builds_and_of_venues(new: Opened, old: Opened, tmp_path: Path) -> None:
    builds = run("diff", old.folder, new.folder)
    assert builds.splitlines()[3] == "+ concept    RoBERTa (method, 1 paper)"
    venues = run("diff", "-g", new.folder, "--venues", "ACL 2019", "ACL 2021")
    assert venues.splitlines()[0] == "concepts     1 new, 1 gone, 0 changed, 2 as before"
    table = tmp_path / "diff.csv"
    assert run("diff", old.folder, new.folder, "-f", "csv", "-o", table) == ""
    assert table.read_text(encoding="utf-8").startswith("change,kind,subject,")


@pytest.mark.parametrize(
    "arguments", [[], ["only-one"], ["one", "two", "--venues", "a", "b"], ["-f", "xml"]]
)
def test_a_diff_needs_two_sides_and_a_format(arguments: list[str]) -> None:
    with pytest.raises(UsageError, match=r"name two builds|unknown format 'xml'"):
        run("diff", *arguments)


def test_an_error_is_one_line(new: Opened) -> None:
    command = [sys.executable, "-m", "kg", "view", "-g", str(new.folder), "--query", "SELECT * {"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("kg: the query is not SPARQL 1.1")


def test_a_page_can_be_served(new: Opened, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    command = [sys.executable, "-m", "kg", "view", "BERT", "-g", new.folder, "-o", page, "--serve"]
    with subprocess.Popen(
        [*command, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as serving:
        try:
            lines = [serving.stdout.readline().strip() for _ in range(3)]
            assert lines[0] == str(page)
            assert re.fullmatch(r"http://127\.0\.0\.1:\d+/view", lines[2])
            served = urlopen(lines[2], timeout=10).read().decode()
        finally:
            serving.terminate()
    assert served.replace(" connect-src &#39;self&#39;;", "", 1) == page.read_text("utf-8")


def test_pictures_without_a_browser(new: Opened, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    names = [tmp_path / name for name in ("page.html", "picture.png", "picture.svg")]
    page, png, svg = names
    shown = run("view", "BERT", "-g", new.folder, "-o", page, "--png", png, "--svg", svg)
    assert shown.splitlines() == [str(name) for name in names]
    assert png.read_bytes().startswith(b"\x89PNG")
    assert svg.read_text(encoding="utf-8").startswith("<?xml")
