"""The pages: what a browser shows of an answer, a concept, a paper."""

import json
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.responses import HTMLResponse

from kg import vocab
from kg.records import CONCEPT_TYPES
from kg.serve.editor import EDITOR_STYLE
from kg.serve.settings import Limits
from kg.serve.words import BACKWARDS, ROLES, STATEMENTS
from kg.store import NamedQuery, load_queries

ROWS = 1_000  # that a page shows; a file has as many as the limits allow

HERE = Path(__file__).parent
POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
_FILES = {"rows": ("csv", "json", "tsv", "xml"), "triples": ("turtle", "ntriples", "jsonld")}
_EXAMPLE = """SELECT ?dataset (COUNT(?paper) AS ?papers) ?iri {
  ?paper kg:evaluatesOn ?iri .
  ?iri skos:prefLabel ?dataset .
}
GROUP BY ?dataset ?iri
ORDER BY DESC(?papers) ?dataset
LIMIT 20"""


class Pages:
    """Renders pages of one build."""

    def __init__(self, build: Path, base: str, limits: Limits) -> None:
        """`base` is that of the IRIs which the build minted."""
        self._base = base
        self.questions = load_queries()
        self._environment = Environment(
            loader=FileSystemLoader(HERE / "templates"),
            autoescape=True,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._environment.globals.update(
            addresses=vocab.PAPER_ADDRESSES,
            base=base,
            counts=_counts(build / "report.json"),
            curie=vocab.curie,
            external=_external,
            href=self.address,
            limits=limits,
            paper_iri=self._paper,
            prefixes=vocab.PREFIXES,
            questions=self.questions,
            types=CONCEPT_TYPES,
            words=STATEMENTS,
            here="",
            wide=False,
        )

    def home(
        self, query: str, answer: Mapping[str, Any] | None, problem: str, editor: bool
    ) -> HTMLResponse:
        """The form for a query, and its answer."""
        files = _files(answer, "/sparql", {"query": query})
        shown = _linked(answer)
        page = self._page(
            "home", here="ask", query=query or _EXAMPLE, answer=shown, problem=problem,
            files=files, editor=editor, name="", wide=True,
        )  # fmt: skip
        if editor:
            allowed = POLICY.replace("style-src 'self'", f"style-src 'self' {EDITOR_STYLE}")
            page.headers["Content-Security-Policy"] = allowed
        return page

    def list_questions(self) -> HTMLResponse:
        """All questions."""
        return self._page("questions", here="questions")

    def question(
        self,
        question: NamedQuery,
        given: Mapping[str, str],
        answer: Mapping[str, Any] | None,
        problem: str = "",
    ) -> HTMLResponse:
        """A question with its form, and its answer."""
        address = f"/questions/{question.name}"
        example = {p.name: p.example for p in question.parameters if not p.optional}
        wanted = not answer and not problem
        return self._page(
            "question", here="questions", question=question, given=given, answer=_linked(answer),
            problem=problem, files=_files(answer, address, given), wide=True,
            example=f"{address}?{urlencode(example)}" if wanted else "",
            example_text=", ".join(example.values()),
            editor_address=f"/?{urlencode({'query': _body(answer['text'])})}" if answer else "",
        )  # fmt: skip

    def concept(self, concept: Mapping[str, Any]) -> HTMLResponse:
        """All about a concept."""
        return self._page("concept", concept=concept, links=_link_groups(concept), roles=ROLES)

    def choices(self, name: str, choices: Sequence[Mapping[str, Any]]) -> HTMLResponse:
        """The concepts that share a name."""
        return self._page("choices", name=name, choices=choices)

    def paper(self, paper: Mapping[str, Any]) -> HTMLResponse:
        """All about a paper."""
        record = paper["record"]
        fields = ("venue", "year", "authors", "address", "code", "page", "id", "abstract")
        title = [*record.get("title", ()), *record.get("begins", ()), paper["iri"]][0]
        return self._page(
            "paper", title=title, iri=paper["iri"], roles=paper["roles"], said=paper["sentences"],
            record={name: record.get(name, []) for name in fields},
        )  # fmt: skip

    def problem(self, status: int, problem: str, headers: Mapping[str, str]) -> HTMLResponse:
        """What went wrong."""
        page = self._page("problem", status, status=status, problem=problem)
        page.headers.update(headers)
        return page

    def _page(self, template: str, code: int = 200, **context: Any) -> HTMLResponse:
        text = self._environment.get_template(f"{template}.html.j2").render(context)
        return HTMLResponse(
            text.encode("utf-8", "replace"), code, {"Content-Security-Policy": POLICY}
        )

    def address(self, iri: str) -> str:
        """Where an IRI leads: a page of ours, its own address if that is of the web, or nowhere."""
        if iri.startswith(f"{self._base}concept/"):
            return f"/concept/{quote(unquote(iri[len(self._base) + 8 :]))}"
        paper = self._paper(iri)
        if paper:
            return f"/paper/{quote(paper, safe='/:')}"
        return iri if _external(iri) and not iri.startswith(self._base) else ""

    def _paper(self, iri: str) -> str:
        """The id of a paper by its IRI; empty when it cannot be one."""
        own = f"{self._base}paper/"
        if iri.startswith(own):
            return unquote(iri[len(own) :])
        for prefix, address in vocab.PAPER_ADDRESSES.items():
            if iri.startswith(address):
                return f"{prefix}:{unquote(iri[len(address) :])}"
        return ""


def _external(address: object) -> bool:
    return isinstance(address, str) and address.startswith(("https://", "http://"))


def _counts(report: Path) -> dict[str, int] | None:
    try:
        numbers = json.loads(report.read_bytes())
        return {
            "papers": int(numbers["papers"]["kept"]),
            "concepts": int(numbers["concepts"]["all"]),
        }
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _files(
    answer: Mapping[str, Any] | None, address: str, values: Mapping[str, str]
) -> dict[str, str]:
    formats = _FILES.get(answer["kind"], ()) if answer else ()
    return {name: f"{address}?{urlencode({**values, 'format': name})}" for name in formats}


def _linked(answer: Mapping[str, Any] | None) -> dict[str, Any] | None:
    """The answer with the column that each IRI belongs to: a name is a better link than an IRI."""
    if not answer:
        return None
    columns = answer["columns"]
    targets, hidden = {}, []
    for column, names in (("iri", ("value", *columns)), ("paper", ("title",))):
        name = next((name for name in names if name in columns and name != column), None)
        if column in columns and name:
            targets[columns.index(name)] = columns.index(column)
            hidden += [columns.index(column)] if column == "iri" else []
    numeric = {
        index for row in answer["rows"] for index, cell in enumerate(row) if cell[1] == "number"
    }
    return {**answer, "targets": targets, "hidden": hidden, "numeric": numeric}


def _link_groups(concept: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The links by what they say, in the order of the words; compared both ways is one group."""
    groups: dict[str, dict[str, Any]] = {}
    for link in concept["links"]:
        words = STATEMENTS if link["direction"] == "out" else BACKWARDS
        name = words.get(link["relation"], link["relation"])
        groups.setdefault(name, {})[link["iri"]] = link
    order = list(dict.fromkeys((*STATEMENTS.values(), *BACKWARDS.values())))
    ranked = sorted(groups, key=lambda name: order.index(name) if name in order else len(order))
    return [{"words": name, "rows": list(groups[name].values())} for name in ranked]


def _body(text: str) -> str:
    """The query without its header."""
    return re.sub(r"\A(#\+.*\n)*\s*", "", text)
