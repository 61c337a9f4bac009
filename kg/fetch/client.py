"""A polite client: it says who it is, waits between requests, and asks nothing twice in a week."""

import hashlib
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from pathlib import Path
from urllib.parse import urlencode, urlsplit

import requests

from kg.errors import FetchError, UsageError

TRIES = 5  # of a request that the server is too busy for
TRIES_OFFLINE = 2  # of one that does not even reach it
MAX_WAIT = 120.0  # seconds that a server may ask us to wait
MAX_BODY = 64 << 20  # bytes of an answer
MAX_AGE = 7 * 24 * 3600.0  # seconds that an answer is kept
_TIMEOUT = (10.0, 60.0)  # seconds to connect, and to read
_BUSY = {429, 500, 502, 503, 504}


@dataclass(frozen=True, slots=True)
class Fetching:
    """How to fetch: `mailto` goes into the requests, answers into the folder `cache` if any."""

    mailto: str = ""
    cache: Path | None = None
    agent: str = "kg-abstracts"  # who asks
    base_url: str | None = None  # of another server that answers as the source does
    sleep: Callable[[float], None] = time.sleep


class Client:
    """Asks one source; each request is at least `pause` seconds after the one before."""

    def __init__(self, name: str, base: str, pause: float, how: Fetching) -> None:
        """Ask the source `name` at `base`, or where `how` says."""
        self._name = name
        self._base = (how.base_url or base).rstrip("/")
        if urlsplit(self._base).scheme not in ("http", "https"):
            raise UsageError(f"a base URL starts with http:// or https://, not {self._base!r}")
        self._pause = pause
        self._how = how
        self._asked = float("-inf")
        self._session = requests.Session()
        contact = f" (mailto:{how.mailto})" if how.mailto else ""
        self._session.headers["User-Agent"] = how.agent + contact

    @property
    def mailto(self) -> str:
        """The address that the user gave."""
        return self._how.mailto

    def get(
        self,
        path: str,
        parameters: Mapping[str, str],
        secrets: Mapping[str, str] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> bytes:
        """The answer, from the cache where it is there; `secrets` are parameters left out of that.

        Raises FetchError when there is none.
        """
        url = f"{self._base}{path}?{urlencode(parameters)}" if parameters else self._base + path
        kept = self._how.cache and self._how.cache / hashlib.sha256(url.encode()).hexdigest()
        if kept and (body := _fresh(kept)) is not None:
            return body
        body = self._asked_for(url, dict(secrets or {}), dict(headers or {}))
        if kept:
            _keep(kept, body)
        return body

    def _asked_for(self, url: str, secrets: dict[str, str], headers: dict[str, str]) -> bytes:
        """Ask until there is an answer, waiting longer each time or as long as the server says."""
        for attempt in range(1, TRIES + 1):
            self._wait(self._asked + self._pause - time.monotonic())
            try:
                response = self._session.get(
                    url, params=secrets, headers=headers, timeout=_TIMEOUT, stream=True
                )
                if response.status_code not in _BUSY:
                    return self._body(response)
                trouble = f"answers {response.status_code} {response.reason}"
                wait = _retry_after(response.headers.get("Retry-After", ""))
            except (requests.RequestException, OSError) as error:
                trouble, wait = f"cannot be reached: {_cause(error)}", None
                if attempt == TRIES_OFFLINE:
                    break
            finally:
                self._asked = time.monotonic()
            wait = 2.0 ** (attempt - 1) if wait is None else wait
            if wait > MAX_WAIT:
                raise FetchError(f"{self._name} asks to wait {wait:.0f} seconds: try again later")
            if attempt < TRIES:
                self._wait(wait)
        host = urlsplit(url).netloc
        raise FetchError(
            f"{self._name} ({host}) {trouble}; gave up after {attempt} tries. "
            "Pages already fetched are kept: ask again later"
        )

    def _wait(self, seconds: float) -> None:
        if seconds > 0:
            self._how.sleep(seconds)

    def _body(self, response: requests.Response) -> bytes:
        body = b""
        for chunk in response.iter_content(1 << 16):
            body += chunk
            if len(body) > MAX_BODY:
                raise FetchError(f"{self._name}: an answer of more than {MAX_BODY >> 20} MB")
        if response.status_code != 200:
            said = " ".join(body[:300].decode("utf-8", "replace").split())
            raise FetchError(
                f"{self._name} answers {response.status_code} {response.reason}: {said}"
            )
        return body


def _fresh(kept: Path) -> bytes | None:
    with suppress(OSError):
        if time.time() - kept.stat().st_mtime < MAX_AGE:
            return kept.read_bytes()
    return None


def _keep(kept: Path, body: bytes) -> None:
    """Write the answer; a cache that cannot be written is none, and no error."""
    with suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True)
        temporary = kept.with_suffix(".tmp")
        temporary.write_bytes(body)
        temporary.replace(kept)


def _retry_after(value: str) -> float | None:
    """Seconds to wait, from a number or a date.

    >>> _retry_after("7"), _retry_after("Thu, 01 Jan 1970 00:00:00 GMT"), _retry_after("soon")
    (7.0, 0.0, None)
    """
    if value.strip().isdecimal():
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - datetime.now(UTC)).total_seconds())
    except (TypeError, ValueError):
        return None


def _cause(error: BaseException) -> str:
    """What lies at the bottom of an error, in a few words."""
    while isinstance(below := error.__cause__ or error.__context__, Exception):
        error = below
    return " ".join(str(error).split())[-120:] or type(error).__name__
