"""`output/` is the build of the sample: committed, and what a build of it still gives.

Byte for byte, but for what may differ with the processor and with the versions of numerical
libraries: the last digit of the model's probabilities, and where the page puts its nodes.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

OUTPUT = Path(__file__).resolve().parent.parent / "output"
pytestmark = pytest.mark.skipif(not OUTPUT.is_dir(), reason="no checkout: output/ is not installed")


def extractions(folder: Path) -> list[Any]:
    """The extractions without their probabilities."""
    text = (folder / "extractions.jsonl").read_text(encoding="utf-8")
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        one.pop("relation_scores", None)
        one.setdefault("availability", None)
        for concept in one["concepts"]:
            del concept["score"]
    return found


def shown(folder: Path) -> dict[str, Any]:
    """What the page shows, without where."""
    page = (folder / "graph.html").read_text(encoding="utf-8")
    [data] = re.findall(
        r'<script id="data" type="application/json">(.*?)</script>', page, re.DOTALL
    )
    nodes = json.loads(data)["nodes"]
    return {node["key"]: {k: v for k, v in node.items() if k not in ("x", "y")} for node in nodes}


def test_the_extractions_are_those_of_the_packaged_model(sample_build: Path) -> None:
    assert extractions(OUTPUT) == extractions(sample_build)


def test_every_file_is_the_same_byte_for_byte(sample_build: Path) -> None:
    name = "extractions.jsonl"
    if (OUTPUT / name).read_bytes() != (sample_build / name).read_bytes():
        pytest.skip("this processor rounds the model's probabilities in another way")
    committed = {path.name for path in OUTPUT.iterdir() if path.is_file()}
    assert committed == {path.name for path in sample_build.iterdir() if path.is_file()}
    for file in sorted(committed - {"graph.html", "build.json"}):
        assert (OUTPUT / file).read_bytes() == (sample_build / file).read_bytes(), file
    assert shown(OUTPUT) == shown(sample_build)
