"""Which format a client gets: the `Accept` header against what an answer can be written in."""

import re
from collections.abc import Callable, Mapping, Sequence

from kg.serve.messages import RequestError
from kg.store import (
    Answer,
    to_csv,
    to_json,
    to_jsonld,
    to_ntriples,
    to_rdfxml,
    to_tsv,
    to_turtle,
    to_xml,
)

_JSON = "application/sparql-results+json"
_XML = "application/sparql-results+xml"
_TRUTHS = {_JSON: "json", "application/json": "json", _XML: "xml", "application/xml": "xml", "text/xml": "xml"}  # fmt: skip
_ROWS = {**_TRUTHS, "text/csv": "csv", "text/tab-separated-values": "tsv"}
_TRIPLES = {
    "text/turtle": "turtle",
    "application/n-triples": "ntriples",
    "application/rdf+xml": "rdfxml",
    "application/ld+json": "jsonld",
    "application/x-turtle": "turtle",
    "text/plain": "ntriples",
    "application/xml": "rdfxml",
    "text/xml": "rdfxml",
    "application/json": "jsonld",
}
# Media types by kind of answer, the first of them for a client that takes anything.
OFFERS: dict[str, Mapping[str, str]] = {"boolean": _TRUTHS, "rows": _ROWS, "triples": _TRIPLES}

WRITERS: dict[str, Callable[[Answer], str]] = {
    "json": lambda answer: to_json(answer, indent=None),
    "xml": to_xml,
    "csv": to_csv,
    "tsv": to_tsv,
    "turtle": to_turtle,
    "ntriples": to_ntriples,
    "rdfxml": to_rdfxml,
    "jsonld": to_jsonld,
}

_RANGE = re.compile(r"\s*([!#$%&'*+.^_`|~\w-]+)/([!#$%&'*+.^_`|~\w-]+)\s*((?:;[^,]*)?)")
_WEIGHT = re.compile(r";\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*(?:;|$)", re.IGNORECASE)


def choose(accept: str, offers: Sequence[str]) -> str | None:
    """The media type that a client likes best, earlier offers first; none when it takes none.

    >>> choose("text/*;q=0.5, application/json", ["text/csv", "application/json"])
    'application/json'
    """
    ranges = _ranges(accept)
    weights = [_weight(offer, ranges) for offer in offers]
    best = max(weights, default=0.0)
    return offers[weights.index(best)] if best > 0 else None


def written(answer: Answer, accept: str, format: str) -> tuple[str, str]:
    """The media type and the text of an answer; raises `RequestError`."""
    offers = OFFERS[answer.kind]
    if format:
        types = {name: media for media, name in reversed(list(offers.items()))}
        if format not in types:
            raise RequestError(400, f"format={format[:50]}: use one of {', '.join(types)}")
        return types[format], WRITERS[format](answer)
    media = choose(accept, list(offers))
    if media is None:
        raise RequestError(406, f"this answer comes as {', '.join(offers)}: ask for one of these")
    return media, WRITERS[offers[media]](answer)


def _ranges(accept: str) -> dict[tuple[str, str], float]:
    found: dict[tuple[str, str], float] = {}
    for part in accept.split(",") if accept.strip() else ["*/*"]:
        match = _RANGE.fullmatch(part)
        if match:
            kind, subtype, parameters = match.groups()
            weight = _WEIGHT.search(parameters)
            found[kind.lower(), subtype.lower()] = min(float(weight[1]), 1.0) if weight else 1.0
    return found


def _weight(offer: str, ranges: Mapping[tuple[str, str], float]) -> float:
    """What the most specific of the ranges says."""
    kind, _, subtype = offer.partition("/")
    for candidate in ((kind, subtype), (kind, "*"), ("*", "*")):
        if candidate in ranges:
            return ranges[candidate]
    return 0.0
