"""The sentence behind every edge, in one named graph a paper."""

from collections.abc import Iterable, Iterator

from pyoxigraph import NamedNode, Quad, Triple

from kg import vocab
from kg.rdf.terms import Term, decimal, describe, integer, iri, term, texts
from kg.records import Evidence, Statement


def evidence(statements: Iterable[Statement], base: str = vocab.BASE) -> Iterator[Quad]:
    """One `kg:Statement` for every sentence that states an edge; some quads may come twice.

    Offsets are half-open character offsets into the paper's text (title, newline, abstract).
    The sentence is the annotation's target; `kg:mention` points at the words in it. A fact of the
    record itself has the paper as its target.
    """
    for statement in statements:
        for item in statement.evidence:
            graph = evidence_graph(item.paper, base)
            for triple in _stated(statement, item, graph.value, base):
                yield Quad(triple.subject, triple.predicate, triple.object, graph)


def evidence_graph(paper: str, base: str = vocab.BASE) -> NamedNode:
    """The named graph that holds the evidence from a paper, by the paper's IRI."""
    return NamedNode(vocab.mint("evidence", vocab.curie(paper.removeprefix(base)), base))


def component_iri(component: str, base: str = vocab.BASE) -> NamedNode:
    """The activity that `Evidence.component` names: `roles/0.1.0`."""
    return NamedNode(vocab.mint("build", component, base))


def _stated(statement: Statement, item: Evidence, name: str, base: str) -> Iterator[Triple]:
    yield from describe(
        NamedNode(f"{name}-{_digest(statement, item)}"),
        {
            "rdf:type": [term("kg:Statement"), term("oa:Annotation")],
            "rdf:subject": [iri(statement.subject)],
            "rdf:predicate": [iri(statement.predicate)],
            "rdf:object": [iri(statement.object)],
            "oa:hasTarget": [_sentence(item, name) if item.quote else iri(item.paper)],
            "kg:mention": [_mention(name, *span) for span in item.mentions],
            "kg:score": [decimal(item.score)],
            "prov:wasGeneratedBy": [component_iri(item.component, base)],
        },
    )
    if item.quote:
        yield from _target(item, name)
    for start, end in item.mentions:
        quote = item.quote[max(start - item.start, 0) : max(end - item.start, 0)]
        yield from _selector(_mention(name, start, end), start, end, quote)


def _digest(statement: Statement, item: Evidence) -> str:
    edge = (statement.subject, statement.predicate, statement.object)
    return vocab.digest(*edge, str(item.start), str(item.end), item.component)


def _sentence(item: Evidence, name: str) -> NamedNode:
    return NamedNode(f"{name}-{item.start}-{item.end}")


def _mention(name: str, start: int, end: int) -> NamedNode:
    return NamedNode(f"{name}-{start}-{end}-mention")


def _target(item: Evidence, name: str) -> Iterator[Triple]:
    sentence = _sentence(item, name)
    selector = NamedNode(f"{sentence.value}-selector")
    properties: dict[str, list[Term]] = {
        "rdf:type": [term("oa:SpecificResource")],
        "oa:hasSource": [iri(item.paper)],
        "oa:hasSelector": [selector],
    }
    yield from describe(sentence, properties)
    yield from _selector(selector, item.start, item.end, item.quote)


def _selector(node: NamedNode, start: int, end: int, quote: str) -> Iterator[Triple]:
    """One node for the two selectors, of the same characters: where they are and what they say."""
    return describe(
        node,
        {
            "rdf:type": [term("oa:TextPositionSelector"), term("oa:TextQuoteSelector")],
            "oa:start": [integer(start)],
            "oa:end": [integer(end)],
            "oa:exact": texts(quote),
        },
    )
