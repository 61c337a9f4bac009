"""What an acronym means where its paper does not say: the sense that clearly dominates.

Senses are counted over the papers of the corpus; where it has no definition of its own, over the
abstracts with which the package was made (`kg/data/acronyms.tsv`: acronym, kind, expansion, papers
that define it so, and their share among the papers that define the acronym within the kind and over
all kinds).
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Literal

from kg.records import ConceptType

Kind = Literal["metric", "dataset", "thing"]  # acronyms pass between methods and tasks
KINDS: tuple[Kind, ...] = ("thing", "metric", "dataset")
PACKAGED = Path(__file__).parent.parent / "data" / "acronyms.tsv"

SHARE = 0.8  # of the papers that define an acronym
PAPERS = 3

_MEASURE_WORDS = (
    "accuracy coefficient discrepancy distance divergence error gap index measure metric precision "
    "rank rate ratio recall regret score similarity"
)
_MEASURES = frozenset(_MEASURE_WORDS.split())
_COLLECTIONS = frozenset(("benchmark", "corpus", "database", "dataset"))


@dataclass(frozen=True, slots=True)
class Sense:
    """One meaning of an acronym, in match keys."""

    expansion: str
    kind: Kind
    papers: int
    share: float  # of the papers that define the acronym as something of this kind
    overall: float  # of the papers that define it at all


def kind_of(type: ConceptType) -> Kind:
    """The kind of a concept of this type."""
    return type if type in ("metric", "dataset") else "thing"


def kind_of_name(match: str) -> Kind:
    """The kind of a thing that no paper gives a type, by the last word of its match key.

    >>> kind_of_name("success rate"), kind_of_name("super resolution")
    ('metric', 'thing')
    """
    last = match.rpartition(" ")[2]
    if last in _MEASURES:
        return "metric"
    return "dataset" if last in _COLLECTIONS else "thing"


def senses(counts: Mapping[str, int], kinds: Mapping[str, Kind]) -> tuple[Sense, ...]:
    """The senses of one acronym, the most used first.

    Args:
        counts: the papers that define it so, by expansion.
        kinds: the kind of each expansion.
    """
    totals: Counter[Kind] = Counter()
    for expansion, papers in counts.items():
        totals[kinds[expansion]] += papers
    ranked = sorted(counts.items(), key=lambda count: (-count[1], count[0]))
    return tuple(
        Sense(each, kinds[each], n, n / totals[kinds[each]], n / totals.total())
        for each, n in ranked
    )


def dominant(among: tuple[Sense, ...], kind: Kind) -> Sense | None:
    """The sense that dominates where a thing of this kind is named.

    It dominates among the senses of its kind, or else among all, but a dataset is no method by the
    same letters.
    """
    frequent = [sense for sense in among if sense.papers >= PAPERS]
    for sense in frequent:
        if sense.kind == kind and sense.share >= SHARE:
            return sense
    if any(sense.kind == kind for sense in among):
        return None
    fitting = (s for s in frequent if s.overall >= SHARE and "dataset" not in (kind, s.kind))
    return next(fitting, None)


@lru_cache(2)
def packaged(path: Path = PACKAGED) -> Mapping[str, tuple[Sense, ...]]:
    """The senses that the package knows, by acronym."""
    found: dict[str, tuple[Sense, ...]] = {}
    for line in path.read_text(encoding="utf-8").splitlines()[1:]:
        acronym, kind, expansion, papers, share, overall = line.split("\t")
        sense = Sense(expansion, kind, int(papers), float(share), float(overall))  # type: ignore[arg-type]
        found[acronym] = (*found.get(acronym, ()), sense)
    return found
