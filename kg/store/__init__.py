"""The graph on disk, asked in SPARQL or by the name of a question."""

from kg.store.answer import Answer, Value
from kg.store.database import Scope, Store, create, open_store, reopen
from kg.store.formats import (
    FORMATS,
    to_csv,
    to_json,
    to_jsonld,
    to_md,
    to_ntriples,
    to_rdfxml,
    to_table,
    to_tsv,
    to_turtle,
    to_xml,
)
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
    "Scope",
    "Store",
    "Value",
    "bind",
    "create",
    "find_query",
    "load_queries",
    "open_store",
    "parse_query",
    "queries_folder",
    "reopen",
    "to_csv",
    "to_json",
    "to_jsonld",
    "to_md",
    "to_ntriples",
    "to_rdfxml",
    "to_table",
    "to_tsv",
    "to_turtle",
    "to_xml",
]
