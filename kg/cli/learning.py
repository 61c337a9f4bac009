"""Commands that score and train the extractor."""

from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Processes, cores
from kg.cli.terminal import progress
from kg.errors import UsageError


@app.command()
def evaluate(
    gold: Annotated[
        Path, typer.Argument(help="Gold documents, a JSON object a line.", exists=True)
    ],
    processes: Processes = 0,
) -> None:
    """Score the extractor against a gold file."""
    from kg.learn.evaluate import evaluate, table

    with progress() as watch:
        scores = evaluate(gold, cores(processes), watch)
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
