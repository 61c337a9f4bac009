"""Turtle and TriG for the eye, out of sorted lines: a blank line before every outermost subject."""

import re
from collections.abc import Iterable, Iterator, Mapping

from kg import vocab
from kg.rdf.lines import Properties, n_quads_term, subjects
from kg.rdf.terms import term

_WIDTH = 100  # characters; longer lists of objects go on below
_REMEMBERED = 50_000  # terms, at most, whose short form is not made anew
_XSD = re.escape(vocab.PREFIXES["xsd"])
_TYPED = re.compile(r'"(?:[^"\\]|\\.)*"\^\^<[^>]*>')
_NUMBER = re.compile(
    rf'"([+-]?[0-9]+)"\^\^<{_XSD}integer>|"([+-]?[0-9]*\.[0-9]+)"\^\^<{_XSD}decimal>'
    rf'|"(true|false)"\^\^<{_XSD}boolean>'
)
# No local name that needs an escape: not every reader knows them.
_LOCAL = re.compile(r"[A-Za-z0-9_](?:[A-Za-z0-9_.-]*[A-Za-z0-9_-])?")
# What a reader looks for first comes first.
_FIRST = ("rdf:type", "skos:prefLabel", "dcterms:title", "rdfs:label", "skos:altLabel")
_RANKS = {f"<{term(curie).value}".encode(): rank for rank, curie in enumerate(_FIRST)}
_TYPE = next(iter(_RANKS))  # as a predicate, without its closing bracket


def turtle(lines: Iterable[bytes], prefixes: Mapping[str, str]) -> Iterator[str]:
    """The text of a file in pieces; lines of named graphs make it TriG."""
    terms = _Terms(prefixes)
    for prefix, namespace in prefixes.items():
        yield f"@prefix {prefix}: <{namespace}> .\n"
    graph = b""
    for name, subject, properties in subjects(lines):
        if name != graph:
            yield from ("}\n" if graph else "", f"\n{terms[name]} {{\n")
            graph = name
        yield _block(terms, subject, properties, "\t" if graph else "")
    yield "}\n" if graph else ""


def rank(pair: tuple[bytes, list[bytes]]) -> int:
    """The place of a property among those of a subject; those of one rank stay in order."""
    return _RANKS.get(pair[0], len(_FIRST))


class _Terms(dict[bytes, str]):
    """The shortest form in Turtle of a field of a line."""

    def __init__(self, prefixes: Mapping[str, str]) -> None:
        self._prefixes = {namespace: prefix for prefix, namespace in prefixes.items()}

    def __missing__(self, field: bytes) -> str:
        if field[-1:] == b'"':  # a text, which is not met again
            return n_quads_term(field)
        if field == _TYPE:
            return "a"
        term = n_quads_term(field)
        if len(self) >= _REMEMBERED:
            self.clear()
        shown = self._iri(term) if term[0] == "<" else self._typed(term)
        self[field] = shown
        return shown

    def _typed(self, term: str) -> str:
        if not _TYPED.fullmatch(term):
            return term
        if number := _NUMBER.fullmatch(term):
            return str(number[number.lastindex or 0])
        text, _, datatype = term.rpartition("^^")
        return f"{text}^^{self._iri(datatype)}"

    def _iri(self, term: str) -> str:
        for mark in "/#=":
            end = term.rfind(mark) + 1
            prefix = self._prefixes.get(term[1:end])
            if prefix is not None:
                local = term[end:-1]
                return f"{prefix}:{local}" if _LOCAL.fullmatch(local) else term
        return term


def _block(terms: _Terms, subject: bytes, properties: Properties, indent: str) -> str:
    properties.sort(key=rank)
    lines = [
        f"{terms[predicate]} {terms[values[0]]}"
        if len(values) == 1
        else _list(f"{terms[predicate]} ", [terms[value] for value in values], indent)
        for predicate, values in properties
    ]
    blank = "" if indent else "\n"
    return f"{blank}{indent}{terms[subject]} {f' ;{chr(10)}{indent}{chr(9)}'.join(lines)} .\n"


def _list(head: str, objects: list[str], indent: str) -> str:
    line = head + " , ".join(objects)
    return line if len(line) <= _WIDTH else head + f" ,\n{indent}\t\t".join(objects)
