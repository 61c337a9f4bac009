"""A build, opened: its questions answered, its graph in other libraries' terms."""

import json
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.errors import StoreError, UsageError
from kg.folder import MARK, recover
from kg.records import Contents
from kg.store import Answer, NamedQuery, Store, find_query, load_queries, open_store, parse_query

if TYPE_CHECKING:
    import networkx as nx
    import rdflib


class Opened:
    """A build that can be asked and not changed.

    >>> import kg
    >>> kg.open("output").query("methods-for-task", task="object detection").rows  # doctest: +SKIP
    """

    def __init__(self, folder: Path) -> None:
        """Use `kg.open`."""
        recover(folder)
        self.folder = folder
        self.store: Store = open_store(folder / "store")

    def query(self, query: str, /, *, timeout: float | None = None, **parameters: object) -> Answer:
        """Answer a named query, or SPARQL text; parameters as people write them.

        `Answer.columns` and `Answer.rows` hold plain Python values. Raises UsageError for an
        unknown name or parameter, QueryError for SPARQL that is malformed or refused.
        """
        values = {name: str(value) for name, value in parameters.items()}
        return self.store.query(find(query), values, timeout=timeout)

    def contents(self, nodes: Collection[str] | None = None) -> Contents:
        """The records of the build, or those of some papers and concepts, given by IRI."""
        return self.store.contents(self.base, nodes)

    def graph(self, nodes: Collection[str] | None = None) -> "nx.MultiDiGraph":
        """The graph with the sentences behind its edges, or the part of it between some nodes.

        As `kg.graph.assemble` makes it; a concept's `papers` count the whole build. A second for
        some hundred papers: `to_networkx` is faster.
        """
        from kg.graph import assemble

        found = self.contents(nodes)
        graph = assemble(found.papers, found.concepts, found.statements, self.base)
        for concept in found.concepts if nodes is not None else ():
            graph.nodes[concept.iri]["papers"] = len(self.store.papers_about(concept.iri))
        return graph

    def to_networkx(self) -> "nx.MultiDiGraph":
        """The graph of papers, concepts and repositories, without evidence."""
        import networkx as nx

        return nx.read_graphml(self.folder / "graph.graphml", force_multigraph=True)

    def to_rdflib(self) -> "rdflib.Dataset":
        """All quads in memory: facts in the default graph, evidence in one graph a paper."""
        from kg.rdf import to_rdflib

        return to_rdflib(self.store)

    def label(self, iri: str) -> str:
        """The preferred label of a concept."""
        shown = self.query("concept", concept=iri)
        return str(shown.rows[0][1]) if shown.rows else iri

    def merges(self, iri: str) -> Iterator[dict[str, Any]]:
        """The ledger's lines of a concept: `alias`, `rule`, `papers` and `evidence`."""
        with (self.folder / "merges.jsonl").open(encoding="utf-8") as lines:
            yield from (merge for merge in map(json.loads, lines) if merge["iri"] == iri)

    @property
    def base(self) -> str:
        """The base of the IRIs that the build minted."""
        return str(json.loads((self.folder / MARK).read_bytes())["base"])

    @property
    def report(self) -> dict[str, Any]:
        """The numbers of the build."""
        numbers: dict[str, Any] = json.loads((self.folder / "report.json").read_bytes())
        return numbers


def open_build(folder: str | Path = "output") -> Opened:
    """Open the folder that `kg build` wrote; raises StoreError when it is missing or damaged."""
    path = Path(folder)
    if not (path / MARK).is_file():
        raise StoreError(f"{path} is no build: make one with `kg build … -o {path}`")
    return Opened(path)


def find(query: str) -> str | NamedQuery:
    """A query by the name of a question or of a `.rq` file, or the text itself when it is SPARQL."""
    if "{" in query:
        return query
    path = Path(query)
    if path.suffix not in (".rq", ".sparql"):
        return find_query(load_queries(), query)
    if not path.is_file():
        raise UsageError(f"there is no file {query}")
    return parse_query(path.read_text(encoding="utf-8"), path.stem)
