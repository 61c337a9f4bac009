"""The application that every command joins."""

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from kg import __version__

# The order of help: the way through the house, then what surrounds it.
ORDER = (
    *("build", "papers", "fetch", "extract", "query", "info", "why", "view", "diff", "serve"),
    *("export", "push", "validate", "vocab"),
    *("evaluate", "train", "link-pairs", "count-acronyms"),
)


class _Ordered(TyperGroup):
    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(super().list_commands(ctx), key=ORDER.index)


app = typer.Typer(
    name="kg",
    cls=_Ordered,
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
