"""The picture of the page as a file, drawn without a browser."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kg.publish.details import Record
from kg.publish.figure import blank, colours, drawing, save, shortened
from kg.publish.scene import Scene, build_scene
from kg.publish.sheet import POINTS, Sheet, around, centred, place, size_of
from kg.publish.words import CHANGES, RELATIONS, TYPES

if TYPE_CHECKING:
    import networkx as nx
    from matplotlib.backend_bases import RendererBase
    from matplotlib.figure import Figure

_WIDTH = 10.0  # inches
_HEIGHT = (3.0, 9.0)  # inches that the picture itself may have
_LARGEST = 1.1  # points to a pixel of the scene: a few nodes need not fill the sheet
_MARGIN = (70.0, 34.0)  # points around the nodes, for names
_TITLE, _LEGEND = 30.0, 46.0  # points above and below the picture
_LABEL = (8.5, 12.5)  # points of the smallest and the largest name
_RADII = (6.0, 24.0)  # pixels of the nodes that bear them
_LONGEST = 34  # letters of a name
_SURE = 12  # nodes whose names may cover other nodes
_MARKERS = {"method": "o", "dataset": "s", "task": "D", "metric": "^"}
_MARKER_SIZES = {"method": 2.0, "dataset": 1.77, "task": 1.5, "metric": 2.1}  # of equal weight


def write_picture(graph: "nx.MultiDiGraph", path: Path, *, title: str, top: int = 300) -> None:
    """Write what the page shows at first as PNG or SVG, by the name's suffix.

    Positions, colours, shapes, sizes and links are the page's; names never overlap, the less
    important giving way. The same graph gives the same bytes with the same matplotlib. Raises
    UsageError without matplotlib, DiskError when the file cannot be written.
    """
    with drawing():
        save(draw(build_scene(graph, top), title), path)


def draw(scene: Scene, title: str) -> "Figure":
    """The picture as a figure of matplotlib's."""
    places, radii, width, height = _arranged(scene.core)
    figure = blank(width / POINTS, (height + _TITLE + _LEGEND) / POINTS)
    bottom, top = _LEGEND / (height + _TITLE + _LEGEND), height / (height + _TITLE + _LEGEND)
    axes = figure.add_axes((0.0, bottom, 1.0, top), xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    sheet = Sheet(axes, _renderer(figure), width, height, places, radii)
    shades = colours()
    if len(scene.communities) > 1:
        _draw_regions(sheet, scene, shades)
    _draw_links(sheet, _drawn(scene), shades)
    _draw_nodes(sheet, scene.core, shades)
    _write_names(sheet, scene, shades)
    _write_frame(figure, scene, title, shades)
    return figure


def _drawn(scene: Scene) -> list[Record]:
    return [edge for edge in scene.edges if edge["drawn"]]


def _renderer(figure: "Figure") -> "RendererBase":
    from matplotlib.backends.backend_agg import FigureCanvasAgg

    canvas: Any = FigureCanvasAgg(figure)
    renderer: RendererBase = canvas.get_renderer()
    return renderer


def _arranged(
    nodes: Sequence[Record],
) -> tuple[dict[int, tuple[float, float]], dict[int, float], float, float]:
    """Places and radii in points, and the width and height of the picture."""
    xs, ys = [node["x"] for node in nodes] or [0], [node["y"] for node in nodes] or [0]
    width = _WIDTH * POINTS
    across, down = max(max(xs) - min(xs), 1), max(max(ys) - min(ys), 1)
    most = _HEIGHT[1] * POINTS - 2 * _MARGIN[1]
    scale = min((width - 2 * _MARGIN[0]) / across, most / down, _LARGEST)
    height = max(down * scale + 2 * _MARGIN[1], _HEIGHT[0] * POINTS)
    middle = (max(xs) + min(xs)) / 2, (max(ys) + min(ys)) / 2
    places = {
        node["id"]: (
            width / 2 + (node["x"] - middle[0]) * scale,
            height / 2 + (node["y"] - middle[1]) * scale,
        )
        for node in nodes
    }
    return places, {n["id"]: max(2.2, n["size"] * scale) for n in nodes}, width, height


def _draw_regions(sheet: Sheet, scene: Scene, shades: Mapping[str, str]) -> None:
    from matplotlib.patches import Polygon
    from scipy.spatial import ConvexHull, QhullError

    for community in scene.communities:
        points = [sheet.places[number] for number in community["nodes"]]
        try:
            corners = [points[index] for index in ConvexHull(points).vertices]
        except QhullError:  # all on one line
            corners = points
        region = Polygon(corners, closed=True, color=shades["region"], linewidth=30, zorder=0)
        region.set_joinstyle("round")
        sheet.axes.add_patch(region)


def _draw_links(sheet: Sheet, edges: Iterable[Record], shades: Mapping[str, str]) -> None:
    from matplotlib.patches import FancyArrowPatch

    order = {name: index for index, name in enumerate(RELATIONS)}
    for edge in edges:
        name, change = edge["relation"], edge.get("change", "common")
        relation = RELATIONS.get(name)
        co_use = name == "coUse"
        shade = shades[change] if change in ("new", "gone") else shades.get(name, shades["quiet"])
        directed = relation is None or relation.directed
        patch = FancyArrowPatch(
            sheet.places[edge["from"]],
            sheet.places[edge["to"]],
            connectionstyle=f"arc3,rad={0.06 if co_use else 0.1 + 0.04 * order.get(name, 0)}",
            arrowstyle="-|>,head_length=3,head_width=1.4" if directed else "-",
            mutation_scale=1,
            shrinkA=sheet.radii[edge["from"]],
            shrinkB=sheet.radii[edge["to"]] + 1,
            linewidth=0.6 if co_use else min(2.4, 0.8 + 0.3 * (edge["support"] - 1)),
            linestyle=_dashes(name),
            color=shade,
            alpha=0.5 if co_use else 0.65,
            zorder=1,
        )
        sheet.axes.add_patch(patch)


def _dashes(relation: str) -> Any:
    found = RELATIONS[relation].dashes if relation in RELATIONS else ()
    return (0, tuple(0.6 * length for length in found)) if found else "solid"


def _draw_nodes(sheet: Sheet, nodes: Iterable[Record], shades: Mapping[str, str]) -> None:
    for node in nodes:
        change = node.get("change", "common")
        marked = change in ("new", "gone")
        sheet.axes.plot(
            *sheet.places[node["id"]],
            marker=_MARKERS.get(node["group"], "o"),
            markersize=sheet.radii[node["id"]] * _MARKER_SIZES.get(node["group"], 2.0),
            markerfacecolor=shades["ground"] if change == "gone" else shades.get(node["group"]),
            markeredgecolor=shades[change] if marked else shades["ground"],
            markeredgewidth=2.0 if marked else 0.8,
            zorder=2,
        )


def _write_names(sheet: Sheet, scene: Scene, shades: Mapping[str, str]) -> None:
    """The names of the nodes, the most important first, then those of the regions."""
    from matplotlib.patheffects import withStroke

    halo = [withStroke(linewidth=2.2, foreground=shades["ground"])]
    for rank, node in enumerate(scene.core):
        share = min(1.0, max(0.0, (node["size"] - _RADII[0]) / (_RADII[1] - _RADII[0])))
        size = _LABEL[0] + (_LABEL[1] - _LABEL[0]) * share
        style = {"fontsize": size, "fontweight": "bold" if share > 0.5 else "normal"}
        text = shortened(node["name"], _LONGEST)
        spots = around(sheet.node(node["id"]), *size_of(sheet, text, style))
        if (box := place(sheet, spots, node["id"], rank < _SURE)) is not None:
            sheet.taken.append(box)
            sheet.axes.text(
                (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, text, ha="center", va="center",
                color=shades["ink"], path_effects=halo, zorder=4, **style,
            )  # fmt: skip
    for text, middles in _regions(sheet, scene) if len(scene.communities) > 1 else ():
        style = {"fontsize": 9.0, "fontstyle": "italic"}
        spots = (centred(middle, *size_of(sheet, text, style)) for middle in middles)
        if (box := place(sheet, spots, -1, False)) is not None:
            sheet.taken.append(box)
            sheet.axes.text(
                (box[0] + box[2]) / 2, (box[1] + box[3]) / 2, text, ha="center", va="center",
                color=shades["quiet"], path_effects=halo, zorder=3, **style,
            )  # fmt: skip


def _regions(sheet: Sheet, scene: Scene) -> Iterator[tuple[str, list[tuple[float, float]]]]:
    """The name of each region, and the spots where it may stand: over it, then under it."""
    names = {node["id"]: node["name"] for node in scene.core}
    for community in scene.communities:
        points = [sheet.places[number] for number in community["nodes"]]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        text = shortened(" · ".join(names[head] for head in community["heads"]), 2 * _LONGEST)
        middle = (min(xs) + max(xs)) / 2
        yield text, [(middle, min(ys) - 24), (middle, max(ys) + 24)]


def _write_frame(figure: "Figure", scene: Scene, title: str, shades: Mapping[str, str]) -> None:
    """The title above; below it what shapes and lines mean."""
    height = figure.get_figheight() * POINTS
    figure.text(
        0.012, 1 - 10 / height, shortened(title, 80), va="top", fontsize=13, fontweight="bold",
        color=shades["ink"],
    )  # fmt: skip
    told = f"{len(scene.core):,} of {scene.total:,} concepts"
    figure.text(0.988, 1 - 12 / height, told, va="top", ha="right", fontsize=9.5,
                color=shades["quiet"])  # fmt: skip
    for row, handles in enumerate((_types(scene, shades), _relations(scene, shades))):
        if handles:
            legend = figure.legend(
                handles=handles, loc="lower left", bbox_to_anchor=(0.0, (22 - 20 * row) / height),
                ncols=len(handles), frameon=False, fontsize=9, labelcolor=shades["ink"],
                handlelength=1.9, columnspacing=1.2, handletextpad=0.5, borderpad=0.3,
            )  # fmt: skip
            figure.add_artist(legend)


def _types(scene: Scene, shades: Mapping[str, str]) -> list[Any]:
    from matplotlib.lines import Line2D

    groups = {node["group"] for node in scene.core}
    changes = {thing.get("change") for thing in (*scene.core, *_drawn(scene))}
    types = [
        Line2D([], [], linestyle="none", marker=_MARKERS[name], markersize=7, label=words,
               markerfacecolor=shades[name], markeredgecolor=shades["ground"])
        for name, words in TYPES.items() if name in groups
    ]  # fmt: skip
    marks = [
        Line2D([], [], linestyle="none", marker="o", markersize=7, label=CHANGES[name],
               markerfacecolor=shades["ground"] if name == "gone" else shades["rule"],
               markeredgecolor=shades[name], markeredgewidth=2)
        for name in ("new", "gone") if name in changes
    ]  # fmt: skip
    return types + marks


def _relations(scene: Scene, shades: Mapping[str, str]) -> list[Any]:
    from matplotlib.lines import Line2D

    found = {edge["relation"] for edge in _drawn(scene)}
    return [
        Line2D([], [], color=shades[name], linestyle=_dashes(name), linewidth=1.6,
               label=relation.forward)
        for name, relation in RELATIONS.items() if name in found
    ]  # fmt: skip
