"""PubMed's XML, as efetch and the yearly baseline give it."""

from collections.abc import Iterator
from xml.etree.ElementTree import Element

from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.xml_records import Fields, each, records, root, words

_ARTICLES = ("PubmedArticle", "PubmedBookArticle")


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record for each article or book chapter."""
    return records(document, _ARTICLES, _fields)


def _fields(record: Element) -> Fields | str:
    article = record.find("MedlineCitation/Article")
    if article is None:
        article = record.find("BookDocument")
    if article is None:
        return "no <Article> in it"
    other, number = record.find("MedlineCitation/OtherAbstract"), words(record.find("*/PMID"))
    return {
        "pmid": number,
        "url": number and f"https://pubmed.ncbi.nlm.nih.gov/{number}/",
        "title": _first(article, "ArticleTitle", "VernacularTitle", "Book/BookTitle"),
        "abstract": _abstract(article.find("Abstract")) or _abstract(other),
        "year": _first(article, "Journal/JournalIssue/PubDate", "ArticleDate", "Book/PubDate"),
        "journal": _first(article, "Journal/Title", "Book/BookTitle"),
        "authors": [_author(author) for author in article.iterfind("AuthorList/Author")],
        "doi": _dois(record, article),
        "keywords": each(record, "*/KeywordList/Keyword"),
        "subjects": each(record, "MedlineCitation/MeshHeadingList/MeshHeading/DescriptorName"),
    }


def _abstract(abstract: Element | None) -> str:
    """The parts of an abstract, a line each; those of a structured one keep their labels."""
    parts = abstract.iterfind("AbstractText") if abstract is not None else ()
    return "\n".join(filter(None, map(_part, parts)))


def _part(part: Element) -> str:
    label, text = part.get("Label", ""), words(part)
    labelled = text and label and label != "UNLABELLED"
    return f"{label}: {text}" if labelled else text


def _author(author: Element) -> dict[str, str]:
    return {
        "name": words(author.find("CollectiveName")),
        "given": _first(author, "ForeName", "Initials"),
        "family": words(author.find("LastName")),
        "orcid": words(author.find("Identifier[@Source='ORCID']")),
    }


def _dois(record: Element, article: Element) -> list[str]:
    """Its own, not those of the works it cites, which `PubmedData` lists too."""
    return each(article, "ELocationID[@EIdType='doi']") or each(
        record, "*/ArticleIdList/ArticleId[@IdType='doi']"
    )


def _first(element: Element, *paths: str) -> str:
    return next(filter(None, (words(element.find(path)) for path in paths)), "")


def _matches(head: str) -> bool:
    return root(head) in ("PubmedArticleSet", "PubmedBookArticleSet", *_ARTICLES)


FORMAT = Format(
    "pubmed-xml",
    "PubMed XML; structured abstracts keep their labels",
    (".xml",),
    _matches,
    read,
)
