"""Names that name nothing: no concept is made of them."""

import re
from functools import lru_cache

from kg.link.keys import words

_LONGEST = 160  # characters; longer "names" are whole sentences
_FUNCTION_WORDS = (
    "a all also an and any are as at be been both but by can each either few for from had has have "
    "he her here his how i if in into is it its itself many may me might most much must my neither "
    "no nor not of on one ones only or other others our ours over per same several she should so "
    "some such than that the their theirs them then there these they this those through to too under "
    "up upon us very via was we were what when where which while who whose why will with within "
    "without would you your zero two three four five six seven eight nine ten dozen hundred thousand "
    "million billion"
)
_MODIFIERS = (
    "additional advanced appropriate base baseline benchmark best better broad case certain challenging "
    "comparable competitive complex comprehensive considerable current different difficult diverse "
    "effective efficient empirical evaluation excellent existing experiment experimental extensive "
    "first following further general good great high higher important improved interesting key known "
    "large larger latest low lower main major modern new next novel original overall particular "
    "performance popular possible powerful practical present previous prior problem promising "
    "proposed real recent related relevant remarkable research respective rich second significant "
    "similar simple single small smaller specific standard strong stronger substantial suitable "
    "superior synthetic test testing theoretical third traditional training typical unified useful "
    "various well"
)
_HEADS = (
    "ability advance advantage aim analysis appendix application approach architecture area aspect author "
    "benefit challenge code community component concept context contribution data dataset demand "
    "demonstration design development direction domain effect effectiveness efficiency effort "
    "evidence example extension factor feature fig figure finding framework function gain goal idea "
    "implementation improvement input insight issue kind limitation line literature method "
    "methodology metric model module need number objective observation output paper part perspective "
    "practice procedure process progress project property quality question range rate reason "
    "repository researcher resource result scale scenario scheme score section set setting setup situation "
    "solution source step strategy study subject superiority system table task technique theory thing "
    "topic type use user value variant version way work"
)
_UNITS = "cm day db fps gb ghz gpu h hour hz kb kg km m mb mhz minute mm month ms nm s second tb week year"
_GREEK = "alpha beta gamma delta epsilon eta theta kappa lambda mu rho sigma tau phi psi omega"
_FUNCTIONS = frozenset(_FUNCTION_WORDS.split())
_EMPTY = _FUNCTIONS | frozenset(f"{_MODIFIERS} {_UNITS} {_GREEK}".split())
_NOUNS = frozenset(_HEADS.split())
_PHRASES = re.compile(r"state[- ]of[- ]the[- ]art|real[- ]world|open[- ]source", re.IGNORECASE)
_CITATION = re.compile(
    r"^(?i:(?:student|extended) abstract)$|\bet al\b|^\(?[A-Z]\w+(?:, | \()(?:19|20)\d\d[a-z]?\)*$|https?:|www\.|@\w+\.\w"
)
_NUMBER = re.compile(r"^(?:[ivx]+|'?\d[\d.,]*'?s)$")  # also decades and seconds: "1970s", "60s"
_BROKEN = re.compile(r"(?<=[a-z])- ?(?=[a-z])")  # a word, perhaps, at the end of a line
_HOSTILE = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]")


def is_generic(form: str) -> bool:
    """Whether a form is too empty to be a concept: a pronoun, a number, "our novel method".

    Two plain nouns together do name something ("factor analysis").

    >>> [is_generic(form) for form in ("the proposed method", "GPT-4", "-101", "x", "it", "[12]")]
    [True, False, True, True, True, True]
    >>> is_generic("perfor- mance"), is_generic("pre-training")
    (True, False)
    """
    if len(form) > _LONGEST or _names_nothing(form):
        return True
    return "-" in form and _names_nothing(_BROKEN.sub("", form))


@lru_cache(1 << 15)
def _names_nothing(form: str) -> bool:
    if _HOSTILE.search(form) or _CITATION.search(form):
        return True
    parts = [part for part in words(_PHRASES.sub("", form)) if any(map(str.isalpha, part))]
    if parts and len(parts[0]) == 1:  # "Q-function"
        return len(parts) == 1
    if parts == [form] and form.isupper():  # "FPS", but not "IT"
        return form.lower() in _FUNCTIONS
    contents = [part for part in parts if not _is_empty(part)]
    return not contents or (len(contents) == 1 and _is_plain_noun(contents[0]))


def _is_empty(word: str) -> bool:
    return len(word) == 1 or _is_plain(word, _EMPTY) or bool(_NUMBER.match(word))


def _is_plain_noun(word: str) -> bool:
    return _is_plain(word, _NOUNS)


def _is_plain(word: str, among: frozenset[str]) -> bool:
    """Whether a word in ordinary case, or its singular, is one of a set."""
    if word[1:] != word[1:].lower() and not word.isupper():  # "ComplEx"
        return False
    lowered = word.lower()
    return lowered in among or lowered.removesuffix("s") in among
