"""What a build was made of: VoID for the numbers, PROV for where they come from."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pyoxigraph import DefaultGraph, NamedNode, Quad, Triple

from kg import vocab
from kg.rdf.evidence import component_iri
from kg.rdf.terms import describe, integer, iri, term, texts

_VOCABULARIES = ("kg", "skos", "schema", "fabio", "dcterms", "oa", "prov")


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file that was read; `name` as it was given, `sha256` in hexadecimal."""

    name: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Counts:
    """How many triples the default graph holds, by class (instances) and by property IRI."""

    triples: int = 0
    classes: Mapping[str, int] = field(default_factory=dict)
    properties: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Build:
    """What a build was made with and of; no clock, so that equal builds are described equally."""

    version: str  # of kg
    model: str  # name and version of the extraction model
    files: tuple[SourceFile, ...] = ()
    components: tuple[str, ...] = ()  # as in `Evidence.component`
    counts: Counts = Counts()


def count(quads: Iterable[Quad]) -> Counts:
    """The numbers of the default graph; the quads must be distinct."""
    classes: Counter[str] = Counter()
    properties: Counter[str] = Counter()
    for quad in quads:
        if isinstance(quad.graph_name, DefaultGraph):
            properties[quad.predicate.value] += 1
            if quad.predicate == term("rdf:type") and isinstance(quad.object, NamedNode):
                classes[quad.object.value] += 1
    return Counts(properties.total(), classes, properties)


def build_graph(build: Build, base: str = vocab.BASE) -> NamedNode:
    """The named graph that describes a build, and the build's own IRI: a hash of its facts."""
    files = (f"{file.name}\x1e{file.sha256}" for file in build.files)
    parts = (build.version, build.model, str(build.counts.triples), *files)
    return NamedNode(f"{base}build/{vocab.digest(*parts)}")


def description(build: Build, base: str = vocab.BASE) -> Iterator[Quad]:
    """The build as a VoID data set and a PROV activity, in the graph `build_graph(build)`."""
    graph = build_graph(build, base)
    files = [iri(vocab.mint("build", f"file {f.name} {f.sha256[:12]}", base)) for f in build.files]
    software = iri(vocab.mint("build", f"kg {build.version}", base))
    model = iri(vocab.mint("build", f"model {build.model}", base))
    run = NamedNode(f"{graph.value}-run")
    triples = [
        *_dataset(build.counts, graph, run, files),
        *_activity(run, "kg build", software, [*files, model]),
        *_entity(software, f"kg {build.version}", "prov:SoftwareAgent"),
        *_entity(model, build.model, "prov:Entity"),
    ]
    for node, file in zip(files, build.files, strict=True):
        triples += [*_entity(node, file.name, "prov:Entity"), *_hash(node, file.sha256)]
    for name in build.components:
        triples += _activity(component_iri(name, base), name, software, [model])
    return (Quad(t.subject, t.predicate, t.object, graph) for t in triples)


def _dataset(
    counts: Counts, graph: NamedNode, run: NamedNode, files: list[NamedNode]
) -> Iterator[Triple]:
    classes = _parts(graph, counts.classes)
    properties = _parts(graph, counts.properties)
    yield from describe(
        graph,
        {
            "rdf:type": [term("void:Dataset"), term("prov:Entity")],
            "rdfs:label": texts("Knowledge graph built from abstracts of papers", language="en"),
            "void:triples": [integer(counts.triples)],
            "void:vocabulary": [NamedNode(vocab.PREFIXES[name]) for name in _VOCABULARIES],
            "void:classPartition": classes.values(),
            "void:propertyPartition": properties.values(),
            "prov:wasGeneratedBy": [run],
            "prov:wasDerivedFrom": files,
        },
    )
    for name, node in classes.items():
        members = [integer(counts.classes[name])]
        yield from describe(node, {"void:class": [NamedNode(name)], "void:entities": members})
    for name, node in properties.items():
        members = [integer(counts.properties[name])]
        yield from describe(node, {"void:property": [NamedNode(name)], "void:triples": members})


def _parts(graph: NamedNode, counts: Mapping[str, int]) -> dict[str, NamedNode]:
    names = {name: vocab.curie(name).replace(":", "-") for name in sorted(counts)}
    return {name: iri(f"{graph.value}-{local}") for name, local in names.items()}


def _activity(
    node: NamedNode, label: str, agent: NamedNode, used: list[NamedNode]
) -> Iterator[Triple]:
    return describe(
        node,
        {
            "rdf:type": [term("prov:Activity")],
            "rdfs:label": texts(label),
            "prov:wasAssociatedWith": [agent],
            "prov:used": used,
        },
    )


def _entity(node: NamedNode, label: str, kind: str) -> Iterator[Triple]:
    return describe(node, {"rdf:type": [term(kind)], "rdfs:label": texts(label)})


def _hash(node: NamedNode, sha256: str) -> Iterator[Triple]:
    return describe(node, {"kg:sha256": texts(sha256)})
