"""Gold files as training examples.

Format, a document a line: `id`, `text`, `concepts` [{`types`, `roles`, `forms`}], `relations`
[{`subject`, `predicate`, `object`}] with indices into `concepts`. Every whole-word occurrence of a
form in the text is a mention, longest match first.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from spacy.language import Language

from kg.errors import InputError
from kg.extract.encode import Encoded, Ints, encode
from kg.extract.features import Form, form_key
from kg.extract.labels import PAIR_LABELS, ROLE_LABELS, SPAN_LABELS
from kg.extract.wordpiece import WordPiece

Gold = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Example:
    """An encoded text with its labels: one a candidate span, one a form, one an ordered pair."""

    id: str
    encoded: Encoded
    span_labels: Ints  # m, 0 for no concept
    forms: tuple[Form, ...]  # k
    types: Ints  # k, indices into SPAN_LABELS
    roles: Ints  # k
    pairs: Ints  # k x k, indices into PAIR_LABELS


def read_gold(path: Path) -> Iterator[Gold]:
    """The documents of a gold file, in order; raises InputError for a line that is none."""
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    yield _document(line, f"{path}, line {number}")
    except OSError as error:
        raise InputError(f"cannot read {path}: {error.strerror}") from error


def _document(line: str, place: str) -> Gold:
    try:
        document: Gold = json.loads(line)
        if all(key in document for key in ("id", "text", "concepts", "relations", "repositories")):
            return document
    except (ValueError, TypeError) as error:
        raise InputError(f"{place}: not JSON: {error}") from error
    raise InputError(f"{place}: a gold document has id, text, concepts, relations, repositories")


def occurrences(text: str, forms: list[str]) -> Iterator[tuple[int, int, str]]:
    """Whole-word occurrences that do not overlap, the longest form first, as (start, end, form)."""
    taken = bytearray(len(text))
    for form in sorted(forms, key=lambda f: (-len(f), f)):
        for found in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text):
            if not any(taken[found.start() : found.end()]):
                taken[found.start() : found.end()] = b"\1" * len(form)
                yield found.start(), found.end(), form


def example(gold: Gold, nlp: Language, wordpiece: WordPiece) -> Example:
    """Align one gold document with the tokens and spans that the model sees at run time."""
    doc = nlp(gold["text"])
    encoded = encode(doc, wordpiece)
    starts = {token.idx: token.i for token in doc}
    ends = {token.idx + len(token): token.i + 1 for token in doc}
    owner = {form: n for n, c in enumerate(gold["concepts"]) for form in c["forms"]}
    mentions = [
        (starts[start], ends[end], form)
        for start, end, form in occurrences(gold["text"], list(owner))
        if start in starts and end in ends
    ]
    forms, concept_of = _forms(mentions, owner)
    types = [SPAN_LABELS.index(gold["concepts"][n]["types"][0]) for n in concept_of]
    by_span = {s: t for form, t in zip(forms, types, strict=True) for s in form.spans}
    return Example(
        gold["id"],
        encoded,
        np.array([by_span.get((int(s), int(e)), 0) for s, e in encoded.spans], dtype=np.int64),
        forms,
        np.array(types, dtype=np.int64),
        np.array(
            [ROLE_LABELS.index(gold["concepts"][n]["roles"][0]) for n in concept_of], dtype=np.int64
        ),
        _pairs(concept_of, gold["relations"]),
    )


def _forms(
    mentions: list[tuple[int, int, str]], owner: dict[str, int]
) -> tuple[tuple[Form, ...], list[int]]:
    """Mentions of one key are one form; it belongs to the concept of its first mention."""
    grouped: dict[str, list[tuple[int, int, str]]] = {}
    for mention in sorted(mentions):
        grouped.setdefault(form_key(mention[2]), []).append(mention)
    forms = tuple(
        Form(key, found[0][2], tuple((s, e) for s, e, _ in found)) for key, found in grouped.items()
    )
    return forms, [owner[found[0][2]] for found in grouped.values()]


def _pairs(concept_of: list[int], relations: list[dict[str, Any]]) -> Ints:
    predicate = {(r["subject"], r["object"]): PAIR_LABELS.index(r["predicate"]) for r in relations}
    same = PAIR_LABELS.index("same")
    return np.array(
        [[same if a == b else predicate.get((a, b), 0) for b in concept_of] for a in concept_of],
        dtype=np.int64,
    ).reshape(len(concept_of), len(concept_of))
