"""What a worker does: answer queries, and gather what the pages show."""

import json
from collections.abc import Callable, Mapping
from typing import Any

from kg.errors import KgError, QueryError, UsageError
from kg.serve import explore
from kg.serve.messages import Job, Reply, RequestError
from kg.serve.negotiate import written
from kg.serve.settings import Limits
from kg.store import (
    Answer,
    NamedQuery,
    Scope,
    Store,
    Value,
    find_query,
    load_queries,
)

_MESSAGE = 200  # characters of an error that a client is told
_TEXT = "text/plain; charset=utf-8"


def reply(store: Store, job: Job, limits: Limits) -> Reply:
    """Do a job; what goes wrong in it is a reply too."""
    try:
        done = _JOBS[job.do](store, job)
    except RequestError as problem:
        return refusal(problem.status, problem.message)
    except QueryError as error:
        return refusal(400, str(error))
    except UsageError as error:
        return refusal(404 if job.do in ("concept", "paper", "neighbours") else 400, str(error))
    except KgError as error:
        return refusal(500, str(error))
    if len(done.body) > limits.answer:
        return refusal(400, f"the answer has {len(done.body):,} bytes: ask for less")
    return done


def refusal(status: int, message: str) -> Reply:
    """An error as a reply: one line, not longer than a line should be."""
    line = " ".join(message.split())
    short = line if len(line) <= _MESSAGE else f"{line[: _MESSAGE - 1]}…"
    return Reply(status, _TEXT, f"{short}\n".encode("utf-8", "replace"))


def _sparql(store: Store, job: Job) -> Reply:
    """A query of the protocol: comments are comments, there are no parameters in them."""
    query = NamedQuery("query", "", "", (), job.text)
    return _written(_ask(store, query, job), job)


def _named(store: Store, job: Job) -> Reply:
    return _written(_ask(store, find_query(load_queries(), job.text), job, job.values), job)


def _sparql_cells(store: Store, job: Job) -> Reply:
    query = NamedQuery("query", "", "", (), job.text)
    return _json(_cells(_ask(store, query, job)), job)


def _named_cells(store: Store, job: Job) -> Reply:
    query = find_query(load_queries(), job.text)
    cells = _cells(_ask(store, query, job, job.values))
    return _json({**cells, "text": store.bind(query, job.values)}, job)


def _description(store: Store, job: Job) -> Reply:
    query = explore.QUERIES["description"]
    return _written(store.query(query, {"endpoint": job.text}), job)


def _explored(gather: Callable[[Store, Job], Any]) -> Callable[[Store, Job], Reply]:
    return lambda store, job: _json(gather(store, job), job)


def _ask(
    store: Store, query: NamedQuery, job: Job, values: Mapping[str, str] | None = None
) -> Answer:
    scope = Scope(job.default_graphs, job.named_graphs, job.base)
    return store.query(query, values, limit=job.rows, scope=scope)


def _written(answer: Answer, job: Job) -> Reply:
    media, text = written(answer, job.accept, job.format)
    charset = "; charset=utf-8" if media.startswith("text/") else ""
    return Reply(200, media + charset, text.encode("utf-8", "replace"), answer.truncated)


def _cells(answer: Answer) -> dict[str, Any]:
    """A table for a page: each cell its text, and whether that is an IRI."""
    rows = [
        [_cell(shown, type(term).__name__) for shown, term in zip(values, terms, strict=True)]
        for values, terms in zip(answer.rows, answer.terms, strict=True)
    ]
    return {
        "kind": answer.kind,
        "columns": answer.columns,
        "rows": rows,
        "truncated": answer.truncated,
    }


def _cell(shown: Value, kind: str) -> tuple[str, str]:
    if shown is None:
        return "", ""
    if kind == "NamedNode":
        return str(shown), "iri"
    if isinstance(shown, bool):
        return ("yes" if shown else "no"), ""
    if isinstance(shown, str):
        return shown, ""
    return (f"{shown:.4g}" if isinstance(shown, float) else str(shown)), "number"


def _json(document: Any, job: Job) -> Reply:
    return Reply(200, "application/json", json.dumps(document, ensure_ascii=False).encode("utf-8", "replace"))  # fmt: skip


_JOBS: dict[str, Callable[[Store, Job], Reply]] = {
    "sparql": _sparql,
    "named": _named,
    "sparql-cells": _sparql_cells,
    "named-cells": _named_cells,
    "description": _description,
    "concept": _explored(explore.concept),
    "paper": _explored(explore.paper),
    "neighbours": _explored(explore.neighbours),
}
