"""Labels read from vocabularies."""

from pathlib import Path

import pytest

from kg.errors import InputError
from kg.rdf import read_labels

TURTLE = """
@prefix skos: <http://www.w3.org/2004/02/skos/core#> .
<urn:a> skos:prefLabel "owl"@en, "Eule"@de ; skos:altLabel "night bird" ; skos:broader <urn:b> .
"""


def test_skos(tmp_path: Path) -> None:
    (tmp_path / "v.ttl").write_text(TURTLE, encoding="utf-8")
    assert read_labels(tmp_path / "v.ttl") == {("owl", "urn:a"), ("night bird", "urn:a")}


def test_csv_with_and_without_a_header(tmp_path: Path) -> None:
    rows = 'owl,http://a.example/owl\n"owl, snowy",http://a.example/2\n'
    for name, content in (("a.csv", rows), ("b.csv", f"label,IRI\n{rows}")):
        (tmp_path / name).write_text(content, encoding="utf-8")
        assert read_labels(tmp_path / name) == {
            ("owl", "http://a.example/owl"),
            ("owl, snowy", "http://a.example/2"),
        }


@pytest.mark.parametrize(
    ("name", "content"),
    [("a.ttl", "<urn:a> <"), ("a.csv", "label,iri\nowl\n"), ("a.csv", "x,y\nowl,http://a b\n")],
)
def test_what_is_no_vocabulary_is_refused(tmp_path: Path, name: str, content: str) -> None:
    (tmp_path / name).write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=f"{name}"):
        read_labels(tmp_path / name)
