"""The graph over HTTP: a SPARQL 1.1 endpoint, questions as forms, pages of concepts and papers.

`kg.serve.server` is the door; the workers import this package too, so it loads nothing itself.
"""
