"""BibTeX and BibLaTeX: entries as papers, whatever they share taken from macros and volumes.

An entry may inherit from a volume that comes after it, so entries whose volume is not yet known
wait for it, at most MAX_WAITING of them. Volumes (`@proceedings` and the like) without an abstract
are no papers, as little as `@string`, `@preamble` and `@comment`: they are read for the others.
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from kg.papers import latex
from kg.papers.document import MAX_LINE, Document
from kg.papers.fields import canonical
from kg.papers.format import Fault, Format, Record
from kg.papers.readers.bibtex_entries import Entry, entries
from kg.papers.values import in_order

MAX_WAITING = 1_000  # entries
MAX_SHARED = 10_000  # macros, and volumes
_MAX_SHORT = 1_000  # characters of a macro or of a volume's field

_VOLUMES = {"proceedings", "mvproceedings", "mvbook", "mvcollection", "periodical", "xdata", "set"}
_PARENTS = _VOLUMES | {"book", "collection", "reference", "mvreference"}
_INHERITED = ("shortname", "booktitle", "title", "journal", "journaltitle", "year", "date")
_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
# Fields that hold an address or an identifier, in which LaTeX's signs mean something else.
_ADDRESSES = {"url", "links", "doi", "arxiv", "acl", "openreview", "pubmed", "openalex", "dblp"}
_PREPRINT = re.compile(
    r"\s*arxiv(?:\s+preprint)?(?:\s*[:,]?\s*(?:abs/)?[\w.:/-]*\d)?\s*(?:\[[\w.-]+\])?\s*", re.I
)

Raw = Mapping[str, str]


def read(document: Document) -> Iterator[Record | Fault]:
    """Yield a record or a fault for each entry in file order, numbered by its first line."""
    library = _Library()
    waiting: deque[Entry | Fault] = deque()
    for item in _items(document, library):
        waiting.append(item)
        while waiting and (library.is_ready(waiting[0]) or len(waiting) > MAX_WAITING):
            yield library.record(waiting.popleft())
    yield from map(library.record, waiting)


def _items(document: Document, library: "_Library") -> Iterator[Entry | Fault]:
    """What is to become a record; whatever it may need has gone into the library before it."""
    for number, text in _blocks(document):
        if len(text) > MAX_LINE:
            yield Fault(number, f"an entry of more than {MAX_LINE:,} characters", text[:200])
            continue
        for item in entries(number, text, library.macros):
            if isinstance(item, Entry):
                library.add(item)
                for name in item.undefined:
                    document.remark(item.number, f"{name!r} is defined by no @string and stays")
            if isinstance(item, Fault) or _is_paper(item):
                yield item


def _is_paper(entry: Entry) -> bool:
    return entry.type != "string" and (entry.type not in _VOLUMES or "abstract" in entry.fields)


def _blocks(document: Document) -> Iterator[tuple[int, str]]:
    """The lines from one that begins with an entry up to the next such; what exceeds is cut."""
    start, lines, size = 1, list[str](), 0
    for number, line in document.lines():
        if _ENTRY.match(line):
            yield start, "\n".join(lines)
            start, lines, size = number, [], 0
        if size <= MAX_LINE:
            lines.append(line)
            size += len(line) + 1
    yield start, "\n".join(lines)


@dataclass(slots=True)
class _Library:
    """What the entries of a file share."""

    macros: dict[str, str] = field(default_factory=lambda: dict(zip(_MONTHS, _MONTHS, strict=True)))
    volumes: dict[str, Raw] = field(default_factory=dict)
    last: Raw = field(default_factory=dict)  # the volume that a list of its papers begins with

    def add(self, entry: Entry) -> None:
        """Keep what others may refer to."""
        if entry.type == "string" and len(self.macros) < MAX_SHARED:
            self.macros.update({name: value[:_MAX_SHORT] for name, value in entry.fields.items()})
        elif entry.type in _PARENTS and len(self.volumes) < MAX_SHARED:
            own = {n: entry.fields[n][:_MAX_SHORT] for n in _INHERITED if entry.fields.get(n)}
            volume = {**self._parent(entry), **own}
            self.volumes.setdefault(entry.key.lower(), volume)
            if entry.type in _VOLUMES:
                self.last = volume

    def is_ready(self, item: Entry | Fault) -> bool:
        """Whether all that an entry refers to is known."""
        return isinstance(item, Fault) or all(key in self.volumes for key in _references(item))

    def record(self, item: Entry | Fault) -> Record | Fault:
        """The entry as a record, with what it inherits."""
        if isinstance(item, Fault):
            return item
        parent = self._parent(item)
        volume = dict(parent)
        if title := volume.pop("title", None):
            volume.setdefault("booktitle", title)
        if not parent and item.type == "inproceedings" and "booktitle" not in item.fields:
            volume = {name: value for name, value in self.last.items() if name != "title"}
        return Record(item.number, {**_fields({**volume, **item.fields}), "id": item.key})

    def _parent(self, entry: Entry) -> Raw:
        known = [self.volumes[key] for key in _references(entry) if key in self.volumes]
        return {name: value for volume in reversed(known) for name, value in volume.items()}


def _references(entry: Entry) -> list[str]:
    named = (entry.fields.get(name, "") for name in ("crossref", "xdata"))
    return [key.strip().lower() for keys in named for key in keys.split(",") if key.strip()]


def _fields(raw: Raw) -> dict[str, object]:
    """The fields that are known, in Unicode and under their common names."""
    fields: dict[str, object] = {}
    for name, value in _preprint(raw).items():
        known = canonical(name)
        if name in ("author", "authors"):
            fields["authors"] = [_name(part) for part in latex.names(value) if part != "others"]
        elif known in _ADDRESSES:
            fields[name] = latex.address(value)
        elif known == "abstract":
            fields[name] = latex.plain(latex.unwrapped(value))
        elif known and known != "id":
            fields[name] = latex.plain(" ".join(value.split()))
    if raw.get("subtitle") and fields.get("title"):
        fields["title"] = f"{fields['title']}: {latex.plain(raw['subtitle'])}"
    if "shortname" in raw:
        fields["venue"] = latex.plain(raw["shortname"])
    return fields


def _preprint(raw: Raw) -> dict[str, str]:
    """The fields, with an arXiv or PubMed number that another field holds under its own name."""
    found = dict(raw)
    if raw.get("eprinttype", raw.get("archiveprefix", "")).lower() == "pubmed":
        found["pubmed"] = found.pop("eprint", "")
    for name in ("journal", "howpublished", "note"):
        if _PREPRINT.fullmatch(raw.get(name, "")):
            found.setdefault("arxivid", raw[name])
            found["journal"] = found.get("journal", "arXiv") if name != "journal" else "arXiv"
    return found


def _name(raw: str) -> str:
    """An author's name in its usual order; one in braces is that of a body, and stays."""
    parts = dict(re.findall(r"\b(family|given|prefix)\s*=\s*\{?([^,{}]*)", raw))
    if "family" in parts:  # BibLaTeX's own way
        raw = ", ".join(
            filter(None, (parts.get("prefix", "") + " " + parts["family"], parts.get("given")))
        )
    plain = " ".join(latex.plain(raw).split())
    is_body = raw.startswith("{") and raw.find("}") == len(raw) - 1
    return plain if is_body else in_order(plain)


_ENTRY = re.compile(
    r"\s*@\s*(?:(?:string|preamble|comment)\s*[{(]|[a-z]+\s*[{(]\s*(?:[^\s,{}()=\"]*\s*(?:,|$)|\w+\s*=))",
    re.IGNORECASE,
)
_BEGINNING = re.compile(
    rf"(?:(?!\s*@)[^\n]{{0,200}}\n){{0,20}}?(?:{_ENTRY.pattern})", re.IGNORECASE
)


def _matches(head: str) -> bool:
    return bool(_BEGINNING.match(head))


FORMAT = Format(
    "bibtex",
    "BibTeX or BibLaTeX, as Zotero, Mendeley, JabRef, PMLR, the ACL Anthology … write it",
    (".bib", ".bibtex"),
    _matches,
    read,
)
