"""Records as RDF: facts, evidence, the description of a build, and files of them."""

from kg.rdf.availability import code_availability
from kg.rdf.changes import change_set, patch
from kg.rdf.check import check
from kg.rdf.convert import to_rdflib
from kg.rdf.description import Build, Counts, SourceFile, count, description
from kg.rdf.evidence import evidence
from kg.rdf.facts import facts
from kg.rdf.files import FORMATS, write, write_trig, write_turtle

__all__ = [
    "FORMATS",
    "Build",
    "Counts",
    "SourceFile",
    "change_set",
    "check",
    "code_availability",
    "count",
    "description",
    "evidence",
    "facts",
    "patch",
    "to_rdflib",
    "write",
    "write_trig",
    "write_turtle",
]
