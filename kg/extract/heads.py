"""The heads of the model in NumPy: spans, roles, pairs of forms.

The weights are those that `kg.learn.model.Model` trains, under the same names; a linear layer's
weight is (outputs x inputs). n tokens, m spans, k forms.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kg.extract.encode import MAX_WIDTH, Encoded, Ints
from kg.extract.features import PAIR_FEATURES, Form, nearest, pair_features

Floats = NDArray[np.floating[Any]]


class Heads:
    """Logits from the encoder's token states (n x hidden)."""

    def __init__(self, weights: Mapping[str, Floats]) -> None:
        self._w = weights

    @classmethod
    def load(cls, path: Path) -> "Heads":
        """Read a `.npz` of half-precision weights."""
        with np.load(path, allow_pickle=False) as arrays:
            return cls({name: arrays[name].astype(np.float32) for name in arrays.files})

    def tokens(self, states: Floats, text: Encoded) -> Floats:
        """Encoder states with the shape of each token beside them."""
        return np.concatenate([states, self._w["shape.weight"][text.shapes]], axis=1)

    def span_logits(self, tokens: Floats, spans: Ints) -> Floats:
        """(m x labels) for candidate spans."""
        return self._linear("span_out", self._spans("span", tokens, spans))

    def form_vectors(self, tokens: Floats, forms: Sequence[Form], types: Ints) -> Floats:
        """(k x size): the mean over a form's mentions, and its type beside it."""
        counts = np.array([len(form.spans) for form in forms])
        spans = np.array([span for form in forms for span in form.spans], dtype=np.int64)
        starts = np.cumsum(counts) - counts
        sums = np.add.reduceat(self._spans("form", tokens, spans), starts, axis=0)
        means = (sums / counts[:, None]).astype(np.float32)
        return np.concatenate([means, self._w["type_vector.weight"][types]], axis=1)

    def role_logits(self, tokens: Floats, vectors: Floats) -> Floats:
        """(k x roles) from the form, its type and the whole text."""
        text = _relu(self._linear("text", tokens.mean(axis=0, keepdims=True)))
        joined = np.concatenate([vectors, np.repeat(text, len(vectors), axis=0)], axis=1)
        return self._linear("role_out", _relu(self._linear("role", joined)))

    def pair_logits(
        self, tokens: Floats, vectors: Floats, roles: Floats, text: Encoded, forms: Sequence[Form]
    ) -> Floats:
        """(k x k x labels) for ordered pairs of forms, of which the roles' logits are known."""
        vectors = np.concatenate([vectors, softmax(roles)], axis=1)
        features, bounds = pair_inputs(forms, text)
        between = _means(self._linear("between", tokens), bounds.reshape(-1, 2))
        hidden = _relu(
            self._linear("subject", vectors)[:, None]
            + self._linear("object", vectors)[None, :]
            + between.reshape(len(forms), len(forms), -1)
            + self._linear("features", features)
        )
        return self._linear("pair_out", _relu(self._linear("pair_hidden", hidden)))

    def _linear(self, name: str, x: Floats) -> Floats:
        product: Floats = x @ self._w[f"{name}.weight"].T
        bias = self._w.get(f"{name}.bias")
        return product if bias is None else product + bias

    def _spans(self, name: str, tokens: Floats, spans: Ints) -> Floats:
        start, end = spans[:, 0], spans[:, 1]
        width = self._w[f"{name}.width.weight"][np.minimum(end - start, MAX_WIDTH)]
        return _relu(
            self._linear(f"{name}.start", tokens)[start]
            + self._linear(f"{name}.end", tokens)[end - 1]
            + _means(self._linear(f"{name}.mean", tokens), spans)
            + width
        )


def pair_inputs(forms: Sequence[Form], text: Encoded) -> tuple[Floats, Ints]:
    """What the page says of each ordered pair: (k x k x features), and the token bounds
    (k x k x 2) of the stretch that holds its two nearest mentions."""
    k = len(forms)
    features = np.zeros((k, k, PAIR_FEATURES), dtype=np.float32)
    sentences = text.sentences.tolist()
    bounds = np.zeros((k, k, 2), dtype=np.int64)
    for i, a in enumerate(forms):
        for j, b in enumerate(forms):
            features[i, j] = pair_features(a, b, text.words, sentences)
            near_a, near_b = nearest(a, b)
            bounds[i, j] = min(near_a[0], near_b[0]), max(near_a[1], near_b[1])
    return features, bounds


def softmax(logits: Floats) -> Floats:
    """Probabilities over the last axis."""
    powers = np.exp(logits - logits.max(axis=-1, keepdims=True))
    probabilities: Floats = powers / powers.sum(axis=-1, keepdims=True)
    return probabilities


def _relu(x: Floats) -> Floats:
    return np.maximum(x, 0)


def _means(x: Floats, spans: Ints) -> Floats:
    """Means of rows over half-open spans, by running sums."""
    sums = np.concatenate([np.zeros((1, x.shape[1])), np.cumsum(x, axis=0, dtype=np.float64)])
    start, end = spans[:, 0], spans[:, 1]
    means: Floats = (sums[end] - sums[start]) / (end - start)[:, None]
    return means.astype(np.float32)
