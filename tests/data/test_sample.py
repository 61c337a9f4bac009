"""The sample corpus: landmark papers described in our own words, fit to be built without input."""

import json
import re
from collections import Counter
from importlib import resources
from typing import Any

import pytest

LINES = resources.files("kg.data").joinpath("sample.jsonl").read_bytes().decode().split("\n")
RECORDS: list[dict[str, Any]] = [json.loads(line) for line in LINES[:-1]]
KEYS = ["id", "title", "abstract", "year", "venue", "authors", "url"]
ADDRESSES = {"arxiv": "https://arxiv.org/abs/", "doi": "https://doi.org/"}
ARXIV_ID = re.compile(r"arxiv:(\d\d)(0[1-9]|1[0-2])\.\d{4,5}")
DOI_ID = re.compile(r"doi:10\.\d{4,9}/\S+")
REPOSITORY = re.compile(r"https://github\.com/[\w-]+/[\w.-]+")

each_record = pytest.mark.parametrize("record", RECORDS, ids=[r["id"] for r in RECORDS])


def sentences(abstract: str) -> list[str]:
    return re.split(r"(?<=[.!?])\s+", abstract)


def runs_of_words(abstract: str, length: int) -> set[tuple[str, ...]]:
    words = re.findall(r"\w+", abstract.lower())
    return {tuple(words[i : i + length]) for i in range(len(words) - length + 1)}


def abstracts_naming(name: str) -> int:
    return sum(re.search(rf"\b{name}", record["abstract"]) is not None for record in RECORDS)


def test_is_one_object_a_line_sorted_by_id_and_without_duplicates() -> None:
    ids = [record["id"] for record in RECORDS]
    assert LINES[-1] == ""
    assert ids == sorted(set(ids))
    assert len(ids) == 48
    assert len({record["title"].casefold() for record in RECORDS}) == 48


@each_record
def test_serialization_is_canonical(record: dict[str, Any]) -> None:
    assert json.dumps(record, ensure_ascii=False) in LINES


@each_record
def test_has_every_field_filled(record: dict[str, Any]) -> None:
    assert list(record) == KEYS
    assert all(record.values())
    assert type(record["year"]) is int
    texts = [record[key] for key in ("id", "title", "abstract", "venue", "url")]
    for text in [*texts, *record["authors"]]:
        assert text == " ".join(text.split()) and text.isprintable()


@each_record
def test_authors_are_distinct_full_names(record: dict[str, Any]) -> None:
    authors = record["authors"]
    assert len(set(authors)) == len(authors)
    assert all(" " in author and "," not in author for author in authors)
    assert "et al" not in " ".join(authors)


@each_record
def test_id_is_well_formed_and_is_the_address(record: dict[str, Any]) -> None:
    assert ARXIV_ID.fullmatch(record["id"]) or DOI_ID.fullmatch(record["id"])
    prefix, _, local = record["id"].partition(":")
    assert record["url"] == ADDRESSES[prefix] + local


@each_record
def test_year_is_that_of_the_preprint_or_at_most_two_later(record: dict[str, Any]) -> None:
    assert 1990 <= record["year"] <= 2025
    if arxiv := ARXIV_ID.fullmatch(record["id"]):
        assert 0 <= record["year"] - (2000 + int(arxiv[1])) <= 2


@each_record
def test_abstract_has_the_size_of_an_abstract(record: dict[str, Any]) -> None:
    assert 80 <= len(record["abstract"].split()) <= 200
    assert 4 <= len(sentences(record["abstract"])) <= 7
    assert record["abstract"][-1] in ".!?"


@each_record
def test_url_in_an_abstract_is_a_repository(record: dict[str, Any]) -> None:
    assert len(re.findall("https?:", record["abstract"])) <= 1
    assert len(re.findall("https?:", record["abstract"])) == len(
        REPOSITORY.findall(record["abstract"])
    )


def test_no_two_abstracts_share_nine_words_in_a_row() -> None:
    runs = Counter(run for r in RECORDS for run in runs_of_words(r["abstract"], 9))
    assert [run for run, papers in runs.items() if papers > 1] == []


def test_most_abstracts_name_a_repository_and_no_two_the_same() -> None:
    repositories = [url for r in RECORDS for url in REPOSITORY.findall(r["abstract"])]
    assert len(repositories) == 33
    assert len(set(repositories)) == 33


@pytest.mark.parametrize(
    ("name", "at_least"),
    [
        ("ImageNet", 10),
        ("CIFAR-?10", 6),
        ("COCO", 5),
        ("GLUE", 5),
        ("SQuAD", 5),
        ("MNIST", 4),
        ("PASCAL VOC", 5),
        ("MuJoCo", 4),
        ("WMT", 4),
        ("Transformer", 8),
        ("ResNet", 8),
        ("LSTM", 5),
        ("BERT", 5),
        ("BLEU", 5),
        ("F1", 6),
        ("mAP", 3),
        ("FID", 3),
    ],
)
def test_abstracts_share_what_makes_a_graph(name: str, at_least: int) -> None:
    assert abstracts_naming(name) >= at_least


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("CIFAR-10", "CIFAR10"),
        ("WMT 2014", "WMT'14"),
        ("MS COCO", "MS-COCO"),
        ("Citeseer", "CiteSeer"),
        ("miniImageNet", "MiniImagenet"),
        ("pretrained", "pre-trained"),
        ("language model", "language models"),
        ("Fréchet inception distance", "Fréchet Inception Distance"),
        (r"graph convolutional network \(GCN\)", r"graph convolutional networks \(GCNs\)"),
    ],
)
def test_names_vary_as_in_real_abstracts(one: str, other: str) -> None:
    assert abstracts_naming(one) and abstracts_naming(other)
