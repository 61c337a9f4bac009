"""Match keys: what the spellings of one name have in common.

Every form has two keys. The *match key* holds what is certain: names with equal match keys are one
name, and the concept's IRI is made of it. The *loose key* also closes up hyphens and strips doubtful
plurals; it only joins names that both occur.
"""

import re
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from kg.link.fold import fold
from kg.link.morphology import american, any_singular, singular

_PREPOSITIONS = "of for from with without in on via by under over at into between against towards"
PREPOSITIONS = frozenset(_PREPOSITIONS.split())
LINKING = PREPOSITIONS | {"a", "an", "and", "the", "to", "or"}
# Prefixes that English closes up: "pre-training" is "pretraining".
_CLOSED_UP = "anti auto bi co hyper inter intra micro multi non over post pre pseudo re semi sub un"
PREFIXES = frozenset(_CLOSED_UP.split())
_PREFIX = re.compile(r"(?<![\w-])([A-Z]?[a-z]+)-(?=[A-Za-z][a-z])")
_POSSESSIVE = re.compile(r"(?<=\w)'s(?!\w)|(?<=s)'(?!\w)")
_DOTTED = re.compile(r"(?<![\w.])(?:[A-Za-z]\.){2,}")  # "i.i.d."
_YEAR = re.compile(r"(?<=[A-Za-z]) ?'(?=\d\d(?!\d))")
_VERSIONS = re.compile(r"(?<!\w)([A-Z][A-Za-z]*-?\d+)s(?!\w)")  # "GPT-4s"
_BROKEN = re.compile(r"(?<=[a-z])- (?!and |or |to )(?=[a-z])")  # at the end of a line
_SEPARATORS = re.compile(r"[\s\-/_,;:()\[\]\"'|]+")
_DETERMINERS = frozenset({"the", "a", "an", "our", "this", "these", "its", "their"})
_ABBREVIATIONS = {"net": "network", "nets": "network"}
_CLOSED_YEAR = re.compile(r"^([a-z]{2,})([012]\d)(?!\d)")  # "wmt14"


class Key(NamedTuple):
    """The two keys of a form; both are empty when nothing is left of it."""

    match: str  # lower-case words, joined by single spaces
    loose: str


@lru_cache(1 << 17)
def key(form: str) -> Key:
    """The match key and the loose key of a surface form.

    >>> key("Pre-trained Language Models")
    Key(match='pretrained language model', loose='pretrainedlanguagemodel')
    >>> key("k-means").match, key("C++").match, key("GPT-4s").match, key("WMT'14").match
    ('k means', 'c++', 'gpt 4', 'wmt 2014')
    """
    forms = words(form)
    return Key(" ".join(_certain(forms)), _CLOSED_YEAR.sub(r"\g<1>20\2", _close(_doubtful(forms))))


def words(form: str) -> list[str]:
    """The words of a form in their own case, without markup, determiners and closed-up prefixes.

    >>> words("the Multi-Task BERT's")
    ['MultiTask', 'BERT']
    """
    plain = fold(form)
    parts = plain.split() if plain.replace(" ", "").isalpha() else _split(plain)
    while len(parts) > 1 and parts[0].lower() in _DETERMINERS:
        parts = parts[1:]
    return parts


def _split(plain: str) -> list[str]:
    plain = _VERSIONS.sub(r"\1", _YEAR.sub(" 20", _BROKEN.sub("", plain)))
    plain = _DOTTED.sub(lambda found: found.group().replace(".", ""), plain)
    plain = _PREFIX.sub(_close_prefix, _POSSESSIVE.sub("", plain).replace("&", " and "))
    return [word for part in _SEPARATORS.split(plain) if (word := part.strip(".!?"))]


def plainness(match: str) -> tuple[int, int, int, int, str]:
    """Orders the match keys of one name, the best for an IRI first.

    Written-out words before abbreviations and stray prefixes ("pre training"), few linking words,
    open compounds before closed ones, and the singular, but not of an object ("mixture of experts").
    """
    parts = match.split()
    odd = sum(part in _ABBREVIATIONS for part in parts) + sum(p in PREFIXES for p in parts[:-1])
    linking = sum(part in LINKING for part in parts)
    length = -len(match) if linking else len(match)
    return odd, linking, -len(parts), length, match


def breaks(match: str) -> frozenset[int]:
    """Where the words of a match key meet, counted in letters of the loose key.

    >>> sorted(breaks("dp sgd")), sorted(breaks("d psgd"))
    ([2], [1])
    """
    lengths = [len(american(_loosened(word))) for word in match.split()]
    return frozenset(accumulate(lengths[:-1]))


def _close_prefix(found: re.Match[str]) -> str:
    prefix = found.group(1)
    return prefix if prefix.lower() in PREFIXES else found.group()


def _certain(forms: list[str]) -> list[str]:
    heads = _heads([form.lower() for form in forms])
    return [
        american((singular(form) if place in heads else form).casefold())
        for place, form in enumerate(forms)
    ]


def _heads(lowered: list[str]) -> set[int]:
    """Places of the nouns to be read in the singular: before a preposition, and the last.

    The last word stays as it is right after a preposition ("mixture of experts").
    """
    places = [place for place, word in enumerate(lowered) if word in PREPOSITIONS]
    heads = {places[0] - 1} if places and places[0] else set()
    last = len(lowered) - 1
    return heads if last - 1 in places or last in places else heads | {last}


def _doubtful(forms: list[str]) -> list[str]:
    loosened = [american(_loosened(form)) for form in forms]
    if len(loosened) > 1 and loosened[-1] == "data":  # "pre-training data" is a dataset
        loosened[-1] = "dataset"
    return loosened


def _loosened(form: str) -> str:
    lowered = form.casefold()
    if form.endswith(("S", "as")) and form[:-1] != form[:-1].lower():  # "AWS", "Keras"
        return lowered
    return _ABBREVIATIONS.get(lowered) or any_singular(lowered)


def _close(parts: list[str]) -> str:
    """The words run together; a space stays between digits, so that "2 7b" is never "27b"."""
    spaced = " ".join(parts)
    letters = spaced.replace(" ", "")
    return letters if letters.isalpha() else re.sub(r"(?<!\d) | (?!\d)", "", spaced)
