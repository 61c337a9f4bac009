"""Arguments and options that several commands share."""

import os
from pathlib import Path
from typing import Annotated

import typer

Inputs = Annotated[
    list[str] | None,
    typer.Argument(help="Files, folders, globs, or - for stdin; none: the embedded sample."),
]
Format = Annotated[
    str | None, typer.Option("--format", help="Format of the inputs, instead of by content.")
]
Encoding = Annotated[
    str | None,
    typer.Option("--encoding", help="How the inputs are encoded, where a guess fails: gb18030 …"),
]
Map = Annotated[
    list[str] | None,
    typer.Option("--map", help="title=Name: the field of that name is the title; repeatable."),
]
Strict = Annotated[bool, typer.Option("--strict", help="A rejected record is an error (exit 2).")]
Processes = Annotated[
    int, typer.Option("--processes", "-j", min=0, help="Processes; 0: one a core when it pays.")
]
MinScore = Annotated[
    float | None,
    typer.Option(
        "--min-score",
        min=0,
        max=1,
        help="Leave out concepts and relations that are right with a lower probability than this; "
        "without it, what gives the best F1.",
    ),
]
Folder = Annotated[Path, typer.Option("--graph", "-g", help="The folder of a build.")]


def cores(asked: int) -> int:
    """How many processes `--processes` means."""
    return asked or (os.cpu_count() or 1)
