"""The public ways in: which files are read, under which names, and what cannot be read."""

import gzip
import os
import subprocess
import sys
from io import BytesIO
from pathlib import Path

import pytest

from kg.errors import InputError, UsageError
from kg.papers import FORMATS, FileCount, read, stream
from kg.records import Paper, Rejection, Source

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a folder `in` of several kinds of files."""
    files = {
        "in/b.txt": b"ICML 2024 Papers\n\nWe do.\n\nWe undo.\n",
        "in/a.jsonl": b'{"id": "x", "text": "We redo."}\n{"id": "y", "text": "We do."}\n[]\n',
        "in/deep/c.csv.gz": gzip.compress(b"title,abstract\nOne,\n"),
        "in/notes.md": b"# Notes\n\nNothing to see.\n",
        "in/picture.png": b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        "in/.hidden/d.txt": b"We hide.",
        "empty/readme.rst": b"x",
        "blank.txt": b" \n",
    }
    for name, data in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_a_directory_is_read_with_all_below_it(folder: Path) -> None:
    reading = read(["in"])
    assert reading.counts == (
        FileCount("in/a.jsonl", "jsonl", "utf-8", 3, 1, 1, 1, 0, 1),
        FileCount("in/b.txt", "text", "utf-8", 2, 2, 0, 0, 0, 2),
        FileCount("in/deep/c.csv.gz", "csv", "utf-8", 1, 1, 0, 0, 1, 0),
        FileCount("in/notes.md", "markdown", "utf-8", 1, 0, 0, 1, 0, 0),
    )
    assert reading.rejections == (
        Rejection("in/a.jsonl", 3, "a list where a JSON object is expected", "[]"),
        Rejection("in/notes.md", 0, "no record in it, read as markdown"),
    )
    assert [(p.id, p.sources) for p in reading.papers if p.text == "We do."] == [
        ("y", (Source("in/a.jsonl", 2), Source("in/b.txt", 1)))
    ]


@pytest.mark.parametrize(
    "inputs",
    [
        ["in/b.txt", "in/a.jsonl"],
        ["in/a.jsonl", "in/b.txt"],
        ["in/[ab].*"],
        [Path("in/b.txt"), "./in/a.jsonl", "in/a.jsonl"],
    ],
)
def test_neither_order_nor_repetition_matters(folder: Path, inputs: list[str | Path]) -> None:
    assert read(inputs) == read(["in/a.jsonl", "in/b.txt"])


def test_a_stream_keeps_order_and_duplicates(folder: Path) -> None:
    items = list(stream(["in/b.txt", "in/a.jsonl", "in/b.txt"]))
    texts = [item.text if isinstance(item, Paper) else item.reason for item in items]
    assert texts == [
        "We do.",
        "We undo.",
        "We redo.",
        "We do.",
        "a list where a JSON object is expected",
        "We do.",
        "We undo.",
    ]


def test_files_are_named_as_the_user_names_them(folder: Path) -> None:
    assert read(["in/b.txt"]).papers[0].sources[0].file == "in/b.txt"
    absolute = (folder / "in" / "b.txt").as_posix()
    assert read([absolute]).papers[0].sources[0].file == absolute
    assert read(["-"], stdin=BytesIO(b"We do.")).papers[0].sources == (Source("-", 1),)


def test_a_format_can_be_given(folder: Path) -> None:
    assert len(read(["in/a.jsonl"], "text").papers) == 1
    with pytest.raises(UsageError, match="no input format 'docx': there are json, jsonl, "):
        read(["in/a.jsonl"], "docx")
    assert {"text", "jsonl", "json", "markdown", "csv"} < set(FORMATS)


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        (["gone.txt"], "gone.txt: no such file or directory"),
        (["in/*.xyz"], "in/*.xyz: no such file or directory"),
        ([""], ": no such file or directory"),
        (["a\0b"], "a\0b: no such file or directory"),
        (["x" * 5000], "File name too long"),
        (["empty"], "empty: no file of a known kind in it ("),
        (["in/notes.md"], "in/notes.md: no record in it, read as markdown"),
        (["in/picture.png"], "in/picture.png: this is neither text nor any other format"),
        (["blank.txt"], "no paper in blank.txt: nothing but blanks"),
        ([], "no input: name a file"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_line(
    folder: Path, inputs: list[str], message: str
) -> None:
    with pytest.raises(InputError) as caught:
        read(inputs)
    assert message in str(caught.value) and "\n" not in str(caught.value)


def test_where_no_record_is_left_the_first_reason_is_given() -> None:
    with pytest.raises(
        InputError, match=r"no paper in -: 1 rejected, the first \(-, record 1\): not valid"
    ):
        read(["-"], "jsonl", BytesIO(b'{"cut'))


def test_missing_inputs_are_found_before_the_first_record(folder: Path) -> None:
    with pytest.raises(InputError, match=r"gone\.txt"):
        stream(["in/b.txt", "gone.txt"])


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read(folder: Path) -> None:
    (folder / "in" / "b.txt").chmod(0)
    with pytest.raises(InputError, match="cannot be opened: Permission denied"):
        read(["in/b.txt"])


def test_a_name_that_is_not_unicode_can_be_written(folder: Path) -> None:
    name = os.fsdecode(b"in/caf\xe9.txt")
    try:
        Path(name).write_bytes(b"We do.")
    except OSError:
        pytest.skip("this file system wants Unicode names")
    assert read([name]).papers[0].sources[0].file == "in/caf\ufffd.txt"


def test_a_pipe_is_read_as_it_comes(folder: Path) -> None:
    os.mkfifo("pipe")
    with subprocess.Popen(["/bin/sh", "-c", "printf 'We do.' > pipe"]):
        assert read(["pipe"]).papers[0].text == "We do."


@pytest.mark.parametrize("seed", ["0", "1"])
def test_hash_seed_and_locale_are_no_matter(folder: Path, seed: str) -> None:
    script = "from kg.papers import read; print(ascii(read(['in'])))"
    environment = {"PYTHONHASHSEED": seed, "LC_ALL": "C", "PYTHONWARNDEFAULTENCODING": "1"}
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        env={**os.environ, **environment, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.strip() == ascii(read(["in"]))
