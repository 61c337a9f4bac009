"""SPARQL 1.1 Protocol, its query half: from an HTTP request to a job."""

from collections.abc import Sequence
from urllib.parse import parse_qsl

from starlette.requests import ClientDisconnect, Request

from kg.serve.messages import Job, RequestError
from kg.serve.settings import Limits
from kg.store.guard import MAX_BYTES

Fields = Sequence[tuple[str, str]]

_FORM = "application/x-www-form-urlencoded"
_QUERY = "application/sparql-query"
_UPDATE = "application/sparql-update"
_READ_ONLY = "updates are refused: the store is read-only"
_MOST_FIELDS = 1_000


async def read_job(request: Request, limits: Limits) -> tuple[Job, float]:
    """The query of a request, or the service description without one, and its time in seconds.

    Raises `RequestError`.
    """
    fields = list(url_fields(request))
    if request.method == "POST":
        fields += await _posted(request, limits)
    if any(name in ("update", "using-graph-uri", "using-named-graph-uri") for name, _ in fields):
        raise RequestError(403, _READ_ONLY)
    queries = values(fields, "query")
    endpoint = str(request.url.replace(query="")).rstrip("/")
    accept = request.headers.get("accept", "*/*")
    if not queries and request.method != "POST":
        return Job("description", endpoint, accept=accept), limits.timeout
    job = Job(
        "sparql",
        checked(single(queries, "query")),
        default_graphs=tuple(values(fields, "default-graph-uri")),
        named_graphs=tuple(values(fields, "named-graph-uri")),
        base=endpoint,
        accept=accept,
        format=optional(fields, "format"),
        rows=limits.rows,
    )
    return job, _timeout(optional(fields, "timeout"), limits)


def url_fields(request: Request) -> Fields:
    """The parameters of the address."""
    return _fields(request.scope["query_string"])


def values(fields: Fields, name: str) -> list[str]:
    """All values of a parameter."""
    return [value for key, value in fields if key == name]


def single(found: Sequence[str], name: str) -> str:
    """The one value of a parameter; raises `RequestError`."""
    if len(found) != 1:
        raise RequestError(400, f"one parameter `{name}` is needed, not {len(found)}")
    return found[0]


def optional(fields: Fields, name: str) -> str:
    """The value of a parameter that may be left out."""
    found = values(fields, name)
    return single(found, name) if found else ""


def checked(query: str) -> str:
    """The query, unless it is too long; raises `RequestError`."""
    size = len(query.encode("utf-8", "surrogatepass"))
    if size > MAX_BYTES:
        raise RequestError(413, f"the query has {size:,} bytes: the limit is {MAX_BYTES:,}")
    return query


async def _posted(request: Request, limits: Limits) -> Fields:
    kind, charset = _content_type(request.headers.get("content-type", ""))
    if kind == _UPDATE:
        raise RequestError(403, _READ_ONLY)
    if kind not in (_FORM, _QUERY):
        raise RequestError(415, f"a query is posted as {_FORM} or {_QUERY}")
    if charset not in ("utf-8", "utf8", "us-ascii"):
        raise RequestError(415, f"a query is posted in UTF-8, not {charset[:40]}")
    body = await _body(request, limits)
    if kind == _FORM:
        return _fields(body)
    try:
        return [("query", body.decode())]
    except UnicodeDecodeError:
        raise RequestError(400, "the query is not UTF-8") from None


def _content_type(header: str) -> tuple[str, str]:
    """The media type and the charset, in lower case."""
    kind, *parameters = (part.strip().lower() for part in header.split(";"))
    named = (parameter.partition("=") for parameter in parameters)
    found = [value.strip("\"' ") for name, _, value in named if name.strip() == "charset"]
    return kind, found[0] if found else "utf-8"


async def _body(request: Request, limits: Limits) -> bytes:
    """The body, if it is not too long and comes in time."""
    import asyncio

    body = bytearray()
    try:
        async with asyncio.timeout(limits.patience):
            async for chunk in request.stream():
                body += chunk
                if len(body) > limits.body:
                    raise RequestError(413, f"the request has more than {limits.body:,} bytes")
    except TimeoutError:
        raise RequestError(
            408, "the request did not come in time", {"Connection": "close"}
        ) from None
    except ClientDisconnect:
        raise RequestError(499, "the client is gone") from None
    return bytes(body)


def _fields(encoded: bytes) -> Fields:
    try:
        text = encoded.decode("ascii")
        return parse_qsl(text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS)
    except ValueError:
        raise RequestError(400, "the parameters are not URL-encoded UTF-8, or too many") from None


def _timeout(asked: str, limits: Limits) -> float:
    """What the client asks for; `Pool.run` grants no more than the limit."""
    try:
        seconds = float(asked or limits.timeout)
    except ValueError:
        raise RequestError(
            400, f"timeout must be a number of seconds, not {asked[:40]!r}"
        ) from None
    if not seconds > 0:
        raise RequestError(400, "timeout must be more than 0")
    return min(seconds, limits.timeout)
