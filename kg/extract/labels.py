"""The label sets of the three heads, in the order of their weights."""

from kg.records import CONCEPT_TYPES, RELATION_TYPES, ROLES

SPAN_LABELS: tuple[str, ...] = ("", *CONCEPT_TYPES)
ROLE_LABELS: tuple[str, ...] = ROLES["method"]
PAIR_LABELS: tuple[str, ...] = ("", "same", *RELATION_TYPES)

# Which types a relation may join (subject, object); `is_a` and `same` join equals.
PAIR_TYPES: dict[str, frozenset[tuple[str, str]]] = {
    "same": frozenset((t, t) for t in CONCEPT_TYPES),
    "is_a": frozenset((t, t) for t in CONCEPT_TYPES),
    "used_for": frozenset({("method", "task")}),
    "builds_on": frozenset({("method", "method")}),
    "evaluated_on": frozenset({("method", "dataset")}),
    "compared_with": frozenset({("method", "method")}),
    "measured_by": frozenset({("method", "metric"), ("task", "metric")}),
}
