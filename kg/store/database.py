"""The graph on disk: built once by bulk load, then opened read-only and asked."""

import json
import shutil
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg import vocab
from kg.errors import DiskError, QueryError, StoreError
from kg.records import Contents
from kg.store import worker
from kg.store.answer import Answer, read
from kg.store.contents import neighbours, papers_about, read_contents
from kg.store.guard import refuse_unsafe
from kg.store.lookup import find, resolve
from kg.store.named import NamedQuery, bind, parse_query

_SIZES = "sizes.json"  # in the store's folder; the engine leaves files that it does not know alone
_CHUNK = 100_000  # quads loaded at a time: the loader takes 1.2 kB and more for each
_COUNTED = 2_000_000  # quads that are counted at every opening: a third of a second


@dataclass(frozen=True, slots=True)
class Scope:
    """What a query is asked of, when that is not the whole store; IRIs of graphs.

    As soon as one graph is named, the others are out of reach, and the query's own `FROM` does not
    count. Relative IRIs of the query are resolved against `base`.
    """

    default: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    base: str | None = None


class Store:
    """A graph that can be asked and cannot be changed.

    The default graph holds the facts; the evidence of a paper and the build's description are
    named graphs, reached by `GRAPH`.
    """

    def __init__(self, path: Path, engine: ox.Store) -> None:
        """Use `open_store`, which checks what it opens."""
        self.path = path
        self._engine = engine

    def query(
        self,
        query: str | NamedQuery,
        parameters: Mapping[str, str] | None = None,
        *,
        limit: int | None = None,
        timeout: float | None = None,
        scope: Scope | None = None,
    ) -> Answer:
        """Answer a SPARQL query, its parameters given as people write them.

        At most `limit` rows are read. With a `timeout`, in seconds, the query runs in a process of
        its own that is killed when time is up, and a crash of the engine is an error like another;
        without one it runs here and cannot be stopped, and may be given a `scope`. Raises
        `QueryError` for a query that is malformed, refused or failed, and `UsageError` for a
        parameter.
        """
        text = self.bind(query, parameters)
        refuse_unsafe(text)
        if timeout is not None:
            return worker.run(self.path, text, limit, timeout)
        return evaluate(self._engine, text, limit, scope)

    def bind(self, query: str | NamedQuery, parameters: Mapping[str, str] | None = None) -> str:
        """The SPARQL text that `query` runs; raises as it does for a parameter."""
        named = parse_query(query) if isinstance(query, str) else query
        return bind(named, resolve(self._engine, named, parameters or {}))

    def find(self, kind: str, text: str) -> list[str]:
        """The IRIs of the `concept`, `paper` or `venue` that a text names; see `lookup.find`."""
        return [node.value for node in find(self._engine, kind, text)]

    def contents(self, base: str = vocab.BASE, nodes: Collection[str] | None = None) -> Contents:
        """The records that the store was made of, or those of some nodes; see `read_contents`."""
        return read_contents(self._engine, base, nodes)

    def facts(self) -> Iterator[ox.Triple]:
        """The triples of the default graph, in the engine's order."""
        facts = self._engine.quads_for_pattern(None, None, None, ox.DefaultGraph())
        return (quad.triple for quad in facts)

    def neighbours(self, node: str) -> set[str]:
        """The nodes that an edge links to a node, in either direction."""
        return neighbours(self._engine, node)

    def papers_about(self, concept: str) -> set[str]:
        """The papers with an edge to a concept."""
        return papers_about(self._engine, concept)

    def match(
        self,
        subject: object,
        predicate: ox.NamedNode | None,
        value: object,
        graph: ox.NamedNode | ox.DefaultGraph | None,
    ) -> Iterator[ox.Quad]:
        """The quads of a pattern; None is anything."""
        return self._engine.quads_for_pattern(subject, predicate, value, graph)  # type: ignore[arg-type]

    def __len__(self) -> int:
        """The number of quads, counted anew: a second for seven million."""
        return len(self._engine)

    def __iter__(self) -> Iterator[ox.Quad]:
        """All quads, in the engine's order."""
        return iter(self._engine)


def create(path: Path, quads: Iterable[ox.Quad] | Path) -> int:
    """Load quads, or a file of TriG or N-Quads, into a new store.

    Returns how many quads it holds, each once. The folder must not exist; it is removed when the
    load fails. Raises `StoreError` or `DiskError`.
    """
    if path.exists():
        raise StoreError(f"{path} exists: a store is built in a new folder")
    try:
        return _load(path, quads)
    except OSError as error:
        shutil.rmtree(path, ignore_errors=True)
        raise DiskError(f"cannot write the store {path}: {error}") from error
    except BaseException:
        shutil.rmtree(path, ignore_errors=True)
        raise


def open_store(path: Path) -> Store:
    """Open a store for reading, checked against the `build.json` beside it (`{"quads": N}`).

    The sizes of all files are compared, and up to two million quads counted, because the engine
    opens a damaged store without complaint. Raises `StoreError`; never creates anything.
    """
    expected = _expected(path)
    if not _intact(path):
        raise StoreError(f"the store {path} is damaged: rebuild it with `kg build`")
    try:
        engine = ox.Store.read_only(str(path))
        found = len(engine) if expected <= _COUNTED else expected
    except (OSError, RuntimeError) as error:
        raise StoreError(f"cannot open the store {path}: rebuild it ({error})") from error
    if found != expected:
        raise StoreError(f"{path} holds {found:,} quads, not {expected:,}: rebuild it")
    return Store(path, engine)


def reopen(path: Path) -> Store:
    """Open a store that `open_store` has checked before; raises `StoreError`."""
    try:
        return Store(path, ox.Store.read_only(str(path)))
    except (OSError, RuntimeError) as error:
        raise StoreError(f"cannot open the store {path}: rebuild it ({error})") from error


def evaluate(engine: ox.Store, text: str, limit: int | None, scope: Scope | None = None) -> Answer:
    """Run a query that has passed the guard; raises `QueryError`."""
    try:
        return read(engine.query(text, prefixes=vocab.PREFIXES, **_scoped(scope)), limit)
    except SyntaxError as error:
        reason = " ".join(error.msg.split())  # the parser may want one of many, on several lines
        raise QueryError(f"the query is not SPARQL 1.1: {reason}") from error
    except (OSError, RuntimeError, ValueError) as error:
        raise QueryError(f"the query failed: {error}") from error


def _scoped(scope: Scope | None) -> dict[str, Any]:
    """The engine's options; a graph that is no IRI is a `ValueError`."""
    if scope is None:
        return {}
    options: dict[str, Any] = {"base_iri": scope.base}
    if scope.default or scope.named:
        options["default_graph"] = [ox.NamedNode(iri) for iri in scope.default]
        options["named_graphs"] = [ox.NamedNode(iri) for iri in scope.named]
    return options


def _load(path: Path, quads: Iterable[ox.Quad] | Path) -> int:
    path.mkdir()
    engine = ox.Store(path)
    rest = iter(ox.parse(path=quads) if isinstance(quads, Path) else quads)
    while chunk := list(islice(rest, _CHUNK)):
        engine.bulk_extend(chunk)
    engine.flush()
    count = len(engine)
    del engine  # closes the files
    for log in path.glob("LOG*"):  # names this machine and the hour; nothing reads it
        log.unlink()
    text = json.dumps(_sizes(path), indent=1, sort_keys=True)
    (path / _SIZES).write_text(text + "\n", encoding="utf-8", newline="\n")
    return count


def _sizes(path: Path) -> dict[str, int]:
    """The files that hold data; the engine's own log and lock may change."""
    kept = [file for file in path.iterdir() if file.suffix == ".sst" or file.name == "CURRENT"]
    kept += path.glob("MANIFEST-*")
    return {file.name: file.stat().st_size for file in kept}


def _intact(path: Path) -> bool:
    try:
        expected: object = json.loads((path / _SIZES).read_text(encoding="utf-8"))
        return bool(expected == _sizes(path))
    except (OSError, ValueError):
        return False


def _expected(path: Path) -> int:
    if not path.is_dir():
        raise StoreError(f"there is no store at {path}: build one with `kg build`")
    record = path.parent / "build.json"
    try:
        return int(json.loads(record.read_text(encoding="utf-8"))["quads"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise StoreError(f"{record} does not tell the store's size: rebuild it") from error
