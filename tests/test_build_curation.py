"""A build with corrections by hand and links to a vocabulary."""

import hashlib
import json
from dataclasses import replace
from pathlib import Path

from kg.report import summary
from kg.stages import SAMPLE, Options, build


def test_corrections_are_applied_reported_and_part_of_the_provenance(tmp_path: Path) -> None:
    papers, corrections, output = tmp_path / "p.jsonl", tmp_path / "c.csv", tmp_path / "out"
    first = SAMPLE.read_text(encoding="utf-8").splitlines()[0]
    papers.write_text(f"{first}\n", encoding="utf-8")
    build([papers], output)
    name = next(
        json.loads(line)["concepts"][0]["name"]
        for line in (output / "extractions.jsonl").read_text(encoding="utf-8").splitlines()
    )
    content = (
        f'action,concept,value,reason\nrename,"{name}",A Thing,for clarity\nreject,qux,,empty\n'
    )
    corrections.write_text(content, encoding="utf-8")
    vocabulary = tmp_path / "v.csv"
    vocabulary.write_text("label,iri\na thing,http://a.example/thing\n", encoding="utf-8")
    options = replace(Options(), curation=corrections, vocabularies=(vocabulary,))
    numbers = build([papers], output, options)
    assert numbers["curation"]["entries"] == 2
    assert [entry["concept"] for entry in numbers["curation"]["unused"]] == ["qux"]
    assert "curation    entry 2 no longer applies: reject 'qux'" in summary(numbers)
    assert numbers["vocabularies"] == [
        {"file": str(vocabulary), "labels": 1, "exact": 1, "close": 0, "collisions": ()}
    ]
    turtle = (output / "graph.ttl").read_text(encoding="utf-8")
    assert "skos:exactMatch <http://a.example/thing>" in turtle
    assert '"A Thing"@en' in turtle
    digest = hashlib.sha256(content.encode()).hexdigest()
    inputs = json.loads((output / "build.json").read_bytes())["inputs"]
    assert {"name": str(corrections), "sha256": digest} in inputs
    assert digest in (output / "graph.trig").read_text(encoding="utf-8")
