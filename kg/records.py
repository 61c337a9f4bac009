"""The frozen records that the rooms hand to one another.

All offsets are half-open character offsets into `Paper.text`.
"""

from dataclasses import dataclass, field
from typing import Literal, get_args

ConceptType = Literal["method", "dataset", "task", "metric"]
Role = Literal["proposes", "uses", "compares", "mentions"]
RelationType = Literal[
    "used_for", "builds_on", "evaluated_on", "compared_with", "is_a", "measured_by"
]
# Code without a link: to be released, in the supplement, on request, behind a link that the text
# lost ("this https URL"), or said to be available and no more.
AvailabilityKind = Literal["announced", "supplementary", "request", "elided", "stated"]
RepositoryKind = Literal["code", "model", "data", "page", "anonymised"]

CONCEPT_TYPES: tuple[ConceptType, ...] = get_args(ConceptType)
ROLES: dict[ConceptType, tuple[Role, ...]] = {
    "method": ("proposes", "uses", "compares", "mentions"),
    "dataset": ("proposes", "uses", "mentions"),
    "task": ("uses", "mentions"),
    "metric": ("proposes", "uses", "mentions"),
}
RELATION_TYPES: tuple[RelationType, ...] = get_args(RelationType)


@dataclass(frozen=True, slots=True, order=True)
class Source:
    """Where a record was read: the file as it was named, and its number there, from 1."""

    file: str
    record: int


@dataclass(frozen=True, slots=True)
class Paper:
    """A paper as its source describes it; `id` is a CURIE (`arxiv:1706.03762`, `doi:…`, `hash:…`)."""

    id: str
    title: str
    abstract: str
    year: int | None = None
    venue: str | None = None
    authors: tuple[str, ...] = ()
    url: str | None = None
    links: tuple[str, ...] = ()  # addresses of code, data or pages that the record itself gives
    keywords: tuple[str, ...] = ()  # free words, in the record's order
    subjects: tuple[str, ...] = ()  # terms of a scheme: arXiv categories, MeSH, fields of study
    licence: str | None = None  # of the paper: an address, or a name without one
    orcids: tuple[tuple[str, str], ...] = ()  # (name, ORCID) of the authors whose ORCID is known
    ids: tuple[str, ...] = ()  # every identifier that the world shares, as CURIEs, the best first
    sources: tuple[Source, ...] = ()  # more than one when duplicates were merged

    @property
    def text(self) -> str:
        """Title, newline, abstract; the abstract alone without a title. Never altered."""
        return f"{self.title}\n{self.abstract}" if self.title else self.abstract


@dataclass(frozen=True, slots=True, order=True)
class Rejection:
    """A record that could not become a paper, and why."""

    file: str
    record: int  # from 1: the line in line formats, else the number of the record
    reason: str
    excerpt: str = ""


@dataclass(frozen=True, slots=True, order=True)
class Mention:
    """One occurrence of an entity."""

    start: int
    end: int
    score: float


@dataclass(frozen=True, slots=True)
class Entity:
    """One concept as one paper treats it; `name` is its fullest form, `mentions` are in text order."""

    type: ConceptType
    role: Role
    name: str
    mentions: tuple[Mention, ...]
    score: float


@dataclass(frozen=True, slots=True)
class Relation:
    """`subject` and `object` index `Extraction.entities`; the offsets are those of the sentence."""

    subject: int
    predicate: RelationType
    object: int
    score: float
    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Repository:
    """An address of code, model, data or a page that the abstract gives for its own work."""

    url: str
    kind: RepositoryKind
    start: int
    end: int


@dataclass(frozen=True, slots=True, order=True)
class Availability:
    """What the abstract says of its code without a link; the offsets are those of the sentence."""

    kind: AvailabilityKind
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extraction:
    """What was found in one paper; `sentences` are offsets, in order, covering every mention."""

    paper: Paper
    entities: tuple[Entity, ...]
    relations: tuple[Relation, ...]
    repositories: tuple[Repository, ...]
    sentences: tuple[tuple[int, int], ...] = ()
    availability: Availability | None = None


@dataclass(frozen=True, slots=True, order=True)
class Evidence:
    """The sentence that says so: its offsets and text, and the mentions in it that are meant.

    A fact that the record itself states (`Paper.links`) has an empty quote and no mentions.
    """

    paper: str  # the paper's IRI
    start: int
    end: int
    quote: str
    mentions: tuple[tuple[int, int], ...]
    score: float
    component: str  # what produced it, with its version: `roles/0.1.0`
    subject: tuple[tuple[int, int], ...] = ()  # those of the mentions that name the subject


@dataclass(frozen=True, slots=True, order=True)
class Statement:
    """A triple of IRIs with its evidence; equality and hash look at the triple alone."""

    subject: str
    predicate: str
    object: str
    evidence: tuple[Evidence, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Match:
    """A suggestion that two concepts may be close, never a merge; or the same one elsewhere."""

    iri: str
    score: float
    exact: bool = False  # the same concept in another vocabulary


@dataclass(frozen=True, slots=True)
class Concept:
    """A node that papers share; `types` are (type, number of papers), the most frequent first."""

    iri: str
    label: str
    aliases: tuple[str, ...]
    types: tuple[tuple[ConceptType, int], ...]
    broader: tuple[str, ...] = ()
    matches: tuple[Match, ...] = ()

    @property
    def type(self) -> ConceptType:
        """The type most papers give it."""
        return self.types[0][0]


@dataclass(frozen=True, slots=True, order=True)
class Merge:
    """Why the form `alias` is a name of the concept `iri`."""

    iri: str
    alias: str
    rule: str  # the reason: `case`, `plural`, `hyphen`, `spelling`, `acronym`, …
    papers: int  # how many papers use this form
    evidence: tuple[str, ...] = ()  # ids of papers that show it, at most a few
    example: str = ""  # a sentence of the first of them


@dataclass(frozen=True, slots=True)
class Contents:
    """What a build holds: its papers, concepts and statements, each sorted."""

    papers: tuple[Paper, ...]
    concepts: tuple[Concept, ...]
    statements: tuple[Statement, ...]
