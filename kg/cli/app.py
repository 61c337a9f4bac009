"""The application that every command joins."""

from typing import Annotated

import typer

from kg import __version__

app = typer.Typer(
    name="kg",
    help="From abstracts of research papers to a knowledge graph you can ask, see and take away.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)


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
