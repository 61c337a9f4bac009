"""OAI-PMH: harvested records in arXiv's own metadata, raw or not, or in Dublin Core."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, each, records, root, unwrapped, words


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each harvested one; deleted ones are faults."""
    return records(document, ("record",), _fields)


def _fields(record: Element) -> Fields | str:
    header, metadata = record.find("header"), record.find("metadata")
    if header is not None and header.get("status") == "deleted":
        return f"{words(header.find('identifier'))} is deleted at its source"
    schema = next(iter(metadata), None) if metadata is not None else None
    if schema is None:
        return "a record without metadata"
    translate = {"arXiv": _arxiv, "arXivRaw": _arxiv, "dc": _dublin_core}.get(schema.tag)
    return translate(schema) if translate else f"metadata in {schema.tag}, which is not read"


def _arxiv(metadata: Element) -> Fields:
    authors = [_name(author) for author in metadata.iterfind("authors/author")]
    return {
        "arxiv": words(metadata.find("id")),
        "title": words(metadata.find("title")),
        "abstract": unwrapped(metadata.find("abstract")),
        "year": words(metadata.find("created")) or words(metadata.find("version/date")),
        "authors": authors or words(metadata.find("authors")),
        "doi": each(metadata, "doi"),
        "project": words(metadata.find("comments")),  # addresses in it are of code or data
        "categories": words(metadata.find("categories")).split(),
        "license": words(metadata.find("license")),
    }


def _name(author: Element) -> dict[str, str]:
    return {"given": words(author.find("forenames")), "family": words(author.find("keyname"))}


def _dublin_core(metadata: Element) -> Fields:
    """The longest description is the abstract: others are comments."""
    descriptions = [unwrapped(element) for element in metadata.iterfind("description")]
    identifiers = each(metadata, "identifier")
    return {
        "id": identifiers,
        "title": words(metadata.find("title")),
        "abstract": max(descriptions, key=len, default=""),
        "year": min(each(metadata, "date"), default=""),
        "authors": each(metadata, "creator"),
        "url": identifiers,
        "venue": each(metadata, "source")[:1],
        "subjects": each(metadata, "subject"),
        "license": each(metadata, "rights")[:1],
    }


def _matches(head: str) -> bool:
    return root(head) in ("OAI-PMH", "ListRecords", "GetRecord")


FORMAT = Format(
    "oai-pmh",
    "OAI-PMH: records harvested as arXiv, arXivRaw or oai_dc",
    (".xml",),
    _matches,
    read,
)
