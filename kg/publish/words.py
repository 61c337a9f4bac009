"""How the page names types, roles and relations."""

from typing import NamedTuple


class Relation(NamedTuple):
    """The words of a relation read from its subject and from its object, and its line's dashes."""

    forward: str
    backward: str
    dashes: tuple[int, ...] = ()
    directed: bool = True


TYPES: dict[str, str] = {
    "method": "Methods",
    "dataset": "Datasets",
    "task": "Tasks",
    "metric": "Metrics",
}

RELATIONS: dict[str, Relation] = {
    "usedFor": Relation("used for", "done with"),
    "buildsOn": Relation("builds on", "built on by", (14, 4)),
    "evaluatedOn": Relation("evaluated on", "evaluates", (3, 4)),
    "comparedWith": Relation("compared with", "compared with", (10, 4, 2, 4), False),
    "measuredBy": Relation("measured by", "measures", (6, 6)),
    "broader": Relation("kind of", "kinds", (2, 3)),
    "coUse": Relation("in the same papers", "in the same papers", (), False),
}

# How a node or an edge fares between two builds.
CHANGES: dict[str, str] = {"new": "new", "gone": "gone", "common": "in both"}

ROLES: dict[str, str] = {
    "proposes": "Proposed by",
    "introduces": "Introduced by",
    "uses": "Used by",
    "evaluatesOn": "Evaluated on by",
    "addresses": "Addressed by",
    "measures": "Measured by",
    "comparesWith": "Compared with by",
    "mentions": "Mentioned by",
}
