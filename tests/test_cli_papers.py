"""`kg papers`: what was understood of a file, without building."""

import subprocess
import sys
from pathlib import Path


def kg(*arguments: str | Path, stdin: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "kg", *map(str, arguments)]
    return subprocess.run(command, input=stdin, capture_output=True, text=True, encoding="utf-8")


BIB = """@misc{a, title = {Of {F}erns}, year = 2021, doi = {10.1000/x}, journal = {Journal of Ferns},
 abstract = {We show that the pruning of a network with ferns is as good as any other.}}
@misc{b, title = {Never ends
@misc{c, title = {Steers \x1b[31m the terminal}}
"""


def test_format_counts_first_papers_and_what_is_wrong_where() -> None:
    done = kg("papers", "-", stdin=BIB)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines() == [
        "format      bibtex, utf-8",
        "papers      3 read = 2 kept + 0 merged + 1 rejected (1 without abstract, 0 without title)",
        "languages   1 en, 1 unknown",
        "",
        "id                              year  venue                 abstract  title",
        "doi:10.1000/x                   2021  Journal of Ferns      73        Of Ferns",
        "c                                                           0         Steers [31m the terminal",
        "",
        "rejected    1 × an entry that is not closed, e.g. -, record 3",
        "problem     -, record 3: an entry that is not closed: @misc{b, title = {Never ends",
    ]


def test_strict_is_2_and_says_so_in_a_line() -> None:
    done = kg("papers", "-", "--strict", "-n", "0", stdin=BIB)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "1 records rejected" in done.stderr


def test_without_an_input_the_sample_is_shown() -> None:
    done = kg("papers", "-n", "1")
    assert done.stdout.splitlines()[1].startswith("papers      48 read = 48 kept")
    assert "languages" not in done.stdout


def test_what_cannot_be_read_is_an_error_of_one_line(tmp_path: Path) -> None:
    done = kg("papers", tmp_path / "gone.bib")
    assert done.returncode == 2 and done.stderr.count("\n") == 1
