"""The command that takes a build, or a part of it, away in another format."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from kg.cli.app import app
from kg.cli.options import Folder
from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.opened import Opened

_NETWORKS = ("graphml", "gexf", "node-link", "cytoscape")
_PAIRS = {"csv": "csv", "neo4j": "csv", "parquet": "parquet"}


@app.command()
def export(
    format: Annotated[
        str,
        typer.Argument(
            help="turtle, trig, nt, nq, rdfxml, jsonld; graphml, gexf, node-link, cytoscape;"
            " or two files, NAME.nodes.* and NAME.edges.*: csv, neo4j, parquet."
        ),
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")],
    graph: Folder = Path("output"),
    query: Annotated[
        str, typer.Option(help="Only what a CONSTRUCT answers: a query's name, a file, or SPARQL.")
    ] = "",
    concept: Annotated[str, typer.Option(help="Only what lies around a concept.")] = "",
    hops: Annotated[int, typer.Option(min=0, max=9, help="Edges from the concept.")] = 1,
    venue: Annotated[str, typer.Option(help="Only what papers of a venue say.")] = "",
    year: Annotated[int, typer.Option(help="Only what papers of a year say.")] = 0,
    terms: Annotated[
        str, typer.Option("--as", help="In the terms of lpwc or cskg; RDF formats only.")
    ] = "",
) -> None:
    """Write the graph, or a part of it, in another format."""
    from kg.opened import open_build
    from kg.rdf import FORMATS, write
    from kg.store.part import Part, part

    if format not in (*FORMATS, *_NETWORKS, *_PAIRS):
        known = ", ".join([*FORMATS, *_NETWORKS, *_PAIRS])
        raise UsageError(f"unknown format {format!r}: use one of {known}")
    opened = open_build(graph)
    wanted = Part(concept or None, hops, venue or None, year or None)
    whole = wanted == Part(hops=hops)
    if query and not whole:
        raise UsageError("--query chooses a part by itself: leave --concept, --venue and --year")
    quads = _constructed(opened, query) if query else opened.store if whole else None
    quads = part(opened.store, wanted) if quads is None else quads
    if format in FORMATS:
        write(_translated(quads, terms, opened.base), output, format, opened.base)
    elif terms:
        raise UsageError(f"--as is for RDF, not for {format}")
    else:
        network = opened.to_networkx()
        _write_network(
            network if whole and not query else _portion(network, quads, bool(query)),
            format,
            output,
        )


def _constructed(opened: "Opened", query: str) -> Iterable[Any]:
    """The triples of a CONSTRUCT as facts."""
    from kg.opened import find
    from kg.rdf import as_facts

    answer = opened.store.query(find(query))
    if answer.kind != "triples":
        raise UsageError("--query takes a CONSTRUCT or DESCRIBE: the answer is no graph")
    return as_facts(answer.terms)


def _translated(quads: Iterable[Any], terms: str, base: str) -> Iterable[Any]:
    from kg.rdf.mapping import TARGETS, translate

    if not terms:
        return quads
    if terms not in TARGETS:
        raise UsageError(f"--as knows {' and '.join(TARGETS)}, not {terms!r}")
    return translate(quads, terms, base)


def _portion(network: Any, quads: Iterable[Any], new: bool) -> Any:
    from kg.graph import portion
    from kg.rdf import edges

    return portion(network, edges(quads, types=not new), new)


def _write_network(network: Any, format: str, output: Path) -> None:
    from kg import publish

    if format in _PAIRS:
        pair: Callable[..., None] = {
            "csv": publish.write_csv,
            "neo4j": publish.write_neo4j,
            "parquet": publish.write_parquet,
        }[format]
        stem = output.with_name(output.name.removesuffix(f".{_PAIRS[format]}"))
        names = [f"{stem.name}.{half}.{_PAIRS[format]}" for half in ("nodes", "edges")]
        pair(network, *(output.with_name(name) for name in names))
        return
    single: Callable[..., None] = {
        "graphml": publish.write_graphml,
        "gexf": publish.write_gexf,
        "node-link": publish.write_node_link,
        "cytoscape": publish.write_cytoscape,
    }[format]
    single(network, output)
