"""The rules of `shapes.ttl` in one fast pass, for graphs on which SHACL would take hours.

They hold for whatever uses the vocabulary of kg, whoever wrote it.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache, partial
from pathlib import Path

from pyoxigraph import BlankNode, DefaultGraph, Literal, NamedNode, Quad, RdfFormat, parse

from kg import vocab
from kg.rdf.terms import term

ONTOLOGY = Path(__file__).parents[1] / "data" / "ontology.ttl"

_TYPE, _PREFERRED, _ALTERNATIVE = term("rdf:type"), term("skos:prefLabel"), term("skos:altLabel")
_LABELS = (_PREFERRED, term("dcterms:title"), term("rdfs:label"))
_YEAR, _SCORE, _ISSUED = term("kg:year"), term("kg:score"), term("dcterms:issued")
_START, _END = term("oa:start"), term("oa:end")
_LABELLED = frozenset(
    {
        *map(NamedNode, vocab.TYPE_CLASSES.values()),
        *map(term, ("skos:Concept", "schema:ScholarlyArticle", "kg:Venue")),
        term("schema:SoftwareSourceCode"),
    }
)
# The lexical forms that are looked for; a time zone may follow.
_DATES = {
    term("xsd:gYear"): re.compile(r"-?\d{4,}"),
    term("xsd:gYearMonth"): re.compile(r"-?\d{4,}-(0[1-9]|1[0-2])"),
    term("xsd:date"): re.compile(r"-?\d{4,}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])"),
    term("xsd:dateTime"): re.compile(r"-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?"),
}
_ZONE = re.compile(r"(Z|[+-]\d\d:\d\d)\Z")

# What one subject of the default graph says: predicate -> values.
Properties = Mapping[object, set[object]]


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """A rule that a node breaks: what was found, and what to do."""

    node: str
    found: str
    rule: str
    advice: str

    def __str__(self) -> str:
        """One sentence and the advice."""
        return f"{self.node} {self.found} ({self.rule}): {self.advice}"


def check(quads: Iterable[Quad]) -> list[Problem]:
    """What breaks a rule, sorted; empty when all is well."""
    checker = Checker()
    for _ in checker.watch(quads):
        pass
    return checker.problems()


class Checker:
    """The rules for quads that pass by on their way elsewhere.

    No blank nodes; concepts, papers, venues and code have a label; a concept has one preferred
    label a language and no alternative label equal to it, and each label has a language; a year is
    one integer from 1000 to 9999, a date of issue a typed date; a score is a decimal from 0 to 1; a
    selector ends after its start; a term of kg exists and has values of its kind.
    """

    def __init__(self) -> None:
        self._found: set[Problem] = set()
        self._facts: defaultdict[str, defaultdict[object, set[object]]] = defaultdict(_properties)
        self._open_ends: dict[object, Quad] = {}
        self._rules: dict[NamedNode, Callable[[Quad], None]] = {
            **{name: partial(self._value, datatype) for name, datatype in _ranges().items()},
            **dict.fromkeys((*_LABELS, _ALTERNATIVE, _YEAR), self._keep),
            _TYPE: self._type,
            _SCORE: self._score,
            _START: self._bounds,
            _END: self._bounds,
            _ISSUED: self._date,
        }

    def watch(self, quads: Iterable[Quad]) -> Iterator[Quad]:
        """The same quads, each looked at."""
        for quad in quads:
            if type(quad.subject) is BlankNode or type(quad.object) is BlankNode:
                self._blank_node(quad)
            rule = self._rules.get(quad.predicate) or self._new_rule(quad.predicate)
            rule(quad)
            yield quad

    def problems(self) -> list[Problem]:
        """What was found, with what could be told only at the end; sorted."""
        found = set(self._found)
        for subject, properties in self._facts.items():
            found.update(_faults(subject, properties))
        return sorted(found)

    def _add(self, node: object, found: str, rule: str, advice: str) -> None:
        self._found.add(Problem(str(node), found, rule, advice))

    def _new_rule(self, predicate: NamedNode) -> Callable[[Quad], None]:
        rule = self._unknown if predicate.value.startswith(vocab.KG) else _nothing
        self._rules[predicate] = rule
        return rule

    def _keep(self, quad: Quad) -> None:
        if quad.graph_name == _DEFAULT:
            self._facts[str(quad.subject)][quad.predicate].add(quad.object)

    def _type(self, quad: Quad) -> None:
        self._keep(quad)
        if quad.object not in _classes() and str(quad.object).startswith(f"<{vocab.KG}"):
            self._unknown(Quad(quad.subject, quad.object, quad.object))  # type: ignore[arg-type]

    def _unknown(self, quad: Quad) -> None:
        name = vocab.local_name(quad.predicate.value)
        known = [vocab.local_name(node.value) for node in (*_ranges(), *_classes())]
        near = get_close_matches(name, known, n=1)
        advice = f"did you mean kg:{near[0]}?" if near else "`kg vocab` prints its terms"
        self._add(quad.subject, f"has kg:{name}", "kg has no such term", advice)

    def _blank_node(self, quad: Quad) -> None:
        for node in (quad.subject, quad.object):
            if isinstance(node, BlankNode):
                self._add(node, "is a blank node", "every node needs an IRI", "give it one")

    def _value(self, datatype: NamedNode | None, quad: Quad) -> None:
        value = quad.object
        if datatype is None and not isinstance(value, NamedNode):
            found, advice = f"has {_short(value)}", "name a node by its IRI"
            self._add(quad.subject, found, f"{_name(quad)} points at a node", advice)
        elif datatype and not (isinstance(value, Literal) and value.datatype == datatype):
            kind = vocab.curie(datatype.value)
            found, advice = f"has {_short(value)}", f'write "…"^^{kind}'
            self._add(quad.subject, found, f"{_name(quad)} has a literal of type {kind}", advice)

    def _score(self, quad: Quad) -> None:
        if not _is_number(quad.object, "xsd:decimal", 0, 1):
            found = f"has the score {_short(quad.object)}"
            self._add(quad.subject, found, "a decimal from 0 to 1", 'write "0.9"^^xsd:decimal')

    def _date(self, quad: Quad) -> None:
        if not _is_date(quad.object):
            found = f"has the date {_short(quad.object)}"
            advice = 'write "2024"^^xsd:gYear or "2024-05-31"^^xsd:date'
            self._add(quad.subject, found, "dcterms:issued is a typed date", advice)

    def _bounds(self, quad: Quad) -> None:
        """Compare the start and end of a selector when the second of them comes by."""
        other = self._open_ends.pop(quad.subject, None)
        if other is None or other.predicate == quad.predicate:
            self._open_ends[quad.subject] = quad
            return
        start, end = (quad, other) if quad.predicate == _START else (other, quad)
        low, high = (_number(bound.object, "xsd:integer") for bound in (start, end))
        if low is None or high is None or not 0 <= low < high:
            found = f"runs from {_short(start.object)} to {_short(end.object)}"
            advice = "count characters from 0, the end not included"
            self._add(quad.subject, found, "a selector ends after its start", advice)


_DEFAULT = DefaultGraph()


def _nothing(_quad: Quad) -> None:
    pass


def _properties() -> defaultdict[object, set[object]]:
    return defaultdict(set)


@cache
def _ontology() -> tuple[Quad, ...]:
    return tuple(parse(path=ONTOLOGY, format=RdfFormat.TURTLE))


@cache
def _ranges() -> dict[NamedNode, NamedNode | None]:
    """The properties of kg, with their datatype or, when they point at nodes, None."""
    ranges = dict(_objects("rdfs:range"))
    kinds = dict(_objects("rdf:type"))
    nodes = [node for node, kind in kinds.items() if kind == term("owl:ObjectProperty")]
    values = [node for node, kind in kinds.items() if kind == term("owl:DatatypeProperty")]
    return {**dict.fromkeys(nodes), **{node: ranges[node] for node in values}}


def _objects(predicate: str) -> Iterator[tuple[NamedNode, NamedNode]]:
    for quad in _ontology():
        ends = isinstance(quad.subject, NamedNode) and isinstance(quad.object, NamedNode)
        if ends and quad.predicate == term(predicate):
            yield quad.subject, quad.object  # type: ignore[misc]


@cache
def _classes() -> frozenset[NamedNode]:
    return frozenset(node for node, kind in _objects("rdf:type") if kind == term("owl:Class"))


def _faults(subject: str, properties: Properties) -> Iterator[Problem]:
    kinds = properties.get(_TYPE, set())
    if kinds & _LABELLED and not any(properties.get(label) for label in _LABELS):
        advice = "give a concept a skos:prefLabel, a paper a dcterms:title, others an rdfs:label"
        yield Problem(subject, "has no label", "people read labels", advice)
    preferred = properties.get(_PREFERRED, set())
    languages = Counter(label.language for label in preferred if isinstance(label, Literal))
    for language, labels in languages.items():
        rule, advice = "one preferred label a language", "keep one, make the others skos:altLabel"
        if labels > 1:
            found = f"has {labels} preferred labels in language {language}"
            yield Problem(subject, found, rule, advice)
    yield from _label_faults(subject, preferred, properties.get(_ALTERNATIVE, set()))
    yield from _year_faults(subject, properties.get(_YEAR, set()))


def _label_faults(subject: str, preferred: set[object], others: set[object]) -> Iterator[Problem]:
    for label in preferred & others:
        found = f"has {_short(label)} as preferred and as alternative label"
        yield Problem(subject, found, "a name is one or the other", "drop the skos:altLabel")
    for label in preferred | others:
        if not isinstance(label, Literal) or label.language is None:
            found = f"has the label {_short(label)}"
            yield Problem(subject, found, "labels of concepts have a language", 'write "…"@en')


def _year_faults(subject: str, years: set[object]) -> Iterator[Problem]:
    if len(years) > 1:
        yield Problem(subject, f"has {len(years)} years", "one year a paper", "keep one kg:year")
    for year in years:
        if not _is_number(year, "xsd:integer", 1000, 9999):
            found = f"has the year {_short(year)}, not an integer from 1000 to 9999"
            yield Problem(subject, found, "kg:year is an xsd:integer", "write kg:year 2024")


def _is_date(value: object) -> bool:
    if not isinstance(value, Literal) or value.datatype not in _DATES:
        return False
    return _DATES[value.datatype].fullmatch(_ZONE.sub("", value.value)) is not None


def _name(quad: Quad) -> str:
    return vocab.curie(quad.predicate.value)


def _short(value: object) -> str:
    text = str(value)
    return text if len(text) <= 80 else f"{text[:79]}…"


def _is_number(value: object, datatype: str, low: float, high: float) -> bool:
    number = _number(value, datatype)
    return number is not None and low <= number <= high


def _number(value: object, datatype: str) -> float | None:
    if not isinstance(value, Literal) or value.datatype != term(datatype):
        return None
    try:
        return float(value.value)
    except ValueError:
        return None
