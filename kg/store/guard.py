"""Queries that are refused before the engine sees them, because it cannot refuse them itself.

Oxigraph evaluates `SERVICE` by opening connections, and its parser overflows the stack of the
process on deeply nested queries and on long chains of operators; neither can be switched off.
"""

from collections.abc import Iterable, Sequence

from kg.errors import QueryError
from kg.store.tokens import Token, tokenize

MAX_BYTES = 64 * 1024
MAX_DEPTH = 100
MAX_OPERATORS = 500

_UPDATES = ("INSERT", "DELETE", "LOAD", "CLEAR", "CREATE", "DROP", "COPY", "MOVE", "ADD", "WITH")
_FORMS = ("SELECT", "CONSTRUCT", "ASK", "DESCRIBE")
# Each of these nests what follows one level deeper in the engine's own tree.
_OPERATOR_WORDS = ("UNION", "MINUS", "OPTIONAL", "BIND", "AS", "GRAPH", "FILTER", "EXISTS")
_OPERATOR_MARKS = frozenset({"!", "+", "-", "*", "/", "|", "||", "&&", "^"})


def refuse_unsafe(query: str) -> None:
    """Raise `QueryError` for what must not run: federation, updates, and queries too big to parse.

    >>> refuse_unsafe("SELECT * { ?s ?p 'SERVICE' }")
    """
    size = len(query.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise QueryError(f"the query has {size:,} bytes: the limit is {MAX_BYTES:,}")
    tokens = list(tokenize(query))
    _refuse_updates(tokens)
    _refuse_federation(tokens)
    _refuse_depth(tokens)
    operators = sum(map(_is_operator, tokens))
    if operators > MAX_OPERATORS:
        raise QueryError(f"the query has {operators:,} operators: the limit is {MAX_OPERATORS}")


def _refuse_updates(tokens: Sequence[Token]) -> None:
    first = next((token for token in tokens if token.is_word(*_FORMS, *_UPDATES)), None)
    if first and first.is_word(*_UPDATES):
        raise QueryError(f"{first.text.upper()} is an update: a store is read-only, build it anew")


def _refuse_federation(tokens: Iterable[Token]) -> None:
    """Refuse the keyword however it is glued: the engine reads `SERVICE:x` and `1SERVICE?x` too."""
    for token in tokens:
        keyword = token.text.partition(":")[0] if token.kind == "name" else token.text
        if token.kind in ("word", "name") and "SERVICE" in keyword.upper():
            raise QueryError("SERVICE is refused: federation is disabled, queries stay local")


def _refuse_depth(tokens: Iterable[Token]) -> None:
    depth = 0
    for token in tokens:
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
        if depth > MAX_DEPTH:
            raise QueryError(f"the query is nested more than {MAX_DEPTH} levels deep")


def _is_operator(token: Token) -> bool:
    return token.text in _OPERATOR_MARKS or token.is_word(*_OPERATOR_WORDS)
