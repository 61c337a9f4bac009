"""By what the legend filters: roles, years, venues and scores as numbers."""

import networkx as nx

from kg.publish.facets import VENUES, Facets
from kg.records import Evidence

BASE = "https://w3id.org/kg-abstracts/id/concept/"
PROPOSES, USES, MEASURES = 0, 2, 5


def test_years_and_venues_are_those_of_the_papers(graph: nx.MultiDiGraph):
    facets = Facets(graph)
    assert (facets.years, facets.venues, facets.has_other_venues) == (
        [2016, 2019, 2021],
        ["CVPR"],
        True,
    )


def test_a_concept_is_said_by_role_year_venue_and_score(graph: nx.MultiDiGraph):
    assert Facets(graph).of_concept(BASE + "ResNet") == [
        PROPOSES, 0, 0, 90,
        USES, 1, 0, 90,
        USES, 2, 0, 90,
    ]  # fmt: skip


def test_a_paper_without_year_and_venue_has_numbers_of_its_own(graph: nx.MultiDiGraph):
    assert Facets(graph).of_concept(BASE + "top-1-error") == [MEASURES, -1, 1, 90]


def test_equal_sayings_are_one_with_the_best_score(graph: nx.MultiDiGraph):
    found = tuple(
        Evidence("https://arxiv.org/abs/1", 0, 0, "", (), score, "test/1") for score in (0.5, 0.75)
    )
    assert Facets(graph).of_link({"evidence": found}) == [0, 0, 75]
    assert Facets(graph).of_link({}) == []


def test_only_the_venues_of_most_papers_have_a_number():
    graph = nx.MultiDiGraph()
    for number in range(VENUES + 1):
        for copy in range(2 if number else 1):
            graph.add_node(f"p{number}-{copy}", kind="paper", venue=f"V{number:02}")
    facets = Facets(graph)
    assert facets.venues == [f"V{number:02}" for number in range(1, VENUES + 1)]
    assert facets.has_other_venues
    assert facets.paper("p0-0") == (-1, VENUES)


def test_a_graph_without_papers_has_nothing_to_filter_by():
    facets = Facets(nx.MultiDiGraph())
    assert (facets.years, facets.venues, facets.has_other_venues) == ([], [], False)
