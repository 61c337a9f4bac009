"""The ledger of merges: why a surface form is a name of a concept."""

import re

from kg.link.acronyms import expands, is_acronym, same_expansion
from kg.link.actions import actions, gerund
from kg.link.fold import fold
from kg.link.keys import key, words
from kg.link.morphology import any_singular
from kg.link.names import capitals
from kg.link.tails import split_tail


def reason(alias: str, label: str) -> str:
    """The weakest rule by which two forms are one name; `document` when only a paper says so.

    `activity`: "detecting objects" and "object detection". `ending`: expansions of one acronym that
    differ in an ending. `inside`: an acronym in one name, written out in the other.

    >>> [reason(form, "pre-trained model") for form in ("Pre-trained model", "pretrained models")]
    ['case', 'plural']
    >>> reason("LLMs", "large language model"), reason("ImageNet dataset", "ImageNet")
    ('acronym', 'tail')
    """
    for rule, alike in _STAGES.items():
        if alike(alias) == alike(label):
            return rule
    one, other = key(alias).match, key(label).match
    for acronym, expansion in ((alias, label), (label, alias)):
        if is_acronym(acronym) and expands(acronym, expansion):
            return "acronym"
    if not set(actions(one)).isdisjoint(actions(other)) or gerund(one) == other:
        return "activity"
    if same_expansion(one) == same_expansion(other):
        return "ending"
    if _inside(one.split(), other.split(), capitals(alias) | capitals(label)):
        return "inside"
    tailed = _bare(label) in (key(alias).loose, _bare(alias)) or _bare(alias) == key(label).loose
    return "tail" if tailed else "document"


def _inside(parts: list[str], others: list[str], acronyms: frozenset[str]) -> bool:
    """Whether two names differ in one place only, by an acronym there."""
    while parts and others and parts[0] == others[0]:
        parts, others = parts[1:], others[1:]
    while parts and others and parts[-1] == others[-1]:
        parts, others = parts[:-1], others[:-1]
    return any(
        len(short) == 1 and short[0] in acronyms and expands(short[0], " ".join(long))
        for short, long in ((parts, others), (others, parts))
    )


def digits(form: str) -> tuple[str, ...]:
    """The numbers in a form, sorted: forms that differ in them are never one name."""
    return tuple(sorted(re.findall(r"\d+(?:\.\d+)?", key(form).loose)))


def _case(form: str) -> str:
    return form.casefold()


def _unicode(form: str) -> str:
    return fold(form).casefold()


def _hyphen(form: str) -> str:
    return "".join(words(form)).casefold()


def _plural(form: str) -> str:
    return "".join(any_singular(word.casefold()) for word in words(form))


def _spelling(form: str) -> str:
    return key(form).loose


_STAGES = {
    "case": _case,
    "unicode": _unicode,
    "hyphen": _hyphen,
    "plural": _plural,
    "spelling": _spelling,
}


def _bare(form: str) -> str:
    match = key(form).match
    rest, _ = split_tail(match) or (match, "")
    return key(rest).loose
