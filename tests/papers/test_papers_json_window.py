"""JSON in parts: the same records however little of the text is held at a time."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO, RawIOBase

import pytest

from kg.papers import stream
from kg.papers.document import NO_NAMES
from kg.papers.fields import FieldMap
from kg.papers.readers import json_document
from kg.papers.readers.json_window import BrokenError, JsonWindow
from kg.records import Paper, Rejection


@dataclass
class Parts:
    """A document that comes in parts of one size."""

    text: str
    size: int
    names: FieldMap = NO_NAMES

    def chunks(self) -> Iterator[str]:
        """The text in parts."""
        return (self.text[n : n + self.size] for n in range(0, len(self.text), self.size))


RECORDS = [
    {"title": f"Title {n}", "abstract": f'We "prune" {"x" * n * 40}.\n', "year": 2000 + n}
    for n in range(12)
]
TEXTS = {
    "array": json.dumps(RECORDS),
    "indented": json.dumps(RECORDS, indent=2),
    "envelope": json.dumps({"meta": {"count": 12}, "results": RECORDS}),
    "envelopes": json.dumps({"status": "ok", "message": {"total": 12, "items": RECORDS}}),
    "one after another": "\n".join(json.dumps(record, indent=1) for record in RECORDS),
    "columns": json.dumps({name: [r[name] for r in RECORDS] for name in RECORDS[0]}),
    "by id": json.dumps({f"p{n}": record for n, record in enumerate(RECORDS)}),
    "numbers": json.dumps([1234567, *RECORDS, -1.5e10]),
    "cut": json.dumps(RECORDS)[:-400],
    "broken": json.dumps(RECORDS).replace('"Title 3"', '"Title 3'),
}


def found(text: str, size: int) -> list[object]:
    return list(json_document.read(Parts(text, size)))  # type: ignore[arg-type]


@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("size", [1, 13, 600])
def test_the_size_of_the_parts_is_no_matter(name: str, size: int) -> None:
    assert found(TEXTS[name], size) == found(TEXTS[name], 1_000_000)


def test_nor_is_it_in_broken_files() -> None:
    rng = random.Random("windows")
    for _ in range(300):
        text = rng.choice(list(TEXTS.values()))
        start = rng.randrange(len(text))
        new = rng.choice(("", '"', "{", "}", "[", "]", ",", ":", "\\", "9" * 30, "\n"))
        text = text[:start] + new + text[start + rng.choice((0, 1, 30)) :]
        assert found(text, rng.choice((1, 7, 400))) == found(text, 1_000_000)


def test_faults_are_at_their_place_in_the_whole_text() -> None:
    text = json.dumps(RECORDS, indent=1).replace('"year": 2007', '"year": @')
    lines = text.split("\n")
    line = next(n for n, line in enumerate(lines, 1) if "@" in line)
    window = JsonWindow(Parts(text, 5))  # type: ignore[arg-type]
    assert window.take("[")
    for _ in range(7):
        window.value()
    with pytest.raises(BrokenError, match=f"line {line} column 11$"):
        window.value()


def test_a_list_is_read_as_it_comes() -> None:
    class Endless(RawIOBase):
        start = b'{"meta": {"page": 1}, "results": ['

        def read(self, size: int = -1) -> bytes:
            start, self.start = self.start, b""
            return start + b'{"title": "Ferns", "abstract": "We prune."},' * (size // 50)

    papers = stream(["-"], None, Endless())  # type: ignore[arg-type]
    for _ in range(30_000):
        paper = next(papers)
        assert isinstance(paper, Paper) and paper.title == "Ferns"


def test_a_value_too_long_to_be_a_record_is_refused_and_the_next_one_read() -> None:
    text = json.dumps([RECORDS[0], {"title": "x" * 9_000_000}, RECORDS[1]])
    first, refused, last = stream(["-"], None, BytesIO(text.encode()))
    assert isinstance(first, Paper) and isinstance(last, Paper)
    assert isinstance(refused, Rejection)
    assert (refused.record, refused.reason) == (2, "a value of more than 2,000,000 characters")


def test_a_record_with_a_list_of_its_own_is_a_record() -> None:
    record = {"title": "Ferns", "data": ["leaves", "spores"], "abstract": "We prune."}
    (paper,) = stream(["-"], "json", BytesIO(json.dumps(record).encode()))
    assert isinstance(paper, Paper) and paper.abstract == "We prune."
