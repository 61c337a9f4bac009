"""The command that draws a part of a build."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.app import app
from kg.cli.asking import pair
from kg.cli.options import Folder
from kg.errors import UsageError

if TYPE_CHECKING:
    from kg.opened import Opened
    from kg.slices import Slicer


@app.command()
def view(
    concept: Annotated[
        str | None, typer.Argument(help="A concept, by any of its names; none: the whole build.")
    ] = None,
    paper: Annotated[str | None, typer.Option(help="A paper instead, by id or title.")] = None,
    query: Annotated[
        str | None,
        typer.Option(help="What a named query, a .rq file or SPARQL answers instead."),
    ] = None,
    parameters: Annotated[
        list[str] | None,
        typer.Option("--parameter", "-p", help="name=value for the query, as often as needed."),
    ] = None,
    venue: Annotated[str | None, typer.Option(help="A venue instead, as in 'ICML 2023'.")] = None,
    year: Annotated[int | None, typer.Option(help="Of this year only.")] = None,
    against: Annotated[
        Path | None, typer.Option(help="An older build: what is new, gone and in both is coloured.")
    ] = None,
    graph: Folder = Path("output"),
    hops: Annotated[int, typer.Option(min=1, max=2, help="Edges to go from the concept.")] = 1,
    top: Annotated[int, typer.Option(min=1, help="Concepts to draw at first.")] = 300,
    output: Annotated[Path, typer.Option("--output", "-o", help="The page.")] = Path("view.html"),
    png: Annotated[
        Path | None, typer.Option(help="Write a picture too, without a browser.")
    ] = None,
    svg: Annotated[Path | None, typer.Option(help="Write the picture as SVG.")] = None,
    open_: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
    serve: Annotated[
        bool, typer.Option("--serve", help="Serve the page, which then loads more when asked.")
    ] = False,
    port: Annotated[int, typer.Option(min=0, max=65535, help="To serve at; 0: any.")] = 8000,
) -> None:
    """Write one page of a part of a build, that opens in any browser without a network."""
    from kg import slices
    from kg.opened import open_build
    from kg.publish import write_page, write_picture

    if parameters and query is None:
        raise UsageError("-p belongs to --query")
    values = dict(map(pair, parameters or ()))
    asked: dict[str, Slicer] = {}
    if concept is not None:
        asked["a concept"] = lambda opened: slices.of_concept(opened, concept, hops)
    if paper is not None:
        asked["--paper"] = lambda opened: slices.of_paper(opened, paper)
    if query is not None:
        asked["--query"] = lambda opened: slices.of_answer(opened, query, values)
    if venue is not None or year is not None:
        asked["--venue"] = lambda opened: slices.of_venue(opened, venue, year)
    if len(asked) > 1:
        raise UsageError(f"{' and '.join(asked)} name different parts: choose one")
    slicer = next(iter(asked.values()), slices.everything)
    opened = open_build(graph)
    part = slices.against(opened, open_build(against), slicer) if against else slicer(opened)
    write_page(part.graph, output, title=part.title, top=top)
    typer.echo(output)
    for picture in filter(None, (png, svg)):
        write_picture(part.graph, picture, title=part.title, top=top)
        typer.echo(picture)
    if serve:
        _serve(opened, output, port, open_)
    elif open_:
        import webbrowser

        webbrowser.open(output.absolute().as_uri())


def _serve(opened: "Opened", page: Path, port: int, open_: bool) -> None:
    """Serve a page and the build that it is of, on this machine only."""
    import webbrowser

    from kg.serve.app import Site
    from kg.serve.server import serve

    def started(address: str) -> None:
        typer.echo(f"{address}view")
        if open_:
            webbrowser.open(f"{address}view")

    site = Site(opened.folder.resolve(), opened.base, view=page.resolve())
    serve(site, "127.0.0.1", port, started)
