"""Row A13 of a survey of public bug reports: hyphens at the ends of lines are never removed."""

from pathlib import Path

from kg.link.keys import key
from kg.papers import read

TEXT = (
    "We study optimi-\nzation of networks with α2-\nintegrin, of n-\ntridecanal and of well-\nknown "
    "facts, as optimization does."
)


def test_a13_a_hyphen_at_a_line_s_end_stays_in_the_text(tmp_path: Path) -> None:
    path = tmp_path / "copied.txt"
    path.write_text(f"{TEXT}\n\n{TEXT.replace('We study', 'They study')}\n", encoding="utf-8")
    abstracts = [paper.abstract for paper in read([path]).papers]
    assert TEXT in abstracts
    assert sum(abstract.count("-\n") for abstract in abstracts) == 8


def test_a13_linking_reads_a_broken_word_as_the_whole_one() -> None:
    assert key("convex optimi-\nzation").match == key("convex optimization").match
