"""Corrections by hand, applied on every build: rename, merge, split, retype, reject.

A file of corrections is TOML, a table `[[entry]]` each, or CSV with a header; the fields are
`action`, `concept` (any of its names), `value` and `reason`. The value of `rename` is the label, of
`merge` a name of the concept that it joins, of `split` the name that becomes a concept of its own,
of `retype` the type; `reject` has none.
"""

import csv
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal, get_args

from kg.errors import InputError
from kg.link.joins import Joins
from kg.link.keys import key
from kg.link.names import Naming
from kg.records import CONCEPT_TYPES, ROLES, ConceptType, Entity, Extraction

Action = Literal["rename", "merge", "split", "retype", "reject"]
ACTIONS: tuple[Action, ...] = get_args(Action)
_FIELDS = frozenset(("action", "concept", "value", "reason"))


@dataclass(frozen=True, slots=True)
class Entry:
    """One correction, with the reason that a person gives for it."""

    action: Action
    concept: str
    value: str
    reason: str
    number: int  # in its file, from 1


def read_curation(path: Path) -> tuple[Entry, ...]:
    """The corrections of a TOML or CSV file; raises InputError for what is none."""
    try:
        records = _toml(path) if path.suffix.lower() == ".toml" else _csv(path)
        return tuple(_entry(record, path, n) for n, record in enumerate(records, 1))
    except (OSError, UnicodeError, tomllib.TOMLDecodeError, csv.Error) as error:
        raise InputError(f"{path} cannot be read as corrections: {error}") from error


def _toml(path: Path) -> Sequence[Any]:
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("entry", [])
    return entries if isinstance(entries, list) else [entries]


def _csv(path: Path) -> Sequence[Any]:
    with path.open(encoding="utf-8-sig", newline="") as lines:
        return list(csv.DictReader(lines, restval=""))


def _entry(record: Any, path: Path, number: int) -> Entry:
    def refuse(fault: str) -> InputError:
        return InputError(f"{path}, entry {number}: {fault}")

    if not isinstance(record, dict) or not set(record) <= _FIELDS:
        raise refuse(f"an entry has the fields {', '.join(sorted(_FIELDS))} and no others")
    action, concept, value, reason = (
        str(record.get(name) or "").strip() for name in ("action", "concept", "value", "reason")
    )
    if action not in ACTIONS:
        raise refuse(f"the action {action!r} is none of {', '.join(ACTIONS)}")
    if not concept or not reason or (not value and action != "reject"):
        raise refuse("the concept, the value and the reason must be given")
    if action == "retype" and value not in CONCEPT_TYPES:
        raise refuse(f"the type {value!r} is none of {', '.join(CONCEPT_TYPES)}")
    return Entry(action, concept, value, reason, number)


@dataclass(frozen=True, slots=True)
class Curated:
    """The joins of a corpus after the corrections, which hold by the match key of the concept."""

    joins: Joins
    labels: Mapping[str, str] = field(default_factory=dict)
    types: Mapping[str, ConceptType] = field(default_factory=dict)
    rejected: frozenset[str] = frozenset()
    reasons: Mapping[str, str] = field(default_factory=dict)  # of merges, by match key of the name
    unused: tuple[Entry, ...] = ()

    def concept(self, naming: Naming | None) -> str | None:
        """The concept that a naming means, if it is to be one."""
        concept = self.joins.concept(naming) if naming else None
        return None if concept in self.rejected else concept


def curate(joins: Joins, entries: Iterable[Entry]) -> Curated:
    """Apply corrections: splits, then merges, then what is said of the concepts that result."""
    ordered = sorted(entries, key=lambda entry: (entry.action != "split", entry.action != "merge"))
    curated = Curated(joins)
    for entry in ordered:
        curated = _applied(curated, entry)
    unused = sorted(curated.unused, key=lambda entry: entry.number)
    return replace(curated, unused=tuple(unused))


def _applied(curated: Curated, entry: Entry) -> Curated:
    joins = curated.joins
    concept = _find(joins, entry.concept)
    other = _find(joins, entry.value) if entry.action in ("merge", "split") else None
    match entry.action:
        case "split" if concept and concept == other and key(entry.value).match in joins.concepts:
            return replace(curated, joins=_split(joins, key(entry.value).match, concept))
        case "merge" if concept and other and concept != other:
            moved = {name: entry.reason for name, at in joins.concepts.items() if at == concept}
            joins = _renamed(joins, concept, other)
            return replace(curated, joins=joins, reasons={**curated.reasons, **moved})
        case "rename" if concept:
            return replace(curated, labels={**curated.labels, concept: entry.value})
        case "retype" if concept:
            types = {**curated.types, concept: entry.value}
            return replace(curated, types=types)  # type: ignore[arg-type]
        case "reject" if concept:
            return replace(curated, rejected=curated.rejected | {concept})
        case _:
            return replace(curated, unused=(*curated.unused, entry))


def _find(joins: Joins, name: str) -> str | None:
    """The concept that a name means in the corpus."""
    match, loose = key(name)
    if match in joins.concepts:
        return joins.concepts[match]
    usual = {at for (acronym, _), at in joins.meanings.items() if acronym == match}
    spelt = {at for other, at in joins.concepts.items() if key(other).loose == loose}
    found = usual or spelt
    return found.pop() if len(found) == 1 else None


def _split(joins: Joins, name: str, concept: str) -> Joins:
    """The name is a concept of its own; when the others were called by it, they take another name."""
    rest = sorted(n for n, at in joins.concepts.items() if at == concept and n != name)
    if name == concept and rest:
        joins = _renamed(joins, concept, rest[0])
    meanings = {acronym: at for acronym, at in joins.meanings.items() if acronym[0] != name}
    return replace(joins, concepts={**joins.concepts, name: name}, meanings=meanings)


def _renamed(joins: Joins, old: str, new: str) -> Joins:
    """Everything that is said of one concept said of another."""

    def at(concept: str) -> str:
        return new if concept == old else concept

    return replace(
        joins,
        concepts={name: at(concept) for name, concept in joins.concepts.items()},
        meanings={acronym: at(concept) for acronym, concept in joins.meanings.items()},
        suggestions={
            at(name): {at(other): share for other, share in found.items()}
            for name, found in joins.suggestions.items()
        },
    )


def retyped(extraction: Extraction, types: Sequence[ConceptType | None]) -> Extraction:
    """The extraction with other types for some entities; a role that the type lacks is a mention."""
    entities = (
        entity if type_ is None else _retyped(entity, type_)
        for entity, type_ in zip(extraction.entities, types, strict=True)
    )
    return replace(extraction, entities=tuple(entities))


def _retyped(entity: Entity, type_: ConceptType) -> Entity:
    role = entity.role if entity.role in ROLES[type_] else "mentions"
    if entity.role in ("proposes", "compares") and "uses" in ROLES[type_] and role == "mentions":
        role = "uses"
    return replace(entity, type=type_, role=role)
