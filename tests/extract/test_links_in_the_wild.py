"""Faults that users of other software reported of links in abstracts, each shown not to be ours.

The numbers are rows of a survey of public bug reports; the texts are ours.
"""

import pytest

from kg.extract import find_repositories
from kg.extract.availability import find_availability

CASES = {
    "B1 an address broken at a line's end": (
        "Code: https://github.com/lab/Release-of-\nname and more.",
        [("https://github.com/lab/Release-of-name", "code")],
    ),
    "B1 a blank inside an address": (
        "Code is at https://github.com/ lab/x now.",
        [("https://github.com/lab/x", "code")],
    ),
    "B2 punctuation and brackets after it": (
        "We share all (https://github.com/a/b). Our page is https://lab.example.org/Film_(film).",
        [("https://github.com/a/b", "code"), ("https://lab.example.org/Film_(film)", "page")],
    ),
    "B3 one repository in many spellings": (
        "https://GitHub.com/a/b.git/ is http://www.github.com:80/a/b/tree/main/x and github.com/A/B/",
        [("https://github.com/a/b", "code")],
    ),
    "B4 a link that the listing left out": ("The code is at this https URL.", []),
    "B5 an anonymous mirror": (
        "Code: https://anonymous.4open.science/r/NAME-1234/",
        [("https://anonymous.4open.science/r/NAME-1234", "anonymised")],
    ),
    "B6 LaTeX inside": (
        r"See https://github.com/x/S\_Dbw for code.",
        [("https://github.com/x/S_Dbw", "code")],
    ),
    "B6 LaTeX that is no address": (r"See \url{https://github.com/x/y\protect} for code.", []),
    "B7 without a scheme": (
        "The code is at github.com/a/b and gitlab.com/c/d, not at site.co.uk/x.",
        [("https://github.com/a/b", "code"), ("https://gitlab.com/c/d", "code")],
    ),
}


@pytest.mark.parametrize("row", CASES)
def test_links_as_people_write_them(row: str) -> None:
    text, expected = CASES[row]
    assert [(found.url, found.kind) for found in find_repositories(text)] == expected


def test_b4_a_left_out_link_is_said() -> None:
    text = CASES["B4 a link that the listing left out"][0]
    found = find_availability(text, ())
    assert found is not None
    assert (found.kind, text[found.start : found.end]) == ("elided", text)


def test_b6_nothing_of_latex_is_left_in_an_address() -> None:
    for text, _ in CASES.values():
        for found in find_repositories(text):
            assert not set(found.url) & set("\\{}")
            assert "%5C" not in found.url
