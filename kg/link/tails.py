"""Generic tails of names: when "the Adam optimizer" is Adam, and a language model no language."""

import re
from dataclasses import dataclass

from kg.records import ConceptType

_PROCEDURES = (
    "algorithm approach framework mechanism method module optimizer paradigm procedure scheme strategy "
    "technique"
)
_WAYS = "algorithm approach method procedure technique"  # which is not "evolution strategy"
_ARTEFACTS = "architecture library model network system toolkit"
_COLLECTIONS = "benchmark corpus dataset database"
_SETTINGS = "problem scenario setting task"
# A tail says of what type the thing is; the rest must be of that type too, or it is another thing
# ("machine translation model" is no machine translation).
_TYPES: dict[str, ConceptType] = {
    **dict.fromkeys(f"{_PROCEDURES} {_ARTEFACTS}".split(), "method"),
    **dict.fromkeys(_COLLECTIONS.split(), "dataset"),
    **dict.fromkeys(_SETTINGS.split(), "task"),
    **dict.fromkeys(("measure", "metric", "score"), "metric"),
}
# "Problem of graph matching", "annotated corpus of news".
_HEADED = re.compile(
    rf"^(?:\w+ (?={_COLLECTIONS.replace(' ', '|')}))?({'|'.join(_TYPES)}) of (.+)$"
)
# "contrastive learning method" is contrastive learning, but no model is an activity.
_ACTIVITIES = ("ing", "ion", "ment", "sis", "ence", "ance")
# What is built has its own name already: "transformer model", "autoencoder network".
_BUILT = re.compile(r"(?:ator|fier|izer|[td]ector|dictor|coder|former|network|machine)$")
# An adjective is no method: "gradient-free". As a task it is one, cut short ("label-free").
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


def siblings(tail: str, type: ConceptType) -> str:
    """Which tails say the same as this one after a thing of this type; empty when none does.

    >>> siblings("setting", "task") == siblings("problem", "task"), siblings("network", "method")
    (True, '')
    """
    for tails, fitting in ((_WAYS, "method"), (_SETTINGS, "task"), (_COLLECTIONS, "dataset")):
        if tail in tails.split() and type == fitting:
            return tails
    return ""


def without_tail(match: str) -> str:
    """A match key without a tail for which others say the same ("X method", "X approach")."""
    rest, tail = split_tail(match) or ("", "")
    return rest if tail in f"{_WAYS} {_SETTINGS}".split() else match


def drops(rest: str, tail: str, whole: Standing, bare: Standing) -> bool:
    """Whether the tail of a name says nothing that its rest, also a name, does not say.

    The rest has the type of the tail, and it is a name of its own: written with a capital or a
    digit, or the far more frequent one of the two, or what is built ("transformer"), or (before
    "method", not before "model") an activity or more than one word.
    """
    if not _TYPES[tail] == whole.type == bare.type:
        return False
    if rest.endswith(_ADJECTIVES) and whole.type != "task":
        return False
    if tail in _ARTEFACTS.split() and rest.endswith(_ACTIVITIES):
        return False
    if tail == "module" and " " not in rest and not bare.cased:
        return False
    dominant = bare.papers >= _DOMINANCE * whole.papers
    if bare.cased:
        return True
    if tail in _ARTEFACTS.split():
        return bool(_BUILT.search(rest)) or (dominant and tail != "network")
    return dominant or " " in rest or rest.endswith(_ACTIVITIES)
