"""The label of a concept: among its surface forms, the one that a reader would choose."""

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass

from kg.link.acronyms import expands, is_acronym, same_expansion
from kg.link.actions import actions, gerunds, nouns_first
from kg.link.fold import strip_markup
from kg.link.keys import PREPOSITIONS, key, plainness
from kg.link.morphology import singular

_OWN_NAME = 0.8  # share of papers that write an acronym only: it is the name ("BERT")
_TITLE_WEIGHT = 0.25  # of capitalised phrases, which titles and definitions favour
_PROPER_WEIGHT = 2.0  # of capitals inside a word ("ImageNet"), which no sentence start explains
_GOVERNING = PREPOSITIONS | {"the", "a", "an", "to", "and"}
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class FormCount:
    """How many papers use a form, and how many of them in running text."""

    papers: int = 0
    running: int = 0  # not only in the title or at the start of a sentence
    sample: tuple[str, ...] = ()  # ids of the first papers


def choose(concept: str, forms: Mapping[str, FormCount], bare: int, papers: int) -> str:
    """The label of the concept with this match key: its best form, in the singular.

    Args:
        concept: the match key that represents the concept.
        forms: its surface forms; not empty.
        bare: the number of papers that write an acronym and no other form.
        papers: the number of papers about the concept.
    """
    acronym = bare >= _OWN_NAME * papers
    deeds = gerunds(key(form).match for form in forms)

    def rank(form: str) -> tuple[object, ...]:
        count, weight, match = forms[form], _weight(form), key(form).match
        return (
            not _names(form, concept, acronym),
            _is_odd(form),
            nouns_first(match, deeds),
            plainness(match)[0],
            _in_singular(form) != form,
            -count.running * weight,
            -count.papers * weight,
            form.isascii(),  # accents first
            form.swapcase(),  # lower case first
        )

    return _in_singular(min(forms, key=rank))


def _names(form: str, concept: str, acronym: bool) -> bool:
    """Whether a form is the concept's name itself, or its acronym where that is wanted."""
    if _spells(form, concept):
        return not acronym or is_acronym(form)
    return acronym and is_acronym(form) and expands(form, concept)


def _spells(form: str, concept: str) -> bool:
    """Whether a form differs from the concept's name in spelling or endings only."""
    match, loose = key(form)
    return (
        loose == key(concept).loose
        or same_expansion(match) == same_expansion(concept)
        or not set(actions(match)).isdisjoint(actions(concept))
    )


def _is_odd(form: str) -> bool:
    """Whether markup, ligatures or invisible characters are in a form."""
    return unicodedata.normalize("NFKC", strip_markup(form)) != form or not form.isprintable()


def _weight(form: str) -> float:
    parts = [part for part in _WORD.findall(form) if part not in PREPOSITIONS and len(part) > 2]
    if len(parts) == 1:
        return _PROPER_WEIGHT if parts[0][1:] != parts[0][1:].lower() else 1.0
    return _TITLE_WEIGHT if form.isupper() or all(map(str.istitle, parts)) else 1.0


def _in_singular(form: str) -> str:
    """The form with its last word in the singular, unless that is the object of another word."""
    *before, last = re.split(r"([\s\-]+)", form)
    if before and (before[0].endswith("ing") or not _GOVERNING.isdisjoint(before[1:])):
        return form
    return "".join([*before, singular(last)])
