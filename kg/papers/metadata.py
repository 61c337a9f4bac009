"""What a record says beside its text: keywords and subjects, a licence, the ORCIDs of authors."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain

from kg.papers import values

MAX_TERMS = 200  # of one paper
MAX_TERM = 200  # characters
MAX_FIELD = 2_000  # characters of a licence that are looked at
_ORCID = re.compile(r"\d{4}-\d{4}-\d{4}-\d{3}[\dX]")
_CREDIT = re.compile(
    rf"([^;/\n\d]{{1,100}})(?:/|; *ORCID: *)(?:https?://orcid\.org/)?({_ORCID.pattern})",
    re.IGNORECASE,
)
_TERM_KEYS = ("display_name", "name", "category", "text", "value")
_DIVIDER = re.compile(r"[;\n]")
_CC = re.compile(
    r"(?:https?://)?(?:www\.)?creativecommons\.org/(licenses|publicdomain)/([a-z-]+)/(\d\.\d)\b.*",
    re.IGNORECASE,
)
_CC_NAME = re.compile(r"cc[ -](by(?:-nc)?(?:-nd|-sa)?)[ -](\d\.\d)", re.IGNORECASE)
_CC_ZERO = re.compile(r"cc0(?:[ -]1\.0)?", re.IGNORECASE)


def terms(value: object) -> tuple[str, ...]:
    """Keywords or subjects, each once, from a list or from one string with dividers.

    >>> terms("ferns; Pruning;ferns"), terms(["Databases, Protein"]), terms("ferns, mosses")
    (('ferns', 'Pruning'), ('Databases, Protein',), ('ferns', 'mosses'))
    """
    found: dict[str, str] = {}
    for term in map(values.one_line, _terms(values.unwrap(value))):
        term = term.strip("* ")
        if 0 < len(term) <= MAX_TERM and len(found) < MAX_TERMS:
            found.setdefault(term.casefold(), term)
    return tuple(found.values())


def _terms(value: object) -> Iterable[str]:
    if isinstance(value, str):
        return _DIVIDER.split(value) if _DIVIDER.search(value) else value.split(",")
    items = value if isinstance(value, list | tuple) else (value,)
    return chain.from_iterable(_DIVIDER.split(_term(item)) for item in items)


def _term(item: object) -> str:
    if isinstance(item, Mapping):
        item = next(filter(None, map(item.get, _TERM_KEYS)), "")
    return item if isinstance(item, str) else ""


def licence(value: object) -> str:
    """The licence's address where one is given or its name has one, else its name.

    >>> licence("CC BY 4.0"), licence("cc-by"), licence([{"URL": "http://a.org/terms"}])
    ('https://creativecommons.org/licenses/by/4.0/', 'cc-by', 'http://a.org/terms')
    """
    found = [_licence(item) for item in _items(values.unwrap(value))]
    return next((name for name in found if _CC.match(name)), next(filter(None, found), ""))


def _items(value: object) -> Iterator[object]:
    """The licences of a list, but for those that only let a machine read the text."""
    for item in value if isinstance(value, list | tuple) else (value,):
        if not isinstance(item, Mapping):
            yield item
        elif item.get("content-version") != "tdm":
            yield item.get("URL") or item.get("url") or item.get("name")


def _licence(value: object) -> str:
    name = values.one_line(value)[:MAX_FIELD]
    if found := _CC.match(name):
        kind, code, version = found.groups()
        return f"https://creativecommons.org/{kind.lower()}/{code.lower()}/{version}/"
    if found := _CC_NAME.fullmatch(name):
        return f"https://creativecommons.org/licenses/{found[1].lower()}/{found[2]}/"
    if _CC_ZERO.fullmatch(name):
        return "https://creativecommons.org/publicdomain/zero/1.0/"
    return next(values.addresses(name), name[:MAX_TERM])


def orcids(value: object) -> tuple[tuple[str, str], ...]:
    """Name and ORCID of each author of a list who has one with a correct check digit.

    >>> orcids([{"name": "Ada Roe", "orcid": "https://orcid.org/0000-0002-1825-0097"}, "Bo Li"])
    (('Ada Roe', '0000-0002-1825-0097'),)
    """
    value = values.unwrap(value)
    people = value if isinstance(value, list | tuple) else ()
    pairs = ((values.name(person), orcid(_said(person))) for person in people)
    return tuple((name, found) for name, found in pairs if name and found)


def _said(person: object) -> object:
    """What the author, or what OpenAlex holds of the author, says under `orcid`."""
    if not isinstance(person, Mapping):
        return None
    return person.get("orcid") or person.get("ORCID") or _said(person.get("author"))


def credited(value: object) -> tuple[tuple[str, str], ...]:
    """Name and ORCID from one text, as Web of Science and Ovid have them.

    >>> credited("Roe, Ada/0000-0002-1825-0097"), credited("Roe, Ada; ORCID: 0000-0002-1825-0097")
    ((('Ada Roe', '0000-0002-1825-0097'),), (('Ada Roe', '0000-0002-1825-0097'),))
    """
    pairs = _CREDIT.findall(value) if isinstance(value, str) else ()
    found = ((values.in_order(name.strip(" ,")), orcid(number)) for name, number in pairs)
    return tuple((name, number) for name, number in found if name and number)


def orcid(value: object) -> str:
    """The ORCID in a text, or "" where there is none or its check digit is wrong.

    >>> orcid("http://orcid.org/0000-0002-1825-0097"), orcid("0000-0002-1825-0098")
    ('0000-0002-1825-0097', '')
    """
    found = _ORCID.search(value.upper()) if isinstance(value, str) else None
    return found[0] if found and _is_checked(found[0].replace("-", "")) else ""


def _is_checked(digits: str) -> bool:
    """ISO 7064, modulus 11-2."""
    total = 0
    for digit in digits[:-1]:
        total = (total + int(digit)) * 2
    return "0123456789X"[(12 - total % 11) % 11] == digits[-1]
