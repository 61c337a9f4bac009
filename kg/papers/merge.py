"""Records of the same paper -> one paper, for a stated reason and whatever their order."""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, filterfalse
from typing import Literal, NamedTuple, TypeVar

from kg.papers import identity
from kg.papers.draft import Draft, content_id
from kg.records import Paper, Source
from kg.vocab import digest

T = TypeVar("T")
Rule = Literal["id", "text", "title", "record"]
RULES: tuple[Rule, ...] = ("id", "text", "title", "record")  # the strongest first

_MIN_TITLE = 20  # characters of a title that tells a paper from others: not "Preface", "Editorial"
_FOLDED = str.maketrans(
    {
        "ﬀ": "ff",
        "ﬁ": "fi",
        "ﬂ": "fl",
        "ﬃ": "ffi",
        "ﬄ": "ffl",
        "\xad": "",
        "\u200b": "",
        "\ufeff": "",
    }
)
_ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})")


@dataclass(frozen=True, slots=True, order=True)
class Duplicate:
    """A record that was merged into a paper.

    `rule` says why: `id` (a shared identifier), `text` (the same abstract, and no other title),
    `title` (the same title and first author within a year), `record` (the same in everything).
    """

    source: Source
    paper: str
    rule: Rule


class Key(NamedTuple):
    """What two records of one paper share."""

    rule: Rule
    value: str


def merge(drafts: Sequence[Draft]) -> tuple[tuple[Paper, ...], tuple[Duplicate, ...]]:
    """The papers, sorted by id, and what was merged into them, sorted by source.

    Records whose titles differ in nothing but a number stay apart whatever else they share, and an
    id that two papers claim is given to neither: both then go by a hash.
    """
    keys = _keys(drafts)
    groups = [
        sorted(part, key=lambda i: _poverty(drafts[i]))
        for group in _connected(keys)
        for part in _apart(group, drafts)
    ]
    papers = _distinct([_merged([drafts[i] for i in group]) for group in groups])
    duplicates = (
        Duplicate(drafts[i].paper.sources[0], paper.id, rule)
        for paper, group in zip(papers, groups, strict=True)
        for i, rule in _rules(group, keys)
    )
    return tuple(sorted(papers, key=lambda paper: paper.id)), tuple(sorted(duplicates))


def plain_title(title: str) -> str:
    """A title's words without case, accents and punctuation, for comparison only.

    >>> plain_title("Naïve  {B}ayes: Part II")
    'naive bayes part ii'
    """
    letters = title.casefold()
    if not letters.isascii():
        decomposed = unicodedata.normalize("NFD", letters.translate(_FOLDED))
        letters = "".join(filterfalse(unicodedata.combining, decomposed))
    return " ".join(re.findall(r"\w+", re.sub(r"[{}$]", "", letters)))


def surname(name: str) -> str:
    """The family name in "Yan Gao", "Gao, Yan" or "Gao Y.", for comparison only.

    >>> surname("Judea Pearl"), surname("Pearl, Judea"), surname("Adler D.G.")
    ('pearl', 'pearl', 'adler')
    """
    family, comma, _ = name.partition(",")
    words = family.split()
    while len(words) > 1 and not comma and re.fullmatch(r"(?:[A-Z]\.?-?){1,3}", words[-1]):
        words.pop()
    return plain_title(words[-1]) if words else ""


def _keys(drafts: Sequence[Draft]) -> list[list[Key]]:
    plain = [(plain_title(draft.paper.title), _fingerprint(draft.paper)) for draft in drafts]
    titles = defaultdict(set)  # of each abstract
    for title, abstract in plain:
        if title:
            titles[abstract].add(title)
    return [
        list(_keys_of(draft, title, abstract, titles[abstract]))
        for draft, (title, abstract) in zip(drafts, plain, strict=True)
    ]


def _keys_of(draft: Draft, title: str, abstract: str, titles: set[str]) -> Iterator[Key]:
    """The keys of a draft; `titles` are those that its abstract is known under."""
    paper, is_telling = draft.paper, len(title) >= _MIN_TITLE
    yield from (Key("id", curie) for curie in paper.ids)
    if draft.own and is_telling:
        yield Key("id", digest(draft.own, title))
    if abstract:
        known = title or (min(titles) if len(titles) == 1 else "")
        yield Key("text", digest(abstract, known))
    first_author = surname(paper.authors[0]) if paper.authors else ""
    if is_telling and first_author and paper.year:
        for year in (paper.year, paper.year + 1):  # two that differ by one share a key
            yield Key("title", digest(title, first_author, str(year)))
    yield Key("record", _everything(draft))


def _fingerprint(paper: Paper) -> str:
    """What the same abstract has in common, however it is wrapped; "" without one."""
    return digest(" ".join(paper.abstract.split())) if paper.abstract else ""


def _everything(draft: Draft) -> str:
    paper = draft.paper
    rest = (draft.own, str(paper.year), paper.venue or "", paper.url or "", *paper.authors)
    return digest(paper.title, paper.abstract, *rest)


def _connected(keys: Sequence[Iterable[Key]]) -> list[list[int]]:
    """Indices that share keys, directly or through others."""
    parent = list(range(len(keys)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    first: dict[Key, int] = {}
    for i, own in enumerate(keys):
        for key in own:
            parent[root(i)] = root(first.setdefault(key, i))
    groups = defaultdict(list)
    for i in range(len(keys)):
        groups[root(i)].append(i)
    return list(groups.values())


def _apart(group: list[int], drafts: Sequence[Draft]) -> Iterable[list[int]]:
    """The group, or one for each title where two titles differ in nothing but a number."""
    if len(group) == 1:
        return [group]
    parts = defaultdict(list)
    for i in group:
        parts[plain_title(drafts[i].paper.title)].append(i)
    titles = [title for title in parts if title]
    return parts.values() if len(set(map(_numberless, titles))) < len(titles) else [group]


def _numberless(title: str) -> str:
    words = (re.sub(r"\d+", "", word) for word in title.split() if not _ROMAN.fullmatch(word))
    return " ".join(filter(None, words))


def _rules(group: list[int], keys: Sequence[Sequence[Key]]) -> Iterator[tuple[int, Rule]]:
    """For each record but the one that was kept, the strongest rule that ties it to another."""
    shared = Counter(key for i in group for key in set(keys[i]))
    for i in group[1:]:
        ties = {key.rule for key in keys[i] if shared[key] > 1}
        yield i, next((rule for rule in RULES if rule in ties), "id")


def _poverty(draft: Draft) -> tuple[object, ...]:
    """A sorting key by which the richest record comes first, and equals come in a fixed order."""
    paper = draft.paper
    filled = sum(map(bool, (paper.authors, paper.year, paper.venue, paper.url, paper.ids)))
    gaps = (not paper.abstract, not paper.title, -filled, -len(paper.abstract))
    return (*gaps, paper.title, paper.abstract, paper.id, paper.sources)


def _merged(drafts: Sequence[Draft]) -> Paper:
    """One paper from records of it, the richest first: each gap is filled by the next that can."""
    papers = [draft.paper for draft in drafts]
    ids = identity.ranked(curie for paper in papers for curie in paper.ids)
    own = next((draft.own for draft in drafts if draft.own), "")
    title, abstract = _first(p.title for p in papers), _first(p.abstract for p in papers)
    return Paper(
        id=next(iter(ids), own or content_id(title or "", abstract or "")),
        title=title or "",
        abstract=abstract or "",
        year=_first(p.year for p in papers),
        venue=_first(p.venue for p in papers),
        authors=_first(p.authors for p in papers) or (),
        url=_first(p.url for p in papers),
        links=tuple(sorted({link for p in papers for link in p.links})),
        keywords=_union(p.keywords for p in papers),
        subjects=_union(p.subjects for p in papers),
        licence=_first(p.licence for p in papers),
        orcids=_people(papers),
        ids=ids,
        sources=tuple(sorted(source for p in papers for source in p.sources)),
    )


def _first(values: Iterable[T]) -> T | None:
    return next(filter(None, values), None)


def _union(lists: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The terms of all, each in its first spelling."""
    found: dict[str, str] = {}
    for term in chain.from_iterable(lists):
        found.setdefault(term.casefold(), term)
    return tuple(found.values())


def _people(papers: Sequence[Paper]) -> tuple[tuple[str, str], ...]:
    """Each ORCID once, with the first name that goes with it."""
    found: dict[str, str] = {}
    for name, orcid in chain.from_iterable(paper.orcids for paper in papers):
        found.setdefault(orcid, name)
    return tuple((name, orcid) for orcid, name in found.items())


def _distinct(papers: list[Paper]) -> list[Paper]:
    """The papers, those that claim one id under ids of their own: it tells neither of them."""
    claims = Counter(paper.id for paper in papers)
    return [paper if claims[paper.id] == 1 else _renamed(paper) for paper in papers]


def _renamed(paper: Paper) -> Paper:
    places = (f"{source.file}#{source.record}" for source in paper.sources)
    return replace(paper, id=content_id(paper.title, paper.abstract, *places))
