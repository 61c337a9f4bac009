"""A part of the graph that stands on its own: the papers of a venue or a year, a neighbourhood."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pyoxigraph as ox

from kg import vocab
from kg.errors import UsageError
from kg.store.database import Store

Edge = tuple[ox.NamedNode, ox.NamedNode, ox.NamedNode]

_FACTS = ox.DefaultGraph()


def _node(prefix: str, local: str) -> ox.NamedNode:
    return ox.NamedNode(vocab.PREFIXES[prefix] + local)


_EDGES = frozenset(
    ox.NamedNode(iri)
    for iri in (
        *vocab.ROLE_PREDICATES.values(),
        *vocab.RELATION_PREDICATES.values(),
        vocab.HAS_CODE,
        vocab.HAS_PAGE,
    )
)
# Between the same nodes, but said by no sentence of their own.
_BESIDE = frozenset({_node("kg", "about"), _node("skos", "closeMatch")})
_PAPER, _TYPE = _node("schema", "ScholarlyArticle"), _node("rdf", "type")
_VENUE, _YEAR = _node("dcterms", "isPartOf"), _node("kg", "year")
_DERIVED = _node("prov", "wasDerivedFrom")
_SUBJECT, _PREDICATE, _OBJECT = (_node("rdf", name) for name in ("subject", "predicate", "object"))


@dataclass(frozen=True, slots=True)
class Part:
    """What is wanted: papers of a venue and a year, and of those what lies around a concept."""

    concept: str | None = None  # by any of its names
    hops: int = 1  # edges from the concept, at most
    venue: str | None = None
    year: int | None = None


def part(store: Store, wanted: Part) -> Iterator[ox.Quad]:
    """The facts about the nodes wanted, the edges between them, and the sentences behind those.

    Numbers of papers stay those of the whole graph. Raises `UsageError` for a name that the graph
    does not know, and when nothing is left.
    """
    papers = _papers(store, wanted)
    edges = _edges(store) if papers is None else _edges_of(store, papers)
    nodes = {node for subject, _, target in edges for node in (subject, target)} | (papers or set())
    if wanted.concept is not None:
        centre = {ox.NamedNode(iri) for iri in store.find("concept", wanted.concept)}
        nodes = _around(edges, centre, wanted.hops)
    if not nodes:
        raise UsageError("no paper of the graph is of that venue and year: see `kg query`")
    edges = {edge for edge in edges if edge[0] in nodes and edge[2] in nodes}
    yield from _facts(store, nodes, edges)
    yield from _evidence(store, edges, papers)


def _papers(store: Store, wanted: Part) -> set[ox.NamedNode] | None:
    """The papers of the venue and the year; None when neither is asked for."""
    if wanted.venue is None and wanted.year is None:
        return None
    papers = _subjects(store, _TYPE, _PAPER)
    if wanted.venue is not None:
        venues = [ox.NamedNode(iri) for iri in store.find("venue", wanted.venue)]
        papers &= {paper for venue in venues for paper in _subjects(store, _VENUE, venue)}
    if wanted.year is not None:
        papers &= _subjects(store, _YEAR, ox.Literal(wanted.year))
    return papers


def _subjects(
    store: Store, predicate: ox.NamedNode, value: ox.NamedNode | ox.Literal
) -> set[ox.NamedNode]:
    quads = store.match(None, predicate, value, _FACTS)
    return {quad.subject for quad in quads if isinstance(quad.subject, ox.NamedNode)}


def _edges(store: Store) -> set[Edge]:
    return {
        edge
        for predicate in _EDGES
        for quad in store.match(None, predicate, None, _FACTS)
        if (edge := _edge(quad.subject, predicate, quad.object))
    }


def _edge(subject: object, predicate: object, target: object) -> Edge | None:
    ends = isinstance(subject, ox.NamedNode) and isinstance(target, ox.NamedNode)
    if ends and isinstance(predicate, ox.NamedNode):
        return subject, predicate, target  # type: ignore[return-value]
    return None


def _edges_of(store: Store, papers: Iterable[ox.NamedNode]) -> set[Edge]:
    """What some papers say: their own facts, and the relations that their sentences state."""
    edges: set[Edge] = set()
    for paper in papers:
        own = (quad for quad in store.match(paper, None, None, _FACTS) if quad.predicate in _EDGES)
        edges |= {edge for quad in own if (edge := _edge(paper, quad.predicate, quad.object))}
        for graph in _graphs(store, paper):
            edges |= {
                edge
                for quad in store.match(None, _PREDICATE, None, graph)
                if (edge := _stated(store, quad.subject, graph))
            }
    return edges


def _graphs(store: Store, paper: ox.NamedNode) -> list[ox.NamedNode]:
    quads = store.match(None, _DERIVED, paper, None)
    return [q.subject for q in quads if isinstance(q.subject, ox.NamedNode)]


def _stated(store: Store, statement: object, graph: ox.NamedNode) -> Edge | None:
    """The edge that a statement node of a paper's graph is about."""
    said = {q.predicate: q.object for q in store.match(statement, None, None, graph)}
    return _edge(said.get(_SUBJECT), said.get(_PREDICATE), said.get(_OBJECT))


def _around(edges: Iterable[Edge], centre: set[ox.NamedNode], hops: int) -> set[ox.NamedNode]:
    beside: dict[ox.NamedNode, set[ox.NamedNode]] = {}
    for subject, _, target in edges:
        beside.setdefault(subject, set()).add(target)
        beside.setdefault(target, set()).add(subject)
    found, edge = set(centre), set(centre)
    for _ in range(hops):
        edge = {other for node in edge for other in beside.get(node, ())} - found
        found |= edge
    return found


def _facts(store: Store, nodes: set[ox.NamedNode], edges: set[Edge]) -> Iterator[ox.Quad]:
    """What the default graph says of the nodes, and of what hangs on them alone, as venues do."""
    others: set[object] = set()
    for node in nodes:
        for quad in store.match(node, None, None, _FACTS):
            target = quad.object
            if quad.predicate in _EDGES:
                wanted = (node, quad.predicate, target) in edges
            else:
                wanted = quad.predicate not in _BESIDE or target in nodes
                others |= {target} if wanted and isinstance(target, ox.NamedNode) else set()
            if wanted:
                yield quad
    for other in others - nodes:
        yield from store.match(other, None, None, _FACTS)


def _evidence(
    store: Store, edges: set[Edge], papers: Iterable[ox.NamedNode] | None
) -> Iterator[ox.Quad]:
    """The statements of the edges in the graphs of the papers, with all that they point at there."""
    graphs = None if papers is None else {g for paper in papers for g in _graphs(store, paper)}
    done: set[tuple[object, object]] = set()
    for node in {edge[0] for edge in edges}:
        for quad in store.match(None, _SUBJECT, node, None):
            graph = quad.graph_name
            if graphs is not None and graph not in graphs:
                continue
            if isinstance(graph, ox.NamedNode) and _stated(store, quad.subject, graph) in edges:
                yield from _closure(store, [quad.subject, graph], graph, done)


def _closure(
    store: Store, nodes: Iterable[object], graph: ox.NamedNode, done: set[tuple[object, object]]
) -> Iterator[ox.Quad]:
    """The quads of nodes of a graph and of the nodes of that graph that they point at."""
    for node in nodes:
        if (node, graph) in done:
            continue
        done.add((node, graph))
        quads = list(store.match(node, None, None, graph))
        yield from quads
        inner = [quad.object for quad in quads if isinstance(quad.object, ox.NamedNode)]
        yield from _closure(store, inner, graph, done)
