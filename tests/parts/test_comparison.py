"""What two builds differ in: as lines, as a table, and as triples that turn one into the other."""

import csv
import io

import pyoxigraph as ox
import pytest

from kg.comparison import compare, compare_venues
from kg.opened import Opened

LINES = """\
concepts     1 new, 1 gone, 2 changed, 2 as before
papers       1 new, 1 gone, 0 changed, 2 as before
edges        4 new, 1 gone, 1 changed, 7 as before
+ concept    RoBERTa (method, 1 paper)
- concept    speech recognition (task, 1 paper)
~ concept    BERT: types method 2 -> method 3; papers 2 -> 3; aliases none -> Bert
~ concept    GLUE: types dataset 2 -> dataset 3; papers 2 -> 3
+ paper      On RoBERTa
- paper      On speech
+ edge       On RoBERTa | uses | BERT
+ edge       On RoBERTa | evaluates on | GLUE
+ edge       On RoBERTa | proposes | RoBERTa
+ edge       RoBERTa | builds on | BERT
- edge       On speech | addresses | speech recognition
~ edge       BERT | evaluated on | GLUE: now says On RoBERTa <https://arxiv.org/abs/4>
"""
VENUES = """\
concepts     1 new, 2 gone, 2 changed, 0 as before
edges        0 new, 2 gone, 1 changed, 0 as before
+ concept    accuracy (metric, 1 paper)
- concept    RoBERTa (method, 1 paper)
- concept    Transformer (method, 1 paper)
~ concept    BERT: types method 2 -> method 1; papers 2 -> 1
~ concept    GLUE: types dataset 2 -> dataset 1; papers 2 -> 1
- edge       BERT | builds on | Transformer
- edge       RoBERTa | builds on | BERT
~ edge       BERT | evaluated on | GLUE: no longer says On RoBERTa <https://arxiv.org/abs/4>; \
now says On GLUE <https://arxiv.org/abs/2>
"""
CS = "http://purl.org/vocab/changeset/schema#"
RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"


def facts(opened: Opened) -> set[ox.Triple]:
    return set(opened.store.facts())


def test_lines_count_and_name_every_change(old: Opened, new: Opened) -> None:
    assert compare(old, new).to_text() == LINES


def test_nothing_differs_from_itself(new: Opened) -> None:
    same = compare(new, new)
    assert same.to_text().splitlines() == [
        "concepts     0 new, 0 gone, 0 changed, 5 as before",
        "papers       0 new, 0 gone, 0 changed, 3 as before",
        "edges        0 new, 0 gone, 0 changed, 12 as before",
    ]
    assert same.to_sparql() == ""
    assert list(ox.parse(same.to_turtle(), format=ox.RdfFormat.TURTLE)) == []


def test_two_venues_differ_in_concepts_and_relations(new: Opened) -> None:
    assert compare_venues(new, "ACL", "ICLR").to_text() == VENUES


def test_a_table_has_a_row_a_change(old: Opened, new: Opened) -> None:
    rows = list(csv.DictReader(io.StringIO(compare(old, new).to_csv())))
    assert len(rows) == 15
    assert rows[2] == {
        "change": "changed",
        "kind": "concept",
        "subject": "https://w3id.org/kg-abstracts/id/concept/bert",
        "predicate": "",
        "object": "",
        "label": "BERT",
        "field": "types",
        "old": "method 2",
        "new": "method 3",
    }
    assert rows[-1]["predicate"] == "evaluatedOn"
    assert rows[-1]["new"] == "On RoBERTa <https://arxiv.org/abs/4>"


def test_the_update_makes_the_new_facts_of_the_old(old: Opened, new: Opened) -> None:
    store = ox.Store()
    store.extend(ox.Quad(*triple) for triple in facts(old))
    store.update(compare(old, new).to_sparql())
    assert {quad.triple for quad in store} == facts(new)


def test_the_change_sets_make_the_new_facts_of_the_old(old: Opened, new: Opened) -> None:
    store = ox.Store()
    store.load(compare(old, new).to_turtle().encode(), ox.RdfFormat.TURTLE)

    def stated(change: str) -> set[ox.Triple]:
        found = store.query(
            f"SELECT ?s ?p ?o {{ ?set a <{CS}ChangeSet> ; <{CS}subjectOfChange> ?s ;"
            f" <{CS}{change}> [ a <{RDF}Statement> ; <{RDF}subject> ?s ;"
            f" <{RDF}predicate> ?p ; <{RDF}object> ?o ] }}"
        )
        return {ox.Triple(*row) for row in found}

    assert facts(old) - stated("removal") | stated("addition") == facts(new)
    assert len(stated("removal")) == len(facts(old) - facts(new))


def test_venues_as_triples_hold_no_paper(new: Opened) -> None:
    text = compare_venues(new, "ACL 2019", "ACL 2021").to_sparql()
    assert "arxiv" not in text
    assert text.count("buildsOn") == 2
    assert text.index("DELETE DATA") < text.index("INSERT DATA")


@pytest.mark.parametrize("form", ["to_text", "to_csv", "to_turtle", "to_sparql"])
def test_equal_builds_give_equal_bytes(old: Opened, new: Opened, form: str) -> None:
    assert getattr(compare(old, new), form)() == getattr(compare(old, new), form)()
