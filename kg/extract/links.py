"""Links as they stand in a text: with a scheme, bare, wrapped, broken, in LaTeX, Markdown or HTML."""

import re
from collections.abc import Iterator
from typing import NamedTuple

FORGES = (
    "github.com",
    "gitlab.com",
    "bitbucket.org",
    "codeberg.org",
    "gitee.com",
    "framagit.org",
    "git.io",
)
HUBS = ("huggingface.co", "hf.co", "modelscope.cn")
DEPOSITS = ("zenodo.org", "anonymous.4open.science", "sites.google.com", "osf.io", "figshare.com")

_KNOWN = "|".join(re.escape(host) for host in (*FORGES, *HUBS, *DEPOSITS))
_SPACED = _KNOWN.replace(r"\.", r"\.[ ]?")  # a blank after the full stop, as in text out of a PDF
_PAGES = r"[\w-]+\.(?:github|gitlab)\.io|[\w-]+\.codeberg\.page|[\w-]+\.hf\.space"
_SCHEME = r"(?:git\+)?h?ttps?(?::/{0,2}|//)[ ]?|(?:git|ssh)://(?:git@)?"
# A scheme, `www.`, a known host with a path, an address for git, a page under a forge's own domain,
# or any host of lower-case letters with a usual ending and a path.
_START = re.compile(
    rf"(?<![^\W_])(?<![@./-])(?:(?:{_SCHEME})(?:www\.)?(?:{_SPACED})[ ]?/|https?://|www\.|git@(?=(?:{_KNOWN}):)"
    rf"|(?:{_SPACED})/|(?:{_PAGES})(?![\w-])"
    r"|(?:[a-z0-9-]{2,}\.){1,4}(?:org|com|net|edu|gov|ai|io|dev|app)/(?=[\w~]))",
    re.IGNORECASE,
)
_ESCAPED = r"\\~\{\}|\\[_%#&~]|\$\\sim\$|\\textasciitilde(?:\{\})?"
_LATEX = r"\\(?:footnote|cite\w*|textit|textbf|emph|xspace|label|ref|newline|\\|,|;)"
_BODY = re.compile(
    rf"(?:{_ESCAPED}|(?![,;|)]+https?://|{_LATEX})[^\s<>\"'`{{}}|^\[\]“”‘’«»（）【】《》。，、；：！？—])"
    r"{0,2000}"
)
# Where a known host's address goes on behind a blank or a line's end: the owner or the name.
_CONTINUED = re.compile(
    rf"(?:{_SPACED})[ ]?/(?:\s\n?|[\w-]+/\s\n?|[\w-]+[ ]/)"
    r"(?=[\w.-]+)(?!(?:and|or|for|with|where|which|that|to|in|on|as|is|are|the|we|our|under|upon|after"
    r"|by|from|at|of|it|this|these|all|code|data|via|using)\b)",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"(?<=[-_/])\n(?=[\w-]+)")
_HEAD = re.compile(rf"(?:{_SCHEME})?(?:www\.)?", re.IGNORECASE)
_LISTED = re.compile(rf"(?:{_KNOWN})/[\w-]+/", re.IGNORECASE)
_TRAILING = ".,;:!?*_'\"…~"


class Link(NamedTuple):
    """A link as it stands in a text, with half-open character offsets."""

    written: str
    start: int
    end: int


def find_links(text: str) -> Iterator[Link]:
    """Every link in a text, in order, without the punctuation and brackets around it."""
    position = 0
    while found := _START.search(text, position):
        end = _end(text, found.start(), found.end())
        position = max(end, found.end())
        if not _inside_tag(text, found.start()) and end > found.end() - 1:
            yield Link(text[found.start() : end], found.start(), end)


def _end(text: str, start: int, opened: int) -> int:
    """Where the link that opens at `start`, its host or scheme up to `opened`, ends."""
    host = _HEAD.match(text, start)
    gap = _CONTINUED.match(text, host.end() if host else start)
    body = _BODY.match(text, gap.end() if gap else opened)
    end = body.end() if body else opened
    if host and _WRAPPED.match(text, end) and _LISTED.search(text, start, end):
        rest = _BODY.match(text, end + 1)
        end = rest.end() if rest else end
    end = _without_trailing(text, start, end)
    closing = _unbalanced(text[start:end])
    return start + closing if closing is not None else end


def _without_trailing(text: str, start: int, end: int) -> int:
    while end > start:
        last = text[end - 1]
        closes = last == ")" and text.count("(", start, end) < text.count(")", start, end)
        if last in _TRAILING or closes or (last == "\\" and text[end : end + 1] not in "_%#&~"):
            end -= 1
        else:
            break
    return end


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
