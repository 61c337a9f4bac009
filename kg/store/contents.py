"""The records that a store was made of, read back from its quads: all of them, or some nodes'."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache

import pyoxigraph as ox

from kg import vocab
from kg.records import Concept, ConceptType, Contents, Evidence, Paper, Statement

Properties = Mapping[str, list[str]]  # the CURIE of a predicate -> texts of its objects, sorted
Edge = tuple[str, str, str]  # subject, predicate, object

_FACTS = ox.DefaultGraph()
_LINKS = frozenset({vocab.HAS_CODE, vocab.HAS_PAGE})
_EDGES = frozenset({*vocab.ROLE_PREDICATES.values(), *vocab.RELATION_PREDICATES.values(), *_LINKS})
_COUNTS: dict[ConceptType, str] = {
    "method": "kg:asMethod",
    "dataset": "kg:asDataset",
    "task": "kg:asTask",
    "metric": "kg:asMetric",
}


def read_contents(
    engine: ox.Store, base: str = vocab.BASE, nodes: Collection[str] | None = None
) -> Contents:
    """Papers, concepts and statements with their evidence, as `kg.link` made them.

    With `nodes`, IRIs of papers and concepts, only those and the statements between them, and the
    links of those papers. Of a paper come id, title, abstract, year, venue, authors and url; of a
    concept all but its matches.

    Args:
        engine: the store.
        base: the base of the IRIs that the build minted.
        nodes: everything without them.
    """
    kept = None if nodes is None else set(nodes)
    venues = {node: known["rdfs:label"][0] for node, known in _described(engine, "kg:Venue")}
    papers = dict(_described(engine, "schema:ScholarlyArticle", kept))
    concepts = dict(_described(engine, "skos:Concept", kept))
    found = {node: _paper(known, venues) for node, known in papers.items()}
    names = {node: vocab.paper_iri(paper, base) for node, paper in found.items()}
    edges = [edge for edge in _edges(papers | concepts) if kept is None or _inside(edge, kept)]
    return Contents(
        tuple(sorted(found.values(), key=lambda paper: paper.id)),
        tuple(sorted(map(_concept, concepts, concepts.values()), key=lambda each: each.iri)),
        tuple(sorted(_statements(engine, edges, names, everything=kept is None))),
    )


def neighbours(engine: ox.Store, node: str) -> set[str]:
    """The papers, concepts and repositories that an edge links to a node, in either direction."""
    here = ox.NamedNode(node)
    after = engine.quads_for_pattern(here, None, None, _FACTS)
    before = engine.quads_for_pattern(None, None, here, _FACTS)
    ends = {quad.object for quad in after if quad.predicate.value in _EDGES}
    ends |= {quad.subject for quad in before if quad.predicate.value in _EDGES}
    return {end.value for end in ends if isinstance(end, ox.NamedNode)}


def papers_about(engine: ox.Store, concept: str) -> set[str]:
    """The papers with an edge to a concept."""
    quads = engine.quads_for_pattern(None, _node("kg:about"), ox.NamedNode(concept), _FACTS)
    return {quad.subject.value for quad in quads if isinstance(quad.subject, ox.NamedNode)}


def _inside(edge: Edge, nodes: set[str]) -> bool:
    return edge[0] in nodes and (edge[2] in nodes or edge[1] in _LINKS)


def _described(
    engine: ox.Store, kind: str, nodes: Collection[str] | None = None
) -> Iterator[tuple[str, Properties]]:
    """The nodes of a class, or those of them that are given, with what the facts say of each."""
    type_, class_ = _node("rdf:type"), _node(kind)
    if nodes is None:
        found = engine.quads_for_pattern(None, type_, class_, _FACTS)
        members: Iterable[object] = (quad.subject for quad in found)
    else:
        given = map(ox.NamedNode, sorted(nodes))
        members = (node for node in given if ox.Quad(node, type_, class_) in engine)
    for member in members:
        if isinstance(member, ox.NamedNode):
            yield member.value, _properties(engine, member, _FACTS)


def _properties(
    engine: ox.Store, node: ox.NamedNode, graph: ox.NamedNode | ox.BlankNode | ox.DefaultGraph
) -> Properties:
    found: defaultdict[str, list[str]] = defaultdict(list)
    for quad in engine.quads_for_pattern(node, None, None, graph):
        value = quad.object
        if isinstance(value, ox.NamedNode | ox.Literal):
            found[_curie(quad.predicate.value)].append(value.value)
    return {predicate: sorted(objects) for predicate, objects in found.items()}


def _paper(known: Properties, venues: Mapping[str, str]) -> Paper:
    year = _first(known, "kg:year")
    authors = _first(known, "kg:authors")
    return Paper(
        id=known["dcterms:identifier"][0],
        title=_first(known, "dcterms:title"),
        abstract=_first(known, "dcterms:abstract"),
        year=int(year) if year else None,
        venue=venues.get(_first(known, "dcterms:isPartOf")),
        authors=tuple(authors.split("; ")) if authors else (),
        url=_first(known, "schema:url") or None,
    )


def _concept(iri: str, known: Properties) -> Concept:
    counts = {kind: int(known[name][0]) for kind, name in _COUNTS.items() if name in known}
    main = {kind for kind in counts if vocab.TYPE_CLASSES[kind] in known["rdf:type"]}
    types = sorted(counts, key=lambda kind: (kind not in main, -counts[kind], kind))
    return Concept(
        iri,
        label=_first(known, "skos:prefLabel") or iri,
        aliases=tuple(known.get("skos:altLabel", ())),
        types=tuple((kind, counts[kind]) for kind in types),
        broader=tuple(known.get("skos:broader", ())),
    )


def _edges(described: Mapping[str, Properties]) -> Iterator[Edge]:
    curies = {vocab.curie(predicate): predicate for predicate in _EDGES}
    for subject, known in described.items():
        for curie in curies.keys() & known.keys():
            yield from ((subject, curies[curie], object_) for object_ in known[curie])


def _statements(
    engine: ox.Store, edges: Collection[Edge], names: Mapping[str, str], everything: bool
) -> Iterator[Statement]:
    ends = [("rdf:object", None)] if everything else _ends(edges, names)
    evidence: dict[Edge, list[Evidence]] = {edge: [] for edge in edges}
    reader = _Reader(engine, names)
    for node, graph in dict.fromkeys(_statement_nodes(engine, ends)):
        stated = _properties(engine, node, graph)
        edge = (stated["rdf:subject"][0], stated["rdf:predicate"][0], stated["rdf:object"][0])
        if edge in evidence:
            evidence[edge].append(reader.evidence(stated, graph))
    for edge, found in evidence.items():
        yield Statement(names.get(edge[0], edge[0]), edge[1], edge[2], tuple(sorted(found)))


def _ends(edges: Collection[Edge], papers: Collection[str]) -> list[tuple[str, str | None]]:
    """By which ends the statements of some edges are found with the fewest others among them.

    Those of papers by the paper or by the concept, whichever are fewer; a relation by its subject.
    """
    of_papers = [edge for edge in edges if edge[0] in papers]
    subjects, objects = {edge[0] for edge in of_papers}, {edge[2] for edge in of_papers}
    relations = {edge[0] for edge in edges} - subjects
    fewer = len(subjects) <= len(objects)
    return [
        *(("rdf:subject", each) for each in sorted(relations | (subjects if fewer else set()))),
        *(("rdf:object", each) for each in sorted(set() if fewer else objects)),
    ]


def _statement_nodes(
    engine: ox.Store, ends: Iterable[tuple[str, str | None]]
) -> Iterator[tuple[ox.NamedNode, ox.NamedNode]]:
    """The nodes that reify statements with one of these ends, or all, each with its graph."""
    for predicate, end in ends:
        wanted = None if end is None else ox.NamedNode(end)
        for quad in engine.quads_for_pattern(None, _node(predicate), wanted, None):
            if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.graph_name, ox.NamedNode):
                yield quad.subject, quad.graph_name


class _Reader:
    """Reads evidence; knows what IRIs of papers and of components stand for."""

    def __init__(self, engine: ox.Store, names: Mapping[str, str]) -> None:
        self._engine = engine
        self._names = names
        self._component = cache(self._label)

    def evidence(self, stated: Properties, graph: ox.NamedNode) -> Evidence:
        """A sentence has a source and a selector; a target without them is the paper itself."""
        target = stated["oa:hasTarget"][0]
        place = self._read(target, graph)
        selector = self._read(_first(place, "oa:hasSelector"), graph)
        paper = _first(place, "oa:hasSource") or target
        subject, object_ = (
            [_span(self._read(each, graph)) for each in stated.get(predicate, ())]
            for predicate in ("kg:subjectMention", "kg:objectMention")
        )
        return Evidence(
            self._names.get(paper, paper),
            *_span(selector),
            _first(selector, "oa:exact"),
            tuple(sorted({*subject, *object_})),
            max(map(float, stated["kg:score"])),
            self._component(_first(stated, "prov:wasGeneratedBy")),
            tuple(sorted(subject)),
        )

    def _read(self, node: str, graph: ox.NamedNode) -> Properties:
        return _properties(self._engine, ox.NamedNode(node), graph) if node else {}

    def _label(self, component: str) -> str:
        """The name of what produced evidence, as the description of the build has it."""
        node = ox.NamedNode(component)
        for quad in self._engine.quads_for_pattern(node, _node("rdfs:label"), None, None):
            if isinstance(quad.object, ox.Literal):
                return quad.object.value
        return vocab.local_name(component)


def _first(known: Properties, predicate: str) -> str:
    return next(iter(known.get(predicate, ())), "")


def _span(selector: Properties) -> tuple[int, int]:
    return (int(selector["oa:start"][0]), int(selector["oa:end"][0])) if selector else (0, 0)


@cache
def _curie(predicate: str) -> str:
    return vocab.curie(predicate)


@cache
def _node(curie: str) -> ox.NamedNode:
    prefix, _, local = curie.partition(":")
    return ox.NamedNode(vocab.PREFIXES[prefix] + local)
