"""Evidence: the sentences of a paper that say what a statement says."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from kg.link.profiles import Reading, sentence
from kg.records import Evidence, Mention, Relation

_SENTENCES = 3  # of one paper for one statement


def by_mentions(
    reading: Reading, places: Iterable[int], paper: str, component: str
) -> list[Evidence]:
    """The best sentences that mention one of the entities at these places, in text order."""
    extraction = reading.extraction
    spans: defaultdict[tuple[int, int], list[Mention]] = defaultdict(list)
    for place in places:
        for mention in extraction.entities[place].mentions:
            within = sentence(extraction.sentences, mention.start)
            spans[within or (mention.start, mention.end)].append(mention)
    found = [
        _evidence(reading, paper, span, mentions, max(m.score for m in mentions), component)
        for span, mentions in spans.items()
    ]
    return sorted(sorted(found, key=lambda item: (-item.score, item.start))[:_SENTENCES])


def of_relation(reading: Reading, relation: Relation, paper: str, component: str) -> Evidence:
    """The sentence of a relation, with the mentions of both sides in it."""
    subjects, objects = (
        _mentions_within(reading, reading.concepts[place], relation)
        for place in (relation.subject, relation.object)
    )
    span = (relation.start, relation.end)
    evidence = _evidence(reading, paper, span, subjects + objects, relation.score, component)
    return replace(evidence, subject=tuple(sorted({(m.start, m.end) for m in subjects})))


def _mentions_within(reading: Reading, wanted: str | None, sentence: Relation) -> list[Mention]:
    return [
        mention
        for concept, entity in zip(reading.concepts, reading.extraction.entities, strict=True)
        if concept == wanted
        for mention in entity.mentions
        if sentence.start <= mention.start and mention.end <= sentence.end
    ]


def _evidence(
    reading: Reading,
    paper: str,
    span: tuple[int, int],
    mentions: Iterable[Mention],
    score: float,
    component: str,
) -> Evidence:
    quote = reading.extraction.paper.text[span[0] : span[1]]
    offsets = tuple(sorted({(mention.start, mention.end) for mention in mentions}))
    return Evidence(paper, *span, quote, offsets, round(score, 4), component)
