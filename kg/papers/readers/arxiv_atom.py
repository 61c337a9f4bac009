"""arXiv's answers to a query: an Atom feed with an entry for each paper."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, each, records, root, unwrapped, words


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each entry; what the service says of a bad query is a fault."""
    return records(document, ("entry",), _fields)


def _fields(entry: Element) -> Fields | str:
    address = words(entry.find("id"))
    if "/api/errors" in address:
        return f"the service says: {words(entry.find('summary'))}"
    return {
        "id": address,
        "title": words(entry.find("title")),
        "abstract": unwrapped(entry.find("summary")),
        "year": words(entry.find("published")),
        "authors": each(entry, "author/name"),
        "doi": each(entry, "doi"),
        "url": address,
        "project": words(entry.find("comment")),  # addresses in it are of code or data
        "categories": [category.get("term", "") for category in entry.iterfind("category")],
    }


def _matches(head: str) -> bool:
    return root(head) == "feed" and bool(re.search(r"arxiv\.org|<entry[\s>]", head))


FORMAT = Format(
    "arxiv-atom",
    "what the arXiv API answers: an Atom feed, an entry a paper",
    (".xml", ".atom"),
    _matches,
    read,
)
