"""RDF terms from our strings and numbers: the one place where hostile text is made safe."""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from urllib.parse import quote

from pyoxigraph import Literal, NamedNode, Triple

from kg import vocab

Term = NamedNode | Literal

# XML 1.0 cannot hold these, and UTF-8 cannot hold a lone surrogate.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
_LONE_PERCENT = re.compile("%(?![0-9A-Fa-f]{2})")
_FINAL_DOT = re.compile(r"\.\Z")  # legal, but rdflib cannot read it in Turtle's short form
_IN_AN_IRI = "%/:?#@!$&'()*+,;=~-._"


def clean(text: str) -> str:
    """The text with U+FFFD for what no RDF syntax can hold; the length, and so offsets, stay."""
    return _UNWRITABLE.sub("\ufffd", text)


@cache
def term(curie: str) -> NamedNode:
    """The IRI that a CURIE of `vocab.PREFIXES` stands for.

    >>> term("skos:broader").value
    'http://www.w3.org/2004/02/skos/core#broader'
    """
    prefix, _, local = curie.partition(":")
    return NamedNode(vocab.PREFIXES[prefix] + local)


@lru_cache(maxsize=1 << 16)  # the same papers and concepts, again and again
def iri(text: str) -> NamedNode:
    """The IRI as it stands if it is valid, percent-encoded if it is not; never an error.

    Text that is no absolute IRI even then, or begins with one of our own prefixes, is a name below
    `vocab.BASE`.

    >>> iri("https://github.com/a b/%zz").value
    'https://github.com/a%20b/%25zz'
    """
    text = _FINAL_DOT.sub("%2E", clean(text))
    below = vocab.BASE + quote(text, safe="")
    curie = text.partition(":")[0] in vocab.PREFIXES
    for candidate in (below,) if curie else (text, _encoded(text), below):
        try:
            return NamedNode(candidate)
        except ValueError:
            continue
    raise AssertionError(candidate)  # a quoted name below a valid base is valid


def _encoded(text: str) -> str:
    head, mark, fragment = _LONE_PERCENT.sub("%25", quote(text, safe=_IN_AN_IRI)).partition("#")
    return head + mark + fragment.replace("#", "%23")


def texts(*values: str | None, language: str | None = None) -> list[Literal]:
    """A literal for every value that is not empty, in order, each once."""
    kept = dict.fromkeys(clean(value) for value in values if value and value.strip())
    return [Literal(value, language=language) for value in kept]


def integer(value: int) -> Literal:
    """An `xsd:integer`."""
    return Literal(str(value), datatype=term("xsd:integer"))


def decimal(value: float) -> Literal:
    """An `xsd:decimal` of four places in the canonical form that a store keeps.

    >>> decimal(0.64).value, decimal(1.0).value
    ('0.64', '1')
    """
    return Literal(f"{value:.4f}".rstrip("0").rstrip("."), datatype=term("xsd:decimal"))


def describe(subject: NamedNode, properties: Mapping[str, Iterable[Term]]) -> Iterator[Triple]:
    """The triples of one subject; the properties are CURIEs."""
    for predicate, objects in properties.items():
        for value in objects:
            yield Triple(subject, term(predicate), value)
