"""Acronyms and their expansions, told by initial letters.

The rule follows Schwartz and Hearst (2003, "A simple algorithm for identifying abbreviation
definitions in biomedical text"), made stricter: the first letters must meet, and every content word
must give a letter.
"""

import re
from collections.abc import Collection, Iterable, Iterator

from kg.link.fold import fold
from kg.link.keys import LINKING, key
from kg.link.morphology import singular

_LONGEST = 12  # characters of an acronym
_LONGEST_EXPANSION = 120
_NETS = re.compile(r"^nets?$")
_STEM_END = re.compile(r"(?<=....)(?:itional|ational|ional|ation|ition|ion|ive|ial|al|ed|es|e|s)$")
_DOING = re.compile(r"(?:ing|er|or)$")
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
    at the end give none. The later parts of a hyphenated word need not give any.

    >>> expands("BERT", "Bidirectional Encoder Representations from Transformers")
    True
    >>> expands("SAM", "sharpness-aware minimization"), expands("SAM", "segment anything")
    (True, False)
    """
    letters = _letters(acronym)
    parts = key(expansion).match.split()
    if not 2 <= len(parts) <= len(letters) + 5 or letters in parts:
        return False
    return _skipped(letters, parts, _joined_on(expansion)) <= skips


def definition(acronym: str, text: str) -> str | None:
    """The expansion that a text gives of an acronym, one of the two right after the other.

    The acronym may stand in the plural in one place and not in the other.

    >>> definition("RL", "We study offline reinforcement learning (RL) for robots.")
    'reinforcement learning'
    >>> definition("PAC", "In PAC (probably approximately correct) learning")
    'probably approximately correct'
    """
    plain = singular(acronym)
    for start in _places(f"({plain}", text):
        before = _CLAUSE.split(text[max(0, start - 200) : start])[-1].split()
        counts = range(1, min(len(before), len(plain) + 5) + 1)
        candidates = (" ".join(before[-count:]) for count in counts)
        if full := best_expansion(plain, candidates, skips=0):
            return full
    for start in _places(f"{plain} (", text):
        inside = text[start + len(plain) + 2 :][:_LONGEST_EXPANSION].partition(")")[0]
        if expands(plain, inside, skips=0):
            return inside
    return None


def _places(part: str, text: str) -> Iterator[int]:
    """Where a part of a text starts, each time."""
    start = text.find(part)
    while start >= 0:
        yield start
        start = text.find(part, start + 1)


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


def same_expansion(match: str) -> str:
    """What expansions of one acronym share that differ in endings or linking words only.

    >>> same_expansion("mean square error") == same_expansion("mean squared error")
    True
    """
    return " ".join(
        _STEM_END.sub("", _NETS.sub("network", each)) for each in content(match).split()
    )


def alike(one: str, other: str) -> bool:
    """Whether two expansions of one acronym differ in the end of one word, as match keys.

    What does something is not what it does: a predictor is no prediction.

    >>> alike("off policy evaluation", "offline policy evaluation"), alike("language model",
    ...     "language modeling")
    (True, False)
    """
    parts, others = (same_expansion(each).split() for each in (one, other))
    if len(parts) != len(others):
        return False
    apart = [
        place for place, pair in enumerate(zip(parts, others, strict=True)) if pair[0] != pair[1]
    ]
    if len(apart) > 1:
        return False
    if not apart:
        return True
    short, long = sorted((parts[apart[0]], others[apart[0]]), key=len)
    last = apart[0] == len(parts) - 1
    return len(short) > 2 and long.startswith(short) and not (last and _DOING.search(long))


def initials(name: str) -> str:
    """The first letters of a name's words, those of linking words in lower case.

    >>> initials("bag of words")
    'BoW'
    """
    parts = key(name).match.split()
    return "".join(part[0] if part in LINKING else part[0].upper() for part in parts)


def _letters(acronym: str) -> str:
    return re.sub(r"[\W_]", "", key(acronym).match)


def _joined_on(expansion: str) -> frozenset[str]:
    """The later parts of hyphenated words, as they stand in match keys."""
    compounds = (part for part in expansion.split() if "-" in part)
    return frozenset(word for each in compounds for word in key(each).match.split()[1:])


def _skipped(letters: str, parts: list[str], free: Collection[str]) -> int:
    """The fewest last words that give no letter; more than there are words when nothing fits."""
    reached = {0: 0}  # letters spelt -> content words passed over
    for place, word in enumerate(parts):
        following: dict[int, int] = {}
        for spelt, skipped in reached.items():
            ways = [(spelt + given, skipped) for given in _gives(letters[spelt:], word)]
            passed = word in LINKING or word in free
            if place and (passed or spelt == len(letters)):
                ways.append((spelt, skipped + (not passed)))
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
