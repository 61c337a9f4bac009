"""A difference of two graphs for people and for spreadsheets."""

import csv
import io
import re
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple

import networkx as nx

from kg.graph import ChangedEdge, ChangedNode, Difference

_KINDS = ("concept", "paper", "repository")
_MARKS = {"new": "+", "gone": "-", "changed": "~"}


class Row(NamedTuple):
    """One change: of a node or of an edge, or of one thing known of it, from `old` to `new`."""

    change: str  # `new`, `gone` or `changed`
    kind: str  # `concept`, `paper`, `repository` or `edge`
    subject: str  # the IRI of a node, or of the subject of an edge
    predicate: str
    object: str
    label: str
    field: str = ""
    old: str = ""
    new: str = ""


def to_csv(found: Difference, old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> str:
    """A row for every change: of what is new or gone one, of what has changed one a field."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(Row._fields)
    writer.writerows(rows(found, old, new))
    return text.getvalue()


def to_text(found: Difference, old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> Iterator[str]:
    """Lines: how many changes of each kind, then every change under `+`, `-` or `~`."""
    changes = list(rows(found, old, new))
    known = {**dict(old.nodes(data="kind")), **dict(new.nodes(data="kind"))}
    for kind in (*_KINDS, "edge"):
        total = found.common_edges if kind == "edge" else found.common_nodes
        common = sum(1 for each in total if kind == "edge" or known[str(each)] == kind)
        if line := _count(kind, changes, common):
            yield line
    for _, same in groupby(changes, key=lambda row: row[:6]):
        yield _one_line(_line(list(same)))


def rows(found: Difference, old: nx.MultiDiGraph, new: nx.MultiDiGraph) -> Iterator[Row]:
    """The changes: concepts, papers, repositories, edges; of each the new, the gone, the changed."""
    for kind in _KINDS:
        for change, nodes, graph in (
            ("new", found.new_nodes, new),
            ("gone", found.gone_nodes, old),
        ):
            yield from (
                _node(change, n, graph) for n in nodes if graph.nodes[n].get("kind") == kind
            )
        for node in found.changed_nodes:
            if new.nodes[node.iri].get("kind") == kind:
                yield from _changed_node(node, new)
    for change, edges, graph in (("new", found.new_edges, new), ("gone", found.gone_edges, old)):
        yield from (_edge(change, edge, graph) for edge in edges)
    for edge in found.changed_edges:
        yield from _changed_edge(edge, new)


def _node(change: str, iri: str, graph: nx.MultiDiGraph) -> Row:
    known = graph.nodes[iri]
    label = _label(graph, iri)
    if known["kind"] == "concept":
        label = f"{label} ({known['type']}, {_papers(known['papers'])})"
    return Row(change, known["kind"], iri, "", "", label)


def _changed_node(node: ChangedNode, graph: nx.MultiDiGraph) -> Iterator[Row]:
    row = Row("changed", graph.nodes[node.iri]["kind"], node.iri, "", "", _label(graph, node.iri))
    for name, old, new in node.fields:
        yield row._replace(field=name, old=_value(old), new=_value(new))


def _edge(change: str, edge: tuple[str, str, str], graph: nx.MultiDiGraph) -> Row:
    subject, object_, predicate = edge
    words = re.sub("(?<=[a-z])(?=[A-Z])", " ", predicate).lower()
    label = f"{_label(graph, subject)} | {words} | {_label(graph, object_)}"
    return Row(change, "edge", subject, predicate, object_, label)


def _changed_edge(edge: ChangedEdge, graph: nx.MultiDiGraph) -> Iterator[Row]:
    row = _edge("changed", edge.edge, graph)._replace(field="evidence")
    yield from (row._replace(old=f"{each.quote} <{each.paper}>".lstrip()) for each in edge.gone)
    yield from (row._replace(new=f"{each.quote} <{each.paper}>".lstrip()) for each in edge.new)


def _count(kind: str, changes: list[Row], common: int) -> str:
    """A line such as `concepts     3 new, 1 gone, 2 changed, 40 as before`; none for no such thing."""
    things = {
        change: len({row[1:5] for row in changes if (row.change, row.kind) == (change, kind)})
        for change in _MARKS
    }
    if not common and not any(things.values()):
        return ""
    name = "repositories" if kind == "repository" else f"{kind}s"
    numbers = ", ".join(f"{number:,} {change}" for change, number in things.items())
    return f"{name:12} {numbers}, {common - things['changed']:,} as before"


def _line(rows: list[Row]) -> str:
    """One line for all that has changed of one thing."""
    start = f"{_MARKS[rows[0].change]} {rows[0].kind:10} {rows[0].label}"
    told = "; ".join(_told(row) for row in rows if row.field)
    return f"{start}: {told}" if told else start


def _told(row: Row) -> str:
    if row.field == "evidence":
        return f"now says {row.new}" if row.new else f"no longer says {row.old}"
    return f"{row.field} {row.old} -> {row.new}"


def _label(graph: nx.MultiDiGraph, iri: str) -> str:
    known: Mapping[str, Any] = graph.nodes[iri]
    return str(known.get("label") or iri)


def _value(value: object) -> str:
    """A value of a field; of types, `method 2, dataset 1`."""
    if isinstance(value, tuple):
        parts = (" ".join(map(str, v)) if isinstance(v, tuple) else str(v) for v in value)
        return ", ".join(parts) or "none"
    return "none" if value is None else str(value)


def _papers(number: int) -> str:
    return f"{number:,} paper{'s' if number != 1 else ''}"


def _one_line(text: str) -> str:
    """The text without what could move the cursor or colour the terminal; its first blanks stay."""
    return "".join(c if c.isprintable() else " " for c in text)
