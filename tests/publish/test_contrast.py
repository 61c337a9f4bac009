"""The colours can be told apart and read, in both themes: WCAG 2.2 at level AA."""

import re
from pathlib import Path

import pytest

CSS = (Path(__file__).resolve().parents[2] / "kg" / "publish" / "page.css").read_text("utf-8")
LIGHT, DARK = (
    dict(re.findall(r"--(\w+): (#[0-9a-f]{6});", block))
    for block in re.findall(r":root \{(.*?)\}", CSS, re.S)
)
THEMES = [pytest.param(LIGHT, id="light"), pytest.param(DARK, id="dark")]
GROUNDS = ("ground", "surface", "region")
MARKS = ("method", "dataset", "task", "metric", "paper", "new", "gone", "edge")
LINES = ("usedFor", "buildsOn", "evaluatedOn", "comparedWith", "measuredBy", "broader")


def luminance(colour: str) -> float:
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def test_both_themes_name_the_same_colours():
    assert LIGHT.keys() == DARK.keys()


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", [*GROUNDS, "mark"])
@pytest.mark.parametrize("text", ["ink", "quiet", "accent"])
def test_text_is_read_on_every_ground(theme: dict[str, str], ground: str, text: str):
    if ground == "mark" and text != "ink":
        pytest.skip("a marked mention is in ink")
    assert contrast(theme[text], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("mark", [*MARKS, *LINES])
def test_marks_and_lines_stand_out_from_every_ground(theme: dict[str, str], ground: str, mark: str):
    assert contrast(theme[mark], theme[ground]) >= 3
