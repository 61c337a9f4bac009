"""`kg link-pairs` and `kg count-acronyms`."""

import json
from pathlib import Path

from typer.testing import CliRunner

from kg.cli import app


def test_pairs_are_decided_in_order(tmp_path: Path) -> None:
    lines = [
        {"type": "method", "a": "SVM", "b": "support vector machines"},
        {"type": "task", "a": "tagging", "b": "image tagging", "a_context": "Tagging is old."},
        {"type": "method", "a": "mixup", "b": "cutout"},
    ]
    pairs, found = tmp_path / "pairs.jsonl", tmp_path / "found.jsonl"
    pairs.write_text("".join(f"{json.dumps(line)}\n\n" for line in lines), encoding="utf-8")
    assert CliRunner().invoke(app, ["link-pairs", str(pairs), "-o", str(found)]).exit_code == 0
    labels = [json.loads(line)["label"] for line in found.read_text().splitlines()]
    assert labels == ["same", "broader", "different"]


def test_a_line_that_is_no_pair_is_named(tmp_path: Path) -> None:
    pairs = tmp_path / "pairs.jsonl"
    for content, message in (("{", "no JSON"), ('{"a": 1}', "not a pair"), ("[]", "not a pair")):
        pairs.write_text(content, encoding="utf-8")
        done = CliRunner().invoke(app, ["link-pairs", str(pairs)])
        assert done.exit_code != 0
        assert f"line 1: {message}" in str(done.exception).replace(str(pairs), "").strip(", ")


def test_usual_senses_are_counted(tmp_path: Path) -> None:
    texts = ["A quick union filter (QUF).", "Quick union filters (QUFs).", "Our quick union filter (QUF).",
             "A quiet urban forest (QUF).", "A quick union filter (QUF)."]  # fmt: skip
    papers, table = tmp_path / "papers.jsonl", tmp_path / "table.tsv"
    records = ({"id": f"a:{n}", "title": f"T{n}", "abstract": f"{text} Number {n} of all the papers."}
               for n, text in enumerate(texts * 3))  # fmt: skip
    papers.write_text("".join(f"{json.dumps(record)}\n" for record in records), encoding="utf-8")
    done = CliRunner().invoke(app, ["count-acronyms", str(papers), "-o", str(table)])
    assert done.exit_code == 0
    assert table.read_text().splitlines() == [
        "acronym\tkind\texpansion\tpapers\tshare\toverall",
        "quf\tthing\tquick union filter\t12\t0.8\t0.8",
    ]
