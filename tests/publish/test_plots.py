"""Plots of a build: what they show, what they say when there is nothing to show."""

from itertools import combinations
from pathlib import Path

import networkx as nx
import pytest

from kg.errors import DiskError
from kg.publish import write_plots
from kg.publish.figure import drawing
from kg.publish.plots import PLOTS

pytest.importorskip("matplotlib")

NAMES = [
    "concepts-by-year",
    "top-methods",
    "top-datasets",
    "top-tasks",
    "tasks-by-datasets",
    "datasets-together",
    "methods-together",
]


def written(name: str, graph: nx.MultiDiGraph) -> list[str]:
    with drawing():
        axes = PLOTS[name](graph).axes[0]
    return [text.get_text() for text in axes.texts]


def ticks(name: str, graph: nx.MultiDiGraph) -> tuple[list[str], list[str]]:
    with drawing():
        axes = PLOTS[name](graph).axes[0]
    return (
        [text.get_text() for text in axes.get_xticklabels()],
        [text.get_text() for text in axes.get_yticklabels()],
    )


def test_every_plot_is_written_twice_and_equal_graphs_give_equal_bytes(
    graph: nx.MultiDiGraph, tmp_path: Path
):
    other = nx.MultiDiGraph()
    other.add_nodes_from(reversed(list(graph.nodes(data=True))))
    other.add_edges_from(reversed(list(graph.edges(keys=True, data=True))))
    ones, twos = (list(write_plots(g, tmp_path / n)) for g, n in ((graph, "one"), (other, "two")))
    assert [path.name for path in ones] == [f"{n}.{s}" for n in NAMES for s in ("png", "svg")]
    assert [path.read_bytes() for path in ones] == [path.read_bytes() for path in twos]


def test_bars_bear_names_and_numbers(graph: nx.MultiDiGraph):
    assert ticks("top-datasets", graph)[1] == ["ImageNet"]
    assert written("top-datasets", graph) == ["2"]


def test_cells_bear_numbers(graph: nx.MultiDiGraph):
    assert ticks("tasks-by-datasets", graph) == (["ImageNet"], ["image classification"])
    assert written("tasks-by-datasets", graph) == ["1"]


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("concepts-by-year", "No paper of this build has a year."),
        ("top-methods", "This build has no methods."),
        ("top-datasets", "This build has no datasets."),
        ("top-tasks", "This build has no tasks."),
        ("tasks-by-datasets", "No paper of this build is about a task and a dataset."),
        ("datasets-together", "No paper of this build is about two datasets."),
        ("methods-together", "No paper of this build is about two methods."),
    ],
)
def test_a_plot_without_data_says_so(name: str, says: str):
    assert written(name, nx.MultiDiGraph()) == [says]


def test_long_names_neither_overlap_nor_leave_the_sheet():
    graph = nx.MultiDiGraph()
    for number in range(20):
        label = f"{'a very long name of a data set ' * 3}{number}"
        graph.add_node(f"d{number}", kind="concept", type="dataset", label=label, papers=1)
    graph.add_node("p", kind="paper")
    graph.add_edges_from((("p", f"d{number}") for number in range(20)), predicate="uses")
    with drawing():
        figure = PLOTS["datasets-together"](graph)
        figure.draw_without_rendering()
        names = figure.axes[0].get_yticklabels()
        boxes = [name.get_window_extent() for name in names]
    assert len(boxes) == 15
    assert not any(one.overlaps(other) for one, other in combinations(boxes, 2))
    assert min(box.x0 for box in boxes) >= 0


def test_a_folder_that_cannot_be(graph: nx.MultiDiGraph, tmp_path: Path):
    (tmp_path / "file").write_text("")
    with pytest.raises(DiskError, match="cannot write"):
        list(write_plots(graph, tmp_path / "file" / "plots"))
