"""A graph of four papers about image recognition, small enough to check by hand."""

import networkx as nx
import pytest

from kg.records import Evidence

BASE = "https://w3id.org/kg-abstracts/id/concept/"
RESIDUAL_TEXT = "ResNet lowers the error on ImageNet."


def _evidence(paper: str, quote: str, *words: str, start: int = 40) -> Evidence:
    mentions = tuple(
        (start + quote.index(word), start + quote.index(word) + len(word)) for word in words
    )
    return Evidence(paper, start, start + len(quote), quote, mentions, 0.9, "roles/1")


@pytest.fixture
def graph() -> nx.MultiDiGraph:
    """Concepts: ResNet (3 papers), ImageNet (2), image classification (2), top-1 error (1)."""
    graph = nx.MultiDiGraph()
    for name, kind, papers, aliases in (
        ("ResNet", "method", 3, ("residual network", "residual networks")),
        ("ImageNet", "dataset", 2, ("ILSVRC",)),
        ("image-classification", "task", 2, ()),
        ("top-1-error", "metric", 1, ()),
    ):
        label = name.replace("-", " ") if name.islower() else name
        graph.add_node(
            BASE + name, kind="concept", type=kind, label=label, papers=papers, aliases=aliases
        )
    for number, year in ((1, 2016), (2, 2019), (3, 2021), (4, None)):
        graph.add_node(
            f"https://arxiv.org/abs/{number}", kind="paper", type="paper", label=f"Paper {number}",
            title=f"Paper {number}", year=year, venue="CVPR" if year else None,
            authors=("Ada One", "Bo Two"), url=f"https://arxiv.org/abs/{number}", id=f"arxiv:{number}",
        )  # fmt: skip
    repository = "https://github.com/ada/resnet"
    graph.add_node(repository, kind="repository", type="repository", label="ada/resnet")
    first = "https://arxiv.org/abs/1"

    def link(source: str, predicate: str, target: str, *evidence: Evidence) -> None:
        support = max(1, len({item.paper for item in evidence}))
        graph.add_edge(
            source,
            target,
            key=predicate,
            predicate=predicate,
            score=0.9,
            support=support,
            evidence=evidence,
        )

    said = _evidence(first, RESIDUAL_TEXT, "ResNet", "ImageNet")
    link(first, "proposes", BASE + "ResNet", _evidence(first, RESIDUAL_TEXT, "ResNet"))
    link(first, "evaluatesOn", BASE + "ImageNet", _evidence(first, RESIDUAL_TEXT, "ImageNet"))
    link(first, "hasCode", repository)
    for number in (2, 3):
        paper = f"https://arxiv.org/abs/{number}"
        link(
            paper, "uses", BASE + "ResNet", _evidence(paper, f"We use ResNet ({number}).", "ResNet")
        )
        link(paper, "addresses", BASE + "image-classification")
    link("https://arxiv.org/abs/2", "evaluatesOn", BASE + "ImageNet")
    link("https://arxiv.org/abs/4", "measures", BASE + "top-1-error")
    link(BASE + "ResNet", "evaluatedOn", BASE + "ImageNet", said)
    link(BASE + "ResNet", "usedFor", BASE + "image-classification")
    link(BASE + "image-classification", "measuredBy", BASE + "top-1-error")
    return graph
