"""Statements: what each paper does with its concepts, how they relate, where its code lies."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from urllib.parse import quote, urlsplit

from kg import vocab
from kg.link.evidence import by_mentions, of_relation
from kg.link.profiles import Reading
from kg.records import Evidence, Paper, RepositoryKind, Statement

_CODE_HOSTS = ("github.com", "gitlab.com", "bitbucket.org", "huggingface.co")
_FORGES = ("github.com", "bitbucket.org")  # whose addresses are owner and name
_LINK_PREDICATES: dict[RepositoryKind, str] = {
    "code": vocab.HAS_CODE,
    "model": vocab.HAS_CODE,
    "data": vocab.HAS_CODE,
    "anonymised": vocab.HAS_CODE,
    "page": vocab.HAS_PAGE,
}
_SAFE = "/:?#[]@!$&'()*+,;=%-._~"


def of_paper(
    reading: Reading, iris: Mapping[str, str], base: str, version: str
) -> Iterator[Statement]:
    """Every statement that one paper makes; the same triple may come more than once.

    Args:
        reading: the paper with the concept of each entity.
        iris: the IRI of each concept.
        base: the base of the IRIs.
        version: of the components that are named in the evidence.
    """
    subject = vocab.paper_iri(reading.extraction.paper, base)
    yield from _roles(reading, iris, subject, f"roles/{version}")
    yield from _relations(reading, iris, subject, f"relations/{version}")
    yield from _repositories(reading, subject, f"repositories/{version}")
    yield from _links(reading.extraction.paper, subject, f"links/{version}")


def merged(statements: Iterable[Statement]) -> tuple[Statement, ...]:
    """The statements sorted, one for each triple, with all its evidence.

    Of two entities of a paper that are one concept, the same sentence may say the same: once is
    enough, with the better score.
    """
    best: dict[tuple[str, str, str], dict[tuple[str, int, int, str], Evidence]] = {}
    for one in statements:
        known = best.setdefault((one.subject, one.predicate, one.object), {})
        for item in one.evidence:
            place = (item.paper, item.start, item.end, item.component)
            other = known.get(place)
            if other is None or (other.score, other) < (item.score, item):
                known[place] = item
    return tuple(
        Statement(*triple, tuple(sorted(best[triple].values()))) for triple in sorted(best)
    )


def _roles(
    reading: Reading, iris: Mapping[str, str], paper: str, component: str
) -> Iterator[Statement]:
    entities = reading.extraction.entities
    for concept, places in reading.entities().items():
        by_predicate: defaultdict[str, list[int]] = defaultdict(list)
        for place in places:
            entity = entities[place]
            by_predicate[vocab.ROLE_PREDICATES[entity.type, entity.role]].append(place)
        for predicate, same in by_predicate.items():
            evidence = by_mentions(reading, same, paper, component)
            yield Statement(paper, predicate, iris[concept], tuple(evidence))


def _relations(
    reading: Reading, iris: Mapping[str, str], paper: str, component: str
) -> Iterator[Statement]:
    for relation in reading.extraction.relations:
        subject, object_ = reading.concepts[relation.subject], reading.concepts[relation.object]
        if subject is not None and object_ is not None and subject != object_:
            evidence = of_relation(reading, relation, paper, component)
            predicate = vocab.RELATION_PREDICATES[relation.predicate]
            yield Statement(iris[subject], predicate, iris[object_], (evidence,))


def _repositories(reading: Reading, paper: str, component: str) -> Iterator[Statement]:
    text = reading.extraction.paper.text
    for found in reading.extraction.repositories:
        if (address := web_address(found.url)) is not None:
            span = (found.start, found.end)
            evidence = Evidence(paper, *span, text[slice(*span)], (span,), 1.0, component)
            yield Statement(paper, _LINK_PREDICATES[found.kind], address, (evidence,))


def _links(paper: Paper, subject: str, component: str) -> Iterator[Statement]:
    for link in paper.links:
        if (address := web_address(link)) is not None:
            host = (urlsplit(address).hostname or "").removeprefix("www.")
            code = host in _CODE_HOSTS or host.startswith("gitlab.")
            evidence = Evidence(subject, 0, 0, "", (), 1.0, component)
            predicate = vocab.HAS_CODE if code else vocab.HAS_PAGE
            yield Statement(subject, predicate, _one_address(address, host), (evidence,))


def _one_address(address: str, host: str) -> str:
    """The address of a repository without branch, file and `.git`, as the extractor writes it."""
    if host not in _FORGES:
        return address
    names = [name.removesuffix(".git") for name in urlsplit(address).path.split("/") if name][:2]
    return f"https://{host}/{'/'.join(names)}"


def web_address(text: str) -> str | None:
    """An http(s) address as an IRI, its unsafe characters percent-encoded; None for anything else.

    >>> web_address("https://github.com/a/b c"), web_address("javascript:alert(1)")
    ('https://github.com/a/b%20c', None)
    """
    try:
        parts = urlsplit(text.strip())
        hostname = parts.hostname
    except ValueError:  # "http://[" and the like
        return None
    if parts.scheme not in ("http", "https") or not hostname:
        return None
    return quote(text.strip(), safe=_SAFE, errors="replace")
