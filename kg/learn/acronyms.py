"""The table of acronyms that the package knows: definitions counted over many abstracts."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from kg.link.acronyms import definition, is_acronym, same_expansion
from kg.link.generic import is_generic
from kg.link.keys import key, plainness
from kg.link.senses import PAPERS, SHARE, Sense, kind_of_name, senses

_PARENTHESISED = re.compile(r"\(([^()\s,;]{2,14})[),;]")
_HEADER = "acronym\tkind\texpansion\tpapers\tshare\toverall"

Counts = Mapping[str, Mapping[str, int]]  # acronym -> expansion -> papers, in match keys


def definitions(texts: Iterable[str]) -> Counts:
    """Count the papers that define each acronym, expansions that differ in endings taken as one."""
    counts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for text in texts:
        for acronym, expansion in sorted(set(_defined(text))):
            counts[acronym][expansion] += 1
    return {acronym: _joined(counts[acronym]) for acronym in sorted(counts)}


def write_table(counts: Counts, path: Path) -> int:
    """Write the senses that dominate; returns how many."""
    rows = [
        "\t".join(map(str, (acronym, s.kind, s.expansion, s.papers, *_shares(s))))
        for acronym, found in counts.items()
        for s in senses(found, {each: kind_of_name(each) for each in found})
        if s.papers >= PAPERS and s.share >= SHARE
    ]
    path.write_bytes(("\n".join([_HEADER, *rows]) + "\n").encode())
    return len(rows)


def _shares(sense: Sense) -> tuple[float, float]:
    return round(sense.share, 3), round(sense.overall, 3)


def _defined(text: str) -> Iterator[tuple[str, str]]:
    for found in _PARENTHESISED.finditer(text):
        acronym = found.group(1)
        if is_acronym(acronym) and (full := definition(acronym, text)) and not is_generic(full):
            yield key(acronym).match, key(full).match


def _joined(counts: Mapping[str, int]) -> dict[str, int]:
    """The counts with one expansion, the most used, for those that differ in endings."""
    forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for expansion, papers in counts.items():
        forms[same_expansion(expansion)][expansion] += papers
    best = (
        (min(each, key=lambda form: (-each[form], plainness(form))), each)
        for each in forms.values()
    )
    return {form: each.total() for form, each in sorted(best)}
