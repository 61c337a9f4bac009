"""Extraction over a stream of papers, in this process or in several."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from functools import lru_cache
from itertools import chain, islice
from pathlib import Path

from spacy.language import Language
from threadpoolctl import threadpool_limits

from kg.extract.model import PACKAGED
from kg.extract.pipeline import pipeline
from kg.extract.result import extraction
from kg.records import Extraction, Paper

CHUNK = 16  # papers a process gets at once
WORTH_IT = 100  # papers: for fewer, starting processes costs more than it saves


def extract(
    papers: Iterable[Paper],
    model: Path = PACKAGED,
    processes: int = 1,
    min_score: float | None = None,
) -> Iterator[Extraction]:
    """Concepts, relations and repositories of each paper, in the order of the papers.

    Concepts and relations with a score below `min_score` are left out; scores are probabilities of
    being right. The result does not depend on `processes`; with more than one, call it under
    `if __name__ == "__main__":` as everything that starts processes.
    """
    source = iter(papers)
    first = list(islice(source, WORTH_IT if processes > 1 else 0))
    if len(first) < WORTH_IT:
        yield from _extract_here(chain(first, source), pipeline(model, min_score))
    else:
        yield from _extract_apart(chain(first, source), processes, model, min_score)


def _extract_here(papers: Iterable[Paper], nlp: Language) -> Iterator[Extraction]:
    for chunk in _chunks(papers):
        # No Doc leaves the memory zone, so new words do not pile up; one thread is the fastest for
        # matrices of this size, and makes the sums the same whatever the number of cores.
        with nlp.memory_zone(), threadpool_limits(1, user_api="blas"):
            found = [extraction(nlp(paper.text), paper) for paper in chunk]
        yield from found


def _extract_apart(
    papers: Iterable[Paper], processes: int, model: Path, min_score: float | None
) -> Iterator[Extraction]:
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(processes, context, initializer=_follow_parent) as pool:
        waiting: deque[Future[list[Extraction]]] = deque()
        try:
            for chunk in _chunks(papers):
                waiting.append(pool.submit(_work, chunk, model, min_score))
                if len(waiting) > 2 * processes:
                    yield from waiting.popleft().result()
            while waiting:
                yield from waiting.popleft().result()
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _follow_parent() -> None:
    """Leave Ctrl-C, which reaches every process, to the parent, and end when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()  # a killed parent tells nobody, and its queue would be waited on for ever
        os._exit(1)


def _chunks(papers: Iterable[Paper]) -> Iterator[list[Paper]]:
    source = iter(papers)
    while chunk := list(islice(source, CHUNK)):
        yield chunk


def _work(papers: list[Paper], model: Path, min_score: float | None) -> list[Extraction]:
    return list(_extract_here(papers, _worker_pipeline(model, min_score)))


@lru_cache(maxsize=1)
def _worker_pipeline(model: Path, min_score: float | None) -> Language:
    return pipeline(model, min_score)
