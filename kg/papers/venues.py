"""Names of venues, as headings, records and BibTeX write them -> one spelling and a year."""

import re

from kg.papers.fields import canonical

_NAMES = """
    AAAI ACCV ACL ACML AISTATS AutoML BMVC CHI CIKM CogSci COLING COLT CoNLL CoRL CVPR EACL ECAI
    ECCV ECIR ECML EMNLP FAccT ICASSP ICAPS ICCV ICDAR ICDE ICDM ICLR ICML ICRA IJCAI IJCNLP
    Interspeech IROS ISMIR JMLR KDD LREC MICCAI MIDL MLSys NAACL NeSy NeurIPS PAKDD RecSys RSS
    SDM SIGGRAPH SIGIR SIGMOD TACL TMLR TPAMI UAI VLDB WACV WMT WSDM WWW 3DV
"""
_SPELLINGS = {name.lower(): name for name in _NAMES.split()} | {"nips": "NeurIPS"}

# What remains of a series' long name once number, year, "Proceedings", "of" and "the" are gone.
_LONG_NAMES = {
    "aaai conference on artificial intelligence": "AAAI",
    "conference on computer vision and pattern recognition": "CVPR",
    "conference on empirical methods in natural language processing": "EMNLP",
    "conference on neural information processing systems": "NeurIPS",
    "conference on robot learning": "CoRL",
    "european conference on computer vision": "ECCV",
    "international conference on artificial intelligence and statistics": "AISTATS",
    "international conference on computer vision": "ICCV",
    "international conference on learning representations": "ICLR",
    "international conference on machine learning": "ICML",
    "international joint conference on artificial intelligence": "IJCAI",
    "international workshop on artificial intelligence and statistics": "AISTATS",
    "meeting association for computational linguistics": "ACL",
    "conference european chapter association for computational linguistics": "EACL",
    "conference north american chapter association for computational linguistics": "NAACL",
    "international conference on computational linguistics": "COLING",
    "neural information processing systems": "NeurIPS",
    "advances in neural information processing systems": "NeurIPS",
}
_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_NOISE = re.compile(
    r"\b(?:(?:pre-?)?proceedings|of|the|annual|ieee/?cvf|ieee|\d+(?:st|nd|rd|th|$)|"
    r"[\w-]*(?:first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|eleventh|twelfth|"
    r"teenth|tieth))\b\s*",
    re.IGNORECASE,
)
# What may follow a venue's year: nothing, or how the paper was presented there.
_STATUS = re.compile(
    r"[\s).]*(?:\s(?:main\s+)?(?:conference|poster|oral|spotlight|notable|accept|track|paper).*)?",
    re.I,
)
_LIST_WORDS = re.compile(
    r"\b(?:accepted|papers|abstracts|proceedings|list)\b(?:\s+(?:of|from|at)\b)?(?:\s+the\b)?", re.I
)
_SUBMITTED = re.compile(r"submitted to\b", re.IGNORECASE)  # and not accepted: no venue
_MAX_HEADING = 80


def venue(name: str) -> tuple[str | None, int | None]:
    """A venue's usual spelling, without its year, and the year.

    >>> venue("icml 2023"), venue("NeurIPS 2023 poster"), venue("7th Annual Conference on Robot Learning")
    (('ICML', 2023), ('NeurIPS', 2023), ('CoRL', None))
    """
    found = _YEAR.search(name)
    year = int(found[0]) if found else None
    if found and _is_last(found, name):
        name = name[: found.start()].rstrip(" (,-'’")
        name += ")" * (name.count("(") - name.count(")"))  # "Workshop on Ferns (FERN 2024)"
    return None if _SUBMITTED.match(name) else _spelling(name) or None, year


def _is_last(year: re.Match[str], name: str) -> bool:
    """Whether a venue's name is over before its year, as it is not in "of the 2023 Conference"."""
    before = re.search(r"\w+(?=\W*$)", name[: year.start()])
    inside = not before or before[0].lower() in ("of", "the")
    return not inside and bool(_STATUS.fullmatch(name[year.end() :]))


def heading(line: str) -> tuple[str | None, int | None] | None:
    """Venue and year of a line that heads a list, or None for any other line.

    >>> heading("ICML 2024 Papers"), heading("# Proceedings of ICLR 2021"), heading("Papers")
    (('ICML', 2024), ('ICLR', 2021), (None, None))
    >>> heading("We show that 2024 models fail.") is None
    True
    """
    plain = line.lstrip("#").strip().rstrip(":")
    if "\n" in plain or not 0 < len(plain) <= _MAX_HEADING or plain[-1] in ".?!;,":
        return None
    name, colon, _ = plain.partition(":")
    if colon and canonical(name):  # a field of a paper
        return None
    year = _YEAR.search(plain)
    if not year and not re.search(r"\b(?:papers|abstracts)$", plain, re.IGNORECASE):
        return None
    bare = _LIST_WORDS.sub(" ", _YEAR.sub(" ", plain, count=1))
    return _spelling(" ".join(bare.split()).strip(" -–—,()'’")) or None, year and int(year[0])


def _spelling(name: str) -> str:
    name = " ".join(name.split())
    series = " ".join(_NOISE.sub("", _YEAR.sub(" ", re.split(r"[(,:]", name)[0])).lower().split())
    return _SPELLINGS.get(name.lower()) or _LONG_NAMES.get(series) or name
