"""Extractions written by hand: a text, and its entities by the forms that stand in it."""

import re
from collections.abc import Callable

import pytest

from kg.records import Entity, Extraction, Mention, Paper, Relation

Written = tuple[str, str, list[str]]  # type, role, forms; the first form is the name
Write = Callable[..., Extraction]


@pytest.fixture
def write() -> Write:
    def written(
        id: str,
        text: str,
        entities: list[Written],
        relations: tuple[tuple[int, str, int], ...] = (),
        **fields: object,
    ) -> Extraction:
        sentences = tuple(match.span() for match in re.finditer(r"\S[^.]*\.?", text))
        found = tuple(_entity(text, *entity) for entity in entities)
        linked = tuple(Relation(s, p, o, 0.8, *sentences[0]) for s, p, o in relations)
        return Extraction(Paper(id, "", text, **fields), found, linked, (), sentences)

    return written


def _entity(text: str, type: str, role: str, forms: list[str]) -> Entity:
    mentions = sorted(
        Mention(*match.span(), 0.9)
        for form in forms
        for match in re.finditer(rf"(?<!\w){re.escape(form)}(?!\w)", text)
    )
    return Entity(type, role, forms[0], tuple(mentions), 0.9)
