"""JSON-LD for people: short keys by the context of kg, a node a paragraph."""

import json
from collections.abc import Iterable, Iterator, Mapping
from itertools import groupby
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg import vocab
from kg.errors import UsageError
from kg.rdf.lines import Properties, n_quads_term, subjects
from kg.rdf.turtle import rank

CONTEXT = Path(__file__).parents[1] / "data" / "context.jsonld"

_MINTED = ("concept", "paper", "evidence", "venue", "build")
_INTEGER, _STRING = (f"{vocab.PREFIXES['xsd']}{name}" for name in ("integer", "string"))
_TYPE = f"{vocab.PREFIXES['rdf']}type"
_DIGITS = 15  # of the integers that every reader of JSON keeps

Node = dict[str, Any]


def json_ld(lines: Iterable[bytes], prefixes: Mapping[str, str]) -> Iterator[str]:
    """A document in pieces: the context, the nodes of the default graph, then each named graph.

    Raises `UsageError` for an IRI whose scheme is a prefix of the context.
    """
    words = _Words(prefixes)
    context = json.dumps(words.context, ensure_ascii=False, indent=1)
    yield f'{{\n"@context": {context},\n"@graph": ['
    comma = "\n"
    for node in _nodes(lines, words):
        yield comma + json.dumps(node, ensure_ascii=False, indent=1)
        comma = ",\n"
    yield "\n]\n}\n"


def _nodes(lines: Iterable[bytes], words: "_Words") -> Iterator[Node]:
    for graph, inside in groupby(subjects(lines), key=lambda found: found[0]):
        nodes = (words.node(subject, properties) for _, subject, properties in inside)
        if graph:
            yield {"id": words.reference(n_quads_term(graph)), "@graph": list(nodes)}
        else:
            yield from nodes


class _Words:
    """What the context calls things."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self.context: dict[str, Any] = {
            **json.loads(CONTEXT.read_text(encoding="utf-8"))["@context"],
            **{name: prefixes[name] for name in _MINTED},
        }
        simple = {k: v for k, v in self.context.items() if isinstance(v, str)}
        self._prefixes = {v: k for k, v in simple.items() if v.endswith(("#", "/"))}
        self._terms = {
            self._expanded(v["@id"] if isinstance(v, dict) else v): (k, v)
            for k, v in self.context.items()
            if k not in self._prefixes.values() and k not in ("id", "type")
        }

    def node(self, subject: bytes, properties: Properties) -> Node:
        """A subject with its properties."""
        node: Node = {"id": self.reference(n_quads_term(subject))}
        for field, values in sorted(properties, key=rank):
            predicate = n_quads_term(field)[1:-1]
            terms = [n_quads_term(value) for value in values]
            if predicate == _TYPE:
                node["type"] = _one_or_all([self._class(term) for term in terms])
            else:
                key, coerced = self._term(predicate)
                node[key] = _one_or_all([self._value(term, coerced) for term in terms])
        return node

    def reference(self, term: str) -> str:
        """A node in the value of `id`."""
        if term[0] != "<":
            return term
        if term[1:].partition(":")[0] in self._prefixes.values():
            raise UsageError(f"JSON-LD cannot hold {term}: it would be read as a short name")
        return self._compact(term[1:-1])

    def _term(self, predicate: str) -> tuple[str, Mapping[str, str]]:
        key, defined = self._terms.get(predicate, (self._compact(predicate), ""))
        return key, defined if isinstance(defined, dict) else {}

    def _class(self, term: str) -> str:
        key, defined = self._terms.get(term[1:-1], ("", {}))
        return key if isinstance(defined, str) else self.reference(term)

    def _value(self, term: str, coerced: Mapping[str, str]) -> Any:
        if term[0] == '"':
            return self._literal(term, coerced)
        reference = self.reference(term)
        return reference if coerced.get("@type") == "@id" else {"id": reference}

    def _literal(self, term: str, coerced: Mapping[str, str]) -> Any:
        """The bare text or number where the context says the rest."""
        literal = _parsed(term)
        text, datatype = literal.value, literal.datatype.value
        if literal.language:
            known = coerced.get("@language") == literal.language
            return text if known else {"@value": text, "@language": literal.language}
        if datatype == _STRING:
            return {"@value": text} if coerced else text
        name = self._compact(datatype)
        if coerced.get("@type") != name:
            return {"@value": text, "@type": name}
        return int(text) if datatype == _INTEGER and _is_plain(text) else text

    def _compact(self, iri: str) -> str:
        end = max(iri.rfind("/"), iri.rfind("#")) + 1
        prefix, local = self._prefixes.get(iri[:end]), iri[end:]
        return f"{prefix}:{local}" if prefix and local else iri

    def _expanded(self, curie: str) -> str:
        prefix, _, local = curie.partition(":")
        return f"{self.context[prefix]}{local}"


def _parsed(term: str) -> ox.Literal:
    [quad] = ox.parse(f"<x:> <x:> {term} .", ox.RdfFormat.N_TRIPLES)
    assert isinstance(quad.object, ox.Literal)
    return quad.object


def _is_plain(text: str) -> bool:
    digits = text.removeprefix("-")
    return digits.isascii() and digits.isdigit() and len(digits) <= _DIGITS and digits[0] != "0"


def _one_or_all(values: list[Any]) -> Any:
    return values[0] if len(values) == 1 else values
