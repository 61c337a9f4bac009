"""Evidence: the sentences of a paper that say what a statement says."""

from collections import defaultdict
from collections.abc import Iterable

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
    ends = {reading.concepts[relation.subject], reading.concepts[relation.object]}
    mentions = [
        mention
        for concept, entity in zip(reading.concepts, reading.extraction.entities, strict=True)
        if concept in ends
        for mention in entity.mentions
        if relation.start <= mention.start and mention.end <= relation.end
    ]
    span = (relation.start, relation.end)
    return _evidence(reading, paper, span, mentions, relation.score, component)


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
