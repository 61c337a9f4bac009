"""Generic tails of names: when "the Adam optimizer" is Adam, and a language model no language."""

import re
from dataclasses import dataclass

from kg.records import ConceptType

_PROCEDURES = (
    "algorithm approach framework mechanism method optimizer procedure scheme strategy technique"
)
_ARTEFACTS = "architecture library model network system toolkit"
_COLLECTIONS = "benchmark corpus dataset database"
# A tail says of what type the thing is; the rest must be of that type too, or it is another thing
# ("machine translation model" is no machine translation).
_TYPES: dict[str, ConceptType] = {
    **dict.fromkeys(f"{_PROCEDURES} {_ARTEFACTS}".split(), "method"),
    **dict.fromkeys(_COLLECTIONS.split(), "dataset"),
    **dict.fromkeys(("problem", "setting", "task"), "task"),
    **dict.fromkeys(("measure", "metric", "score"), "metric"),
}
_HEADED = re.compile(rf"^({'|'.join(_TYPES)}) of (.+)$")
# "contrastive learning method" is contrastive learning, but no model is an activity.
_ACTIVITIES = ("ing", "ion", "ment", "sis", "ence", "ance")
# An adjective is no name: "gradient-free" is not yet a method.
_ADJECTIVES = ("ian", "ean", "ic", "al", "ese", "ive", "ed", "free", "able", "aware")
_DOMINANCE = 2


@dataclass(frozen=True, slots=True)
class Standing:
    """What a corpus says of one name."""

    papers: int
    type: ConceptType  # of most papers
    cased: bool  # most papers write it with a capital or a digit


def split_tail(match: str) -> tuple[str, str] | None:
    """A match key as its rest and its generic tail; None when it has none.

    >>> split_tail("imagenet dataset"), split_tail("problem of graph matching")
    (('imagenet', 'dataset'), ('graph matching', 'problem'))
    """
    if found := _HEADED.match(match):
        return found.group(2), found.group(1)
    rest, _, tail = re.sub(r"\bdata set$", "dataset", match).rpartition(" ")
    return (rest, tail) if rest and tail in _TYPES else None


def drops(rest: str, tail: str, whole: Standing, bare: Standing) -> bool:
    """Whether the tail of a name says nothing that its rest, also a name, does not say.

    The rest has the type of the tail, and it is a name of its own: written with a capital or a
    digit, or the far more frequent one of the two, or (before "method", not before "model") more
    than one word.
    """
    if not _TYPES[tail] == whole.type == bare.type or rest.endswith(_ADJECTIVES):
        return False
    if tail in _ARTEFACTS.split() and rest.endswith(_ACTIVITIES):
        return False
    dominant = bare.papers >= _DOMINANCE * whole.papers
    if bare.cased:
        return True
    if tail in _ARTEFACTS.split():
        return dominant and tail != "network"
    return dominant or " " in rest
