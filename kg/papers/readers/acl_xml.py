"""The ACL Anthology's XML: a collection of volumes of papers."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, Piece, judged, parse, pieces, root, words


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each paper, with the year and venue of the volume that it is in."""
    volume: Fields = {}
    number = 0
    for piece in pieces(document, ("meta", "paper"), ("volume",)):
        if piece.name == "paper":
            number += 1
            yield judged(number, piece, lambda paper, volume=volume: volume | _fields(paper))  # type: ignore[misc]
        else:
            volume = _volume(piece) if piece.name == "meta" else {}


def _volume(piece: Piece) -> dict[str, object]:
    """What a volume says of its papers; nothing where it cannot be read."""
    try:
        meta = parse(piece)
    except ValueError:
        return {}
    return {"venue": words(meta.find("booktitle")), "year": words(meta.find("year"))}


def _fields(paper: Element) -> dict[str, object]:
    own = words(paper.find("url"))
    address = own if re.match(r"https?:", own) else own and f"https://aclanthology.org/{own}/"
    return {
        "acl": own,
        "title": words(paper.find("title")),
        "abstract": words(paper.find("abstract")),
        "authors": [_name(author) for author in paper.iterfind("author")],
        "doi": words(paper.find("doi")),
        "url": address,
    }


def _name(author: Element) -> dict[str, str]:
    return {
        "given": words(author.find("first")),
        "family": words(author.find("last")),
        "orcid": author.get("orcid", ""),
    }


def _matches(head: str) -> bool:
    return root(head) == "collection" and bool(re.search(r"<volume[\s>]", head))


FORMAT = Format("acl-xml", "XML of the ACL Anthology: volumes of papers", (".xml",), _matches, read)
