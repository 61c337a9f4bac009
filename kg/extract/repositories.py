"""Addresses of code, models, data and project pages in a text, as one clean URL a thing.

Cases and faults that shaped the rules: bare hosts, `\\url{}`, `\\href{}{}`, Markdown links, broken
Markdown, closing brackets and full stops, `.git`, `/tree/main`, line breaks after a known host.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from kg.records import Repository, RepositoryKind

_FORGES = ("github.com", "gitlab.com", "bitbucket.org", "codeberg.org", "gitee.com", "git.io")
_PATH_ONLY = ("huggingface.co", "zenodo.org", "anonymous.4open.science", "sites.google.com")
_KNOWN = "|".join(re.escape(host) for host in (*_FORGES, *_PATH_ONLY, "hf.co"))
# A scheme, `www.`, a known host with a path, or a page under github.io / gitlab.io.
_START = re.compile(
    rf"(?<![^\W_])(?<![@./-])(?:https?://|www\.|(?:{_KNOWN})/|[\w-]+\.(?:github|gitlab)\.io(?![\w-]))",
    re.IGNORECASE,
)
_BODY = re.compile(r"(?:[^\s<>\"'`{}|^\[\]]|\\[_%#&~]){0,2000}")
_CONTINUED = re.compile(rf"(?:{_KNOWN})/(?:[\w.-]+/)?\s\n?(?=[\w.-]+)", re.IGNORECASE)
_TRAILING = ".,;:!?*_'\"…"
# Videos, papers, licences, schemas: never a repository or a page of the work's own.
_FOREIGN = re.compile(
    r"(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|w3\.org|arxiv\.org|doi\.org|creativecommons\.org"
    r"|openreview\.net|aclanthology\.org|wikipedia\.org)$"
)
_HUB_PREFIXES = ("datasets", "spaces")


LONGEST_PATH = 500  # characters; a longer one is no repository


class Link(NamedTuple):
    """A link as it stands in a text, with half-open character offsets."""

    written: str
    start: int
    end: int


def find_links(text: str) -> Iterator[Link]:
    """Every link in a text, in order, without the punctuation and brackets around it."""
    position = 0
    while found := _START.search(text, position):
        end = _end(text, found.start())
        position = max(end, found.end())
        if not _inside_tag(text, found.start()) and end > found.end() - 1:
            yield Link(text[found.start() : end], found.start(), end)


def find_repositories(text: str) -> tuple[Repository, ...]:
    """Code, models, data and pages that a text links to, each once, in order of appearance.

    >>> [r.url for r in find_repositories("Code: github.com/a/b/tree/main (see www.c.org).")]
    ['https://github.com/a/b', 'https://c.org']
    """
    found: dict[str, Repository] = {}
    for link in find_links(text):
        url = canonical(link.written)
        if url and url.lower() not in found:
            found[url.lower()] = Repository(url, kind(url), link.start, link.end)
    return tuple(found.values())


def canonical(written: str) -> str | None:
    """The one URL of the thing a link points into; None when it is no place of the work's own.

    >>> canonical("http://www.github.com:443/Owner/Name.git/")
    'https://github.com/Owner/Name'
    """
    plain = re.sub(r"\\([_%#&~])", r"\1", re.sub(r"\s+", "", written))
    try:
        parts = urlsplit(plain if "://" in plain else f"https://{plain}")
        host = (parts.hostname or "").lower().removeprefix("www.")
    except ValueError:
        return None
    if not _plausible(host, unquote(parts.path)) or _FOREIGN.search(host):
        return None
    if host == "hf.co":
        host = "huggingface.co"
    path = "/".join(_segments(host, [s for s in parts.path.split("/") if s]))
    if not path and host in (*_FORGES, *_PATH_ONLY):
        return None
    query = f"?{parts.query}" if parts.query and host not in _FORGES else ""
    return f"https://{host}/{path}{query}" if path else f"https://{host}{query}"


def kind(url: str) -> RepositoryKind:
    """What a canonical URL points to, told from its host and path."""
    parts = urlsplit(url)
    host, segments = parts.hostname or "", [s for s in parts.path.split("/") if s]
    if host == "anonymous.4open.science" or host.startswith("anon"):
        return "anonymised"
    if host == "huggingface.co":
        if segments[:1] == ["datasets"]:
            return "data"
        return "page" if segments[:1] in (["spaces"], ["docs"], ["papers"], ["blog"]) else "model"
    if host == "zenodo.org":
        return "data"
    if (host in _FORGES or host.startswith(("gitlab.", "git."))) and segments:
        return "code"
    return "page"


def _end(text: str, start: int) -> int:
    gap = _CONTINUED.match(text, re.compile(r"(?:https?://)?(?:www\.)?").match(text, start).end())  # type: ignore[union-attr]
    found = _BODY.match(text, gap.end() if gap else start)
    end = found.end() if found else start
    while end > start:
        last = text[end - 1]
        if (
            last in _TRAILING
            or (last == "\\" and text[end : end + 1] not in "_%#&~")
            or (last in ")" and text.count("(", start, end) < text.count(")", start, end))
        ):
            end -= 1
        else:
            break
    closing = _unbalanced(text[start:end])
    return start + closing if closing is not None else end


def _unbalanced(url: str) -> int | None:
    """Where a bracket closes that the URL did not open: the text around it goes on there."""
    depth = 0
    for i, c in enumerate(url):
        depth += (c == "(") - (c == ")")
        if depth < 0:
            return i
    return None


def _inside_tag(text: str, start: int) -> bool:
    """Whether the link is an attribute of a tag that declares a namespace, not a link of the text."""
    opened = text.rfind("<", max(0, start - 300), start)
    return opened > text.rfind(">", 0, start) and "xmlns" in text[opened:start]


def _plausible(host: str, path: str) -> bool:
    labels = host.split(".")
    return (
        len(labels) > 1
        and len(path) <= LONGEST_PATH
        and all(re.fullmatch(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?", label) for label in labels)
        and bool(re.fullmatch(r"[a-z]{2,}|xn--[a-z0-9-]+", labels[-1]))
        and not re.search(r"[\\{}<>\"\s]", path)
    )


def _segments(host: str, segments: list[str]) -> list[str]:
    """The path's part that names the repository, without branches, files and `.git`."""
    if host == "gitlab.com" or host.startswith("gitlab."):
        segments = segments[: segments.index("-")] if "-" in segments else segments
        segments = [s for i, s in enumerate(segments) if s not in ("tree", "blob") or i < 2]
    elif host in _FORGES and host != "git.io":
        segments = segments[:2]
    elif host == "huggingface.co" and segments[:1] != ["docs"]:
        segments = segments[: 3 if segments[:1] and segments[0] in _HUB_PREFIXES else 2]
    elif host == "anonymous.4open.science":
        segments = segments[:2]
    if segments and (host in _FORGES or host.startswith("git")):
        segments[-1] = segments[-1].removesuffix(".git")
    return segments
