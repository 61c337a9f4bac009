"""The application: its addresses, and what each does with the workers."""

import json
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, RedirectResponse, Response
from starlette.routing import Route

from kg import vocab
from kg.errors import UsageError
from kg.serve.editor import EDITOR_SCRIPT, editor_files, own_files
from kg.serve.jobs import refusal
from kg.serve.messages import Job, Reply, RequestError
from kg.serve.negotiate import OFFERS, choose
from kg.serve.pages import ROWS, Pages
from kg.serve.pool import Pool
from kg.serve.protocol import checked, optional, read_job, single, url_fields, values
from kg.serve.settings import Limits
from kg.serve.shield import Shield
from kg.store import find_query


@dataclass(frozen=True, slots=True)
class Site:
    """What is served, and to whom; `hosts` are the names it answers to, none: to any."""

    build: Path
    base: str = vocab.BASE
    limits: Limits = field(default_factory=Limits)
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "::1"})
    origins: tuple[str, ...] = ()  # whose pages may read answers
    view: Path | None = None  # a page of a part of the build


def application(site: Site) -> Starlette:
    """The ASGI application; its workers live as long as its lifespan."""
    server = _Server(site)
    methods = ["GET", "POST"]
    routes = [
        Route("/sparql", server.sparql, methods=methods),
        Route("/sparql/", server.sparql, methods=methods),
        Route("/", server.home),
        Route("/questions", server.questions),
        Route("/questions/{name}", server.question),
        Route("/concept/{name:path}", server.concept),
        Route("/paper/{name:path}", server.paper),
        Route("/neighbours", server.neighbours),
        Route("/graph", server.graph),
        Route("/view", server.view),
        Route("/static/{name}", server.static),
    ]
    middleware = [Middleware(Shield, hosts=site.hosts, origins=site.origins)]
    if site.origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=site.origins,
                allow_methods=methods,
                expose_headers=["X-Truncated", "X-Row-Limit"],
            )
        )
    return Starlette(
        routes=routes,
        middleware=middleware,
        exception_handlers={
            RequestError: server.problem,
            HTTPException: server.wrong_address,
            Exception: server.broken,
        },
        lifespan=server.lifespan,
    )


class _Server:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._limits = site.limits
        self._pages = Pages(site.build, site.base, site.limits)
        self._files = {**own_files(), **editor_files()}
        self._pool: Pool | None = None

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with Pool(self._site.build / "store", self._limits) as self._pool:
            yield

    async def sparql(self, request: Request) -> Response:
        fields = url_fields(request)
        if request.method == "GET" and not optional(fields, "format") and _is_browser(request):
            query = urlencode([field for field in fields if field[0] == "query"])
            return RedirectResponse(f"/?{query}" if query else "/", 303)
        job, timeout = await read_job(request, self._limits)
        return self._response(await self._run(request, job, timeout))

    async def home(self, request: Request) -> Response:
        query = checked(optional(url_fields(request), "query"))
        editor = EDITOR_SCRIPT in self._files
        if not query or editor:  # which asks for itself
            return self._pages.home(query, None, "", editor)
        job = Job("sparql-cells", query, base=_endpoint(request), rows=self._rows)
        answer, problem = await self._asked(request, job)
        return self._pages.home(query, answer, problem, editor)

    async def questions(self, _request: Request) -> Response:
        return self._pages.list_questions()

    async def question(self, request: Request) -> Response:
        """A question as a page; as a file to who prefers one, or names its `format`."""
        try:
            question = find_query(self._pages.questions, request.path_params["name"][:100])
        except UsageError as error:
            raise RequestError(404, str(error)) from None
        fields = [(name, value) for name, value in url_fields(request) if value]
        given = {name: single(values(fields, name), name) for name, _ in fields}
        format = given.pop("format", "")
        job = Job("named", question.name, given, format=format, base=_endpoint(request))
        if format or not _is_browser(request):
            accept = request.headers.get("accept", "*/*")
            job = replace(job, accept=accept, rows=self._limits.rows)
            return self._response(await self._run(request, job))
        if not given and not all(p.optional for p in question.parameters):
            return self._pages.question(question, given, None)
        job = replace(job, do="named-cells", rows=self._rows)
        answer, problem = await self._asked(request, job)
        return self._pages.question(question, given, answer, problem)

    async def concept(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = await self._explored(request, Job("concept", name, base=self._site.base))
        if "choices" in found:
            return self._pages.choices(name, found["choices"])
        address = self._pages.address(found["iri"])
        if quote(request.url.path, safe="/%") != quote(address, safe="/%"):
            return RedirectResponse(address, 303)
        return self._pages.concept(found)

    async def paper(self, request: Request) -> Response:
        name = request.path_params["name"]
        found = await self._explored(request, Job("paper", name, base=self._site.base))
        return self._pages.paper(found)

    async def neighbours(self, request: Request) -> Response:
        fields = url_fields(request)
        limit = _number(optional(fields, "limit") or "50")
        iri = single(values(fields, "iri"), "iri")
        return self._response(await self._run(request, Job("neighbours", iri, rows=limit)))

    async def graph(self, _request: Request) -> Response:
        return _picture(self._site.build / "graph.html", "this build has no graph.html")

    async def view(self, _request: Request) -> Response:
        return _picture(self._site.view, "nothing is on view: start with `kg view --serve`")

    async def static(self, request: Request) -> Response:
        file = self._files.get(request.path_params["name"])
        if file is None:
            raise RequestError(404, "there is no such file")
        return FileResponse(file, headers={"Cache-Control": "no-cache"})

    async def problem(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestError)
        told = refusal(error.status, error.message)
        if _is_browser(request) and not request.url.path.startswith("/sparql"):
            return self._pages.problem(error.status, told.body.decode(), error.headers)
        return Response(told.body, told.status, error.headers, told.media_type)

    async def wrong_address(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        same = RequestError(error.status_code, error.detail, error.headers)
        return await self.problem(request, same)

    async def broken(self, request: Request, error: Exception) -> Response:
        """A fault of ours: one line for whoever runs the server, fewer words for the client."""
        line = " ".join(f"{type(error).__name__}: {error}".split())
        print(f"kg: {request.method} {request.url.path!r} failed: {line}", file=sys.stderr)
        return await self.problem(request, RequestError(500, "the server failed at this request"))

    @property
    def _rows(self) -> int:
        return min(ROWS, self._limits.rows)

    async def _run(self, request: Request, job: Job, timeout: float | None = None) -> Reply:
        assert self._pool
        limit = self._limits.timeout if timeout is None else timeout
        return await self._pool.run(job, limit, request.is_disconnected)

    async def _asked(self, request: Request, job: Job) -> tuple[Any, str]:
        """The answer for a page, or what went wrong."""
        reply = await self._run(request, job)
        if reply.status != 200:
            return None, reply.body.decode()
        return json.loads(reply.body), ""

    async def _explored(self, request: Request, job: Job) -> Any:
        reply = await self._run(request, job)
        if reply.status != 200:
            raise RequestError(reply.status, reply.body.decode())
        return json.loads(reply.body)

    def _response(self, reply: Reply) -> Response:
        headers = {"Vary": "Accept", "X-Row-Limit": str(self._limits.rows)}
        if reply.truncated:
            headers["X-Truncated"] = "true"
        return Response(reply.body, reply.status, headers, reply.media_type)


def _picture(page: Path | None, missing: str) -> Response:
    """A page that `kg.publish` wrote; as this server answers it, it may ask this server for more."""
    if page is None or not page.is_file():
        raise RequestError(404, missing)
    before = b'content="default-src &#39;none&#39;;'
    text = page.read_bytes().replace(before, before + b" connect-src &#39;self&#39;;", 1)
    # The page brings a policy of its own, which names its scripts by their hashes.
    policy = {"Content-Security-Policy": "frame-ancestors 'none'"}
    return Response(text, headers=policy, media_type="text/html; charset=utf-8")


def _is_browser(request: Request) -> bool:
    """Whether a page is what the client likes best."""
    data = ("application/json", "text/turtle", "text/csv", *OFFERS["rows"], *OFFERS["triples"])
    accept = request.headers.get("accept", "*/*")
    return choose(accept, (*data, "text/html")) == "text/html"


def _endpoint(request: Request) -> str:
    return str(request.url.replace(path="/sparql", query=""))


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise RequestError(400, f"limit must be a number, not {text[:40]!r}")
    return int(text)
