"""What the papers of a corpus say of each concept: types, surface forms, who uses which."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kg.link.acronyms import is_acronym
from kg.link.fold import surface
from kg.link.labels import FormCount
from kg.link.names import Naming
from kg.records import ConceptType, Extraction

_SAMPLE = 3


@dataclass(slots=True)
class Profile:
    """Counts of papers about one concept."""

    papers: int = 0
    bare: int = 0  # papers that write an acronym and no other form
    types: Counter[ConceptType] = field(default_factory=Counter)
    forms: defaultdict[str, FormCount] = field(default_factory=lambda: defaultdict(FormCount))


@dataclass(frozen=True, slots=True)
class Reading:
    """A paper with the concept of each entity: its match key, None where there is none."""

    extraction: Extraction
    namings: tuple[Naming | None, ...]
    concepts: tuple[str | None, ...]

    def entities(self) -> dict[str, list[int]]:
        """The places of the entities of each concept, by concept."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        for place, concept in enumerate(self.concepts):
            if concept is not None:
                found[concept].append(place)
        return dict(sorted(found.items()))


def sentence(sentences: Sequence[tuple[int, int]], offset: int) -> tuple[int, int] | None:
    """The sentence that holds an offset, of sentences in order; None when it lies in none."""
    place = bisect_right(sentences, (offset, offset + 1 << 62)) - 1
    if place >= 0 and sentences[place][0] <= offset < sentences[place][1]:
        return sentences[place]
    return None


def profile(readings: Iterable[Reading]) -> dict[str, Profile]:
    """The profile of every concept; readings in the order of the samples that are wanted."""
    profiles: defaultdict[str, Profile] = defaultdict(Profile)
    for reading in readings:
        running = _running(reading.extraction)
        for concept, places in reading.entities().items():
            present = [naming for place in places if (naming := reading.namings[place])]
            _count(profiles[concept], present, running, reading.extraction)
    return dict(profiles)


def _count(
    profile: Profile, present: list[Naming], running: set[str], extraction: Extraction
) -> None:
    forms = sorted({form for naming in present for form in naming.forms})
    profile.papers += 1
    profile.bare += all(map(is_acronym, forms))
    profile.types.update({naming.type for naming in present})
    for form in forms:
        count = profile.forms[form]
        count.papers += 1
        count.running += form in running
        if len(count.sample) < _SAMPLE:
            count.sample += (extraction.paper.id,)
        count.example = count.example or _example(extraction, form)


def _example(extraction: Extraction, form: str) -> str:
    """A sentence that holds a form; empty when it stands in none as it is."""
    text = extraction.paper.text
    span = sentence(extraction.sentences, text.find(form))
    if span is None:  # a line ends inside the form
        fitting = (s for s in extraction.sentences if form in surface(text[slice(*s)]))
        span = next(fitting, (0, 0))
    return surface(text[slice(*span)])


def _running(extraction: Extraction) -> set[str]:
    """The forms that stand somewhere after the title and inside a sentence."""
    paper, starts = extraction.paper, {start for start, _ in extraction.sentences}
    return {
        surface(paper.text[mention.start : mention.end])
        for entity in extraction.entities
        for mention in entity.mentions
        if mention.start > len(paper.title) and mention.start not in starts
    }
