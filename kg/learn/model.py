"""The trainable model: a pretrained encoder with heads for spans, roles and pairs of forms.

`kg.extract.heads` computes the same heads in NumPy from the exported weights; the parameter names
here are the names there.
"""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional
from transformers import AutoModel

from kg.extract.encode import MAX_WIDTH, Encoded, Window
from kg.extract.features import PAIR_FEATURES, SHAPES, Form
from kg.extract.heads import pair_inputs
from kg.extract.labels import PAIR_LABELS, ROLE_LABELS, SPAN_LABELS
from kg.learn.gold import Example

SHAPE_SIZE, SPAN_SIZE, FORM_SIZE, PAIR_SIZE = 24, 256, 192, 192
MASK = LAST_MARK = 103  # of an uncased BERT vocabulary: its marks are 0 and 100 to 103
NULL_BIAS = 4.0  # most spans are nothing: start from there


def pretrained(weights: str) -> Any:  # of a library without types
    """The encoder in a folder of weights, or a published one by its name."""
    # Dropout inside attention would keep torch from its fast kernel on a CPU.
    return AutoModel.from_pretrained(
        weights, add_pooling_layer=False, attention_probs_dropout_prob=0.0
    )


class Encoder(nn.Module):
    """Pieces to one vector a token: the mean of its pieces' last hidden states."""

    def __init__(self, weights: str, masked: float = 0.0) -> None:
        super().__init__()
        self.masked = masked  # share of pieces hidden in training, so that context has to do
        self.bert = pretrained(weights)

    def forward(self, texts: Sequence[Encoded]) -> list[Tensor]:
        """One (tokens x size) matrix a text; all windows of all texts run as one padded batch."""
        windows = [window for text in texts for window in text.windows]
        states = iter(self._states(windows))
        return [
            torch.cat([_token_means(next(states), window) for window in text.windows])
            for text in texts
        ]

    def _states(self, windows: Sequence[Window]) -> Tensor:
        longest = max(len(w.pieces) for w in windows)
        ids = torch.zeros(len(windows), longest, dtype=torch.long)
        mask = torch.zeros(len(windows), longest, dtype=torch.long)
        for row, window in enumerate(windows):
            ids[row, : len(window.pieces)] = torch.from_numpy(window.pieces)
            mask[row, : len(window.pieces)] = 1
        if self.training and self.masked:
            hidden = (torch.rand(ids.shape) < self.masked) & (ids > LAST_MARK)
            ids = ids.masked_fill(hidden, MASK)
        states: Tensor = self.bert(input_ids=ids, attention_mask=mask).last_hidden_state
        return states


def _token_means(states: Tensor, window: Window) -> Tensor:
    bounds = torch.from_numpy(window.first)
    sums = functional.pad(states.cumsum(0), (0, 0, 1, 0))
    lengths = (bounds[1:] - bounds[:-1]).unsqueeze(1)
    return (sums[bounds[1:]] - sums[bounds[:-1]]) / lengths


class SpanHead(nn.Module):
    """Vectors of spans from their first and last tokens, their mean and their width."""

    def __init__(self, tokens: int, size: int) -> None:
        super().__init__()
        self.start = nn.Linear(tokens, size)
        self.end = nn.Linear(tokens, size, bias=False)
        self.mean = nn.Linear(tokens, size, bias=False)
        self.width = nn.Embedding(MAX_WIDTH + 1, size)

    def forward(self, tokens: Tensor, spans: Tensor) -> Tensor:
        """(n x tokens), (m x 2) -> (m x size)."""
        start, end = spans[:, 0], spans[:, 1]
        width = (end - start).clamp(max=MAX_WIDTH)
        sums = functional.pad(self.mean(tokens).cumsum(0), (0, 0, 1, 0))
        mean = (sums[end] - sums[start]) / (end - start).unsqueeze(1)
        return functional.relu(
            self.start(tokens)[start] + self.end(tokens)[end - 1] + mean + self.width(width)
        )


class Model(nn.Module):
    """Encoder and heads; each forward step mirrors a step of `kg.extract.heads.Heads`."""

    def __init__(
        self,
        weights: str,
        dropout: float = 0.2,
        masked: float = 0.0,
        labels: Sequence[str] = SPAN_LABELS,
    ) -> None:
        super().__init__()
        self.encoder = Encoder(weights, masked)
        tokens = self.encoder.bert.config.hidden_size + SHAPE_SIZE
        self.shape = nn.Embedding(SHAPES, SHAPE_SIZE)
        self.span = SpanHead(tokens, SPAN_SIZE)
        self.span_out = nn.Linear(SPAN_SIZE, len(labels))
        self.form = SpanHead(tokens, FORM_SIZE)
        self.type_vector = nn.Embedding(len(SPAN_LABELS), FORM_SIZE)
        self.text = nn.Linear(tokens, FORM_SIZE)
        self.role = nn.Linear(3 * FORM_SIZE, FORM_SIZE)
        self.role_out = nn.Linear(FORM_SIZE, len(ROLE_LABELS))
        self.subject = nn.Linear(2 * FORM_SIZE + len(ROLE_LABELS), PAIR_SIZE)
        self.object = nn.Linear(2 * FORM_SIZE + len(ROLE_LABELS), PAIR_SIZE, bias=False)
        self.between = nn.Linear(tokens, PAIR_SIZE, bias=False)
        self.features = nn.Linear(PAIR_FEATURES, PAIR_SIZE, bias=False)
        self.pair_hidden = nn.Linear(PAIR_SIZE, PAIR_SIZE)
        self.pair_out = nn.Linear(PAIR_SIZE, len(PAIR_LABELS))
        self.dropout = nn.Dropout(dropout)
        with torch.no_grad():
            self.span_out.bias[0] = NULL_BIAS
            self.pair_out.bias[0] = NULL_BIAS / 2

    def tokens(self, texts: Sequence[Encoded]) -> list[Tensor]:
        """Encoder states with the shape of each token beside them."""
        return [
            self.dropout(torch.cat([states, self.shape(torch.from_numpy(text.shapes))], dim=1))
            for states, text in zip(self.encoder(texts), texts, strict=True)
        ]

    def span_logits(self, tokens: Tensor, spans: np.ndarray) -> Tensor:
        """(m x labels) for candidate spans."""
        hidden = self.span(tokens, torch.from_numpy(spans))
        logits: Tensor = self.span_out(self.dropout(hidden))
        return logits

    def form_vectors(self, tokens: Tensor, forms: Sequence[Form], types: np.ndarray) -> Tensor:
        """(k x 2 FORM_SIZE): the mean over a form's mentions, and the same plus its type."""
        spans = torch.tensor([span for form in forms for span in form.spans])
        counts = [len(form.spans) for form in forms]
        owners = torch.repeat_interleave(torch.arange(len(forms)), torch.tensor(counts))
        sums = torch.zeros(len(forms), FORM_SIZE).index_add(0, owners, self.form(tokens, spans))
        mean = sums / torch.tensor(counts).unsqueeze(1)
        return self.dropout(torch.cat([mean, self.type_vector(torch.from_numpy(types))], dim=1))

    def role_logits(self, tokens: Tensor, forms: Tensor) -> Tensor:
        """(k x roles) from the form, its type and the whole text."""
        text = functional.relu(self.text(tokens.mean(0))).expand(len(forms), -1)
        hidden = functional.relu(self.role(torch.cat([forms, text], dim=1)))
        logits: Tensor = self.role_out(self.dropout(hidden))
        return logits

    def pair_logits(
        self, tokens: Tensor, vectors: Tensor, roles: Tensor, text: Encoded, forms: Sequence[Form]
    ) -> Tensor:
        """(k x k x labels) for ordered pairs of forms, of which the roles' logits are known."""
        vectors = torch.cat([vectors, roles.detach().softmax(dim=1)], dim=1)
        features, bounds = pair_inputs(forms, text)
        spans = torch.from_numpy(bounds.reshape(-1, 2))
        sums = functional.pad(self.between(tokens).cumsum(0), (0, 0, 1, 0))
        between = (sums[spans[:, 1]] - sums[spans[:, 0]]) / (spans[:, 1] - spans[:, 0]).unsqueeze(1)
        k = len(forms)
        hidden = functional.relu(
            self.subject(vectors).unsqueeze(1)
            + self.object(vectors).unsqueeze(0)
            + between.view(k, k, -1)
            + self.features(torch.from_numpy(features))
        )
        hidden = functional.relu(self.pair_hidden(self.dropout(hidden)))
        logits: Tensor = self.pair_out(self.dropout(hidden))
        return logits

    def loss(self, batch: Sequence[Example]) -> Tensor:
        """Summed cross-entropies of the three heads, each per gold form, averaged over texts."""
        states = self.tokens([example.encoded for example in batch])
        losses = [
            self._loss(example, tokens) for example, tokens in zip(batch, states, strict=True)
        ]
        return torch.stack(losses).mean()

    def _loss(self, example: Example, tokens: Tensor) -> Tensor:
        logits = self.span_logits(tokens, example.encoded.spans)
        labels = torch.from_numpy(example.span_labels)
        spans = functional.cross_entropy(logits, labels, reduction="sum")
        spans = spans / (labels > 0).sum().clamp(min=4)
        if len(example.forms) < 2:
            return spans
        vectors = self.form_vectors(tokens, example.forms, example.types)
        role_logits = self.role_logits(tokens, vectors)
        roles = functional.cross_entropy(role_logits, torch.from_numpy(example.roles))
        pair_logits = self.pair_logits(tokens, vectors, role_logits, example.encoded, example.forms)
        off_diagonal = ~torch.eye(len(example.forms), dtype=torch.bool)
        pairs = functional.cross_entropy(
            pair_logits[off_diagonal],
            torch.from_numpy(example.pairs)[off_diagonal],
            reduction="sum",
        )
        return spans + 0.5 * roles + 0.5 * pairs / len(example.forms)
