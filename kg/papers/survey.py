"""What was understood of some files, as numbers for a report and as lines for a person."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from kg.papers.language import language
from kg.papers.reading import Reading
from kg.records import Rejection

_SUMS = ("present", "kept", "merged", "rejected", "no_abstract", "no_title")
_REASONS = 5  # of the commonest rejections
_LINE = re.compile(r"^line \d+: ")
_FILES = 20  # that are listed one by one


def survey(reading: Reading) -> dict[str, Any]:
    """The numbers of a reading; `languages` only where not all is English."""
    languages = Counter(language(paper.text) for paper in reading.papers)
    ordered = dict(sorted(languages.items(), key=lambda item: (-item[1], item[0])))
    return {
        "papers": {name: sum(getattr(count, name) for count in reading.counts) for name in _SUMS},
        "files": [asdict(count) for count in reading.counts],
        "duplicates": [asdict(duplicate) for duplicate in reading.merged],
        "rejections": _commonest(reading.rejections),
        **({"languages": ordered} if set(ordered) != {"en"} else {}),
    }


def lines(numbers: Mapping[str, Any]) -> Iterator[str]:
    """What became of the records: in all, of each file where there are several, and by language."""
    papers, files = numbers["papers"], numbers["files"]
    yield (
        f"papers      {_equation(papers)}"
        f" ({papers['no_abstract']:,} without abstract, {papers['no_title']:,} without title)"
    )
    for count in files[:_FILES] if len(files) > 1 else ():
        kind = ", ".join(filter(None, (count["format"], count["encoding"])))
        without = f" ({count['no_abstract']:,} without abstract)" if count["no_abstract"] else ""
        yield f"file        {count['file']}: {kind}: {_equation(count)}{without}"
    if len(files) > _FILES:
        yield f"file        … and {len(files) - _FILES:,} more"
    if languages := numbers.get("languages"):
        yield "languages   " + ", ".join(f"{n:,} {code}" for code, n in languages.items())


def problems(numbers: Mapping[str, Any]) -> Iterator[str]:
    """What is odd about files, and the commonest reasons of rejections, with an example each."""
    for count in numbers["files"]:
        for remark in count["remarks"]:
            yield f"remark      {count['file']}, {remark}"
    for reason in numbers["rejections"]:
        yield f"rejected    {reason['count']:,} × {reason['reason']}, e.g. {reason['example']}"


def _equation(count: Mapping[str, Any]) -> str:
    return (
        f"{count['present']:,} read = {count['kept']:,} kept"
        f" + {count['merged']:,} merged + {count['rejected']:,} rejected"
    )


def place(rejection: Rejection) -> str:
    """The record that was rejected; without a number it is the file."""
    number = f", record {rejection.record}" if rejection.record else ""
    return f"{rejection.file}{number}"


def _commonest(rejections: Sequence[Rejection]) -> list[dict[str, Any]]:
    named = [
        (_LINE.sub("", rejection.reason, count=1), place(rejection)) for rejection in rejections
    ]
    reasons = Counter(reason for reason, _ in named)
    examples = dict(reversed(named))
    ordered = sorted(reasons.items(), key=lambda item: (-item[1], item[0]))
    return [
        {"reason": reason, "count": n, "example": examples[reason]}
        for reason, n in ordered[:_REASONS]
    ]
