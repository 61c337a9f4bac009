"""Which match keys of a corpus are one concept, and by which rule.

Match keys with a common loose key are joined first. Then a name is read as another one that occurs:
an acronym as the expansion that dominates, a name with a generic tail as the name without it, a name
with an acronym inside as the name written out. Nothing is joined to a name that no paper uses.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain

from kg.link.acronyms import initials, is_acronym
from kg.link.actions import actions, gerund, plainest
from kg.link.keys import PREPOSITIONS, key, plainness
from kg.link.names import Census, Naming
from kg.link.senses import KINDS, Kind, Sense, dominant, kind_of, packaged, senses
from kg.link.spellings import by_spelling, end
from kg.link.tails import Standing, drops, siblings, split_tail
from kg.records import CONCEPT_TYPES, ConceptType

Senses = Mapping[str, tuple[Sense, ...]]  # of acronyms
Meanings = Mapping[tuple[str, Kind], str]  # acronym and kind -> expansion


# First words that say nothing before a name of this type: a measure's tolerance ("epsilon-regret")
# and whose it is ("model accuracy"), the maker of a data set ("MS COCO").
_SILENT: dict[str, ConceptType] = {
    **dict.fromkeys(("epsilon", "model"), "metric"),
    **dict.fromkeys(("ms", "microsoft"), "dataset"),
}
# The bare word means something else.
_SPEAKING = frozenset({"model complexity", "model uncertainty"})


@dataclass(frozen=True, slots=True)
class Joins:
    """The outcome, in match keys; a concept is named by the match key that represents it."""

    concepts: Mapping[str, str]  # of every name
    meanings: Meanings  # of the acronyms that one expansion dominates
    suggestions: Mapping[str, Mapping[str, float]]  # other acronyms -> expansions -> their shares
    capitals: Mapping[str, set[str]]  # the acronyms in every name

    def concept(self, naming: Naming) -> str:
        """The concept that a naming means; an acronym that its paper leaves open means the usual."""
        match, kind = naming.key.match, kind_of(naming.type)
        usual = self.meanings.get((match, kind)) if is_acronym(naming.name) else None
        return usual or self.concepts[match]

    def written_out(self, name: str) -> str:
        """A match key with the settled acronyms in it written out."""
        return _written_out(name, self.capitals.get(name, ()), self.meanings)


def join(census: Census, known: Senses | None = None) -> Joins:
    """Settle the concept of every name of a corpus.

    Args:
        census: the names of the corpus.
        known: senses of acronyms that the corpus leaves open; by default those of the package.
    """
    known = packaged() if known is None else known
    usual = {sense.expansion for senses in known.values() for sense in senses}
    groups = by_spelling(census, usual)
    find = _Finder(census, groups)
    own = _senses(census, groups)
    meanings = _meanings(census, own, known, find)
    redirects = _Redirects(census, groups, find, meanings).all()
    concepts = {match: end(group, redirects) for match, group in groups.items()}
    settled = {acronym: concepts[expansion] for acronym, expansion in meanings.items()}
    return Joins(concepts, settled, _suggestions(own, concepts), census.capitals)


def _written_out(name: str, acronyms: Collection[str], meanings: Meanings) -> str:
    def full(word: str) -> str:
        found = (meanings.get((word, kind)) for kind in KINDS) if word in acronyms else ()
        return next(filter(None, found), word)

    return " ".join(map(full, name.split()))


def _senses(census: Census, groups: Mapping[str, str]) -> Senses:
    """What the papers of the corpus define its acronyms to mean, in groups."""
    found: dict[str, tuple[Sense, ...]] = {}
    for acronym in sorted(census.expansions):
        counts: Counter[str] = Counter()
        types: defaultdict[str, Counter[ConceptType]] = defaultdict(Counter)
        for expansion, papers in census.expansions[acronym].items():
            if groups.get(acronym) != groups[expansion]:
                counts[groups[expansion]] += papers
                types[groups[expansion]].update(census.types[expansion])
        kinds = {each: kind_of(majority(types[each])[0][0]) for each in counts}
        found[acronym] = senses(counts, kinds)
    return found


def _meanings(
    census: Census, own: Senses, known: Senses, find: "_Finder"
) -> dict[tuple[str, Kind], str]:
    """The expansion of each acronym for each kind, where one is clear and the corpus uses it.

    The package's knowledge stands where no definition in the corpus speaks against it.
    """
    found: dict[tuple[str, Kind], str] = {}
    for acronym in sorted({*census.papers, *census.expansions, *chain(*census.capitals.values())}):
        for kind in KINDS:
            said = own.get(acronym, ())
            if sense := dominant(said, kind):
                found[acronym, kind] = sense.expansion
            elif usual := dominant(known.get(acronym, ()), kind):
                full, others = find(usual.expansion), [s for s in said if s.kind == kind]
                if full is not None and all(sense.expansion == full for sense in others):
                    found[acronym, kind] = full
    return _spelt(census, own, find) | found


def _spelt(census: Census, own: Senses, find: "_Finder") -> dict[tuple[str, Kind], str]:
    """The names that undefined acronyms like "MoE", with their linking words, spell alone."""
    open_ = {letters: each for each, letters in census.spelt.items() if each not in own}
    fitting: defaultdict[str, set[str]] = defaultdict(set)
    for match in census.papers if open_ else ():
        if (letters := initials(match)) in open_:
            fitting[open_[letters]].add(find(match) or match)
    return {
        (acronym, kind): next(iter(names))
        for acronym, names in sorted(fitting.items())
        for kind in KINDS
        if len(names) == 1
        and kind in {kind_of(type_) for name in names for type_ in census.types[name]}
    }


def _suggestions(own: Senses, concepts: Mapping[str, str]) -> dict[str, dict[str, float]]:
    """For the acronyms that may stay open: their expansions, with the share of papers for each."""
    return {
        concepts[acronym]: {concepts[sense.expansion]: round(sense.overall, 4) for sense in senses}
        for acronym, senses in own.items()
        if acronym in concepts
    }


def standing(census: Census, members: list[str]) -> Standing:
    """What the corpus says of some match keys taken together."""
    papers = sum(census.papers[match] for match in members)
    types: Counter[ConceptType] = sum((census.types[match] for match in members), Counter())
    cased = sum(census.cased[match] for match in members)
    return Standing(papers, majority(types)[0][0], 2 * cased > papers)


def majority(types: Mapping[ConceptType, int]) -> tuple[tuple[ConceptType, int], ...]:
    """Types with their counts, the most frequent first; ties in the fixed order of the types."""
    ranked = sorted(types.items(), key=lambda count: (-count[1], CONCEPT_TYPES.index(count[0])))
    return tuple(ranked)


class _Finder:
    """Finds the name of the corpus that a name is a spelling of."""

    def __init__(self, census: Census, groups: Mapping[str, str]):
        self._groups = groups
        self._loose: defaultdict[str, set[str]] = defaultdict(set)
        for match, group in groups.items():
            for loose in census.loose[match]:
                self._loose[loose].add(group)

    def __call__(self, name: str) -> str | None:
        """The group of the name, if there is just one."""
        match, loose = key(name)
        found = self._loose.get(loose, set())
        return self._groups.get(match) or (next(iter(found)) if len(found) == 1 else None)


class _Redirects:
    """Reads names as other names that occur."""

    def __init__(
        self, census: Census, groups: Mapping[str, str], find: _Finder, meanings: Meanings
    ):
        members: defaultdict[str, list[str]] = defaultdict(list)
        for match in sorted(groups):
            members[groups[match]].append(match)
        self._census, self._find, self._meanings = census, find, meanings
        self._standings = {group: standing(census, names) for group, names in members.items()}
        self._actions: defaultdict[str, list[str]] = defaultdict(list)
        self._rests: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
        for group, found in self._standings.items():
            for action in actions(group) if found.type == "task" else ():
                self._actions[action].append(group)
            if tailed := split_tail(group):
                self._rests[key(tailed[0]).loose, siblings(tailed[1], found.type)].append(group)

    def all(self) -> dict[str, str]:
        """Name -> the name it is read as, for the names that are."""
        found = {name: next(self._readings(name), name) for name in sorted(self._standings)}
        return {name: target for name, target in found.items() if name != target}

    def _readings(self, name: str) -> Iterator[str]:
        yield from self._bare(name)
        yield from self._sibling(name)
        yield from self._turned(name)
        yield from self._acted(name)
        yield from self._shortened(name)
        yield from self._based(name)
        if " " in name:
            yield from filter(None, [self._find(self._full(name))])

    def _full(self, name: str) -> str:
        return _written_out(name, self._census.capitals.get(name, ()), self._meanings)

    def _bare(self, name: str) -> Iterator[str]:
        """The name without a generic tail."""
        rest, tail = split_tail(name) or ("", "")
        bare = self._find(rest) if rest else None
        if bare and drops(rest, tail, self._standings[name], self._standings[bare]):
            yield bare

    def _sibling(self, name: str) -> Iterator[str]:
        """The plainest name with another tail that says the same: "gradient-based algorithm"."""
        if tailed := split_tail(name):
            tails = siblings(tailed[1], self._standings[name].type)
            if tails and (found := self._rests[key(tailed[0]).loose, tails]):
                yield min(found, key=plainness)

    def _turned(self, name: str) -> Iterator[str]:
        """ "Hyperparameter selection" for "selection of hyperparameters"."""
        head, _, complement = name.partition(" of ")
        if complement and PREPOSITIONS.isdisjoint(complement.split()) and " " not in head:
            turned = self._find(f"{complement} {head}")
            if turned and self._standings[turned].type == self._standings[name].type:
                yield turned

    def _acted(self, name: str) -> Iterator[str]:
        """The noun of an activity for its verb: "object detection" for "detecting objects"."""
        if (full := gerund(name)) and (found := self._find(full)):
            yield found
        if self._standings[name].type == "task":
            same = {other for action in actions(name) for other in self._actions[action]}
            if (found := plainest({name, *same})) != name:
                yield found

    def _shortened(self, name: str) -> Iterator[str]:
        """The name without a first word that says nothing: "regret" for "epsilon-regret"."""
        first, _, rest = name.partition(" ")
        type_ = None if name in _SPEAKING else _SILENT.get(first)
        found = self._find(rest) if type_ else None
        if found and self._standings[found].type == self._standings[name].type == type_:
            yield found

    def _based(self, name: str) -> Iterator[str]:
        """ "LLM agent" for "LLM-based agent"."""
        if " based " in name:
            found = self._find(name.replace(" based ", " "))
            if found and self._standings[found].type == self._standings[name].type:
                yield found
