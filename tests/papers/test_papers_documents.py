"""Encodings, packing and limits: whatever the bytes, the text and a word on how it was read."""

import gzip
from collections.abc import Iterator
from io import BytesIO, RawIOBase

import pytest

from kg.errors import InputError
from kg.papers import FileCount, read
from kg.papers.document import MAX_LINE, Document

TEXT = "Naïve “networks” forget — why?\n\nWe ask α-particles.\n"


def count(data: bytes) -> FileCount:
    return read(["-"], None, BytesIO(data)).counts[0]


def abstracts(data: bytes) -> list[str]:
    papers = read(["-"], None, BytesIO(data)).papers
    return [p.abstract for p in sorted(papers, key=lambda paper: paper.sources)]


@pytest.mark.parametrize(
    ("encoding", "reported"),
    [
        ("utf-8", "utf-8"),
        ("utf-8-sig", "utf-8-sig"),
        ("utf-16", "utf-16"),
        ("utf-32", "utf-32"),
    ],
)
def test_unicode_is_known_by_its_mark(encoding: str, reported: str) -> None:
    assert abstracts(TEXT.encode(encoding)) == [
        "Naïve “networks” forget — why?",
        "We ask α-particles.",
    ]
    assert count(TEXT.encode(encoding)).encoding == reported


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_a_mark_is_known_by_its_zeros(encoding: str) -> None:
    text = "Networks forget, and nobody knows why."
    assert abstracts(text.encode(encoding)) == [text]
    assert count(text.encode(encoding)).encoding == encoding


def test_bytes_that_are_not_utf_8_are_read_as_windows_1252() -> None:
    text = "Naïve “networks” forget"
    assert abstracts(text.encode("cp1252")) == [text]
    assert count(text.encode("cp1252")).encoding == "utf-8+cp1252 (3 bytes)"


def test_a_stray_byte_spoils_nothing_but_itself() -> None:
    assert abstracts("Naïve \udc93α\udc94 and \udc81.".encode("utf-8", "surrogateescape")) == [
        "Naïve “α” and \ufffd."
    ]


def test_zero_bytes_stay_in_the_text() -> None:
    assert abstracts(b"Some long enough text with a \0 in it, and much more that is well.") == [
        "Some long enough text with a \0 in it, and much more that is well."
    ]


def test_gzip_is_known_by_its_bytes_and_unpacked() -> None:
    assert abstracts(gzip.compress(TEXT.encode())) == abstracts(TEXT.encode())
    two_members = gzip.compress(b"We do.\n\n") + gzip.compress(b"We undo.")
    assert abstracts(two_members) == ["We do.", "We undo."]


def test_a_damaged_archive_gives_what_came_before_the_damage() -> None:
    packed = gzip.compress(
        b"".join(b'{"id": "%d", "text": "%d"}\n' % (n, n**9) for n in range(900))
    )
    for damaged, kept in ((packed[: len(packed) // 2], 400), (packed[:-8] + b"damaged!", 900)):
        reading = read(["-"], None, BytesIO(damaged))
        assert kept <= len(reading.papers) <= 900
        (rejection,) = reading.rejections
        assert rejection.record == len(reading.papers) + 1
        assert rejection.reason.startswith("the file cannot be read further: ")


def test_an_archive_of_nothing_but_damage_is_an_error() -> None:
    with pytest.raises(InputError, match="-: the file cannot be read"):
        count(b"\x1f\x8b and no more")


def test_a_gzip_bomb_is_refused() -> None:
    bomb = gzip.compress(b"a b " * 8_000_000, 9)
    assert len(bomb) < 200_000
    with pytest.raises(InputError, match="gzip: inflates more than 200 times"):
        read(["-"], None, BytesIO(bomb))


def test_gzip_inside_gzip_is_not_opened() -> None:
    with pytest.raises(InputError, match="a packed archive"):
        count(gzip.compress(gzip.compress(TEXT.encode())))


def test_a_line_without_end_is_cut_and_the_rest_read() -> None:
    document = Document(BytesIO(b"a\n" + b"x" * (3 * MAX_LINE) + b"\nb"))
    assert [(number, len(line)) for number, line in document.lines()] == [
        (1, 1),
        (2, MAX_LINE + 1),
        (3, 1),
    ]


def test_reading_is_lazy() -> None:
    class Endless(RawIOBase):
        def read(self, size: int = -1) -> bytes:
            return b"We do.\n\n" * (size // 8)

    lines: Iterator[tuple[int, str]] = Document(Endless()).lines()  # type: ignore[arg-type]
    assert next(lines) == (1, "We do.")
