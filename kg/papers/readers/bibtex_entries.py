"""The syntax of BibTeX: `@type{key, name = value # value, …}`, with every fault kept to its entry."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from kg.papers.format import Fault

PATIENCE = 8  # how many times its length a block may cost in entries that do not close

MAX_VALUE = 2_000_000  # characters, macros resolved

_START = re.compile(r"(?<![\w.\\])@\s*(?P<type>[A-Za-z]+)\s*(?P<bracket>[{(])")
_WITH_KEY = re.compile(r"(?<![\w.\\])@[A-Za-z]+\s*[{(]\s*[^\s,{}()=\"]+\s*,")
_OUTSIDE = re.compile(r"^\s*(?:title|abstract)\s*=\s*[{\"]", re.MULTILINE | re.IGNORECASE)
_KEY = re.compile(r"[^,={}\"#]*")
_SPACE = re.compile(r"(?:[\s,]|%[^\n]*)*")
_NAME = re.compile(r"([^\s=,{}\"#%@]+)\s*=\s*")
_JOIN = re.compile(r"\s*#\s*")
_BARE = re.compile(r"[^\s,{}\"#=]+")
_PLAIN = re.compile(r"[{})\"]")
_ESCAPED = re.compile(r"\\.|[{})\"]", re.DOTALL)
_IGNORED = ("preamble", "comment")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry as it is written: its type and field names in lower case, macros resolved."""

    number: int  # the line on which it starts
    type: str
    key: str
    fields: Mapping[str, str]
    undefined: tuple[str, ...] = ()  # names where a macro is expected that is none


def entries(number: int, text: str, macros: Mapping[str, str]) -> Iterator[Entry | Fault]:
    """The entries and faults of a block of lines that starts on line `number`.

    After an entry that does not close, reading goes on at the next that begins inside it.
    """
    block = _Block(text, macros)
    line, counted, outside = number, 0, 0
    found = _START.search(text)
    while found:
        if lost := _OUTSIDE.search(text, outside, found.start()):
            yield _lost(number, text, lost)
        start = found.start()
        line, counted = line + text.count("\n", counted, start), start
        entry, end = block.entry(found, line)
        is_hopeless = block.effort < 0
        if entry:
            yield entry
        elif end < 0 or found["type"].lower() not in _IGNORED:
            reason = "a field that cannot be read" if end >= 0 else "an entry that is not closed"
            more = "; no more of its line is read" if is_hopeless else ""
            yield Fault(line, reason + more, text[start : start + 200])
        if is_hopeless:
            return
        found = _START.search(text, end + 1) if end >= 0 else _inside(text, found.end())
        outside = end + 1 if end >= 0 else len(text)
    if lost := _OUTSIDE.search(text, outside):
        yield _lost(number, text, lost)


def _lost(number: int, text: str, lost: re.Match[str]) -> Fault:
    line = number + text.count("\n", 0, lost.end())
    return Fault(line, "fields outside of an entry", text[lost.start() : lost.start() + 200])


def _inside(text: str, position: int) -> re.Match[str] | None:
    """The next entry that begins inside one that is not closed: for sure, as it has a key."""
    found = _WITH_KEY.search(text, position)
    return _START.match(text, found.start()) if found else None


class _Block:
    """Takes entries apart; `effort` is what may yet be spent on those that do not close."""

    def __init__(self, text: str, macros: Mapping[str, str]) -> None:
        self.text = text
        self.macros = macros
        self.effort = PATIENCE * (len(text) + 100)
        self.undefined: list[str] = []

    def entry(self, found: re.Match[str], line: int) -> tuple[Entry | None, int]:
        """The entry that starts here, if it can be read, and where it ends, or -1."""
        kind, closer = found["type"].lower(), {"{": "}", "(": ")"}[found["bracket"]]
        last = -1
        for escapes in (False, True):
            end = self._closing(found.end(), len(self.text), escapes, closer)
            last = max(last, end)
            if end >= 0 and kind not in _IGNORED:
                self.undefined.clear()
                key, start = self._key(found.end(), end, kind)
                fields = self._fields(start, end, escapes)
                if fields is not None:
                    return Entry(line, kind, key, fields, tuple(self.undefined)), end
        return None, last

    def _closing(self, start: int, end: int, escapes: bool, closer: str) -> int:
        """Where the brace, bracket or quote that was opened before `start` closes, or -1.

        BibTeX counts a brace after a backslash as any other; many programs do not: `escapes`.
        """
        depth, quoted = 0, False
        signs = _ESCAPED if escapes or closer == '"' else _PLAIN
        for found in signs.finditer(self.text, start, end):
            sign = found[0]
            if sign == closer and not depth and not quoted:
                return found.start()
            quoted ^= sign == '"' and closer == ")" and not depth
            if len(sign) == 2 and not escapes:
                sign = sign[1]
            depth = max(0, depth + {"{": 1, "}": -1}.get(sign, 0))
        self.effort -= end - start
        return -1

    def _key(self, start: int, end: int, kind: str) -> tuple[str, int]:
        """The key and where it ends; what has an equals sign behind it is a field already."""
        found = _KEY.match(self.text, start, end)
        is_key = found and (found.end() == end or self.text[found.end()] == ",")
        return (
            (found[0].strip(), found.end())
            if found and is_key and kind != "string"
            else ("", start)
        )

    def _fields(self, position: int, end: int, escapes: bool) -> dict[str, str] | None:
        """The first value of each field; None where something is no field."""
        fields: dict[str, str] = {}
        while True:
            space = _SPACE.match(self.text, position, end)
            position = space.end() if space else position
            if position >= end:
                return fields
            name = _NAME.match(self.text, position, end)
            value, position = self._value(name.end(), end, escapes) if name else (None, end)
            if name is None or value is None:
                return None
            if value.strip():
                fields.setdefault(name[1].lower(), value)

    def _value(self, position: int, end: int, escapes: bool) -> tuple[str | None, int]:
        """The parts of a value, joined, and where it ends; None where one does not close."""
        parts: list[str] = []
        size = 0
        while size <= MAX_VALUE:
            part, position = self._part(position, end, escapes)
            if part is None:
                return None, position
            parts.append(part)
            size += len(part)
            join = _JOIN.match(self.text, position, end)
            if not join:
                return "".join(parts), position
            position = join.end()
        return None, position

    def _part(self, position: int, end: int, escapes: bool) -> tuple[str | None, int]:
        """What is in braces or quotes, a number, or what a macro stands for: else its name."""
        opening = self.text[position : min(position + 1, end)]
        if opening in ("{", '"'):
            closing = self._closing(position + 1, end, escapes, "}" if opening == "{" else '"')
            inner = self.text[position + 1 : closing] if closing >= 0 else None
            return inner, closing + 1
        bare = _BARE.match(self.text, position, end)
        if not bare:
            return "", position
        known = self.macros.get(bare[0].lower())
        if known is None and not bare[0].isdecimal():
            self.undefined.append(bare[0])
        return bare[0] if known is None else known, bare.end()
