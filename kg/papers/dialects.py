"""Records of well-known services, whose shape is their own -> fields by their common names."""

import html
import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kg.papers import identity, values

MAX_POSITION = 10_000  # words of an inverted abstract; a higher position is an attack or an error

Raw = Mapping[str, Any]

# The fields of Web of Science that are read, and their common names where they have one alone.
WEB_OF_SCIENCE = {
    **{"TI": "title", "AB": "abstract", "SO": "venue", "PY": "year", "DI": "doi", "PM": "pubmed"},
    **{"UT": "id", "OI": "orcids", "AU": "", "AF": "", "DE": "", "ID": "", "WC": "", "SC": ""},
}


def dialect(raw: Raw) -> Raw:
    """The record with its service's particulars under common names; any other record as it is."""
    fits = (translate for key, kind, translate in _DIALECTS if isinstance(raw.get(key), kind))
    translate = next(fits, None)
    return translate(raw) if translate else raw


def inverted(index: object) -> str:
    """The abstract whose words OpenAlex lists with their positions.

    >>> inverted({"deep": [1], "We": [0], "R&amp;D.": [2]})
    'We deep R&D.'
    """
    if not isinstance(index, Mapping):
        return ""
    words = {place: word for word, places in index.items() for place in _places(places)}
    return html.unescape(" ".join(str(words[place]) for place in sorted(words)))


def _places(places: object) -> Iterable[int]:
    """The positions that are whole numbers in range."""
    if not isinstance(places, list):
        return ()
    return (p for p in places if type(p) is int and 0 <= p <= MAX_POSITION)


def _openalex(raw: Raw) -> Raw:
    location = _mapping(raw.get("primary_location"))
    topics = raw.get("topics") or raw.get("concepts")
    return {
        **raw,
        "subjects": topics,
        "licence": location.get("license"),
        "abstract": inverted(raw.get("abstract_inverted_index")) or raw.get("abstract"),
        "venue": _mapping(location.get("source")).get("display_name"),
        "authors": raw.get("authorships") or raw.get("authors"),
        "url": raw.get("doi") or location.get("landing_page_url") or raw.get("id"),
    }


def _openreview(raw: Raw) -> Raw:
    """A note: the paper lies in `content`, in API version 2 each field as `{"value": …}`."""
    content = _mapping(raw["content"])
    forum = values.text(raw.get("forum") or raw.get("id"))
    plain = {name: values.unwrap(value) for name, value in content.items()}
    title = values.one_line(plain.get("title"))
    if values.one_line(plain.get("venue")) == title:  # as some imports have it
        plain["venue"] = None
    rights = {"id": raw.get("id"), "openreview": forum, "licence": raw.get("license")}
    return {**rights, **plain, "pdf": None}


def _semantic_scholar(raw: Raw) -> Raw:
    journal = _mapping(raw.get("journal")).get("name")
    number = values.text(raw["paperId"])
    return {
        **raw,
        "id": next(identity.named("s2", number), number),
        "venue": raw.get("venue") or journal,
        "subjects": raw.get("s2FieldsOfStudy") or raw.get("fieldsOfStudy"),
        "licence": _mapping(raw.get("openAccessPdf")).get("license"),
    }


def _arxiv_snapshot(raw: Raw) -> Raw:
    """The bulk metadata of arXiv: the id is bare, and the date is that of the last change."""
    versions = raw.get("versions")
    first = versions[0] if isinstance(versions, list) and versions else {}
    return {
        **raw,
        "arxiv": raw.get("id"),
        "created": _mapping(first).get("created"),
        "subjects": values.text(raw.get("categories")).split(),
    }


def _web_of_science(raw: Raw) -> Raw:
    """A record under the two letters that name each field; a semicolon or a line divides names."""
    named = {name: raw.get(tag) for tag, name in WEB_OF_SCIENCE.items()}
    people = re.split(r"[;\n]", values.text(raw.get("AF") or raw.get("AU")))
    return {
        **named,
        "authors": [values.in_order(name) for name in people],
        "keywords": [raw.get("DE"), raw.get("ID")],
        "subjects": [raw.get("WC"), raw.get("SC")],
    }


def _dblp(raw: Raw) -> Raw:
    """A hit of DBLP's search: its titles end with a stop, and numbers tell namesakes apart."""
    info = _mapping(raw["info"])
    people = _mapping(info.get("authors")).get("author")
    names = (values.name(p) for p in (people if isinstance(people, list) else [people]))
    return {
        **info,
        "id": None,
        "title": html.unescape(values.one_line(info.get("title"))).removesuffix("."),
        "authors": [html.unescape(re.sub(r" \d{4}$", "", name)) for name in names],
        "dblp": info.get("key"),
        "url": info.get("ee") or info.get("url"),
    }


def _mapping(value: object) -> Raw:
    return value if isinstance(value, Mapping) else {}


# A service is known by one field and its kind.
_DIALECTS: tuple[tuple[str, type, Callable[[Raw], Raw]], ...] = (
    ("authorships", list, _openalex),
    ("abstract_inverted_index", Mapping, _openalex),
    ("authors_parsed", list, _arxiv_snapshot),
    ("paperId", str, _semantic_scholar),
    ("content", Mapping, _openreview),
    ("UT", str, _web_of_science),
    ("info", Mapping, _dblp),
)
