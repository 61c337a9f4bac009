"""What every request passes first and every response last."""

from collections.abc import Sequence
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}


class Shield:
    """Refuses requests under a foreign name or from a foreign page, and adds safe headers."""

    def __init__(self, app: ASGIApp, hosts: frozenset[str], origins: Sequence[str]) -> None:
        """`hosts` are the names to answer to, none: any; `origins` the pages that may ask."""
        self._app = app
        self._hosts = hosts
        self._origins = origins

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in _HEADERS.items():
                    headers.setdefault(name, value)
                if self._origins:
                    headers["Cross-Origin-Resource-Policy"] = "cross-origin"
            await send(message)

        refused = self._refusal(Headers(scope=scope))
        app = PlainTextResponse(refused, 403) if refused else self._app
        await app(scope, receive, send_safely)

    def _refusal(self, headers: Headers) -> str:
        # A page of another site can make its name point here: its requests name it as the host.
        host = headers.get("host", "")
        if self._hosts and _name(host) not in self._hosts:
            return f"this server does not answer to the name {host[:100]!r}\n"
        # Pages of other sites cannot read our answers, but could keep the workers busy.
        foreign = headers.get("sec-fetch-site") == "cross-site"
        navigating = headers.get("sec-fetch-mode") == "navigate"
        if foreign and not navigating and not self._allowed(headers.get("origin", "")):
            return "pages of other sites may not ask here: start with --cors ORIGIN\n"
        return ""

    def _allowed(self, origin: str) -> bool:
        return origin in self._origins or "*" in self._origins


def _name(host: str) -> str | None:
    """The name in a `Host` header, without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None
