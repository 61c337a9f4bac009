"""The command that serves a build over HTTP."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Folder


@app.command()
def serve(
    graph: Folder = Path("output"),
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option("--port", "-p", min=0, max=65535, help="0: any.")] = 8000,
    timeout: Annotated[float, typer.Option(min=0.1, help="Seconds a query may take.")] = 5.0,
    rows: Annotated[int, typer.Option(min=1, help="Rows an answer may have.")] = 10_000,
    workers: Annotated[int, typer.Option(min=1, max=64, help="Queries at a time.")] = 2,
    cors: Annotated[
        list[str] | None, typer.Option(help="Origin whose pages may ask, or *; repeatable.")
    ] = None,
    get_editor: Annotated[
        bool, typer.Option("--get-editor", help="Install the editor YASGUI with npm, and end.")
    ] = False,
) -> None:
    """Serve a build on this machine: SPARQL endpoint, questions, pages of concepts and papers."""
    if get_editor:
        from kg.serve.editor import get_editor as install

        print(f"installed in {install()}", file=sys.stderr)
        return
    from kg.opened import open_build
    from kg.serve.app import Site
    from kg.serve.server import is_loopback
    from kg.serve.server import serve as run
    from kg.serve.settings import Limits

    opened = open_build(graph)
    limits = Limits(timeout=timeout, rows=rows, workers=workers)
    site = Site(opened.folder.resolve(), opened.base, limits, origins=tuple(cors or ()))
    if not is_loopback(host):
        print(f"kg: whoever reaches {host} can ask this graph", file=sys.stderr)
        site = Site(site.build, site.base, limits, frozenset(), site.origins)
    run(site, host, port)
