"""English word forms: the singular of a noun and the American spelling of a word."""

import re
from functools import lru_cache

_CACHED = 1 << 15  # words: a corpus has few, and uses each often
_IRREGULAR = {
    "analyses": "analysis",
    "axes": "axis",
    "biases": "bias",
    "caches": "cache",
    "children": "child",
    "corpora": "corpus",
    "criteria": "criterion",
    "heuristics": "heuristic",
    "hypotheses": "hypothesis",
    "indices": "index",
    "lenses": "lens",
    "matrices": "matrix",
    "metrics": "metric",
    "optima": "optimum",
    "phenomena": "phenomenon",
    "quizzes": "quiz",
    "simplices": "simplex",
    "syntheses": "synthesis",
    "topics": "topic",
    "vertices": "vertex",
    "viruses": "virus",
}
# Nouns that end in -s in the singular, among them surnames that name methods.
_SINGULAR = (
    "alias atlas bayes bias bures canvas chaos diabetes gas gibbs hawkes headquarters lens means news reuters series species stokes "
    "this thus whereas yes"
)
_INVARIANT = frozenset(_SINGULAR.split())
# Endings in -s that are more often no plural (atlas, chaos, dynamics).
_DOUBTFUL = re.compile(r"(?:a|ic|[^ei]o)s$")
_NO_PLURAL = re.compile(r"(?:s|u|i)s$")
_PLURALS = [(re.compile(r"(?<=..)ies$"), "y"), (re.compile(r"(?<=ss|sh|ch|zz|.x)es$"), "")]
_ACRONYM_PLURAL = re.compile(r"(?<=[A-Z0-9][A-Z])s$|(?<=[a-z][A-Z])s$|(?<=[A-Z]-\d)s$")
_LAST_HUMP = re.compile(r"[A-Z][a-z]{2,}$")
# A capitalised plural of these common nouns is a plural; other capitalised words may be names
# that end in -s ("Keras").
_COMMON = (
    "agent algorithm autoencoder bandit classifier decoder embedding encoder ensemble equation "
    "field forest function game graph inequality kernel machine mechanism method metric mixture model "
    "network operator policy prior problem process representation system task transformer tree "
    "variable"
)
_CLASS_NOUNS = frozenset(_COMMON.split())

_SPELLINGS = [
    (re.compile(r"(?<!prov)isation(s?)$"), r"ization\1"),
    (re.compile(r"(?<=[a-z]{3})is(e|ed|er|ers|es|ing|able)$"), r"iz\1"),
    (re.compile(r"(?<=[anrt]a)lys(e|ed|er|ers|ing)$"), r"lyz\1"),
    (re.compile(r"(behavi|col|neighb|lab|fav|hon|hum|rum|vap|tum|harb|flav|arm|rig)our"), r"\1or"),
    (
        re.compile(r"((?:mod|lab|lev|chann|tunn|canc|trav)e|(?:sign|tot|equ)a)ll(ed|er|ers|ing)$"),
        r"\1l\2",
    ),
    (re.compile(r"(cent|fib|lit|calib|milli?met|kilomet|centimet)re(s?)$"), r"\1er\2"),
    (re.compile(r"centr(ed|ing)$"), r"center\1"),
    (re.compile(r"(def|off|lic)ence(s?)$"), r"\1ense\2"),
    (re.compile(r"(dial|monol|catal)og(s?)$"), r"\1ogue\2"),
    (re.compile(r"^grey"), "gray"),
    (re.compile(r"^artefact"), "artifact"),
    (re.compile(r"^programme(s?)$"), r"program\1"),
    (re.compile(r"^judgement"), "judgment"),
    (re.compile(r"^ageing$"), "aging"),
]
# Words in -ise that are spelt so everywhere.
_ALWAYS_ISE = re.compile(
    r"(?:no|w|superv|exerc|prec|prom|prem|conc|pert|enterpr|surpr|rad|rev|dev|adv|ra|improv|telev|"
    r"chand|gu|cru|po|ar|anch|circumc|dem|exc|inc)is(?:e|ed|er|ers|es|ing|able)$"
)


@lru_cache(_CACHED)
def singular(word: str) -> str:
    """The singular of a noun in running case, or the word itself where that is not certain.

    >>> [singular(word) for word in ("networks", "GANs", "analyses", "loss", "Keras", "Models")]
    ['network', 'GAN', 'analysis', 'loss', 'Keras', 'Model']
    """
    if word.islower():
        return word if _DOUBTFUL.search(word) and word not in _IRREGULAR else any_singular(word)
    if hump := _LAST_HUMP.search(word):
        plain = any_singular(hump.group().lower())
        return word[: hump.start() + 1] + plain[1:] if plain in _CLASS_NOUNS else word
    return _ACRONYM_PLURAL.sub("", word)


@lru_cache(_CACHED)
def any_singular(word: str) -> str:
    """The singular of a lower-case noun by its ending alone, for names whose singular is attested.

    >>> any_singular("transformers"), any_singular("dynamics"), any_singular("bus")
    ('transformer', 'dynamic', 'bus')
    """
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if len(word) < 4 or not word.endswith("s") or word in _INVARIANT or _NO_PLURAL.search(word):
        return word
    for ending, replacement in _PLURALS:
        if ending.search(word):
            return ending.sub(replacement, word)
    return word[:-1]


@lru_cache(_CACHED)
def american(word: str) -> str:
    """The American spelling of a lower-case word.

    >>> american("optimisation"), american("behaviour"), american("modelling"), american("noise")
    ('optimization', 'behavior', 'modeling', 'noise')
    """
    for ending, replacement in _SPELLINGS:
        if ending.search(word) and not _ALWAYS_ISE.search(word):
            return ending.sub(replacement, word)
    return word
