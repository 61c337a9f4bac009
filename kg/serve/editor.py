"""The files that browsers get: our own, and an editor that is fetched once when asked for."""

import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from kg.errors import DiskError, KgError

# Kept up, unlike the package that it was forked from; MIT. The hash is that of the package's file.
PACKAGE = "@zazuko/yasgui"
VERSION = "4.6.2"
SHA256 = "6520cdd256a4003e8d45865e0d631b6456b88a0e6b65f4f3e56d78a25d74c9a7"
# The style that its table of results brings along, which a policy must allow by its hash.
EDITOR_STYLE = "'sha256-zCK2EVMoPc04mRF/g5CotUvxbJPWS+8V0b+s9ptqQIk='"
EDITOR_SCRIPT = "yasgui.min.js"
_FILES = (EDITOR_SCRIPT, "yasgui.min.css")

_OWN = Path(__file__).parent / "static"


def own_files() -> dict[str, Path]:
    """Our files by name."""
    return {path.name: path for path in _OWN.iterdir()}


def editor_files() -> dict[str, Path]:
    """The editor's files by name; none when it is not installed."""
    found = {name: editor_folder() / name for name in _FILES}
    return found if all(path.is_file() for path in found.values()) else {}


def editor_folder() -> Path:
    """Where the editor is kept: in the user's data folder, by version."""
    if sys.platform == "darwin":
        default = Path.home() / "Library" / "Application Support"
    else:
        default = Path.home() / ".local" / "share"
    return Path(os.environ.get("XDG_DATA_HOME") or default) / "kg" / f"yasgui-{VERSION}"


def get_editor() -> Path:
    """Fetch the editor with npm from the registry that npm is set up for; returns its folder.

    Raises `KgError` when there is no npm, no registry, or another package than expected.
    """
    npm = shutil.which("npm")
    if npm is None:
        raise KgError("the editor comes from the npm registry: install npm, or use the plain form")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [npm, "pack", "--silent", f"{PACKAGE}@{VERSION}"],
            cwd=folder,
            capture_output=True,
            text=True,
            check=False,
        )
        packed = sorted(Path(folder).glob("*.tgz"))
        if done.returncode != 0 or not packed:
            reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
            raise KgError(f"npm cannot get {PACKAGE} {VERSION}: {reason[:200]}")
        return _unpack(packed[0].read_bytes(), editor_folder())


def _unpack(package: bytes, folder: Path) -> Path:
    """Write the two files that are served, each whole or not at all."""
    if hashlib.sha256(package).hexdigest() != SHA256:
        raise KgError(f"this {PACKAGE} {VERSION} is not the package that kg knows: not installed")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tarfile.open(fileobj=io.BytesIO(package)) as archive:
            for name in _FILES:
                member = archive.extractfile(f"package/build/{name}")
                assert member
                temporary = folder / f".{name}.tmp"
                temporary.write_bytes(member.read())
                temporary.replace(folder / name)
    except OSError as error:
        raise DiskError(f"cannot write {folder}: {error.strerror}") from error
    return folder
