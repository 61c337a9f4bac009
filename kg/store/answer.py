"""What a query answers: columns and rows, of RDF terms and of plain Python values."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal

import pyoxigraph as ox

from kg import vocab
from kg.errors import UsageError

if TYPE_CHECKING:
    import pandas as pd

Term = ox.NamedNode | ox.BlankNode | ox.Literal | ox.Triple
Value = str | int | float | Decimal | bool | None

_XSD = vocab.PREFIXES["xsd"]
_READERS: dict[str, Any] = {
    f"{_XSD}integer": int,
    f"{_XSD}decimal": Decimal,
    f"{_XSD}double": float,
    f"{_XSD}float": float,
    f"{_XSD}boolean": lambda text: text in ("true", "1"),
}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a query, in the query's order.

    `SELECT` gives its variables as columns; `CONSTRUCT` and `DESCRIBE` give `subject`,
    `predicate`, `object`; `ASK` gives one row with one value. `truncated` says that a limit cut
    rows off.
    """

    columns: tuple[str, ...]
    terms: tuple[tuple[Term | None, ...], ...]
    kind: Literal["rows", "triples", "boolean"] = "rows"
    truncated: bool = False

    @property
    def rows(self) -> list[tuple[Value, ...]]:
        """The rows as Python values: IRIs and texts as `str`, unbound as `None`."""
        return [tuple(map(value, row)) for row in self.terms]

    @property
    def iris(self) -> tuple[str, ...]:
        """The IRIs in the rows, in the order of their first appearance."""
        named = (term.value for row in self.terms for term in row if isinstance(term, ox.NamedNode))
        return tuple(dict.fromkeys(named))

    def to_pandas(self) -> "pd.DataFrame":
        """The rows as a DataFrame, whose dtypes pandas infers; raises UsageError without pandas."""
        try:
            import pandas as pd
        except ModuleNotFoundError as error:
            raise UsageError("a DataFrame needs pandas: pip install pandas") from error
        return pd.DataFrame(self.rows, columns=list(self.columns))

    def __bool__(self) -> bool:
        """Whether there is a row; for `ASK`, its answer."""
        return bool(self.rows[0][0]) if self.kind == "boolean" else bool(self.terms)


def value(term: Term | None) -> Value:
    """A term as a Python value.

    >>> value(ox.Literal(2024)), value(ox.NamedNode("https://example.org/"))
    (2024, 'https://example.org/')
    """
    if isinstance(term, ox.Literal):
        return _literal(term)
    if isinstance(term, ox.NamedNode):
        return term.value
    return None if term is None else str(term)


def read(
    result: ox.QuerySolutions | ox.QueryTriples | ox.QueryBoolean, limit: int | None
) -> Answer:
    """The engine's result, read to its end or to the limit."""
    if isinstance(result, ox.QueryBoolean):
        return Answer(("answer",), ((ox.Literal(bool(result)),),), "boolean")
    if isinstance(result, ox.QueryTriples):
        rows, truncated = _rows(result, limit)
        return Answer(("subject", "predicate", "object"), rows, "triples", truncated)
    columns = tuple(variable.value for variable in result.variables)
    rows, truncated = _rows(result, limit)
    return Answer(columns, rows, "rows", truncated)


def _rows(
    result: ox.QuerySolutions | ox.QueryTriples, limit: int | None
) -> tuple[tuple[tuple[Term | None, ...], ...], bool]:
    """One row more than the limit is asked for, to know whether there is more."""
    found: Iterator[Any] = iter(result)
    rows = tuple(tuple(row) for row in islice(found, None if limit is None else limit + 1))
    return rows[:limit], limit is not None and len(rows) > limit


def _literal(term: ox.Literal) -> Value:
    try:
        parsed: Value = _READERS.get(term.datatype.value, str)(term.value)
    except (ValueError, InvalidOperation):
        return term.value
    return parsed
