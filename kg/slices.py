"""Parts of a build that are worth a picture: around a concept, of a paper or a venue, of an answer."""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kg.errors import UsageError
from kg.graph import assemble, overlay, reach, said_by
from kg.opened import Opened, find
from kg.records import Contents
from kg.store import NamedQuery, parse_query

if TYPE_CHECKING:
    import networkx as nx

_PAPERS = parse_query(
    """
#+ parameters:
#+   - {"name": "venue", "type": "venue", "default": null}
#+   - {"name": "year", "type": "integer", "default": null}
SELECT DISTINCT ?paper ?found {
  VALUES ?_venue { UNDEF }
  VALUES ?_year { UNDEF }
  ?paper a schema:ScholarlyArticle .
  OPTIONAL { ?paper kg:year ?found }
  FILTER(!BOUND(?_year) || ?found = ?_year)
  FILTER(!BOUND(?_venue) || EXISTS { ?paper dcterms:isPartOf ?_venue })
}
ORDER BY ?paper
""",
    "papers",
)


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a build, and what to call it."""

    title: str
    graph: "nx.MultiDiGraph"
    counted: bool = False  # anew, for what some papers say; not in the whole build


Slicer = Callable[[Opened], Slice]


def everything(opened: Opened) -> Slice:
    """The whole build."""
    papers = opened.report["papers"]["kept"]
    return Slice(f"Concepts of {papers:,} papers", opened.graph())


def of_concept(opened: Opened, name: str, hops: int = 1) -> Slice:
    """A concept with what lies within so many edges of it; raises UsageError for an unknown name."""
    iris = opened.store.find("concept", name)
    nodes = reach(iris, opened.store.neighbours, hops)
    return Slice(f"Neighbourhood of {opened.label(iris[0])}", opened.graph(nodes))


def of_paper(opened: Opened, name: str) -> Slice:
    """What a paper says, given its id, title or IRI; raises UsageError for an unknown one."""
    said = said_in(opened, opened.store.find("paper", name))
    return Slice(said.papers[0].title or said.papers[0].id, _assembled(opened, said), True)


def of_venue(opened: Opened, venue: str | None, year: int | None = None) -> Slice:
    """What the papers of a venue say, of one year or of all; raises UsageError where there are none."""
    if venue is not None and year is None:
        venue, year = venue_and_year(opened, venue)
    said = said_at(opened, venue, year)
    name = " ".join(str(part) for part in (venue, year) if part is not None)
    count = f"{len(said.papers):,} paper{'s' if len(said.papers) != 1 else ''}"
    return Slice(f"{name}: concepts of {count}", _assembled(opened, said), True)


def of_answer(opened: Opened, query: str, parameters: dict[str, str] | None = None) -> Slice:
    """The concepts in the answer to a question or to SPARQL, with the papers about them.

    Where an answer names papers and no concept, the concepts of those papers. Raises UsageError
    when it names neither.
    """
    question = find(query)
    answer = opened.store.query(question, parameters or {})
    named = opened.contents(answer.iris)
    concepts = {concept.iri for concept in named.concepts}
    papers = set(answer.iris) - concepts
    if concepts:
        nodes = concepts | papers | {p for iri in concepts for p in opened.store.papers_about(iri)}
    elif named.papers:
        nodes = set(reach(papers, opened.store.neighbours, 1))
    else:
        raise UsageError(
            "the answer names no concept or paper of the graph: let it give their IRIs"
        )
    return Slice(_title(question, parameters or {}), opened.graph(nodes))


def against(new: Opened, old: Opened, slicer: Slicer) -> Slice:
    """A part of two builds in one graph, each node and edge with its `change`; see `overlay`.

    What lies around a node in one of them is looked up in both; what some papers say is compared
    as it is. A part that only one of the builds knows is empty in the other.
    """
    now, was = _either(slicer, new), _either(slicer, old)
    known = now or was or slicer(new)
    if known.counted:
        nothing = Slice(known.title, assemble((), (), ()))
        graphs = (was or nothing).graph, (now or nothing).graph
    else:
        nodes = {node for part in (was, now) if part for node in part.graph}
        graphs = old.graph(nodes), new.graph(nodes)
    return Slice(f"{known.title}: {new.folder.name} against {old.folder.name}", overlay(*graphs))


def venue_and_year(opened: Opened, text: str) -> tuple[str, int | None]:
    """What `ICML 2023` means: the venue of that name if there is one, else ICML in 2023."""
    name, _, year = text.strip().rpartition(" ")
    if name and year.isdecimal() and len(year) == 4:
        with suppress(UsageError):
            opened.store.find("venue", text)
            return text, None
        return name, int(year)
    return text, None


def said_at(opened: Opened, venue: str | None, year: int | None = None) -> Contents:
    """What the papers of a venue or a year say, counted for themselves."""
    given = {"venue": venue, "year": None if year is None else str(year)}
    answer = opened.store.query(_PAPERS, {name: value for name, value in given.items() if value})
    if not answer:
        raise UsageError(f"no paper of {venue or 'any venue'} is of {year}: see `kg info`")
    return said_in(opened, answer.iris)


def said_in(opened: Opened, papers: Collection[str]) -> Contents:
    """What some papers say, given by IRI, counted for themselves."""
    contents = opened.contents(reach(papers, opened.store.neighbours, 1))
    return said_by(contents, contents.papers, opened.base)


def _title(question: str | NamedQuery, parameters: Mapping[str, str]) -> str:
    if isinstance(question, str):
        return "Answer to a query"
    return ": ".join(
        filter(None, (question.summary or question.name, ", ".join(parameters.values())))
    )


def _assembled(opened: Opened, said: Contents) -> "nx.MultiDiGraph":
    return assemble(said.papers, said.concepts, said.statements, opened.base)


def _either(slicer: Slicer, opened: Opened) -> Slice | None:
    try:
        return slicer(opened)
    except UsageError:
        return None
