"""Every format in every encoding that is promised, and none that holds more than a record."""

import codecs
import json
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO, RawIOBase
from pathlib import Path

import pytest

from kg.errors import KgError, UsageError
from kg.papers import FORMATS, document, packing, read, stream
from kg.records import Paper

CASES = Path(__file__).parent / "cases"  # a file of many formats, under the format's name
RECORD = {"id": "a", "title": "Of “ferns”", "abstract": "Röe prunes — often.", "year": 2021}
MARKDOWN = "## [1] Of “ferns”\n\n**Authors**: *Ada Röe*\n\n**Abstract**:\n\nRöe prunes.\n\n----\n"
FILES: dict[str, str] = {
    "text": "ICML 2024 Papers\n\nRöe prunes “ferns”.\n\nWe undo — why?\n",
    "jsonl": f"{json.dumps(RECORD, ensure_ascii=False)}\n" * 2,
    "json": json.dumps([RECORD], ensure_ascii=False),
    "markdown": MARKDOWN,
    "csv": "title,abstract\nOf “ferns”,Röe prunes.\n",
    **{p.stem: p.read_text("utf-8") for p in sorted(CASES.iterdir()) if p.stem in FORMATS},
}
ENCODINGS = {
    "utf-8": lambda text: text.encode("utf-8"),
    "utf-8-sig": lambda text: text.encode("utf-8-sig"),
    "utf-16-le": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16-be": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
    "utf-32": lambda text: text.encode("utf-32"),
    "cp1252": lambda text: text.encode("cp1252"),
    "crlf": lambda text: text.replace("\n", "\r\n").encode("utf-8"),
}


def papers(data: bytes) -> list[Paper]:
    reading = read(["-"], None, BytesIO(data))
    return [replace(paper, sources=()) for paper in reading.papers]


def written(text: str, encoding: str) -> str:
    """The text without what an encoding cannot write."""
    return text.encode(encoding, "ignore").decode(encoding)


def test_there_is_a_file_of_every_format() -> None:
    assert set(FILES) == set(FORMATS)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", FILES)
def test_every_format_reads_the_same_in_every_encoding(name: str, encoding: str) -> None:
    text = written(FILES[name].replace("Roe", "Röe"), "cp1252")
    found = papers(ENCODINGS[encoding](text))
    assert found == papers(text.encode())
    assert "Röe" in repr(found)


@pytest.mark.parametrize("encoding", ["gb18030", "koi8-r", "shift_jis", "iso-8859-7"])
def test_xml_is_read_in_the_encoding_that_it_declares(encoding: str) -> None:
    title = {"koi8-r": "Папоротник", "iso-8859-7": "Φτέρη"}.get(encoding, "羊歯")
    text = f'<?xml version="1.0" encoding="{encoding}"?>\n<feed><entry><title>{title}</title></entry></feed>'
    reading = read(["-"], "arxiv-atom", BytesIO(text.encode(encoding)))
    assert reading.papers[0].title == title
    assert reading.counts[0].encoding == codecs.lookup(encoding).name


@pytest.mark.parametrize("encoding", ["UTF-16", "nonsense", "rot13", "base64", "utf-8", "us-ascii"])
def test_an_encoding_that_cannot_be_true_is_not_believed(encoding: str) -> None:
    text = (
        f'<?xml version="1.0" encoding="{encoding}"?><feed><entry><title>Röe</title></entry></feed>'
    )
    assert read(["-"], "arxiv-atom", BytesIO(text.encode())).papers[0].title == "Röe"


CHINESE = {
    "Roe": "罗伊",
    "“": "《",
    "”": "》",
    "ferns": "蕨类植物",
    "prune": "修剪",
    "We": "我们",
    "grow": "生长",
}


def in_chinese(text: str) -> str:
    """The text with some of its words in Chinese."""
    for word, translated in CHINESE.items():
        text = text.replace(word, translated)
    return written(text, "gb2312")


@pytest.mark.parametrize("name", FILES)
def test_chinese_is_known_without_a_declaration(name: str) -> None:
    text = in_chinese(FILES[name])
    reading = read(["-"], None, BytesIO(text.encode("gb18030")))
    assert reading.counts[0].encoding == "gb18030"
    assert papers(text.encode("gb18030")) == papers(text.encode())


@pytest.mark.parametrize(
    "text",
    [
        "Müller, Böhm, Jäger, Öttl",
        "À côté, où l’été",
        "“Naïve” — “why?”",
        "Łódź".encode().decode("cp1252", "ignore"),
        "蕨",
    ],
)
def test_what_only_may_be_chinese_is_not(text: str) -> None:
    data = f"ICML 2024 Papers\n\nWe prune: {text}.\n"
    encoding = "gb18030" if "蕨" in text else "cp1252"
    reading = read(["-"], None, BytesIO(data.encode(encoding, "ignore")))
    assert reading.counts[0].encoding.startswith("utf-8")


@pytest.mark.parametrize("encoding", ["shift_jis", "euc-kr", "koi8-r", "utf-16-le", "cp1251"])
def test_the_user_may_say_how_a_file_is_encoded(encoding: str) -> None:
    title = {"euc-kr": "양치류", "koi8-r": "Папоротник", "cp1251": "Папоротник"}.get(
        encoding, "羊歯"
    )
    data = f"title,abstract\n{title},{title}\n".encode(encoding)
    reading = read(["-"], None, BytesIO(data), encoding=encoding)
    assert [paper.title for paper in reading.papers] == [title]
    assert reading.counts[0].encoding == codecs.lookup(encoding).name


def test_a_byte_order_mark_is_believed_before_the_user() -> None:
    data = "title,abstract\nRöe,Röe\n".encode("utf-8-sig")
    assert read(["-"], None, BytesIO(data), encoding="cp1252").papers[0].title == "Röe"


@pytest.mark.parametrize("encoding", ["nonsense", "rot13", "base64", "undefined"])
def test_an_encoding_that_is_none_is_refused(encoding: str) -> None:
    with pytest.raises(UsageError, match=f"no encoding '{encoding}': utf-8, cp1252, gb18030"):
        read(["-"], None, BytesIO(b"We prune."), encoding=encoding)


def test_an_empty_encoding_is_none_given() -> None:
    assert read(["-"], None, BytesIO(b"We prune."), encoding="")


@pytest.mark.parametrize("encoding", ["idna", "punycode", "unicode_escape", "utf-7", "hz"])
def test_strange_encodings_end_in_an_answer_or_a_line(encoding: str) -> None:
    data = "\n\n".join(f"Röe {n} \\ud800 \\x prunes ~{{ +AGE" for n in range(90)).encode()
    try:
        assert read(["-"], "text", BytesIO(data), encoding=encoding).papers
    except KgError as error:
        assert "\n" not in str(error)


WORDS = "We prune the networks that forget. " * 60  # a long abstract: few records make a big file
REPEATED = {  # what begins a file, and a record of it
    "json": ('{"results": [', f'{{"title": "Ferns %d", "abstract": "{WORDS}"}},\n'),
    "text": ("", f"%d {WORDS}\n\n"),
    "jsonl": ("", f'{{"title": "Ferns %d", "abstract": "{WORDS}"}}\n'),
    "markdown": ("", f"## [%d] Ferns %d\n\n**Abstract**:\n\n{WORDS}\n\n----\n\n"),
    "csv": ("title,abstract\n", f'Ferns %d,"{WORDS}"\n'),
    "bibtex": ("", f"@article{{a%d, title = {{Ferns %d}}, abstract = {{{WORDS}}}}}\n\n"),
    "ris": ("", f"TY  - JOUR\nTI  - Ferns %d\nAB  - {WORDS}\nER  - \n\n"),
    "medline": ("", f"PMID- %d\nTI  - Ferns %d\nAB  - {WORDS}\n\n"),
    "endnote": ("", f"%0 Journal Article\n%T Ferns %d\n%X {WORDS}\n\n"),
    "wos": ("FN Clarivate\nVR 1.0\n", f"PT J\nTI Ferns %d\nAB {WORDS}\nER\n\n"),
    "arxiv-atom": ("<feed>", f"<entry><title>Ferns %d</title><summary>{WORDS}</summary></entry>"),
    "oai-pmh": (
        "<OAI-PMH>",
        f"<record><metadata><arXiv><title>Ferns %d</title><abstract>{WORDS}</abstract></arXiv>"
        "</metadata></record>",
    ),
    "pubmed-xml": (
        "<PubmedArticleSet>",
        "<PubmedArticle><MedlineCitation><PMID>%d</PMID><Article><ArticleTitle>Ferns %d"
        f"</ArticleTitle><Abstract><AbstractText>{WORDS}</AbstractText></Abstract></Article>"
        "</MedlineCitation></PubmedArticle>",
    ),
    "acl-xml": (
        '<collection><volume id="1">',
        f"<paper><title>Ferns %d</title><abstract>{WORDS}</abstract></paper>",
    ),
    "dblp-xml": ("<dblp>", f"<article key='a/%d'><title>Ferns %d {WORDS}</title></article>\n"),
    "endnote-xml": (
        "<xml><records>",
        f"<record><titles><title>Ferns %d</title></titles><abstract>{WORDS}</abstract></record>",
    ),
}


class Repeated(RawIOBase):
    """A file that is made as it is read."""

    def __init__(self, start: str, record: str, count: int) -> None:
        self._parts = (part.encode() for part in _numbered(start, record, count))
        self._rest = b""

    def read(self, size: int = -1) -> bytes:
        self._rest = self._rest or next(self._parts, b"")
        part, self._rest = self._rest[:size], self._rest[size:]
        return part


def _numbered(start: str, record: str, count: int) -> Iterator[str]:
    yield start + record.replace("%d", "0")
    yield from (record.replace("%d", str(number)) for number in range(1, count))


def peak(name: str, count: int) -> int:
    """The most memory that reading so many records takes, in bytes; none of them is lost."""
    file = Repeated(*REPEATED[name], count)
    tracemalloc.start()
    try:
        items = stream(["-"], name, file)  # type: ignore[arg-type]
        assert sum(isinstance(item, Paper) for item in items) == count
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_all_formats_are_streamed() -> None:
    assert set(REPEATED) == set(FORMATS)


@pytest.mark.parametrize("name", REPEATED)
def test_memory_does_not_grow_with_the_number_of_records(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (packing, document):  # with smaller buffers smaller files will do
        monkeypatch.setattr(module, "CHUNK", 1 << 14)
    assert peak(name, 500) < 1.3 * peak(name, 150)
