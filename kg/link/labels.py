"""The label of a concept: among its surface forms, the one that a reader would choose."""

import re
import unicodedata
from collections import Counter
from collections.abc import Container, Mapping
from dataclasses import dataclass

from kg.link.acronyms import expands, is_acronym, same_expansion
from kg.link.actions import actions, gerunds, nouns_first
from kg.link.fold import strip_markup
from kg.link.keys import PREPOSITIONS, breaks, key, plainness
from kg.link.morphology import singular
from kg.link.tails import without_tail
from kg.records import ConceptType

_OWN_NAME = 0.8  # share of papers that write an acronym only: it is the name ("BERT")
_TITLE_WEIGHT = 0.25  # of capitalised phrases, which titles and definitions favour
_PROPER_WEIGHT = 2.0  # of capitals inside a word ("ImageNet"), which no sentence start explains
_TURNED_WEIGHTS = (1.0, 0.5, 0.25)  # "object detection", "detecting objects", "detect objects"
_VERB_WEIGHT = 0.2  # of "hallucinate" beside "hallucination"
_UNIT = 1000  # weighted counts are compared as integers
_GOVERNING = PREPOSITIONS | {"the", "a", "an", "to", "and"}
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(slots=True)
class FormCount:
    """How many papers use a form, and how many of them in running text."""

    papers: int = 0
    running: int = 0  # not only in the title or at the start of a sentence
    sample: tuple[str, ...] = ()  # ids of the first papers
    example: str = ""  # a sentence with the form


def choose(
    concept: str,
    forms: Mapping[str, FormCount],
    bare: int,
    papers: int,
    type: ConceptType,
) -> str:
    """The label of the concept with this match key: its best form, in the singular.

    Args:
        concept: the match key that represents the concept.
        forms: its surface forms; not empty.
        bare: the number of papers that write an acronym and no other form.
        papers: the number of papers about the concept.
        type: what most papers take it for; a task like "detecting objects" has no singular, nor has
            a data set like "Cityscapes".
    """
    acronym = bare >= _OWN_NAME * papers
    deeds = gerunds(key(form).match for form in forms)

    weights = {form: _weighed(form, concept, deeds) for form in forms}
    totals: Counter[str] = Counter()  # of all forms with one match key, such as singular and plural
    for form, weight in weights.items():
        totals[key(form).match] += round(_UNIT * forms[form].running * weight)

    def rank(form: str) -> tuple[object, ...]:
        count, match, weight = forms[form], key(form).match, weights[form]
        return (
            not _names(form, concept, acronym),
            _is_odd(form) or _is_broken(form, concept),
            plainness(match)[0],
            # "Inertial Measurement Units", but not "Cityscapes"
            match.endswith("s") and not concept.endswith("s") and not _is_named(form, type),
            -totals[match],
            _in_singular(form, type) != form,
            -count.running * weight,
            -count.papers * weight,
            form.isascii(),  # accents first
            form.swapcase(),  # lower case first
        )

    return _in_singular(min(forms, key=rank), type)


def _weighed(form: str, concept: str, deeds: Container[str]) -> float:
    """How much a use of a form counts."""
    match = key(form).match
    weight = _weight(form) * _TURNED_WEIGHTS[nouns_first(match, deeds)[0]]
    return weight * (_VERB_WEIGHT if nouns_first(match)[1] > nouns_first(concept)[1] else 1)


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
        or without_tail(match) == without_tail(concept) != concept
    )


def _is_odd(form: str) -> bool:
    """Whether markup, ligatures or invisible characters are in a form."""
    return unicodedata.normalize("NFKC", strip_markup(form)) != form or not form.isprintable()


def _is_broken(form: str, concept: str) -> bool:
    """Whether a form breaks a word: the concept is named by the most open of its sound spellings."""
    match, loose = key(form)
    return loose == key(concept).loose and breaks(match) > breaks(concept)


def _weight(form: str) -> float:
    parts = [part for part in _WORD.findall(form) if part not in PREPOSITIONS and len(part) > 2]
    if len(parts) == 1:
        return _PROPER_WEIGHT if parts[0][1:] != parts[0][1:].lower() else 1.0
    return _TITLE_WEIGHT if form.isupper() or all(map(str.istitle, parts)) else 1.0


def _in_singular(form: str, type: ConceptType) -> str:
    """The form with its last word in the singular, unless that is a name or another word's object."""
    *before, last = re.split(r"([\s\-]+)", form)
    if before and ((type == "task" and before[0].endswith("ing")) or _is_governed(form)):
        return form
    if _is_named(form, type):
        return form
    return "".join([*before, singular(last)])


def _is_named(form: str, type: ConceptType) -> bool:
    """Whether the last word of a data set's name is a name itself."""
    return type == "dataset" and re.split(r"[\s\-]", form)[-1][:1].isupper()


def _is_governed(form: str) -> bool:
    """Whether a preposition governs the last word: "mixture-of-experts", not "text-to-image model"."""
    *earlier, last = form.split()
    inside = last.split("-")[:-1]
    return not (_GOVERNING.isdisjoint(earlier[1:]) and _GOVERNING.isdisjoint(inside[1:]))
