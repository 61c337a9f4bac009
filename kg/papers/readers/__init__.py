"""The formats that can be read, one module each, and how a document's format is found.

The forms that text and Markdown come in have modules of their own: `layout`, `labelled`, `outline`
and `table`.
"""

import re

from kg.errors import UsageError
from kg.papers.document import NO_NAMES, DamagedError
from kg.papers.fields import FieldMap
from kg.papers.format import Format
from kg.papers.readers import (
    acl_xml,
    arxiv_atom,
    bibtex,
    dblp_xml,
    delimited,
    endnote,
    endnote_xml,
    json_document,
    jsonl,
    markdown,
    medline,
    oai_pmh,
    pubmed_xml,
    ris,
    text,
    wos,
)

# Where several fit, the first; text fits whatever is prose.
STRUCTURED: tuple[Format, ...] = (
    json_document.FORMAT,
    jsonl.FORMAT,
    arxiv_atom.FORMAT,
    oai_pmh.FORMAT,
    pubmed_xml.FORMAT,
    acl_xml.FORMAT,
    dblp_xml.FORMAT,
    endnote_xml.FORMAT,
    bibtex.FORMAT,
    ris.FORMAT,
    medline.FORMAT,
    endnote.FORMAT,
    wos.FORMAT,
    markdown.FORMAT,
    delimited.FORMAT,
)
READERS: tuple[Format, ...] = (*STRUCTURED, text.FORMAT)
SUFFIXES = frozenset(suffix for reader in READERS for suffix in reader.suffixes)

# What is not prose either, to name it rather than to read it as such.
_FOREIGN = (
    ("XML or HTML", r"<(?:\?xml|!doctype|html|rss|feed|\w+>)"),
    ("PDF", r"%PDF-"),
    ("a packed archive", r"PK\x03\x04|Rar!|7z|BZh|ý7zXZ|\x1f\x8b|\x1f‹|\(µ/ý"),
    ("TeX", r"(?:%.*\n\s*)*\\document(?:class|style)"),
)


def reader_named(name: str) -> Format:
    """The format of that name; raises UsageError with the names there are."""
    for reader in READERS:
        if reader.name == name:
            return reader
    raise UsageError(f"no input format {name!r}: there are {', '.join(r.name for r in READERS)}")


def detect(head: str, suffix: str, names: FieldMap = NO_NAMES) -> Format:
    """The format of a document by its first characters, and by its suffix where they leave it open.

    Columns are known by `names` too. Raises DamagedError for what is none of them.
    """
    fitting = [reader for reader in STRUCTURED if reader.matches(head)]
    if not fitting and delimited.is_table(head, names):
        return delimited.FORMAT
    by_suffix = [reader for reader in READERS if suffix in reader.suffixes]
    for reader in (*(r for r in fitting if r in by_suffix), *fitting):
        return reader
    beginning = head.lstrip(" \t\n")  # and no more: gzip starts with what Python thinks a blank
    foreign = next((name for name, start in _FOREIGN if re.match(start, beginning, re.I)), None)
    if foreign:
        raise DamagedError(f"this looks like {foreign}, which is not read")
    for reader in (*by_suffix, text.FORMAT):
        if reader is not text.FORMAT or reader.matches(head) or not head.strip():
            return reader
    raise DamagedError("this is neither text nor any other format that is read")
