"""The command that says what was understood of some files, without building anything."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from kg.cli.app import app
from kg.cli.options import Encoding, Format, Inputs, Map, Strict

if TYPE_CHECKING:
    from kg.records import Paper, Rejection

_WIDTHS = (30, 4, 20, 8)  # of the columns before the title


@app.command()
def papers(
    inputs: Inputs = None,
    format: Format = None,
    encoding: Encoding = None,
    map: Map = None,
    strict: Strict = False,
    first: Annotated[int, typer.Option("--first", "-n", min=0, help="Papers to show.")] = 10,
) -> None:
    """Say what is understood of files: formats, counts, the first papers, what is wrong where."""
    from kg.errors import InputError
    from kg.papers import FieldMap, read
    from kg.papers.survey import lines, problems, survey
    from kg.stages import SAMPLE

    names = FieldMap.of(map or ())
    reading = read(inputs or [SAMPLE], format, names=names, encoding=encoding)
    numbers = survey(reading)
    if len(reading.counts) == 1:
        count = reading.counts[0]
        typer.echo(f"format      {count.format}, {count.encoding}")
    for line in lines(numbers):
        typer.echo(_printable(line))
    ordered = sorted(reading.papers, key=lambda paper: paper.sources)
    for line in _table(ordered[:first]):
        typer.echo(line)
    for line in (*problems(numbers), *_places(reading.rejections[:first])):
        typer.echo(_printable(line))
    if strict and reading.rejections:
        raise InputError(f"{len(reading.rejections)} records rejected under --strict")


def _table(papers: "Iterable[Paper]") -> Iterator[str]:
    yield from ("", _row(("id", "year", "venue", "abstract"), "title"))
    for paper in papers:
        cells = (paper.id, str(paper.year or ""), paper.venue or "", f"{len(paper.abstract):,}")
        yield _row(cells, _cut(paper.title or paper.abstract, 80))
    yield ""


def _row(cells: Iterable[str], title: str) -> str:
    fitted = (_cut(cell, width).ljust(width) for cell, width in zip(cells, _WIDTHS, strict=True))
    return "  ".join((*fitted, title)).rstrip()


def _places(rejections: "Iterable[Rejection]") -> Iterator[str]:
    from kg.papers.survey import place

    for found in rejections:
        shown = f": {_cut(found.excerpt, 80)}" if found.excerpt else ""
        yield f"problem     {place(found)}: {found.reason}{shown}"


def _cut(text: str, width: int) -> str:
    line = " ".join(_printable(text[: 4 * width]).split())
    return line if len(line) <= width else line[: width - 1] + "…"


def _printable(text: str) -> str:
    """The text without what would steer a terminal."""
    return "".join(sign if sign.isprintable() else " " for sign in text)
