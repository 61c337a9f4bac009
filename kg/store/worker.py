"""One query in one process that can be killed; the engine itself cannot be stopped.

The process, given STORE and LIMIT, reads a query and writes a pickled answer.
"""

import os
import pickle
import subprocess
import sys
from pathlib import Path

from kg.errors import QueryError
from kg.store.answer import Answer

MEMORY = 4 * 1024**3  # bytes of address space; the engine's own threads need most of a gigabyte

# Not `-m`, which warns where the package has imported this module already.
_RUN = "import sys; from kg.store.worker import main; sys.exit(main(*sys.argv[1:]))"
_FAILED = 3  # the exit status for a query error, told apart from Python's own


def run(path: Path, text: str, limit: int | None, timeout: float) -> Answer:
    """Answer a query that has passed the guard within `timeout` seconds; raises `QueryError`."""
    command = [sys.executable, "-c", _RUN, str(path), str(limit or "")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            command,
            input=text.encode("utf-8", "replace"),
            capture_output=True,
            timeout=timeout,
            env=environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise QueryError(f"the query took more than {timeout:g} s and was stopped") from None
    if done.returncode == _FAILED:
        raise QueryError(done.stderr.decode("utf-8", "replace").strip())
    if done.returncode != 0:
        raise QueryError("the query broke the engine: make it simpler")
    answer: Answer = pickle.loads(done.stdout)
    return answer


def main(path: str, limit: str) -> int:
    """Answer the query on stdin; the exit status says whether it could be."""
    import pyoxigraph as ox

    from kg.store.database import evaluate

    _limit_memory()
    text = sys.stdin.buffer.read().decode("utf-8")
    try:
        answer = evaluate(ox.Store.read_only(path), text, int(limit) if limit else None)
    except QueryError as error:
        print(error, file=sys.stderr)
        return _FAILED
    sys.stdout.buffer.write(pickle.dumps(answer))
    return 0


def _limit_memory() -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits
        return
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
