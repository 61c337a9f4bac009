"""What the package carries with it: the model, the ontology and the sample corpus."""
