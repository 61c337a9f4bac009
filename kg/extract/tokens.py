"""Text to spaCy tokens and sentences, so that every offset can be found again.

A token is a run of letters and digits or a single other character. The gold labels, the encoder's
vocabulary and the linker all see the same borders: `GPT-4` is three tokens, `F1` is one.
"""

import re

from spacy.language import Language
from spacy.tokens import Doc
from spacy.vocab import Vocab

_TOKEN = re.compile(r"[^\W_]+|[^\w\s]|_|\s+")
# After a full stop before a capital or a digit; at a blank line; after a title's line.
_STOP = r"[.!?][\"'”’)\]}*]*\s+(?=[\"'“‘(\[{$\\*]*[A-Z0-9])"
_BREAK = re.compile(rf"{_STOP}|\n\s*\n|\A[^\n]+\n(?=[^a-z])")
# Words whose full stop does not end a sentence.
_ABBREVIATED = re.compile(
    r"(?i:\b(?:e\.?g|i\.?e|et al|cf|vs|figs?|eqs?|sec|tab|resp|approx|w\.r\.t|i\.i\.d|dr|prof))\.$"
    r"|(?:^|[\s(])[A-Z]\.$"
)


class Tokenizer:
    """A spaCy tokenizer that loses no character: `Doc.text` is the text that came in."""

    def __init__(self, vocab: Vocab) -> None:
        self.vocab = vocab

    def __call__(self, text: str) -> Doc:
        """Split at every change between letters or digits, blanks and anything else."""
        words: list[str] = []
        spaces: list[bool] = []
        for piece in _TOKEN.findall(text):
            if piece == " " and words and not spaces[-1] and not words[-1].isspace():
                spaces[-1] = True
            else:
                words.append(piece)
                spaces.append(False)
        return Doc(self.vocab, words=words, spaces=spaces)

    def to_bytes(self, **_: object) -> bytes:
        """Nothing to save: the rule is the code."""
        return b""

    def from_bytes(self, _: bytes, **__: object) -> "Tokenizer":
        """Nothing to load."""
        return self

    def to_disk(self, *_: object, **__: object) -> None:
        """Nothing to save: the rule is the code."""

    def from_disk(self, *_: object, **__: object) -> "Tokenizer":
        """Nothing to load."""
        return self


def sentence_offsets(text: str) -> list[tuple[int, int]]:
    """Half-open offsets of the sentences, without the blanks between them.

    >>> sentence_offsets("We use BERT, i.e. an encoder. It works.")
    [(0, 29), (30, 39)]
    """
    starts = [0]
    starts += [found.end() for found in _BREAK.finditer(text) if not _is_abbreviation(found)]
    pairs = zip(starts, [*starts[1:], len(text)], strict=True)
    trimmed = ((start, start + len(text[start:end].rstrip())) for start, end in pairs)
    return [
        (start + len(text[start:end]) - len(text[start:end].lstrip()), end)
        for start, end in trimmed
        if text[start:end].strip()
    ]


def _is_abbreviation(found: re.Match[str]) -> bool:
    stop = found.start() + 1
    before = found.string[max(0, stop - 12) : stop]
    return before.endswith(".") and _ABBREVIATED.search(before) is not None


@Language.component("kg_sentences")
def mark_sentences(doc: Doc) -> Doc:
    """Set `Token.is_sent_start` at each sentence's first token."""
    starts = {start for start, _ in sentence_offsets(doc.text)[1:]}
    for token in doc:
        token.is_sent_start = token.i == 0 or token.idx in starts
    return doc
