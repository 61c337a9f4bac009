"""What the heads see besides the encoder: the shape of words, and how two forms relate on the page."""

import math
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

SHAPES = 40  # size of the shape vocabulary, some ids unused
PAIR_FEATURES = 12
_PUNCTUATION, _LAST_SHAPE = 1, 9
_SEPARATORS = re.compile(r"[\s\-‐‑–_/]+")
_WORDS = re.compile(r"[A-Za-z0-9]+")


@lru_cache(maxsize=100_000)
def word_shape(word: str) -> int:
    """The class of a word by its letters' case and its digits, 0 to 9."""
    if word.isspace():
        return 0
    if not any(c.isalnum() for c in word):
        return _PUNCTUATION
    if word.isdigit():
        return 2
    if any(c.isdigit() for c in word):
        return 3
    if word.islower():
        return 4
    if word.isupper():
        return 5 if len(word) > 1 else 6
    if word.istitle():
        return 7
    return 8 if word[0].isupper() else _LAST_SHAPE


def token_shapes(words: Sequence[str], in_title: Sequence[bool]) -> list[int]:
    """One id a token: its shape, whether it stands in the title, whether inside round brackets."""
    shapes: list[int] = []
    depth = 0
    for word, title in zip(words, in_title, strict=True):
        depth = max(0, depth - (word == ")"))
        shapes.append(word_shape(word) + 10 * title + 20 * (depth > 0))
        depth += word == "("
    return shapes


def form_key(form: str) -> str:
    """What two mentions of one form share inside a text: no case, hyphen or plural s.

    >>> form_key("Graph-Neural  Networks")
    'graph neural network'
    """
    words = _SEPARATORS.sub(" ", form.lower()).strip().split(" ")
    last = words[-1]
    if len(last) > 3 and last.endswith("s") and not last.endswith("ss"):
        words[-1] = last[:-1]
    return " ".join(words)


def is_acronym(short: str, long: str) -> bool:
    """Whether the letters of `short` can be read, in order, off the words of `long`.

    Schwartz & Hearst 2003 (doi:10.1142/9789812776303_0042): the first letter opens the first word.

    >>> is_acronym("GANs", "generative adversarial network")
    True
    """
    single = len(short) > 2 and short.endswith("s") and short[-2].isupper()
    letters = re.sub(r"[^a-z0-9]", "", (short[:-1] if single else short).lower())
    words = _WORDS.findall(long.lower())
    if " " in short.strip() or not 2 <= len(letters) <= 10:
        return False
    return 2 <= len(words) <= len(letters) + 2 and _reads(letters, " ".join(words))


def _reads(letters: str, long: str) -> bool:
    at = len(long)
    for letter in reversed(letters[1:]):
        at = long.rfind(letter, 1, at)
        if at < 0:
            return False
    return long[:1] == letters[0]


@dataclass(frozen=True, slots=True)
class Form:
    """The mentions of one form in a text: token spans, half-open, in order."""

    key: str
    text: str
    spans: tuple[tuple[int, int], ...]


def pair_features(a: Form, b: Form, words: Sequence[str], sentences: Sequence[int]) -> list[float]:
    """How two forms relate on the page, seen from `a`; `sentences` numbers each token's sentence."""
    a_words, b_words = a.key.split(), b.key.split()
    near_a, near_b = nearest(a, b)
    gap = near_b[0] - near_a[1] if near_b[0] >= near_a[1] else near_a[0] - near_b[1]
    in_a = {sentences[start] for start, _ in a.spans}
    in_b = {sentences[start] for start, _ in b.spans}
    shared = len(in_a & in_b)
    return [
        float(is_acronym(a.text, b.text)),
        float(is_acronym(b.text, a.text)),
        float(_in_brackets_after(a, b, words)),
        float(_in_brackets_after(b, a, words)),
        float(f" {a.key} " in f" {b.key} "),
        float(f" {b.key} " in f" {a.key} "),
        float(a_words[-1] == b_words[-1]),
        float(a_words[0] == b_words[0]),
        min(shared, 3) / 3,
        float(near_a < near_b),
        math.log1p(max(gap, 0)) / 5,
        float(len(in_a) > len(in_b)),
    ]


def nearest(a: Form, b: Form) -> tuple[tuple[int, int], tuple[int, int]]:
    """The closest pair of mentions, the earliest of equals."""
    return min(
        ((s, t) for s in a.spans for t in b.spans),
        key=lambda pair: (abs(pair[0][0] - pair[1][0]), pair),
    )


def _in_brackets_after(short: Form, long: Form, words: Sequence[str]) -> bool:
    """Whether `long (short` stands in the text."""
    ends = {end for _, end in long.spans}
    return any(
        start > 0 and words[start - 1] == "(" and start - 1 in ends for start, _ in short.spans
    )
