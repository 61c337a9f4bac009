"""Commands that ask online sources."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.terminal import progress, writing
from kg.errors import FetchError


@app.command()
def fetch(
    source: Annotated[str, typer.Argument(help="arxiv, openalex, openreview, s2 or acl.")],
    query: Annotated[
        str,
        typer.Argument(
            help="Words, or the source's own query; a venue's id of openreview, "
            "a volume's of acl: 2024.acl-long."
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", help="File to write; -: stdout.")] = "-",
    limit: Annotated[int | None, typer.Option(min=1, help="Records at most.")] = None,
    mailto: Annotated[str, typer.Option(help="Your address, by which a source may ask you.")] = "",
    cache: Annotated[bool, typer.Option(help="Keep answers for a week, and use them.")] = True,
    base_url: Annotated[
        str | None, typer.Option(help="Another server that answers as the source does.")
    ] = None,
) -> None:
    """Fetch papers from an online source, a JSON object a line, for `kg build` to read."""
    from platformdirs import user_cache_path

    from kg import __version__
    from kg.fetch import Fetching, fetch

    folder: Path | None = user_cache_path("kg") / "fetch" if cache else None
    how = Fetching(mailto, folder, f"kg-abstracts/{__version__}", base_url)
    found = fetch(source, query, limit, how)
    with progress() as watch, writing(output) as file:
        lines = (json.dumps(record, ensure_ascii=False) for record in watch("fetch", found, limit))
        number = sum(file.write(line + "\n") > 0 for line in lines)
        if not number:
            raise FetchError(f"{source} has nothing for {query!r}")
    typer.echo(f"fetched     {number:,} records from {source}", err=True)
