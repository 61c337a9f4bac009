"""Quads as sorted lines, each once, whatever their number: the order of every file we write.

A line is `subject TAB predicate TAB object` in the terms of N-Triples, with `~graph TAB` before it
in a named graph. What ends with a closing bracket before a tab has a blank instead after it, so that
an IRI sorts before those that go on after it. Literals have their tabs and line ends escaped, so that
a text of many lines can be changed at once.
"""

import heapq
from collections.abc import Iterable, Iterator
from contextlib import ExitStack
from itertools import islice
from pathlib import Path

import pyoxigraph as ox

RUN = 200_000  # quads sorted in memory at a time

Properties = list[tuple[bytes, list[bytes]]]  # predicates, each with its objects

_FACTS = ox.DefaultGraph()
_NAMED = b"~"  # sorts after what a line of the default graph can begin with
_MARKS = [(b"> <", b"\t <"), (b'> "', b'\t "')]


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
        last = None
        for line in self._merged():
            if line != last:
                self.count += 1
                last = line
                yield line

    def _merged(self) -> Iterator[bytes]:
        lines, more = self._run(), self._run()
        if not more:
            yield from lines
            return
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
        inside, _, triple = line.partition(b"\t") if line[:1] == _NAMED else (b"", b"", line)
        parts = triple.split(b"\t", 2)
        name, verb, value = parts if len(parts) == 3 else _with_blank_nodes(triple)
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
    text = field.decode().removeprefix(" ")
    if "\t" in text:  # what looks like the end of an IRI inside a literal
        text = text.replace("\t ", "> ")
    return f"{text}>" if text[:1] == "<" and text[-1] != ">" else text


def _with_blank_nodes(triple: bytes) -> list[bytes]:
    subject, predicate, value = triple.replace(b"\t ", b"> ").split(b" ", 2)
    return [subject, b" " + predicate[:-1], b" " + value]


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
    for plain, mark in _MARKS:
        text = text.replace(plain, mark)
    return text.split(b" .\n")[:-1]


def _graph_first(line: bytes) -> bytes:
    triple, _, graph = line.rpartition(b" ")
    closed = triple[:-1] + b">" if triple.endswith(b"\t") else triple
    return _NAMED + graph + b"\t" + closed
