"""Names that share a part: "ResNet-50 and -101", "CIFAR-10/100", "pre- and post-training".

Each gets the name it has when written out; its mention stays the characters that stand in the text.
Only spelling decides: a shared stem is followed by numbers or hyphened endings, a shared ending is
preceded by words with a hanging hyphen. Whatever else "and" joins is left as it was found.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from kg.extract.features import form_key, is_acronym
from kg.extract.labels import PAIR_TYPES
from kg.records import Entity, Extraction, Mention, Relation

_JOIN = r"(?:\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+|\s*[/&]\s*)"
_NUMBER = r"\d+(?:\.\d+)?[A-Za-z]{0,2}"
# A name that ends in a number or a hyphened ending, and what may go on after it.
_STEM = re.compile(rf"(.*[^\W\d_][^-–]*?)([-–])({_NUMBER}|[a-z]+)", re.DOTALL)
_TAIL = re.compile(rf"({_JOIN})([-–]?)({_NUMBER}|(?<=[-–])[a-z]+)(?![\w-])")
# What may stand after the last of the numbers, so that they are not numbers of something else.
_CLOSES = re.compile(
    r"\s*(?:$|[.,;:)\]!?]|(?:data ?sets?|benchmarks?|models?|backbones?|variants?|architectures?"
    r"|respectively|and|or|with|by|while|as|for|using|show|demonstrate|is|are)\b)"
)
_HANGING = re.compile(
    r"(?<![\w-])([^\W\d_][\w]*-)(\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+|\s*/\s*)$"
)
_LIST = re.compile(r"\s*,\s*(?:and\s+|or\s+)?|\s+(?:and|or)\s+")
_LISTED_WORDS = 2  # a name in a list of metrics is as short as this


class Part(NamedTuple):
    """A stretch of the text and the name it stands for."""

    start: int
    end: int
    name: str


def complete(found: Extraction) -> Extraction:
    """The same extraction with every shared name written out, and no name of a bare number.

    Entities that the text joins in brackets, "long form (LF)", become one.
    """
    draft = _Draft(found)
    for place in range(len(found.entities)):
        for mention in found.entities[place].mentions:
            draft.take_apart(place, mention)
    return draft.finished()


def parts(text: str, start: int, end: int, metric: bool = False) -> list[Part]:
    """What a mention stands for with what is joined to it, in text order; the mention itself alone.

    >>> [part.name for part in parts("on CIFAR-10/100.", 3, 11)]
    ['CIFAR-10', 'CIFAR-100']
    """
    listed = list(_listed(text, start, end)) if metric else []
    if len(listed) > 1:
        return listed
    first = _inner_stem(text, start, end)
    if first is not None:
        tails = list(_tails(text, *first))
        if tails:
            own = Part(start, first[0], text[start : first[0]])
            return [own, *tails]
    inner = start + _last_of_hanging(text[start:end])
    heads = list(_heads(text, inner, end))
    return [*reversed(heads), Part(inner, end, text[inner:end])]


def _inner_stem(text: str, start: int, end: int) -> tuple[int, re.Match[str]] | None:
    """Where the first full name in a mention ends, and its parts."""
    surface = text[start:end]
    cut = re.search(rf"(?<=\w){_JOIN}[-–]?(?=\d|[-–])|(?<=\w){_JOIN}[-–][a-z]", surface)
    name = surface[: cut.start()] if cut else surface
    stem = _STEM.fullmatch(name)
    return (start + len(name), stem) if stem else None


def _tails(text: str, end: int, stem: re.Match[str]) -> Iterator[Part]:
    """The endings that go on after a name with a number; none when they count something else."""
    before, _, number = stem.groups()
    tails: list[Part] = []
    sure = False
    at = end
    while found := _TAIL.match(text, at):
        join, hyphen, tail = found.groups()
        if tail.isalpha() != number.isalpha() or _unit(tail) != _unit(number):
            break
        sure = sure or bool(hyphen) or "/" in join
        tails.append(Part(found.start(2), found.end(), f"{before}{stem.group(2)}{tail}"))
        at = found.end()
    last_joins = bool(tails) and re.search(r"and|or|/|&", text[end : tails[-1].start])
    if sure or (last_joins and _CLOSES.match(text, at)):
        yield from tails


def _unit(ending: str) -> str:
    """The letters after a number, which endings of one name share: 1k and 21k, not 10 and 3x."""
    return "" if ending.isalpha() else re.sub(r"[\d.]", "", ending).lower()


def _last_of_hanging(surface: str) -> int:
    """Where the full name begins in "pre- and post-training"."""
    found = re.match(
        r"(?:[^\W\d_]\w*-(?:\s*,\s*|\s+(?:and|or)\s+|\s*,\s*(?:and|or)\s+|\s*/\s*))+", surface
    )
    return found.end() if found else 0


def _heads(text: str, start: int, end: int) -> Iterator[Part]:
    """The hanging words before a hyphened name, from the nearest back."""
    first, hyphen, rest = text[start:end].partition("-")
    if not hyphen or not first.isalpha() or not rest[:1].isalpha():
        return
    at = start
    while found := _HANGING.search(text, max(0, at - 60), at):
        yield Part(found.start(1), found.end(1), f"{found.group(1)}{rest}")
        at = found.start(1)


def _listed(text: str, start: int, end: int) -> Iterator[Part]:
    """The members of "precision, recall and F1", each as it stands; none when they are no list."""
    surface = text[start:end]
    bounds = [0, *(b for m in _LIST.finditer(surface) for b in m.span()), len(surface)]
    spans = list(zip(bounds[::2], bounds[1::2], strict=True))
    if all(a < b and len(surface[a:b].split()) <= _LISTED_WORDS for a, b in spans):
        yield from (Part(start + a, start + b, surface[a:b]) for a, b in spans)


class _Draft:
    """An extraction being changed; entities keep their places until it is finished."""

    def __init__(self, found: Extraction) -> None:
        self._found = found
        self._text = found.paper.text
        self._entities: list[Entity] = list(found.entities)
        self._same: dict[int, int] = {}  # an entity that has become another
        self._copies: list[tuple[int, int]] = []  # a new entity's place and that of its original

    def take_apart(self, place: int, mention: Mention) -> None:
        """Give a mention's parts to the entities they name."""
        entity = self._entities[place]
        divided = parts(self._text, mention.start, mention.end, entity.type == "metric")
        own = _own(divided, mention)
        if len(divided) == 1 or mention not in entity.mentions:
            return
        for part in divided:
            if part == own:
                shrunk = replace(mention, start=part.start, end=part.end)
                others = [m for m in entity.mentions if m != mention]
                whole = self._text[mention.start : mention.end]
                name = part.name if entity.name == whole else entity.name
                self._entities[place] = replace(
                    entity, name=name, mentions=tuple(sorted([*others, shrunk]))
                )
            else:
                self._give(part, place, mention.score)

    def _give(self, part: Part, original: int, score: float) -> None:
        """Make a part a mention of the entity it names, a new one where there is none."""
        for place, entity in enumerate(self._entities):
            kept = tuple(m for m in entity.mentions if m.end <= part.start or m.start >= part.end)
            self._entities[place] = replace(entity, mentions=kept)
        mention = Mention(part.start, part.end, score)
        source = self._entities[original]
        for place, entity in enumerate(self._entities):
            if entity.type == source.type and form_key(entity.name) == form_key(part.name):
                joined = tuple(sorted([*entity.mentions, mention]))
                self._entities[place] = replace(entity, mentions=joined)
                return
        self._copies.append((len(self._entities), original))
        self._entities.append(replace(source, name=part.name, mentions=(mention,), score=score))

    def finished(self) -> Extraction:
        """The extraction, entities by first mention and relations of the new ones added."""
        self._join_definitions()
        order = sorted(
            (n for n, e in enumerate(self._entities) if e.mentions and not _is_number(e.name)),
            key=lambda n: self._entities[n].mentions[0].start,
        )
        place = {old: new for new, old in enumerate(order)}
        place |= {old: place[new] for old, new in self._same.items() if new in place}
        relations = {
            (place[r.subject], r.predicate, place[r.object]): replace(
                r, subject=place[r.subject], object=place[r.object]
            )
            for r in [*self._copied(), *self._found.relations]
            if r.subject in place and r.object in place and self._relatable(r)
        }
        if tuple(self._entities) == self._found.entities and len(order) == len(self._entities):
            return self._found
        return replace(
            self._found,
            entities=tuple(self._entities[n] for n in order),
            relations=tuple(
                sorted(relations.values(), key=lambda r: (r.subject, r.object, r.predicate))
            ),
        )

    def _relatable(self, relation: Relation) -> bool:
        """Whether both sides are still two, and of types that the predicate joins."""
        sides = [self._same.get(side, side) for side in (relation.subject, relation.object)]
        subject, object_ = (self._entities[side].type for side in sides)
        return sides[0] != sides[1] and (subject, object_) in PAIR_TYPES[relation.predicate]

    def _copied(self) -> Iterator[Relation]:
        """What is said of the original is said of its copy, where the sentence holds the copy."""
        for new, old in self._copies:
            at = self._entities[new].mentions[0].start if self._entities[new].mentions else -1
            for r in self._found.relations:
                if r.start <= at < r.end and old in (r.subject, r.object):
                    yield replace(
                        r,
                        subject=new if r.subject == old else r.subject,
                        object=new if r.object == old else r.object,
                    )

    def _join_definitions(self) -> None:
        """One entity out of "long form" and "LF" where "long form (LF)" stands in the text."""
        ends = {m.end: n for n, e in enumerate(self._entities) for m in e.mentions}
        for short, entity in enumerate(self._entities):
            for mention in entity.mentions:
                long = ends.get(mention.start - 2, short)
                if long != short and self._defines(long, mention):
                    self._merge(short, long)
                    break

    def _defines(self, long: int, short: Mention) -> bool:
        bracketed = self._text[short.start - 2 : short.start] == " (" and (
            self._text[short.end : short.end + 1] == ")"
        )
        form = self._text[short.start : short.end]
        return bracketed and is_acronym(form, self._entities[long].name)

    def _merge(self, short: int, long: int) -> None:
        """All of `short` becomes `long`, whose words say best what it is."""
        one, other = self._entities[long], self._entities[short]
        mentions = tuple(sorted({*one.mentions, *other.mentions}))
        score = max(one.score, other.score)
        self._entities[long] = replace(one, mentions=mentions, score=score)
        self._entities[short] = replace(other, mentions=())
        self._same[short] = long


def _own(divided: Sequence[Part], mention: Mention) -> Part:
    """The part that the mention's entity keeps: the full name in it."""
    inside = [p for p in divided if mention.start <= p.start and p.end <= mention.end]
    return max(inside, key=lambda p: (p.end - p.start, -p.start))


def _is_number(name: str) -> bool:
    return re.fullmatch(r"[-–]?[\d.]+|[-–].*", name) is not None
