"""Extraction in several processes: the same result in the same order, and no orphan."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from kg.extract import extract, to_json
from kg.extract.pool import WORTH_IT
from kg.records import Paper

TEXT = "We propose FooNet, a graph neural network, and evaluate it on Cora."
SCRIPT = f"""
import os
from kg.extract import extract, pool
from kg.records import Paper

if __name__ == "__main__":
    pool.WORTH_IT, pool.CHUNK = 2, 1
    papers = (Paper(str(n), "", {TEXT!r}) for n in range(10**6))
    for found in extract(papers, processes=2):
        print(found.paper.id, flush=True)
"""


def test_few_papers_are_not_worth_a_process() -> None:
    papers = [Paper(str(n), "", TEXT) for n in range(WORTH_IT // 50)]
    assert [to_json(e)["id"] for e in extract(papers, processes=8)] == ["0", "1"]


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").is_dir(), reason="looks for processes in /proc")
def test_workers_end_with_a_killed_parent(tmp_path: Path) -> None:
    script = tmp_path / "run.py"
    script.write_text(SCRIPT)
    with subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        lines = [process.stdout.readline().strip() for _ in range(4)]
        children = _children(process.pid)
        os.kill(process.pid, signal.SIGKILL)
    assert lines == ["0", "1", "2", "3"]
    assert children
    deadline = time.monotonic() + 30
    while any(Path(f"/proc/{child}").exists() for child in children):
        assert time.monotonic() < deadline, "a worker outlived its parent"
        time.sleep(0.1)


def _children(pid: int) -> list[int]:
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid:
            found.append(int(stat.parent.name))
    return found
