from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kg.extract.links import find_links
from kg.extract.repositories import canonical, find_repositories

LINES = Path(__file__).with_name("repositories.tsv").read_text(encoding="utf-8").splitlines()
CASES = [line.replace("⏎", "\n").split("\t") for line in LINES if not line.startswith("#")]
HOSTS = st.sampled_from(["github.com", "gitlab.com", "huggingface.co", "w.github.io", "x.example"])
PATHS = st.text("abzAZ09-_./~#?()", max_size=30)


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0][:60] for case in CASES])
def test_table(text: str, expected: str) -> None:
    found = " ".join(f"{r.url} {r.kind}" for r in find_repositories(text))
    assert found == expected


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150
    assert len({text for text, _ in CASES}) == len(CASES)


@given(HOSTS, PATHS)
def test_canonical_is_idempotent(host: str, path: str) -> None:
    once = canonical(f"https://{host}/{path}")
    assert once is None or canonical(once) == once


@given(st.text(max_size=60), HOSTS, PATHS, st.text(max_size=20))
def test_a_link_is_what_stands_at_its_offsets(
    before: str, host: str, path: str, after: str
) -> None:
    text = f"{before} https://{host}/{path} {after}"
    for link in find_links(text):
        assert text[link.start : link.end] == link.written


def test_hostile_text_takes_no_time() -> None:
    assert find_repositories("https://" * 20_000) == ()
    assert find_repositories("github.com/" + "(" * 20_000 + ")" * 20_000) == ()
