"""Records as RDF: facts, evidence, the description of a build, and files of them."""

from kg.rdf.availability import code_availability
from kg.rdf.changes import change_set, patch
from kg.rdf.check import Checker, Problem, check
from kg.rdf.convert import as_facts, edges, n_triples_by_graph, to_rdflib
from kg.rdf.description import Build, Counts, SourceFile, count, description
from kg.rdf.documents import document
from kg.rdf.evidence import evidence
from kg.rdf.facts import facts
from kg.rdf.files import FORMATS, write, write_trig, write_turtle
from kg.rdf.reading import read as read_rdf
from kg.rdf.vocabularies import read_labels

__all__ = [
    "FORMATS",
    "Build",
    "Checker",
    "Counts",
    "Problem",
    "SourceFile",
    "as_facts",
    "change_set",
    "check",
    "code_availability",
    "count",
    "description",
    "document",
    "edges",
    "evidence",
    "facts",
    "n_triples_by_graph",
    "patch",
    "read_labels",
    "read_rdf",
    "to_rdflib",
    "write",
    "write_trig",
    "write_turtle",
]
