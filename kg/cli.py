"""The command line: parse, call, print. Whatever is slow to import is imported inside a command."""

import json
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import get_terminal_size
from typing import IO, Annotated, Any

import typer

from kg import __version__
from kg.errors import UsageError

app = typer.Typer(
    name="kg",
    help="From abstracts of research papers to a knowledge graph you can ask, see and take away.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

Inputs = Annotated[
    list[str] | None,
    typer.Argument(help="Files, folders, globs, or - for stdin; none: the embedded sample."),
]
Format = Annotated[
    str | None, typer.Option("--format", help="Format of the inputs, instead of by content.")
]
Strict = Annotated[bool, typer.Option("--strict", help="A rejected record is an error (exit 2).")]
Processes = Annotated[
    int, typer.Option("--processes", "-j", min=0, help="Processes; 0: one a core when it pays.")
]
Folder = Annotated[Path, typer.Option("--graph", "-g", help="The folder of a build.")]


def _version(wanted: bool) -> None:
    if wanted:
        typer.echo(f"kg {__version__}")
        raise typer.Exit


@app.callback()
def _main(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    pass


@app.command()
def build(
    inputs: Inputs = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.")] = Path(
        "output"
    ),
    format: Format = None,
    strict: Strict = False,
    processes: Processes = 0,
    base: Annotated[str, typer.Option(help="Base of the IRIs that kg mints.")] = "",
    top: Annotated[int, typer.Option(min=1, help="Concepts on the page.")] = 300,
) -> None:
    """Read papers, extract, link, and write the graph with its page, store and exports."""
    from kg import vocab
    from kg.report import summary
    from kg.stages import Options, build

    options = Options(format, strict, _processes(processes), base or vocab.BASE, top)
    with _progress() as watch:
        numbers = build(inputs or (), output, options, watch)
    for line in summary(numbers):
        typer.echo(line, err=True)
    typer.echo(f"written     {output}: open {output / 'graph.html'}, or ask `kg query`", err=True)


@app.command()
def extract(
    inputs: Inputs = None,
    output: Annotated[str, typer.Option("--output", "-o", help="File to write; -: stdout.")] = "-",
    format: Format = None,
    strict: Strict = False,
    processes: Processes = 0,
) -> None:
    """Write what each paper says, a JSON object a line, in the order of the input."""
    from kg.extract import extract, to_json
    from kg.papers import stream
    from kg.records import Rejection
    from kg.stages import SAMPLE

    rejections: list[Rejection] = []
    papers = _kept(stream(inputs or [SAMPLE], format), rejections)
    with _progress() as watch, _writing(output) as file:
        for found in watch("extract", extract(papers, processes=_processes(processes)), None):
            file.write(json.dumps(to_json(found), ensure_ascii=False) + "\n")
        if strict and rejections:
            raise UsageError(
                f"{len(rejections)} records rejected, the first: {_place(rejections[0])}"
            )
    for rejection in rejections[:5]:
        typer.echo(f"rejected {_place(rejection)}", err=True)
    if len(rejections) > 5:
        typer.echo(f"rejected {len(rejections) - 5} more", err=True)


@app.command()
def query(
    name: Annotated[
        str | None, typer.Argument(help="Name of a query, a .rq file, - for stdin, or SPARQL.")
    ] = None,
    parameters: Annotated[
        list[str] | None, typer.Option("--parameter", "-p", help="name=value, as often as needed.")
    ] = None,
    format: Annotated[
        str, typer.Option("--format", "-f", help="table, csv, tsv, json, md or turtle.")
    ] = "table",
    graph: Folder = Path("output"),
    timeout: Annotated[float | None, typer.Option(min=0.1, help="Seconds to wait.")] = None,
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
    values = dict(_pair(parameter) for parameter in parameters or ())
    answer = open_build(graph).store.query(question, values, timeout=timeout)
    if format == "table" and sys.stdout.isatty():
        typer.echo(to_table(answer, get_terminal_size().columns), nl=False)
    else:
        typer.echo(FORMATS[format](answer), nl=False)


@app.command()
def info(graph: Folder = Path("output")) -> None:
    """Say what a build holds."""
    from kg.opened import open_build
    from kg.report import summary

    for line in summary(open_build(graph).report):
        typer.echo(line)


@app.command()
def why(
    name: Annotated[str, typer.Argument(help="A concept, by any of its names.")],
    graph: Folder = Path("output"),
) -> None:
    """Print which names were merged into a concept, by which rule, in which papers."""
    from kg.opened import open_build

    opened = open_build(graph)
    for iri in opened.store.find("concept", name):
        typer.echo(f"{opened.label(iri)}  <{iri}>")
        for merge in opened.merges(iri):
            papers = f"{merge['papers']} paper{'s' if merge['papers'] != 1 else ''}"
            shown = ", ".join(merge["evidence"])
            typer.echo(f"  {merge['alias']!r}: {merge['rule']}, {papers} ({shown})")


@app.command()
def export(
    format: Annotated[str, typer.Argument(help="A format of RDF or of graphs; see the message.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="File to write.")],
    graph: Folder = Path("output"),
) -> None:
    """Write the whole graph in another format."""
    from kg.opened import open_build
    from kg.publish import write_gexf, write_graphml, write_node_link
    from kg.rdf import FORMATS, write

    networks = {"graphml": write_graphml, "gexf": write_gexf, "node-link": write_node_link}
    opened = open_build(graph)
    if format in networks:
        networks[format](opened.to_networkx(), output)
    elif format in FORMATS:
        write(opened.store, output, format, opened.base)
    else:
        raise UsageError(
            f"unknown format {format!r}: use one of {', '.join([*FORMATS, *networks])}"
        )


@app.command()
def evaluate(
    gold: Annotated[
        Path, typer.Argument(help="Gold documents, a JSON object a line.", exists=True)
    ],
    processes: Processes = 0,
) -> None:
    """Score the extractor against a gold file."""
    from kg.learn.evaluate import evaluate, table

    with _progress() as watch:
        scores = evaluate(gold, _processes(processes), watch)
    for line in table(scores):
        typer.echo(line)


@app.command()
def train(
    gold: Annotated[list[Path], typer.Argument(help="Gold files.", exists=True, dir_okay=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Model folder to write.")],
    epochs: Annotated[int, typer.Option(min=1)] = 5,
    seed: Annotated[int, typer.Option()] = 0,
    version: Annotated[str, typer.Option(help="Version to give the model.")] = "0.0.0",
) -> None:
    """Train a model on gold files; needs the extra `[train]`."""
    try:
        from kg.learn.recipe import train_model
        from kg.learn.train import Recipe
    except ModuleNotFoundError as error:
        raise UsageError(
            f"training needs {error.name}: pip install 'kg-abstracts[train]'"
        ) from error
    train_model(
        gold, output, version, Recipe(epochs=epochs, seed=seed), lambda s: typer.echo(s, err=True)
    )


def _processes(asked: int) -> int:
    return asked or (os.cpu_count() or 1)


def _kept(items: Iterable[Any], rejections: list[Any]) -> Iterator[Any]:
    """The papers of a stream; the rejections go to the list."""
    from kg.records import Paper

    for item in items:
        if isinstance(item, Paper):
            yield item
        else:
            rejections.append(item)


def _place(rejection: Any) -> str:
    return f"{rejection.file}, record {rejection.record}: {rejection.reason}"


def _pair(parameter: str) -> tuple[str, str]:
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


@contextmanager
def _writing(name: str) -> Iterator[IO[str]]:
    """A text file that appears when it is complete, or stdout for `-`."""
    if name == "-":
        yield sys.stdout
        return
    temporary = Path(f"{name}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n", errors="replace") as file:
            yield file
        temporary.replace(name)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def _progress() -> Iterator[Callable[[str, Iterable[Any], int | None], Iterable[Any]]]:
    """A watcher that shows a bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda stage, items, total: items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield lambda stage, items, total: bar.track(items, total, description=stage)
