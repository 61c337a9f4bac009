"""What the pages show of a concept and of a paper, and what stands next to a node."""

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from kg import vocab
from kg.errors import UsageError
from kg.records import CONCEPT_TYPES
from kg.serve.messages import Job
from kg.store import Answer, NamedQuery, Store, Value, load_queries

Record = dict[str, Any]

QUERIES: Mapping[str, NamedQuery] = load_queries(Path(__file__).parent / "queries")

PAPERS_PER_ROLE = 25
SENTENCES = 40
NEIGHBOURS = 200  # at most, whatever is asked for


def concept(store: Store, job: Job) -> Record:
    """A concept with its links, papers and sentences; or the several that have the name."""
    found = _concepts(store, job)
    if len(found) > 1:
        return {"choices": [_node(store, iri) for iri in found]}
    iri = found[0]
    links = _records(store.query(QUERIES["links"], {"concept": iri}))
    return {**_node(store, iri), **_told(store, iri), "links": links}


def paper(store: Store, job: Job) -> Record:
    """A paper with its concepts and the sentences that speak of them."""
    iri = _paper(store, job)
    record: dict[str, list[Value]] = {}
    for row in _records(store.query(QUERIES["record"], {"paper": iri})):
        record.setdefault(row["property"], []).append(row["value"])
    contents = _records(store.query(QUERIES["contents"], {"paper": iri}))
    return {
        "iri": iri,
        "record": record,
        "roles": _grouped(contents, "role"),
        "sentences": _sentences(_records(store.query(QUERIES["said"], {"paper": iri}))),
    }


def neighbours(store: Store, job: Job) -> Record:
    """What is said of a concept, the concepts that it is linked with, and the links.

    Of the concepts those of most papers, at most `job.rows` and never more than `NEIGHBOURS`.
    """
    iri = store.find("concept", job.text)[0]
    rows = _records(store.query(QUERIES["support"], {"concept": iri}))
    others = dict.fromkeys(end for row in rows for end in (row["source"], row["target"]))
    others.pop(iri, None)
    limit = min(job.rows, NEIGHBOURS)
    shown = {iri, *list(others)[:limit]}
    edges = [_edge(row) for row in rows if {row["source"], row["target"]} <= shown]
    nodes = [_node(store, node) for node in (iri, *others) if node in shown]
    told = _told(store, iri)
    return {"iri": iri, "nodes": nodes, "edges": edges, "truncated": len(others) > limit, **told}


def _concepts(store: Store, job: Job) -> list[str]:
    """By the local part of its IRI, else by whatever names it."""
    own = f"{job.base}concept/{job.text}"
    try:
        return store.find("concept", own)
    except UsageError:
        return store.find("concept", job.text)


def _paper(store: Store, job: Job) -> str:
    own = f"{job.base}paper/{quote(job.text, safe='-_.~', errors='replace')}"
    try:
        return store.find("paper", own)[0]
    except UsageError:
        return store.find("paper", job.text)[0]


def _node(store: Store, iri: str) -> Record:
    row = _records(store.query(QUERIES["nodes"], {"concept": iri}))[0]
    counts = {kind: int(row[f"as{kind.title()}"] or 0) for kind in CONCEPT_TYPES}
    return {
        "iri": iri,
        "label": row["label"],
        "type": max(counts, key=lambda kind: counts[kind]),
        "types": {kind: number for kind, number in counts.items() if number},
        "papers": row["papers"],
    }


def _told(store: Store, iri: str) -> Record:
    """The other names of a concept, its papers by role, and the sentences that speak of it."""
    names = _records(store.query(QUERIES["names"], {"concept": iri}))
    aliases = [name["value"] for name in names if name["property"].endswith("altLabel")]
    return {
        "aliases": sorted(aliases, key=str.casefold),
        "roles": _roles(store, iri),
        "sentences": _sentences(_records(store.query(QUERIES["sentences"], {"concept": iri}))),
    }


def _edge(row: Record) -> Record:
    return {**row, "predicate": vocab.local_name(row["predicate"]), "score": float(row["score"])}


def _roles(store: Store, iri: str) -> list[Record]:
    rows = _records(store.query(QUERIES["roles"], {"concept": iri}))
    return [
        {**role, "count": len(role["rows"]), "rows": role["rows"][:PAPERS_PER_ROLE]}
        for role in _grouped(rows, "role")
    ]


def _grouped(rows: Iterable[Record], key: str) -> list[Record]:
    """The rows by the value of a column, most rows first."""
    groups: dict[str, list[Record]] = {}
    for row in rows:
        groups.setdefault(row[key], []).append(row)
    order = sorted(groups, key=lambda name: (-len(groups[name]), name))
    return [{key: name, "rows": groups[name]} for name in order]


def _sentences(rows: Iterable[Record]) -> list[Record]:
    """Each sentence once, with the statements that it makes and the words that it names."""
    sentences: dict[tuple[str, str], Record] = {}
    for row in rows:
        key = str(row.get("paper", "")), row["sentence"]
        kept: Record = {name: row[name] for name in ("paper", "title", "sentence") if name in row}
        sentence = sentences.setdefault(key, {**kept, "statements": {}, "mentions": set()})
        statement = (row["from"], row["relation"], row["to"])
        sentence["statements"][statement] = {
            name: row[name] for name in ("subject", "from", "relation", "object", "to")
        }
        if row["first"] is not None:
            sentence["mentions"].add((row["first"] - row["start"], row["last"] - row["start"]))
    return [_sentence(sentence) for sentence in list(sentences.values())[:SENTENCES]]


def _sentence(sentence: Record) -> Record:
    text, mentions = sentence["sentence"], sorted(sentence["mentions"])
    return {
        **sentence,
        "statements": list(sentence["statements"].values()),
        "mentions": None,
        "parts": _parts(text, mentions),
    }


def _parts(text: str, spans: Iterable[tuple[int, int]]) -> list[tuple[str, bool]]:
    """The text in pieces, and whether each is one of the spans; overlapping spans are one."""
    marked = [False] * len(text)
    for start, end in spans:
        if 0 <= start < end <= len(text):
            marked[start:end] = [True] * (end - start)
    parts: list[tuple[str, bool]] = []
    begin = 0
    for index in range(1, len(text) + 1):
        if index == len(text) or marked[index] != marked[begin]:
            parts.append((text[begin:index], marked[begin]))
            begin = index
    return parts


def _records(answer: Answer) -> list[Record]:
    return [dict(zip(answer.columns, row, strict=True)) for row in answer.rows]
