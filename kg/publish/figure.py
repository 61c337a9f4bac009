"""What every static picture needs: matplotlib without a screen, our colours, the same bytes each time."""

import io
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from kg.errors import UsageError
from kg.publish.files import write_bytes

if TYPE_CHECKING:
    from matplotlib.figure import Figure

FORMATS = ("png", "svg")
DOTS = 166  # per inch: at half its size, as a README shows it, an inch has 83

_CSS = Path(__file__).with_name("page.css")
_COLOUR = re.compile(r"--(\w+): (#[0-9a-f]{6});")
# The user's own settings would change the bytes; a name is no formula, whatever signs it has.
_SETTINGS = {
    "font.family": "DejaVu Sans",  # comes with matplotlib: the same letters on every machine
    "text.parse_math": False,
    "svg.fonttype": "path",  # needs no font where it is read
    "svg.hashsalt": "kg",
    "path.simplify": False,
}


def colours() -> dict[str, str]:
    """The colours of the page on light ground, by name."""
    light = _CSS.read_text(encoding="utf-8").split("@media", 1)[0]
    return dict(_COLOUR.findall(light))


@contextmanager
def drawing() -> Iterator[None]:
    """Where to draw: with our settings and no one else's; raises UsageError without matplotlib."""
    try:
        from matplotlib import style
    except ModuleNotFoundError as error:
        raise UsageError(
            "static pictures need matplotlib: pip install 'kg-abstracts[plots]'"
        ) from error
    with style.context(["default", _SETTINGS]), warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Glyph .* missing")  # a box stands for a letter we lack
        yield


def blank(width: float, height: float) -> "Figure":
    """An empty figure of a size in inches."""
    from matplotlib.figure import Figure

    return Figure((width, height), dpi=DOTS, facecolor=colours()["ground"])


def save(figure: "Figure", path: Path) -> None:
    """Write PNG or SVG, by the name's suffix, without dates and versions."""
    suffix = path.suffix.removeprefix(".").lower()
    if suffix not in FORMATS:
        raise UsageError(f"{path}: pictures are .png or .svg")
    left_out = {"Software": None} if suffix == "png" else {"Date": None, "Creator": None}
    content = io.BytesIO()
    figure.savefig(content, format=suffix, dpi=DOTS, metadata=left_out)
    write_bytes(path, content.getvalue())


def shortened(text: str, letters: int) -> str:
    """A name on one line, with `…` for what is too long of it."""
    shown = "".join(c if c.isprintable() else " " for c in text)
    return shown if len(shown) <= letters else f"{shown[: letters - 1].rstrip()}…"
