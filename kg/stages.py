"""The whole way on one screen: files -> papers -> extractions -> concepts and statements -> files."""

import hashlib
import io
import json
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass, field, replace
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

from kg import __version__, vocab
from kg.errors import InputError, StoreError
from kg.extract import Stored, extract, read_stored, to_record
from kg.extract.model import PACKAGED, load_model, scores
from kg.folder import MARK, replacing
from kg.graph import assemble
from kg.link import Linked, Outside, link, link_outside, read_curation
from kg.papers import FieldMap, Reading, read
from kg.publish import write_csv, write_graphml, write_page
from kg.rdf import (
    Build,
    Checker,
    SourceFile,
    code_availability,
    count,
    description,
    evidence,
    facts,
    read_labels,
    write_trig,
    write_turtle,
)
from kg.records import Extraction, Source
from kg.report import fate, report
from kg.store import create

T = TypeVar("T")
Watch = Callable[[str, Iterable[T], int], Iterable[T]]  # stage, items, how many -> the same items

_FILES = 12  # that a build writes, the store's folder counted as one
SAMPLE = Path(__file__).parent / "data" / "sample.jsonl"


@dataclass(frozen=True, slots=True)
class Options:
    """What a build can be told besides its inputs."""

    format: str | None = None  # of the inputs; by content without it
    strict: bool = False  # a rejected record ends the build
    processes: int = 1  # for the extraction; the result does not depend on it
    base: str = vocab.BASE  # of the IRIs we mint
    top: int = 300  # concepts on the page
    model: Path = PACKAGED
    names: FieldMap = field(default_factory=FieldMap)  # what inputs call their fields
    encoding: str | None = None  # of inputs without a byte-order mark; by content without it
    min_score: float | None = None  # of concepts and relations; None: the model's own thresholds
    curation: Path | None = None  # a file of corrections by hand
    license: str = ""  # of the graph, an IRI
    vocabularies: tuple[Path, ...] = ()  # SKOS or CSV, whose concepts ours are linked to
    extractions: tuple[Path, ...] = ()  # made earlier, by `kg extract` or a build

    @property
    def made_by(self) -> str:
        """What makes the extractions: equal texts have equal ones where this is equal."""
        model = load_model(self.model)
        least = "" if self.min_score is None else f" min_score/{self.min_score:g}"
        return f"kg/{__version__} model/{model.version}+{model.sha256[:12]}{least}"


def build(
    inputs: Sequence[str | Path] = (),
    output: str | Path = "output",
    options: Options | None = None,
    watch: "Watch[Any]" = lambda stage, items, total: items,
) -> dict[str, Any]:
    """Build the graph of some papers into the folder `output`; returns what `report.json` holds.

    Without inputs the embedded sample is built. The folder is replaced whole when everything in it
    has been checked; until then the old one stands. Equal inputs give equal files, whatever their
    order and the number of processes. Where extractions are given, it also returns what became of
    them; the files are the same as without. Raises KgError.
    """
    options = options or Options()
    with replacing(Path(output)) as folder:
        reading, sources = _read(inputs, options)
        beside = tuple(SourceFile(str(path), _sha256(str(path), None)) for path in _beside(options))
        stored = _stored(reading, options)
        extractions = _extract(reading, stored, options, watch)
        corrections = read_curation(options.curation) if options.curation else ()
        version = load_model(options.model).version
        linked = link(extractions, options.base, version, corrections)
        linked, outside = _link_outside(linked, options)
        numbers = report(reading, extractions, linked, corrections, outside)
        files = chain(
            _write_records(folder, reading, extractions, linked, numbers, options.made_by),
            _write_graph(folder, reading, linked, options),
            _write_rdf(folder, reading, extractions, linked, (*sources, *beside), options),
        )
        deque(watch("write", files, _FILES), maxlen=0)
    return numbers | (fate(stored, len(extractions)) if options.extractions else {})


def _read(inputs: Sequence[str | Path], options: Options) -> tuple[Reading, tuple[SourceFile, ...]]:
    if not inputs:
        return _sample()
    stdin = io.BytesIO(sys.stdin.buffer.read()) if "-" in map(str, inputs) else None
    reading = read(inputs, options.format, stdin, options.names, options.encoding)
    if options.strict and reading.rejections:
        first = reading.rejections[0]
        raise InputError(
            f"{len(reading.rejections)} records rejected under --strict, the first: "
            f"{first.file}, record {first.record}: {first.reason}"
        )
    names = sorted({count.file for count in reading.counts})
    return reading, tuple(SourceFile(name, _sha256(name, stdin)) for name in names)


def _beside(options: Options) -> Iterator[Path]:
    """The files besides the papers that a build depends on."""
    if options.curation is not None:
        yield options.curation
    yield from options.vocabularies


def _link_outside(linked: Linked, options: Options) -> tuple[Linked, dict[str, Outside]]:
    """The concepts with their matches in each vocabulary, and how many there are."""
    found: dict[str, Outside] = {}
    for path in options.vocabularies:
        concepts, found[str(path)] = link_outside(linked.concepts, read_labels(path))
        linked = replace(linked, concepts=concepts)
    return linked, found


def _sample() -> tuple[Reading, tuple[SourceFile, ...]]:
    """The embedded sample, under a name that is the same wherever kg is installed."""
    content = SAMPLE.read_bytes()
    reading = read(["-"], stdin=io.BytesIO(content))
    papers = (
        replace(paper, sources=tuple(Source(SAMPLE.name, s.record) for s in paper.sources))
        for paper in reading.papers
    )
    counts = tuple(replace(count, file=SAMPLE.name) for count in reading.counts)
    named = replace(reading, papers=tuple(papers), counts=counts)
    return named, (SourceFile(SAMPLE.name, hashlib.sha256(content).hexdigest()),)


def _sha256(name: str, stdin: io.BytesIO | None) -> str:
    """The digest of an input; of a member of an archive, that of the archive."""
    if name.split("/")[0] == "-" and stdin is not None:
        return hashlib.sha256(stdin.getbuffer()).hexdigest()
    path = Path(name)
    for file in filter(Path.is_file, (path, *path.parents)):
        with suppress(OSError), file.open("rb") as opened:
            return hashlib.file_digest(opened, "sha256").hexdigest()
    return ""


def _stored(reading: Reading, options: Options) -> Stored:
    if not options.extractions:
        return Stored()
    stored = read_stored(options.extractions, reading.papers, options.made_by)
    if options.strict and stored.broken:
        raise InputError(f"{len(stored.broken)} broken extractions, the first: {stored.broken[0]}")
    return stored


def _extract(
    reading: Reading, stored: Stored, options: Options, watch: "Watch[Any]"
) -> list[Extraction]:
    """What was found earlier or is found now, in the order of the papers."""
    missing = [paper for paper in reading.papers if paper.id not in stored.found]
    made = extract(missing, options.model, options.processes, options.min_score)
    found = (stored.found.get(paper.id) or next(made) for paper in reading.papers)
    return list(watch("extract", found, len(reading.papers)))


def _write_records(
    folder: Path,
    reading: Reading,
    extractions: Sequence[Extraction],
    linked: Linked,
    numbers: dict[str, Any],
    made_by: str,
) -> Iterator[str]:
    """Write what was read and found; yields each file's name when it is there."""
    records = (to_record(found, made_by) for found in extractions)
    yield _write_lines(folder / "extractions.jsonl", records)
    yield _write_lines(folder / "merges.jsonl", map(asdict, linked.merges))
    yield _write_lines(folder / "rejects.jsonl", map(asdict, reading.rejections))
    yield _write_json(folder / "report.json", numbers)


def _write_graph(folder: Path, reading: Reading, linked: Linked, options: Options) -> Iterator[str]:
    graph = assemble(reading.papers, linked.concepts, linked.statements, options.base)
    write_graphml(graph, folder / "graph.graphml")
    yield "graph.graphml"
    write_csv(graph, folder / "nodes.csv", folder / "edges.csv")
    yield from ("nodes.csv", "edges.csv")
    write_page(graph, folder / "graph.html", title=_title(reading), top=options.top)
    yield "graph.html"


def _title(reading: Reading) -> str:
    venues = sorted({f"{p.venue} {p.year}" for p in reading.papers if p.venue and p.year})
    scope = f", {venues[0]}" if len(venues) == 1 else ""
    return f"Concepts of {len(reading.papers):,} papers{scope}"


def _write_rdf(
    folder: Path,
    reading: Reading,
    extractions: Sequence[Extraction],
    linked: Linked,
    sources: tuple[SourceFile, ...],
    options: Options,
) -> Iterator[str]:
    """Write Turtle, TriG and the store, each checked against the other, and `build.json`."""
    stated = set(facts(reading.papers, linked.concepts, linked.statements, options.base))
    stated.update(code_availability(extractions, options.base))
    components = {e.component for s in linked.statements for e in s.evidence}
    model = f"kg-model {load_model(options.model).version}"
    made = Build(
        __version__,
        model,
        sources,
        tuple(sorted(components)),
        count(stated),
        scores(options.model),
        options.license,
    )

    def everything() -> Iterator[Any]:
        yield from stated
        yield from evidence(linked.statements, options.base)
        yield from description(made, options.base)

    checker = Checker()
    if write_turtle(stated, folder / "graph.ttl", options.base) != len(stated):
        raise StoreError("graph.ttl lost triples on the way to the disk; build again")
    yield "graph.ttl"
    quads = write_trig(checker.watch(everything()), folder / "graph.trig", options.base)
    if problems := checker.problems():
        raise StoreError(f"the graph breaks {len(problems)} rules, the first: {problems[0]}")
    yield "graph.trig"
    if create(folder / "store", folder / "graph.trig") != quads:
        raise StoreError("graph.trig does not read back to the same graph; build again")
    yield "store"
    yield _write_mark(folder, sources, quads, options)


def _write_mark(folder: Path, sources: Sequence[SourceFile], quads: int, options: Options) -> str:
    """Write `build.json`: what this is, of what it was made, and what it should hold."""
    model = load_model(options.model)
    files = sorted(path for path in folder.iterdir() if path.is_file())
    content = {
        "kg": __version__,
        "model": {"version": model.version, "sha256": model.sha256},
        "base": options.base,
        "min_score": options.min_score,
        "inputs": [asdict(source) for source in sources],
        "quads": quads,
        "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files},
    }
    return _write_json(folder / MARK, content)


def _write_json(path: Path, content: Any) -> str:
    text = json.dumps(content, ensure_ascii=False, indent=1) + "\n"
    path.write_bytes(text.encode("utf-8", "replace"))
    return path.name


def _write_lines(path: Path, records: Iterable[Any]) -> str:
    with path.open("wb") as file:
        for record in records:
            file.write(json.dumps(record, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
    return path.name
