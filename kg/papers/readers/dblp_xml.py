"""DBLP's XML: titles, authors and venues. It has no abstracts, and its papers are read without."""

import re
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, each, records, root, words

_PAPERS = ("article", "inproceedings", "incollection", "book", "phdthesis", "mastersthesis")
_OTHERS = {"proceedings": "a volume of papers", "www": "a person's page", "data": "a data set"}


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each paper; volumes and persons are faults."""
    return records(document, (*_PAPERS, *_OTHERS), _fields)


def _fields(record: Element) -> Fields | str:
    if record.tag in _OTHERS:
        return f"{_OTHERS[record.tag]}, not a paper"
    return {
        "id": f"dblp:{record.get('key')}" if record.get("key") else "",
        "title": words(record.find("title")).removesuffix("."),  # DBLP ends each with one
        "year": words(record.find("year")),
        "venue": each(record, "booktitle")[:1] or each(record, "journal")[:1],
        "authors": [_author(author) for author in record.iterfind("author")],
        "url": each(record, "ee"),
    }


def _author(author: Element) -> dict[str, str]:
    """The name without the number that tells namesakes apart in DBLP."""
    return {"name": re.sub(r"\s\d{4}$", "", words(author)), "orcid": author.get("orcid", "")}


def _matches(head: str) -> bool:
    return root(head) == "dblp"


FORMAT = Format(
    "dblp-xml", "DBLP XML: titles only, there are no abstracts in it", (".xml",), _matches, read
)
