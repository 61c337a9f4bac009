"""The labels of other people's vocabularies: SKOS in any RDF format, or CSV with label and IRI."""

import csv
from collections.abc import Iterator
from pathlib import Path

from pyoxigraph import Literal, NamedNode

from kg.errors import InputError
from kg.rdf.reading import read
from kg.rdf.terms import term

_LABELS = frozenset(map(term, ("skos:prefLabel", "skos:altLabel", "rdfs:label")))


def read_labels(path: Path) -> frozenset[tuple[str, str]]:
    """The pairs of label and IRI in a vocabulary; raises InputError when it cannot be read."""
    if path.suffix.lower() not in (".csv", ".tsv"):
        return frozenset(_rdf(path))
    try:
        return frozenset(_csv(path))
    except (OSError, ValueError, csv.Error) as error:
        raise InputError(f"{path} cannot be read as a vocabulary: {error}") from error


def _csv(path: Path) -> Iterator[tuple[str, str]]:
    delimiter = "\t" if path.suffix.lower() == ".tsv" else ","
    with path.open(encoding="utf-8-sig", newline="") as lines:
        for number, row in enumerate(csv.reader(lines, delimiter=delimiter), 1):
            address = row[1].strip() if len(row) > 1 else ""
            if row and address.startswith(("http://", "https://", "urn:")):
                yield row[0].strip(), NamedNode(address).value
            elif row and number > 1:
                raise ValueError(f"line {number} has no label and IRI in its first two columns")


def _rdf(path: Path) -> Iterator[tuple[str, str]]:
    for quad in read(path):
        subject, label = quad.subject, quad.object
        if not (isinstance(subject, NamedNode) and isinstance(label, Literal)):
            continue
        if quad.predicate in _LABELS and (label.language or "en").startswith("en"):
            yield label.value, subject.value
