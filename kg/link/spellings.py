"""Which match keys of a corpus are one name in several spellings."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterator, Mapping
from itertools import combinations

from kg.link.acronyms import alike
from kg.link.keys import PREFIXES, breaks, plainness
from kg.link.names import SAME_ACRONYM, Census
from kg.link.senses import SHARE

_COMMON = 10  # times as many papers write a name, or names a word, as do a misprint of it


def by_spelling(census: Census, usual: Container[str]) -> dict[str, str]:
    """The representative of the names that a chain of common loose keys joins.

    An expansion that is the usual one of its acronym represents the others; a misprint none.
    """
    wrong: set[str] = set()

    def rank(match: str) -> tuple[bool, bool, object]:
        return match in wrong, match not in usual, plainness(match)

    by_loose: defaultdict[str, list[str]] = defaultdict(list)
    for match in sorted(census.papers):
        for loose in census.loose[match]:
            by_loose[loose].append(match)
    parents = {match: match for match in census.papers}
    words = Counter(word for match in census.papers for word in set(match.split()))
    for loose in sorted(by_loose):
        clusters = [by_loose[loose]]
        if len(by_loose[loose]) > 1 and not loose.startswith(SAME_ACRONYM):
            places = {match: breaks(match) for match in by_loose[loose]}
            misprints = _misprints(places, census.papers, words)
            wrong |= misprints.keys()
            clusters = _clusters(places, misprints, census.papers)
        for cluster in clusters:
            ends = sorted({end(match, parents) for match in cluster}, key=rank)
            parents.update(dict.fromkeys(ends, ends[0]))
    for one, other in _variants(census):
        ends = sorted({end(one, parents), end(other, parents)}, key=rank)
        parents.update(dict.fromkeys(ends, ends[0]))
    return {match: end(match, parents) for match in parents}


def _variants(census: Census) -> Iterator[tuple[str, str]]:
    """The expansions of one acronym that differ in the end of a word."""
    for acronym in sorted(census.expansions):
        yield from (
            pair for pair in combinations(sorted(census.expansions[acronym]), 2) if alike(*pair)
        )


def _clusters(
    places: Mapping[str, frozenset[int]], misprints: Mapping[str, str], papers: Mapping[str, int]
) -> list[list[str]]:
    """The members of one loose key that are one name: each writes fewer breaks than the widest.

    "DP-SGD" and "D-PSGD" break elsewhere and are two names; "DPSGD" could be either, and is the one
    that most papers mean. What breaks a common name is a misprint of it: "seg mentation".
    """
    clusters: defaultdict[frozenset[int], list[str]] = defaultdict(list)
    sound = {match: place for match, place in places.items() if match not in misprints}
    for match in sound:
        clusters[_widest(match, sound, papers)].append(match)
    for match, meant in misprints.items():
        clusters[_widest(meant, sound, papers)].append(match)
    return list(clusters.values())


def _misprints(
    places: Mapping[str, frozenset[int]], papers: Mapping[str, int], words: Mapping[str, int]
) -> dict[str, str]:
    """The rare names that break a common one, or a common word, or close up two -> the commonest."""
    found: dict[str, str] = {}
    for match, place in places.items():
        sound = [
            other
            for other, breaks_ in places.items()
            if (breaks_ < place and _is_rare(match, other, papers, words))
            or (breaks_ > place and _closes_up(match, other, words))
        ]
        if sound:
            found[match] = max(sound, key=lambda other: (papers[other], other))
    meant = {match: end(match, found) for match in found}
    return {match: other for match, other in meant.items() if other != match}


def _is_rare(match: str, other: str, papers: Mapping[str, int], words: Mapping[str, int]) -> bool:
    """Whether few write a name that breaks another, or a piece of it, and many what it breaks."""
    piece, wholes = _shares(match, other, words)
    return papers[other] >= _COMMON * papers[match] or any(n >= _COMMON * piece for n in wholes)


def _closes_up(match: str, other: str, words: Mapping[str, int]) -> bool:
    """Whether a name writes as one, and is nearly alone in it, what are words of many names."""
    piece, wholes = _shares(other, match, words)
    return PREFIXES.isdisjoint(other.split()) and any(_COMMON * n <= piece for n in wholes)


def _shares(opened: str, closed: str, words: Mapping[str, int]) -> tuple[int, list[int]]:
    """Of two spellings, how many names have the rarest piece of the one, and the other's words."""
    pieces, wholes = set(opened.split()), set(closed.split())
    rarest = min((words[piece] for piece in pieces - wholes), default=0)
    return rarest, [words[word] for word in wholes - pieces]


def _widest(
    match: str, places: Mapping[str, frozenset[int]], papers: Mapping[str, int]
) -> frozenset[int]:
    """The breaks of the widest name that a name is a spelling of: its own where none is clear."""
    above = {each for each in places.values() if places[match] <= each}
    widest = {each for each in above if not any(each < other for other in above)}
    counts = {
        wide: sum(papers[other] for other, each in places.items() if each == wide)
        for wide in widest
    }
    best = max(widest, key=lambda wide: (counts[wide], sorted(wide)))
    return best if counts[best] >= SHARE * sum(counts.values()) else places[match]


def end(name: str, steps: Mapping[str, str]) -> str:
    """Where a chain of steps ends; a chain that turns in a circle ends at its smallest member."""
    seen = [name]
    while (following := steps.get(seen[-1], seen[-1])) != seen[-1]:
        if following in seen:
            return min(seen[seen.index(following) :])
        seen.append(following)
    return seen[-1]
