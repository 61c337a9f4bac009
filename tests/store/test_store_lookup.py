"""What people type, and the nodes that they mean."""

import json
from pathlib import Path

import pytest

from kg.errors import KgError, UsageError
from kg.store import Store, load_queries

HOSTILE = json.loads((Path(__file__).parent / "hostile_names.json").read_text())
ID = "https://w3id.org/kg-abstracts/id/"


@pytest.mark.parametrize(
    ("kind", "text", "expected"),
    [
        ("concept", "Transformer", [f"{ID}concept/transformer"]),
        ("concept", "TRANSFORMERS", [f"{ID}concept/transformer"]),
        ("concept", "transformer-architecture", [f"{ID}concept/transformer"]),
        ("concept", "gpt 3", [f"{ID}concept/gpt-3"]),
        ("concept", "concept:gpt-3", [f"{ID}concept/gpt-3"]),
        ("concept", f"{ID}concept/gpt-3", [f"{ID}concept/gpt-3"]),
        ("concept", "mention", [f"{ID}concept/accuracy", f"{ID}concept/bleu"]),
        ("venue", "icml", [f"{ID}venue/icml"]),
        ("paper", "arxiv:1706.03762", ["https://arxiv.org/abs/1706.03762"]),
        ("paper", "https://arxiv.org/abs/1706.03762", ["https://arxiv.org/abs/1706.03762"]),
        ("paper", "attention is all you need", ["https://arxiv.org/abs/1706.03762"]),
        ("paper", "doi:10.1000/gpt", ["https://doi.org/10.1000/gpt"]),
        ("paper", "hash:00ff", [f"{ID}paper/hash-00ff"]),
        ("paper", "paper:hash-00ff", [f"{ID}paper/hash-00ff"]),
    ],
)
def test_a_node_is_found(store: Store, kind: str, text: str, expected: list[str]) -> None:
    assert store.find(kind, text) == expected


@pytest.mark.parametrize(
    ("kind", "text", "message"),
    [
        ("concept", "transfomer", "no concept is named 'transfomer': did you mean 'Transformer'"),
        ("concept", "image net", "did you mean 'ImageNet'"),
        ("concept", "zzzzz", "no concept is named 'zzzzz': try the query `search`"),
        ("concept", "ICML", "no concept is named 'ICML'"),
        ("concept", "https://arxiv.org/abs/1706.03762", "no concept is named"),
        ("venue", "ICLM", "no venue is named 'ICLM': did you mean 'ICML'"),
        ("venue", "Transformer", "no venue is named"),
        ("paper", "atention is all you ned", "did you mean 'Attention Is All You Need'"),
    ],
)
def test_what_is_not_found_is_named_with_the_nearest(
    store: Store, kind: str, text: str, message: str
) -> None:
    with pytest.raises(UsageError, match=message):
        store.find(kind, text)


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize(
    "query", ["trend", "papers-using-dataset", "evidence", "paper", "tasks-of-venue"]
)
def test_a_hostile_name_finds_nothing(store: Store, query: str, text: str) -> None:
    named = load_queries()[query]
    [parameter] = [p.name for p in named.parameters if not p.optional]
    with pytest.raises(UsageError, match=r"no (concept|paper|venue) is named"):
        store.query(named, {parameter: text})


@pytest.mark.parametrize("text", HOSTILE)
@pytest.mark.parametrize("query", ["search", "papers-by-author"])
def test_a_hostile_text_matches_itself_only(store: Store, query: str, text: str) -> None:
    named = load_queries()[query]
    [parameter] = [p.name for p in named.parameters if not p.optional]
    answer = store.query(named, {parameter: text})
    found = [str(row[0] if query == "search" else row[2]) for row in answer.rows]
    assert all(text.strip() in name for name in found)
    assert bool(found) == (text in ("", " "))  # blanks are in several names


@pytest.mark.parametrize("text", [*HOSTILE, "2024.5", "9" * 5000, "١٢"])
def test_a_hostile_number_is_refused_or_a_number(store: Store, text: str) -> None:
    named = load_queries()["papers-using-dataset"]
    try:
        store.query(named, {"dataset": "GLUE", "since": text})
    except KgError as error:
        assert "since must be an integer, not" in str(error)


@pytest.mark.parametrize("limit", ["-1", "x", "1 OFFSET 3", "1} #"])
def test_a_limit_is_a_natural_number(store: Store, limit: str) -> None:
    with pytest.raises(KgError, match="limit must be"):
        store.query(load_queries()["top-tasks"], {"limit": limit})


def test_a_type_is_one_of_four(store: Store) -> None:
    with pytest.raises(UsageError, match="type cannot be 'methd': did you mean method"):
        store.query(load_queries()["search"], {"text": "a", "type": "methd"})


@pytest.mark.parametrize("text", ["language-model", "LANGUAGE  modelling", "language_modelling"])
def test_a_search_minds_neither_case_nor_hyphens(store: Store, text: str) -> None:
    answer = store.query(load_queries()["search"], {"text": text})
    assert [row[0] for row in answer.rows] == ["language modelling"]
