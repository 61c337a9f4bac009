"""Plots of a build: concepts by year, the commonest, and which go together."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import networkx as nx

from kg.errors import DiskError
from kg.graph.tables import Grid, by_year, commonest, together
from kg.publish.figure import FORMATS, blank, colours, drawing, save, shortened
from kg.publish.words import TYPES

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

_BARS, _CELLS = 15, 15  # concepts of a plot, at most
_LONGEST = 32  # letters of a name
_WIDTH = 8.0  # inches

Labels = Mapping[str, str]  # IRI -> what to call it


def write_plots(graph: nx.MultiDiGraph, folder: Path) -> Iterator[Path]:
    """Write every plot of a graph as PNG and SVG into a folder; yields each file when it is there.

    A plot without data says what is missing. Raises UsageError without matplotlib, DiskError when
    the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise DiskError(f"cannot write {folder}: {error.strerror}; name another folder") from error
    for name, draw in PLOTS.items():
        with drawing():
            figure = draw(graph)
            for suffix in FORMATS:
                save(figure, folder / f"{name}.{suffix}")
        yield from (folder / f"{name}.{suffix}" for suffix in FORMATS)


def draw_years(graph: nx.MultiDiGraph) -> "Figure":
    """Stacked bars: how many concepts of each type the papers of each year are about."""
    years = by_year(graph)
    figure, axes = _sheet("Concepts by year of their papers", 3.6)
    if not years:
        return _say(figure, axes, "No paper of this build has a year.")
    shades, below = colours(), [0] * len(years)
    for type_, words in TYPES.items():
        heights = [counts.get(type_, 0) for counts in years.values()]
        axes.bar(list(years), heights, bottom=below, label=words, color=shades[type_], width=0.8)
        below = [low + high for low, high in zip(below, heights, strict=True)]
    _count_along(axes)
    axes.set_xlim(min(years) - 0.8, max(years) + 0.8)
    axes.set_ylabel("concepts")
    _rule(axes, "y")
    figure.legend(loc="outside lower left", ncols=4, frameon=False)
    return figure


def draw_commonest(type_: str) -> "Callable[[nx.MultiDiGraph], Figure]":
    """What draws bars of the concepts of a type that most papers are about."""

    def draw(graph: nx.MultiDiGraph) -> "Figure":
        found = commonest(graph, type_, _BARS)
        figure, axes = _sheet(f"{TYPES[type_]} of most papers", 0.9 + 0.25 * max(6, len(found)))
        if not found:
            return _say(figure, axes, f"This build has no {TYPES[type_].lower()}.")
        places = range(len(found))
        bars = axes.barh(places, [papers for _, papers in found], color=colours()[type_])
        axes.bar_label(bars, padding=3, color=colours()["quiet"])
        axes.set_yticks(places, [_name(graph, iri) for iri, _ in found])
        axes.invert_yaxis()
        _count_along(axes)
        axes.set_xlabel("papers")
        _rule(axes, "x")
        return figure

    return draw


def draw_together(row: str, column: str) -> "Callable[[nx.MultiDiGraph], Figure]":
    """What draws a heat map of the papers about two concepts of these types."""
    pair = f"two {TYPES[row].lower()}" if row == column else f"a {row} and a {column}"

    def draw(graph: nx.MultiDiGraph) -> "Figure":
        grid = together(graph, row, column, _CELLS)
        figure, axes = _sheet(f"Papers about {pair}", 2.4 + 0.27 * max(4, len(grid.rows)))
        if not grid.rows:
            return _say(figure, axes, f"No paper of this build is about {pair}.")
        _fill(axes, grid, colours(), row)
        axes.set_xticks([x + 0.5 for x in range(len(grid.columns))], [_name(graph, iri) for iri in grid.columns],
                        rotation=40, ha="right", rotation_mode="anchor")  # fmt: skip
        axes.set_yticks(
            [y + 0.5 for y in range(len(grid.rows))], [_name(graph, iri) for iri in grid.rows]
        )
        return figure

    return draw


PLOTS: dict[str, Callable[[nx.MultiDiGraph], Any]] = {
    "concepts-by-year": draw_years,
    "top-methods": draw_commonest("method"),
    "top-datasets": draw_commonest("dataset"),
    "top-tasks": draw_commonest("task"),
    "tasks-by-datasets": draw_together("task", "dataset"),
    "datasets-together": draw_together("dataset", "dataset"),
    "methods-together": draw_together("method", "method"),
}


def _fill(axes: "Axes", grid: Grid, shades: Labels, type_: str) -> None:
    """The cells, the darker the more papers, with their numbers; 0 stays empty."""
    from matplotlib.colors import LinearSegmentedColormap

    most = max(map(max, grid.counts))
    scale = LinearSegmentedColormap.from_list("kg", [shades["region"], shades[type_]])
    axes.pcolormesh(grid.counts, cmap=scale, vmin=0, vmax=most, edgecolors=shades["ground"],
                    linewidth=1.5)  # fmt: skip
    axes.set_xlim(0, len(grid.columns))
    axes.set_ylim(len(grid.rows), 0)
    for y, counts in enumerate(grid.counts):
        for x, papers in enumerate(counts):
            if papers:
                light = papers > 0.6 * most and type_ != "dataset"  # whose colour is a light one
                shade = shades["ground" if light else "ink"]
                axes.text(x + 0.5, y + 0.5, str(papers), ha="center", va="center", color=shade)


def _sheet(title: str, height: float) -> "tuple[Figure, Axes]":
    shades = colours()
    figure = blank(_WIDTH, height)
    figure.set_layout_engine("constrained", w_pad=0.12, h_pad=0.12)
    axes = figure.add_subplot(facecolor=shades["ground"])
    axes.set_title(title, loc="left", fontweight="bold", color=shades["ink"], pad=10)
    axes.tick_params(colors=shades["ink"], length=0)
    axes.spines[:].set_visible(False)
    axes.xaxis.label.set_color(shades["quiet"])
    axes.yaxis.label.set_color(shades["quiet"])
    return figure, axes


def _count_along(axes: "Axes") -> None:
    """Whole numbers along the horizontal axis."""
    from matplotlib.ticker import MaxNLocator

    axes.xaxis.set_major_locator(MaxNLocator(integer=True))


def _rule(axes: "Axes", along: Literal["x", "y"]) -> None:
    """Faint lines to read a value by, behind the bars."""
    axes.set_axisbelow(True)
    axes.grid(axis=along, color=colours()["rule"], linewidth=0.8)


def _say(figure: "Figure", axes: "Axes", text: str) -> "Figure":
    axes.set_xticks([])
    axes.set_yticks([])
    axes.text(0.5, 0.5, text, ha="center", va="center", transform=axes.transAxes,
              color=colours()["quiet"])  # fmt: skip
    return figure


def _name(graph: nx.MultiDiGraph, iri: str) -> str:
    return shortened(str(graph.nodes[iri].get("label") or iri), _LONGEST)
