"""The ledger of merges: why a surface form is a name of a concept."""

import re

from kg.link.acronyms import expands, is_acronym
from kg.link.fold import fold
from kg.link.keys import key, words
from kg.link.morphology import any_singular
from kg.link.tails import split_tail


def reason(alias: str, label: str) -> str:
    """The weakest rule by which two forms are one name; `document` when only a paper says so.

    >>> [reason(form, "pre-trained model") for form in ("Pre-trained model", "pretrained models")]
    ['case', 'plural']
    >>> reason("LLMs", "large language model"), reason("ImageNet dataset", "ImageNet")
    ('acronym', 'tail')
    """
    for rule, alike in _STAGES.items():
        if alike(alias) == alike(label):
            return rule
    for acronym, expansion in ((alias, label), (label, alias)):
        if is_acronym(acronym) and expands(acronym, expansion):
            return "acronym"
    tailed = key(alias).loose == _bare(label) or _bare(alias) == key(label).loose
    return "tail" if tailed else "document"


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
