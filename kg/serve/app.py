"""The application: its addresses, and what each does with the workers."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.cors import CORSMiddleware
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route

from kg import vocab
from kg.serve.jobs import refusal
from kg.serve.messages import Job, Reply, RequestError
from kg.serve.pool import Pool
from kg.serve.protocol import optional, read_job, single, url_fields, values
from kg.serve.settings import Limits
from kg.serve.shield import Shield


@dataclass(frozen=True, slots=True)
class Site:
    """What is served, and to whom; `hosts` are the names it answers to, none: to any."""

    build: Path
    base: str = vocab.BASE
    limits: Limits = field(default_factory=Limits)
    hosts: frozenset[str] = frozenset({"127.0.0.1", "localhost", "::1"})
    origins: tuple[str, ...] = ()  # whose pages may read answers


def application(site: Site) -> Starlette:
    """The ASGI application; its workers live as long as its lifespan."""
    server = _Server(site)
    routes = [
        Route(path, server.sparql, methods=["GET", "POST"]) for path in ("/sparql", "/sparql/")
    ]
    routes += [
        Route("/neighbours", server.neighbours),
        Route("/graph", server.graph),
    ]
    middleware = [Middleware(Shield, hosts=site.hosts, origins=site.origins)]
    if site.origins:
        middleware.append(
            Middleware(
                CORSMiddleware,
                allow_origins=site.origins,
                allow_methods=["GET", "POST"],
                expose_headers=["X-Truncated", "X-Row-Limit"],
            )
        )
    return Starlette(
        routes=routes,
        middleware=middleware,
        exception_handlers={RequestError: _problem, HTTPException: _wrong_address},
        lifespan=server.lifespan,
    )


class _Server:
    def __init__(self, site: Site) -> None:
        self._site = site
        self._pool: Pool | None = None

    @asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with Pool(self._site.build / "store", self._site.limits) as self._pool:
            yield

    async def sparql(self, request: Request) -> Response:
        job, timeout = await read_job(request, self._site.limits)
        return self._response(await self._run(request, job, timeout))

    async def neighbours(self, request: Request) -> Response:
        fields = url_fields(request)
        limit = _number(optional(fields, "limit") or "50")
        iri = single(values(fields, "iri"), "iri")
        return self._response(await self._run(request, Job("neighbours", iri, rows=limit)))

    async def graph(self, _request: Request) -> Response:
        page = self._site.build / "graph.html"
        if not page.is_file():
            raise RequestError(404, "this build has no graph.html")
        # The page brings a policy of its own, which names its scripts by their hashes.
        return FileResponse(page, headers={"Content-Security-Policy": "frame-ancestors 'none'"})

    async def _run(self, request: Request, job: Job, timeout: float | None = None) -> Reply:
        assert self._pool
        limit = self._site.limits.timeout if timeout is None else timeout
        return await self._pool.run(job, limit, request.is_disconnected)

    def _response(self, reply: Reply) -> Response:
        headers = {"Vary": "Accept", "X-Row-Limit": str(self._site.limits.rows)}
        if reply.truncated:
            headers["X-Truncated"] = "true"
        return Response(reply.body, reply.status, headers, reply.media_type)


async def _problem(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    told = refusal(error.status, error.message)
    return Response(told.body, told.status, error.headers, told.media_type)


async def _wrong_address(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    told = refusal(error.status_code, error.detail)
    return Response(told.body, told.status, error.headers, told.media_type)


def _number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 6:
        raise RequestError(400, f"limit must be a number, not {text[:40]!r}")
    return int(text)
