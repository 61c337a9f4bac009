"""Links to other people's vocabularies."""

from kg.link import Outside, link_outside
from kg.records import Concept, Match


def concept(name: str, *aliases: str) -> Concept:
    return Concept(f"urn:our:{name}", name, aliases, (("method", 1),))


def test_only_equal_keys_match_and_only_unique_ones_exactly() -> None:
    concepts = [
        concept("graph neural network", "GNN"),
        concept("kernel", "kernel function"),
        concept("support vector machine", "SVM"),
        concept("matching"),
    ]
    labels = {
        ("Graph Neural Networks", "urn:their:1"),
        ("GNN", "urn:their:2"),  # an acronym among our aliases is no name
        ("kernels", "urn:their:3"),
        ("Kernel function", "urn:their:4"),
        ("graph matching", "urn:their:5"),
    }
    linked, numbers = link_outside(concepts, labels)
    assert [each.matches for each in linked] == [
        (Match("urn:their:1", 1.0, exact=True),),
        (Match("urn:their:3", 0.5), Match("urn:their:4", 0.5)),
        (),
        (),
    ]
    assert numbers == Outside(labels=5, exact=1, close=2, collisions=("kernel",))


def test_one_of_theirs_for_two_of_ours_is_only_close() -> None:
    linked, numbers = link_outside(
        [concept("mixup"), concept("input mixing")], [("mixup", "urn:x"), ("Input mixing", "urn:x")]
    )
    assert [each.matches for each in linked] == [(Match("urn:x", 1.0),)] * 2
    assert (numbers.exact, numbers.close) == (0, 2)
