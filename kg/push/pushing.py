"""Chunk by chunk, and on from where a push was cut."""

import json
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

from kg.errors import DiskError, PushError
from kg.push.client import Client


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some triples of one graph, a line of N-Triples each; `graph` is an IRI, `""` the default."""

    graph: str
    lines: tuple[str, ...]


@dataclass(slots=True)
class Progress:
    """How much of one graph is in one store; kept in a file while a push is not complete."""

    path: Path
    key: str  # of the graph, the store and the size of the chunks: another one begins anew
    done: int = field(default=0, init=False)  # chunks

    def __post_init__(self) -> None:
        """Read how far an earlier push of the same key came."""
        with suppress(OSError, ValueError, KeyError, TypeError):
            known = json.loads(self.path.read_text(encoding="utf-8"))
            self.done = int(known["chunks"]) if known["key"] == self.key else 0

    def advance(self) -> None:
        """One chunk more is there."""
        self.done += 1
        temporary = self.path.with_name(f"{self.path.name}.tmp")
        try:
            text = json.dumps({"key": self.key, "chunks": self.done}) + "\n"
            temporary.write_text(text, encoding="utf-8", newline="\n")
            temporary.replace(self.path)
        except OSError as error:
            raise DiskError(f"cannot write {self.path}: {error.strerror}") from error

    def finish(self) -> None:
        """All is there: nothing to remember."""
        self.path.unlink(missing_ok=True)


def push(
    chunks: Iterable[Chunk], client: Client, progress: Progress, protocol: str = "update"
) -> None:
    """Send the chunks that are not there yet, in their order, by `update` or `graph-store`.

    A chunk that was sent but not noted is sent again: a store keeps each triple once. Raises
    `PushError`, after which the same call goes on from there.
    """
    send = {"update": _insert, "graph-store": _add}[protocol]
    for number, chunk in enumerate(chunks):
        if number >= progress.done:
            send(client, chunk)
            progress.advance()


def verify(expected: int, query: Client) -> int:
    """The number of quads that the store holds, all graphs together; `PushError` if too few."""
    default, named = query.count("?s ?p ?o"), query.count("GRAPH ?g { ?s ?p ?o }")
    if default + named < expected:
        raise PushError(f"{query.url} holds {default + named:,} statements, not {expected:,}")
    return default + named


def _insert(client: Client, chunk: Chunk) -> None:
    triples = "\n".join(chunk.lines)
    inside = f"GRAPH <{chunk.graph}> {{\n{triples}\n}}" if chunk.graph else triples
    client.update(f"INSERT DATA {{\n{inside}\n}}")


def _add(client: Client, chunk: Chunk) -> None:
    client.add(chunk.graph, "".join(f"{line}\n" for line in chunk.lines).encode())
