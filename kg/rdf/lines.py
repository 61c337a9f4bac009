"""Quads as sorted lines, each once, whatever their number: the order of every file we write.

A line is `subject predicate object` in the terms of N-Triples, with `~graph` before them in a named
graph. Closing brackets and U+0001 have changed places, so that an IRI sorts before those that go on
after it, and everything can be changed back. A field is what stands between the ends of IRIs: that of
a subject, a predicate or a graph is an IRI without its end. Literals have their line ends escaped.
"""

import heapq
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import groupby, islice
from pathlib import Path

import pyoxigraph as ox

RUN = 200_000  # quads sorted in memory at a time

Properties = list[tuple[bytes, list[bytes]]]  # predicates, each with its objects

_FACTS = ox.DefaultGraph()
_NAMED = b"~"  # sorts after what a line of the default graph can begin with
_END = b"\x01"  # of an IRI, in lines
_NEXT = _END + b" "  # between the fields of a line
_SWAP = bytes.maketrans(b">\x01", b"\x01>")


class SortedLines:
    """The lines of some quads in order, as UTF-8; `count` says how many it has given."""

    def __init__(self, quads: Iterable[ox.Quad], scratch: Path, named: bool = True) -> None:
        """Beyond `RUN` quads, the folder `scratch` holds the runs of a merge sort."""
        self._quads = iter(quads)
        self._scratch = scratch
        self._named = named  # whether quads of named graphs are kept
        self.count = 0

    def __iter__(self) -> Iterator[bytes]:
        """Each line once; to be asked once."""
        for number, (line, _) in enumerate(groupby(self._merged()), start=1):
            self.count = number
            yield line

    def _merged(self) -> Iterable[bytes]:
        lines, more = self._run(), self._run()
        return self._from_disk(lines, more) if more else lines

    def _from_disk(self, lines: list[bytes], more: list[bytes]) -> Iterator[bytes]:
        runs = [_kept(lines, self._scratch / "run0")]
        del lines
        while more:
            runs.append(_kept(more, self._scratch / f"run{len(runs)}"))
            more = self._run()
        with ExitStack() as stack:
            files = [stack.enter_context(run.open("rb")) for run in runs]
            yield from (line[:-1] for line in heapq.merge(*files))

    def _run(self) -> list[bytes]:
        """The next lines, sorted; none when there are no more quads."""
        lines: list[bytes] = []
        while not lines and (quads := list(islice(self._quads, RUN))):
            lines = _lines(quads, self._named)
        lines.sort()
        return lines


def subjects(lines: Iterable[bytes]) -> Iterator[tuple[bytes, bytes, Properties]]:
    """Graph, subject and properties, each as the lines have it, of one subject after the other."""
    graph = subject = predicate = b""
    properties: Properties = []
    for line in lines:
        if line[:1] == b"<":
            inside = b""
            name, verb, value = line.split(_NEXT, 2)
        else:
            inside, name, verb, value = _parts(line)
        if name != subject or inside != graph:
            if properties:
                yield graph[1:], subject, properties
            graph, subject, predicate = inside, name, verb
            properties = [(verb, objects := [value])]
        elif verb != predicate:
            predicate = verb
            properties.append((verb, objects := [value]))
        else:
            objects.append(value)
    if properties:
        yield graph[1:], subject, properties


def n_triples(subject: bytes, properties: Properties) -> Iterator[str]:
    """The triples of a subject, without the stops at their ends."""
    name = n_quads_term(subject)
    for predicate, values in properties:
        start = f"{name} {n_quads_term(predicate)}"
        yield from (f"{start} {n_quads_term(value)}" for value in values)


def n_quads_term(field: bytes) -> str:
    """A field of a line as N-Quads write it."""
    text = field.translate(_SWAP).decode()
    return f"{text}>" if text[0] == "<" and text[-1] != ">" else text


def _parts(line: bytes) -> tuple[bytes, bytes, bytes, bytes]:
    """The fields of a line in a named graph, or whose subject is a blank node."""
    graph, triple = b"", line
    if line[:1] == _NAMED:
        graph, _, triple = line.partition(b" ")
        graph = graph.removesuffix(_END)
    subject, predicate, value = triple.split(b" ", 2)
    return graph, subject.removesuffix(_END), predicate.removesuffix(_END), value


def _kept(lines: list[bytes], path: Path) -> Path:
    with path.open("wb") as file:
        file.writelines(line + b"\n" for line in lines)
    return path


def _lines(quads: list[ox.Quad], named: bool) -> list[bytes]:
    try:
        return _marked(quads, ox.RdfFormat.N_TRIPLES)
    except ValueError:  # there are named graphs among them
        facts = [quad for quad in quads if quad.graph_name == _FACTS]
        others = [quad for quad in quads if quad.graph_name != _FACTS] if named else []
    lines = _marked(facts, ox.RdfFormat.N_TRIPLES)
    lines += map(_graph_first, _marked(others, ox.RdfFormat.N_QUADS))
    return lines


def _marked(quads: list[ox.Quad], format: ox.RdfFormat) -> list[bytes]:
    text = ox.serialize(quads, format=format) or b""
    return text.translate(_SWAP).split(b" .\n")[:-1]


def _graph_first(line: bytes) -> bytes:
    triple, _, graph = line.rpartition(b" ")
    return b"%b%b %b" % (_NAMED, graph, triple)
