"""Corrections by hand."""

from collections.abc import Callable
from pathlib import Path

import pytest

from kg import vocab
from kg.errors import InputError
from kg.link import Entry, Linked, link, read_curation
from kg.records import Extraction

Write = Callable[..., Extraction]


def corpus(write: Write) -> list[Extraction]:
    text = "Foo nets beat bar kernels and baz on the task of gluing. The baz kernel is new."
    return [
        write("hash:1", text, [
            ("method", "proposes", ["Foo nets"]), ("method", "compares", ["bar kernels"]),
            ("method", "uses", ["baz"]), ("method", "uses", ["baz kernel"]), ("task", "uses", ["gluing"]),
        ]),
        write("hash:2", "A bar kernel algorithm.", [("method", "uses", ["bar kernel algorithm"])]),
    ]  # fmt: skip


def curated(write: Write, action: str, concept: str, value: str = "") -> Linked:
    entry = Entry(action, concept, value, "we say so", 1)  # type: ignore[arg-type]
    return link(corpus(write), corrections=[entry])


def labels(linked: Linked) -> list[str]:
    return [each.label for each in linked.concepts]


def test_rename(write: Write) -> None:
    linked = curated(write, "rename", "foo net", "FooNet")
    assert "FooNet" in labels(linked)
    assert [each.alias for each in linked.merges if each.iri.endswith("foo-net")] == ["Foo nets"]
    assert linked.unused == ()


def test_merge(write: Write) -> None:
    linked = curated(write, "merge", "bar kernel", "baz kernel")
    assert labels(linked) == ["baz", "baz kernel", "Foo net", "gluing"]
    rules = {each.alias: each.rule for each in linked.merges}
    assert rules["bar kernels"] == "curation: we say so"


def test_split(write: Write) -> None:
    assert labels(link(corpus(write))) == ["bar kernel", "baz", "baz kernel", "Foo net", "gluing"]
    linked = curated(write, "split", "bar kernel", "bar kernel algorithm")
    assert labels(linked)[:2] == ["bar kernel", "bar kernel algorithm"]
    assert linked.unused == ()


def test_retype(write: Write) -> None:
    linked = curated(write, "retype", "bar kernel", "task")
    found = next(each for each in linked.concepts if each.label == "bar kernel")
    assert found.types == (("task", 2),)
    said = {vocab.local_name(s.predicate) for s in linked.statements if s.object == found.iri}
    assert said == {"addresses"}


def test_reject(write: Write) -> None:
    linked = curated(write, "reject", "gluing")
    assert "gluing" not in labels(linked)
    assert not any("gluing" in statement.object for statement in linked.statements)


@pytest.mark.parametrize(
    ("action", "concept", "value"),
    [
        ("rename", "qux", "Qux"),
        ("merge", "baz", "BAZ"),
        ("split", "baz", "gluing"),
        ("reject", "qux", ""),
    ],
)
def test_what_no_longer_applies_is_reported(
    write: Write, action: str, concept: str, value: str
) -> None:
    linked = curated(write, action, concept, value)
    assert [(each.action, each.concept) for each in linked.unused] == [(action, concept)]
    assert labels(linked) == labels(link(corpus(write)))


TOML = """
[[entry]]
action = "merge"
concept = "baz"
value = "qux"
reason = "one thing"

[[entry]]
action = "reject"
concept = "foo"
reason = "empty"
"""
CSV = "action,concept,value,reason\nmerge,baz,qux,one thing\nreject,foo,,empty\n"


@pytest.mark.parametrize(("name", "content"), [("a.toml", TOML), ("a.csv", CSV)])
def test_files(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    assert read_curation(tmp_path / name) == (
        Entry("merge", "baz", "qux", "one thing", 1),
        Entry("reject", "foo", "", "empty", 2),
    )


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("action,concept,value,reason\nmelt,a,b,c\n", "entry 1: the action 'melt' is none of"),
        (
            "action,concept,value,reason\nmerge,a,b,\n",
            "entry 1: the concept, the value and the reason",
        ),
        ("action,concept,value,reason\nretype,a,b,c\n", "entry 1: the type 'b' is none of"),
        ("action,concept,value,why\nmerge,a,b,c\n", "entry 1: an entry has the fields"),
        ("action,concept,value,reason\nmerge,a,b,c,d\n", "entry 1: an entry has the fields"),
    ],
)
def test_what_is_no_correction_is_refused(tmp_path: Path, content: str, message: str) -> None:
    (tmp_path / "a.csv").write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=message):
        read_curation(tmp_path / "a.csv")


def test_broken_files_are_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text("[[entry", encoding="utf-8")
    for path in (tmp_path / "a.toml", tmp_path / "none.csv"):
        with pytest.raises(InputError, match="cannot be read as corrections"):
            read_curation(path)
