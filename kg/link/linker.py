"""From extractions to the concepts and statements of a graph."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from kg import vocab
from kg.link.acronyms import is_acronym
from kg.link.curation import Curated, Entry, curate, retyped
from kg.link.hierarchy import NOMINAL, acyclic, broader_names
from kg.link.joins import Joins, join, majority
from kg.link.keys import key
from kg.link.labels import choose
from kg.link.ledger import digits, reason
from kg.link.names import Naming, census, namings
from kg.link.profiles import Profile, Reading, profile
from kg.link.statements import merged, of_paper
from kg.records import Concept, ConceptType, Evidence, Extraction, Match, Merge, Statement

VERSION = "0.1.0"
_BROADER = vocab.RELATION_PREDICATES["is_a"]
_ABOUT = frozenset(vocab.ROLE_PREDICATES.values())

_DOCUMENT_SHARE = 0.2  # of the papers about a concept
_SUPPORT = 0.1  # of the papers about the narrower concept, for an is-a
_FEW = 3  # papers about the narrower concept of an is-a that one paper states
_ESTABLISHED = 3  # papers about a broader concept of one word ("generation")
_MANY_KINDS = 20  # of a concept, from which on papers must name it themselves
_NAMED = 0.1  # papers a kind
_RARITY = 5  # how many times more papers the narrower concept of an is-a may have

Edge = tuple[str, str]  # the IRIs of the narrower and of the broader concept


@dataclass(frozen=True, slots=True)
class Linked:
    """The concepts and statements of a corpus, with the ledger of what was merged; all sorted."""

    concepts: tuple[Concept, ...]
    statements: tuple[Statement, ...]
    merges: tuple[Merge, ...]
    unused: tuple[Entry, ...] = ()  # corrections that no longer apply


def link(
    extractions: Iterable[Extraction],
    base: str = vocab.BASE,
    version: str = VERSION,
    corrections: Iterable[Entry] = (),
) -> Linked:
    """Join what the papers of a corpus call their concepts, and state what they say of them.

    The result does not depend on the order of the extractions. Entities with a generic name
    ("our method") make no concept and no statement.

    Args:
        extractions: the whole corpus; a paper id should occur once.
        base: the base of the IRIs.
        version: of the components named in the evidence (`roles/0.1.0`).
        corrections: by hand, as `read_curation` reads them.
    """
    readings, curated = _read(extractions, corrections)
    joins = curated.joins
    profiles = profile(readings)
    iris = _mint(profiles, base)
    said = merged(each for reading in readings for each in of_paper(reading, iris, base, version))
    modified = _head_modifiers(joins, profiles, iris)
    sizes = {iris[concept]: found.papers for concept, found in profiles.items()}
    kept = acyclic(
        _proposed(said, modified, sizes, {iri: concept for concept, iri in iris.items()})
    )
    supposed = _supposed(said, sorted(kept & modified), f"hierarchy/{version}")
    stated = [each for each in said if each.predicate != _BROADER or _edge(each) in kept]
    labels = {concept: _label(concept, profiles[concept]) for concept in profiles} | {
        concept: label for concept, label in curated.labels.items() if concept in profiles
    }
    merges = [
        merge
        for concept in profiles
        for merge in _merges(concept, labels[concept], profiles[concept], curated, iris)
    ]
    concepts = _concepts(profiles, joins, iris, labels, merges, kept)
    statements = tuple(sorted([*stated, *supposed]))
    return Linked(concepts, statements, tuple(sorted(merges)), curated.unused)


def _read(
    extractions: Iterable[Extraction], corrections: Iterable[Entry]
) -> tuple[list[Reading], Curated]:
    """The papers in the order of their ids, with the concepts of their entities."""
    ordered = sorted(extractions, key=lambda each: (each.paper.id, each.paper.text))
    named = [namings(extraction) for extraction in ordered]
    curated = curate(join(census(named)), corrections)
    readings = [
        _reading(extraction, paper, curated)
        for extraction, paper in zip(ordered, named, strict=True)
    ]
    return readings, curated


def _reading(extraction: Extraction, paper: tuple[Naming | None, ...], curated: Curated) -> Reading:
    concepts = tuple(map(curated.concept, paper))
    types = [curated.types.get(concept or "") for concept in concepts]
    if any(types):
        extraction = retyped(extraction, types)
        paper = tuple(
            replace(naming, type=type_) if naming and type_ else naming
            for naming, type_ in zip(paper, types, strict=True)
        )
    return Reading(extraction, paper, concepts)


def _mint(concepts: Iterable[str], base: str) -> dict[str, str]:
    """The IRI of every concept; no two share one."""
    iris: dict[str, str] = {}
    taken: set[str] = set()
    for concept in sorted(concepts):
        iri = vocab.mint("concept", concept, base)
        iris[concept] = iri if iri not in taken else f"{iri}-{vocab.digest(concept)}"
        taken.add(iris[concept])
    return iris


def _edge(statement: Statement) -> Edge:
    return statement.subject, statement.object


def _proposed(
    said: Sequence[Statement],
    modified: Collection[Edge],
    sizes: Mapping[str, int],
    names: Mapping[str, str],
) -> list[Edge]:
    """The edges to the broader concept, the most trusted first.

    What papers say must be said by several and by some share of those about the narrower concept.
    What one paper alone says comes after what the names themselves say, and only of a concept that
    few others mention, under one that is not rare: "a large language model is an oracle here" is no
    fact of its kind.
    """
    turned = _turned(said, modified, names)

    def trust(statement: Statement) -> tuple[int, float, Edge]:
        papers = {evidence.paper for evidence in statement.evidence}
        best = max(evidence.score for evidence in statement.evidence)
        return -len(papers), -best, _edge(statement)

    trusts = sorted(trust(statement) for statement in said if statement.predicate == _BROADER)
    shared = [(papers, edge) for papers, _, edge in trusts if edge not in turned]
    several = [e for n, e in shared if n < -1 and -n >= _SUPPORT * sizes[e[0]]]
    alone = (e for n, e in shared if n == -1 and sizes[e[0]] <= _FEW)
    fitting = (edge for edge in alone if sizes[edge[1]] * _RARITY >= sizes[edge[0]])
    return [*several, *sorted(_earned(modified, sizes)), *fitting]


def _earned(edges: Collection[Edge], sizes: Mapping[str, int]) -> set[Edge]:
    """The edges but those to what very many are kinds of and hardly a paper names: "selection"."""
    kinds = Counter(broader for _, broader in edges)
    return {
        (narrower, broader)
        for narrower, broader in edges
        if kinds[broader] <= _MANY_KINDS or sizes[broader] >= _NAMED * kinds[broader]
    }


def _turned(
    said: Iterable[Statement], modified: Iterable[Edge], names: Mapping[str, str]
) -> set[Edge]:
    """The edges that papers state to the head of a name whose modifier turns it.

    An adversarial example is no kind of example, and weak supervision no supervision.
    """
    edges = {_edge(statement) for statement in said if statement.predicate == _BROADER}
    ends = (edge for edge in edges if names[edge[0]].endswith(f" {names[edge[1]]}"))
    return set(ends) - set(modified)


def _head_modifiers(
    joins: Joins, profiles: Mapping[str, Profile], iris: Mapping[str, str]
) -> set[Edge]:
    """The edges from concepts to the concepts that they modify, where both are of one type."""
    edges: set[Edge] = set()
    for concept in profiles:
        type_ = majority(profiles[concept].types)[0][0]
        for name in broader_names(
            joins.written_out(concept), type_, joins.capitals.get(concept, ())
        ):
            broader = joins.concepts.get(name)
            if broader != concept and _is_kind(profiles.get(broader or ""), type_, name):
                edges.add((iris[concept], iris[broader or ""]))
                break
    return edges


def _is_kind(broader: Profile | None, type_: ConceptType, name: str) -> bool:
    """Whether a concept of this type can be below another; a head of one word must be a known one."""
    if broader is None or majority(broader.types)[0][0] != type_:
        return False
    return " " in name or broader.papers >= _ESTABLISHED or not NOMINAL.search(name)


def _supposed(
    said: Sequence[Statement], edges: Iterable[Edge], component: str
) -> Iterator[Statement]:
    """The statements of edges that no paper states, each with the narrower concept's best sentence."""
    stated = {_edge(statement) for statement in said if statement.predicate == _BROADER}
    best: dict[str, Evidence] = {}
    for statement in said:
        if statement.predicate in _ABOUT:
            candidates = [*statement.evidence, *filter(None, [best.get(statement.object)])]
            best[statement.object] = min(candidates, key=lambda each: (-each.score, each))
    for narrower, broader in (edge for edge in edges if edge not in stated):
        evidence = replace(best[narrower], component=component)
        yield Statement(narrower, _BROADER, broader, (evidence,))


def _label(concept: str, found: Profile) -> str:
    return choose(concept, found.forms, found.bare, found.papers, majority(found.types)[0][0])


def _merges(
    concept: str, label: str, found: Profile, curated: Curated, iris: Mapping[str, str]
) -> Iterator[Merge]:
    for form in sorted(found.forms.keys() - {label}):
        rule = _rule(form, label, concept, found, curated.joins)
        if (by_hand := curated.reasons.get(key(form).match)) is not None:
            rule = f"curation: {by_hand}"
        if rule is not None:
            count = found.forms[form]
            yield Merge(iris[concept], form, rule, count.papers, count.sample, count.example)


def _rule(form: str, label: str, concept: str, found: Profile, joins: Joins) -> str | None:
    """Why a form is a name of the concept; None when it is rather the name of another one."""
    rule = reason(form, label)
    owner = joins.concepts.get(key(form).match)
    if owner is None:
        return rule if rule != "document" or _stands(form, label, found) else None
    if owner != concept:
        return rule if rule == "acronym" and is_acronym(form) else None
    return "wording" if rule == "document" else rule


def _stands(form: str, label: str, found: Profile) -> bool:
    """Whether the word of single papers makes a form a name: they are not few among many.

    A form with other numbers, or with a word more or less, names something else or is ambiguous.
    """
    parts, others = (set(key(name).match.split()) for name in (form, label))
    papers = found.forms[form].papers
    shared = papers >= _DOCUMENT_SHARE * found.papers and papers >= min(2, found.papers - 1)
    return shared and digits(form) == digits(label) and not (parts <= others or parts >= others)


def _concepts(
    profiles: Mapping[str, Profile],
    joins: Joins,
    iris: Mapping[str, str],
    labels: Mapping[str, str],
    merges: Iterable[Merge],
    edges: Iterable[Edge],
) -> tuple[Concept, ...]:
    aliases: defaultdict[str, list[str]] = defaultdict(list)
    for merge in merges:
        aliases[merge.iri].append(merge.alias)
    broader: defaultdict[str, list[str]] = defaultdict(list)
    for edge in edges:
        broader[edge[0]].append(edge[1])
    concepts = [
        Concept(
            iri,
            labels[concept],
            tuple(sorted(aliases[iri])),
            majority(profiles[concept].types),
            tuple(sorted(broader[iri])),
            _matches(joins.suggestions.get(concept, {}), iri, iris),
        )
        for concept, iri in iris.items()
    ]
    return tuple(sorted(concepts, key=lambda concept: concept.iri))


def _matches(
    suggested: Mapping[str, float], iri: str, iris: Mapping[str, str]
) -> tuple[Match, ...]:
    found = [Match(iris[name], share) for name, share in suggested.items() if name in iris]
    return tuple(sorted((m for m in found if m.iri != iri), key=lambda m: (-m.score, m.iri)))
