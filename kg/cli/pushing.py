"""The command that loads a build into another store."""

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.app import app
from kg.cli.options import Folder
from kg.cli.terminal import progress
from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.push import Chunk

_PROTOCOLS = ("update", "graph-store")
# The end of an update or Graph Store address -> that of the query address beside it.
_QUERY_ADDRESSES = {"/update": "/query", "/store": "/query", "/data": "/query", "/statements": ""}


@app.command()
def push(
    url: Annotated[str, typer.Argument(help="Where the store takes updates, or its graph store.")],
    graph: Folder = Path("output"),
    protocol: Annotated[str, typer.Option(help="update or graph-store.")] = "update",
    query: Annotated[
        str, typer.Option("--query", help="Where it answers queries; told from URL without this.")
    ] = "",
    size: Annotated[int, typer.Option(min=1, help="Statements in a request.")] = 2000,
) -> None:
    """Load a build into any store with SPARQL 1.1 Update or Graph Store Protocol.

    User and password: KG_PUSH_LOGIN=user:password. A push that was cut goes on when run again.
    """
    from kg import vocab
    from kg.folder import MARK
    from kg.opened import open_build
    from kg.push import Client, Progress, verify
    from kg.push import push as send

    if protocol not in _PROTOCOLS:
        raise UsageError(f"unknown protocol {protocol!r}: use one of {', '.join(_PROTOCOLS)}")
    opened = open_build(graph)
    client = Client(url, os.environ.get("KG_PUSH_LOGIN", ""))
    asked = query or _query_address(url)
    mark = (opened.folder / MARK).read_text(encoding="utf-8")
    key = vocab.digest(mark, url, protocol, str(size))
    folder = opened.folder.resolve()
    state = Progress(
        folder.with_name(f".{folder.name}.push-{vocab.digest(url, length=6)}.json"), key
    )
    if state.done:
        typer.echo(f"going on after {state.done * size:,} statements or less", err=True)
    with progress() as watch:
        send(watch("push", _chunks(opened.store, size), None), client, state, protocol)
    if asked:
        held = verify(len(opened.store), Client(asked, client.login))
        typer.echo(f"{len(opened.store):,} statements pushed; the store holds {held:,}", err=True)
    else:
        typer.echo("pushed; to compare the counts, give the query address with --query", err=True)
    state.finish()


def _query_address(url: str) -> str:
    for end, other in _QUERY_ADDRESSES.items():
        if url.endswith(end):
            return url.removesuffix(end) + other
    return ""


def _chunks(store: Iterable[Any], size: int) -> "Iterator[Chunk]":
    """The store's quads in a fixed order, each chunk of one graph."""
    from kg.push import Chunk
    from kg.rdf import n_triples_by_graph

    for graph, lines in n_triples_by_graph(store):
        rest = iter(lines)
        while chunk := tuple(islice(rest, size)):
            yield Chunk(graph, chunk)
