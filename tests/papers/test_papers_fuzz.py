"""Whatever the bytes: an answer or a KgError, and every record accounted for."""

import gzip
import json
import os
import random
from io import BytesIO
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg.errors import KgError
from kg.papers import FORMATS, Reading, read, stream
from kg.records import Paper, Rejection

MUTATIONS = 200  # a format
SAMPLES = Path(__file__).resolve().parents[2].parent / "shared" / "samples"
REAL = sorted(path.name for path in SAMPLES.glob("*_*.*"))
CASES = Path(__file__).parent / "cases"  # a file of many formats, under the format's name

TEXT = """ICML 2024 Papers

We introduce Fernfold, a method for pruning. It beats magnitude pruning on CIFAR-10.

Graph networks forget. We study why, in three parts:
first, second — and "third".
"""
RECORDS: list[dict[str, object]] = [
    {"id": "a", "title": "Pruning with ferns", "abstract": "We prune.", "year": 2021},
    {"id": "b", "text": "Naïve networks\nThey forget $x_1$."},
    {"title": "On arXiv", "abstract": None, "url": "https://arxiv.org/abs/2101.00001v2"},
    {"id": 4, "title": ["A list"], "abstract": "Ends\nhere.", "authors": [{"name": "Ada Roe"}]},
    {
        "content": {"title": {"value": "A note"}, "abstract": {"value": "Noted."}},
        "forum": "aBcDeFgH",
    },
    {
        "authorships": [],
        "title": "Inverted",
        "abstract_inverted_index": {"We": [0], "invert.": [1]},
    },
]
MARKDOWN = """## [1] Pruning with ferns

**Authors**: *Ada Roe, Bo Li*

**Conference**: *icml 2023*

**URL**: [https://doi.org/10.1000/x](https://doi.org/10.1000/x)

**Abstract**:

We prune.

----

## [2] Networks that forget

**Abstract**:

They forget.

----
"""
CSV = 'Title,Abstract,Year,DOI\n"Pruning, with ferns","We ""prune"".",2021,10.1000/x\nPlain,"Two\nlines.",,\n'
LONG = "We introduce Fernfold, a method for pruning networks. It beats magnitude pruning on CIFAR-10, often."
GOLDEN: dict[str, bytes] = {
    "text": TEXT.encode(),
    "jsonl": "\n".join(map(json.dumps, RECORDS)).encode(),
    "json": json.dumps({"results": RECORDS}, indent=1).encode(),
    "markdown": MARKDOWN.encode(),
    "csv": CSV.encode(),
    **{path.stem: path.read_bytes() for path in sorted(CASES.iterdir()) if path.stem in FORMATS},
}
VARIANTS = {
    **GOLDEN,
    "json array": json.dumps(RECORDS).encode(),
    "tsv": b"title\tabstract\nOne\tWe do.\nTwo\t\n",
    "utf-16": TEXT.encode("utf-16"),
    "gzip": gzip.compress(TEXT.encode() * 20, mtime=0),
    "labels": b"Title: One\nAbstract: We do.\n\nTitle: Two\nYear: 2020\n\nAbstract:\nWe undo.\n",
    "numbers": b"ICML 2024\n\n1. We do.\n\n2. We undo.\n\n3. We redo.\n",
    "titles": f"One\n\n{LONG}\n\nTwo\n\n{LONG}\n".encode(),
    "outline": f"# ICML 2024\n\n## One\n*Ada Roe*\n\n{LONG}\n\n## Two\n\n{LONG}\n".encode(),
    "table": b"# ICML 2024\n\n| Title | Abstract |\n|---|---|\n| One | We do. |\n| Two | |\n",
    "columns": json.dumps({"title": ["One", "Two"], "abstract": ["We do.", LONG]}).encode(),
    "strings": json.dumps([LONG, f"{LONG} More."]).encode(),
}


def check(data: bytes, format: str | None = None) -> Reading | None:
    """Read, and hold the reading to what every reading promises."""
    try:
        reading = read(["-"], format, BytesIO(data))
    except KgError as error:
        assert "\n" not in str(error)
        return None
    (count,) = reading.counts
    assert count.present == count.kept + count.merged + count.rejected
    assert (count.kept, count.merged, count.rejected) == (
        len(reading.papers),
        len(reading.merged),
        len(reading.rejections),
    )
    assert len({paper.id for paper in reading.papers}) == len(reading.papers)
    items = list(stream(["-"], format, BytesIO(data)))
    assert len([item for item in items if isinstance(item, Paper)]) == count.kept + count.merged
    assert tuple(sorted(i for i in items if isinstance(i, Rejection))) == reading.rejections
    repr(reading).encode()  # nothing in it that UTF-8 cannot hold
    return reading


def mutated(data: bytes, rng: random.Random) -> bytes:
    """The data with a few bytes flipped, cut out, doubled, or hostile ones put in."""
    hostile = (
        b"\0",
        b'"',
        b"\\",
        b"{",
        b"[" * 50,
        b"\xff\xfe",
        b"\r",
        b"\n\n",
        b"\\ud800",
        b"\x1f\x8b",
        b"9" * 400,
    )
    for _ in range(rng.randint(1, 6)):
        start = rng.randrange(len(data) + 1)
        end = min(len(data), start + rng.choice((0, 1, 1, 2, 40)))
        new = rng.choice(
            (b"", bytes([rng.randrange(256)]), rng.choice(hostile), data[start:end] * 3)
        )
        data = data[:start] + new + data[end:]
    return data


def test_the_golden_files_are_of_all_formats() -> None:
    assert set(GOLDEN) == set(FORMATS)
    for name, data in GOLDEN.items():
        reading = check(data)
        assert reading and reading.counts[0].format == name


@pytest.mark.slow
@pytest.mark.parametrize("name", VARIANTS)
def test_many_more_mutated_files_never_crash_the_reader(name: str) -> None:
    rng = random.Random(f"more papers {name}")
    for _ in range(10 * MUTATIONS):
        check(mutated(VARIANTS[name], rng), rng.choice((None, None, *FORMATS)))


@pytest.mark.parametrize("name", VARIANTS)
def test_mutated_files_never_crash_the_reader(name: str) -> None:
    rng = random.Random(f"papers {name}")
    for _ in range(MUTATIONS):
        check(mutated(VARIANTS[name], rng), rng.choice((None, None, *FORMATS)))


@pytest.mark.slow
@pytest.mark.skipif(not SAMPLES.is_dir(), reason="no ../shared/samples here")
@pytest.mark.parametrize("name", REAL)
def test_mutated_real_files_never_crash_the_reader(name: str) -> None:
    """As many as are wanted: `KG_MUTATIONS=2000 pytest tests/papers/test_papers_fuzz.py -k real`."""
    rng, data = random.Random(f"real {name}"), (SAMPLES / name).read_bytes()[:20_000]
    for _ in range(int(os.environ.get("KG_MUTATIONS", "20"))):
        check(mutated(data, rng))


def text_of(name: str, bad: str) -> str:
    """A hundred good records in the format, with a bad one after the 40th."""
    good = {
        "text": "We do {0}.\n\n",
        "jsonl": '{{"title": "Title {0}"}}\n',
        "json": '{{"title": "Title {0}", "authors": [{{"name": "Ada"}}]}},\n',
        "markdown": "## [{0}] Title {0}\n\n**Abstract**:\n\nWe do.\n\n----\n\n",
        "csv": '"Title {0}","We do."\n',
        "bibtex": "@misc{{key{0},\n title = {{Title {0}}}}}\n",
        "ris": "TY  - JOUR\nTI  - Title {0}\nER  - \n\n",
        "medline": "PMID- {0}\nTI  - Title {0}\n\n",
        "endnote": "%0 Book\n%T Title {0}\n\n",
        "wos": "PT J\nAU Roe, A\nTI Title {0}\nER\n\n",
    }[name]
    records = [good.format(n) for n in range(100)]
    records.insert(40, bad)
    return {"json": "[", "csv": "title,abstract\n"}.get(name, "") + "".join(records)


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("text", "a" * 20_001 + "\n\n"),
        ("jsonl", '{"title": "cut\n'),
        ("jsonl", "[1]\n"),
        ("jsonl", "\0\n"),
        ("json", '{"title": "Title x, "authors": [{"name": "Ada"}]},\n'),
        ("json", '{"title": "Title x", "authors": [{"name": "Ada"},\n'),
        ("json", "17,\n"),
        ("markdown", "## [7]\n\n**Authors**: *Ada Roe*\n\n----\n\n"),
        ("csv", '"Title x","We do.\n'),
        ("csv", "Title x\n"),
        ("bibtex", "@misc{key, title = {Title x\n"),
        ("bibtex", "@misc{key, title = {Title x}, year = {20\n}\n"),
        ("bibtex", '@misc{key, title = "Title x}\n'),
        ("bibtex", "misc{key,\n title = {Title x}}\n"),
        ("bibtex", "@misc{key, year = 2020}\n"),
        ("ris", "TY  - JOUR\nAU  - Roe, Ada\nER  - \n"),
        ("ris", "TY  - JOUR\nAB  - " + "a" * 20_001 + "\nER  - \n"),
        ("medline", "PMID- x\nAU  - Roe A\n\n"),
        ("endnote", "%0 Book\n%A Roe, Ada\n\n"),
        ("wos", "PT J\nAU Roe, A\nER\n\n"),
        ("csv", '"Title x","We do.","and","more"\n'),
    ],
)
def test_a_bad_record_costs_itself_alone(name: str, bad: str) -> None:
    reading = check(text_of(name, bad).encode())
    assert reading and reading.counts[0].format == name
    assert (len(reading.papers), len(reading.rejections)) == (100, 1)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.binary(max_size=200), st.sampled_from((None, *FORMATS)))
def test_no_bytes_crash_the_reader(data: bytes, format: str | None) -> None:
    check(data, format)


JSON_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
NAMES = (
    "id text title abstract year venue authors doi arxiv url content ids github paperId authorships"
)
FIELD_NAMES = st.sampled_from(NAMES.split())


@settings(max_examples=200, deadline=None, derandomize=True)
@given(st.lists(st.dictionaries(FIELD_NAMES, JSON_VALUES, max_size=6), min_size=1, max_size=4))
def test_no_values_crash_the_reader(records: list[dict[str, object]]) -> None:
    check(json.dumps(records).encode(), "json")


@settings(max_examples=100, deadline=None, derandomize=True)
@given(st.text(alphabet=st.characters(exclude_categories=["Cs"]), min_size=1, max_size=60))
def test_a_text_with_an_id_comes_back_exactly(text: str) -> None:
    line = json.dumps({"id": "x", "title": text.split("\n")[0], "text": text})
    for item in stream(["-"], "jsonl", BytesIO(line.encode())):
        assert isinstance(item, Rejection) == (not text.strip())
        assert isinstance(item, Rejection) or (item.id, item.text) == ("x", text)
