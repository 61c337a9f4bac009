"""Named queries: `.rq` files that any SPARQL tool can run, with parameters that are bound as terms.

The header is grlc's: `#+ summary:`, `#+ description:` and, under `#+ parameters:`, a JSON object a
line. In the text a parameter is the data block of `VALUES ?_name { … }`; what the file has there
is what other tools use. Only `limit` is different, SPARQL having no variable there: it is the
number after the last `LIMIT`. What a comment `#? name: …` holds is asked too when that parameter is
given: a pattern that says again, for speed, what a filter says already.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import pyoxigraph as ox

from kg.errors import QueryError, UsageError
from kg.store.tokens import Token, tokenize

Bound = ox.NamedNode | ox.Literal

PARAMETER_TYPES = ("concept", "paper", "venue", "type", "string", "label", "integer")

_HEADER = re.compile(r"#\+\s?(?P<rest>.*)")
_WHEN_GIVEN = re.compile(r"^\s*(?P<mark>#\? ?(?P<name>[a-z][a-z0-9_]*): ?)", re.MULTILINE)
_NAME = re.compile(r"[a-z][a-z0-9_]*")


@dataclass(frozen=True, slots=True)
class Parameter:
    """A value to give; without one, an optional parameter leaves the file's own in place."""

    name: str
    type: str  # of PARAMETER_TYPES
    optional: bool
    default: str | None
    example: str


@dataclass(frozen=True, slots=True)
class NamedQuery:
    """A question as a SPARQL text; `name` is its file's, without the suffix."""

    name: str
    summary: str
    description: str
    parameters: tuple[Parameter, ...]
    text: str


def queries_folder() -> Path:
    """Where the queries lie that come with kg: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    packaged = package / "queries"
    return packaged if packaged.is_dir() else package.parent / "queries"


def load_queries(folder: Path | None = None) -> dict[str, NamedQuery]:
    """The queries of a folder by name, in alphabetical order; `queries_folder()` by default."""
    paths = sorted((folder or queries_folder()).glob("*.rq"))
    return {path.stem: parse_query(path.read_text(encoding="utf-8"), path.stem) for path in paths}


def find_query(queries: Mapping[str, NamedQuery], name: str) -> NamedQuery:
    """The query of that name; raises `UsageError` with the nearest names."""
    if name not in queries:
        raise UsageError(f"no query is named {name!r}: {suggest(name, queries)}")
    return queries[name]


def parse_query(text: str, name: str = "query") -> NamedQuery:
    """A query from its text; one without a header has no parameters. Raises `QueryError`."""
    fields: dict[str, str] = {"summary": "", "description": ""}
    parameters: list[Parameter] = []
    field = ""
    for number, line in enumerate(text.splitlines(), start=1):
        header = _HEADER.match(line)
        if header is None:
            continue
        rest = header["rest"].strip()
        key, colon, value = rest.partition(":")
        if rest.startswith("- "):
            parameters.append(_parameter(rest[2:], f"{name}.rq, line {number}"))
        elif colon and _NAME.fullmatch(key):
            field, fields[key] = key, value.strip()
        elif field:
            fields[field] = f"{fields[field]} {rest}".strip()
    query = NamedQuery(name, fields["summary"], fields["description"], tuple(parameters), text)
    _check_places(query)
    return query


def bind(query: NamedQuery, values: Mapping[str, Sequence[Bound]]) -> str:
    """The text with the values in the places of its parameters, as serialised RDF terms.

    Whatever the values hold, they stay terms: nothing in them is read as SPARQL. Raises
    `UsageError` for an unknown or a missing parameter.

    >>> query = parse_query('#+ - {"name": "who", "type": "string"}\\nASK { VALUES ?_who { "" } }')
    >>> bind(query, {"who": [ox.Literal('" } UNION {')]}).splitlines()[1]
    'ASK { VALUES ?_who { "\\\\" } UNION {" } }'
    """
    check_names(query, values)
    places = _places(query.text)
    fillings = [
        (place, " ".join(_serialised(name, term) for term in values[name]))
        for name in values
        for place in places[name]
    ]
    fillings += [
        (found.span("mark"), "")
        for found in _WHEN_GIVEN.finditer(query.text)
        if found["name"] in values
    ]
    text = query.text
    for (start, end), filling in sorted(fillings, reverse=True):
        text = f"{text[:start]}{filling}{text[end:]}"
    return text


def check_names(query: NamedQuery, given: Iterable[str]) -> None:
    """Raise `UsageError` when a parameter is unknown, or one that must be given is not."""
    known = {parameter.name: parameter for parameter in query.parameters}
    for name in given:
        if name not in known:
            raise UsageError(f"{query.name} has no parameter {name!r}: {suggest(name, known)}")
    for name, parameter in known.items():
        if not parameter.optional and name not in given:
            raise UsageError(
                f"{query.name} needs the parameter {name!r}, "
                f"for example -p {name}={parameter.example!r}"
            )


def suggest(word: str, known: Iterable[str], cutoff: float = 0.5) -> str:
    """The nearest names, or all of them when none is near.

    >>> suggest("trnd", ["top", "trend"])
    'did you mean trend?'
    """
    names = sorted(known)
    near = get_close_matches(word, names, n=3, cutoff=cutoff)
    if near:
        return f"did you mean {' or '.join(near)}?"
    return f"use one of {', '.join(names)}" if names else "there are none"


def _parameter(text: str, where: str) -> Parameter:
    try:
        given: dict[str, Any] = json.loads(text)
        name, kind = str(given["name"]), str(given["type"])
    except (ValueError, KeyError, TypeError) as error:
        raise QueryError(f"{where}: a parameter is a JSON object with name and type") from error
    if kind not in PARAMETER_TYPES or not _NAME.fullmatch(name):
        raise QueryError(f"{where}: parameter {name!r} of type {kind!r}: no such name or type")
    default = given.get("default")
    shown = None if default is None else str(default)
    return Parameter(name, kind, "default" in given, shown, str(given.get("example", "")))


def _check_places(query: NamedQuery) -> None:
    places = _places(query.text) if query.parameters else {}
    for parameter in query.parameters:
        if parameter.name not in places:
            raise QueryError(
                f"{query.name}.rq: parameter {parameter.name!r} has no place "
                f"VALUES ?_{parameter.name} {{ … }}"
            )
    for found in _WHEN_GIVEN.finditer(query.text):
        if found["name"] not in places:
            raise QueryError(f"{query.name}.rq: {found['mark'].strip()} names no parameter")


def _places(text: str) -> dict[str, list[tuple[int, int]]]:
    """The parameter's name -> the offsets of each text that its values replace.

    A value is bound wherever its VALUES block stands; of LIMIT the last counts, that of the answer.
    """
    tokens = list(tokenize(text))
    places: dict[str, list[tuple[int, int]]] = {}
    for index, token in enumerate(tokens[:-1]):
        following = tokens[index + 1]
        if token.is_word("LIMIT") and following.kind == "number":
            places["limit"] = [(following.start, following.end)]
        elif token.is_word("VALUES") and following.text.startswith(("?_", "$_")):
            places.setdefault(following.text[2:], []).append(_block(tokens[index + 2 :]))
    return places


def _block(tokens: Sequence[Token]) -> tuple[int, int]:
    """What stands between the brackets, without the blanks beside them."""
    inside = []
    for token in tokens[1:]:
        if token.kind == "mark" and token.text == "}":
            break
        inside.append(token)
    if not inside:
        raise QueryError("a VALUES block of a parameter needs a value: write UNDEF")
    return inside[0].start, inside[-1].end


def _serialised(name: str, term: Bound) -> str:
    return term.value if name == "limit" and isinstance(term, ox.Literal) else str(term)
