"""Positions: apart, reproducible, linked nodes near one another."""

from itertools import combinations, pairwise
from math import dist, hypot

from hypothesis import given, settings
from hypothesis import strategies as st

from kg.publish.layout import lay_out, ring


def cliques(*sizes: int) -> tuple[list[str], dict[tuple[str, str], float]]:
    groups = [[f"g{group}n{number}" for number in range(size)] for group, size in enumerate(sizes)]
    weights = {pair: 1.0 for group in groups for pair in combinations(group, 2)}
    weights |= {(a[0], b[0]): 0.1 for a, b in pairwise(groups)}
    return [node for group in groups for node in group], weights


def test_groups_become_communities():
    nodes, weights = cliques(30, 20)
    layout = lay_out(nodes, weights, dict.fromkeys(nodes, 10.0))
    assert [sorted({node[:2] for node in group}) for group in layout.communities] == [
        ["g0"],
        ["g1"],
    ]


def test_members_stand_nearer_than_strangers():
    nodes, weights = cliques(6, 6)
    places = lay_out(nodes, weights, dict.fromkeys(nodes, 10.0)).positions
    inside = max(dist(places[a], places[b]) for a, b in combinations(nodes[:6], 2))
    across = min(dist(places[a], places[b]) for a in nodes[:6] for b in nodes[6:])
    assert inside / 2 < across


def test_no_two_nodes_overlap():
    nodes, weights = cliques(20, 12, 7, 3, 1, 1, 1)
    radii = {node: 6.0 + index % 20 for index, node in enumerate(nodes)}
    places = lay_out(nodes, weights, radii).positions
    assert all(dist(places[a], places[b]) > radii[a] + radii[b] for a, b in combinations(nodes, 2))


def test_lonely_nodes_do_not_blow_up_the_frame():
    nodes = [f"n{number}" for number in range(60)]
    places = lay_out(nodes, {}, dict.fromkeys(nodes, 6.0)).positions.values()
    assert max(hypot(x, y) for x, y in places) < 700


@given(st.permutations(["b", "a", "c", "d"]))
@settings(max_examples=10, deadline=None)
def test_the_order_of_the_weights_leaves_no_trace(order):
    nodes = ["a", "b", "c", "d"]
    weights = dict.fromkeys(combinations(sorted(nodes), 2), 1.0)
    shuffled = {
        pair: weights[pair] for pair in sorted(weights, key=lambda pair: order.index(pair[0]))
    }
    radii = dict.fromkeys(nodes, 8.0)
    assert lay_out(nodes, shuffled, radii) == lay_out(nodes, weights, radii)


def test_nothing_to_lay_out():
    assert lay_out([], {}, {}).positions == {}


def test_a_ring_never_meets_itself():
    places = [ring((0, 0), index) for index in range(80)]
    assert min(dist(a, b) for a, b in combinations(places, 2)) > 8
