"""Where commands write: files that appear when complete, and progress on a terminal."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any


@contextmanager
def writing(name: str) -> Iterator[IO[str]]:
    """A text file that appears when it is complete, or stdout for `-`."""
    if name == "-":
        yield sys.stdout
        return
    temporary = Path(f"{name}.tmp")
    try:
        with temporary.open("w", encoding="utf-8", newline="\n", errors="replace") as file:
            yield file
        temporary.replace(name)
    finally:
        temporary.unlink(missing_ok=True)


@contextmanager
def progress() -> Iterator[Callable[[str, Iterable[Any], int | None], Iterable[Any]]]:
    """A watcher that shows a bar on stderr, on a terminal only."""
    if not sys.stderr.isatty():
        yield lambda stage, items, total: items
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        yield lambda stage, items, total: bar.track(items, total, description=stage)
