import os
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from kg.errors import LockedError, UsageError
from kg.folder import recover, replacing


def old_build(target: Path) -> None:
    target.mkdir()
    (target / "build.json").write_text("{}")
    (target / "fact").write_text("old")


def test_a_new_folder_appears_whole(tmp_path: Path) -> None:
    target = tmp_path / "deep" / "out"
    with replacing(target) as folder:
        (folder / "fact").write_text("new")
        assert not target.exists()
    assert (target / "fact").read_text() == "new"
    assert [p.name for p in target.parent.iterdir()] == ["out"]


def test_an_old_build_is_replaced(tmp_path: Path) -> None:
    target = tmp_path / "out"
    old_build(target)
    with replacing(target) as folder:
        (folder / "other").write_text("new")
        assert (target / "fact").read_text() == "old"
    assert [p.name for p in target.iterdir()] == ["other"]
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_leaves_the_old_build_and_no_debris(
    tmp_path: Path, error: type[BaseException]
) -> None:
    target = tmp_path / "out"
    old_build(target)
    with pytest.raises(error), replacing(target) as folder:
        (folder / "fact").write_text("half")
        raise error
    assert (target / "fact").read_text() == "old"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]


def test_someones_documents_are_never_replaced(tmp_path: Path) -> None:
    (tmp_path / "thesis.tex").write_text("years of work")
    with pytest.raises(UsageError, match="files that kg did not write"), replacing(tmp_path):
        pass
    assert (tmp_path / "thesis.tex").read_text() == "years of work"


def test_a_file_in_the_way_is_named(tmp_path: Path) -> None:
    target = tmp_path / "out"
    target.write_text("x")
    with pytest.raises(UsageError, match="is a file"), replacing(target):
        pass


def test_two_builds_do_not_write_one_folder(tmp_path: Path) -> None:
    target = tmp_path / "out"
    with replacing(target) as folder:
        (folder / "fact").write_text("mine")
        with pytest.raises(LockedError, match="another build"), replacing(target):
            pass
    assert (target / "fact").read_text() == "mine"


def test_a_swap_cut_in_two_is_mended(tmp_path: Path) -> None:
    old_build(tmp_path / ".out.old")
    recover(tmp_path / "out")
    assert (tmp_path / "out" / "fact").read_text() == "old"


def test_a_killed_build_leaves_the_old_one_and_the_next_succeeds(tmp_path: Path) -> None:
    target = tmp_path / "out"
    old_build(target)
    script = textwrap.dedent(
        f"""
        import time
        from pathlib import Path
        from kg.folder import replacing
        with replacing(Path({str(target)!r})) as folder:
            (folder / "fact").write_text("half")
            print("ready", flush=True)
            time.sleep(60)
        """
    )
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
    assert (target / "fact").read_text() == "old"
    with replacing(target) as folder:
        assert list(folder.iterdir()) == []
        (folder / "fact").write_text("new")
    assert (target / "fact").read_text() == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["out"]
