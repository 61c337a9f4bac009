"""Files: the same bytes for the same quads, and the same graph for every reader."""

import json
import random
from io import BytesIO
from pathlib import Path

import pyoxigraph as ox
import pytest
import rdflib
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kg import rdf, vocab
from kg.errors import DiskError, UsageError
from kg.rdf import files
from kg.rdf import lines as lines_module
from kg.records import CONCEPT_TYPES, Concept, Evidence, Match, Paper, Statement

RDFLIB = {
    "turtle": "turtle",
    "trig": "trig",
    "nt": "nt11",
    "nq": "nquads",
    "jsonld": "json-ld",
    "rdfxml": "xml",
}
HOSTILE = [
    "</script><script>alert(1)</script>",
    'a "quoted" \\ name',
    "<http://x> <http://y> <http://z> .",
    "line\nfeed\r\nreturn\rtab\t",
    "../../etc/passwd",
    "%zz %00",
    "\ud800\udfff\x00\x0b\x1b[31m\x7f\x85\u2028\ufeff\ufffe",
    '""" . } GRAPH <x> {',
    "{{7*7}} ${x} %s",
    "名前 نام नाम 😀",
    " ",
    "@en",
    "'''",
]
TEXT = st.one_of(st.sampled_from(HOSTILE), st.text(st.characters(codec=None, categories=None)))


def lines(quads: object) -> set[str]:
    return {str(quad) for quad in quads}  # type: ignore[attr-defined]


def read_with_rdflib(path: Path, format: str) -> set[str]:
    dataset = rdflib.Dataset()
    dataset.parse(path, format=RDFLIB[format])
    data = BytesIO(dataset.serialize(format="nquads", encoding="utf-8"))
    default = f"<{rdflib.graph.DATASET_DEFAULT_GRAPH_ID}>"
    quads = ox.parse(data, ox.RdfFormat.N_QUADS, lenient=True)
    return {str(quad).removesuffix(f" {default}") for quad in quads}


@pytest.mark.parametrize("format", sorted(rdf.FORMATS))
def test_every_format_reads_back_in_two_libraries(
    quads: list[ox.Quad], tmp_path: Path, format: str
) -> None:
    path = tmp_path / "graph"
    kind = rdf.FORMATS[format]
    kept = lines(q for q in quads if kind.supports_datasets or q.graph_name == ox.DefaultGraph())
    assert rdf.write(quads, path, format) == len(kept)
    assert lines(ox.parse(path=path, format=kind)) == kept
    assert read_with_rdflib(path, format) == kept


@pytest.mark.parametrize("format", sorted(rdf.FORMATS))
def test_the_order_of_the_quads_does_not_matter(
    quads: list[ox.Quad], tmp_path: Path, format: str
) -> None:
    shuffled = random.Random(7).sample(quads, len(quads))
    rdf.write(quads, tmp_path / "one", format)
    rdf.write(shuffled + shuffled[:10], tmp_path / "two", format)
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_sorting_on_disk_gives_the_same_file(
    quads: list[ox.Quad], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rdf.write_trig(quads, tmp_path / "one")
    monkeypatch.setattr(lines_module, "RUN", 7)
    rdf.write_trig(quads, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_nothing_but_the_file_is_left(quads: list[ox.Quad], tmp_path: Path) -> None:
    rdf.write_turtle(quads, tmp_path / "graph.ttl")
    assert [path.name for path in tmp_path.iterdir()] == ["graph.ttl"]


def test_a_failed_write_leaves_the_old_file(tmp_path: Path) -> None:
    def broken() -> object:
        raise ValueError("the source broke")
        yield

    (tmp_path / "graph.ttl").write_text("old")
    with pytest.raises(ValueError, match="the source broke"):
        rdf.write_turtle(broken(), tmp_path / "graph.ttl")  # type: ignore[arg-type]
    assert (tmp_path / "graph.ttl").read_text() == "old"
    assert len(list(tmp_path.iterdir())) == 1


def test_an_unwritable_folder_is_a_disk_error(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match=r"cannot write .*graph\.ttl"):
        rdf.write_turtle([], tmp_path / "missing" / "graph.ttl")


def test_an_unknown_format_is_a_usage_error(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="unknown RDF format 'docx': use one of turtle, trig"):
        rdf.write([], tmp_path / "graph", "docx")


def test_the_prefixes_follow_the_base() -> None:
    assert files.prefixes("https://example.org/")["concept"] == "https://example.org/concept/"


def test_json_ld_is_short_and_says_what_it_cannot_hold(
    quads: list[ox.Quad], tmp_path: Path
) -> None:
    rdf.write(quads, tmp_path / "graph", "jsonld")
    document = json.loads((tmp_path / "graph").read_text("utf-8"))
    [parrot] = [node for node in document["@graph"] if node["id"] == "concept:parrot"]
    assert parrot["type"] == ["skos:Concept", "Method"]
    assert (parrot["prefLabel"], parrot["paperCount"]) == ("Parrot", 1)
    odd = ox.NamedNode("kg:x")
    with pytest.raises(UsageError, match="JSON-LD cannot hold <kg:x>"):
        rdf.write([ox.Quad(odd, odd, odd)], tmp_path / "graph", "jsonld")


@pytest.mark.parametrize("format", ["nt", "turtle", "trig", "nq", "jsonld"])
def test_blank_nodes_of_others_are_kept(tmp_path: Path, format: str) -> None:
    a, b, p = ox.BlankNode("a"), ox.BlankNode("b"), ox.NamedNode("http://x.example/p")
    end = ox.Literal('> "x" <http://x.example/p> _:b')
    triples = [(a, p, b), (b, p, end), (p, p, b), (p, p, end)]
    assert rdf.write([ox.Quad(*t) for t in triples], tmp_path / "graph", format) == 4
    again = list(ox.parse(path=tmp_path / "graph", format=rdf.FORMATS[format]))
    assert sum(quad.object == end for quad in again) == 2
    assert len({str(quad) for quad in again}) == 4


def test_to_rdflib_holds_the_same_quads(quads: list[ox.Quad]) -> None:
    dataset = rdf.to_rdflib(quads)
    facts = [quad for quad in set(quads) if quad.graph_name == ox.DefaultGraph()]
    assert len(dataset) == len(set(quads))
    assert len(dataset.default_graph) == len(facts)
    kg = rdflib.Namespace(vocab.KG)
    assert {int(year) for year in dataset.default_graph.objects(None, kg.year)} == {2023, 2024}


papers = st.builds(
    Paper,
    id=TEXT.map("hash:{}".format) | TEXT.map("doi:{}".format) | TEXT,
    title=TEXT,
    abstract=TEXT,
    year=st.none() | st.integers(1000, 9999),
    venue=st.none() | TEXT,
    authors=st.lists(TEXT, max_size=2).map(tuple),
    url=st.none() | TEXT | TEXT.map("https://a.example/{}".format),
)
concepts = st.builds(
    Concept,
    iri=TEXT.map(lambda text: vocab.mint("concept", text)) | TEXT,
    label=TEXT.filter(lambda text: bool(text.strip())),
    aliases=st.lists(TEXT, max_size=2).map(tuple),
    types=st.sampled_from(CONCEPT_TYPES).map(lambda kind: ((kind, 1),)),
    broader=st.lists(TEXT, max_size=1).map(tuple),
    matches=st.lists(st.builds(Match, TEXT, st.just(0.5)), max_size=1).map(tuple),
)
evidence = st.builds(
    Evidence,
    paper=TEXT,
    start=st.just(3),
    end=st.just(9),
    quote=TEXT,
    mentions=st.sampled_from([(), ((3, 5),)]),
    score=st.floats(0, 1),
    component=TEXT,
)
statements = st.builds(
    Statement,
    subject=TEXT,
    predicate=st.sampled_from([f"{vocab.KG}uses", vocab.HAS_CODE, vocab.HAS_PAGE, "no iri"]),
    object=TEXT,
    evidence=st.lists(evidence, max_size=2).map(tuple),
)


@given(papers, concepts, statements, TEXT)
@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_hostile_records_survive_every_format(
    tmp_path: Path, paper: Paper, concept: Concept, statement: Statement, name: str
) -> None:
    build = rdf.Build(name, name, (rdf.SourceFile(name, name),), (name,))
    quads = {
        *rdf.facts([paper], [concept], [statement]),
        *rdf.evidence([statement]),
        *rdf.description(build),
    }
    for format, kind in rdf.FORMATS.items():
        kept = {q for q in quads if kind.supports_datasets or q.graph_name == ox.DefaultGraph()}
        rdf.write(quads, tmp_path / "graph", format)
        found = {ox.Quad(*q) for q in ox.parse(path=tmp_path / "graph", format=kind)}
        assert found == kept, format
        assert read_with_rdflib(tmp_path / "graph", format) == lines(kept), format
