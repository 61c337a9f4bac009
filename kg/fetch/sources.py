"""What each source is asked, and how its answers are paged.

Keys come from the environment, where there is one: `OPENALEX_API_KEY`, `S2_API_KEY`.
"""

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import count, islice
from typing import Any

from kg.errors import FetchError, UsageError
from kg.fetch.client import Client, Fetching
from kg.papers import Record, records

Found = Iterator[Mapping[str, object]]

_PAGE = 100  # records asked for at once where the source allows more
_ARXIV_FIELD = re.compile(r"\b(?:ti|au|abs|co|jr|cat|rn|all|submittedDate):")
_ACL = re.compile(r"(?P<collection>\d{4}\.[a-z0-9_]+|[A-Z]\d\d)(?:-(?P<volume>\w+))?")
_S2_FIELDS = (
    "title,abstract,year,venue,journal,publicationDate,authors,externalIds,url,s2FieldsOfStudy,"
    "openAccessPdf"
)


@dataclass(frozen=True, slots=True)
class Source:
    """A source of papers; `pause` is how many seconds it wants between requests."""

    base: str
    pause: float
    find: Callable[[Client, str], Found]
    help: str


def fetch(source: str, query: str, limit: int | None = None, how: Fetching | None = None) -> Found:
    """The records that a source finds, page by page as they are taken, at most `limit`.

    Raises UsageError for an unknown source or a query that it cannot be asked, FetchError when it
    does not answer.
    """
    if source not in SOURCES:
        raise UsageError(f"no source {source!r}: there are {', '.join(SOURCES)}")
    if not query.strip():
        raise UsageError("the query is empty")
    known = SOURCES[source]
    client = Client(source, known.base, known.pause, how or Fetching())
    return islice(known.find(client, query.strip()), limit)


def _arxiv(client: Client, query: str) -> Found:
    """By a query of arXiv's own, `cat:cs.LG AND ti:pruning`, or by words that are all there."""
    words = " AND ".join(f"all:{word}" for word in query.split())
    search = query if _ARXIV_FIELD.search(query) else words
    start = 0
    while True:
        parameters = {"search_query": search, "start": str(start), "max_results": str(_PAGE)}
        body = client.get("", parameters)
        page = _records("arxiv", body, "arxiv-atom")
        yield from page
        start += len(page)
        stated = re.search(rb"totalResults[^<>]*>(\d{1,9})<", body)
        if (start >= int(stated[1])) if stated else (len(page) < _PAGE):
            return
        if not page:  # it happens, and would pass for the end
            raise FetchError(
                f"arxiv gave nothing after {start:,} papers: ask again later, with --no-cache"
            )


def _openalex(client: Client, query: str) -> Found:
    """By words, or by a filter of OpenAlex's own, `title.search:ferns,publication_year:2024`.

    Without a key the service gives numbered pages, and at most 10,000 records.
    """
    key = os.environ.get("OPENALEX_API_KEY", "")
    secrets = {"api_key": key} if key else {}
    asked = "filter" if re.match(r"[\w.]+:\S", query) else "search"
    cursor = "*"
    for number in count(1):
        place = {"cursor": cursor} if key else {"page": str(number)}
        parameters = {asked: query, "per_page": str(_PAGE), **place}
        mailto = {"mailto": client.mailto} if client.mailto else {}
        answer = _json("openalex", client.get("/works", parameters, secrets | mailto))
        page = _list("openalex", answer, "results")
        yield from page
        meta = answer.get("meta")
        cursor = str((meta.get("next_cursor") if isinstance(meta, dict) else "") or "")
        if len(page) < _PAGE or (key and not cursor):
            return


def _semantic_scholar(client: Client, query: str) -> Found:
    """By words, with the operators of its bulk search: `pruning + (fern | moss) -"deep"`."""
    key = os.environ.get("S2_API_KEY", "")
    headers = {"x-api-key": key} if key else {}
    token = ""
    while True:
        parameters = {"query": query, "fields": _S2_FIELDS} | ({"token": token} if token else {})
        answer = _json("s2", client.get("/paper/search/bulk", parameters, headers=headers))
        yield from _list("s2", answer, "data")
        token = str(answer.get("token") or "")
        if not token:
            return


def _openreview(client: Client, query: str) -> Found:
    """By words, or all papers of a venue by its id: `ICLR.cc/2024/Conference`."""
    is_venue = "/" in query and " " not in query
    path = "/notes" if is_venue else "/notes/search"
    words = {"term": query, "type": "terms", "content": "all", "group": "all", "source": "forum"}
    search = {"content.venueid": query} if is_venue else words
    for start in count(0, _PAGE):
        parameters = {**search, "limit": str(_PAGE), "offset": str(start)}
        page = _list("openreview", _json("openreview", client.get(path, parameters)), "notes")
        yield from page
        if len(page) < _PAGE:
            return


def _acl(client: Client, query: str) -> Found:
    """The papers of a collection, `2024.acl` or `P19`, or of one volume: `2024.acl-long`, `P19-1`.

    The Anthology answers no queries: what is fetched is the XML file that it is made from.
    """
    found = _ACL.fullmatch(query)
    if not found:
        raise UsageError(
            f"the ACL Anthology is asked for a collection or a volume by its id, "
            f"as 2024.acl, 2024.acl-long or P19-1, not for {query!r}"
        )
    # Of old ids the volume's number is the beginning of the paper's: P19-1001.
    end = "." if "." in query and found["volume"] else ""
    for record in _records("acl", client.get(f"/{found['collection']}.xml", {}), "acl-xml"):
        if not found["volume"] or str(record.get("acl", "")).startswith(query + end):
            yield record


def _records(source: str, page: bytes, format: str) -> list[Mapping[str, object]]:
    """The records of an answer in a format of files; raises FetchError for what is none."""
    found: list[Mapping[str, object]] = []
    for record in records(page, format):
        if not isinstance(record, Record):
            raise FetchError(f"{source}: {record.reason}")
        found.append(record.fields)
    return found


def _json(source: str, body: bytes) -> dict[str, Any]:
    try:
        answer = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise FetchError(f"{source}: the answer is no JSON: {error}") from error
    if not isinstance(answer, dict):
        raise FetchError(f"{source}: the answer is no JSON object")
    return answer


def _list(source: str, answer: Mapping[str, object], name: str) -> list[Mapping[str, object]]:
    found = answer.get(name)
    if not isinstance(found, list):
        raise FetchError(f"{source}: the answer has no list {name!r}: {str(answer)[:200]}")
    return [record for record in found if isinstance(record, dict)]


SOURCES: dict[str, Source] = {
    "arxiv": Source(
        "https://export.arxiv.org/api/query", 3.0, _arxiv, "words, or arXiv's query language"
    ),
    "openalex": Source("https://api.openalex.org", 0.2, _openalex, "words, or a filter"),
    "openreview": Source("https://api2.openreview.net", 1.0, _openreview, "words, or a venue's id"),
    "s2": Source("https://api.semanticscholar.org/graph/v1", 1.1, _semantic_scholar, "words"),
    "acl": Source(
        "https://raw.githubusercontent.com/acl-org/acl-anthology/master/data/xml",
        1.0,
        _acl,
        "the id of a collection or volume",
    ),
}
