"""How papers name their entities, and the census of those names over a corpus."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from kg.link.acronyms import best_expansion, definition, expands, is_acronym, same_expansion
from kg.link.fold import surface
from kg.link.generic import is_generic
from kg.link.keys import Key, key, words
from kg.records import ConceptType, Entity, Extraction

SAME_ACRONYM = "acronym: "  # begins the loose key of expansions that differ in endings only
_BOTH = (re.compile(r"^(.*\S)\s*\(([^()\s]+)\)$"), re.compile(r"^([^\s:]+): (.*\S)$"))
# A surname, with the surnames of others, before a year or "et al.".
_SURNAME = re.compile(r"[A-Z][a-zà-ÿ]+")
_CITED = re.compile(
    r"(?:,? (?:and |& )?[A-Z][a-zà-ÿ’'-]+){0,6}(?:,? et al\b|,? [(\[]?(?:19|20)\d\d[a-z]?\b)"
)
_SPELT = re.compile(r"^([A-Z]+(?:[a-z][A-Z]+)+)s?$")


@dataclass(frozen=True, slots=True)
class Naming:
    """What one paper calls one entity."""

    type: ConceptType
    name: str  # the form whose key stands for the entity: the expansion of an acronym
    key: Key
    forms: tuple[str, ...]  # every form, sorted; the generic ones left out
    acronyms: tuple[str, ...]  # the forms among them that `name` expands


@dataclass(frozen=True, slots=True)
class Census:
    """Counts of papers over the names of a corpus, by match key."""

    papers: Counter[str] = field(default_factory=Counter)
    types: defaultdict[str, Counter[ConceptType]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    loose: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    cased: Counter[str] = field(default_factory=Counter)  # papers that write a capital or a digit
    capitals: defaultdict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    """The words of each name that are acronyms, as match keys."""
    spelt: dict[str, str] = field(default_factory=dict)  # acronyms that write linking words: "MoE"
    expansions: defaultdict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))


def namings(extraction: Extraction) -> tuple[Naming | None, ...]:
    """The naming of each entity of a paper, None where its name is generic."""
    text = extraction.paper.text
    return tuple(_naming(entity, text) for entity in extraction.entities)


def census(papers: Iterable[tuple[Naming | None, ...]]) -> Census:
    """Count the names of a corpus; each paper counts once for a name."""
    counts = Census()
    for paper in papers:
        present = [naming for naming in paper if naming]
        counts.papers.update({naming.key.match for naming in present})
        counts.cased.update({naming.key.match for naming in present if not naming.name.islower()})
        for match, type_ in sorted({(naming.key.match, naming.type) for naming in present}):
            counts.types[match][type_] += 1
        for naming in present:
            counts.loose[naming.key.match].add(naming.key.loose)
            counts.capitals[naming.key.match].update(capitals(naming.name))
            if found := _SPELT.match(naming.name):
                counts.spelt[naming.key.match] = found.group(1)
        for acronym, expansion in sorted(set(_definitions(present))):
            counts.expansions[acronym][expansion] += 1
            counts.loose[expansion].add(f"{SAME_ACRONYM}{acronym}: {same_expansion(expansion)}")
    return counts


def capitals(name: str) -> frozenset[str]:
    """The words of a name that are acronyms, as match keys.

    >>> sorted(capitals("weight-sharing NAS for CNNs"))
    ['cnn', 'nas']
    """
    return frozenset(key(word).match for word in words(name) if is_acronym(word))


def _definitions(present: list[Naming]) -> Iterator[tuple[str, str]]:
    for naming in present:
        for acronym in naming.acronyms:
            yield key(acronym).match, naming.key.match


def _naming(entity: Entity, text: str) -> Naming | None:
    name = surface(entity.name)
    if is_generic(name) or _is_cited(entity, text):
        return None
    slices = {surface(text[mention.start : mention.end]) for mention in entity.mentions}
    slices -= {form for form in slices if _is_fragment(form, name)}
    named = (form for form in slices | {name} if not is_generic(form))
    forms = sorted({part for form in named for part in _parts(form) if not is_generic(part)})
    full = _fullest(next(_parts(name)), forms, text)
    keys = key(full)
    acronyms = tuple(form for form in forms if is_acronym(form) and expands(form, full))
    every = tuple(sorted({*forms, full}))
    return Naming(entity.type, full, keys, every, acronyms) if keys.match else None


def _is_cited(entity: Entity, text: str) -> bool:
    """Whether all that an entity is, is an author of something cited: "Hardt and Rothblum, 2010"."""
    return all(
        _SURNAME.fullmatch(text, mention.start, mention.end) and _CITED.match(text, mention.end)
        for mention in entity.mentions
    )


def _is_fragment(form: str, name: str) -> bool:
    """Whether a mention shares a part of its name with another: "100" of CIFAR-100, "pre-"."""
    bare = form.strip("-–")
    ends = form != bare or not any(c.isalpha() for c in bare.rstrip("kKmMbB"))
    return ends and len(bare) < len(name) and name.startswith(bare) != name.endswith(bare)


def _parts(form: str) -> Iterator[str]:
    """The form itself, or expansion and acronym of "Segment Anything Model (SAM)"."""
    found = next(filter(None, (pattern.match(form) for pattern in _BOTH)), None)
    parts = sorted(found.groups(), key=len, reverse=True) if found else ()
    if parts and is_acronym(parts[1]) and expands(parts[1], parts[0]):
        yield from parts
    else:
        yield form


def _fullest(name: str, forms: Iterable[str], text: str) -> str:
    """The expansion among the forms, or in the text, when the name is an acronym; else the name."""
    if not is_acronym(name):
        return name
    grouped = best_expansion(name, (form for form in forms if not is_acronym(form)))
    full = grouped or definition(name, text)
    return full if full and not is_generic(full) else name
