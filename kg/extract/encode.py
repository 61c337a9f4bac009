"""A tokenized text as the numbers the model reads."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from spacy.tokens import Doc

from kg.extract.features import token_shapes
from kg.extract.wordpiece import WordPiece

Ints = NDArray[np.int64]

WINDOW = 510  # pieces an encoder window holds besides its two marks
MAX_WIDTH = 12  # tokens of the widest candidate span
_OPENS, _CLOSES = set("$\\"), set("$+*)}")


@dataclass(frozen=True, slots=True)
class Window:
    """A stretch of whole tokens that the encoder sees at once.

    `pieces` has the opening and closing marks; `first` is, for each token, the index of its first
    piece, and has one more entry for the end.
    """

    pieces: Ints
    first: Ints


@dataclass(frozen=True, slots=True)
class Encoded:
    """A text ready for the model: n tokens, m candidate spans (half-open token offsets)."""

    text: str
    words: tuple[str, ...]
    offsets: Ints  # n x 2, half-open character offsets
    shapes: Ints  # n
    sentences: Ints  # n
    windows: tuple[Window, ...]
    spans: Ints  # m x 2

    def between(self, start: int, end: int) -> tuple[int, int]:
        """The character offsets of a span of tokens."""
        return int(self.offsets[start, 0]), int(self.offsets[end - 1, 1])

    def slices(self, spans: Ints) -> list[str]:
        """The text of each span of tokens."""
        bounds = np.stack([self.offsets[spans[:, 0], 0], self.offsets[spans[:, 1] - 1, 1]], axis=1)
        return [self.text[start:end] for start, end in bounds.tolist()]


def encode(doc: Doc, wordpiece: WordPiece) -> Encoded:
    """Number the tokens, windows and candidate spans of a doc with sentence bounds."""
    text = doc.text
    words = tuple(token.text for token in doc)
    starts = np.array([token.idx for token in doc], dtype=np.int64)
    lengths = np.array([len(word) for word in words], dtype=np.int64)
    sentences = np.cumsum([bool(token.is_sent_start) for token in doc]) - 1
    in_title = [n == 0 and "\n" in text for n in sentences]
    return Encoded(
        text,
        words,
        np.stack([starts, starts + lengths], axis=1),
        np.array(token_shapes(words, in_title), dtype=np.int64),
        sentences,
        tuple(_windows(words, sentences, wordpiece)),
        candidates(words, sentences),
    )


def candidates(words: Sequence[str], sentences: Ints) -> Ints:
    """All spans of up to `MAX_WIDTH` tokens inside a sentence that open and close like a name."""
    opens = [word[0].isalnum() or word in _OPENS for word in words]
    closes = [word[0].isalnum() or word in _CLOSES for word in words]
    spans = [
        (start, end + 1)
        for start in range(len(words))
        if opens[start]
        for end in range(start, min(start + MAX_WIDTH, len(words)))
        if closes[end] and sentences[start] == sentences[end]
    ]
    return np.array(spans, dtype=np.int64).reshape(-1, 2)


def _windows(words: Sequence[str], sentences: Ints, wordpiece: WordPiece) -> list[Window]:
    line_end = (wordpiece.last,)  # title and abstract stand apart, as two texts do for the encoder
    pieces = [line_end if word.isspace() else wordpiece(word) for word in words]
    lengths = [len(p) for p in pieces]
    return [
        _window(pieces[start:end], wordpiece) for start, end in _window_bounds(lengths, sentences)
    ]


def _window_bounds(lengths: list[int], sentences: Ints) -> list[tuple[int, int]]:
    """Whole sentences as long as they fit; a sentence that fits nowhere is cut between tokens."""
    bounds: list[tuple[int, int]] = []
    start, used, last_sentence = 0, 0, 0
    for i, length in enumerate(lengths):
        if i and sentences[i] != sentences[i - 1]:
            last_sentence = i
        if used + length > WINDOW:
            cut = last_sentence if last_sentence > start else i
            bounds.append((start, cut))
            start, used = cut, sum(lengths[cut:i])
        used += length
    return [*bounds, (start, len(lengths))] if lengths else bounds


def _window(pieces: list[tuple[int, ...]], wordpiece: WordPiece) -> Window:
    flat = [piece for word in pieces for piece in word]
    first = np.cumsum([1, *(len(word) for word in pieces)])
    return Window(np.array([wordpiece.first, *flat, wordpiece.last]), first)
