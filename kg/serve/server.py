"""The server itself: its socket, its patience with clients, and its end."""

import asyncio
import ipaddress
import socket
import sys
from collections.abc import Callable
from typing import Any

import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from kg.errors import KgError
from kg.serve.app import Site, application
from kg.serve.settings import Limits


def serve(site: Site, host: str, port: int, started: Callable[[str], object] = str) -> None:
    """Serve until a signal says to stop; raises `KgError` when the port is taken.

    The address is printed when the server answers there, and `started` called with it.
    """
    listening = listen(host, port)
    http_server(site, listening, host, started).run(sockets=[listening])


def http_server(
    site: Site, listening: socket.socket, host: str, started: Callable[[str], object] = str
) -> uvicorn.Server:
    """The server for a socket; `host` is how it is shown."""
    config = uvicorn.Config(
        application(site),
        http=_protocol(site.limits),
        ws="none",
        loop="asyncio",
        lifespan="on",
        log_level="critical",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        timeout_keep_alive=5,
        timeout_graceful_shutdown=2,
        limit_concurrency=site.limits.connections,
    )
    shown = f"[{host}]" if ":" in host else host
    return _Server(config, f"http://{shown}:{listening.getsockname()[1]}/", started)


def is_loopback(host: str) -> bool:
    """Whether only this machine reaches an address."""
    try:
        return host == "localhost" or ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, address: str, started: Callable[[str], object]
    ) -> None:
        super().__init__(config)
        self._address = address
        self._started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.lifespan.should_exit:
            raise KgError("the workers cannot open the store: rebuild it with `kg build`")
        print(f"serving {self._address} (SPARQL at {self._address}sparql); stop with Ctrl-C")
        self._started(self._address)
        sys.stdout.flush()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        print("stopped", file=sys.stderr)


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to an address; raises `KgError` when that cannot be."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    if sys.platform != "win32":  # there it would let two servers share a port
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
    except (OSError, OverflowError) as error:
        listening.close()
        why = getattr(error, "strerror", None) or error
        raise KgError(
            f"cannot listen on {host} port {port}: {why}; choose another --port"
        ) from error
    return listening


def _protocol(limits: Limits) -> type[asyncio.Protocol]:
    """HTTP/1.1 with a time for each step: a client that is late is hung up on."""
    # The longest wait for a worker, the query, the sending and the reading.
    served = limits.wait + limits.timeout + limits.patience + limits.reading

    class Timed(H11Protocol):
        _timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._allow(limits.patience)

        def data_received(self, data: bytes) -> None:
            before = self.cycle
            super().data_received(data)
            if self.cycle is not before:  # the headers are complete
                self._allow(served)

        def on_response_complete(self) -> None:
            super().on_response_complete()
            self._allow(limits.patience)

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            self._cancel()

        def _allow(self, seconds: float) -> None:
            self._cancel()
            self._timer = self.loop.call_later(seconds, self.transport.abort)

        def _cancel(self) -> None:
            if self._timer is not None:
                self._timer.cancel()

    return Timed
