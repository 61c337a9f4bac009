"""Commands about the vocabulary: print it, and check files that use it."""

from itertools import chain
from pathlib import Path
from typing import Annotated

import typer

from kg.cli.app import app
from kg.errors import InputError, UsageError

_PARTS = {
    "ontology": "ontology.ttl",
    "shapes": "shapes.ttl",
    "context": "context.jsonld",
    "mapping": "mapping.sssom.tsv",
}
_SHOWN = 100  # problems, at most


@app.command()
def validate(
    files: Annotated[
        list[Path], typer.Argument(help="Turtle, TriG, N-Triples, N-Quads, RDF/XML or JSON-LD.")
    ],
    shacl: Annotated[
        bool, typer.Option("--shacl", help="Check the SHACL shapes too; needs pyshacl.")
    ] = False,
) -> None:
    """Check RDF that uses the vocabulary of kg, ours or yours; exit 2 when a rule is broken."""
    from kg.rdf import Checker, read_rdf
    from kg.rdf.shacl import validate as validate_shapes

    checker = Checker()
    quads = 0
    kept = []
    for quad in checker.watch(chain.from_iterable(map(read_rdf, files))):
        quads += 1
        if shacl:
            kept.append(quad)
    problems = checker.problems() + (validate_shapes(kept) if shacl else [])
    for problem in problems[:_SHOWN]:
        typer.echo(str(problem))
    if problems:
        more = f", the first {_SHOWN} of them above" if len(problems) > _SHOWN else ""
        raise InputError(f"{len(problems):,} rules broken in {quads:,} statements{more}")
    typer.echo(f"{quads:,} statements: no rule is broken", err=True)


@app.command()
def vocab(
    part: Annotated[str, typer.Argument(help="ontology, shapes, context or mapping.")] = "ontology",
    format: Annotated[
        str, typer.Option("--format", "-f", help="turtle, nt, rdfxml, jsonld; md: a table.")
    ] = "",
) -> None:
    """Print the vocabulary: every class and property with its meaning and what it is aligned to."""
    from kg.rdf import document

    if part not in _PARTS:
        raise UsageError(f"there is no {part!r}: use one of {', '.join(_PARTS)}")
    typer.echo(document(_PARTS[part], format), nl=False)
