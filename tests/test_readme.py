"""README tells the truth: its commands print what it says, its links and names exist."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from kg.store import load_queries

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
CONSOLES = re.findall(r"^```console\n(.*?)^```", README, re.MULTILINE | re.DOTALL)
COMMANDS = [
    (command, output)
    for block in CONSOLES
    for command, output in re.findall(r"^\$ (kg .+)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE)
]


@pytest.mark.parametrize(("command", "output"), COMMANDS, ids=[c for c, _ in COMMANDS])
def test_a_command_prints_what_readme_says(command: str, output: str, sample_build: Path) -> None:
    arguments = shlex.split(command, comments=True)[1:]
    done = subprocess.run(
        [sys.executable, "-m", "kg", *arguments],
        cwd=sample_build.parent,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    printed = done.stdout + done.stderr
    # "…" alone on a line stands for what README leaves out at the end.
    shown, _, cut = output.partition("\n…\n")
    assert printed.startswith(shown) if cut or output.endswith("…\n") else printed == output


def test_there_are_five_commands_with_their_output() -> None:
    assert len(COMMANDS) >= 5


def test_the_test_command_is_the_one_ci_runs() -> None:
    ci = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    assert ".venv/bin/python -m pytest" in README
    assert ci.rstrip().endswith(".venv/bin/python -m pytest")


def test_every_relative_link_leads_somewhere() -> None:
    for target in re.findall(r"\]\((?!https?://|#)([^)]+)\)", README):
        assert (ROOT / target).exists(), target


def test_every_query_is_listed() -> None:
    for name in load_queries():
        assert f"`{name}`" in README, name
