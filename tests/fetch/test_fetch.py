"""Online sources, played by a server on this machine: paging, patience, cache, and what goes wrong."""

import json
import os
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from kg.errors import FetchError, UsageError
from kg.fetch import SOURCES, Fetching, fetch
from kg.fetch.client import MAX_AGE
from kg.papers import read

Asked = dict[str, str]
Reply = tuple[int, dict[str, str], bytes]


class Server(ThreadingHTTPServer):
    """Answers as `reply` says and remembers what it was asked."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.reply: Callable[[str, Asked], Reply] = lambda path, asked: (404, {}, b"nothing here")
        self.asked: list[tuple[str, Asked, dict[str, str]]] = []

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        asked = dict(parse_qsl(parts.query))
        self.server.asked.append((parts.path, asked, dict(self.headers)))
        status, headers, body = self.server.reply(parts.path, asked)
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    for name in ("OPENALEX_API_KEY", "S2_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    server = Server()
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def fetched(
    server: Server, source: str, query: str, limit: int | None = None, **how: Any
) -> list[dict[str, Any]]:
    how = {"base_url": server.url, "sleep": lambda _: None, **how}
    return [dict(record) for record in fetch(source, query, limit, Fetching(**how))]


def ids(records: list[dict[str, Any]]) -> list[str]:
    """The ids of the papers that are read from the fetched records."""
    lines = "\n".join(map(json.dumps, records)).encode()
    papers = read(["-"], "jsonl", BytesIO(lines)).papers
    return [p.id for p in sorted(papers, key=lambda p: p.sources)]


def answers(pages: Callable[[str, Asked], object]) -> Callable[[str, Asked], Reply]:
    return lambda path, asked: (200, {}, json.dumps(pages(path, asked)).encode())


def entry(number: int) -> str:
    return (
        f"<entry><id>http://arxiv.org/abs/2101.{number:05}v1</id><title>Ferns {number}</title>"
        f"<summary>We prune {number}.</summary><author><name>Ada Roe</name></author></entry>"
    )


def arxiv(path: str, asked: Asked) -> Reply:
    start, size = int(asked["start"]), int(asked["max_results"])
    entries = "".join(entry(n) for n in range(start, min(start + size, 120)))
    return 200, {}, f"<feed xmlns='http://www.w3.org/2005/Atom'>{entries}</feed>".encode()


def test_arxiv_is_paged_to_its_end(server: Server) -> None:
    server.reply = arxiv
    found = fetched(server, "arxiv", "graph pruning")
    assert len(found) == 120 and ids(found)[-1] == "arxiv:2101.00119"
    assert [asked["start"] for _, asked, _ in server.asked] == ["0", "100"]
    assert server.asked[0][1]["search_query"] == "all:graph AND all:pruning"


def test_an_empty_page_of_arxiv_is_not_taken_for_the_end(server: Server) -> None:
    total = "<opensearch:totalResults>150</opensearch:totalResults>"
    pages = {"0": "".join(map(entry, range(100))), "100": entry(100), "101": ""}

    def reply(path: str, asked: Asked) -> Reply:
        return 200, {}, f"<feed>{total}{pages[asked['start']]}</feed>".encode()

    server.reply = reply
    with pytest.raises(FetchError, match="arxiv gave nothing after 101 papers"):
        fetched(server, "arxiv", "ferns")
    assert len(fetched(server, "arxiv", "ferns", limit=101)) == 101


def test_arxiv_own_language_is_handed_on(server: Server) -> None:
    server.reply = arxiv
    fetched(server, "arxiv", "cat:cs.LG AND ti:ferns", limit=1)
    assert server.asked[0][1]["search_query"] == "cat:cs.LG AND ti:ferns"


def test_no_more_pages_are_asked_for_than_the_limit_needs(server: Server) -> None:
    server.reply = arxiv
    assert len(fetched(server, "arxiv", "ferns", limit=3)) == 3
    assert len(server.asked) == 1


def work(number: int) -> dict[str, object]:
    return {
        "id": f"https://openalex.org/W{number}",
        "title": f"Ferns {number}",
        "publication_year": 2024,
        "authorships": [],
        "abstract_inverted_index": {"We": [0], "prune.": [1]},
    }


def test_openalex_by_numbered_pages_without_a_key(server: Server) -> None:
    def page(path: str, asked: Asked) -> object:
        start = 100 * (int(asked["page"]) - 1)
        return {"meta": {}, "results": [work(n) for n in range(start, min(start + 100, 150))]}

    server.reply = answers(page)
    found = fetched(server, "openalex", "ferns", mailto="ada@example.org")
    assert len(found) == 150 and ids(found)[:2] == ["openalex:W0", "openalex:W1"]
    path, asked, headers = server.asked[0]
    assert (path, asked["search"], asked["mailto"]) == ("/works", "ferns", "ada@example.org")
    assert headers["User-Agent"] == "kg-abstracts (mailto:ada@example.org)"


def test_openalex_by_cursor_with_a_key(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def page(path: str, asked: Asked) -> object:
        first = asked["cursor"] == "*"
        return {
            "meta": {"next_cursor": "abc" if first else None},
            "results": [work(n) for n in (range(100) if first else range(100, 105))],
        }

    monkeypatch.setenv("OPENALEX_API_KEY", "secret")
    server.reply = answers(page)
    assert len(fetched(server, "openalex", "title.search:ferns")) == 105
    assert [asked["cursor"] for _, asked, _ in server.asked] == ["*", "abc"]
    assert server.asked[0][1]["filter"] == "title.search:ferns"
    assert server.asked[0][1]["api_key"] == "secret"


def test_semantic_scholar_by_tokens(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    def page(path: str, asked: Asked) -> object:
        number = 2 if "token" in asked else 1
        paper = {"paperId": str(number) * 40, "title": f"Ferns {number}", "abstract": None}
        return {"total": 2, "token": None if "token" in asked else "t", "data": [paper]}

    monkeypatch.setenv("S2_API_KEY", "secret")
    server.reply = answers(page)
    assert [p["title"] for p in fetched(server, "s2", "ferns")] == ["Ferns 1", "Ferns 2"]
    assert server.asked[1][0] == "/paper/search/bulk" and server.asked[1][1]["token"] == "t"
    assert server.asked[0][2]["x-api-key"] == "secret"


def test_openreview_by_words_and_by_venue(server: Server) -> None:
    note = {
        "id": "aBcDeFgH",
        "forum": "aBcDeFgH",
        "content": {"title": {"value": "Ferns"}, "abstract": {"value": "We prune."}},
    }
    server.reply = answers(lambda path, asked: {"notes": [note], "count": 1})
    assert ids(fetched(server, "openreview", "ferns and mosses")) == ["openreview:aBcDeFgH"]
    fetched(server, "openreview", "FERN.cc/2024/Conference")
    (words, by_words, _), (venue, by_venue, _) = server.asked
    assert (words, by_words["term"]) == ("/notes/search", "ferns and mosses")
    assert (venue, by_venue["content.venueid"]) == ("/notes", "FERN.cc/2024/Conference")


ACL = b"""<collection id="2024.fern"><volume id="long"><meta><booktitle>Workshop on Ferns</booktitle>
<year>2024</year></meta><paper id="1"><title>One</title><url>2024.fern-long.1</url></paper></volume>
<volume id="long2"><paper id="1"><title>Two</title><url>2024.fern-long2.1</url></paper></volume>
</collection>"""


@pytest.mark.parametrize(
    ("query", "titles"),
    [("2024.fern", ["One", "Two"]), ("2024.fern-long", ["One"]), ("2024.fern-long2", ["Two"])],
)
def test_acl_by_collection_or_volume(server: Server, query: str, titles: list[str]) -> None:
    server.reply = lambda path, asked: (
        (200, {}, ACL) if path == "/2024.fern.xml" else (404, {}, b"")
    )
    found = fetched(server, "acl", query)
    assert [record["title"] for record in found] == titles
    assert ids(found)[0].startswith("acl:2024.fern-long")


@pytest.mark.parametrize("query", ["ferns", "../../etc/passwd", "2024.fern-1.xml?x", "2024"])
def test_acl_is_asked_for_nothing_but_volumes(server: Server, query: str) -> None:
    with pytest.raises(UsageError, match="by its id, as 2024"):
        fetched(server, "acl", query)
    assert not server.asked


def test_a_busy_server_is_waited_for_as_long_as_it_says(server: Server) -> None:
    replies: Iterator[Reply] = iter(
        [(429, {"Retry-After": "7"}, b""), (503, {}, b""), (200, {}, ACL)]
    )
    server.reply = lambda path, asked: next(replies)
    waits: list[float] = []
    assert len(fetched(server, "acl", "2024.fern", sleep=waits.append)) == 2
    assert 7.0 in waits and 2.0 in waits


def test_a_server_that_stays_busy_is_given_up(server: Server) -> None:
    server.reply = lambda path, asked: (503, {}, b"")
    with pytest.raises(
        FetchError, match=r"acl .* answers 503 Service Unavailable; gave up after 5"
    ):
        fetched(server, "acl", "2024.fern")
    assert len(server.asked) == 5


def test_a_server_that_wants_an_hour_is_not_waited_for(server: Server) -> None:
    server.reply = lambda path, asked: (429, {"Retry-After": "3600"}, b"")
    with pytest.raises(FetchError, match="acl asks to wait 3600 seconds: try again later"):
        fetched(server, "acl", "2024.fern")


def test_requests_are_apart_as_the_source_wants(server: Server) -> None:
    server.reply = arxiv
    waits: list[float] = []
    fetched(server, "arxiv", "ferns", sleep=waits.append)
    assert len(waits) == 1 and 0 < waits[0] <= SOURCES["arxiv"].pause


def test_an_answer_is_kept_for_a_week(server: Server, tmp_path: Path) -> None:
    server.reply = arxiv
    first = fetched(server, "arxiv", "ferns", cache=tmp_path, mailto="a@example.org")
    assert fetched(server, "arxiv", "ferns", cache=tmp_path) == first and len(server.asked) == 2
    assert fetched(server, "arxiv", "ferns") == first and len(server.asked) == 4
    for kept in tmp_path.iterdir():
        old = kept.stat().st_mtime - MAX_AGE - 1
        os.utime(kept, (old, old))
    fetched(server, "arxiv", "ferns", cache=tmp_path)
    assert len(server.asked) == 6


def test_a_cache_that_cannot_be_written_is_none(server: Server, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    server.reply = arxiv
    assert len(fetched(server, "arxiv", "ferns", limit=1, cache=tmp_path / "file" / "x")) == 1


@pytest.mark.parametrize(
    ("source", "reply", "message"),
    [
        ("s2", (403, {}, b'{"message": "Forbidden"}'), "s2 answers 403 Forbidden: .*Forbidden"),
        ("s2", (200, {}, b"<html>"), "s2: the answer is no JSON"),
        ("s2", (200, {}, b"[" * 100_000), "s2: the answer is no JSON"),
        ("s2", (200, {}, b"[]"), "s2: the answer is no JSON object"),
        ("openreview", (200, {}, b'{"notes": 1}'), "openreview: the answer has no list 'notes'"),
        (
            "arxiv",
            (
                200,
                {},
                b"<feed><entry><id>http://arxiv.org/api/errors#a</id><summary>bad</summary></entry></feed>",
            ),
            "arxiv: line 1: the service says: bad",
        ),
    ],
)
def test_an_answer_that_is_none_is_an_error_of_one_line(
    server: Server, source: str, reply: Reply, message: str
) -> None:
    server.reply = lambda path, asked: reply
    with pytest.raises(FetchError, match=message) as caught:
        fetched(server, source, "ferns")
    assert "\n" not in str(caught.value)


def test_without_a_network_there_is_one_line() -> None:
    how = Fetching(base_url="http://127.0.0.1:9", sleep=lambda _: None)
    with pytest.raises(
        FetchError, match=r"s2 \(127.0.0.1:9\) cannot be reached: .*refused"
    ) as caught:
        list(fetch("s2", "ferns", None, how))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("source", "query", "base", "message"),
    [
        ("scopus", "ferns", None, "no source 'scopus': there are arxiv, openalex"),
        ("s2", " ", None, "the query is empty"),
        ("s2", "ferns", "file:///etc/passwd", "a base URL starts with http"),
    ],
)
def test_what_cannot_be_asked_is_said(
    source: str, query: str, base: str | None, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        list(fetch(source, query, None, Fetching(base_url=base)))


def test_the_command_writes_what_kg_build_reads(
    server: Server, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from typer.testing import CliRunner

    from kg.cli import app

    server.reply = arxiv
    file = tmp_path / "ferns.jsonl"
    arguments = ["fetch", "arxiv", "ferns", "-o", str(file), "--limit", "5", "--no-cache"]
    done = CliRunner().invoke(app, [*arguments, "--base-url", server.url])
    assert done.exit_code == 0, done.output
    assert len(read([file]).papers) == 5


def test_the_command_leaves_no_file_where_nothing_is_found(server: Server, tmp_path: Path) -> None:
    from typer.testing import CliRunner

    from kg.cli import app

    server.reply = answers(lambda path, asked: {"data": []})
    file = tmp_path / "ferns.jsonl"
    arguments = ["fetch", "s2", "ferns", "-o", str(file), "--no-cache", "--base-url", server.url]
    done = CliRunner().invoke(app, arguments)
    assert isinstance(done.exception, FetchError) and not list(tmp_path.iterdir())
