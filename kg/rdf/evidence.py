"""The sentence behind every edge, in one named graph a paper."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache

from pyoxigraph import NamedNode, Quad, Triple

from kg import vocab
from kg.rdf.terms import decimal, describe, integer, iri, term, texts
from kg.records import Evidence, Statement

_SENTENCE = [term("oa:SpecificResource")]
_SELECTOR = [term("oa:TextPositionSelector"), term("oa:TextQuoteSelector")]
_MENTION = [term("oa:TextPositionSelector")]
_STATEMENT = [term("kg:Statement")]


def evidence(statements: Iterable[Statement], base: str = vocab.BASE) -> Iterator[Quad]:
    """One `kg:Statement` for every sentence that states an edge; each quad once, paper by paper.

    Offsets are half-open character offsets into the paper's text (title, newline, abstract).
    The sentence is the annotation's target; `kg:subjectMention` and `kg:objectMention` point at the
    words in it. A fact of the record itself has the paper as its target. All that one paper's graph
    holds is named after the graph, so that the graph can be taken away without a trace.
    """
    papers: defaultdict[str, list[tuple[Statement, Evidence]]] = defaultdict(list)
    for statement in statements:
        for item in statement.evidence:
            papers[item.paper].append((statement, item))
    for paper in sorted(papers):
        graph = evidence_graph(paper, base)
        for triple in _Paper(graph.value, iri(paper), base).triples(papers[paper]):
            yield Quad(triple.subject, triple.predicate, triple.object, graph)


def evidence_graph(paper: str, base: str = vocab.BASE) -> NamedNode:
    """The named graph that holds the evidence from a paper, by the paper's IRI."""
    return NamedNode(vocab.mint("evidence", vocab.curie(paper.removeprefix(base)), base))


@cache
def component_iri(component: str, base: str = vocab.BASE) -> NamedNode:
    """The activity that `Evidence.component` names: `roles/0.1.0`."""
    return NamedNode(vocab.mint("build", component, base))


@dataclass(slots=True)
class _Paper:
    """The evidence of one paper; sentences and mentions are written once and shared."""

    name: str  # of its graph
    paper: NamedNode
    base: str
    written: set[str] = field(default_factory=set)

    def triples(self, stated: Iterable[tuple[Statement, Evidence]]) -> Iterator[Triple]:
        about = {"rdf:type": [term("prov:Bundle")], "prov:wasDerivedFrom": [self.paper]}
        yield from describe(NamedNode(self.name), about)
        for statement, item in stated:
            yield from self._statement(statement, item)

    def _statement(self, statement: Statement, item: Evidence) -> Iterator[Triple]:
        node = f"{self.name}-{_digest(statement, item)}"
        if not self._is_new(node):
            return
        sentence = f"{self.name}-{item.start}-{item.end}"
        subjects = [span for span in item.mentions if span in item.subject]
        objects = [span for span in item.mentions if span not in item.subject]
        yield from describe(
            NamedNode(node),
            {
                "rdf:type": _STATEMENT,
                "rdf:subject": [iri(statement.subject)],
                "rdf:predicate": [iri(statement.predicate)],
                "rdf:object": [iri(statement.object)],
                "oa:hasTarget": [NamedNode(sentence) if item.quote else self.paper],
                "kg:subjectMention": [self._mention(*span) for span in subjects],
                "kg:objectMention": [self._mention(*span) for span in objects],
                "kg:score": [decimal(item.score)],
                "prov:wasGeneratedBy": [component_iri(item.component, self.base)],
            },
        )
        if item.quote and self._is_new(sentence):
            yield from self._sentence(sentence, item)
        for start, end in item.mentions:
            mention = self._mention(start, end)
            if self._is_new(mention.value):
                yield from _selector(mention, _MENTION, start, end)

    def _sentence(self, name: str, item: Evidence) -> Iterator[Triple]:
        """One node for two selectors of the same characters: where they are and what they say."""
        node, selector = NamedNode(name), NamedNode(f"{name}-selector")
        yield from describe(
            node,
            {"rdf:type": _SENTENCE, "oa:hasSource": [self.paper], "oa:hasSelector": [selector]},
        )
        yield from _selector(selector, _SELECTOR, item.start, item.end)
        yield from describe(selector, {"oa:exact": texts(item.quote)})

    def _mention(self, start: int, end: int) -> NamedNode:
        return NamedNode(f"{self.name}-{start}-{end}-mention")

    def _is_new(self, name: str) -> bool:
        new = name not in self.written
        self.written.add(name)
        return new


def _digest(statement: Statement, item: Evidence) -> str:
    edge = (statement.subject, statement.predicate, statement.object)
    return vocab.digest(*edge, str(item.start), str(item.end), item.component)


def _selector(node: NamedNode, kind: list[NamedNode], start: int, end: int) -> Iterator[Triple]:
    return describe(
        node, {"rdf:type": kind, "oa:start": [integer(start)], "oa:end": [integer(end)]}
    )
