"""The command that says what changed."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Folder
from kg.cli.terminal import writing
from kg.errors import UsageError


@app.command()
def diff(
    old: Annotated[Path | None, typer.Argument(help="The folder of the older build.")] = None,
    new: Annotated[Path | None, typer.Argument(help="The folder of the newer build.")] = None,
    venues: Annotated[
        tuple[str, str] | None,
        typer.Option(help="Two venues of one build instead: 'ICML 2023' 'ICLR 2024'."),
    ] = None,
    graph: Folder = Path("output"),
    format: Annotated[
        str, typer.Option("--format", "-f", help="text, csv, turtle or sparql (an update).")
    ] = "text",
    output: Annotated[str, typer.Option("--output", "-o", help="File to write; -: stdout.")] = "-",
) -> None:
    """Say which concepts, papers and edges are new, gone or changed from one build to another."""
    from kg.comparison import Comparison, compare, compare_venues
    from kg.opened import open_build

    formats = {
        "text": Comparison.to_text,
        "csv": Comparison.to_csv,
        "turtle": Comparison.to_turtle,
        "sparql": Comparison.to_sparql,
    }
    if format not in formats:
        raise UsageError(f"unknown format {format!r}: use one of {', '.join(formats)}")
    if venues and old is None:
        found = compare_venues(open_build(graph), *venues)
    elif old is not None and new is not None and not venues:
        found = compare(open_build(old), open_build(new))
    else:
        raise UsageError("name two builds, as in `kg diff OLD NEW`, or two --venues of one")
    with writing(output) as file:
        file.write(formats[format](found))
