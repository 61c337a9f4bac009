"""Every IRI, prefix and CURIE of kg, and the one rule that mints IRIs."""

import hashlib
import re
import unicodedata
from urllib.parse import quote

from kg.records import ConceptType, Paper, RelationType, Role

KG = "https://w3id.org/kg-abstracts/ns#"
BASE = "https://w3id.org/kg-abstracts/id/"

PREFIXES: dict[str, str] = {
    "kg": KG,
    "concept": f"{BASE}concept/",
    "paper": f"{BASE}paper/",
    "evidence": f"{BASE}evidence/",
    "venue": f"{BASE}venue/",
    "build": f"{BASE}build/",
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "openreview": "https://openreview.net/forum?id=",
    "dc": "http://purl.org/dc/elements/1.1/",
    "dcat": "http://www.w3.org/ns/dcat#",
    "dcterms": "http://purl.org/dc/terms/",
    "fabio": "http://purl.org/spar/fabio/",
    "mls": "http://www.w3.org/ns/mls#",
    "oa": "http://www.w3.org/ns/oa#",
    "owl": "http://www.w3.org/2002/07/owl#",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "rdfs": "http://www.w3.org/2000/01/rdf-schema#",
    "schema": "https://schema.org/",
    "skos": "http://www.w3.org/2004/02/skos/core#",
    "void": "http://rdfs.org/ns/void#",
    "xsd": "http://www.w3.org/2001/XMLSchema#",
}

# What a paper does with a concept, by the concept's type in that paper and its role there.
ROLE_PREDICATES: dict[tuple[ConceptType, Role], str] = {
    ("method", "proposes"): f"{KG}proposes",
    ("method", "uses"): f"{KG}uses",
    ("method", "compares"): f"{KG}comparesWith",
    ("method", "mentions"): f"{KG}mentions",
    ("dataset", "proposes"): f"{KG}introduces",
    ("dataset", "uses"): f"{KG}evaluatesOn",
    ("dataset", "mentions"): f"{KG}mentions",
    ("task", "uses"): f"{KG}addresses",
    ("task", "mentions"): f"{KG}mentions",
    ("metric", "proposes"): f"{KG}introduces",
    ("metric", "uses"): f"{KG}measures",
    ("metric", "mentions"): f"{KG}mentions",
}

RELATION_PREDICATES: dict[RelationType, str] = {
    "used_for": f"{KG}usedFor",
    "builds_on": f"{KG}buildsOn",
    "evaluated_on": f"{KG}evaluatedOn",
    "compared_with": f"{KG}comparedWith",
    "is_a": f"{PREFIXES['skos']}broader",
    "measured_by": f"{KG}measuredBy",
}

HAS_CODE = f"{KG}hasCode"
HAS_PAGE = f"{KG}hasPage"

TYPE_CLASSES: dict[ConceptType, str] = {
    "method": f"{KG}Method",
    "dataset": f"{KG}Dataset",
    "task": f"{KG}Task",
    "metric": f"{KG}Metric",
}

# CURIE prefix of a paper's id -> the address that is its IRI.
PAPER_ADDRESSES: dict[str, str] = {
    "arxiv": "https://arxiv.org/abs/",
    "doi": "https://doi.org/",
    "openreview": "https://openreview.net/forum?id=",
    "acl": "https://aclanthology.org/",
    "openalex": "https://openalex.org/",
    "pubmed": "https://pubmed.ncbi.nlm.nih.gov/",
    "s2": "https://www.semanticscholar.org/paper/",
    "dblp": "https://dblp.org/rec/",
}


def slug(text: str, limit: int = 60) -> str:
    """Lower-case ASCII words joined by hyphens: the readable part of an IRI, maybe empty.

    >>> slug("Naïve Bayes (NB)")
    'naive-bayes-nb'
    """
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().lower()
    return "-".join(re.findall(r"[a-z0-9]+(?:\.[0-9]+)*", plain))[:limit].strip("-")


def digest(*parts: str, length: int = 12) -> str:
    """A short stable hash of the parts, told apart from one another."""
    return hashlib.sha256("\x1f".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:length]


def mint(kind: str, text: str, base: str = BASE) -> str:
    """The IRI of a thing of our own: a slug, with a hash when the slug alone loses something.

    >>> mint("concept", "graph neural network")
    'https://w3id.org/kg-abstracts/id/concept/graph-neural-network'
    """
    readable = slug(text)
    exact = readable == re.sub(r"[\s\-]+", "-", text.casefold())
    name = (
        readable
        if exact and readable
        else "-".join(filter(None, (readable, digest(text, length=6))))
    )
    return f"{base}{kind}/{name}"


def paper_address(curie: str) -> str | None:
    """Where in the world a paper's identifier leads.

    >>> paper_address("arxiv:1706.03762"), paper_address("hash:0a1b")
    ('https://arxiv.org/abs/1706.03762', None)
    """
    prefix, _, local = curie.partition(":")
    if prefix not in PAPER_ADDRESSES or not local:
        return None
    return PAPER_ADDRESSES[prefix] + quote(local, safe="/:.;()-_~", errors="replace")


def paper_iri(paper: Paper, base: str = BASE) -> str:
    """The paper's DOI, arXiv or OpenReview address where it has one, else one of our own."""
    address = paper_address(paper.id)
    if address:
        return address
    prefix, _, local = paper.id.partition(":")
    own = f"hash-{local}" if prefix == "hash" else paper.id
    return f"{base}paper/{quote(own, safe='-_.~', errors='replace')}"


def label_key(text: str) -> str:
    """The form under which a label is looked up: without case, hyphens and unprintable characters.

    >>> label_key("Graph-Neural  Network")
    'graph neural network'
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    printable = "".join(c for c in folded if c.isprintable() or c.isspace())
    return " ".join(re.findall(r"[^\s\-_\u2010-\u2015\u2212]+", printable))


def local_name(iri: str) -> str:
    """What follows the last `#` or `/`."""
    return re.split(r"[#/]", iri)[-1]


def curie(iri: str) -> str:
    """The shortest `prefix:local` for an IRI, or the IRI itself.

    >>> curie("http://www.w3.org/2004/02/skos/core#broader")
    'skos:broader'
    """
    fits = [
        (namespace, prefix) for prefix, namespace in PREFIXES.items() if iri.startswith(namespace)
    ]
    if not fits:
        return iri
    namespace, prefix = max(fits, key=lambda fit: len(fit[0]))
    return f"{prefix}:{iri[len(namespace) :]}"
