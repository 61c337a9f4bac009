"""The graph in NetworkX: assembled from the statements, measured, cut to size, compared."""

from kg.graph.assemble import assemble
from kg.graph.differ import Difference, difference
from kg.graph.measures import Measures, backbone, measures, neighbourhood

__all__ = [
    "Difference",
    "Measures",
    "assemble",
    "backbone",
    "difference",
    "measures",
    "neighbourhood",
]
