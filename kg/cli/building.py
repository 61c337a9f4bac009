"""Commands that read papers."""

import json
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, Annotated, Any

import typer

from kg.cli.app import app
from kg.cli.options import Encoding, Format, Inputs, Map, MinScore, Processes, Strict, cores
from kg.cli.terminal import progress, writing
from kg.errors import UsageError


@app.command()
def build(
    inputs: Inputs = None,
    output: Annotated[Path, typer.Option("--output", "-o", help="Folder to write.")] = Path(
        "output"
    ),
    format: Format = None,
    encoding: Encoding = None,
    map: Map = None,
    strict: Strict = False,
    processes: Processes = 0,
    base: Annotated[str, typer.Option(help="Base of the IRIs that kg mints.")] = "",
    top: Annotated[int, typer.Option(min=1, help="Concepts on the page.")] = 300,
    min_score: MinScore = None,
    curation: Annotated[
        Path | None,
        typer.Option(help="Corrections (TOML or CSV): rename, merge, split, retype, reject."),
    ] = None,
    license: Annotated[str, typer.Option(help="Licence of the graph, an IRI; said in RDF.")] = "",
    vocabulary: Annotated[
        list[Path] | None,
        typer.Option(help="A vocabulary to link to (SKOS, or CSV: label, IRI); repeatable."),
    ] = None,
    extractions: Annotated[
        list[Path] | None,
        typer.Option(help="What `kg extract` or a build has found; the rest is extracted."),
    ] = None,
) -> None:
    """Read papers, extract, link, and write the graph with its page, store and exports."""
    from kg import vocab
    from kg.papers import FieldMap
    from kg.report import summary
    from kg.stages import Options, build

    names = FieldMap.of(map or ())
    options = Options(
        format,
        strict,
        cores(processes),
        base or vocab.BASE,
        top,
        names=names,
        encoding=encoding,
        min_score=min_score,
        curation=curation,
        license=license,
        vocabularies=tuple(vocabulary or ()),
        extractions=tuple(extractions or ()),
    )
    with progress() as watch:
        numbers = build(inputs or (), output, options, watch)
    for line in summary(numbers):
        typer.echo(line, err=True)
    typer.echo(f"written     {output}: open {output / 'graph.html'}, or ask `kg query`", err=True)


@app.command()
def extract(
    inputs: Inputs = None,
    output: Annotated[str, typer.Option("--output", "-o", help="File to write; -: stdout.")] = "-",
    format: Format = None,
    encoding: Encoding = None,
    map: Map = None,
    strict: Strict = False,
    processes: Processes = 0,
    min_score: MinScore = None,
    html: Annotated[
        Path | None, typer.Option(help="Write the abstracts with their concepts coloured, too.")
    ] = None,
) -> None:
    """Write what each paper says, a JSON object a line, in the order of the input."""
    from kg.extract import extract, to_record
    from kg.papers import FieldMap, stream
    from kg.publish import write_spans
    from kg.records import Rejection
    from kg.stages import SAMPLE, Options

    made_by = Options(min_score=min_score).made_by
    rejections: list[Rejection] = []
    names = FieldMap.of(map or ())
    items = stream(inputs or [SAMPLE], format, names=names, encoding=encoding)
    papers = _kept(items, rejections)
    extractions = extract(papers, processes=cores(processes), min_score=min_score)

    def written(found: Iterable[Any], file: IO[str]) -> Iterator[Any]:
        """The extractions, each when its line is written; so that none has to be kept."""
        for each in found:
            file.write(json.dumps(to_record(each, made_by), ensure_ascii=False) + "\n")
            yield each
        if strict and rejections:
            raise UsageError(
                f"{len(rejections)} records rejected, the first: {_place(rejections[0])}"
            )

    with progress() as watch, writing(output) as file:
        lines = written(watch("extract", extractions, None), file)
        if html is None:
            deque(lines, maxlen=0)
        else:
            write_spans(lines, html)
    for rejection in rejections[:5]:
        typer.echo(f"rejected {_place(rejection)}", err=True)
    if len(rejections) > 5:
        typer.echo(f"rejected {len(rejections) - 5} more", err=True)


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
