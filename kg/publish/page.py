"""One page that shows the graph: a single file that needs no network and asks for none."""

import base64
import hashlib
from pathlib import Path

import networkx as nx
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from kg import vocab
from kg.errors import KgError
from kg.publish.files import writable, write_text
from kg.publish.scene import Scene, build_scenes
from kg.publish.selection import LINKS_PER_CONCEPT
from kg.publish.words import CHANGES, RELATIONS, ROLES, TYPES

MOST_BYTES = 5_000_000  # of a page

_HERE = Path(__file__).parent
_SCRIPTS = (
    "address.js", "style.js", "filters.js", "hood.js", "regions.js", "labels.js", "picture.js",
    "panel.js", "facts.js", "svg.js", "load.js", "page.js", "search.js", "controls.js",
)  # fmt: skip
_PREFIXES = ("kg", "skos", "dcterms", "schema")
_PREDICATES = (*vocab.ROLE_PREDICATES.values(), *vocab.RELATION_PREDICATES.values())


def write_page(
    graph: nx.MultiDiGraph,
    path: Path,
    *,
    title: str,
    top: int = 300,
    links: int = LINKS_PER_CONCEPT,
    most_bytes: int = MOST_BYTES,
) -> None:
    """Write the page of the `top` most central concepts and the strongest links among them.

    Any graph as `kg.graph.assemble` makes it, or a part of one, read back from GraphML or not. The
    attribute `change` of a node or an edge (`new`, `gone` or `common`) marks it: the picture shows
    what is new and gone, and the legend filters by it. The same graph gives the same bytes. Raises
    `DiskError` when the file cannot be written.

    Args:
        graph: nodes by IRI with `kind`, `type`, `label`; edges with `predicate`, `support`.
        path: the file to write.
        title: the heading.
        top: concepts drawn at first; as many more around them wait for a click.
        links: the strongest of each concept that are drawn; the panel tells all of them.
        most_bytes: the file is no larger: it quotes fewer papers and sentences, then shows fewer
            concepts, and says so. Room for one concept is always needed.
    """
    page = ""
    for scene in build_scenes(graph, top, links):
        page = writable(render_page(scene, title=title))
        if len(page.encode("utf-8")) <= most_bytes:
            break
    write_text(path, page)


def render_page(scene: Scene, *, title: str) -> str:
    """The page as text: pyvis's Network and its copy of vis-network, in a template of our own.

    pyvis's own template loads files from other hosts and runs what a label says.
    """
    from pyvis.network import Network  # imports IPython: only who draws a page pays for that

    network = Network(directed=True, heading=title)
    network.nodes, network.edges = scene.nodes, scene.edges
    library = _library(Path(network.template_dir))
    network.templateEnv, network.path = _environment(scene, library), "page.html.j2"
    return str(network.generate_html())


def _library(templates: Path) -> str:
    """The script of vis-network that pyvis brings, without the address of its source map."""
    found = sorted(templates.glob("lib/vis-*/vis-network.min.js"))
    if not found:
        raise KgError(f"no vis-network in {templates}; reinstall pyvis 0.3.2")
    script = found[-1].read_text(encoding="utf-8")
    return script.partition("//# sourceMappingURL")[0]


def _environment(scene: Scene, library: str) -> Environment:
    own = "\n".join((_HERE / name).read_text(encoding="utf-8") for name in _SCRIPTS)
    style = (_HERE / "page.css").read_text(encoding="utf-8")
    environment = Environment(
        loader=FileSystemLoader(_HERE), autoescape=True, trim_blocks=True, lstrip_blocks=True
    )
    environment.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    environment.globals.update(
        scene=scene, types=TYPES, roles=ROLES, relations=RELATIONS, changes=CHANGES,
        prefixes={name: vocab.PREFIXES[name] for name in _PREFIXES}, classes=vocab.TYPE_CLASSES,
        predicates={vocab.local_name(iri): iri for iri in sorted(set(_PREDICATES))},
        scripts=[Markup(library), Markup(own)], style=Markup(style),
        policy=_policy([library, own], style),
    )  # fmt: skip
    return environment


def _policy(scripts: list[str], style: str) -> str:
    """A Content-Security-Policy under which the page's own scripts and style run, and no other."""
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {' '.join(map(_source, scripts))}",
            f"style-src {_source(style)}",
            "img-src data: blob:",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )


def _source(text: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode('utf-8')).digest()).decode()}'"
