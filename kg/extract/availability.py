"""What an abstract says of its own code without giving a link: released later, in the supplement.

Rules for whole phrases, precision first: the code must be the subject of its clause, or what "we"
release; somebody else's code ("whose code is available"), models of code, and data alone say nothing.
"""

import re

from kg.extract.links import find_links
from kg.extract.tokens import sentence_offsets
from kg.records import Availability, AvailabilityKind, Repository

LONGEST = 600  # characters of a sentence that is looked at
_CODE = r"(?:source[ -]?codes?|codes?|code ?-?bases?|implementations?|software|scripts)"
_OWN = (
    r"(?:(?:the|our|its|all|both|complete|full|fully|source|training|evaluation|inference|official|python"
    r"|pytorch|jax|reproducible|open|relevant|corresponding|associated|accompanying|related|project"
    r"|reference|experimental|preprocessing|trained|pre-?trained|anonymi[sz]ed)[ -]+)*"
)
# Words that may stand between the code and its verb, or before it in a list.
_BESIDE = (
    r"(?:and|or|&|as|well|with|along|together|plus|the|our|its|all|data|data ?sets?|benchmarks?|corpus"
    r"|corpora|models?|weights|checkpoints|prompts|annotations?|videos?|demos?|results|resources"
    r"|materials?|experiments?|scripts?|documentation|logs|code|source|software|implementations?"
    r"|project|(?:pre-?)?trained|used|needed|required|to|reproduc\w+|replicat\w+|these|this|that|paper"
    r"|work|study|generated|related|collected|new|supplementary|final|in|here)"
)
_GAP = rf"(?: (?:for|of|behind) (?:[\w-]+ ){{0,3}}?[\w-]+)?(?:[ ,/]+{_BESIDE})*"
_START = rf"(?:^|[.;:(\[*] ?|, (?:and )?|\b(?:and|while|but) ){_OWN}"
_SUBJECT = rf"{_START}(?:{_BESIDE}[ ,/]+)*{_CODE}\b(?! (?:completion|generation|search|snippets?|of conduct)){_GAP}"
_WE = rf"\bwe (?:[\w-]+ )?{{verb}} (?:(?:publicly|openly|freely|also) )?{_OWN}(?:{_BESIDE}[ ,/]+)*{_CODE}"
_AFTER = r"(?=[.,;:)\]!*]| ?$| (?:and|upon|after|for|of|to|as|on|at|in|with|along|soon|publicly|once|under|when|available|here|online)\b)"
_FREELY = (
    r"(?:(?:made|be|become|also|all|both|soon|fully|publicly|openly|freely|open|permanently)[ -])*"
)
_GIVEN = r"(?:available|accessible|released?|public|open[ -]?sourced?|published|shared|provided|accessed)"
_LATER = (
    r"(?:upon|after|following|on) (?:the )?(?:paper |its )?"
    r"(?:acceptance|publication|review|decision|de-?anonymi[sz]ation)|soon|shortly|in the (?:near )?future"
)
_SUPPLEMENT = r"(?:the |our )?(?:supplement\w*|supp\b\.?|appendix|appendices)"
_PLAN = r"(?:will|plan to|intend to|commit to|promise to|are going to)(?: also| soon| publicly)*"
_MAKE = r"(?:release|open[ -]?source|publish|share|provide|make)"

_PHRASES: tuple[tuple[AvailabilityKind, str], ...] = (
    ("elided", rf"{_START}.*\b{_CODE}\b.*\bthis (?:https? )?URL\b"),
    ("request", rf"{_SUBJECT}.{{0,40}}\b(?:up)?on (?:reasonable )?request\b"),
    (
        "supplementary",
        rf"{_SUBJECT} (?:(?:is|are|can be) )?(?:also )?(?:(?:given|found|included|attached"
        rf"|provided|available|submitted|uploaded) )?(?:in|as|with) {_SUPPLEMENT}",
    ),
    (
        "supplementary",
        _WE.replace("{verb}", "(?:provide|include|attach|submit|upload)")
        + rf"\b(?:[ ,/]+{_BESIDE})* (?:in|as|with) {_SUPPLEMENT}",
    ),
    ("announced", rf"{_SUBJECT} will {_FREELY}{_GIVEN}\b"),
    ("announced", rf"{_SUBJECT} (?:(?:is|are|to be) )?{_FREELY}(?:{_GIVEN} )?(?:{_LATER})\b"),
    ("announced", rf"{_SUBJECT} (?:is |are )?to be {_FREELY}{_GIVEN}\b"),
    ("announced", rf"{_START}{_CODE}(?: and \w+)?:? (?:is |are )?coming soon\b"),
    ("announced", _WE.replace("{verb}", f"{_PLAN} {_MAKE}") + _AFTER),
    (
        "announced",
        _WE.replace("{verb}", f"{_MAKE}") + rf"\b(?:[ ,/]+{_BESIDE})*(?: publicly| available)*"
        rf" (?:{_LATER})\b",
    ),
    (
        "stated",
        rf"{_SUBJECT} (?:is|are|has been|have been) (?:now )?{_FREELY}{_GIVEN}"
        r"(?: (?:online|publicly|here|as open[ -]source|on github|at github))?[).\]* ]*$",
    ),
)
_RULES = tuple((kind, re.compile(phrase, re.IGNORECASE)) for kind, phrase in _PHRASES)
_MENTIONED = re.compile(rf"\b{_CODE}\b", re.IGNORECASE)


def find_availability(text: str, repositories: tuple[Repository, ...]) -> Availability | None:
    """The first sentence that says where the code is or will be; None where a link says it.

    >>> find_availability("We win. Code will be released upon acceptance.", ()).kind
    'announced'
    """
    if any(found.kind in ("code", "anonymised") for found in repositories):
        return None
    links = [(link.start, link.end) for link in find_links(text)]
    for start, end in sentence_offsets(text):
        if not any(start < b and a < end for a, b in links):
            kind = _kind(" ".join(text[start:end].split()))
            if kind is not None:
                return Availability(kind, start, end)
    return None


def _kind(sentence: str) -> AvailabilityKind | None:
    if len(sentence) > LONGEST or not _MENTIONED.search(sentence):
        return None
    return next((kind for kind, rule in _RULES if rule.search(sentence)), None)
