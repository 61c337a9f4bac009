"""Which language a text is in: by its script, else by the commonest words of it."""

import re
from collections import Counter

UNKNOWN = "unknown"
_MAX_TEXT = 3_000  # characters looked at
_MIN_WORDS = 8
_SHARE = 0.12  # of a text's words that must be a language's commonest
_LEAD = 1.3  # how many times as many as of the next language
_SCRIPTS = {
    "ja": r"[\u3040-\u30ff]",
    "ko": r"[\uac00-\ud7af\u1100-\u11ff]",
    "zh": r"[\u3400-\u9fff]",
    "uk": r"[іїєґІЇЄҐ]",
    "ru": r"[\u0400-\u04ff]",
    "el": r"[\u0370-\u03ff]",
    "ar": r"[\u0600-\u06ff]",
    "he": r"[\u0590-\u05ff]",
    "th": r"[\u0e00-\u0e7f]",
}
_MIN_SHARE = {"ja": 0.1, "uk": 0.02}  # of the letters; Japanese is written in Chinese signs, too
_WORDS = {
    "en": "the of and to in a is that for we with are on as this by be an which from our can it",
    "de": "der die und in den von zu das mit sich des auf für ist im dem nicht ein eine als auch werden",
    "fr": "de la le et les des en un une du que est pour dans qui sur par au avec nous plus ce sont",
    "es": "de la que el en y los se del las un por con una para es al lo como más son este",
    "pt": "de a o que e do da em um para com uma os no se na por mais dos ao das são não",
    "it": "di e il la che in un a per è una del dei della con le si da sono nel alla gli",
    "nl": "de van het een en in is dat op te voor met die zijn aan door ook niet wordt deze",
    "sv": "och i att det som en på är av för med den till ett har inte om kan vi från",
    "da": "og i at det er en den til af på for med som der har ikke et de kan vi",
    "pl": "i w z na do się że jest nie to o jak przez oraz dla od są po które ich",
    "hu": "a az és hogy egy nem is meg ez volt vagy mint azt csak amely kell már még",
    "tr": "ve bir bu için ile da de olarak olan çok daha en gibi kadar sonra ancak",
    "fi": "ja on ei että se oli ovat tai mutta joka myös kuin tämä sekä voidaan",
    "cs": "a v se na je že s z do o pro i jsou to by jako od které nebo",
    "id": "yang dan di dengan untuk pada dari ini dalam adalah tidak itu dapat oleh",
}
_OF_WORD: dict[str, list[str]] = {}
for _code, _line in _WORDS.items():
    for _word in _line.split():
        _OF_WORD.setdefault(_word, []).append(_code)


def language(text: str) -> str:
    """The code of the text's language, or `unknown` where the text does not tell.

    >>> language("We show that the loss of a network is not what it seems to be.")
    'en'
    >>> language("Wir zeigen, dass der Verlust nicht das ist, was er zu sein scheint, und warum.")
    'de'
    >>> language("Attention!")
    'unknown'
    """
    text = text[:_MAX_TEXT]
    return _by_script(text) or _by_words(re.findall(r"[^\W\d_]+", text.lower()))


def _by_script(text: str) -> str:
    if text.isascii():
        return ""
    letters = sum(map(str.isalpha, text)) or 1
    shares = ((code, len(re.findall(signs, text)) / letters) for code, signs in _SCRIPTS.items())
    return next((code for code, share in shares if share > _MIN_SHARE.get(code, 0.4)), "")


def _by_words(words: list[str]) -> str:
    hits = Counter(code for word in words for code in _OF_WORD.get(word, ()))
    (best, most), (_, next_most) = (*hits.most_common(2), ("", 0), ("", 0))[:2]
    sure = len(words) >= _MIN_WORDS and most >= _SHARE * len(words) and most >= _LEAD * next_most
    return best if sure else UNKNOWN
