"""Which match keys of a corpus are one concept, and by which rule.

Match keys with a common loose key are joined first. Then a name is read as another one that occurs:
an acronym as the expansion that dominates, a name with a generic tail as the name without it, a name
with an acronym inside as the name written out. Nothing is joined to a name that no paper uses.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kg.link.keys import PREPOSITIONS, breaks, key, plainness
from kg.link.names import SAME_ACRONYM, Census
from kg.link.tails import Standing, drops, split_tail
from kg.records import CONCEPT_TYPES, ConceptType

_DOMINANT_SHARE = 0.8  # of the papers that define an acronym
_DOMINANT_PAPERS = 3

Senses = Mapping[str, Counter[str]]  # acronym -> expansion -> papers that define it so


@dataclass(frozen=True, slots=True)
class Joins:
    """The outcome, in match keys; a concept is named by the match key that represents it."""

    concepts: Mapping[str, str]  # of every name
    meanings: Mapping[str, str]  # of the acronyms that one expansion dominates
    suggestions: Mapping[str, Mapping[str, float]]  # other acronyms -> expansions -> their shares

    def written_out(self, name: str) -> str:
        """A match key with the settled acronyms in it written out."""
        return " ".join(self.meanings.get(word, word) for word in name.split())


def join(census: Census) -> Joins:
    """Settle the concept of every name of a corpus."""
    groups = _groups(census)
    senses = _senses(census, groups)
    meanings = {acronym: best for acronym in senses if (best := _dominant(senses[acronym]))}
    redirects = _Redirects(census, groups, meanings).all()
    concepts = {match: _end(group, redirects) for match, group in groups.items()}
    settled = {acronym: concepts[expansion] for acronym, expansion in meanings.items()}
    return Joins(concepts, settled, _suggestions(senses, concepts, settled))


def _groups(census: Census) -> dict[str, str]:
    """The representative of the names that a chain of common loose keys joins."""
    by_loose: defaultdict[str, list[str]] = defaultdict(list)
    for match in sorted(census.papers):
        for loose in census.loose[match]:
            by_loose[loose].append(match)
    parents = {match: match for match in census.papers}
    for loose in sorted(by_loose):
        for cluster in _clusters(loose, by_loose[loose]):
            ends = sorted({_end(match, parents) for match in cluster}, key=plainness)
            parents.update(dict.fromkeys(ends, ends[0]))
    return {match: _end(match, parents) for match in parents}


def _clusters(loose: str, members: list[str]) -> list[list[str]]:
    """The members of one loose key that are one name: each writes fewer breaks than the widest.

    "DP-SGD" and "D-PSGD" break elsewhere and are two names; "DPSGD" could be either and is neither.
    """
    if len(members) == 1 or loose.startswith(SAME_ACRONYM):
        return [members]
    places = {match: breaks(match) for match in members}
    widest = {
        each for each in places.values() if not any(each < other for other in places.values())
    }
    fits = {match: [each for each in widest if places[match] <= each] for match in members}
    return [
        cluster
        for wide in sorted(widest, key=sorted)
        if (cluster := [match for match in members if fits[match] == [wide]])
    ]


def _end(name: str, steps: Mapping[str, str]) -> str:
    """Where a chain of steps ends; a chain that turns in a circle ends at its smallest member."""
    seen = [name]
    while (following := steps.get(seen[-1], seen[-1])) != seen[-1]:
        if following in seen:
            return min(seen[seen.index(following) :])
        seen.append(following)
    return seen[-1]


def _senses(census: Census, groups: Mapping[str, str]) -> Senses:
    senses: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for acronym in sorted(census.expansions):
        for expansion, papers in census.expansions[acronym].items():
            if groups.get(acronym) != groups[expansion]:
                senses[acronym][groups[expansion]] += papers
    return senses


def _dominant(senses: Counter[str]) -> str | None:
    """The expansion that clearly dominates, if one does."""
    best, papers = min(senses.items(), key=lambda sense: (-sense[1], sense[0]))
    clear = papers >= _DOMINANT_PAPERS and papers >= _DOMINANT_SHARE * senses.total()
    return best if clear else None


def _suggestions(
    senses: Senses, concepts: Mapping[str, str], settled: Mapping[str, str]
) -> dict[str, dict[str, float]]:
    """For the acronyms that stay open: their expansions, with the share of papers for each."""
    return {
        concepts[acronym]: {
            concepts[expansion]: round(papers / counts.total(), 4)
            for expansion, papers in sorted(counts.items())
        }
        for acronym, counts in senses.items()
        if acronym in concepts and acronym not in settled
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


class _Redirects:
    """Reads names as other names that occur."""

    def __init__(self, census: Census, groups: Mapping[str, str], meanings: Mapping[str, str]):
        members: defaultdict[str, list[str]] = defaultdict(list)
        for match in sorted(groups):
            members[groups[match]].append(match)
        self._census, self._meanings = census, meanings
        self._standings = {group: standing(census, names) for group, names in members.items()}
        self._groups = groups
        self._loose: defaultdict[str, set[str]] = defaultdict(set)
        for match, group in groups.items():
            for loose in census.loose[match]:
                self._loose[loose].add(group)

    def all(self) -> dict[str, str]:
        """Name -> the name it is read as, for the names that are."""
        found = {name: next(self._readings(name), name) for name in sorted(self._standings)}
        return {name: target for name, target in found.items() if name != target}

    def _find(self, name: str) -> str | None:
        """The name of the corpus that a name is a spelling of, if there is just one."""
        match, loose = key(name)
        found = self._loose.get(loose, set())
        return self._groups.get(match) or (next(iter(found)) if len(found) == 1 else None)

    def _readings(self, name: str) -> Iterator[str]:
        yield from self._settled(name)
        yield from self._bare(name)
        yield from self._turned(name)
        if " " in name:
            yield from self._written_out(name)

    def _settled(self, name: str) -> Iterator[str]:
        """The meaning of an acronym that most papers leave undefined, unless of another type.

        Methods and tasks pass into one another; a dataset is no method by the same letters.
        """
        meaning, census = self._meanings.get(name), self._census
        if meaning is not None and 2 * census.undefined[name] >= census.papers[name]:
            types = {self._standings[name].type, self._standings[meaning].type}
            if len(types) == 1 or types == {"method", "task"}:
                yield meaning

    def _bare(self, name: str) -> Iterator[str]:
        """The name without a generic tail."""
        rest, tail = split_tail(name) or ("", "")
        bare = self._find(rest) if rest else None
        if bare and drops(rest, tail, self._standings[name], self._standings[bare]):
            yield bare

    def _turned(self, name: str) -> Iterator[str]:
        """ "Hyperparameter selection" for "selection of hyperparameters"."""
        head, _, complement = name.partition(" of ")
        if complement and PREPOSITIONS.isdisjoint(complement.split()) and " " not in head:
            turned = self._find(f"{complement} {head}")
            if turned and self._standings[turned].type == self._standings[name].type:
                yield turned

    def _written_out(self, name: str) -> Iterator[str]:
        words = [self._meanings.get(word, word) for word in name.split()]
        if (full := self._find(" ".join(words))) is not None:
            yield full
