"""Abstracts in the markup of journals (JATS), as Crossref hands them on -> text."""

import html
import re

MAX_TEXT = 100_000  # characters; a longer text is no abstract, and is left as it is
_TITLE = re.compile(r"<jats:title[^<>]*>(?P<title>[^<]{0,200})</jats:title> ?")
_BLOCK_END = re.compile(r" ?</jats:(?:p|sec|list-item|disp-quote|abstract)> ?|<jats:break ?/?> ?")
_JATS = re.compile(r"</?(?:jats|mml):[^<>]*>")
# Without a prefix only what is sure to be a tag: "a<b and c>d" is a formula.
_PLAIN = re.compile(
    r"</?(?:p|i|b|em|strong|sub|sup|italic|bold|sc|sec|title|span|br)"
    r"(?:\s[\w:-]+=(?:\"[^\"<>]*\"|'[^'<>]*'))*\s?/?>",
    re.IGNORECASE,
)
_OWN_NAME = {"abstract", "summary", ""}


def is_jats(text: str) -> bool:
    """Whether the text has tags of JATS."""
    return "<jats:" in text and len(text) <= MAX_TEXT


def plain(text: str) -> str:
    """The text without tags, a paragraph a line, titles of sections before their text.

    >>> plain("<jats:sec><jats:title>Aim</jats:title><jats:p>To show\\n a &lt; b.</jats:p></jats:sec>")
    'Aim: To show a < b.'
    >>> plain("<jats:title>Abstract</jats:title><jats:p>If a<b and c>d.</jats:p>")
    'If a<b and c>d.'
    """
    text = _TITLE.sub(_headed, " ".join(text.split()))
    text = _PLAIN.sub("", _JATS.sub("", _BLOCK_END.sub("\n", text)))
    lines = (" ".join(line.split()) for line in html.unescape(text).split("\n"))
    return "\n".join(filter(None, lines))


def _headed(found: re.Match[str]) -> str:
    title = found["title"].strip()
    if title.rstrip(".:").lower() in _OWN_NAME:
        return ""
    return f"{title} " if title[-1] in ".:?!" else f"{title}: "
