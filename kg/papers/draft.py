"""A record as its file spells it -> a paper, or the reason why it is none."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from kg.papers import identity, markup, metadata, values
from kg.papers.dialects import dialect
from kg.papers.document import NO_NAMES
from kg.papers.fields import FieldMap, Fields
from kg.papers.format import Fault, Record
from kg.papers.venues import venue
from kg.records import Paper, Rejection, Source
from kg.vocab import digest

MAX_TEXT = 20_000  # characters; longer is not an abstract
MAX_ID = 200
MAX_FIELD = 2_000  # characters of a field that holds an address, an identifier or a name


@dataclass(frozen=True, slots=True)
class Draft:
    """A paper from one record, and `own`, the id that the record gives it, as written."""

    paper: Paper
    own: str = ""


def draft(record: Record | Fault, file: str, names: FieldMap = NO_NAMES) -> Draft | Rejection:
    """Judge one record of `file`, whose fields are called as `names` says."""
    if isinstance(record, Fault):
        return Rejection(file, record.number, record.reason, values.excerpt(record.excerpt))
    try:
        return _judged(names.renamed(dialect(record.fields)), Source(file, record.number))
    except RecursionError:
        return Rejection(file, record.number, "values nested too deeply")


def content_id(title: str, abstract: str, *more: str) -> str:
    """The id of a paper that has no other."""
    return f"hash:{digest(title, abstract, *more)}"


def _judged(raw: Mapping[str, object], source: Source) -> Draft | Rejection:
    fields = Fields(raw)
    title, abstract = _wording(fields)
    reason = _objection(title, abstract)
    if reason:
        shown = title or abstract or _shown(raw)
        return Rejection(source.file, source.record, reason, values.excerpt(shown))
    return _drafted(fields, title, abstract, source)


def _wording(fields: Fields) -> tuple[str, str]:
    """Title and abstract; a `text` with an id, or without an abstract, stays exactly as it is."""
    text = fields.get("text", _exact)
    abstract = fields.get("abstract", values.text) or ""
    if markup.is_jats(abstract):
        abstract = markup.plain(abstract)
    if text and (_own(fields) or not abstract):
        return _split(text, fields.get("title", _exact) or "")
    return fields.get("title", values.one_line) or "", abstract


def _exact(value: object) -> str:
    return values.well_formed(value) if isinstance(value, str) and value.strip() else ""


def _split(text: str, title: str) -> tuple[str, str]:
    """Title and rest of a text that starts with its title, such that joined they are the text."""
    if title and "\n" not in title and text.startswith(f"{title}\n"):
        return title, text[len(title) + 1 :]
    return "", text


def _objection(title: str, abstract: str) -> str | None:
    length = len(title) + len(abstract)
    if not length:
        return "neither title nor abstract"
    if length > MAX_TEXT:
        return f"a text of {length:,} characters, more than {MAX_TEXT:,}: not an abstract"
    return None


def _shown(raw: Mapping[str, object]) -> str:
    """Some of a record without words, to recognise it by."""
    return ", ".join(f"{name}: {str(value)[:40]}" for name, value in list(raw.items())[:4])


def _drafted(fields: Fields, title: str, abstract: str, source: Source) -> Draft:
    ids, own = identity.ranked(_identifiers(fields)), _own(fields)
    name, year = _occasion(fields)
    paper = Paper(
        id=_echo(fields, own) or next(iter(ids), content_id(title, abstract)),
        title=title,
        abstract=abstract,
        year=year or next(filter(None, map(identity.arxiv_year, ids)), None),
        venue=name,
        authors=fields.get("authors", values.names) or (),
        url=fields.get("url", _first_address),
        links=_links(fields),
        keywords=fields.get("keywords", metadata.terms) or (),
        subjects=fields.get("subjects", metadata.terms) or (),
        licence=fields.get("licence", metadata.licence),
        orcids=fields.get("authors", metadata.orcids)
        or fields.get("orcids", metadata.credited)
        or (),
        ids=ids,
        sources=(source,),
    )
    return Draft(paper, own)


def _identifiers(fields: Fields) -> Iterator[str]:
    for scheme in identity.SCHEMES:
        for value in fields.all(scheme):
            for line in values.text(value)[:MAX_FIELD].split("\n"):
                yield from identity.named(scheme, line)
    for value in chain(fields.all("id"), fields.all("url")):
        yield from identity.find(values.unlinked(values.text(value)[:MAX_FIELD]))
    for others in fields.all("others"):
        if isinstance(others, Mapping):
            yield from _identifiers(Fields({**others, "externalids": None, "ids": None}))


def _own(fields: Fields) -> str:
    return fields.get("id", _own_id) or ""


def _own_id(value: object) -> str:
    """The id verbatim, unless it is blank or too long to be one."""
    if isinstance(value, bool) or not isinstance(value, str | int):
        return ""
    own = values.well_formed(str(value))
    return own if own.strip() and len(own) <= MAX_ID else ""


def _echo(fields: Fields, own: str) -> str:
    """The id by which the record's owner knows it: as written beside a `text`, else tidied."""
    if fields.get("text", _exact):
        return own
    return next(iter(identity.ranked(identity.find(own))), own)


def _occasion(fields: Fields) -> tuple[str | None, int | None]:
    """Venue and year from the record, else from the BibTeX entry inside it."""
    entry = fields.get("bibtex", values.text) or ""
    written = fields.get("venue", values.one_line) or _bibtex(entry, "booktitle|journal")
    name, year = venue(written[:MAX_FIELD])
    return name, fields.get("year", values.year) or values.year(_bibtex(entry, "year")) or year


def _bibtex(entry: str, names: str) -> str:
    """The value of a simple field in an entry, which is looked at and not parsed."""
    found = re.search(rf'\b(?:{names})\s*=\s*[{{"]([^{{}}"]*)[}}"]', entry, re.IGNORECASE)
    return values.one_line(found[1]) if found else ""


def _first_address(value: object) -> str | None:
    return next(values.addresses(value), None)


def _links(fields: Fields) -> tuple[str, ...]:
    return tuple(sorted(set(chain.from_iterable(map(values.addresses, fields.all("links"))))))
