"""Papers, concepts and statements as the readable facts of the default graph."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

from pyoxigraph import Literal, NamedNode, Quad, Triple

from kg import vocab
from kg.rdf.terms import Term, describe, integer, iri, term, texts
from kg.records import Concept, Paper, Statement

_ABOUT = frozenset(vocab.ROLE_PREDICATES.values())
_TYPE_COUNTS = {
    "method": "kg:asMethod",
    "dataset": "kg:asDataset",
    "task": "kg:asTask",
    "metric": "kg:asMetric",
}
_LINK_CLASSES = {vocab.HAS_CODE: "schema:SoftwareSourceCode", vocab.HAS_PAGE: "schema:WebPage"}
_WORDS_OF_A_LABEL = 10


def facts(
    papers: Iterable[Paper],
    concepts: Iterable[Concept],
    statements: Iterable[Statement],
    base: str = vocab.BASE,
) -> Iterator[Quad]:
    """The triples that a reader wants, without evidence; some may come twice.

    Every paper → concept edge comes with its `kg:about`, so that no inference is needed.
    """
    stated = tuple(statements)
    described = _concepts(concepts, _papers_about(stated), base)
    triples = chain(_papers(papers, base), described, _edges(stated))
    return (Quad(*triple) for triple in triples)


def scheme_iri(base: str = vocab.BASE) -> NamedNode:
    """The `skos:ConceptScheme` of all concepts."""
    return NamedNode(f"{base}concepts")


def _papers(papers: Iterable[Paper], base: str) -> Iterator[Triple]:
    venues: defaultdict[NamedNode, Counter[str]] = defaultdict(Counter)
    people: defaultdict[NamedNode, Counter[str]] = defaultdict(Counter)
    for paper in papers:
        for name, orcid in paper.orcids:
            people[_person(orcid)][name] += 1
        venue = [iri(vocab.mint("venue", paper.venue, base))] if paper.venue else []
        for node in venue:
            venues[node][paper.venue or ""] += 1
        yield from _paper(paper, venue, base)
    for node, spellings in sorted(venues.items(), key=lambda item: item[0].value):
        yield from _venue(node, spellings)
    for node, spellings in sorted(people.items(), key=lambda item: item[0].value):
        names = texts(_commonest(spellings))
        yield from describe(node, {"rdf:type": [term("schema:Person")], "rdfs:label": names})


def _paper(paper: Paper, venue: list[NamedNode], base: str) -> Iterator[Triple]:
    return describe(
        iri(vocab.paper_iri(paper, base)),
        {
            "rdf:type": [term("schema:ScholarlyArticle"), term("fabio:ResearchPaper")],
            "dcterms:identifier": texts(paper.id),
            "dcterms:title": texts(paper.title),
            "rdfs:label": [] if paper.title.strip() else texts(_first_words(paper)),
            "dcterms:abstract": texts(paper.abstract),
            "dcterms:issued": _issued(paper.year),
            "kg:year": [] if paper.year is None else [integer(paper.year)],
            "dcterms:isPartOf": venue,
            "dc:creator": texts(*paper.authors),
            "kg:authors": texts("; ".join(paper.authors)),
            "schema:author": [_person(orcid) for _, orcid in paper.orcids],
            "schema:keywords": texts(*paper.keywords),
            "dc:subject": texts(*paper.subjects),
            **_rights(paper.licence),
            "schema:sameAs": _elsewhere(paper),
            "schema:url": _address(paper.url),
        },
    )


def _first_words(paper: Paper) -> str:
    words = paper.abstract.split()
    if not words:
        return paper.id
    more = "…" if len(words) > _WORDS_OF_A_LABEL else ""
    return " ".join(words[:_WORDS_OF_A_LABEL]) + more


def _issued(year: int | None) -> list[Term]:
    return [] if year is None else [Literal(f"{year:04d}", datatype=term("xsd:gYear"))]


def _address(url: str | None) -> list[Term]:
    """A link for a web address, its text for anything else."""
    if url and url.lower().startswith(("http://", "https://")):
        return [iri(url)]
    return [*texts(url)]


def _rights(licence: str | None) -> dict[str, list[Term]]:
    """A licence under its address; what has but a name is a statement about rights."""
    stated = _address(licence)
    key = "dcterms:license" if any(isinstance(t, NamedNode) for t in stated) else "dc:rights"
    return {key: stated}


def _elsewhere(paper: Paper) -> list[Term]:
    """The addresses of the paper's other identifiers."""
    found = (vocab.paper_address(curie) for curie in paper.ids if curie != paper.id)
    return [iri(address) for address in found if address]


def _person(orcid: str) -> NamedNode:
    return NamedNode(f"https://orcid.org/{orcid}")


def _commonest(spellings: Counter[str]) -> str:
    return min(spellings, key=lambda text: (-spellings[text], text))


def _venue(node: NamedNode, spellings: Counter[str]) -> Iterator[Triple]:
    label = _commonest(spellings)
    return describe(
        node,
        {
            "rdf:type": [term("kg:Venue")],
            "rdfs:label": texts(label),
            "kg:labelKey": texts(vocab.label_key(label)),
            "kg:paperCount": [integer(spellings.total())],
        },
    )


def _papers_about(statements: Iterable[Statement]) -> Counter[str]:
    """The number of papers about each concept: one that takes it for two types counts once."""
    return Counter(
        o for _, o in {(s.subject, s.object) for s in statements if s.predicate in _ABOUT}
    )


def _concepts(concepts: Iterable[Concept], about: Counter[str], base: str) -> Iterator[Triple]:
    scheme = scheme_iri(base)
    label = texts("Concepts found in abstracts of research papers", language="en")
    yield from describe(scheme, {"rdf:type": [term("skos:ConceptScheme")], "rdfs:label": label})
    for concept in concepts:
        yield from _concept(concept, about[concept.iri], scheme)


def _concept(concept: Concept, papers: int, scheme: NamedNode) -> Iterator[Triple]:
    names = (concept.label, *concept.aliases)
    label = texts(concept.label, language="en")
    counts = {_TYPE_COUNTS[kind]: [integer(count)] for kind, count in concept.types}
    return describe(
        iri(concept.iri),
        {
            "rdf:type": _classes(concept),
            "skos:prefLabel": label,
            "skos:altLabel": [x for x in texts(*concept.aliases, language="en") if x not in label],
            "kg:labelKey": texts(*map(vocab.label_key, names)),
            "kg:paperCount": [integer(papers)],
            **counts,
            "skos:broader": map(iri, concept.broader),
            "skos:closeMatch": [iri(match.iri) for match in concept.matches if not match.exact],
            "skos:exactMatch": [iri(match.iri) for match in concept.matches if match.exact],
            "skos:inScheme": [scheme],
        },
    )


def _classes(concept: Concept) -> list[NamedNode]:
    also = [term("schema:Dataset")] if concept.type == "dataset" else []
    return [term("skos:Concept"), NamedNode(vocab.TYPE_CLASSES[concept.type]), *also]


def _edges(statements: Iterable[Statement]) -> Iterator[Triple]:
    links: set[tuple[str, str]] = set()
    for statement in statements:
        subject, target = iri(statement.subject), iri(statement.object)
        yield Triple(subject, iri(statement.predicate), target)
        if statement.predicate in _ABOUT:
            yield Triple(subject, term("kg:about"), target)
        elif statement.predicate in _LINK_CLASSES:
            links.add((statement.predicate, statement.object))
    for predicate, address in sorted(links):
        yield from _link(address, predicate)


def _link(address: str, predicate: str) -> Iterator[Triple]:
    node = iri(address)
    code = [node] if predicate == vocab.HAS_CODE else []
    properties: dict[str, list[Term]] = {
        "rdf:type": [term(_LINK_CLASSES[predicate])],
        "rdfs:label": [*texts(address.partition("://")[2] or address)],
        "schema:codeRepository": [*code],
    }
    return describe(node, properties)
