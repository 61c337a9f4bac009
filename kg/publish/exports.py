"""The graph as files for other tools: GraphML, GEXF, node-link and Cytoscape JSON.

These and the tables hold the same flat graph: scalars only, tuples joined with "; ", empty values left out,
nodes sorted by IRI and edges by source, target and predicate. The sentences behind an edge stay
in RDF and on the page; here `support` and `score` speak for them.
"""

import io
import json
import math
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import quote

import networkx as nx

from kg.publish.files import write_text

Scalar = str | int | float | bool

# What XML 1.0 cannot hold, lone surrogates among it.
_FORBIDDEN = re.compile("[^\t\n\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LEFT_OUT = frozenset({"evidence", "types"})
# `id` is the identifier of a node in every one of these formats: a paper's own goes by another name.
_RENAMED = {"id": "paper_id"}
NODE_COLUMNS = ("iri", "kind", "type", "label", "papers", "aliases", "title", "year", "venue",
                 "authors", "url", "paper_id")  # fmt: skip
EDGE_COLUMNS = ("source", "predicate", "target", "support", "score")


def flatten(graph: nx.MultiDiGraph) -> nx.MultiDiGraph:
    """A sorted copy whose attributes are scalars that every format can hold.

    >>> graph = nx.MultiDiGraph()
    >>> graph.add_node("x", aliases=("a", "b"), year=None)
    >>> flatten(graph).nodes["x"]
    {'aliases': 'a; b'}
    """
    flat = nx.MultiDiGraph()
    for node in sorted(graph):
        flat.add_node(_identifier(node), **_scalars(graph.nodes[node]))
    for source, target, key in sorted(graph.edges(keys=True)):
        attributes = _scalars(graph.edges[source, target, key])
        flat.add_edge(_identifier(source), _identifier(target), _identifier(str(key)), **attributes)
    return flat


def write_graphml(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write GraphML 1.0, which NetworkX, igraph, Gephi, yEd and Cytoscape read."""
    document = io.BytesIO()
    nx.write_graphml_xml(flatten(graph), document)
    write_text(path, document.getvalue().decode("utf-8") + "\n")


def write_gexf(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write GEXF 1.2, Gephi's own format; the date that NetworkX puts into it is taken out."""
    document = io.BytesIO()
    nx.write_gexf(flatten(graph), document)
    text = re.sub(r' lastmodifieddate="[^"]*"', "", document.getvalue().decode("utf-8"), count=1)
    write_text(path, text + "\n")


def write_node_link(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write the JSON of `networkx.node_link_graph(data, edges="links")` and of D3."""
    data = nx.node_link_data(flatten(graph), edges="links")
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def write_cytoscape(graph: nx.MultiDiGraph, path: Path) -> None:
    """Write the JSON that Cytoscape and Cytoscape.js read; a node is named by its label."""
    data = nx.cytoscape_data(flatten(graph), name="label")
    write_text(path, json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def _scalars(attributes: Mapping[str, object]) -> dict[str, Scalar]:
    named = {
        _RENAMED.get(name, name): _scalar(value)
        for name, value in sorted(attributes.items())
        if value is not None and name not in _LEFT_OUT
    }
    return {name: value for name, value in named.items() if value != ""}


def _scalar(value: object) -> Scalar:
    value = value.item() if hasattr(value, "item") else value  # NumPy's scalars
    if isinstance(value, set | frozenset):
        value = sorted(map(str, value))
    if isinstance(value, tuple | list):
        value = "; ".join(map(str, value))
    if isinstance(value, float) and not math.isfinite(value):
        return ""
    return value if isinstance(value, bool | int | float) else _clean(str(value))


def _clean(text: str) -> str:
    """Text that survives every format: line ends as LF, no character that XML forbids."""
    return _FORBIDDEN.sub("", text.replace("\r\n", "\n").replace("\r", "\n"))


def _identifier(text: str) -> str:
    """An IRI with forbidden characters percent-encoded, so that two never become one."""
    return _FORBIDDEN.sub(lambda bad: quote(bad[0], safe="", errors="surrogatepass"), text)
