"""Surface forms of names without the accidents of typesetting: markup, ligatures, dashes, accents."""

import html
import re
import unicodedata

_GREEK = (  # from U+03B1 on, the final sigma among them
    "alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho sigma "
    "sigma tau upsilon phi chi psi omega"
)
_TABLE = str.maketrans(
    {
        **dict.fromkeys("\u00ad\u200b\u200c\u200d\u2060\ufeff", ""),  # soft hyphen, zero width
        **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63\uff0d", "-"),
        **dict.fromkeys("\u2018\u2019\u201b\u2032\u02bc\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u201e\u2033", '"'),
        **dict.fromkeys("\u2044\u2215", "/"),
        **{chr(0x2080 + digit): str(digit) for digit in range(10)},
        **{power: f"^{digit}" for digit, power in enumerate("⁰¹²³⁴⁵⁶⁷⁸⁹")},
        **{chr(0x03B1 + place): name for place, name in enumerate(_GREEK.split())},
        **{chr(0x0391 + place): name for place, name in enumerate(_GREEK.split()) if place != 17},
        **{"ϵ": "epsilon", "ϕ": "phi", "ϑ": "theta", "µ": "mu", "ℓ": "l", "×": "x"},
        **{"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"},
        **{"æ": "ae", "œ": "oe", "ø": "o", "ß": "ss", "ł": "l", "ı": "i", "đ": "d"},
        **{"Æ": "AE", "Œ": "OE", "Ø": "O", "Ł": "L", "Đ": "D"},
    }
)
_MARKUP = [
    (re.compile(r"\\[\"'`^~=.]\s*\{?([A-Za-z])\}?"), r"\1"),  # \'e, \"{o}
    (re.compile(r"\\[uvHc]\{([A-Za-z])\}"), r"\1"),
    (
        re.compile(
            r"\\(?:emph|text\w*|math\w*|operatorname|boldsymbol|rm|bf|it|sc|tt|em)(?![a-z])"
        ),
        "",
    ),
    (re.compile(r"\\ell(?![A-Za-z])"), "l"),
    (re.compile(r"\\([A-Za-z]+)"), r"\1"),  # \beta
    (re.compile(r"</?[A-Za-z]{1,6}>"), ""),
    (re.compile(r"(\*\*|__)(.+?)\1"), r"\2"),
    (re.compile(r"^\*(.+)\*$"), r"\1"),
    (re.compile(r"[\\${}`]"), ""),
    (re.compile(r"~|\s+"), " "),
]
_MARKED = re.compile(r"[\\$*_<&{}`~\n\t]|\s\s")
_ACCENTS = re.compile(r"(?<=[A-Za-z])[\u0300-\u036f]+")


def surface(text: str) -> str:
    """A slice of text as a name on one line: runs of white space are one space.

    >>> surface("graph\\nneural  networks ")
    'graph neural networks'
    """
    return " ".join(text.split())


def strip_markup(form: str) -> str:
    r"""The form without LaTeX, Markdown and HTML wrappers.

    >>> strip_markup(r"\emph{DiffAug}"), strip_markup(r"$\beta$-VAE"), strip_markup("A*")
    ('DiffAug', 'beta-VAE', 'A*')
    """
    plain = html.unescape(form)
    for pattern, replacement in _MARKUP:
        plain = pattern.sub(replacement, plain)
    return plain.strip()


def fold(form: str) -> str:
    r"""The form in plain letters, its case kept: no markup, ligatures, accents or special dashes.

    >>> fold("Fréchet Inception Distance"), fold("ℓ₁ re\u00adgularisation")
    ('Frechet Inception Distance', 'l1 regularisation')
    """
    if form.isascii() and not _MARKED.search(form):
        return form
    decomposed = unicodedata.normalize("NFD", strip_markup(form).translate(_TABLE))
    return unicodedata.normalize("NFC", _ACCENTS.sub("", decomposed)).translate(_TABLE)
