"""Loose values, as JSON and CSV hold them -> clean text, years, names and addresses."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain
from urllib.parse import quote

MAX_ADDRESSES = 10_000  # characters in which addresses are looked for
_SURROGATE = re.compile("[\ud800-\udfff]")
_PLACEHOLDERS = {
    "n/a",
    "na",
    "nan",
    "none",
    "null",
    "[no abstract available]",
    "no abstract available",
}
_LINE_END = re.compile(r"[\r\n]+")
_YEAR = re.compile(r"(?<!\d)(?:18|19|20)\d\d(?!\d)")
_INITIALS = re.compile(r"(?:\w\.?[\s-]?){1,3}", re.UNICODE)
_SUFFIX = re.compile(r"(?:jr|sr|i{1,3}|iv|v)\.?", re.IGNORECASE)
_NAME_KEYS = ("name", "fullname", "display_name", "literal", "raw_author_name", "author", "text")
_NAME_PARTS = (
    ("given", "family"),
    ("first", "middle", "last", "suffix"),
    ("firstName", "lastName"),
)
_MARKDOWN_LINK = re.compile(r"\[[^\[\]]*\]\(([^()\s]+(?:\([^()\s]*\)[^()\s]*)*)\)")
# An address ends at a blank or a quote, or where the next one starts.
_URL = re.compile(r"https?://[\w\[](?:(?![;,]+https?://)[^\s\"'`])*", re.IGNORECASE)
_LATEX = re.compile(r"%5C|%7B|%7D", re.IGNORECASE)  # backslashes and braces, which no address has
_BARE_HOST = re.compile(r"(?:www\.|github\.com/|gitlab\.com/|huggingface\.co/)[^\s\"'`;,]+", re.I)


def well_formed(text: str) -> str:
    """The text with U+FFFD for each lone surrogate, which no encoding can write.

    >>> well_formed("a\\ud800b")
    'a\ufffdb'
    """
    return text if text.isascii() else _SURROGATE.sub("\ufffd", text)


def excerpt(text: str, limit: int = 120) -> str:
    """The start of a rejected record on one line, enough to find it again."""
    line = " ".join(well_formed(text[: 4 * limit]).split())
    return line if len(line) <= limit else line[: limit - 1] + "…"


def unwrap(value: object) -> object:
    """What OpenReview's `{"value": …}` or a list of one holds."""
    while isinstance(value, Mapping) and set(value) <= {"value", "readers"} and "value" in value:
        value = value["value"]
    return value


def text(value: object) -> str:
    """The value as text without blanks at its ends; "" for what is missing or says that it is.

    >>> text(["A title"]), text(None), text("N/A"), text(1984)
    ('A title', '', '', '1984')
    """
    value = unwrap(value)
    if isinstance(value, list | tuple):
        return "\n".join(filter(None, map(text, value)))
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    if isinstance(value, float) and not math.isfinite(value):
        return ""
    clean = well_formed(str(value)).strip()
    return "" if clean.lower() in _PLACEHOLDERS else clean


def one_line(value: object) -> str:
    """Text in which line breaks, with the blanks around them, are one blank."""
    return " ".join(filter(None, map(str.strip, _LINE_END.split(text(value)))))


def year(value: object) -> int | None:
    """The first year from 1800 to 2099 that the value names.

    >>> year("Mon, 2 Apr 2007 19:18:42 GMT"), year({"date-parts": [["2026", 2, 3]]}), year("19999")
    (2007, 2026, None)
    """
    value = unwrap(value)
    if isinstance(value, Mapping):
        value = value.get("date-parts") or value.get("raw") or value.get("year")
    if isinstance(value, list | tuple):
        return next((found for found in map(year, value) if found), None)
    found = _YEAR.search(text(value))
    return int(found[0]) if found else None


def names(value: object) -> tuple[str, ...]:
    """Names of authors, from a list of strings or of objects, or from one string.

    >>> names("Ada Roe, Bo Li, and Cy Fox"), names("Roe, Ada and Li, Bo"), names([{"family": "Roe"}])
    (('Ada Roe', 'Bo Li', 'Cy Fox'), ('Roe, Ada', 'Li, Bo'), ('Roe',))
    """
    value = unwrap(value)
    if isinstance(value, str):
        return tuple(filter(None, (one_line(part) for part in _split_names(value))))
    if isinstance(value, list | tuple):
        return tuple(filter(None, map(name, value)))
    return tuple(filter(None, (name(value),)))


def name(value: object) -> str:
    """The name of one author, from a string or an object.

    >>> name({"given": "Ada", "family": "Roe"}), name({"author": {"display_name": "Bo Li"}})
    ('Ada Roe', 'Bo Li')
    """
    if not isinstance(value, Mapping):
        return one_line(value) if isinstance(value, str) else ""
    whole = next((found for key in _NAME_KEYS if (found := name(value.get(key)))), "")
    return whole or next(filter(None, (_joined(value, parts) for parts in _NAME_PARTS)), "")


def in_order(name: str) -> str:
    """A name with the family name first, as indexes have it, in the usual order.

    >>> in_order("Roe, Ada"), in_order("Roe, Jr., Ada"), in_order("Roe, Ada, III")
    ('Ada Roe', 'Ada Roe, Jr.', 'Ada Roe, III')
    >>> in_order("Roe A.")
    'Roe A.'
    """
    parts = [part.strip() for part in name.split(",") if part.strip()]
    if len(parts) == 2:
        return f"{parts[1]} {parts[0]}"
    if len(parts) == 3 and (suffixes := [part for part in parts[1:] if _SUFFIX.fullmatch(part)]):
        given = next(part for part in parts[1:] if part is not suffixes[0])
        return f"{given} {parts[0]}, {suffixes[0]}"
    return name.strip()


def _joined(value: Mapping[str, object], parts: Iterable[str]) -> str:
    return " ".join(filter(None, (" ".join(one_line(value.get(part)).split()) for part in parts)))


def _split_names(line: str) -> list[str]:
    line = " ".join(line.split()).strip("*_ ")
    if ";" in line:
        return line.split(";")
    whole = line.split(" and ")
    if len(whole) > 1 and ("," in whole[-1] or "," not in line):  # as BibTeX has them
        return whole
    parts = re.split(r", (?:and )?|,| and ", line)
    return [line] if _is_inverted(parts) else parts


def _is_inverted(parts: list[str]) -> bool:
    """Whether "Smith, John" is one name and not two."""
    return (
        len(parts) == 2
        and len(parts[0].split()) == 1
        and (len(parts[1].split()) == 1 or bool(_INITIALS.fullmatch(parts[1].strip())))
    )


def addresses(value: object) -> Iterator[str]:
    """Every http(s) address that the value holds, in order; `https://` is put before a bare host.

    >>> list(addresses("[code](https://github.com/a/b)")), list(addresses("javascript:alert(1)"))
    (['https://github.com/a/b'], [])
    """
    value = unwrap(value)
    if isinstance(value, Mapping):
        value = list(value.values())
    if isinstance(value, list | tuple):
        yield from chain.from_iterable(map(addresses, value))
    elif isinstance(value, str):
        plain = unlinked(well_formed(value[:MAX_ADDRESSES]))
        found = [_tidy(url) for url in _URL.findall(plain)]
        whole = found or [f"https://{_tidy(bare)}" for bare in _BARE_HOST.findall(plain)]
        yield from (url for url in whole if not _LATEX.search(url))


def unlinked(text: str) -> str:
    """The text with each Markdown link replaced by its target."""
    return _MARKDOWN_LINK.sub(r" \1 ", text).strip()


def _tidy(url: str) -> str:
    """The address without punctuation at its end, and with nothing that addresses forbid.

    >>> _tidy("https://doi.org/10.1002/30:5<297::AID>3.0.CO;2-A.")
    'https://doi.org/10.1002/30:5%3C297::AID%3E3.0.CO;2-A'
    """
    return quote(url.rstrip(".,;>"), safe="%/:=&?~#+!$,;'@()*[]")
