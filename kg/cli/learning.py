"""Commands that score and train the extractor."""

import json
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Processes, cores
from kg.cli.terminal import progress, writing
from kg.errors import UsageError


@app.command()
def evaluate(
    gold: Annotated[
        Path, typer.Argument(help="Gold documents, a JSON object a line.", exists=True)
    ],
    predictions: Annotated[
        Path | None,
        typer.Option(
            help="Score this output of `kg extract` instead.", exists=True, dir_okay=False
        ),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="Write the results here as JSON too.")
    ] = None,
    errors: Annotated[
        int, typer.Option(min=0, help="Print so many of the most frequent mistakes.")
    ] = 0,
    model: Annotated[
        Path | None, typer.Option(help="Another model folder than the packaged one.")
    ] = None,
    processes: Processes = 0,
) -> None:
    """Score the extractor against a gold file: per type, predicate, venue and score."""
    from kg.extract.model import PACKAGED
    from kg.learn.evaluate import (
        evaluate,
        extracted,
        figures,
        load_gold,
        read_predictions,
        table,
    )

    documents = load_gold(gold)
    if predictions is not None:
        judged = evaluate(documents, read_predictions(predictions, documents))
    else:
        with progress() as watch:
            found = extracted(documents, model or PACKAGED, cores(processes))
            judged = evaluate(documents, watch("extract", found, len(documents)))
    results = figures(judged, max(errors, 50))
    if output is not None:
        with writing(str(output)) as file:
            file.write(json.dumps(results, ensure_ascii=False, indent=1) + "\n")
    for line in table(results, errors):
        typer.echo(line)


@app.command()
def train(
    gold: Annotated[list[Path], typer.Argument(help="Gold files.", exists=True, dir_okay=False)],
    output: Annotated[Path, typer.Option("--output", "-o", help="Model folder to write.")],
    epochs: Annotated[int, typer.Option(min=1)] = 4,
    seed: Annotated[int, typer.Option()] = 0,
    version: Annotated[str, typer.Option(help="Version to give the model.")] = "0.0.0",
    unlabelled: Annotated[
        list[Path] | None,
        typer.Option(help="Papers to go on pretraining the encoder on first.", exists=True),
    ] = None,
) -> None:
    """Train a model on gold files; needs the extra `[train]`."""
    try:
        from kg.learn.recipe import train_model
        from kg.learn.train import Recipe
    except ModuleNotFoundError as error:
        raise UsageError(
            f"training needs {error.name}: pip install 'kg-abstracts[train]'"
        ) from error
    recipe = Recipe(epochs=epochs, seed=seed)
    train_model(gold, output, version, recipe, lambda s: typer.echo(s, err=True), unlabelled or ())
