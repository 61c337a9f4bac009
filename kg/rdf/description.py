"""What a build was made of: DCAT for what it is, VoID for its numbers, PROV for its origin."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from pyoxigraph import DefaultGraph, NamedNode, Quad, Triple

from kg import vocab
from kg.rdf.evidence import component_iri
from kg.rdf.terms import decimal, describe, integer, iri, term, texts

_TITLE = "Knowledge graph built from abstracts of papers"
_ABSTRACT = (
    "The methods, data sets, tasks, metrics and code of research papers, the roles that they play "
    "there and how they relate, with the sentence behind every edge."
)
_MEDIA = "https://www.iana.org/assignments/media-types/"
_FILES = {"graph.ttl": f"{_MEDIA}text/turtle", "graph.trig": f"{_MEDIA}application/trig"}
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
    scores: Mapping[str, float] = field(default_factory=dict)  # of the model, on held-out papers
    license: str = ""  # of the graph, an IRI; unknown when empty


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
        *_dataset(build, graph, run, files),
        *_distributions(graph),
        *_activity(run, "kg build", software, [*files, model]),
        *_entity(software, f"kg {build.version}", "prov:SoftwareAgent"),
        *_entity(model, build.model, "prov:Entity", "mls:Model"),
        *_scores(model, build.scores),
    ]
    for node, file in zip(files, build.files, strict=True):
        triples += [*_entity(node, file.name, "prov:Entity"), *_hash(node, file.sha256)]
    for name in build.components:
        triples += _activity(component_iri(name, base), name, software, [model])
    return (Quad(t.subject, t.predicate, t.object, graph) for t in triples)


def _dataset(
    build: Build, graph: NamedNode, run: NamedNode, files: list[NamedNode]
) -> Iterator[Triple]:
    counts = build.counts
    classes = _parts(graph, counts.classes)
    properties = _parts(graph, counts.properties)
    yield from describe(
        graph,
        {
            "rdf:type": [term("void:Dataset"), term("dcat:Dataset"), term("prov:Entity")],
            "rdfs:label": texts(_TITLE, language="en"),
            "dcterms:title": texts(_TITLE, language="en"),
            "dcterms:description": texts(_ABSTRACT, language="en"),
            "dcterms:license": [iri(build.license)] if build.license else [],
            "dcat:distribution": [_distribution(graph, name) for name in _FILES],
            "void:triples": [integer(counts.triples)],
            "void:classes": [integer(len(counts.classes))],
            "void:properties": [integer(len(counts.properties))],
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


def _distribution(graph: NamedNode, name: str) -> NamedNode:
    return NamedNode(f"{graph.value}-{name}")


def _distributions(graph: NamedNode) -> Iterator[Triple]:
    for name, media in _FILES.items():
        yield from describe(
            _distribution(graph, name),
            {
                "rdf:type": [term("dcat:Distribution")],
                "dcterms:title": texts(name),
                "dcat:mediaType": [NamedNode(media)],
            },
        )


def _scores(model: NamedNode, scores: Mapping[str, float]) -> Iterator[Triple]:
    """What the model's card says of it, on papers that it was not trained on."""
    for name, value in sorted(scores.items()):
        node = NamedNode(f"{model.value}-{vocab.slug(name)}")
        yield Triple(model, term("mls:hasQuality"), node)
        yield from describe(
            node,
            {
                "rdf:type": [term("mls:ModelEvaluation")],
                "rdfs:label": texts(name),
                "mls:hasValue": [decimal(value)],
            },
        )


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


def _entity(node: NamedNode, label: str, *kinds: str) -> Iterator[Triple]:
    return describe(node, {"rdf:type": list(map(term, kinds)), "rdfs:label": texts(label)})


def _hash(node: NamedNode, sha256: str) -> Iterator[Triple]:
    return describe(node, {"kg:sha256": texts(sha256)})
