"""RDF files of others, read with care."""

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

import pyoxigraph as ox

from kg.errors import InputError, UsageError

_SUFFIXES = {
    ".ttl": ox.RdfFormat.TURTLE,
    ".trig": ox.RdfFormat.TRIG,
    ".nt": ox.RdfFormat.N_TRIPLES,
    ".nq": ox.RdfFormat.N_QUADS,
    ".rdf": ox.RdfFormat.RDF_XML,
    ".owl": ox.RdfFormat.RDF_XML,
    ".xml": ox.RdfFormat.RDF_XML,
    ".jsonld": ox.RdfFormat.JSON_LD,
    ".json": ox.RdfFormat.JSON_LD,
}
_DEEPEST = (
    200  # levels of JSON; the engine's parser overflows the stack of the process at some 5,000
)
_JSON_TOKEN = re.compile(rb'"(?:[^"\\]|\\.)*"|[\[\]{}]', re.DOTALL)


def read(path: Path, format: ox.RdfFormat | None = None) -> Iterator[ox.Quad]:
    """The quads of a file; the suffix tells the format, `.gz` may follow it. Never fetches anything.

    Raises `InputError` for a file that is not there or is not RDF of that format, with the line.
    """
    kind = format or _format(path)
    try:
        data = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        if kind == ox.RdfFormat.JSON_LD:
            _refuse_depth(data, path)
        yield from ox.parse(data, kind)
    except (SyntaxError, ValueError) as error:
        message = str(error).removeprefix("Parser error ")
        raise InputError(f"{path} is not {kind.name}: {message}") from error
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror or error}") from error


def _format(path: Path) -> ox.RdfFormat:
    suffix = path.with_suffix("").suffix if path.suffix == ".gz" else path.suffix
    if suffix not in _SUFFIXES:
        raise UsageError(f"{path}: the name does not tell the format: use {', '.join(_SUFFIXES)}")
    return _SUFFIXES[suffix]


def _refuse_depth(data: bytes, path: Path) -> None:
    depth = 0
    for token in _JSON_TOKEN.finditer(data):
        mark = token[0]
        depth += (mark in (b"[", b"{")) - (mark in (b"]", b"}"))
        if depth > _DEEPEST:
            raise InputError(f"{path}: JSON nested more than {_DEEPEST} levels deep is refused")
