"""SPARQL text as tokens: what is a string, a comment, a name or a variable, and what is not."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""
      (?P<comment>\#[^\r\n]*)
    | (?P<string>\"\"\"(?:[^\\]|\\.)*?\"\"\" | '''(?:[^\\]|\\.)*?'''
               | "(?:[^"\\\r\n]|\\.)*" | '(?:[^'\\\r\n]|\\.)*')
    | (?P<iri><[^<>"{}|^`\\\x00-\x20]*>)
    | (?P<variable>[?$]\w+)
    | (?P<language>@[A-Za-z][A-Za-z0-9-]*)
    | (?P<blank>_:[\w.-]+)
    | (?P<name>(?:[^\W\d_][\w.-]*)?:(?:[\w:.-]|%[0-9A-Fa-f]{2}|\\.)*)
    | (?P<word>[^\W\d]\w*)
    | (?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)
    | (?P<space>\s+)
    | (?P<mark>&&|\|\||\^\^|[<>!]=|.)
    """,
    re.VERBOSE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a query; the kinds are the groups of the pattern: `word`, `name`, `mark`, …"""

    kind: str
    text: str
    start: int  # offset in characters
    end: int

    def is_word(self, *words: str) -> bool:
        """Whether this is one of the keywords, whatever its case."""
        return self.kind == "word" and self.text.upper() in words


def tokenize(query: str) -> Iterator[Token]:
    """The tokens of a query without blanks and comments, in order; any text has some."""
    for match in _TOKEN.finditer(query):
        kind = match.lastgroup or "mark"
        if kind not in ("space", "comment"):
            yield Token(kind, match.group(), match.start(), match.end())
