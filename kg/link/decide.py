"""The linker's decision on two names alone, as a corpus of just these two would give it."""

from collections.abc import Sequence
from typing import Literal

from kg.link.acronyms import definition, is_acronym
from kg.link.generic import is_generic
from kg.link.hierarchy import broader_names
from kg.link.joins import join
from kg.link.keys import key
from kg.link.names import Census
from kg.records import ConceptType

Decision = Literal["same", "broader", "narrower", "different"]


def decide(a: str, b: str, type: ConceptType, contexts: Sequence[str] = ()) -> Decision:
    """Whether two names of things of one type are one concept, or `a` is broader or narrower than `b`.

    An acronym means what one of the `contexts`, the texts that the names come from, defines it to
    mean; without a definition it meets no expansion.

    >>> decide("LLMs", "large language model", "method", ["large language models (LLMs) can"])
    'same'
    >>> decide("anomaly detection", "unsupervised anomaly detection", "task")
    'broader'
    """
    a, b = _expanded(a, contexts), _expanded(b, contexts)
    if _same(a, b, type):
        return "same"
    if _is_broader(a, b, type):
        return "broader"
    return "narrower" if _is_broader(b, a, type) else "different"


def _expanded(name: str, contexts: Sequence[str]) -> str:
    if not is_acronym(name):
        return name
    return next(filter(None, (definition(name, context) for context in contexts)), name)


def _same(a: str, b: str, type: ConceptType) -> bool:
    counts = Census()
    for name in (a, b):
        keys = key(name)
        counts.papers[keys.match] += 1
        counts.types[keys.match][type] += 1
        counts.loose[keys.match].add(keys.loose)
        counts.cased[keys.match] += not name.islower()
    concepts = join(counts).concepts
    joined = concepts[key(a).match] == concepts[key(b).match]
    return joined and not (is_generic(a) or is_generic(b))


def _is_broader(a: str, b: str, type: ConceptType) -> bool:
    return key(a).loose in {key(name).loose for name in broader_names(key(b).match, type)}
