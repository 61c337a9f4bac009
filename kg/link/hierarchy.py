"""Which concept is a kind of which: from the text's own word, and from heads with modifiers."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping

from kg.link.generic import is_generic
from kg.link.keys import PREPOSITIONS
from kg.records import ConceptType

# Words that turn what follows into another thing, so that no kind-of holds.
_TURNING_WORDS = (
    "anti fake hetero homo inverse near no non not pseudo quasi reverse self semi sub super un "
    "and learning or between beyond to versus vs without"
)
_TURNING = PREPOSITIONS | frozenset(_TURNING_WORDS.split())
_ADVERB = re.compile(r"(?<!anoma)(?<!fami)(?<!assemb)(?<!supp)ly$")  # turns what follows: "weakly"
# Heads that name a kind of thing alone: activities, properties, quantities, and what does a thing.
NOMINAL = re.compile(
    r"(?:..tion|..sion|..ment|..ness|..ty|..cy|..[ae]nce|..sis|..ing|gret|..ror|..val|[a-z]{4}[eo]r)$"
)
_VERSION = re.compile(r"\d|^(?:base|large|small|tiny|mini|nano|lite|xl|xxl|pro|turbo)$")


def broader_names(name: str, type: ConceptType, acronyms: Collection[str] = ()) -> Iterator[str]:
    """Names that would be broader than a match key of this type, the nearest first.

    `acronyms` are the words of the name that are one, and so stand for several.

    >>> list(broader_names("unsupervised anomaly detection", "task"))
    ['anomaly detection', 'detection']
    >>> list(broader_names("reinforcement learning from human feedback", "task"))
    ['reinforcement learning', 'learning from human feedback']
    >>> list(broader_names("adversarial example", "task"))
    []
    """
    words = name.split()
    found = [*_complemented(words), *_modified(words, type, acronyms)]
    if type in ("method", "dataset"):
        found += _versions(words, type)
    return (broader for broader in found if not is_generic(broader))


def _modified(words: list[str], type: ConceptType, acronyms: Collection[str]) -> Iterator[str]:
    """The name without its first words: "image classification", then "classification"."""
    for place in range(1, len(words)):
        head = words[place:]
        alone = len(head) == 1 and head[0] not in acronyms
        if not (alone and type != "dataset" and not NOMINAL.search(head[0])) and not _turns(
            words[:place]
        ):
            yield " ".join(head)


def _turns(modifier: list[str]) -> bool:
    last = modifier[-1]
    return last in _TURNING or bool(_ADVERB.search(last)) or not PREPOSITIONS.isdisjoint(modifier)


def _complemented(words: list[str]) -> Iterator[str]:
    """The name before its first preposition, of two words or more."""
    first = next((place for place, word in enumerate(words) if word in PREPOSITIONS), 0)
    if first >= 2:
        yield " ".join(words[:first])


def _versions(words: list[str], type: ConceptType) -> Iterator[str]:
    """The name without its last word, where that is a version ("ResNet-50", "ImageNet-C")."""
    if len(words) > 1 and (type == "dataset" or _VERSION.search(words[-1])):
        yield " ".join(words[:-1])


def acyclic(proposed: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """The edges (narrower, broader) that can stand together, the earlier ones first.

    No edge closes a circle, and none repeats what a longer chain says.
    """
    parents: defaultdict[str, set[str]] = defaultdict(set)
    for narrower, broader in proposed:
        if narrower not in _ancestors({broader}, parents):
            parents[narrower].add(broader)
    return {
        (narrower, broader)
        for narrower, above in parents.items()
        for broader in above
        if broader not in _ancestors(above - {broader}, parents)
    }


def _ancestors(names: set[str], parents: Mapping[str, set[str]]) -> set[str]:
    """The names themselves and all above them."""
    seen: set[str] = set()
    waiting = set(names)
    while waiting:
        seen |= waiting
        waiting = {above for name in waiting for above in parents.get(name, ())} - seen
    return seen
