"""What changed between two sets of triples, as RDF and as a SPARQL Update."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

import pyoxigraph as ox

from kg import vocab
from kg.rdf.files import prefixes
from kg.rdf.terms import term

_CS = "http://purl.org/vocab/changeset/schema#"  # Talis's vocabulary, in use since 2006


def change_set(old: set[ox.Triple], new: set[ox.Triple], base: str = vocab.BASE) -> str:
    """Turtle with a `cs:ChangeSet` for every subject, its removals and additions reified."""
    triples = sorted(_change_sets(old - new, new - old, base), key=str)
    names = {**prefixes(base), "cs": _CS}
    data = ox.serialize(triples, format=ox.RdfFormat.TURTLE, prefixes=names)
    return (data or b"").decode("utf-8")


def patch(old: set[ox.Triple], new: set[ox.Triple]) -> str:
    """A SPARQL Update that makes the new triples of the old ones."""
    parts = (("DELETE", old - new), ("INSERT", new - old))
    return "".join(_operation(verb, found) for verb, found in parts if found)


def _operation(verb: str, triples: Iterable[ox.Triple]) -> str:
    lines = "".join(f"  {triple} .\n" for triple in sorted(map(str, triples)))
    return f"{verb} DATA {{\n{lines}}} ;\n"


def _change_sets(
    gone: Iterable[ox.Triple], new: Iterable[ox.Triple], base: str
) -> Iterator[ox.Triple]:
    by_subject: defaultdict[str, list[tuple[str, ox.Triple]]] = defaultdict(list)
    for name, triples in (("removal", gone), ("addition", new)):
        for triple in triples:
            by_subject[str(triple.subject)].append((name, triple))
    for subject, changes in by_subject.items():
        node = ox.NamedNode(f"{base}change/{vocab.digest(subject, *sorted(map(str, changes)))}")
        yield ox.Triple(node, term("rdf:type"), ox.NamedNode(f"{_CS}ChangeSet"))
        yield ox.Triple(node, ox.NamedNode(f"{_CS}subjectOfChange"), changes[0][1].subject)
        for name, triple in changes:
            stated = ox.NamedNode(f"{base}change/{vocab.digest(name, str(triple))}")
            yield ox.Triple(node, ox.NamedNode(_CS + name), stated)
            yield from _reified(stated, triple)


def _reified(node: ox.NamedNode, triple: ox.Triple) -> Iterator[ox.Triple]:
    yield ox.Triple(node, term("rdf:type"), term("rdf:Statement"))
    yield ox.Triple(node, term("rdf:subject"), triple.subject)
    yield ox.Triple(node, term("rdf:predicate"), triple.predicate)
    yield ox.Triple(node, term("rdf:object"), triple.object)
