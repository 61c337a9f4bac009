"""Acronyms and their expansions, told by initial letters.

The rule follows Schwartz and Hearst (2003, "A simple algorithm for identifying abbreviation
definitions in biomedical text"), made stricter: the first letters must meet, and every content word
must give a letter.
"""

import re
from collections.abc import Iterable

from kg.link.fold import fold
from kg.link.keys import LINKING, key
from kg.link.morphology import singular

_LONGEST = 12  # characters of an acronym
_CLAUSE = re.compile(r"[.;:!?()\[\]\n]")


def is_acronym(form: str) -> bool:
    """Whether a form is one word made of capitals for the most part ("LLMs", "MoE", "GPT-4").

    >>> [is_acronym(form) for form in ("LLMs", "ViT", "ImageNet", "GAN loss", "A")]
    [True, True, False, False, False]
    """
    if " " in form or len(form) > 2 * _LONGEST:
        return False
    plain = singular(fold(form))
    letters = [letter for letter in plain if letter.isalpha()]
    capitals = sum(letter.isupper() for letter in letters)
    return len(plain) <= _LONGEST and capitals >= 2 and 2 * capitals >= len(letters)


def expands(acronym: str, expansion: str, skips: int = 1) -> bool:
    """Whether the letters of `acronym` can be read off the words of `expansion` in order.

    Every word but the linking ones gives its first letter and perhaps more; at most `skips` words
    at the end give none.

    >>> expands("BERT", "Bidirectional Encoder Representations from Transformers")
    True
    >>> expands("SAM", "sharpness-aware minimization"), expands("SAM", "segment anything")
    (True, False)
    """
    letters = _letters(acronym)
    parts = key(expansion).match.split()
    if not 2 <= len(parts) <= len(letters) + 5 or letters in parts:
        return False
    return _skipped(letters, parts) <= skips


def definition(acronym: str, text: str) -> str | None:
    """The expansion that a text gives right before the acronym in parentheses.

    >>> definition("RL", "We study offline reinforcement learning (RL) for robots.")
    'reinforcement learning'
    """
    place = text.find(f"({acronym}")
    if place < 0:
        return None
    before = _CLAUSE.split(text[max(0, place - 200) : place])[-1].split()
    counts = range(1, min(len(before), len(acronym) + 5) + 1)
    return best_expansion(acronym, (" ".join(before[-count:]) for count in counts), skips=0)


def best_expansion(acronym: str, candidates: Iterable[str], skips: int = 1) -> str | None:
    """The candidate that expands an acronym with closest to one word for a letter."""

    def distance(candidate: str) -> tuple[int, int, str]:
        words = content(key(candidate).match).split()
        return abs(len(words) - len(_letters(acronym))), len(candidate), candidate

    fitting = (each for each in candidates if expands(acronym, each, skips))
    return min(fitting, key=distance, default=None)


def content(match: str) -> str:
    """A match key without its linking words."""
    return " ".join(word for word in match.split() if word not in LINKING)


def _letters(acronym: str) -> str:
    return re.sub(r"[\W_]", "", key(acronym).match)


def _skipped(letters: str, parts: list[str]) -> int:
    """The fewest last words that give no letter; more than there are words when nothing fits."""
    reached = {0: 0}  # letters spelt -> content words passed over
    for place, word in enumerate(parts):
        following: dict[int, int] = {}
        for spelt, skipped in reached.items():
            ways = [(spelt + given, skipped) for given in _gives(letters[spelt:], word)]
            if place and (word in LINKING or spelt == len(letters)):
                ways.append((spelt, skipped + (word not in LINKING)))
            for end, cost in ways:
                following[end] = min(cost, following.get(end, cost))
        reached = following
    return reached.get(len(letters), len(parts) + 1)


def _gives(letters: str, word: str) -> range:
    """How many of the next letters a word can give: its first letter, then others in order."""
    if letters[:1] == "x" and word.startswith("ex"):  # "XAI"
        word = word[1:]
    if letters[:1] != word[0]:
        return range(0)
    given = 0
    for letter in word:
        given += given < len(letters) and letter == letters[given]
    return range(1, given + 1)
