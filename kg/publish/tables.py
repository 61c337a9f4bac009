"""The graph as two tables, of nodes and of edges, with the types of their columns."""

import csv
import io
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import networkx as nx

from kg.errors import UsageError
from kg.publish.exports import EDGE_COLUMNS, NODE_COLUMNS, Scalar, flatten
from kg.publish.files import write_bytes, write_text

Row = Mapping[str, Scalar]

_NEO4J = {bool: "boolean", int: "long", float: "double", str: "string"}
_HUMP = re.compile("(?<=[a-z])(?=[A-Z])")


def node_rows(graph: nx.MultiDiGraph) -> list[Row]:
    """The nodes of a flat graph, each with its `iri`."""
    return [{**data, "iri": node} for node, data in graph.nodes(data=True)]


def edge_rows(graph: nx.MultiDiGraph) -> list[Row]:
    """The edges of a flat graph, each with `source`, `target` and `predicate`."""
    return [
        {"predicate": key, **data, "source": source, "target": target}
        for source, target, key, data in graph.edges(keys=True, data=True)
    ]


def write_csv(graph: nx.MultiDiGraph, nodes_path: Path, edges_path: Path) -> None:
    """Write two tables with a header: nodes by `iri`, edges by `source`, `predicate`, `target`.

    Values stand as they are: a spreadsheet may take a cell that begins with `=` for a formula.
    """
    flat = flatten(graph)
    for path, first, rows in (
        (nodes_path, NODE_COLUMNS, node_rows(flat)),
        (edges_path, EDGE_COLUMNS, edge_rows(flat)),
    ):
        columns = _columns(first, rows)
        write_text(path, _table(columns, columns, rows))


def write_neo4j(graph: nx.MultiDiGraph, nodes_path: Path, edges_path: Path) -> None:
    """Write the pair that `neo4j-admin database import full` reads, with typed headers.

    Labels are the kind and type of a node (`Concept;Method`), relationship types the predicates
    (`BUILDS_ON`). Give the importer `--multiline-fields=true`: abstracts and titles may have lines.
    """
    flat = flatten(graph)
    nodes = [{**row, ":LABEL": _labels(row)} for row in node_rows(flat)]
    edges = [{**row, ":TYPE": _relationship(str(row["predicate"]))} for row in edge_rows(flat)]
    special = {"iri": "iri:ID", "source": ":START_ID", "target": ":END_ID"}
    for path, first, rows in (
        (nodes_path, (*NODE_COLUMNS, ":LABEL"), nodes),
        (edges_path, (*EDGE_COLUMNS, ":TYPE"), edges),
    ):
        columns = _columns(first, rows)
        header = [special.get(name) or _typed(name, rows) for name in columns]
        write_text(path, _table(header, columns, rows))


def write_parquet(graph: nx.MultiDiGraph, nodes_path: Path, edges_path: Path) -> None:
    """Write the pair as Parquet; raises `UsageError` without the extra `[parquet]`."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ModuleNotFoundError as error:
        raise UsageError(
            f"Parquet needs {error.name}: pip install 'kg-abstracts[parquet]'"
        ) from None
    flat = flatten(graph)
    for path, first, rows in (
        (nodes_path, NODE_COLUMNS, node_rows(flat)),
        (edges_path, EDGE_COLUMNS, edge_rows(flat)),
    ):
        columns = {name: [row.get(name) for row in rows] for name in _columns(first, rows)}
        table = pyarrow.table({name: _one_type(values) for name, values in columns.items()})
        document = io.BytesIO()
        pyarrow.parquet.write_table(table, document)
        write_bytes(path, document.getvalue())


def _columns(first: tuple[str, ...], rows: Iterable[Row]) -> list[str]:
    """The first columns as far as a row has them or they name the node, then all others."""
    return [*first, *sorted({name for row in rows for name in row} - set(first))]


def _table(header: Iterable[str], columns: list[str], rows: Iterable[Row]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(header)
    writer.writerows([row.get(name, "") for name in columns] for row in rows)
    return text.getvalue()


def _labels(row: Row) -> str:
    kinds = dict.fromkeys(str(row[name]).capitalize() for name in ("kind", "type") if name in row)
    return ";".join(kinds)


def _relationship(predicate: str) -> str:
    return _HUMP.sub("_", predicate).upper()


def _typed(name: str, rows: Iterable[Row]) -> str:
    if name.startswith(":"):
        return name
    types = {type(row[name]) for row in rows if name in row}
    return f"{name}:{_NEO4J[types.pop()] if len(types) == 1 else 'string'}"


def _one_type(values: list[Any]) -> list[Any]:
    """The values, all as texts when their types differ."""
    types = {type(value) for value in values if value is not None}
    return values if len(types) <= 1 else [None if v is None else str(v) for v in values]
