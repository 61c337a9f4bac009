"""A store on disk: built once, opened checked, asked within limits."""

import json
import shutil
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path

import pyoxigraph as ox
import pytest

from kg import rdf
from kg.errors import DiskError, QueryError, StoreError, UsageError
from kg.store import Store, create, open_store

A, B = ox.NamedNode("http://example.org/a"), ox.NamedNode("http://example.org/b")


@pytest.fixture
def copy(folder: Path, tmp_path: Path) -> Path:
    """A store of one's own to damage."""
    shutil.copytree(folder.parent, tmp_path / "copy")
    return tmp_path / "copy" / "store"


def test_a_store_holds_what_it_was_given(store: Store, all_quads: list[ox.Quad]) -> None:
    assert len(store) == len(all_quads)
    assert sorted(store, key=str) == all_quads


def test_a_file_loads_like_the_quads_in_it(all_quads: list[ox.Quad], tmp_path: Path) -> None:
    rdf.write_trig(all_quads, tmp_path / "graph.trig")
    assert create(tmp_path / "store", tmp_path / "graph.trig") == len(all_quads)


def test_quads_given_twice_count_once(tmp_path: Path) -> None:
    assert create(tmp_path / "store", [ox.Quad(A, A, B), ox.Quad(A, A, B)]) == 1


def test_a_store_loaded_in_chunks_is_the_same(
    all_quads: list[ox.Quad], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.store.database._CHUNK", 100)
    assert create(tmp_path / "store", all_quads) == len(all_quads)
    (tmp_path / "build.json").write_text(json.dumps({"quads": len(all_quads)}))
    assert sorted(open_store(tmp_path / "store"), key=str) == all_quads


def test_an_existing_folder_is_left_alone(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match="exists: a store is built in a new folder"):
        create(tmp_path, [])


def test_a_failed_load_leaves_nothing(tmp_path: Path) -> None:
    def broken() -> object:
        yield ox.Quad(A, A, B)
        raise ValueError("the source broke")

    with pytest.raises(ValueError, match="the source broke"):
        create(tmp_path / "store", broken())  # type: ignore[arg-type]
    assert not (tmp_path / "store").exists()


def test_an_unwritable_place_is_a_disk_error(tmp_path: Path) -> None:
    with pytest.raises(DiskError, match="cannot write the store"):
        create(tmp_path / "missing" / "store", [])


def truncate(pattern: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        victim = max(path.glob(pattern), key=lambda file: file.stat().st_size)
        victim.write_bytes(victim.read_bytes()[:-40])

    return damage


def delete(pattern: str) -> Callable[[Path], None]:
    def damage(path: Path) -> None:
        max(path.glob(pattern), key=lambda file: file.stat().st_size).unlink()

    return damage


def empty(path: Path) -> None:
    shutil.rmtree(path)
    path.mkdir()


def file_instead(path: Path) -> None:
    shutil.rmtree(path)
    path.write_text("not a folder")


DAMAGE: dict[str, Callable[[Path], None]] = {
    "truncated table": truncate("*.sst"),
    "truncated manifest": truncate("MANIFEST-*"),
    "no table": delete("*.sst"),
    "no manifest": delete("MANIFEST-*"),
    "no current": delete("CURRENT"),
    "no sizes": delete("sizes.json"),
    "empty folder": empty,
    "a file": file_instead,
    "no folder": shutil.rmtree,
    "no build.json": lambda path: (path.parent / "build.json").unlink(),
    "bad build.json": lambda path: (path.parent / "build.json").write_text("[]") and None,
    "other build.json": lambda path: (
        (path.parent / "build.json").write_text('{"quads": 1}') and None
    ),
}


@pytest.mark.parametrize("damage", DAMAGE)
def test_a_damaged_store_is_not_opened(copy: Path, damage: str) -> None:
    DAMAGE[damage](copy)
    before = sorted(copy.parent.rglob("*"))
    with pytest.raises(StoreError, match=r"rebuild|build one with `kg build`") as caught:
        open_store(copy)
    assert "\n" not in str(caught.value)
    assert sorted(copy.parent.rglob("*")) == before


def test_flipped_bytes_are_found_when_they_are_read(copy: Path) -> None:
    for table in copy.glob("*.sst"):
        content = bytearray(table.read_bytes())
        content[: len(content) // 2] = bytes(byte ^ 0xFF for byte in content[: len(content) // 2])
        table.write_bytes(content)
    with pytest.raises((StoreError, QueryError)):
        open_store(copy).query("SELECT * { ?s ?p ?o }")


def test_the_facts_are_the_default_graph_and_the_evidence_is_named(store: Store) -> None:
    sentences = "?target <http://www.w3.org/ns/oa#hasSource> ?paper"
    assert not store.query(f"ASK {{ {sentences} }}")
    assert store.query(f"ASK {{ GRAPH ?g {{ {sentences} }} }}")


def test_rows_are_python_values(store: Store) -> None:
    answer = store.query(
        "SELECT ?year ?title ?none (0.5 AS ?half) (1e0 AS ?one) (true AS ?yes) "
        "{ arxiv:1706.03762 kg:year ?year ; dcterms:title ?title }"
    )
    assert answer.columns == ("year", "title", "none", "half", "one", "yes")
    assert answer.rows == [(2017, "Attention Is All You Need", None, Decimal("0.5"), 1.0, True)]


def test_construct_gives_triples(store: Store) -> None:
    answer = store.query("CONSTRUCT { ?c a kg:Task } WHERE { ?c a kg:Task }")
    assert (answer.kind, answer.columns, len(answer.rows)) == (
        "triples",
        ("subject", "predicate", "object"),
        4,
    )


def test_a_limit_says_that_there_is_more(store: Store) -> None:
    assert store.query("SELECT * { ?c a kg:Task }", limit=4).truncated is False
    cut = store.query("SELECT * { ?c a kg:Task }", limit=3)
    assert (len(cut.rows), cut.truncated) == (3, True)


@pytest.mark.parametrize(
    ("query", "message"),
    [
        ("SELECT", "the query is not SPARQL 1.1"),
        ("", "the query is not SPARQL 1.1"),
        ("INSERT DATA { <a:b> <a:c> 1 }", "INSERT is an update"),
        ("SELECT * { SERVICE <http://127.0.0.1:9/> { ?s ?p ?o } }", "federation is disabled"),
        ("SELECT * { " + "{" * 200 + "}" * 200 + " }", "nested more than 100"),
    ],
)
@pytest.mark.parametrize("timeout", [None, 20.0])
def test_a_bad_query_is_a_query_error(
    store: Store, query: str, message: str, timeout: float | None
) -> None:
    with pytest.raises(QueryError, match=message):
        store.query(query, timeout=timeout)


def test_parameters_of_a_text_without_a_header_are_unknown(store: Store) -> None:
    with pytest.raises(UsageError, match="query has no parameter 'x'"):
        store.query("ASK {}", {"x": "1"})


def test_a_worker_answers_like_the_process_itself(store: Store) -> None:
    query = "SELECT ?c ?label { ?c skos:prefLabel ?label } ORDER BY ?c"
    assert store.query(query, limit=3, timeout=20) == store.query(query, limit=3)
    assert bool(store.query("ASK { ?c a kg:Task }", timeout=20)) is True


def test_a_query_that_never_ends_is_stopped(store: Store) -> None:
    endless = "SELECT * { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l } ORDER BY ?a"
    with pytest.raises(QueryError, match=r"took more than 0\.5 s and was stopped"):
        store.query(endless, timeout=0.5)


def test_a_crash_of_the_engine_is_a_query_error(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kg.store.database.refuse_unsafe", lambda query: None)
    with pytest.raises(QueryError, match="the query broke the engine"):
        store.query("SELECT * { " + "{" * 9_000 + "}" * 9_000 + " }", timeout=20)


def test_no_clock_and_no_host_is_kept(folder: Path) -> None:
    assert not list(folder.glob("LOG*"))


def test_sizes_are_written_in_order(folder: Path) -> None:
    sizes = json.loads((folder / "sizes.json").read_text())
    assert list(sizes) == sorted(sizes)
