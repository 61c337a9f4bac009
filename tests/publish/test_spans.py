"""Abstracts with what was found in them marked, as a page."""

from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.publish import write_spans
from kg.publish.spans import pieces
from kg.records import Availability, Entity, Extraction, Mention, Paper, Relation, Repository

TEXT = (
    "A <b>Title</b>\nWe propose FooNet & test it on Cora & </p><script>x</script>. github.com/a/b"
)


def entity(text: str, type: str, role: str, form: str, name: str = "") -> Entity:
    at = text.index(form)
    mention = Mention(at, at + len(form), 0.875)
    return Entity(type, role, name or form, (mention,), 0.875)  # type: ignore[arg-type]


@pytest.fixture
def found() -> Extraction:
    title, _, abstract = TEXT.partition("\n")
    link = TEXT.index("github")
    return Extraction(
        Paper("hash:<1>", title, abstract),
        (
            entity(TEXT, "method", "proposes", "FooNet"),
            entity(TEXT, "dataset", "uses", "Cora", 'Cora "<full>"'),
        ),
        (Relation(0, "evaluated_on", 1, 0.5, 0, len(TEXT)),),
        (Repository("https://github.com/a/b", "code", link, len(TEXT)),),
        availability=Availability("announced", 0, 1),
    )


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.marks: list[tuple[str, str]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        if tag == "mark":
            values = dict(attrs)
            self.marks.append((values.get("class") or "", values.get("title") or ""))

    def handle_data(self, data: str) -> None:
        self.text += data


def test_the_page_marks_what_was_found(found: Extraction, tmp_path: Path) -> None:
    write_spans([found], tmp_path / "page.html")
    page = (tmp_path / "page.html").read_text(encoding="utf-8")
    reader = Reader()
    reader.feed(page.partition("<main>")[2])
    assert reader.marks == [
        ("method proposes", "method, proposes, 0.88"),
        ("dataset uses", 'Cora "<full>", dataset, uses, 0.88'),
        ("link code", "https://github.com/a/b"),
    ]
    assert "code: announced" in reader.text
    assert "FooNet evaluated on Cora" in " ".join(reader.text.split())
    assert not {"script", "b title"} & set(reader.tags)
    assert "</p><script>x</script>" in reader.text
    assert "http" not in page.partition("<main>")[0].replace("http-equiv", "")
    assert "--method: #0072b2" in page


WORDS = st.lists(st.text("ab <&\n", min_size=1, max_size=5), min_size=1, max_size=8)


@given(WORDS, st.lists(st.tuples(st.integers(0, 20), st.integers(0, 20)), max_size=5))
def test_pieces_joined_are_the_text(words: list[str], bounds: list[tuple[int, int]]) -> None:
    text = " ".join(words)
    spans = [(min(b), max(b)) for b in bounds if min(b) < max(b) <= len(text)]
    mentions = tuple(Mention(start, end, 0.5) for start, end in spans)
    entities = (Entity("task", "uses", "x", mentions, 0.5),) if mentions else ()
    made = list(pieces(Extraction(Paper("a", "", text), entities, (), ())))
    assert "".join(piece.text for piece in made) == text
