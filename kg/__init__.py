"""kg: from abstracts of research papers to a knowledge graph that can be asked, seen and taken away.

>>> import kg
>>> kg.build(output="output")["papers"]["kept"]     # the embedded sample   # doctest: +SKIP
48
>>> graph = kg.open("output")                                               # doctest: +SKIP
>>> graph.query("papers-using-dataset", dataset="ImageNet").rows[0]         # doctest: +SKIP
"""

from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:
    from kg.errors import KgError
    from kg.opened import Opened
    from kg.opened import open_build as open
    from kg.papers import read
    from kg.stages import Options, build

__all__ = ["KgError", "Opened", "Options", "build", "open", "read"]

_HOMES = {
    "KgError": ("kg.errors", "KgError"),
    "Opened": ("kg.opened", "Opened"),
    "Options": ("kg.stages", "Options"),
    "build": ("kg.stages", "build"),
    "open": ("kg.opened", "open_build"),
    "read": ("kg.papers", "read"),
}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: `import kg` alone costs milliseconds."""
    from importlib import import_module

    if name not in _HOMES:
        raise AttributeError(f"module 'kg' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    value = getattr(import_module(module), attribute)
    globals()[name] = value
    return value
