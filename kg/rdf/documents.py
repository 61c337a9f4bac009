"""The files of the vocabulary, in the format that is asked for."""

from pathlib import Path

import pyoxigraph as ox

from kg import vocab
from kg.errors import UsageError
from kg.rdf.terms import term

DATA = Path(__file__).parents[1] / "data"

_FORMATS = {
    "turtle": ox.RdfFormat.TURTLE,
    "nt": ox.RdfFormat.N_TRIPLES,
    "rdfxml": ox.RdfFormat.RDF_XML,
    "jsonld": ox.RdfFormat.JSON_LD,
}
_KINDS = {
    term("owl:Class"): "class",
    term("owl:ObjectProperty"): "property",
    term("owl:DatatypeProperty"): "value",
}
_COLUMNS = ("rdfs:domain", "rdfs:range", "rdfs:subClassOf", "rdfs:subPropertyOf", "skos:definition")


def document(name: str, format: str = "") -> str:
    """A file of `kg/data` as it is, or in a format; `md` is a table of classes and properties."""
    text = (DATA / name).read_text(encoding="utf-8")
    if not format or (format == "turtle" and name.endswith(".ttl")):
        return text
    if not name.endswith(".ttl") or format not in (*_FORMATS, "md"):
        raise UsageError(f"{name} cannot be {format!r}: use one of {', '.join(_FORMATS)}, md")
    quads = list(ox.parse(text, ox.RdfFormat.TURTLE))
    if format == "md":
        return _table(quads)
    triples = sorted((quad.triple for quad in quads), key=str)
    data = ox.serialize(triples, format=_FORMATS[format], prefixes=vocab.PREFIXES)
    return (data or b"").decode("utf-8")


def _table(quads: list[ox.Quad]) -> str:
    """One line a term: its kind, domain, range, what it is a part of, and its definition."""
    said: dict[tuple[str, ox.NamedNode], list[str]] = {}
    kinds: dict[str, str] = {}
    for quad in quads:
        subject = vocab.curie(str(quad.subject).strip("<>"))
        value = quad.object
        if quad.predicate == term("rdf:type") and value in _KINDS:
            kinds[subject] = _KINDS[value]  # type: ignore[index]
        shown = (
            value.value if isinstance(value, ox.Literal) else vocab.curie(str(value).strip("<>"))
        )
        said.setdefault((subject, quad.predicate), []).append(shown)
    lines = ["| term | kind | domain | range | above | meaning |", "|---|---|---|---|---|---|"]
    for subject, kind in kinds.items():
        domain, range_, over, above, meaning = (
            ", ".join(said.get((subject, term(column)), ())) for column in _COLUMNS
        )
        lines.append(f"| {subject} | {kind} | {domain} | {range_} | {over or above} | {meaning} |")
    return "\n".join(lines) + "\n"
