"""Continued pretraining of the encoder on unlabelled abstracts, by guessing masked words.

Gururangan et al. 2020 (doi:10.18653/v1/2020.acl-main.740): pretraining that goes on in the domain
of the task helps the task. Whole words are masked, as their pieces give one another away.
"""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from tokenizers import BertWordPieceTokenizer
from torch import Tensor, nn
from torch.nn import functional

from kg.errors import InputError
from kg.extract.encode import Ints
from kg.learn.model import pretrained
from kg.learn.train import descend, linear_decay

_IGNORED = -100  # the target of a piece that is not to be guessed
_UNUSED = 999  # ids up to here are marks and unused


@dataclass(frozen=True, slots=True)
class Adaptation:
    """Everything that decides continued pretraining besides data and code."""

    steps: int = 800
    batch: int = 16
    length: int = 256  # pieces of one row, the opening mark among them
    masked: float = 0.2  # share of words
    titled: float = 0.5  # share of texts that keep their title
    rate: float = 5e-4
    head_rate: float = 1e-3
    warm_up: float = 0.06
    seed: int = 0


class MaskedWords(nn.Module):
    """An encoder with a head that guesses the masked pieces; its output layer is the embedding."""

    def __init__(self, weights: str) -> None:
        super().__init__()
        self.bert = pretrained(weights)
        size = self.bert.config.hidden_size
        self.transform = nn.Sequential(nn.Linear(size, size), nn.GELU(), nn.LayerNorm(size))
        self.bias = nn.Parameter(torch.zeros(self.bert.config.vocab_size))

    def loss(self, pieces: Tensor, targets: Tensor) -> Tensor:
        """The mean cross-entropy of the masked pieces."""
        wanted = targets != _IGNORED
        hidden = self.transform(self.bert(input_ids=pieces).last_hidden_state[wanted])
        logits = hidden @ self.bert.embeddings.word_embeddings.weight.T + self.bias
        return functional.cross_entropy(logits, targets[wanted])


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The ids that masking needs."""

    size: int
    opens: int
    closes: int
    mask: int
    continues: np.ndarray  # whether each piece goes on with a word

    @classmethod
    def load(cls, path: Path) -> "Vocabulary":
        """Read a vocabulary file, one piece a line."""
        pieces = path.read_text(encoding="utf-8").splitlines()
        opens, closes, mask = (pieces.index(mark) for mark in ("[CLS]", "[SEP]", "[MASK]"))
        continues = np.array([piece.startswith("##") for piece in pieces])
        return cls(len(pieces), opens, closes, mask, continues)


def adapt(
    texts: Sequence[tuple[str, str]],
    weights: Path,
    folder: Path,
    recipe: Adaptation,
    report: Callable[[str], None] = lambda _: None,
) -> None:
    """Go on pretraining `weights` on (title, abstract) pairs and save the encoder in `folder`.

    Raises InputError when the texts do not fill one batch.
    """
    vocabulary = Vocabulary.load(weights / "vocab.txt")
    table = rows(texts, weights / "vocab.txt", recipe)
    if len(table) < recipe.batch:
        raise InputError(f"{len(texts)} texts are too few to go on pretraining: {len(table)} rows")
    torch.manual_seed(recipe.seed)
    model = MaskedWords(str(weights)).train()
    optimizer = _optimizer(model, recipe)
    rate = linear_decay(recipe.steps, recipe.warm_up)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, rate)
    started, losses = time.monotonic(), []
    for step, (pieces, targets) in enumerate(batches(table, vocabulary, recipe), start=1):
        loss = model.loss(torch.from_numpy(pieces), torch.from_numpy(targets))
        losses.append(descend(model, loss, optimizer, schedule))
        if step % 20 == 0:
            mean = sum(losses[-20:]) / 20
            report(f"pretraining step {step} loss {mean:.3f} {time.monotonic() - started:.0f} s")
    model.bert.save_pretrained(folder)


def rows(texts: Sequence[tuple[str, str]], vocabulary: Path, recipe: Adaptation) -> Ints:
    """Shuffled texts end to end, cut into rows of one length without their opening marks."""
    chance = random.Random(recipe.seed)
    joined = [
        f"{title}\n{abstract}" if title and chance.random() < recipe.titled else abstract
        for title, abstract in texts
    ]
    chance.shuffle(joined)
    tokenizer = BertWordPieceTokenizer(str(vocabulary), lowercase=True)
    closes = tokenizer.token_to_id("[SEP]")
    stream = [
        piece
        for encoding in tokenizer.encode_batch(joined, add_special_tokens=False)
        for piece in (*encoding.ids, closes)
    ]
    width = recipe.length - 1
    whole = len(stream) // width
    return np.array(stream[: whole * width], dtype=np.int64).reshape(whole, width)


def batches(table: Ints, vocabulary: Vocabulary, recipe: Adaptation) -> Iterator[tuple[Ints, Ints]]:
    """(pieces, targets) of each step, both batch x length; every row comes once before any again."""
    chance = np.random.default_rng(recipe.seed)
    order, at = chance.permutation(len(table)), 0
    for _ in range(recipe.steps):
        if at + recipe.batch > len(table):
            order, at = chance.permutation(len(table)), 0
        chosen = table[order[at : at + recipe.batch]]
        at += recipe.batch
        opening = np.full((recipe.batch, 1), vocabulary.opens)
        yield mask(np.concatenate([opening, chosen], axis=1), vocabulary, recipe.masked, chance)


def mask(
    pieces: Ints, vocabulary: Vocabulary, share: float, chance: np.random.Generator
) -> tuple[Ints, Ints]:
    """Hide a share of the words: 8 of 10 masked, 1 replaced, 1 left (Devlin et al. 2019)."""
    words = np.cumsum(~vocabulary.continues[pieces], axis=1)
    hidden = chance.random((pieces.shape[0], pieces.shape[1] + 1)) < share
    marks = (pieces == vocabulary.opens) | (pieces == vocabulary.closes)
    wanted = np.take_along_axis(hidden, words, axis=1) & ~marks
    dice = chance.random(pieces.shape)
    others = chance.integers(_UNUSED, vocabulary.size, pieces.shape)
    seen = np.where(wanted & (dice < 0.8), vocabulary.mask, pieces)
    seen = np.where(wanted & (dice > 0.9), others, seen)
    return seen, np.where(wanted, pieces, _IGNORED)


def _optimizer(model: MaskedWords, recipe: Adaptation) -> torch.optim.AdamW:
    head = [model.bias, *model.transform.parameters()]
    groups = [
        {"params": model.bert.parameters(), "lr": recipe.rate},
        {"params": head, "lr": recipe.head_rate},
    ]
    return torch.optim.AdamW(groups, betas=(0.9, 0.98), weight_decay=0.01)
