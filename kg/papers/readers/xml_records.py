"""XML -> its records one at a time, whatever is wrong with the rest of the file.

An XML parser stops at the first error and loses all that follows. Here the text is cut at the tags
of its records and each is parsed by itself: a broken record costs itself alone, and memory holds
one. What a file declares is not believed: no DTD is read or fetched, no entity is expanded but those
that stand for one character, and a file that declares entities of its own is refused.
"""

import html
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from html.entities import html5
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from kg.papers.document import MAX_LINE, DamagedError, Document
from kg.papers.format import Fault, Record
from kg.papers.values import well_formed

MAX_DEPTH = 100  # elements inside one another; the deepest formula has 20
_HIDING = {"<!--": "-->", "<![CDATA[": "]]>"}  # between these, tags are none
_DECLARED = re.compile(r"<!DOCTYPE[^<>\[]*\[|<!ENTITY", re.IGNORECASE)
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")
_REFERENCE = re.compile(r"<!\[CDATA\[.*?\]\]>|&(?:(#x?[0-9a-f]+|\w+);)?", re.DOTALL | re.IGNORECASE)
_OWN = {"amp", "lt", "gt", "quot", "apos"}

Fields = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Piece:
    """A record's text from tag to tag, the line it starts on, and what is wrong with it if anything."""

    name: str
    line: int
    text: str
    broken: str = ""


def root(head: str) -> str:
    """The name of a document's outermost element, without prefix; "" where there is none.

    >>> root("<?xml version='1.0'?>\\n<!DOCTYPE dblp SYSTEM 'dblp.dtd'>\\n<dblp>")
    'dblp'
    """
    start = head.lstrip("\ufeff \t\r\n")
    if not start.startswith("<"):
        return ""
    found = re.search(
        r"<(?:[\w.-]+:)?([A-Za-z_][\w.-]*)", re.sub(r"<!--.*?-->", "", start, flags=re.S)
    )
    return found[1] if found else ""


def records(
    document: Document, names: Collection[str], fields: Callable[[Element], Fields | str]
) -> Iterator[Record | Fault]:
    """A record or a fault for each element of these names; `fields` may give a reason instead."""
    for number, piece in enumerate(pieces(document, names), 1):
        yield judged(number, piece, fields)


def judged(number: int, piece: Piece, fields: Callable[[Element], Fields | str]) -> Record | Fault:
    """The record that a piece holds, or its fault with the line where it stands."""
    try:
        found = fields(parse(piece))
    except ValueError as error:
        found = str(error)
    if isinstance(found, str):
        return Fault(number, f"line {piece.line}: {found}", piece.text[:400])
    return Record(number, found)


def pieces(
    document: Document, names: Collection[str], openings: Collection[str] = ()
) -> Iterator[Piece]:
    """The elements of these names, and of `openings` the tag alone; raises DamagedError.

    >>> from io import BytesIO
    >>> [piece.text for piece in pieces(Document(BytesIO(b"<a><b/><b>x</b></a>")), ["b"])]
    ['<b/>', '<b>x</b>']
    """
    _refuse_declarations(document.head)
    cutter = _Cutter(names, openings)
    for segment in _segments(document, cutter.tag):
        yield from cutter.take(segment)
    yield from cutter.end()


def parse(piece: Piece) -> Element:
    """The piece as a tree, names without prefixes; raises ValueError with the reason."""
    if piece.broken:
        raise ValueError(piece.broken)
    builder, depth = TreeBuilder(), 0

    def start(name: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MAX_DEPTH:
            raise ValueError(f"elements nested more than {MAX_DEPTH} deep")
        builder.start(_local(name), {_local(key): value for key, value in attributes.items()})

    def end(name: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(_local(name))

    parser = expat.ParserCreate()  # of no namespaces: a record does not hold what declares them
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    try:
        parser.Parse(_plain(piece.text), True)
    except expat.ExpatError as error:
        where = f" in line {piece.line + error.lineno - 1}" if error.lineno > 1 else ""
        raise ValueError(f"not valid XML: {expat.ErrorString(error.code)}{where}") from error
    return builder.close()


def words(element: Element | None) -> str:
    """The text of an element on one line: marks of type are dropped, TeX stays between dollars.

    >>> from xml.etree.ElementTree import fromstring
    >>> words(fromstring("<t><i>In</i> time <tex-math>O(n)</tex-math>\\n and <fixed-case>H</fixed-case>e</t>"))
    'In time $O(n)$ and He'
    """
    return "" if element is None else " ".join(_inline(element).split())


def unwrapped(element: Element | None) -> str:
    """The text of an element whose lines are wrapped: a paragraph is what a blank or indent begins.

    >>> from xml.etree.ElementTree import fromstring
    >>> unwrapped(fromstring("<s>  We prune\\nand graft.\\n  Then we\\nrest.</s>"))
    'We prune and graft.\\nThen we rest.'
    """
    text = "" if element is None else _inline(element).strip()
    return "\n".join(" ".join(paragraph.split()) for paragraph in re.split(r"\n\s*\n|\n\s+", text))


def each(element: Element, path: str) -> list[str]:
    """The words of every element at the path that has any."""
    return list(filter(None, map(words, element.iterfind(path))))


def _inline(element: Element) -> str:
    inside = [element.text or ""]
    for child in element:
        inside += _inline(child), child.tail or ""
    text = "".join(inside)
    return f"${text}$" if element.tag == "tex-math" else text


def _local(name: str) -> str:
    return name.rpartition(":")[2]


def _refuse_declarations(head: str) -> None:
    first = root(head)
    if first and _DECLARED.search(head[: head.find(f"<{first}")]):
        raise DamagedError(
            "this XML declares entities of its own, as a bomb does: "
            "take its <!DOCTYPE …> out, and write for each entity what it stands for"
        )


def _segments(document: Document, tag: re.Pattern[str]) -> Iterator[str]:
    """The text cut before each tag; joined it is whole again, and no tag is in two segments."""
    pending = ""
    for chunk in document.chunks():
        pending += chunk
        safe = pending.rfind("<")
        if safe < 0 or len(pending) - safe > MAX_LINE:
            safe = max(0, len(pending) - 2)  # these may begin what ends a comment
        yield from _cut(pending[:safe], tag)
        pending = pending[safe:]
    yield from _cut(pending, tag)


def _cut(text: str, tag: re.Pattern[str]) -> Iterator[str]:
    start = 0
    for found in tag.finditer(text):
        if found.start() > start:
            yield text[start : found.start()]
        start = found.start()
    yield text[start:]


class _Cutter:
    """Puts segments together to pieces; `tag` is what a segment may begin with."""

    def __init__(self, names: Collection[str], openings: Collection[str]) -> None:
        known = "|".join(map(re.escape, (*names, *openings)))
        name = rf"(?P<end>/?)(?:[\w.-]+:)?(?P<name>{known})(?=[\s/>])"
        self.tag = re.compile(rf"<(?:!--|!\[CDATA\[|{name})|-->|\]\]>")
        self._openings = openings
        self._line = 1
        self._hidden = ""  # what ends the comment or the literal text that we are in
        self._parts: list[str] = []
        self._start: Piece | None = None
        self._size = 0

    def take(self, segment: str) -> Iterator[Piece]:
        """Take the next segment; yields the piece that it ends, and the one that it shows cut."""
        found = self.tag.match(segment)
        name = found["name"] if found and not self._hidden else None
        if name and found and not found["end"]:
            yield from self._open(name, segment)
        elif self._start:
            closes = name == self._start.name
            self._add(segment[: segment.find(">") + 1] if closes else segment)
            if closes:
                yield self._piece()
        self._hide(found[0] if found else "")
        self._line += segment.count("\n")

    def end(self) -> Iterator[Piece]:
        """The piece that the end of the text cuts, if any."""
        if self._start:
            yield self._piece(f"the end of the file comes before </{self._start.name}>")

    def _open(self, name: str, segment: str) -> Iterator[Piece]:
        tag = segment[: segment.find(">") + 1]
        if name in self._openings:
            yield Piece(name, self._line, tag.rstrip("/>") + "/>")
            return
        if self._start:
            yield self._piece(f"another <{name}> comes before </{self._start.name}>")
        if tag.endswith("/>"):
            yield Piece(name, self._line, tag)
        else:
            self._start = Piece(name, self._line, "")
            self._add(segment)

    def _add(self, segment: str) -> None:
        self._size += len(segment)
        if self._size <= MAX_LINE:
            self._parts.append(segment)

    def _piece(self, broken: str = "") -> Piece:
        assert self._start
        if self._size > MAX_LINE:
            broken = f"more than {MAX_LINE:,} characters"
        piece = replace(self._start, text="".join(self._parts), broken=broken)
        self._parts, self._start, self._size = [], None, 0
        return piece

    def _hide(self, mark: str) -> None:
        if mark == self._hidden:
            self._hidden = ""
        self._hidden = self._hidden or _HIDING.get(mark, "")


def _plain(text: str) -> str:
    """The text with nothing in it that XML forbids and no entity that needs a DTD."""
    return _REFERENCE.sub(_resolved, _FORBIDDEN.sub("\ufffd", well_formed(text)))


def _resolved(reference: re.Match[str]) -> str:
    """An entity as its character, one that nobody knows as it is written."""
    name = reference[1] or ""
    if reference[0].startswith("<") or name in _OWN:
        return reference[0]
    if name.startswith("#"):
        return html.escape(html.unescape(reference[0]) or "\ufffd")
    return html.escape(html5.get(f"{name};", reference[0]))
