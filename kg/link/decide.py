"""The linker's decision on two names alone, as a corpus of just these two would give it."""

import re
from collections.abc import Iterator, Sequence
from typing import Literal

from kg.link.acronyms import definition, expands, is_acronym
from kg.link.generic import is_generic
from kg.link.hierarchy import broader_names
from kg.link.joins import Joins, join
from kg.link.keys import key
from kg.link.names import Naming, census
from kg.records import ConceptType

Decision = Literal["same", "broader", "narrower", "different"]


def decide(a: str, b: str, type: ConceptType, contexts: Sequence[str] = ()) -> Decision:
    """Whether two names of things of one type are one concept, or `a` is broader or narrower than `b`.

    An acronym means what the text that it comes from defines it to mean, else what the other text
    does, else what it usually means if one sense clearly dominates.

    Args:
        a: a name.
        b: another name.
        type: of both things.
        contexts: the text of `a` and the text of `b`, or one text of both, or none.

    >>> decide("LLMs", "large language model", "method", ["large language models (LLMs) can"])
    'same'
    >>> decide("anomaly detection", "unsupervised anomaly detection", "task")
    'broader'
    """
    one, other = _naming(a, type, contexts), _naming(b, type, contexts[::-1])
    joins = join(census([(one,), (other,)]))
    if joins.concept(one) == joins.concept(other):
        return "different" if is_generic(one.name) or is_generic(other.name) else "same"
    if _is_broader(one, other, joins):
        return "broader"
    return "narrower" if _is_broader(other, one, joins) else "different"


def _naming(name: str, type: ConceptType, contexts: Sequence[str]) -> Naming:
    """The naming of the one entity of a paper, as the extractor would group its forms."""
    if not is_acronym(name):
        acronyms = tuple(sorted(set(_acronyms(name, contexts))))
        return Naming(type, name, key(name), (name,), acronyms)
    full = next(filter(None, (definition(name, context) for context in contexts)), None)
    return Naming(type, full or name, key(full or name), (name,), (name,) if full else ())


def _acronyms(name: str, contexts: Sequence[str]) -> Iterator[str]:
    """The acronyms that stand in parentheses right after a name."""
    for context in contexts:
        for found in re.finditer(re.escape(name) + r"\s*\(([^()\s]+)\)", context):
            if is_acronym(found.group(1)) and expands(found.group(1), name):
                yield found.group(1)


def _is_broader(one: Naming, other: Naming, joins: Joins) -> bool:
    broad, narrow = joins.concept(one), joins.concept(other)
    names = broader_names(joins.written_out(narrow), other.type, joins.capitals[narrow])
    return key(joins.written_out(broad)).loose in {key(name).loose for name in names}
