"""Abstracts with what was found in them marked, as one offline page (in the manner of displaCy)."""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from jinja2 import Environment, FileSystemLoader

from kg.publish.files import write_pieces
from kg.records import Extraction

_CSS = Path(__file__).with_name("page.css")


class Piece(NamedTuple):
    """A stretch of an abstract; `kind` and `note` are empty where nothing was found."""

    text: str
    kind: str = ""
    note: str = ""
    hint: str = ""


def write_spans(extractions: Iterable[Extraction], path: Path) -> None:
    """Write the page, paper by paper; it holds no script and asks for nothing outside itself."""
    environment = Environment(loader=FileSystemLoader(_CSS.parent), autoescape=True)
    template = environment.get_template("spans.html.j2")
    papers = map(_paper, extractions)
    write_pieces(path, template.generate(papers=papers, colours=_colours()))


def pieces(found: Extraction) -> Iterator[Piece]:
    """The text of a paper cut at the bounds of its mentions and links; joined they are the text."""
    text, at = found.paper.text, 0
    for start, end, piece in sorted(_marks(found)):
        if start >= at:
            yield Piece(text[at:start])
            yield piece
            at = end
    yield Piece(text[at:])


def _marks(found: Extraction) -> Iterator[tuple[int, int, Piece]]:
    text = found.paper.text
    for entity in found.entities:
        for mention in entity.mentions:
            surface = text[mention.start : mention.end]
            named = "" if surface == entity.name else f"{entity.name}, "
            hint = f"{named}{entity.type}, {entity.role}, {mention.score:.2f}"
            piece = Piece(surface, entity.type, entity.role, hint)
            yield mention.start, mention.end, piece
    for link in found.repositories:
        yield link.start, link.end, Piece(text[link.start : link.end], "link", link.kind, link.url)


def _paper(found: Extraction) -> dict[str, Any]:
    names = [(entity.name, entity.type) for entity in found.entities]
    return {
        "id": found.paper.id,
        "titled": bool(found.paper.title),
        "pieces": [piece for piece in pieces(found) if piece.text],
        "relations": [
            (*names[r.subject], r.predicate.replace("_", " "), *names[r.object], f"{r.score:.2f}")
            for r in sorted(found.relations, key=lambda r: (-r.score, r.subject, r.object))
        ],
        "availability": found.availability.kind if found.availability else "",
    }


def _colours() -> str:
    """The colours of the graph's page: what its style sheet says before the first element."""
    return _CSS.read_text(encoding="utf-8").partition("\n* {")[0]
