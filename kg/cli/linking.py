"""Commands about the linking of names."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from kg.cli.app import app
from kg.cli.options import Format
from kg.cli.terminal import progress, writing
from kg.errors import InputError


@app.command()
def link_pairs(
    pairs: Annotated[
        Path,
        typer.Argument(
            help="Pairs, a JSON object a line: type, a, b, and perhaps a_context, b_context.",
            exists=True,
            dir_okay=False,
        ),
    ],
    output: Annotated[str, typer.Option("--output", "-o", help="File to write; -: stdout.")] = "-",
) -> None:
    """Decide for pairs of names: same, broader (a than b), narrower or different."""
    from kg.link import decide

    with writing(output) as file:
        for record, pair in _pairs(pairs):
            try:
                contexts = [pair[name] for name in ("a_context", "b_context") if pair.get(name)]
                label = decide(pair["a"], pair["b"], pair["type"], contexts)
            except (KeyError, TypeError, AttributeError) as error:
                raise InputError(
                    f"{pairs}, line {record}: not a pair, it needs the texts type, a and b"
                ) from error
            file.write(json.dumps({"label": label}) + "\n")


@app.command()
def count_acronyms(
    inputs: Annotated[list[str], typer.Argument(help="Files, folders or globs of papers.")],
    output: Annotated[Path, typer.Option("--output", "-o", help="Table to write (TSV).")],
    format: Format = None,
) -> None:
    """Count what papers define acronyms to mean, as the package's own table does."""
    from kg.learn.acronyms import definitions, write_table
    from kg.papers import stream
    from kg.records import Paper

    with progress() as watch:
        read = (item for item in stream(inputs, format) if isinstance(item, Paper))
        counts = definitions(paper.text for paper in watch("read", read, None))
    typer.echo(f"{write_table(counts, output)} usual senses written to {output}", err=True)


def _pairs(path: Path) -> Iterator[tuple[int, Any]]:
    with path.open(encoding="utf-8") as lines:
        for record, line in enumerate(lines, 1):
            if line.strip():
                try:
                    yield record, json.loads(line)
                except ValueError as error:
                    raise InputError(f"{path}, line {record}: no JSON ({error})") from error
