"""JSON values out of a text of any length, of which only the part at hand is held."""

import json
import re

from kg.papers.document import MAX_LINE, Document

MAX_WHOLE = 128 << 20  # characters of a value that is not taken apart
PATIENCE = 4  # how many times its length a text may cost in broken values
_AHEAD = 500  # characters that are held at least, to recognise what comes
_NEARLY = 16  # characters: a value that breaks so close to the end of what is held may go on

# Control characters inside strings are no reason to lose a record.
DECODER = json.JSONDecoder(strict=False)
_BETWEEN = re.compile(r"[\s,\ufeff]*")


class BrokenError(Exception):
    """A value that is none; the message says why, in words."""


class JsonWindow:
    """The text of a document, read value by value; raises as `Document.chunks` does."""

    def __init__(self, document: Document) -> None:
        """Begin at the first sign that is neither blank nor a comma."""
        self._chunks = document.chunks()
        self._text, self._at = "", 0
        self._lines, self._column = 0, 0  # of what is no longer held
        self._taken, self._spent = 0, 0

    @property
    def is_hopeless(self) -> bool:
        """Whether broken values have cost more than the text is worth."""
        return self._spent > PATIENCE * (self._taken + 1)

    def peek(self) -> str:
        """The next sign that is neither blank nor a comma; "" at the end."""
        while True:
            self._at = _BETWEEN.match(self._text, self._at).end()  # type: ignore[union-attr]
            if len(self._text) - self._at >= _AHEAD or not self._more():
                return self._text[self._at : self._at + 1]

    def take(self, sign: str) -> bool:
        """Go past `sign` where it comes next."""
        is_next = self.peek() == sign
        self._at += is_next
        return is_next

    def ahead(self) -> str:
        """The beginning of what comes next."""
        return self._text[self._at : self._at + _AHEAD]

    def value(self, limit: int = MAX_LINE) -> object:
        """The next value, for which hardly more than `limit` characters are held.

        Raises BrokenError.
        """
        self.peek()
        while True:
            try:
                value, end = DECODER.raw_decode(self._text, self._at)
            except (ValueError, RecursionError) as error:
                broken = trouble(error, self._lines, self._column)
                cost = getattr(error, "pos", len(self._text)) - self._at
                if not self._may_go_on(error, limit):
                    self._spent += cost
                    raise BrokenError(broken) from error
            else:
                is_number = end == len(self._text) and isinstance(value, int | float)
                if not (is_number and self._more()):
                    self._at = end
                    return value

    def name(self) -> str:
        """The next member's name, past its colon; raises BrokenError."""
        name = self.value()
        if isinstance(name, str) and self.take(":"):
            return name
        line, column = self._place(self._at)
        raise BrokenError(f"not valid JSON: a name expected: line {line + 1} column {column + 1}")

    def seek(self, pattern: re.Pattern[str], step: int = 0) -> bool:
        """Go on to the next match, of less than `_AHEAD` characters, after so many signs."""
        self._at += step
        while not (found := pattern.search(self._text, self._at)):
            self._at = max(self._at, len(self._text) - _AHEAD)
            if not self._more():
                return False
        self._at = found.start()
        return True

    def _may_go_on(self, error: ValueError | RecursionError, limit: int) -> bool:
        """Read more of a value that may be broken only because it is cut."""
        if not isinstance(error, json.JSONDecodeError):
            return False
        is_cut = error.msg.startswith("Unterminated") or error.pos > len(self._text) - _NEARLY
        if is_cut and len(self._text) - self._at > limit:
            self._spent += len(self._text) - self._at
            raise BrokenError(f"a value of more than {limit:,} characters")
        return is_cut and self._more(len(self._text) - self._at)

    def _more(self, least: int = 1) -> bool:
        """Hold so many characters more, and no longer those that were read; False at the end."""
        self._lines, self._column = self._place(self._at)
        parts, size = [self._text[self._at :]], 0
        while size < least and (chunk := next(self._chunks, "")):
            parts.append(chunk)
            size += len(chunk)
        self._text, self._at = "".join(parts), 0
        self._taken += size
        return size > 0

    def _place(self, position: int) -> tuple[int, int]:
        """Lines and columns before a position."""
        lines = self._text.count("\n", 0, position)
        since = self._text.rfind("\n", 0, position) + 1
        return self._lines + lines, position - since + (0 if lines else self._column)


def trouble(error: ValueError | RecursionError, lines: int = 0, columns: int = 0) -> str:
    """Why something is not JSON, in words; so many lines and columns stand before it."""
    if isinstance(error, RecursionError):
        return "JSON nested too deeply"
    if not isinstance(error, json.JSONDecodeError):
        return "a number of too many digits"
    column = error.colno + (columns if error.lineno == 1 else 0)
    return f"not valid JSON: {error.msg}: line {lines + error.lineno} column {column}"
