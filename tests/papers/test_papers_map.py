"""Fields under names of the user's own."""

import json
from io import BytesIO
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kg.cli import app
from kg.errors import InputError, UsageError
from kg.papers import FieldMap, read
from kg.records import Paper

MAP = FieldMap.of(["title=Name", "abstract=Body text", "year=When", "venue=Wo"])
RECORD = {"Name": "Ferns", "Body text": "We prune.", "When": "2021", "Wo": "icml", "title": "Dr"}


def only(data: bytes, names: FieldMap = MAP) -> Paper:
    (paper,) = read(["-"], None, BytesIO(data), names).papers
    return paper


@pytest.mark.parametrize(
    "data",
    [
        json.dumps(RECORD).encode(),
        json.dumps(RECORD, indent=1).encode(),
        json.dumps([RECORD]).encode(),
        json.dumps({"results": [RECORD]}).encode(),
        (json.dumps(RECORD) + "\n" + json.dumps(RECORD)).encode(),
        b"Name,Body text,When,Wo\nFerns,We prune.,2021,icml\n",
        b"Name\tBODY_TEXT\twhen\tWo\nFerns\tWe prune.\t2021\ticml\n",
        b"\xef\xbb\xbfName;Body text;When;Wo\nFerns;We prune.;2021;icml\n",
    ],
)
def test_mapped_fields_are_read_in_every_format_that_has_names(data: bytes) -> None:
    paper = only(data)
    assert (paper.text, paper.year, paper.venue) == ("Ferns\nWe prune.", 2021, "ICML")


def test_what_is_mapped_is_trusted_before_the_usual_name() -> None:
    record = {"abstract": "A long one.", "tldr": "Short."}
    assert only(json.dumps(record).encode(), FieldMap.of(["abstract=tldr"])).abstract == "Short."
    other = {"abstract": "A long one.", "tldr": ""}
    assert (
        only(json.dumps(other).encode(), FieldMap.of(["abstract=tldr"])).abstract == "A long one."
    )


def test_a_path_leads_into_nested_objects() -> None:
    record = {"meta": {"head": {"Name": "Ferns"}}, "a.b": "We prune."}
    names = FieldMap.of(["title=meta.head.Name", "abstract=a.b"])
    assert only(json.dumps(record).encode(), names).text == "Ferns\nWe prune."


def test_names_in_any_script() -> None:
    data = "题目,摘要\n蕨类,我们修剪。\n".encode()
    assert only(data, FieldMap.of(["title=题目", "abstract=摘要"])).text == "蕨类\n我们修剪。"


@pytest.mark.parametrize(
    ("pair", "message"),
    [
        ("titel=Name", "no field 'titel' to map to: there are id, text, title, abstract, year, "),
        ("title", "a field is mapped as title=Name, not 'title'"),
        ("title= ", "a field is mapped as title=Name, not 'title= '"),
        ("=Name", "no field '' to map to"),
    ],
)
def test_a_map_that_is_none_is_said_to_be(pair: str, message: str) -> None:
    with pytest.raises(UsageError) as caught:
        FieldMap.of([pair])
    assert message in str(caught.value)


def test_columns_that_nobody_knows_are_named_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Name,Body\nFerns,We prune.\n")
    with pytest.raises(InputError, match="Name, Body; say which it is with --map title=NAME"):
        read([path])


def test_the_command_line_takes_a_map(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("Name,Body\nPruning with ferns,We prune.\n")
    asked = ["papers", str(path), "--map", "title=Name", "--map", "abstract=Body"]
    done = CliRunner().invoke(app, asked)
    assert done.exit_code == 0 and "Pruning with ferns" in done.output
    wrong = CliRunner().invoke(app, [*asked[:2], "--map", "name=Name"])
    assert isinstance(wrong.exception, UsageError)
