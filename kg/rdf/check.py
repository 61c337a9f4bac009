"""The rules of `shapes.ttl` in one fast pass, for graphs on which SHACL would take hours."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping

from pyoxigraph import BlankNode, DefaultGraph, Literal, Quad

from kg.rdf.terms import term

_PREFERRED, _ALTERNATIVE = term("skos:prefLabel"), term("skos:altLabel")
_LABELS = (_PREFERRED, term("dcterms:title"), term("rdfs:label"))
_YEAR, _SCORE = term("kg:year"), term("kg:score")
_START, _END = term("oa:start"), term("oa:end")
_WATCHED = frozenset({*_LABELS, _ALTERNATIVE, _YEAR})

# What one subject of the default graph says: predicate -> values.
Properties = Mapping[object, set[object]]


def check(quads: Iterable[Quad]) -> list[str]:
    """What breaks a rule, a sentence each, sorted; empty when all is well.

    No blank nodes; every subject of the default graph has a label; a concept has one preferred
    label a language and no alternative label equal to it; a year is one integer from 1000 to 9999;
    a score is a decimal from 0 to 1; a selector ends after its start.
    """
    problems: set[str] = set()
    facts: defaultdict[str, defaultdict[object, set[object]]] = defaultdict(_properties)
    open_ends: dict[str, Quad] = {}
    for quad in quads:
        problems.update(_blank_nodes(quad))
        if isinstance(quad.graph_name, DefaultGraph):
            properties = facts[str(quad.subject)]
            if quad.predicate in _WATCHED:
                properties[quad.predicate].add(quad.object)
        elif quad.predicate == _SCORE:
            problems.update(_score(quad))
        elif quad.predicate in (_START, _END):
            problems.update(_bounds(quad, open_ends))
    for subject, properties in facts.items():
        problems.update(f"{subject} {fault}" for fault in _faults(properties))
    return sorted(problems)


def _properties() -> defaultdict[object, set[object]]:
    return defaultdict(set)


def _blank_nodes(quad: Quad) -> Iterator[str]:
    for node in (quad.subject, quad.object, quad.graph_name):
        if isinstance(node, BlankNode):
            yield f"{node} is a blank node: every node needs an IRI"


def _faults(properties: Properties) -> Iterator[str]:
    if not any(properties.get(label) for label in _LABELS):
        yield "has no label"
    preferred = properties.get(_PREFERRED, set())
    languages = Counter(label.language for label in preferred if isinstance(label, Literal))
    for language, labels in languages.items():
        if labels > 1:
            yield f"has {labels} preferred labels in language {language}"
    for label in preferred & properties.get(_ALTERNATIVE, set()):
        yield f"has {label} as preferred and as alternative label"
    years = properties.get(_YEAR, set())
    if len(years) > 1:
        yield f"has {len(years)} years"
    for year in years:
        if not _is_number(year, "xsd:integer", 1000, 9999):
            yield f"has the year {year}, not an integer from 1000 to 9999"


def _score(quad: Quad) -> Iterator[str]:
    if not _is_number(quad.object, "xsd:decimal", 0, 1):
        yield f"{quad.subject} has the score {quad.object}, not a decimal from 0 to 1"


def _bounds(quad: Quad, open_ends: dict[str, Quad]) -> Iterator[str]:
    """Compare the start and end of a selector when the second of them comes by."""
    subject = str(quad.subject)
    other = open_ends.pop(subject, None)
    if other is None or other.predicate == quad.predicate:
        open_ends[subject] = quad
        return
    start, end = (quad, other) if quad.predicate == _START else (other, quad)
    values = [bound.object for bound in (start, end)]
    numbers = [_number(value, "xsd:integer") for value in values]
    if None in numbers or not 0 <= (numbers[0] or 0) < (numbers[1] or 0):
        yield f"{subject} runs from {values[0]} to {values[1]}"


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
