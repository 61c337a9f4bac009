"""Statements of many papers as one each, with their evidence."""

from dataclasses import replace

from kg.link.statements import merged
from kg.records import Evidence, Statement

PAPER, SUBJECT, OBJECT = ("https://example.org/" + name for name in ("p", "s", "o"))
SAID = Evidence(PAPER, 0, 9, "S uses O.", ((0, 1), (7, 8)), 0.4, "relations/1")


def statement(*evidence: Evidence) -> Statement:
    return Statement(SUBJECT, "https://example.org/uses", OBJECT, evidence)


def test_a_sentence_that_says_the_same_twice_is_kept_once_with_the_better_score() -> None:
    better, elsewhere = replace(SAID, score=0.6), replace(SAID, start=10, end=19)
    given = [statement(SAID), statement(better, elsewhere)]
    for order in (given, given[::-1]):
        [one] = merged(order)
        assert one.evidence == (better, elsewhere)
