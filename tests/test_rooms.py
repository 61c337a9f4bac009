"""The house: which room may import which, where the heavy libraries live, what an import costs."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parent.parent / "kg"
FLOOR = {"records", "vocab", "errors"}
MAY_IMPORT = {
    "papers": set(),
    "fetch": {"papers"},
    "extract": set(),
    "link": set(),
    "graph": set(),
    "rdf": set(),
    "store": set(),
    "push": set(),
    "serve": {"store"},
    "publish": {"graph"},
    "learn": {"papers", "extract", "link"},
}
HEAVY = {
    "spacy": {"extract", "learn"},
    "onnxruntime": {"extract", "learn"},
    "torch": {"learn"},
    "transformers": {"learn"},
    "onnx": {"learn"},
    "pyoxigraph": {"rdf", "store"},
    "rdflib": {"rdf"},
    "networkx": {"graph", "publish"},
    "pyvis": {"publish"},
    "requests": {"fetch"},
    "pyarrow": {"publish"},
    "pyshacl": {"rdf"},
    "starlette": {"serve"},
    "uvicorn": {"serve"},
    "pandas": {"store"},
    "matplotlib": {"publish"},
}
TOP = {
    "__init__",
    "__main__",
    "cli",
    "comparison",
    "folder",
    "opened",
    "report",
    "slices",
    "stages",
}


def _modules() -> Iterator[tuple[str, str]]:
    """(room or top-level module, imported module)."""
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from ((parts[0], alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module:
                names = [node.module]
                if node.module == "kg":
                    names = [f"kg.{alias.name}" for alias in node.names]
                yield from ((parts[0], name) for name in names)


IMPORTS = list(_modules())


def test_every_module_is_known() -> None:
    assert {room for room, _ in IMPORTS} <= set(MAY_IMPORT) | FLOOR | TOP | {"data"}


@pytest.mark.parametrize("room", [*MAY_IMPORT, *FLOOR])
def test_a_room_imports_the_floor_itself_and_what_it_may(room: str) -> None:
    allowed = FLOOR | {room} | MAY_IMPORT.get(room, set())
    inside = {name.split(".")[1] for r, name in IMPORTS if r == room and name.startswith("kg.")}
    assert inside <= allowed


@pytest.mark.parametrize("library", HEAVY)
def test_a_heavy_library_stays_in_its_rooms(library: str) -> None:
    users = {room for room, name in IMPORTS if name.split(".")[0] == library}
    # These hand graphs over in the caller's terms and import NetworkX and rdflib for that.
    assert users - {"opened", "slices", "comparison"} <= HEAVY[library]
    assert users, f"nobody uses {library}"


def test_there_is_no_utils() -> None:
    names = {path.stem for path in PACKAGE.rglob("*.py")}
    assert not names & {"utils", "util", "helpers", "common", "misc"}


@pytest.mark.parametrize("module", ["kg", "kg.cli", "kg.records", "kg.papers"])
def test_a_light_import_loads_nothing_heavy(module: str) -> None:
    code = f"import sys, {module}; print(*sorted({set(HEAVY)!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_a_public_name_is_imported_when_used() -> None:
    import kg

    assert kg.KgError.__name__ == "KgError"
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        kg.nothing  # noqa: B018


def test_a_public_name_never_turns_into_a_module() -> None:
    code = (
        "import kg, kg.cli, kg.stages, kg.opened, kg.papers, kg.extract, kg.link\n"
        "assert all(callable(getattr(kg, name)) for name in kg.__all__)"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
