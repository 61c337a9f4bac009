"""Commands that ask a build and take it away."""

import sys
from pathlib import Path
from shutil import get_terminal_size
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Folder
from kg.errors import UsageError


@app.command()
def query(
    name: Annotated[
        str | None, typer.Argument(help="Name of a query, a .rq file, - for stdin, or SPARQL.")
    ] = None,
    parameters: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", help="name=value, as often as needed.")
    ] = None,
    format: Annotated[
        str,
        typer.Option(
            "--format",
            "-f",
            help="table, md, csv, tsv, json, xml; turtle, ntriples, rdfxml, jsonld.",
        ),
    ] = "table",
    graph: Folder = Path("output"),
    timeout: Annotated[
        float,
        typer.Option(min=0, help="Seconds to wait; 0: in this process, for as long as it takes."),
    ] = 60,
    show: Annotated[
        bool, typer.Option("--show", help="Print the SPARQL, its parameters bound, and do not ask.")
    ] = False,
) -> None:
    """Ask the graph; without a name, list the questions it knows."""
    from kg.opened import find, open_build
    from kg.store import FORMATS, to_table

    if name is None:
        _list_queries()
        return
    if format not in FORMATS:
        raise UsageError(f"unknown format {format!r}: use one of {', '.join(FORMATS)}")
    question = find(sys.stdin.read() if name == "-" else name)
    values = dict(pair(parameter) for parameter in parameters or ())
    store = open_build(graph).store
    if show:
        typer.echo(store.bind(question, values).rstrip("\n"))
        return
    answer = store.query(question, values, timeout=timeout or None)
    if format == "table" and sys.stdout.isatty():
        typer.echo(to_table(answer, get_terminal_size().columns), nl=False)
    else:
        typer.echo(FORMATS[format](answer), nl=False)


@app.command()
def info(
    graph: Folder = Path("output"),
    plots: Annotated[
        Path | None, typer.Option(help="Folder for plots of it, PNG and SVG; needs `[plots]`.")
    ] = None,
) -> None:
    """Say what a build holds."""
    from kg.opened import open_build
    from kg.report import summary

    opened = open_build(graph)
    for line in summary(opened.report):
        typer.echo(line)
    if plots is not None:
        from kg.publish import write_plots

        for path in write_plots(opened.to_networkx(), plots):
            typer.echo(path)


@app.command()
def why(
    name: Annotated[str, typer.Argument(help="A concept, by any of its names.")],
    graph: Folder = Path("output"),
) -> None:
    """Print which names were merged into a concept, by which rule, in which papers and sentence."""
    from kg.opened import open_build

    opened = open_build(graph)
    for iri in opened.store.find("concept", name):
        typer.echo(f"{opened.label(iri)}  <{iri}>")
        for merge in opened.merges(iri):
            papers = f"{merge['papers']} paper{'s' if merge['papers'] != 1 else ''}"
            shown = ", ".join(merge["evidence"])
            typer.echo(f"  {merge['alias']!r}: {merge['rule']}, {papers} ({shown})")
            if merge.get("example"):
                typer.echo(f"      {_shortened(merge['example'], merge['alias'])}")


def pair(parameter: str) -> tuple[str, str]:
    """The name and the value in `name=value`."""
    name, equals, value = parameter.partition("=")
    if not equals or not name:
        raise UsageError(f"-p takes name=value, not {parameter!r}")
    return name, value


def _list_queries() -> None:
    from kg.store import load_queries

    for query in load_queries().values():
        typer.echo(f"{query.name}\n    {query.summary}")
        for p in query.parameters:
            default = f" = {p.default}" if p.default is not None else ""
            note = " (optional)" if p.optional and p.default is None else default
            typer.echo(f"    -p {p.name}=…  {p.type}{note}, e.g. {p.example!r}")


def _shortened(sentence: str, form: str, width: int = 160) -> str:
    """A sentence, or what of it stands around a form."""
    if len(sentence) <= width:
        return sentence
    start = max(0, min(sentence.find(form) - width // 3, len(sentence) - width))
    part = sentence[start : start + width]
    return f"{'…' * (start > 0)}{part}{'…' * (start + width < len(sentence))}"
