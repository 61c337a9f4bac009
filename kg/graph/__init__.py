"""The graph in NetworkX: assembled from the statements, measured, cut to size, compared."""

from kg.graph.assemble import assemble
from kg.graph.differ import ChangedEdge, ChangedNode, Difference, difference, overlay
from kg.graph.measures import Measures, backbone, measures, neighbourhood
from kg.graph.portion import portion
from kg.graph.slices import reach, said_by

__all__ = [
    "ChangedEdge",
    "ChangedNode",
    "Difference",
    "Measures",
    "assemble",
    "backbone",
    "difference",
    "measures",
    "neighbourhood",
    "overlay",
    "portion",
    "reach",
    "said_by",
]
