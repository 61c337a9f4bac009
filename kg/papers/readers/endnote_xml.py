"""EndNote's XML: a record a reference, its values wrapped in `style`."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, each, records, root, unwrapped, words


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each reference."""
    return records(document, ("record",), _fields)


def _fields(record: Element) -> Fields:
    addresses = each(record, "urls/related-urls/url")
    return {
        "title": words(record.find("titles/title")),
        "abstract": unwrapped(record.find("abstract")),
        "year": words(record.find("dates/year")),
        "venue": each(record, "periodical/full-title") or each(record, "titles/secondary-title"),
        "authors": each(record, "contributors/authors/author"),
        "doi": words(record.find("electronic-resource-num")),
        "url": addresses,
        "keywords": each(record, "keywords/keyword"),
    }


def _matches(head: str) -> bool:
    return root(head) in ("xml", "records") and bool(re.search(r"<ref-type\b|<records?>", head))


FORMAT = Format("endnote-xml", "EndNote XML", (".xml",), _matches, read)
