"""A processed Doc as frozen records, and the records as the lines of `extractions.jsonl`."""

from collections.abc import Mapping
from typing import Any, cast

from spacy.tokens import Doc

from kg.extract.coordination import complete
from kg.extract.decode import Group
from kg.extract.encode import Encoded
from kg.extract.features import Form, nearest
from kg.extract.pipeline import Analysis, analysis
from kg.records import (
    CONCEPT_TYPES,
    Entity,
    Extraction,
    Mention,
    Paper,
    Relation,
    RelationType,
    Role,
)

DIGITS = 3  # of a probability: more would differ between processors


def extraction(doc: Doc, paper: Paper) -> Extraction:
    """What the pipeline found in the doc of `paper.text`; entities by first mention."""
    known = analysis(doc)
    encoded = known.encoded
    if encoded is None:
        return Extraction(paper, (), (), known.repositories, (), known.availability)
    entities = [_entity(known, encoded, i) for i in range(len(known.groups))]
    order = sorted(range(len(entities)), key=lambda i: entities[i].mentions[0].start)
    place = {old: new for new, old in enumerate(order)}
    relations = [_relation(doc, known, place, relation) for relation in known.relations]
    whole = Extraction(
        paper,
        tuple(entities[i] for i in order),
        tuple(sorted(relations, key=lambda r: (r.subject, r.object, r.predicate))),
        known.repositories,
        tuple((sentence.start_char, sentence.end_char) for sentence in doc.sents),
        known.availability,
    )
    return complete(whole)


def _entity(known: Analysis, text: Encoded, i: int) -> Entity:
    group = known.groups[i]
    role, _ = known.roles[i]
    scores = {(m.start, m.end): float(m.types[group.type - 1]) for m in known.mentions}
    worth = known.calibration
    mentions = sorted(
        Mention(*text.between(*span), round(worth.mention(scores[span]), DIGITS))
        for form in group.forms
        for span in known.forms[form].spans
    )
    return Entity(
        CONCEPT_TYPES[group.type - 1],
        cast(Role, role),
        known.forms[group.forms[0]].text,
        tuple(mentions),
        round(
            worth.entity(max(scores[s] for i in group.forms for s in known.forms[i].spans)), DIGITS
        ),
    )


def _relation(
    doc: Doc, known: Analysis, place: Mapping[int, int], relation: tuple[int, str, int, float]
) -> Relation:
    subject, predicate, obj, raw = relation
    score = round(known.calibration.relation(raw), DIGITS)
    start, end = _stretch(
        doc, _one_form(known, known.groups[subject]), _one_form(known, known.groups[obj])
    )
    return Relation(place[subject], cast(RelationType, predicate), place[obj], score, start, end)


def _one_form(known: Analysis, group: Group) -> Form:
    """All mentions of an entity, as if they were of one form."""
    spans = sorted(span for i in group.forms for span in known.forms[i].spans)
    return Form(known.forms[group.forms[0]].key, known.forms[group.forms[0]].text, tuple(spans))


def _stretch(doc: Doc, a: Form, b: Form) -> tuple[int, int]:
    """Offsets of the sentence both are mentioned in, else from one's sentence to the other's."""
    near = nearest(a, b)
    sentences = [doc[start].sent for start, _ in near]
    return min(s.start_char for s in sentences), max(s.end_char for s in sentences)


def to_json(found: Extraction) -> dict[str, Any]:
    """The contract of `kg extract`: one object a paper, offsets into its text.

    `relation_scores` has one score a relation, in their order; `availability` is what the abstract
    says of its code without a link, or null.
    """
    return {
        "id": found.paper.id,
        "concepts": [
            {
                "type": entity.type,
                "name": entity.name,
                "role": entity.role,
                "score": entity.score,
                "mentions": [[m.start, m.end] for m in entity.mentions],
            }
            for entity in found.entities
        ],
        "relations": [[r.subject, r.predicate, r.object] for r in found.relations],
        "relation_scores": [r.score for r in found.relations],
        "repositories": [r.url for r in found.repositories],
        "availability": found.availability.kind if found.availability else None,
    }
