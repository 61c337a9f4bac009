"""`kg extract` against a spaCy pipeline of the size of en_core_web_sm, in the same run.

    python tests/bench/throughput.py ABSTRACTS.jsonl[.gz] [PAPERS] [PROCESSES]

The baseline has tok2vec (width 96, depth 4), tagger and parser on it, and an entity recogniser with
a tok2vec of its own, as that package has; its weights are drawn by us, for speed does not depend on
them. Each side runs in a process of its own, with all its children; wall clock and CPU seconds hold
everything but the parent's imports and loading (the workers' own are in), and of several rounds the
medians are printed.
"""

import gzip
import json
import multiprocessing
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

ROUNDS = 3
WIDTH, DEPTH = 96, 4
LABELS = {"tagger": 50, "parser": 45, "ner": 18}


def abstracts(path: Path, count: int) -> Iterator[tuple[str, str]]:
    """(title, abstract) of the first papers of a file."""
    opened: Any = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for record in map(json.loads, islice(lines, count)):
            yield record.get("title") or "", record.get("abstract") or record.get("text") or ""


def ours(papers: list[tuple[str, str]], processes: int) -> Callable[[], int]:
    from kg.extract import extract
    from kg.records import Paper

    records = [Paper(str(n), *paper) for n, paper in enumerate(papers)]
    list(extract(records[:2]))
    return lambda: sum(len(e.entities) for e in extract(records, processes=processes))


def theirs(papers: list[tuple[str, str]], processes: int) -> Callable[[], int]:
    nlp = baseline()
    texts = [f"{title}\n{abstract}" for title, abstract in papers]
    list(nlp.pipe(texts[:2]))
    return lambda: sum(len(doc) for doc in nlp.pipe(texts, n_process=processes, batch_size=32))


def baseline() -> Any:
    """The pipeline, initialised with as many labels as the package has."""
    import spacy
    from spacy.training import Example

    nlp = spacy.blank("en")
    nlp.add_pipe("tok2vec", config={"model": _tok2vec()})
    listener = {"@architectures": "spacy.Tok2VecListener.v1", "width": WIDTH, "upstream": "*"}
    for name in ("tagger", "parser"):
        nlp.add_pipe(name, config={"model": {"tok2vec": listener}})
    nlp.add_pipe("ner", config={"model": {"tok2vec": _tok2vec()}})
    for name, count in LABELS.items():
        for label in range(count):
            nlp.get_pipe(name).add_label(f"L{label}")
    doc = nlp.make_doc("a b c d")
    annotation = {
        "tags": ["L0", "L1", "L2", "L3"],
        "heads": [1, 1, 1, 2],
        "deps": ["L0", "ROOT", "L1", "L2"],
        "entities": [(0, 1, "L0")],
    }
    nlp.initialize(lambda: [Example.from_dict(doc, annotation)])
    return nlp


def _tok2vec() -> dict[str, Any]:
    return {
        "@architectures": "spacy.Tok2Vec.v2",
        "embed": {
            "@architectures": "spacy.MultiHashEmbed.v2",
            "width": WIDTH,
            "attrs": ["NORM", "PREFIX", "SUFFIX", "SHAPE", "SPACY", "IS_SPACE"],
            "rows": [5000, 1000, 2500, 2500, 50, 50],
            "include_static_vectors": False,
        },
        "encode": {
            "@architectures": "spacy.MaxoutWindowEncoder.v2",
            "width": WIDTH,
            "depth": DEPTH,
            "window_size": 1,
            "maxout_pieces": 3,
        },
    }


def _cpu() -> float:
    used = (resource.getrusage(w) for w in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(u.ru_utime + u.ru_stime for u in used)


def measure(side: str, path: Path, count: int, processes: int) -> None:
    """Run one side and print its wall and CPU seconds and the peak memory of its parent in MB."""
    work = {"ours": ours, "theirs": theirs}[side](list(abstracts(path, count)), processes)
    wall, cpu = time.perf_counter(), _cpu()
    work()
    elapsed = time.perf_counter() - wall
    for child in multiprocessing.active_children():
        child.join()  # only what has been waited for is in the children's CPU time
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps([elapsed, _cpu() - cpu, peak]))


def main(path: str, count: str = "300", processes: str = "2") -> None:
    rounds: dict[str, list[list[float]]] = {"theirs": [], "ours": []}
    for _ in range(ROUNDS):
        for side, times in rounds.items():
            call = [sys.executable, __file__, "--measure", side, path, count, processes]
            done = subprocess.run(call, capture_output=True, text=True, check=True)
            times.append(json.loads(done.stdout.splitlines()[-1]))
    for side, times in rounds.items():
        wall, cpu, peak = (statistics.median(column) for column in zip(*times, strict=True))
        rate = int(count) / cpu
        print(f"{side:8}{wall:8.1f} s wall{cpu:8.1f} s CPU{rate:8.1f} a CPU s{peak:8.0f} MB")
    for name, column in (("wall", 0), ("CPU", 1)):
        ratios = [
            t[column] / o[column] for t, o in zip(rounds["theirs"], rounds["ours"], strict=True)
        ]
        print(f"{name} ratio {statistics.median(ratios):.2f} ({min(ratios):.2f}–{max(ratios):.2f})")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        side, path, count, processes = sys.argv[2:]
        measure(side, Path(path), int(count), int(processes))
    else:
        main(*sys.argv[1:])
