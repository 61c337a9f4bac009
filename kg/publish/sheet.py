"""The sheet that a static picture is drawn on: what is taken there, and where a name may stand."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.backend_bases import RendererBase

Box = tuple[float, float, float, float]  # left, top, right, bottom, in points

POINTS = 72.0  # to the inch


@dataclass(slots=True)
class Sheet:
    """The axes, in points from the top left, and what is already taken on them."""

    axes: "Axes"
    renderer: "RendererBase"
    width: float
    height: float
    places: Mapping[int, tuple[float, float]]
    radii: Mapping[int, float]
    taken: list[Box] = field(default_factory=list)

    def inside(self, box: Box) -> bool:
        """Whether a box lies on the sheet."""
        return box[0] >= 0 and box[1] >= 0 and box[2] <= self.width and box[3] <= self.height

    def free(self, box: Box) -> bool:
        """Whether nothing is written there."""
        return not any(_overlap(box, other) for other in self.taken)

    def covers(self, box: Box, own: int) -> bool:
        """Whether a box lies on another node than its own."""
        nodes = (self.node(number) for number in self.places if number != own)
        return any(_overlap(box, node) for node in nodes)

    def node(self, number: int) -> Box:
        """The box around a node."""
        (x, y), r = self.places[number], self.radii[number]
        return x - r, y - r, x + r, y + r


def size_of(sheet: Sheet, text: str, style: Mapping[str, Any]) -> tuple[float, float]:
    """Width and height of a text in points."""
    from matplotlib.font_manager import FontProperties

    font = FontProperties(
        size=style["fontsize"],
        weight=style.get("fontweight", "normal"),
        style=style.get("fontstyle", "normal"),
    )
    width, _, _ = sheet.renderer.get_text_width_height_descent(text, font, False)
    return width * POINTS / sheet.axes.figure.dpi, float(style["fontsize"]) * 1.15


def around(node: Box, width: float, height: float) -> Iterator[Box]:
    """Where a name of that size may stand: under its node, over it, right or left of it."""
    left, top, right, bottom = node
    x, y = (left + right) / 2, (top + bottom) / 2
    yield centred((x, bottom + 1 + height / 2), width, height)
    yield centred((x, top - 1 - height / 2), width, height)
    yield centred((right + 3 + width / 2, y), width, height)
    yield centred((left - 3 - width / 2, y), width, height)


def centred(middle: tuple[float, float], width: float, height: float) -> Box:
    """The box of a name of that size around a point, with air at its ends."""
    x, y = middle
    return x - width / 2 - 1.5, y - height / 2, x + width / 2 + 1.5, y + height / 2


def place(sheet: Sheet, spots: Iterable[Box], own: int, sure: bool) -> Box | None:
    """The first place that is free; a name that is sure of one may cover nodes."""
    free = [box for box in spots if sheet.inside(box) and sheet.free(box)]
    best = (box for box in free if not sheet.covers(box, own))
    return next(chain(best, free[:1] if sure else ()), None)


def _overlap(one: Box, other: Box) -> bool:
    return (
        one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    )  # fmt: skip
