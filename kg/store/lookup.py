"""What people type as RDF terms: labels of concepts, ids of papers, numbers, texts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches

import pyoxigraph as ox

from kg import vocab
from kg.errors import UsageError
from kg.records import CONCEPT_TYPES
from kg.store.named import Bound, NamedQuery, Parameter, check_names, suggest

_LABEL_KEY = ox.NamedNode(f"{vocab.KG}labelKey")
_TYPE = ox.NamedNode(f"{vocab.PREFIXES['rdf']}type")
_TITLE = ox.NamedNode(f"{vocab.PREFIXES['dcterms']}title")
_IDENTIFIER = ox.NamedNode(f"{vocab.PREFIXES['dcterms']}identifier")
_LABELS = (
    ox.NamedNode(f"{vocab.PREFIXES['skos']}prefLabel"),
    ox.NamedNode(f"{vocab.PREFIXES['rdfs']}label"),
    _TITLE,
)
_CLASSES = {
    "concept": ox.NamedNode(f"{vocab.PREFIXES['skos']}Concept"),
    "venue": ox.NamedNode(f"{vocab.KG}Venue"),
    "paper": ox.NamedNode(f"{vocab.PREFIXES['schema']}ScholarlyArticle"),
}
_FACTS = ox.DefaultGraph()
_MANY = 20_000  # more labels than this are narrowed down before they are compared


def resolve(
    engine: ox.Store, query: NamedQuery, given: Mapping[str, str]
) -> dict[str, Sequence[Bound]]:
    """The terms for the values that a user gave, and for the defaults; raises `UsageError`."""
    check_names(query, given)
    values = {p.name: given.get(p.name, p.default) for p in query.parameters}
    kinds = {parameter.name: parameter for parameter in query.parameters}
    return {
        name: terms(engine, kinds[name], value)
        for name, value in values.items()
        if value is not None
    }


def terms(engine: ox.Store, parameter: Parameter, text: str) -> Sequence[Bound]:
    """The terms that a text stands for: several where several concepts have that name."""
    if parameter.type in _CLASSES:
        return find(engine, parameter.type, text)
    return _READERS[parameter.type](parameter.name, text)


def find(engine: ox.Store, kind: str, text: str) -> list[ox.NamedNode]:
    """The nodes that a text names: by IRI or CURIE, by a paper's id, or by a label or alias.

    Labels are compared without regard to case and hyphens. Raises `UsageError` with the nearest
    labels when there is none.
    """
    for nodes in _candidates(engine, kind, text):
        found = [node for node in nodes if _is(engine, node, kind)]
        if found:
            return sorted(found, key=lambda node: node.value)
    near = _nearest(engine, kind, vocab.label_key(text))
    hint = f"did you mean {' or '.join(near)}?" if near else "try the query `search`"
    raise UsageError(f"no {kind} is named {text[:100]!r}: {hint}")


def _candidates(engine: ox.Store, kind: str, text: str) -> Iterator[Iterable[ox.NamedNode]]:
    yield _by_iri(text)
    yield _by_identifier(engine, text)
    yield _by_label(engine, kind, text)  # of papers slow: all titles are looked through


def _by_iri(text: str) -> Iterable[ox.NamedNode]:
    prefix, _, local = text.partition(":")
    for candidate in (text, vocab.PREFIXES.get(prefix, "") + local):
        try:
            yield ox.NamedNode(candidate)
        except (ValueError, TypeError):
            continue


def _by_identifier(engine: ox.Store, text: str) -> Iterable[ox.NamedNode]:
    return _subjects(engine, _IDENTIFIER, _literal(text).value)


def _by_label(engine: ox.Store, kind: str, text: str) -> Iterable[ox.NamedNode]:
    key = vocab.label_key(text)
    if kind != "paper":
        return _subjects(engine, _LABEL_KEY, key)
    return [node for node, title in _titles(engine) if vocab.label_key(title) == key]


def _subjects(engine: ox.Store, predicate: ox.NamedNode, text: str) -> Iterable[ox.NamedNode]:
    quads = engine.quads_for_pattern(None, predicate, ox.Literal(text), _FACTS)
    return [quad.subject for quad in quads if isinstance(quad.subject, ox.NamedNode)]


def _titles(engine: ox.Store) -> Iterable[tuple[ox.NamedNode, str]]:
    for quad in engine.quads_for_pattern(None, _TITLE, None, _FACTS):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
            yield quad.subject, quad.object.value


def _is(engine: ox.Store, node: ox.NamedNode, kind: str) -> bool:
    return ox.Quad(node, _TYPE, _CLASSES[kind]) in engine


def _nearest(engine: ox.Store, kind: str, key: str) -> list[str]:
    named = _names(engine, kind)
    near = get_close_matches(key, _narrowed(key, sorted(named)), n=3, cutoff=0.6)
    nodes = dict.fromkeys(node for name in near for node in sorted(named[name], key=str))
    return [repr(_label(engine, node)) for node in nodes if _is(engine, node, kind)][:3]


def _names(engine: ox.Store, kind: str) -> dict[str, set[ox.NamedNode]]:
    named: dict[str, set[ox.NamedNode]] = {}
    if kind == "paper":
        for node, title in _titles(engine):
            named.setdefault(vocab.label_key(title), set()).add(node)
        return named
    for quad in engine.quads_for_pattern(None, _LABEL_KEY, None, _FACTS):
        if isinstance(quad.subject, ox.NamedNode) and isinstance(quad.object, ox.Literal):
            named.setdefault(quad.object.value, set()).add(quad.subject)
    return named


def _narrowed(key: str, names: Sequence[str]) -> Sequence[str]:
    if len(names) <= _MANY:
        return names
    words = set(key.split())
    return [name for name in names if name[:2] == key[:2] or words & set(name.split())]


def _label(engine: ox.Store, node: ox.NamedNode) -> str:
    for predicate in _LABELS:
        for quad in engine.quads_for_pattern(node, predicate, None, _FACTS):
            return quad.object.value if isinstance(quad.object, ox.Literal) else node.value
    return node.value


def _integer(name: str, text: str) -> Sequence[Bound]:
    try:
        number = int(text)
        literal = ox.Literal(number)
    except (ValueError, OverflowError):
        raise UsageError(f"{name} must be an integer, not {text[:100]!r}") from None
    if name == "limit" and number < 0:
        raise UsageError(f"limit must be 0 or more, not {number}")
    return [literal]


def _concept_type(name: str, text: str) -> Sequence[Bound]:
    for kind in CONCEPT_TYPES:
        if kind == text.casefold():
            return [ox.NamedNode(vocab.TYPE_CLASSES[kind])]
    raise UsageError(f"{name} cannot be {text[:100]!r}: {suggest(text.casefold(), CONCEPT_TYPES)}")


def _string(_name: str, text: str) -> Sequence[Bound]:
    return [_literal(text)]


def _literal(text: str) -> ox.Literal:
    return ox.Literal(text.encode("utf-8", "replace").decode())


_READERS: dict[str, Callable[[str, str], Sequence[Bound]]] = {
    "integer": _integer,
    "type": _concept_type,
    "string": _string,
    "label": lambda name, text: _string(name, vocab.label_key(text) or text),
}
