"""The LaTeX of bibliographies -> Unicode: accents, braces and symbols; formulas stay as they are."""

import re
import unicodedata
from itertools import pairwise

_ACCENTS = {
    "`": "\u0300",
    "'": "\u0301",
    "^": "\u0302",
    "~": "\u0303",
    "=": "\u0304",
    "u": "\u0306",
    ".": "\u0307",
    '"': "\u0308",
    "r": "\u030a",
    "H": "\u030b",
    "v": "\u030c",
    "d": "\u0323",
    "c": "\u0327",
    "k": "\u0328",
    "b": "\u0331",
}
_WORDS = {
    **{"ss": "ß", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "o": "ø"},
    **{"O": "Ø", "l": "ł", "L": "Ł", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ"},
    **{"TH": "Þ", "dj": "đ", "DJ": "Đ", "ng": "ŋ", "NG": "Ŋ"},
    **{"textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’"},
    **{"textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'"},
    **{"ldots": "…", "dots": "…", "textellipsis": "…", "textbackslash": "\\"},
    **{"textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|"},
    **{"textless": "<", "textgreater": ">", "textbraceleft": "{", "textbraceright": "}"},
    **{"textregistered": "®", "texttrademark": "™", "copyright": "©", "textcopyright": "©"},
    **{"S": "§", "P": "¶", "pounds": "£", "texteuro": "€", "euro": "€", "textdegree": "°"},
    **{"textmu": "µ", "textperiodcentered": "·", "textbullet": "•", "textdollar": "$"},
}
# Commands that say how their text looks: the text is all that is kept.
_STYLES = (
    "emph|text|textbf|textit|textsc|textsl|texttt|textrm|textsf|textup|textnormal|mbox|underline|"
    "url|protect|bf|it|em|sc|sl|tt|rm|sf|bfseries|itshape|scshape|ttfamily|small|footnotesize|"
    "relax|noopsort|bibinfo"
)
MAX_TEXT = 25_000  # characters; a longer text is no abstract, and is left as it is
_MATH = re.compile(r"(?<!\\)\$\$?(?:[^$\\]|\\.)+\$\$?|\\\((?:[^\\]|\\(?![()]).)*\\\)", re.DOTALL)
_BASE = r"(?P<{0}>\\[ij](?![A-Za-z])|[^\W\d_])"
_TOKEN = re.compile(
    "|".join(
        (
            rf"\\(?P<mark>[`'^~=.\"])\s*(?:\{{\s*{_BASE.format('a')}\s*\}}|{_BASE.format('b')})",
            rf"\\(?P<letter>[uvHcdbkr])(?:\s*\{{\s*{_BASE.format('c')}\s*\}}|\s+{_BASE.format('d')})",
            rf"\\(?P<word>{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?![A-Za-z])(?:\s*\{{\}}|[ \t]+)?",
            rf"\\(?:{_STYLES})(?![A-Za-z])[ \t]*",
            r"\\href\s*\{(?P<target>[^{}]*)\}\s*\{(?P<shown>[^{}]*)\}",
            r"(?P<unknown>\\[A-Za-z]+\*?(?:[ \t]*\{[^{}]*\})*)",
            r"\\(?P<symbol>[%&$#_{}])",
            r"(?P<blank>\\\\|\\[ ,;:]|~)",
            r"(?P<nothing>\\[/!-]|[{}])",
            r"(?P<dash>-{2,3}(?!-))",
            r"(?P<quote>``|'')",
        )
    )
)
_SIGNS = {"--": "–", "---": "—", "``": "“", "''": "”"}
_WRAP = re.compile(r"(?<!\n)\n[ \t]+(?=\S)")
_PARAGRAPH = re.compile(r"\n[ \t]*\n[ \t]*")
_FOR_ADDRESSES = re.compile(r"\\(?:url|href|nolinkurl|path|protect)\b[ \t]*|[{}]")


def plain(text: str) -> str:
    r"""The text that LaTeX would print, but for formulas and commands that are not known.

    >>> plain(r"{G}{\"o}del's $\mathcal{O}(n)$ proof---\emph{ really}, 5\% by {\v S}\'{\i}ma")
    "Gödel's $\\mathcal{O}(n)$ proof— really, 5% by Šíma"
    """
    if len(text) > MAX_TEXT or not re.search(r"[\\{}~$]|--|''|``", text):
        return text
    parts, position = [], 0
    for formula in _MATH.finditer(text):
        parts += [_TOKEN.sub(_printed, text[position : formula.start()]), formula[0]]
        position = formula.end()
    return "".join((*parts, _TOKEN.sub(_printed, text[position:])))


def unwrapped(text: str) -> str:
    r"""The text without the line ends that an indented line continues.

    >>> print(unwrapped("We prune\n      networks.\nWe stop."))
    We prune networks.
    We stop.
    """
    return _WRAP.sub(" ", _PARAGRAPH.sub("\n\n", text))


def address(text: str) -> str:
    r"""An address as it is without LaTeX, or "" where some is left.

    >>> address(r"\url{https://a.org/S\_Dbw}"), address(r"https://a.org/{\textasciitilde}x")
    ('https://a.org/S_Dbw', 'https://a.org/~x')
    """
    text = re.sub(r"\{?\\(?:textasciitilde|~|sim)(?![A-Za-z])\s*(?:\{\})?\}?", "~", text)
    text = _FOR_ADDRESSES.sub("", re.sub(r"\\textunderscore(?![A-Za-z])\s*", "_", text))
    text = re.sub(r"\\([%&$#_~\-/])", r"\1", text)
    return "" if "\\" in text else text.strip()


def names(text: str) -> list[str]:
    r"""The parts between the "and"s outside of braces.

    >>> names("Roe, Ada and {Barnes and Noble} and\n others")
    ['Roe, Ada', '{Barnes and Noble}', 'others']
    """
    depth, cuts = 0, [(0, 0)]
    for token in re.finditer(r"[{}]|(?<=\s)and(?=\s)", text, re.IGNORECASE):
        depth += {"{": 1, "}": -1}.get(token[0], 0)
        if token[0].lower() == "and" and depth <= 0:
            cuts.append(token.span())
    bounds = pairwise((*cuts, (len(text), len(text))))
    return [name for (_, start), (end, _) in bounds if (name := text[start:end].strip())]


def _printed(token: re.Match[str]) -> str:
    found = token.groupdict()
    if accent := found["mark"] or found["letter"]:
        base = next(filter(None, (found[name] for name in "abcd"))).lstrip("\\")
        return unicodedata.normalize("NFC", base + _ACCENTS[accent])
    if found["blank"]:
        return " "
    if found["target"] is not None:
        return f"{found['shown']} ({found['target']})"
    sign = found["dash"] or found["quote"]
    word = _WORDS[found["word"]] if found["word"] else ""
    return word or found["unknown"] or found["symbol"] or _SIGNS.get(sign or "", "")
