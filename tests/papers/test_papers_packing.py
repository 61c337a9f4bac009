"""Packed files: known by their bytes, unpacked through a limit, archives by their members."""

import bz2
import gzip
import lzma
import sys
import tarfile
import warnings
import zipfile
from collections.abc import Callable
from io import BytesIO, RawIOBase
from pathlib import Path

import pytest

from kg.errors import InputError
from kg.papers import FileCount, packing, read, stream
from kg.records import Paper, Rejection

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LINES = b"".join(b'{"id": "%d", "text": "We do %d."}\n' % (n, n**9) for n in range(900))
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "gzip": gzip.compress,
    "bzip2": lambda data: bz2.compress(data, 1),
    "xz": lzma.compress,
    "zstd": zstd.compress,
}
packings = pytest.mark.parametrize("name", PACKERS)


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = BytesIO()
    with warnings.catch_warnings(), zipfile.ZipFile(buffer, "w", method) as archive:
        warnings.simplefilter("ignore")
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def tarred(members: dict[str, bytes], mode: str = "w:") -> bytes:
    target = BytesIO()
    with tarfile.open(fileobj=target, mode=mode) as archive:
        for name, content in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, BytesIO(content))
        link = tarfile.TarInfo("link.txt")
        link.type, link.linkname = tarfile.SYMTYPE, "/etc/passwd"
        archive.addfile(link)
    return target.getvalue()


def counts(data: bytes) -> tuple[FileCount, ...]:
    return read(["-"], None, BytesIO(data)).counts


@packings
def test_a_packed_file_is_known_by_its_bytes(name: str, tmp_path: Path) -> None:
    assert [count.kept for count in counts(PACKERS[name](LINES))] == [900]
    odd = tmp_path / "papers.dat"
    odd.write_bytes(PACKERS[name](b"title,abstract\nOne,We do.\n"))
    assert read([odd]).papers[0].title == "One"


@packings
def test_one_packed_file_after_another_is_read_on(name: str) -> None:
    two = PACKERS[name](b"We do.\n\n") + PACKERS[name](b"We undo.")
    assert [p.text for p in read(["-"], None, BytesIO(two)).papers] != []
    assert len(read(["-"], None, BytesIO(two)).papers) == 2


def test_what_xz_fills_up_with_is_no_damage() -> None:
    (count,) = counts(lzma.compress(LINES) + bytes(8))
    assert (count.kept, count.rejected) == (900, 0)


@packings
def test_a_cut_file_gives_what_came_before(name: str) -> None:
    data = b"".join(b"We do %d.\n\n" % n**200 for n in range(1_500))
    packed = PACKERS[name](data)
    reading = read(["-"], None, BytesIO(packed[: len(packed) * 3 // 4]))
    assert 300 < len(reading.papers) < 1_500
    (rejection,) = reading.rejections
    assert rejection.reason.startswith("the file cannot be read further: ")


@packings
def test_a_bomb_is_refused(name: str) -> None:
    bomb = PACKERS[name](b"a" * 24_000_000)
    assert len(bomb) < 150_000
    with pytest.raises(InputError, match=f"{name}: inflates more than 200 times"):
        read(["-"], None, BytesIO(bomb))


def test_xz_that_asks_for_too_much_memory_is_refused() -> None:
    filters = [{"id": lzma.FILTER_LZMA2, "dict_size": 512 << 20}]
    header = lzma.LZMACompressor(filters=filters).compress(b"")  # names the size, takes nothing
    with pytest.raises(InputError, match="cannot be read"):
        read(["-"], None, BytesIO(header + bytes(100)))


def test_a_broken_device_is_reported() -> None:
    class Failing(RawIOBase):
        parts = iter([LINES])

        def read(self, size: int = -1) -> bytes:
            for part in self.parts:
                return part
            raise OSError(5, "Input/output error")

    items = list(stream(["-"], "jsonl", Failing()))  # type: ignore[arg-type]
    assert not isinstance(items[-1], Paper) and "Input/output error" in items[-1].reason


def test_each_member_of_an_archive_is_a_file(tmp_path: Path) -> None:
    archive = tmp_path / "papers.zip"
    members = {
        "list.jsonl": b"".join(LINES.splitlines(True)[:6]),
        "deep/more.csv.gz": gzip.compress(b"title,abstract\nOne,We do.\n"),
        "../../etc/x.txt": b"We climb.",
        "/abs\nolute.txt": b"We stand.",
        "picture.png": b"\x89PNG",
        ".hidden/a.txt": b"We hide.",
        "__MACOSX/list.jsonl": b"We copy.",
        "broken.json": b"\x89PNG",
        "deep/": b"",
    }
    archive.write_bytes(zipped(members))
    reading = read([archive])
    prefix = archive.as_posix()
    assert [(c.file.removeprefix(prefix), c.kept, c.rejected) for c in reading.counts] == [
        ("/abs\ufffdolute.txt", 1, 0),
        ("/broken.json", 0, 1),
        ("/deep/more.csv.gz", 1, 0),
        ("/etc/x.txt", 1, 0),
        ("/list.jsonl", 6, 0),
    ]
    assert not (tmp_path / "etc").exists()
    assert read([tmp_path]) == reading


def test_an_archive_comes_through_a_pipe() -> None:
    class Pipe(RawIOBase):
        data = BytesIO(zipped({"a.txt": b"We do."}))

        def read(self, size: int = -1) -> bytes:
            return self.data.read(min(size, 7))

    (paper,) = stream(["-"], stdin=Pipe())  # type: ignore[arg-type]
    assert isinstance(paper, Paper) and paper.sources[0].file == "-/a.txt"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (zipped({}), "no file of a known kind in the archive"),
        (zipped({"a.png": b"x"}), "no file of a known kind in the archive"),
        (zipped({"a.txt": b"We do."})[:40], "the archive cannot be read: File is not a zip file"),
        (zipped({f"{n}.txt": b"" for n in range(9)}), "more than 8 files in the archive"),
    ],
)
def test_an_archive_that_is_none_or_empty_is_an_error(
    data: bytes, message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(packing, "MAX_MEMBERS", 8)
    with pytest.raises(InputError, match=message):
        counts(data)


def test_a_damaged_member_costs_itself_alone() -> None:
    data = bytearray(zipped({"a.txt": b"We do.", "b.txt": b"We undo."}, zipfile.ZIP_STORED))
    data[data.index(b"We do")] ^= 1
    reading = read(["-"], None, BytesIO(bytes(data)))
    assert [(c.file, c.kept, c.rejected) for c in reading.counts] == [
        ("-/a.txt", 0, 1),
        ("-/b.txt", 1, 0),
    ]
    assert reading.rejections[0].reason == ("the file cannot be read: Bad CRC-32 for file 'a.txt'")


def test_a_locked_member_is_named() -> None:
    data = bytearray(zipped({"a.txt": b"We do.", "b.txt": b"We undo."}))
    for mark, place in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        data[data.index(mark) + place] |= 1  # the flag that says so
    assert "password" in read(["-"], None, BytesIO(bytes(data))).rejections[0].reason


def test_a_zip_bomb_is_refused() -> None:
    bomb = zipped({f"{n}.txt": b"a b " * 2_000_000 for n in range(5)})
    assert len(bomb) < 100_000
    items = list(stream(["-"], stdin=BytesIO(bomb)))
    reasons = [item.reason for item in items if isinstance(item, Rejection)]
    assert reasons[2:] == ["zip: inflates more than 200 times, as a bomb does"] * 3


def test_an_archive_in_an_archive_is_not_opened() -> None:
    inner = zipped({"a.txt": b"We do."})
    with pytest.raises(InputError, match="a packed archive"):
        counts(zipped({"b.txt": inner}))


@pytest.mark.parametrize("mode", ["w:", "w:gz", "w:bz2", "w:xz"])
def test_each_member_of_a_tar_archive_is_a_file_and_links_are_none(mode: str) -> None:
    members = {"x/a.txt": b"We do.", "../b.txt": b"We undo.", "c.png": b"x", ".hidden.txt": b"We."}
    found = [(count.file, count.kept) for count in counts(tarred(members, mode))]
    assert found == [("-/b.txt", 1), ("-/x/a.txt", 1)]


def test_a_cut_tar_archive_gives_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "cut.tar"
    path.write_bytes(tarred({"a.txt": b"We do.", "b.txt": b"We undo. " * 200})[:2000])
    reading = read([path])
    assert [(c.file, c.kept, c.rejected) for c in reading.counts] == [
        (f"{path}/(the rest)", 0, 1),
        (f"{path}/a.txt", 1, 0),
        (f"{path}/b.txt", 0, 1),
    ]
    assert "the archive cannot be read further" in reading.rejections[0].reason


def test_a_tar_archive_of_nothing_known_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InputError, match="no file of a known kind in the archive"):
        counts(tarred({"a.png": b"x"}))
    monkeypatch.setattr(packing, "MAX_MEMBERS", 8)
    with pytest.raises(InputError, match="more than 8 files in the archive"):
        counts(tarred({f"{n}.txt": b"We do." for n in range(9)}))


def test_a_tar_archive_in_a_folder_is_found(tmp_path: Path) -> None:
    for name, mode in (("a.tar", "w:"), ("b.tar.gz", "w:gz"), ("c.tgz", "w:gz")):
        (tmp_path / name).write_bytes(tarred({f"{name}.txt": f"We do {name}.".encode()}, mode))
    assert len(read([tmp_path]).papers) == 3


def test_a_sparse_tar_bomb_is_refused() -> None:
    text = b"We do what we can.\n\n" * 10_000
    target = BytesIO()
    with tarfile.open(fileobj=target, mode="w:", format=tarfile.PAX_FORMAT) as archive:
        info = tarfile.TarInfo("a.txt")
        info.size = len(text)
        info.pax_headers = {
            "GNU.sparse.map": f"0,{len(text)}",
            "GNU.sparse.size": str(1 << 36),  # the rest is zeros that stand nowhere
        }
        archive.addfile(info, BytesIO(text))
    items = list(stream(["-"], stdin=BytesIO(target.getvalue())))
    reasons = {item.reason for item in items if isinstance(item, Rejection)}
    assert "tar: inflates more than 200 times, as a bomb does" in reasons
