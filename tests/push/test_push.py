"""Pushing: into a store of our own over real HTTP, cut and taken up again; and into Oxigraph."""

import json
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pyoxigraph as ox
import pytest

from kg.errors import PushError, UsageError
from kg.push import Chunk, Client, Progress, push, verify

GRAPH = "https://x.example/g"
HOSTILE = ox.Literal('a "b" \\ } INSERT \t\n\r\x01 名前 \\u0022')
QUADS = [
    *(ox.Quad(ox.NamedNode(f"https://x.example/{n}"), ox.NamedNode("x:p"), HOSTILE) for n in range(5)),
    ox.Quad(ox.NamedNode("x:a"), ox.NamedNode("x:p"), HOSTILE, ox.NamedNode(GRAPH)),
]  # fmt: skip
CHUNKS = [
    Chunk("", tuple(f"{quad.triple} ." for quad in QUADS[:3])),
    Chunk("", tuple(f"{quad.triple} ." for quad in QUADS[3:5])),
    Chunk(GRAPH, (f"{QUADS[5].triple} .",)),
]


class Server(ThreadingHTTPServer):
    """A SPARQL store in memory; `answers` are statuses to give before it works."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.store = ox.Store()
        self.answers: list[tuple[int, str]] = []
        self.requests = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    server: Server

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.requests += 1
        status, location = self.server.answers.pop(0) if self.server.answers else (0, "")
        answer = b"busy" if status else self.work(urlsplit(self.path), body)
        self.send_response(status or 200)
        if location:
            self.send_header("Location", location)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def work(self, address: Any, body: bytes) -> bytes:
        store, asked = self.server.store, parse_qs(address.query, keep_blank_values=True)
        if address.path == "/update":
            store.update(body.decode())
        elif address.path == "/store":
            graph = ox.NamedNode(asked["graph"][0]) if "graph" in asked else ox.DefaultGraph()
            store.load(body, format=ox.RdfFormat.N_TRIPLES, to_graph=graph)
        else:
            solutions = store.query(parse_qs(body.decode())["query"][0])
            return bytes(solutions.serialize(format=ox.QueryResultsFormat.JSON) or b"")  # type: ignore[union-attr]
        return b""

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def server() -> Iterator[Server]:
    with Server() as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def progress(tmp_path: Path, key: str = "k") -> Progress:
    return Progress(tmp_path / "state.json", key)


@pytest.mark.parametrize(("protocol", "path"), [("update", "/update"), ("graph-store", "/store")])
def test_both_protocols_load_the_same_graph(
    server: Server, tmp_path: Path, protocol: str, path: str
) -> None:
    push(CHUNKS, Client(server.url + path), progress(tmp_path), protocol)
    assert set(server.store) == set(QUADS)
    assert verify(6, Client(f"{server.url}/query")) == 6
    with pytest.raises(PushError, match="holds 6 statements, not 7"):
        verify(7, Client(f"{server.url}/query"))


def test_a_push_that_was_cut_goes_on(server: Server, tmp_path: Path) -> None:
    client = Client(f"{server.url}/update", pause=0.0)

    def cut() -> Iterator[Chunk]:
        yield from CHUNKS[:2]
        server.answers = [(400, "")]
        yield CHUNKS[2]

    with pytest.raises(PushError, match="status 400: busy"):
        push(cut(), client, progress(tmp_path))
    assert json.loads((tmp_path / "state.json").read_text())["chunks"] == 2
    server.requests = 0
    state = progress(tmp_path)
    push(CHUNKS, client, state)
    assert (server.requests, set(server.store)) == (1, set(QUADS))
    state.finish()
    assert not list(tmp_path.iterdir())


def test_another_build_begins_anew(tmp_path: Path) -> None:
    progress(tmp_path).advance()
    assert (progress(tmp_path).done, progress(tmp_path, "other").done) == (1, 0)
    (tmp_path / "state.json").write_text("[]")
    assert progress(tmp_path).done == 0


def test_a_busy_store_is_tried_again(server: Server, tmp_path: Path) -> None:
    server.answers = [(503, ""), (429, "")]
    push(CHUNKS[:1], Client(f"{server.url}/update", pause=0.0), progress(tmp_path))
    assert (server.requests, len(server.store)) == (3, 3)


def test_a_redirect_is_followed_on_the_same_host_alone(server: Server, tmp_path: Path) -> None:
    client = Client(f"{server.url}/old", pause=0.0)
    server.answers = [(307, "/update")]
    push(CHUNKS[:1], client, progress(tmp_path))
    assert len(server.store) == 3
    server.answers = [(307, "http://other.invalid/update")]
    with pytest.raises(PushError, match=r"redirects to another host, http://other\.invalid"):
        client.update("INSERT DATA {}")
    server.answers = [(307, "/update")] * 9
    with pytest.raises(PushError, match="in circles"):
        client.update("INSERT DATA {}")


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "ftp://x.example/", "store", "http://", "http://u:p@x.example/"]
)
def test_only_plain_web_addresses(url: str) -> None:
    with pytest.raises(UsageError):
        Client(url)


def test_nobody_there_is_an_error() -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with pytest.raises(PushError, match="failed"):
        Client(f"http://127.0.0.1:{port}/", pause=0.0).update("INSERT DATA {}")


def test_into_oxigraph_itself(tmp_path: Path) -> None:
    beside = Path(sys.executable).with_name("oxigraph")
    program = str(beside) if beside.is_file() else shutil.which("oxigraph")
    if program is None:
        pytest.skip("the program oxigraph is in the extra `test`")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    served = subprocess.Popen(
        [program, "serve", "--location", str(tmp_path / "db"), "--bind", f"127.0.0.1:{port}"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        url = f"http://127.0.0.1:{port}"
        query = Client(f"{url}/query", pause=0.5)
        for _ in range(30):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.3)
        push(CHUNKS, Client(f"{url}/update"), progress(tmp_path))
        push(CHUNKS, Client(f"{url}/store"), progress(tmp_path, "other"), "graph-store")
        assert verify(6, query) == 6
    finally:
        served.terminate()
        served.wait(20)
