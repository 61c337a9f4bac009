"""What a paper is called in the world: identifiers as CURIEs, without version.

`arxiv:1706.03762`, `doi:10.…` in lower case, `acl:…`, `openreview:…`, `pubmed:…`, `openalex:W…`,
`s2:` and the 40 digits of Semantic Scholar, `dblp:conf/…`.
"""

import re
from collections.abc import Iterable, Iterator
from urllib.parse import unquote

SCHEMES = (
    "doi",
    "arxiv",
    "acl",
    "openreview",
    "pubmed",
    "openalex",
    "s2",
    "dblp",
)  # the best first

_ARXIV = r"(?:\d\d(?:0[1-9]|1[0-2])\.\d{4,5}|[a-z][a-z-]+(?:\.[a-z]{2})?/\d{7})"
_ACL = r"(?:[a-z]\d\d-\d{4,5}|\d{4}\.[a-z0-9_]+(?:-[a-z0-9_]+)*\.\d+)"
_S2 = r"[0-9a-f]{40}"
_DBLP = r"(?:conf|journals|books|phd|series|reference|tr)/[\w.-]+(?:/[\w.-]+)*"
_DOI = r"10\.\d{4,9}/[^\s\x00-\x1f\x7f]+"
_END = r"(?![\w-])"

# What an identifier looks like inside a longer text, mostly an address.
_EMBEDDED = tuple(
    (scheme, re.compile(pattern, re.IGNORECASE))
    for scheme, pattern in (
        ("doi", rf"\bdoi(?:\.org/|:\s*|\s+)(?P<id>{_DOI})"),
        ("doi", rf"\bdl\.acm\.org/doi/(?:abs/|full/|pdf/)?(?P<id>{_DOI})"),
        ("doi", rf"\blink\.springer\.com/(?:article|chapter)/(?P<id>{_DOI})"),
        (
            "arxiv",
            rf"\b(?:arxiv\.org/(?:abs|pdf|html|format|src)/|arxiv:\s*)(?P<id>{_ARXIV})(?:v\d+)?(?!\d)",
        ),
        ("arxiv", rf"\b(?:ar5iv\.labs\.arxiv\.org/html|alphaxiv\.org/abs)/(?P<id>{_ARXIV})(?!\d)"),
        (
            "acl",
            rf"\b(?:aclanthology\.org/|aclweb\.org/anthology/|acl:)(?P<id>{_ACL})(?:v\d+)?{_END}",
        ),
        ("openreview", r"\bopenreview\.net/[a-z]+\?(?:[^\s#]*&)?id=(?P<id>[\w-]{6,})"),
        ("openreview", r"^openreview:(?P<id>[\w-]{6,})$"),
        ("pubmed", rf"\bpubmed\.ncbi\.nlm\.nih\.gov/(?P<id>\d{{1,9}}){_END}"),
        ("pubmed", rf"\b(?:ncbi\.nlm\.nih\.gov/pubmed/|pubmed:|pmid:\s*)(?P<id>\d{{1,9}}){_END}"),
        ("s2", rf"\b(?:semanticscholar\.org/paper/(?:[^\s/]+/)?|s2:)(?P<id>{_S2}){_END}"),
        ("dblp", rf"\b(?:dblp\.org/rec/(?:html/|bibtex/|xml/)?|dblp:)(?P<id>{_DBLP})"),
        ("openalex", rf"\b(?:openalex\.org/(?:works/)?|openalex:)(?P<id>W\d+){_END}"),
    )
)
# What the bare value of a field of that name looks like.
_BARE = {
    "doi": re.compile(_DOI, re.IGNORECASE),
    "arxiv": re.compile(rf"(?:arxiv:)?(?P<id>{_ARXIV})(?:v\d+)?", re.IGNORECASE),
    "acl": re.compile(_ACL, re.IGNORECASE),
    "openreview": re.compile(r"[\w-]{6,}"),
    "pubmed": re.compile(r"\d{1,9}"),
    "s2": re.compile(_S2, re.IGNORECASE),
    "dblp": re.compile(_DBLP),
    "openalex": re.compile(r"W\d+", re.IGNORECASE),
}
_BARE_IDS = ("doi", "arxiv")  # unmistakable without a field's name


def find(value: str) -> Iterator[str]:
    """Every identifier in an address, a CURIE or a bare DOI or arXiv number.

    >>> list(find("https://arxiv.org/pdf/1706.03762v5.pdf"))
    ['arxiv:1706.03762']
    >>> list(find("https://doi.org/10.18653/V1/P19-1001"))
    ['doi:10.18653/v1/p19-1001', 'acl:P19-1001']
    """
    value = unquote(value.strip())
    for scheme, pattern in _EMBEDDED:
        for found in pattern.finditer(value):
            yield from _curies(scheme, found["id"])
    for scheme in _BARE_IDS:
        yield from _bare(scheme, value)


def named(scheme: str, value: str) -> Iterator[str]:
    """The identifiers in the field that is meant for `scheme`: bare, as CURIE or as address.

    >>> list(named("acl", "p19-1001")), list(named("pubmed", "123456"))
    (['acl:P19-1001'], ['pubmed:123456'])
    """
    yield from find(value)
    yield from _bare(scheme, value.strip())


def ranked(curies: Iterable[str]) -> tuple[str, ...]:
    """The identifiers without repetition, the best scheme first."""
    return tuple(sorted(set(curies), key=lambda curie: (_rank(curie), curie)))


def is_known(curie: str) -> bool:
    """Whether the CURIE is of a scheme that the world shares."""
    return curie.partition(":")[0] in SCHEMES


def arxiv_year(curie: str) -> int | None:
    """The year that a new-style arXiv number carries.

    >>> arxiv_year("arxiv:1706.03762")
    2017
    """
    found = re.fullmatch(r"arxiv:(\d\d)\d\d\.\d+", curie)
    return 2000 + int(found[1]) if found else None


def _rank(curie: str) -> int:
    return SCHEMES.index(curie.partition(":")[0])


def _bare(scheme: str, value: str) -> Iterator[str]:
    found = _BARE[scheme].fullmatch(value)
    if found:
        yield from _curies(scheme, found.groupdict().get("id") or found[0])


def _curies(scheme: str, local: str) -> Iterator[str]:
    """The CURIE, and that of the same paper elsewhere which a DOI spells out."""
    if scheme == "doi":
        yield from _doi(_trimmed(local.lower()))
    elif scheme == "arxiv":
        yield "arxiv:" + re.sub(r"\.[a-z]{2}/", "/", local.lower())
    elif scheme == "acl":
        yield "acl:" + (local.lower() if local[0].isdigit() else local.upper())
    elif scheme == "dblp":
        yield from _dblp(re.sub(r"\.(?:html|bib|xml|rdf)$", "", local))
    elif scheme == "s2":
        yield f"s2:{local.lower()}"
    else:
        yield f"{scheme}:{local.upper() if scheme == 'openalex' else local}"


def _doi(doi: str) -> Iterator[str]:
    prefix, _, local = doi.partition("/")
    if prefix == "10.48550" and local.startswith("arxiv."):
        yield from _bare("arxiv", local.removeprefix("arxiv."))
        return
    yield f"doi:{doi}"
    if prefix == "10.18653" and local.startswith("v1/"):
        yield from _bare("acl", local.removeprefix("v1/"))


def _dblp(key: str) -> Iterator[str]:
    """The key, and for DBLP's entries of arXiv the number that they are named by."""
    yield f"dblp:{key}"
    preprint = re.fullmatch(r"journals/corr/abs-(\d{4})-(\d{4,5})", key)
    if preprint:
        yield from _bare("arxiv", f"{preprint[1]}.{preprint[2]}")


def _trimmed(doi: str) -> str:
    """Without what follows a DOI in running text, and without the version of a preprint."""
    doi = re.split(r"\?|&\w+=", doi)[0].rstrip(".,;:'\"*>")
    for opening, closing in ("()", "[]", "{}"):
        while doi.endswith(closing) and doi.count(opening) < doi.count(closing):
            doi = doi[:-1]
    doi = re.sub(r"[./]v\d+$", "", doi)
    return re.sub(r"v\d+$", "", doi) if doi.startswith("10.1101/") else doi
