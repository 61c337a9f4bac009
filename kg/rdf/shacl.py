"""The shapes in SHACL, by pyshacl: slower than `check`, and it sees what is missing."""

from collections.abc import Iterable
from pathlib import Path

import pyoxigraph as ox

from kg.errors import UsageError
from kg.rdf.check import Problem

SHAPES = Path(__file__).parents[1] / "data" / "shapes.ttl"


def validate(quads: Iterable[ox.Quad]) -> list[Problem]:
    """What breaks a shape, sorted; all graphs are taken as one. Needs the extra `[shacl]`."""
    try:
        import pyshacl
    except ModuleNotFoundError as error:
        raise UsageError(f"--shacl needs {error.name}: pip install 'kg-abstracts[shacl]'") from None
    from rdflib import RDF, SH, Graph

    triples = (quad.triple for quad in quads)
    data = ox.serialize(triples, format=ox.RdfFormat.N_TRIPLES) or b""
    graph = Graph().parse(data=data.decode("utf-8"), format="nt11")
    _, report, _ = pyshacl.validate(graph, shacl_graph=str(SHAPES))
    return sorted(
        Problem(
            str(report.value(result, SH.focusNode)),
            f"has {report.value(result, SH.value) or 'nothing'}",
            _path(str(report.value(result, SH.resultPath) or "")),
            str(report.value(result, SH.resultMessage)),
        )
        for result in report.subjects(RDF.type, SH.ValidationResult)
    )


def _path(iri: str) -> str:
    from kg.vocab import curie

    return curie(iri) if iri else "shape"
