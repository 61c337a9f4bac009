"""The names that files give to a paper's title, abstract, year … -> one name each."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeVar

from kg.errors import UsageError

T = TypeVar("T")

# Spellings in lower case, letters and digits only; the first that holds something wins.
NAMES: dict[str, tuple[str, ...]] = {
    "id": ("id", "paperid", "uid", "corpusid"),
    "text": ("text",),
    "title": ("title", "ti", "papertitle", "articletitle", "documenttitle", "titre", "displayname"),
    "abstract": (
        "abstract",
        "ab",
        "paperabstract",
        "abstracttext",
        "abstractnote",
        "summary",
        "abstracts",
    ),
    "year": (
        "year",
        "publicationyear",
        "pubyear",
        "yearofpublication",
        "py",
        "published",
        "publishedprint",
        "publishedonline",
        "issued",
        "publicationdate",
        "date",
        "pubdate",
        "created",
    ),
    "venue": (
        "venue",
        "conference",
        "booktitle",
        "containertitle",
        "eventtitle",
        "sourcetitle",
        "publicationtitle",
        "journal",
        "journalname",
        "journaltitle",
        "series",
    ),
    "authors": ("authors", "author", "authornames", "authorlist", "creators", "creator"),
    "url": (
        "url",
        "paperurl",
        "site",
        "link",
        "openreview",
        "landingpageurl",
        "urlabs",
        "abstracturl",
        "pdf",
        "paperpdf",
        "pdfurl",
        "urlpdf",
        "href",
    ),
    "orcids": ("orcids", "orcid", "orcidnumbers"),
    "doi": ("doi", "paperdoi"),
    "arxiv": ("arxiv", "arxivid", "eprint"),
    "acl": ("acl", "aclid", "anthologyid"),
    "openreview": ("openreview", "openreviewid", "forum"),
    "pubmed": ("pmid", "pubmed", "pubmedid", "pubmedpmid"),
    "openalex": ("openalex", "openalexid"),
    "s2": ("s2", "s2id", "semanticscholar", "semanticscholarid"),
    "dblp": ("dblp", "dblpkey"),
    "links": (
        "github",
        "githuburl",
        "code",
        "codeurl",
        "codelink",
        "repository",
        "repo",
        "repourl",
        "project",
        "projectpage",
        "projecturl",
        "dataset",
        "software",
        "dataseturl",
    ),
    "keywords": ("keywords", "keyword", "authorkeywords", "keywordplus"),
    "subjects": (
        "subjects",
        "subject",
        "categories",
        "indexkeywords",
        "indexterms",
        "ieeeterms",
        "meshterms",
        "mesh",
        "emtreemedicalindexterms",
        "emtreedrugindexterms",
        "fieldsofstudy",
        "primaryarea",
        "primaryclass",
        "researchareas",
    ),
    "licence": ("licence", "license", "licenseurl", "rights"),
    "bibtex": ("bibtex", "bib"),
    "others": ("externalids", "ids"),
}
CORE = ("title", "abstract", "text")  # one of these makes a paper of a record
MAPPED = tuple(name for name in NAMES if name not in ("bibtex", "others"))  # as users may name them
_FIELD_OF = {name: field for field, names in NAMES.items() for name in names}
_BLANK: tuple[object, ...] = (None, "", [], {})


@lru_cache(maxsize=4096)
def plain(name: str) -> str:
    """A field's name without case and punctuation.

    >>> plain("Source title"), plain("arXiv_ID")
    ('sourcetitle', 'arxivid')
    """
    return re.sub(r"[\W_]+", "", name).lower()


def canonical(name: str) -> str | None:
    """The field that a spelling means, if any.

    >>> canonical("Author Names"), canonical("Volume")
    ('authors', None)
    """
    short = plain(name)
    is_name = len(short) > 2 or name.strip().isalnum()  # "a,b" is not the tag AB
    return _FIELD_OF.get(short) if is_name else None


@dataclass(frozen=True, slots=True)
class FieldMap:
    """The user's word on which field of a file is which: pairs of our name and the file's.

    A file's name may be a path into nested objects, `meta.title`. It is trusted before all others.

    >>> FieldMap.of(["title=Name"]).renamed({"Name": "Ferns", "title": "Dr"})
    {'Name': 'Ferns', 'title': 'Ferns'}
    """

    pairs: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, pairs: Iterable[str]) -> "FieldMap":
        """From `title=Name` and the like; raises UsageError with the names that may be given."""
        return cls(tuple(map(_pair, pairs)))

    def renamed(self, raw: Mapping[str, object]) -> Mapping[str, object]:
        """The record with what the user named under our names."""
        if not self.pairs:
            return raw
        found = {field: _value(raw, name) for field, name in self.pairs}
        ours = {field: value for field, value in found.items() if value not in _BLANK}
        return {**{name: raw[name] for name in raw if plain(name) not in ours}, **ours}

    def column(self, name: str) -> str:
        """Our name for a column that the user named, else its own."""
        return next((field for field, theirs in self.pairs if _same(name, theirs)), name)


def _pair(pair: str) -> tuple[str, str]:
    field, equals, name = pair.partition("=")
    if not equals or not name.strip():
        raise UsageError(f"a field is mapped as title=Name, not {pair!r}")
    if field not in MAPPED:
        raise UsageError(f"no field {field!r} to map to: there are {', '.join(MAPPED)}")
    return field, name.strip()


def _same(name: str, other: str) -> bool:
    return name.strip() == other or (plain(name) == plain(other) != "")


def _value(raw: object, name: str) -> object:
    """The value under that name, in whatever case and punctuation, or at that path."""
    if not isinstance(raw, Mapping):
        return None
    found = next((key for key in (*(k for k in raw if k == name), *raw) if _same(key, name)), None)
    if found is not None:
        return raw[found]
    first, dot, rest = name.partition(".")
    return _value(raw.get(first), rest) if dot else None


def _is_variant(name: str) -> bool:
    return name != plain(name)


class Fields:
    """A record's values by the canonical name of their field."""

    def __init__(self, raw: Mapping[str, object]) -> None:
        """Index the record by plain names; `id` is trusted before `_id` or `ID`."""
        self._values: dict[str, object] = {}
        for name in sorted(raw, key=_is_variant):
            if raw[name] not in _BLANK:
                self._values.setdefault(plain(name), raw[name])

    def get(self, field: str, read: Callable[[object], T]) -> T | None:
        """What `read` makes of the first value that it makes something of, or None."""
        return next(filter(None, map(read, self.all(field))), None)

    def all(self, field: str) -> Iterator[object]:
        """The values of every spelling that is filled, in order of trust."""
        return (self._values[name] for name in NAMES[field] if name in self._values)
