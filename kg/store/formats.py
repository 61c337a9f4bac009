"""An answer as text: a table for a terminal, Markdown, and the W3C's formats."""

import csv
import io
import json
import re
import unicodedata
from collections.abc import Callable, Sequence
from xml.sax.saxutils import escape, quoteattr

import pyoxigraph as ox

from kg import vocab
from kg.errors import QueryError, UsageError
from kg.store.answer import Answer, Term, value

_XML = '<?xml version="1.0"?>\n<sparql xmlns="http://www.w3.org/2005/sparql-results#">'
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NARROWEST = 8  # characters that a column keeps when the table is too wide


def to_table(answer: Answer, width: int = 100) -> str:
    """Aligned columns of at most `width` characters in all; long cells end in `…`.

    IRIs are shown as CURIEs, numbers stand to the right, and nothing in a cell can move the
    cursor or colour the terminal.
    """
    rows = [[_shown(term) for term in row] for row in answer.terms]
    columns = [list(column) for column in zip(answer.columns, *rows, strict=True)]
    widths = _fitted([max(map(_cells, column)) for column in columns], width)
    right = [_is_numeric(answer, index) for index in range(len(columns))]
    lines = [answer.columns, ["─" * size for size in widths], *rows]
    return "".join(_line(line, widths, right) for line in lines)


def to_md(answer: Answer) -> str:
    """A Markdown table."""
    rows = [[_escaped(_shown(term)) for term in row] for row in answer.terms]
    rule = ["---:" if _is_numeric(answer, i) else "---" for i in range(len(answer.columns))]
    return "".join(f"| {' | '.join(row)} |\n" for row in [list(answer.columns), rule, *rows])


def to_csv(answer: Answer) -> str:
    """SPARQL 1.1 CSV: plain values, lines ending in CRLF as RFC 4180 has them."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(answer.columns)
    writer.writerows([_plain(term) for term in row] for row in answer.terms)
    return out.getvalue()


def to_tsv(answer: Answer) -> str:
    """SPARQL 1.1 TSV: terms in Turtle's syntax, nothing lost."""
    lines = [[f"?{name}" for name in answer.columns]]
    lines += [["" if term is None else str(term) for term in row] for row in answer.terms]
    return "".join("\t".join(line) + "\n" for line in lines)


def to_json(answer: Answer, indent: int | None = 1) -> str:
    """SPARQL 1.1 JSON; a graph has the columns `subject`, `predicate`, `object`."""
    if answer.kind == "boolean":
        return _dumped({"head": {}, "boolean": bool(answer)}, indent)
    bindings = [
        {name: _json(term) for name, term in zip(answer.columns, row, strict=True) if term}
        for row in answer.terms
    ]
    head = {"vars": list(answer.columns)}
    return _dumped({"head": head, "results": {"bindings": bindings}}, indent)


def to_xml(answer: Answer) -> str:
    """SPARQL 1.1 XML; characters that XML cannot hold become U+FFFD."""
    if answer.kind == "boolean":
        return f"{_XML}<head/><boolean>{str(bool(answer)).lower()}</boolean></sparql>\n"
    head = "".join(f"<variable name={quoteattr(name)}/>" for name in answer.columns)
    rows = "".join(f"{_xml_row(answer.columns, row)}\n" for row in answer.terms)
    return f"{_XML}<head>{head}</head>\n<results>\n{rows}</results></sparql>\n"


def to_turtle(answer: Answer) -> str:
    """The triples of a `CONSTRUCT` or `DESCRIBE`; raises `UsageError` for other answers."""
    return _graph(answer, ox.RdfFormat.TURTLE, "Turtle")


def to_ntriples(answer: Answer) -> str:
    """The triples as N-Triples; raises `UsageError` as `to_turtle`."""
    return _graph(answer, ox.RdfFormat.N_TRIPLES, "N-Triples")


def to_rdfxml(answer: Answer) -> str:
    """The triples as RDF/XML; raises `UsageError` as `to_turtle`."""
    return _NO_XML.sub("\ufffd", _graph(answer, ox.RdfFormat.RDF_XML, "RDF/XML"))


def to_jsonld(answer: Answer) -> str:
    """The triples as JSON-LD; raises `UsageError` as `to_turtle`."""
    return _graph(answer, ox.RdfFormat.JSON_LD, "JSON-LD")


FORMATS: dict[str, Callable[[Answer], str]] = {
    "table": to_table,
    "md": to_md,
    "csv": to_csv,
    "tsv": to_tsv,
    "json": to_json,
    "xml": to_xml,
    "turtle": to_turtle,
    "ntriples": to_ntriples,
    "rdfxml": to_rdfxml,
    "jsonld": to_jsonld,
}


def _graph(answer: Answer, format: ox.RdfFormat, name: str) -> str:
    if answer.kind != "triples":
        raise UsageError(f"only CONSTRUCT and DESCRIBE answer in {name}: choose another format")
    # A template may make the same triple of several rows.
    triples = sorted({ox.Triple(*row) for row in answer.terms}, key=str)  # type: ignore[arg-type]
    try:
        data = ox.serialize(triples, format=format, prefixes=vocab.PREFIXES)
    except (ValueError, OSError) as error:
        raise QueryError(f"the answer cannot be written as {name}: {error}") from error
    return (data or b"").decode("utf-8")


def _shown(term: Term | None) -> str:
    if isinstance(term, ox.NamedNode):
        return _one_line(vocab.curie(term.value))
    found = value(term)
    return f"{found:.4g}" if isinstance(found, float) else _one_line(_plain(term))


def _plain(term: Term | None) -> str:
    if isinstance(term, ox.NamedNode | ox.Literal):
        return term.value
    return "" if term is None else str(term)


def _one_line(text: str) -> str:
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())


def _escaped(text: str) -> str:
    for mark in "\\|<>`*_[":
        text = text.replace(mark, f"\\{mark}")
    return text


def _is_numeric(answer: Answer, index: int) -> bool:
    found = [value(row[index]) for row in answer.terms if row[index] is not None]
    return bool(found) and not any(isinstance(item, str) for item in found)


def _cells(text: str) -> int:
    """Columns of a terminal: two for a wide character, none for a combining one."""
    wide = sum(unicodedata.east_asian_width(c) in "WF" for c in text)
    return len(text) + wide - sum(unicodedata.combining(c) > 0 for c in text)


def _fitted(widths: Sequence[int], total: int) -> list[int]:
    """The widths with the widest column made narrower until all fit, if they can."""
    fitted = list(widths)
    while fitted and sum(fitted) + 2 * (len(fitted) - 1) > total and max(fitted) > _NARROWEST:
        fitted[fitted.index(max(fitted))] -= 1
    return fitted


def _line(cells: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> str:
    padded = [_padded(*cell) for cell in zip(cells, widths, right, strict=True)]
    return "  ".join(padded).rstrip() + "\n"


def _padded(text: str, width: int, right: bool) -> str:
    if _cells(text) > width:
        while _cells(text) > width - 1:
            text = text[:-1]
        text += "…"
    blanks = " " * (width - _cells(text))
    return blanks + text if right else text + blanks


def _json(term: Term) -> dict[str, object]:
    if isinstance(term, ox.NamedNode):
        return {"type": "uri", "value": term.value}
    if isinstance(term, ox.BlankNode):
        return {"type": "bnode", "value": term.value}
    if isinstance(term, ox.Triple):
        parts = ("subject", term.subject), ("predicate", term.predicate), ("object", term.object)
        return {"type": "triple", "value": {name: _json(part) for name, part in parts}}
    literal: dict[str, object] = {"type": "literal", "value": term.value}
    if term.language:
        literal["xml:lang"] = term.language
    elif term.datatype.value != f"{vocab.PREFIXES['xsd']}string":
        literal["datatype"] = term.datatype.value
    return literal


def _xml_row(columns: Sequence[str], row: Sequence[Term | None]) -> str:
    pairs = zip(columns, row, strict=True)
    bound = (
        f"<binding name={quoteattr(name)}>{_xml(term)}</binding>" for name, term in pairs if term
    )
    return f"<result>{''.join(bound)}</result>"


def _xml(term: Term) -> str:
    if isinstance(term, ox.NamedNode):
        return f"<uri>{_xml_text(term.value)}</uri>"
    if isinstance(term, ox.BlankNode):
        return f"<bnode>{term.value}</bnode>"
    if isinstance(term, ox.Triple):
        parts = ("subject", term.subject), ("predicate", term.predicate), ("object", term.object)
        return (
            f"<triple>{''.join(f'<{name}>{_xml(part)}</{name}>' for name, part in parts)}</triple>"
        )
    kind = ""
    if term.language:
        kind = f" xml:lang={quoteattr(term.language)}"
    elif term.datatype.value != f"{vocab.PREFIXES['xsd']}string":
        kind = f" datatype={quoteattr(term.datatype.value)}"
    return f"<literal{kind}>{_xml_text(term.value)}</literal>"


def _xml_text(text: str) -> str:
    """Escaped; a bare CR would be read back as a line feed."""
    return _NO_XML.sub("\ufffd", escape(text, {"\r": "&#13;"}))


def _dumped(document: object, indent: int | None) -> str:
    return json.dumps(document, ensure_ascii=False, indent=indent) + "\n"
