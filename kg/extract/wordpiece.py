"""Words to the sub-word ids of an uncased BERT vocabulary (Wu et al. 2016, arXiv:1609.08144)."""

import unicodedata
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path

LONGEST_WORD = 100  # characters; longer words become one unknown piece, as in BERT


class WordPiece:
    """Greedy longest-match-first splitting of single words, remembered word by word."""

    def __init__(self, vocabulary: Sequence[str]) -> None:
        self._ids: Mapping[str, int] = {piece: i for i, piece in enumerate(vocabulary)}
        self._known: dict[str, tuple[int, ...]] = {}

    @classmethod
    def load(cls, path: Path) -> "WordPiece":
        """Read a vocabulary file, one piece a line; the line number is the id."""
        return cls(path.read_text(encoding="utf-8").splitlines())

    @cached_property
    def first(self) -> int:
        """The id that opens every window."""
        return self._ids["[CLS]"]

    @cached_property
    def last(self) -> int:
        """The id that closes every window."""
        return self._ids["[SEP]"]

    def __call__(self, word: str) -> tuple[int, ...]:
        """The ids of one word; at least one, so that every word has a vector."""
        found = self._known.get(word)
        if found is None:
            found = self._split(_plain(word))
            if len(self._known) < 200_000:  # bounded: a stream of new names must not grow memory
                self._known[word] = found
        return found

    def _split(self, word: str) -> tuple[int, ...]:
        unknown = (self._ids["[UNK]"],)
        if not word or len(word) > LONGEST_WORD:
            return unknown
        pieces: list[int] = []
        start = 0
        while start < len(word):
            end, piece = self._longest(word, start)
            if piece is None:
                return unknown
            pieces.append(piece)
            start = end
        return tuple(pieces)

    def _longest(self, word: str, start: int) -> tuple[int, int | None]:
        for end in range(len(word), start, -1):
            piece = self._ids.get(("##" if start else "") + word[start:end])
            if piece is not None:
                return end, piece
        return start, None


def _plain(word: str) -> str:
    """Lower case without accents, as the vocabulary was made."""
    decomposed = unicodedata.normalize("NFD", word.lower())
    return "".join(c for c in decomposed if unicodedata.category(c) != "Mn")
