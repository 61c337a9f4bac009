"""What abstracts say of their code without a link, as one literal a paper."""

from collections.abc import Iterable, Iterator

from pyoxigraph import Quad

from kg import vocab
from kg.rdf.terms import iri, term, texts
from kg.records import Extraction


def code_availability(extractions: Iterable[Extraction], base: str = vocab.BASE) -> Iterator[Quad]:
    """`kg:codeAvailability` of the papers that say something of the sort."""
    for found in extractions:
        if found.availability is not None:
            paper = iri(vocab.paper_iri(found.paper, base))
            [kind] = texts(found.availability.kind)
            yield Quad(paper, term("kg:codeAvailability"), kind)
