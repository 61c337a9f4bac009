"""Addresses of code, models, data and project pages in a text, as one clean URL a thing.

Cases and faults that shaped the rules: bare hosts, `\\url{}`, `\\href{}{}`, Markdown links, broken
Markdown, closing brackets and full stops, `.git`, `/tree/main`, line breaks after a known host.
"""

import re
from urllib.parse import unquote, urlsplit

from kg.extract.links import DEPOSITS, FORGES, HUBS, find_links
from kg.records import Repository, RepositoryKind

# Videos, papers, licences, schemas: never a repository or a page of the work's own.
_FOREIGN = re.compile(
    r"(?:^|\.)(?:youtube\.com|youtu\.be|vimeo\.com|bilibili\.com|twitter\.com|x\.com|linkedin\.com"
    r"|w3\.org|arxiv\.org|doi\.org|creativecommons\.org|openreview\.net|aclanthology\.org"
    r"|wikipedia\.org|semanticscholar\.org|dblp\.org|acm\.org|ieeexplore\.ieee\.org)$"
)
# DOIs under these prefixes are deposits of data or code: Zenodo, figshare, Dryad, Mendeley,
# Dataverse, Hugging Face, OSF, IEEE DataPort.
_DEPOSITED = re.compile(
    r"/?10\.(?:5281|6084|5061|17632|7910|57967|17605|21227)/[^\s]+", re.IGNORECASE
)
_NOT_OWNERS = ("topics", "features", "about", "marketplace", "explore", "sponsors", "search")
_HUB_PREFIXES = ("datasets", "spaces", "collections", "models")
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200c\u200d\u2060\ufeff"), "")
_HYPHENS = dict.fromkeys(map(ord, "\u2010\u2011\u2212"), "-")
_BROKEN_SCHEME = re.compile(r"^(?:(?:git\+)?h?ttps?(?::/*|//+))+|^(?:git|ssh)://", re.IGNORECASE)
_NEXT_SENTENCE = re.compile(r"\.(?:We|The|This|Our|In|It|All|Code|Data|For|To|A)$")
_ENDING = re.compile(r"(?:\.git|\.)+$")
# What a host or the start of its path holds, the first that fits; `host/path`.
_KINDS: tuple[tuple[re.Pattern[str], RepositoryKind], ...] = (
    (re.compile(r"anonymous\.4open\.science|anon[\w-]*\.|[^?]*\?(?:.*&)?view_only="), "anonymised"),
    (re.compile(r"huggingface\.co/datasets/|modelscope\.cn/datasets/"), "data"),
    (
        re.compile(r"huggingface\.co/(?:spaces|docs|blog|collections)/|huggingface\.co/[^/]*$"),
        "page",
    ),
    (re.compile(r"huggingface\.co/|modelscope\.cn/models/|tfhub\.dev/."), "model"),
    (re.compile(r"(?:sandbox\.)?zenodo\.org/|doi\.org/|(?:[\w-]+\.)?figshare\.com/"), "data"),
    (
        re.compile(r"(?:www\.)?kaggle\.com/(?:datasets|competitions|c)/|data\.mendeley\.com/"),
        "data",
    ),
    (re.compile(r"physionet\.org/content/|(?:[\w-]+\.)?dataverse\.|datadryad\.org/"), "data"),
    (re.compile(r"ieee-dataport\.org/|archive\.ics\.uci\.edu/|openml\.org/d/"), "data"),
    (re.compile(r"kaggle\.com/code/|colab\.research\.google\.com/|gist\.github\.com/."), "code"),
    (
        re.compile(r"pypi\.org/project/|sourceforge\.net/p(?:rojects)?/|cran\.r-project\.org/"),
        "code",
    ),
    (
        re.compile(rf"(?:{'|'.join(map(re.escape, FORGES))}|(?:gitlab|gitea|git|forge)\.[^/]+)/."),
        "code",
    ),
)

LONGEST_PATH = 500  # characters; a longer one is no repository


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
    try:
        parts = urlsplit(_with_scheme(written))
        host, port = re.sub(r"^(?:www\.)+", "", (parts.hostname or "").lower()), parts.port
    except ValueError:
        return None
    if not _plausible(host, unquote(parts.path)) or _is_foreign(host, parts.path):
        return None
    host, segments = _moved(host, [s for s in parts.path.split("/") if s])
    path = "/".join(_segments(host, segments))
    if not path and host in (*FORGES, *HUBS, *DEPOSITS):
        return None
    at = f"{host}:{port}" if port not in (None, 80, 443) else host
    query = f"?{parts.query}" if parts.query and host not in FORGES else ""
    return f"https://{at}/{path}{query}" if path else f"https://{at}{query}"


def kind(url: str) -> RepositoryKind:
    """What a canonical URL points to, told from its host and path."""
    address = url.partition("://")[2]
    return next((kind for holds, kind in _KINDS if holds.match(address)), "page")


def _with_scheme(written: str) -> str:
    """The address without blanks and LaTeX, its scheme mended."""
    plain = re.sub(r"\s+", "", written).translate({**_INVISIBLE, **_HYPHENS})
    plain = re.sub(r"\\([_%#&~])", r"\1", plain)
    plain = re.sub(r"\$\\sim\$|~\{\}|\\textasciitilde(?:\{\})?", "~", plain)
    plain = re.sub(r"^(?:ssh://)?git@([\w.-]+)[:/]", r"https://\1/", plain)
    plain = re.sub(_BROKEN_SCHEME, "https://", plain)
    return plain if "://" in plain else f"https://{plain}"


def _plausible(host: str, path: str) -> bool:
    labels = host.split(".")
    return (
        len(labels) > 1
        and len(path) <= LONGEST_PATH
        and all(re.fullmatch(r"[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?", label) for label in labels)
        and bool(re.fullmatch(r"[a-z]{2,}|xn--[a-z0-9-]+", labels[-1]))
        and not re.search(r"[\\{}<>\"\s]", path)
    )


def _is_foreign(host: str, path: str) -> bool:
    if host in ("doi.org", "dx.doi.org"):
        return not _DEPOSITED.match(path)
    if host in HUBS:
        return path.startswith("/papers/")
    owner = path.strip("/").partition("/")[0]
    return bool(_FOREIGN.search(host)) or (host == "github.com" and owner in _NOT_OWNERS)


def _moved(host: str, segments: list[str]) -> tuple[str, list[str]]:
    """The host under which a thing is known, where it has several."""
    if host in ("raw.githubusercontent.com", "raw.github.com"):
        return "github.com", segments
    return {"hf.co": "huggingface.co", "dx.doi.org": "doi.org"}.get(host, host), segments


def _segments(host: str, segments: list[str]) -> list[str]:
    """The path's part that names the repository, without branches, files and `.git`."""
    if host == "gitlab.com" or host.startswith("gitlab."):
        inside = ("-", "tree", "blob", "issues", "wikis")
        cut = next((i for i, s in enumerate(segments) if i > 1 and s in inside), len(segments))
        segments = [_name(segment) for segment in segments[:cut]]
    elif host in FORGES and host != "git.io":
        segments = [_name(segment) for segment in segments[:2]]
    elif host == "huggingface.co" and segments[:1] not in (["docs"], ["blog"]):
        segments = segments[segments[:1] == ["models"] :]
        segments = segments[: 3 if segments[:1] and segments[0] in _HUB_PREFIXES else 2]
    elif host == "anonymous.4open.science":
        segments = segments[:2]
    if segments and (host in FORGES or host.startswith("git")):
        segments[-1] = _ENDING.sub("", segments[-1])
    return list(filter(None, segments))


def _name(segment: str) -> str:
    """The owner's or the repository's name: what a forge allows in one, up to the next sentence."""
    allowed = re.match(r"[\w.~%+-]*", segment, re.ASCII)
    name = _NEXT_SENTENCE.sub("", allowed.group() if allowed else "")
    return _ENDING.sub("", name)
