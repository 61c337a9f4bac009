"""The spaCy pipeline: sentences, repositories, encoder, mentions, entities, relations.

Each step is a component that can be left out, replaced or added to by name. What it finds stays on
the Doc, where any spaCy user can read it: `Doc.spans["concepts"]` (label = type) and
`Doc.spans["repositories"]` for displaCy, and an `Analysis` under `Doc.user_data["kg"]`.
"""

from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import spacy
from spacy.language import Language
from spacy.tokens import Doc

from kg.extract.availability import find_availability
from kg.extract.calibration import Calibration
from kg.extract.decode import (
    Group,
    Span,
    choose_roles,
    find_mentions,
    group_mentions,
    join_forms,
    relate,
    strong_groups,
)
from kg.extract.encode import Encoded, Ints, encode
from kg.extract.features import Form
from kg.extract.heads import Floats, softmax
from kg.extract.labels import SPAN_LABELS
from kg.extract.links import find_links
from kg.extract.model import PACKAGED, Model, load_model
from kg.extract.repositories import find_repositories
from kg.extract.tokens import Tokenizer
from kg.records import Availability, Repository

_EMPTY = np.zeros((0, 0), dtype=np.float32)


@dataclass(slots=True)
class Analysis:
    """What the components know of a text so far; each adds its part."""

    repositories: tuple[Repository, ...] = ()
    availability: Availability | None = None
    links: tuple[tuple[int, int], ...] = ()  # character offsets that no mention may touch
    encoded: Encoded | None = None
    calibration: Calibration = field(default_factory=Calibration)
    tokens: Floats = field(default_factory=lambda: _EMPTY)
    mentions: list[Span] = field(default_factory=list)
    forms: list[Form] = field(default_factory=list)
    types: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    groups: list[Group] = field(default_factory=list)
    roles: list[tuple[str, float]] = field(default_factory=list)
    pairs: Floats = field(default_factory=lambda: _EMPTY)
    relations: list[tuple[int, str, int, float]] = field(default_factory=list)


def pipeline(model: Path = PACKAGED, min_score: float | None = None) -> Language:
    """A spaCy `Language` with all steps, sharing one model.

    With `min_score`, entities and relations of a lower score are left out; below about 0.4 more is
    let through than without it.

    >>> pipeline().pipe_names[:2]
    ['kg_sentences', 'kg_repositories']
    """
    nlp = blank()
    nlp.add_pipe("kg_repositories")
    for name in ("kg_encoder", "kg_mentions", "kg_entities", "kg_relations"):
        nlp.add_pipe(name, config={"model": str(model), "min_score": min_score})
    return nlp


def blank() -> Language:
    """Tokens and sentences alone, as the model sees them in training."""
    nlp = spacy.blank("en")
    nlp.tokenizer = Tokenizer(nlp.vocab)
    nlp.max_length = 10**7
    nlp.add_pipe("kg_sentences")
    return nlp


def analysis(doc: Doc) -> Analysis:
    """The analysis that the components keep on a Doc."""
    found: Analysis = doc.user_data.setdefault("kg", Analysis())
    return found


@Language.component("kg_repositories")
def add_repositories(doc: Doc) -> Doc:
    """Find links before anything else, so that no mention is read out of one."""
    known = analysis(doc)
    known.repositories = find_repositories(doc.text)
    known.availability = find_availability(doc.text, known.repositories)
    known.links = tuple((link.start, link.end) for link in find_links(doc.text))
    spans = [
        doc.char_span(r.start, r.end, label=r.kind, alignment_mode="expand")
        for r in known.repositories
    ]
    doc.spans["repositories"] = [span for span in spans if span is not None]
    return doc


@dataclass(frozen=True, slots=True)
class Step:
    """A component with a model."""

    model: Model


class EncoderStep(Step):
    """Token vectors from the encoder, also as `Doc.tensor`."""

    def __call__(self, doc: Doc) -> Doc:
        """Encode a doc that has sentence bounds."""
        known = analysis(doc)
        known.calibration = self.model.calibration
        known.encoded = encode(doc, self.model.wordpiece)
        known.tokens = self.model.heads.tokens(self.model.states(known.encoded), known.encoded)
        doc.tensor = known.tokens  # type: ignore[assignment]
        return doc


class MentionStep(Step):
    """`Doc.spans["concepts"]`: what names a method, dataset, task or metric."""

    def __call__(self, doc: Doc) -> Doc:
        """Judge all candidate spans outside links."""
        known = analysis(doc)
        if known.encoded is not None and len(known.encoded.spans):
            text = _without_links(known.encoded, known.links)
            logits = self.model.heads.span_logits(known.tokens, text.spans)
            known.mentions = find_mentions(logits, text, self.model.thresholds)
        return doc


class EntityStep(Step):
    """Mentions to forms, forms to entities with types and roles."""

    def __call__(self, doc: Doc) -> Doc:
        """Group the mentions of a doc."""
        known = analysis(doc)
        known.groups, known.relations = [], []
        if not known.mentions or known.encoded is None:
            doc.spans["concepts"] = []
            return doc
        known.forms, known.types = group_mentions(known.mentions)
        heads = self.model.heads
        vectors = heads.form_vectors(known.tokens, known.forms, known.types)
        role_logits = heads.role_logits(known.tokens, vectors)
        known.pairs = softmax(
            heads.pair_logits(known.tokens, vectors, role_logits, known.encoded, known.forms)
        )
        joined = join_forms(known.forms, known.types, known.pairs, self.model.thresholds.same)
        least = self.model.thresholds.entity
        known.groups = strong_groups(joined, known.forms, known.mentions, least)
        known.roles = choose_roles(known.groups, known.forms, role_logits)
        doc.spans["concepts"] = [
            spacy.tokens.Span(doc, start, end, label=SPAN_LABELS[known.types[i]])
            for i in sorted(i for group in known.groups for i in group.forms)
            for start, end in known.forms[i].spans
        ]
        return doc


class RelationStep(Step):
    """Relations between the entities of a doc."""

    def __call__(self, doc: Doc) -> Doc:
        """Relate every ordered pair of entities whose types allow it."""
        known = analysis(doc)
        known.relations = relate(known.groups, known.pairs, self.model.thresholds.relation)
        return doc


def _factory(name: str, step: type[Step]) -> None:
    def create(nlp: Language, name: str, model: str, min_score: float | None) -> Step:
        return step(load_model(Path(model)).at_least(min_score))

    config = {"model": str(PACKAGED), "min_score": None}
    Language.factory(name, default_config=config, func=create)


_factory("kg_encoder", EncoderStep)
_factory("kg_mentions", MentionStep)
_factory("kg_entities", EntityStep)
_factory("kg_relations", RelationStep)


def _without_links(text: Encoded, links: tuple[tuple[int, int], ...]) -> Encoded:
    """The same text without the candidate spans that touch a link."""
    starts, ends = text.offsets[text.spans[:, 0], 0], text.offsets[text.spans[:, 1] - 1, 1]
    free = np.ones(len(starts), dtype=bool)
    for start, end in links:
        free &= (ends <= start) | (starts >= end)
    return replace(text, spans=text.spans[free])
