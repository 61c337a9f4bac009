"""What a build read and made, as numbers for `report.json` and as lines for a person."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kg import vocab
from kg.extract import Stored
from kg.link import Entry, Linked, Outside
from kg.papers import Reading
from kg.papers.survey import lines, problems, survey
from kg.records import CONCEPT_TYPES, Extraction


def report(
    reading: Reading,
    extractions: Sequence[Extraction],
    linked: Linked,
    corrections: Sequence[Entry] = (),
    outside: Mapping[str, Outside] | None = None,
) -> dict[str, Any]:
    """The numbers of a build; in each file present = kept + merged + rejected."""
    return {
        **survey(reading),
        "mentions": sum(len(e.mentions) for found in extractions for e in found.entities),
        "concepts": _concepts(linked),
        "statements": _statements(linked),
        "merges": len(linked.merges),
        **_curation(linked, corrections),
        **_vocabularies(outside or {}),
    }


def fate(stored: Stored, papers: int) -> dict[str, Any]:
    """What became of extractions made earlier, of a build of so many papers."""
    taken = len(stored.found)
    others = {"other_text": stored.other_text, "no_paper": stored.no_paper}
    counts = {"taken": taken, "made": papers - taken, **others, "broken": len(stored.broken)}
    return {"extractions": {**counts, "first_broken": stored.broken[:1]}}


def summary(numbers: Mapping[str, Any]) -> Iterator[str]:
    """The report as lines for a person."""
    yield from lines(numbers)
    kinds = numbers["concepts"]
    each = ", ".join(f"{kinds[name]:,} {name}s" for name in CONCEPT_TYPES)
    yield f"concepts    {kinds['all']:,}: {each}; {numbers['merges']:,} other names merged into them"
    total = sum(numbers["statements"].values())
    most = ", ".join(f"{n:,} {name}" for name, n in list(numbers["statements"].items())[:4])
    yield f"statements  {total:,}: {most}, …"
    if corrections := numbers.get("curation"):
        unused = corrections["unused"]
        yield f"curation    {corrections['entries'] - len(unused):,} corrections applied"
        for entry in unused:
            yield (
                f"curation    entry {entry['number']} no longer applies: "
                f"{entry['action']} {entry['concept']!r} {entry['value']}".rstrip()
            )
    if earlier := numbers.get("extractions"):
        yield from _earlier(earlier)
    for found in numbers.get("vocabularies", ()):
        yield (
            f"vocabulary  {found['file']}: {found['exact']:,} exact and {found['close']:,} close"
            f" matches among {found['labels']:,} labels"
        )
    yield from problems(numbers)


def _earlier(counts: Mapping[str, Any]) -> Iterator[str]:
    yield f"extractions {counts['taken']:,} made earlier, {counts['made']:,} made now"
    if useless := counts["other_text"] + counts["no_paper"]:
        yield (
            f"extractions {useless:,} not used: {counts['other_text']:,} of a text that has changed,"
            f" {counts['no_paper']:,} of papers that are not there"
        )
    for place in counts["first_broken"]:
        yield f"extractions {counts['broken']:,} broken, the first: {place}"


def _vocabularies(outside: Mapping[str, Outside]) -> dict[str, Any]:
    if not outside:
        return {}
    return {"vocabularies": [{"file": name, **asdict(found)} for name, found in outside.items()]}


def _curation(linked: Linked, corrections: Sequence[Entry]) -> dict[str, Any]:
    if not corrections:
        return {}
    unused = [asdict(entry) for entry in linked.unused]
    return {"curation": {"entries": len(corrections), "unused": unused}}


def _concepts(linked: Linked) -> dict[str, int]:
    types = Counter(concept.type for concept in linked.concepts)
    return {"all": len(linked.concepts), **{name: types[name] for name in CONCEPT_TYPES}}


def _statements(linked: Linked) -> dict[str, int]:
    """How many of each predicate, the most frequent first."""
    counts = Counter(vocab.curie(statement.predicate) for statement in linked.statements)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
