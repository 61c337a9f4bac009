"""A small HTTP client that stays on the host it was given."""

import http.client
import json
import time
from base64 import b64encode
from dataclasses import dataclass
from urllib.parse import quote, urlencode, urljoin, urlsplit

from kg.errors import PushError, UsageError

_TRIES = 4  # of a request that the network or the server drops
_TIMEOUT = 120.0  # seconds
_REDIRECTS = 3
_ECHO = 200  # characters of a server's message that are shown


@dataclass(frozen=True, slots=True)
class Client:
    """Requests to one store; `login` is `user:password`.

    Only http and https; a redirect is followed on the same host and port alone. A request that
    fails on the way, or with a status of 5xx or 429, is tried again.
    """

    url: str
    login: str = ""
    pause: float = 1.0  # seconds before the second try, doubled for each one after

    def __post_init__(self) -> None:
        """Refuse an address that is none; raises `UsageError`."""
        _origin(self.url)

    def update(self, text: str) -> None:
        """Run a SPARQL update."""
        self._send(self.url, text.encode(), "application/sparql-update")

    def add(self, graph: str, triples: bytes) -> None:
        """Add N-Triples to a graph by the Graph Store Protocol; `""` is the default graph."""
        mark = "&" if urlsplit(self.url).query else "?"
        name = f"graph={quote(graph, safe='')}" if graph else "default"
        self._send(f"{self.url}{mark}{name}", triples, "application/n-triples")

    def count(self, pattern: str) -> int:
        """How many solutions a group pattern has, asked at this address as a query endpoint."""
        body = urlencode({"query": f"SELECT (COUNT(*) AS ?n) WHERE {{ {pattern} }}"}).encode()
        answer = self._send(self.url, body, "application/x-www-form-urlencoded")
        try:
            return int(json.loads(answer)["results"]["bindings"][0]["n"]["value"])
        except (ValueError, LookupError, TypeError) as error:
            raise PushError(f"{self.url} did not answer a count: is it a query address?") from error

    def _send(self, url: str, body: bytes, kind: str) -> bytes:
        wait = self.pause
        for attempt in range(1, _TRIES + 1):
            try:
                status, answer = self._request(url, body, kind)
                problem = f"status {status}: {answer[:_ECHO].decode('utf-8', 'replace')}"
            except (OSError, http.client.HTTPException) as error:
                status, problem = 0, str(error) or type(error).__name__
            if 200 <= status < 300:
                return answer
            if attempt == _TRIES or not (status == 0 or status == 429 or status >= 500):
                break
            time.sleep(wait)
            wait *= 2
        raise PushError(f"{url} failed, {' '.join(problem.split())}")

    def _request(self, url: str, body: bytes, kind: str) -> tuple[int, bytes]:
        origin = _origin(url)
        for _ in range(_REDIRECTS + 1):
            status, answer, location = self._once(url, body, kind)
            if status not in (301, 302, 303, 307, 308) or not location:
                return status, answer
            url = urljoin(url, location)
            if _origin(url) != origin:
                raise PushError(
                    f"{self.url} redirects to another host, {url[:_ECHO]}: not followed"
                )
        raise PushError(f"{self.url} redirects in circles")

    def _once(self, url: str, body: bytes, kind: str) -> tuple[int, bytes, str | None]:
        scheme, host, port = _origin(url)
        secure = scheme == "https"
        make = http.client.HTTPSConnection if secure else http.client.HTTPConnection
        connection = make(host, port, timeout=_TIMEOUT)
        try:
            parts = urlsplit(url)
            target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            connection.request("POST", target, body, self._headers(kind))
            response = connection.getresponse()
            return response.status, response.read(), response.getheader("Location")
        finally:
            connection.close()

    def _headers(self, kind: str) -> dict[str, str]:
        headers = {"Content-Type": kind, "Accept": "application/sparql-results+json, */*;q=0.1"}
        if self.login:
            headers["Authorization"] = f"Basic {b64encode(self.login.encode()).decode()}"
        return headers


def _origin(url: str) -> tuple[str, str, int]:
    """Scheme, host and port; raises `UsageError` for an address that is not http(s)."""
    try:
        parts = urlsplit(url)
        port = parts.port or (443 if parts.scheme == "https" else 80)
    except ValueError as error:
        raise UsageError(f"{url!r} is no address: {error}") from None
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise UsageError(f"{url!r} is no http or https address of a store")
    if parts.username or parts.password:
        raise UsageError("give user and password in KG_PUSH_LOGIN=user:password, not in the URL")
    return parts.scheme, parts.hostname, port
