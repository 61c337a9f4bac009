"""From the graph to files: the page for the browser, and the formats of other tools."""

from kg.publish.exports import write_cytoscape, write_gexf, write_graphml, write_node_link
from kg.publish.page import write_page
from kg.publish.plots import write_plots
from kg.publish.snapshot import write_picture
from kg.publish.spans import write_spans
from kg.publish.tables import write_csv, write_neo4j, write_parquet

__all__ = [
    "write_csv",
    "write_cytoscape",
    "write_gexf",
    "write_graphml",
    "write_neo4j",
    "write_node_link",
    "write_page",
    "write_parquet",
    "write_picture",
    "write_plots",
    "write_spans",
]
