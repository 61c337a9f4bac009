"""The graph on disk, asked in SPARQL or by the name of a question."""

from kg.store.answer import Answer, Value
from kg.store.database import Store, create, open_store
from kg.store.formats import FORMATS, to_csv, to_json, to_md, to_table, to_tsv, to_turtle
from kg.store.named import (
    NamedQuery,
    Parameter,
    bind,
    find_query,
    load_queries,
    parse_query,
    queries_folder,
)

__all__ = [
    "FORMATS",
    "Answer",
    "NamedQuery",
    "Parameter",
    "Store",
    "Value",
    "bind",
    "create",
    "find_query",
    "load_queries",
    "open_store",
    "parse_query",
    "queries_folder",
    "to_csv",
    "to_json",
    "to_md",
    "to_table",
    "to_tsv",
    "to_turtle",
]
