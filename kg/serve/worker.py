"""One process that answers one request after another, and can be killed at any time.

`python -m kg.serve.worker STORE` reads frames of `messages` from stdin and writes them to stdout.
"""

import os
import signal
import sys
import threading
from pathlib import Path
from queue import SimpleQueue
from typing import BinaryIO

from kg.serve.jobs import refusal, reply
from kg.serve.messages import PREFIX, Job, Reply, packed_reply, sizes, unpacked
from kg.serve.settings import Limits
from kg.store import reopen

ADDRESSES = 4 * 1024**3  # bytes; the engine's own threads reserve most of a gigabyte


def main(path: str) -> None:
    """Say ready, then answer until stdin ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches all; the server ends us
    _limit()
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever else prints does not come between the answers
    jobs: SimpleQueue[Job] = SimpleQueue()
    threading.Thread(target=_receive, args=(sys.stdin.buffer, jobs), daemon=True).start()
    store, limits = reopen(Path(path)), Limits()
    _send(answers, Reply(200, "", b""))
    while True:
        job = jobs.get()
        try:
            done = reply(store, job, limits)
        except MemoryError:
            done = refusal(500, "the query needs more memory than it may have: ask for less")
        _send(answers, done)


def _receive(requests: BinaryIO, jobs: SimpleQueue[Job]) -> None:
    """End this process with its parent, even while the engine is at work."""
    while len(prefix := requests.read(PREFIX)) == PREFIX:
        head, body = sizes(prefix)
        jobs.put(unpacked(requests.read(head)))
        requests.read(body)
    os._exit(0)


def _send(answers: BinaryIO, done: Reply) -> None:
    answers.write(packed_reply(done))
    answers.flush()


def _limit() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


if __name__ == "__main__":
    main(*sys.argv[1:])
