"""Web of Science's own tagged text; its tab-delimited form is read as any other table."""

import re
from collections.abc import Iterator

from kg.papers.dialects import WEB_OF_SCIENCE
from kg.papers.document import Document
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.tagged import Syntax, Tagged, records

_ONE_A_LINE = ("AU", "AF", "BA", "BF")  # people; any other value is wrapped
_WANTED = frozenset(("PT", *WEB_OF_SCIENCE))
_SYNTAX = Syntax(
    re.compile(r"(?P<tag>[A-Z][A-Z0-9])(?P<value>(?: .*)?)$"),
    first=frozenset(("PT",)),
    core=frozenset(("AU", "AF", "TI", "AB")),
    wanted=_WANTED,
    last="ER",
)
_BEGINNING = re.compile(
    r"\ufeff?\s*(?:FN [^\n]*\n(?:[^\n]*\n){0,3}?)?(?:VR [^\n]*\n)?PT [A-Z]\w?[ \t]*\n(?:AU|AF|TI|BA|CA|SO) ",
)


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each record, numbered by its first line."""
    for record in records(document, _SYNTAX):
        yield record if isinstance(record, Fault) else Record(record.number, _fields(record))


def _fields(record: Tagged) -> dict[str, object]:
    """The values under their tags: the dialect knows what they mean."""
    tags = dict.fromkeys(tag for tag, _ in record.items)
    fields = {tag: record.first(tag, joint="\n" if tag in _ONE_A_LINE else " ") for tag in tags}
    return {"UT": "", "PT": "", **fields}


def _matches(head: str) -> bool:
    return bool(_BEGINNING.match(head))


FORMAT = Format("wos", "Web of Science's tagged text", (".ciw", ".isi"), _matches, read)
