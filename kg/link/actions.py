"""Names of activities: "detecting objects", "detection of objects" and "object detection" are one.

The rules hold for tasks only: a matching network is no network matching, and a prompt no prompting.
"""

import re
from collections.abc import Container, Iterable, Iterator

from kg.link.keys import PREPOSITIONS, key, plainness

_SUFFIXES = [
    (re.compile(r"(?<=..)(?:ification|ifying|ify)$"), "if"),
    (re.compile(r"(?<=...)(?:ation|ating|ate)$"), ""),
    (re.compile(r"(?<=...)(?:ion|ing|ment|(?<=v)al)$"), ""),
]
_DOUBLED = re.compile(r"([bdgmnprt])\1$")
_NOUN = re.compile(r"(?:[^s]tion|sion|ment|val)$")  # no "question"
_DEED = re.compile(r"(?:tion|sion|ment|ing|[sz]is|val)$")
# What is made is not the making: "motion plan" and "motion planning".
_MADE = "image map model network plan program prompt sentence word"
_PRODUCTS = frozenset(_MADE.split())
# What is learned: as tasks, "graph representations" and "graph representation learning" are one.
_LEARNT = re.compile(r"(?<!^knowledge) (?:representation|embedding|structure)$")
_ARTICLE = re.compile(r"^(?:the|an?) ")
# Verbs that are no nouns, so that their gerund means the same for methods too ("fine-tune").
_VERB = re.compile(r"(?:tune|train|ify|ize)$")


def stem(word: str) -> str:
    """What the verb, the gerund and the noun of one action have in common.

    >>> {stem(word) for word in ("estimate", "estimating", "estimation")}
    {'estim'}
    >>> stem("overfitting") == stem("overfit"), stem("classify") == stem("classification")
    (True, True)
    """
    for ending, replacement in _SUFFIXES:
        shorter = ending.sub(replacement, word)
        if shorter != word:
            word = shorter
            break
    return _DOUBLED.sub(r"\1", word).removesuffix("e")


def actions(match: str) -> Iterator[str]:
    """The activities that a match key may name, as object and stem of the verb.

    >>> set.intersection(*(set(actions(name)) for name in
    ...     ("object detection", "detection of object", "detecting object", "detect object")))
    {'object: detect'}
    >>> set.intersection(*(set(actions(name)) for name in
    ...     ("learning the structure of a graph", "graph structure learning", "graph structure")))
    {'graphstructure: learn'}
    """
    words = match.split()
    before, _, complement = match.partition(" of ")
    if complement:
        if " " not in before and PREPOSITIONS.isdisjoint(complement.split()):
            yield _action(complement, before)
    elif PREPOSITIONS.isdisjoint(words) and words[-1] not in _PRODUCTS:
        yield _action(" ".join(words[:-1]), words[-1])
    if len(words) > 1 and " of " not in match and (words[0].endswith("ing") or _is_verb(words)):
        yield _action(" ".join(words[1:]), words[0])
    if complement and words[0].endswith("ing"):
        yield from _of_a_part(words[0], " ".join(before.split()[1:]), complement)
    if _LEARNT.search(match):
        yield _action(match, "learning")


def _of_a_part(verb: str, part: str, whole: str) -> Iterator[str]:
    """ "Learning the structure of a network", as "network structure learning"."""
    part, whole = _ARTICLE.sub("", part), _ARTICLE.sub("", whole)
    if part and " " not in part and PREPOSITIONS.isdisjoint(whole.split()):
        yield _action(f"{whole} {part}", verb)


def gerunds(matches: Iterable[str]) -> frozenset[str]:
    """The stems of the gerunds that some names start with."""
    firsts = (match.partition(" ") for match in matches)
    return frozenset(stem(first) for first, space, _ in firsts if space and first.endswith("ing"))


def nouns_first(match: str, deeds: Container[str] = ()) -> tuple[int, bool]:
    """Orders the names of one activity: "object detection", "detecting objects", "detect objects".

    `deeds` are the stems of the verbs that begin a name of it.

    >>> nouns_first("object detection") < nouns_first("detecting object")
    True
    """
    first, space, rest = match.partition(" ")
    turned = bool(space) and (first.endswith("ing") or " of " in match)
    verb = bool(space) and not turned and stem(first) in deeds
    return 2 * verb or int(turned), not _NOUN.search(rest or first)


def plainest(matches: Iterable[str]) -> str:
    """The best of several names of one activity for an IRI."""
    same = sorted(matches)
    deeds = gerunds(same)

    def rank(match: str) -> tuple[object, ...]:
        return bool(_LEARNT.search(match)), nouns_first(match, deeds), plainness(match)

    return min(same, key=rank)


def gerund(match: str) -> str | None:
    """The gerund of a name that ends in a verb ("fine tune"), else None.

    >>> gerund("fine tune"), gerund("adversarially train"), gerund("train")
    ('fine tuning', 'adversarially training', None)
    """
    if not _VERB.search(match) or match in ("train", "tune"):
        return None
    return f"{match.removesuffix('e')}ing"


def _is_verb(words: list[str]) -> bool:
    return not _DEED.search(words[0]) and not _DEED.search(words[-1])


def _action(object_: str, verb: str) -> str:
    return f"{key(object_).loose}: {stem(verb)}"
