"""How a plain text is laid out: marks before its papers, titles above them, or one paper a line.

Each form is judged on the beginning of the text as a whole, and only what runs through all of it
counts: one block that looks so is an abstract like any other.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial, reduce
from itertools import pairwise
from statistics import median

from kg.papers.readers import labelled
from kg.papers.venues import heading

Step = Callable[[Iterable[str]], Iterator[str]]  # from blocks to blocks
Fields = Callable[[str], dict[str, object]]  # from a block to the fields of its paper

_SHARE = 0.8  # of the blocks that must be of a form
_MAX_TITLE = 200  # characters
_MIN_ABSTRACT = 100
_MIN_LINE = 150  # characters of half the lines, if each is an abstract
_MARKS = (r"\[\d{1,5}\]\s+", r"\(\d{1,5}\)\s+", r"\d{1,5}[.)]\s+", r"[-*+•]\s+")
_SENTENCE = re.compile(r".*[.?!…][\W_]{0,3}", re.DOTALL)
_STRONG = re.compile(
    r"(\*\*|__)(?P<title>[^\n]{1,200}?)(?::\1|\1\s*[:—–-]|\1\s*\n)\s*(?P<abstract>.*)", re.DOTALL
)


def layout(sample: list[str]) -> tuple[Step, Fields]:
    """What brings all blocks into the form of one a paper, and what takes such a block apart."""
    steps: list[Step] = []
    for form in (_divided, _unmarked, labelled.joined, _paired):
        step = form(sample)
        if step:
            steps.append(step)
            sample = list(step(sample))
            if form is labelled.joined:
                return partial(_run, steps), labelled.fields
    return partial(_run, steps), _fields(_papers(sample))


def is_list(sample: list[str]) -> bool:
    """Whether nearly every block is an abstract, once brought into form."""
    step, fields = layout(sample)
    abstracts = [str(fields(block).get("abstract", "")) for block in _papers(step(sample))]
    return _nearly_all(len(text) >= _MIN_ABSTRACT and text[0] not in "#|<`>" for text in abstracts)


def _run(steps: Sequence[Step], blocks: Iterable[str]) -> Iterator[str]:
    return iter(reduce(lambda so_far, step: step(so_far), steps, blocks))


def _papers(blocks: Iterable[str]) -> list[str]:
    return [block for block in blocks if heading(block) is None]


def _nearly_all(votes: Iterable[bool]) -> bool:
    cast = list(votes)
    return bool(cast) and sum(cast) >= _SHARE * len(cast)


def _divided(sample: list[str]) -> Step | None:
    """Where no blank line comes between papers: each line or two is one, or each mark begins one."""
    if any(heading(one) is None and heading(other) is None for one, other in pairwise(sample)):
        return None
    lines = _papers(line for block in sample for line in block.split("\n"))
    mark = _mark(lines)
    if mark and sum(bool(re.match(mark, line)) for line in lines) > 1:
        return partial(_split, re.compile(rf"\n(?={mark})"))
    return partial(_split, re.compile("\n")) if _are_abstracts(lines) or _paired(lines) else None


def _are_abstracts(lines: list[str]) -> bool:
    """Whether each line is long and ends as a sentence does: two could be paragraphs of one."""
    sentences = _nearly_all(bool(_SENTENCE.fullmatch(line)) for line in lines)
    return len(lines) > 2 and sentences and median(map(len, lines)) >= _MIN_LINE


def _split(divider: re.Pattern[str], blocks: Iterable[str]) -> Iterator[str]:
    return (part for block in blocks for part in divider.split(block))


def _mark(blocks: list[str]) -> str:
    """The kind of number or bullet that the first block begins with."""
    return next((mark for mark in _MARKS if blocks and re.match(mark, blocks[0])), "")


def _unmarked(sample: list[str]) -> Step | None:
    """Where half the blocks, and more than one, begin with the same kind of mark: without it."""
    papers = _papers(sample)
    mark = _mark(papers)
    marked = sum(bool(re.match(mark, block)) for block in sample) if mark else 0
    if marked > 1 and 2 * marked >= len(papers):
        return lambda blocks: (re.sub(rf"\A{mark}", "", block) for block in blocks)
    return None


def _paired(sample: list[str]) -> Step | None:
    """Where titles and abstracts take turns: each title with its abstract."""
    pairs = sum(heading(one) is None and _is_head(one, other) for one, other in pairwise(sample))
    return _pairs if pairs and 2 * pairs >= _SHARE * len(_papers(sample)) else None


def _pairs(blocks: Iterable[str]) -> Iterator[str]:
    title = ""
    for block in blocks:
        if title:
            joined = _is_head(title, block)
            yield f"{title}\n{block}" if joined else title
            title = "" if joined else block
        else:
            title = block
    if title:
        yield title


def _fields(papers: list[str]) -> Fields:
    """How to take apart a block of a text whose papers look like these."""
    strong = [found["title"] for found in map(_STRONG.fullmatch, papers) if found]
    if len(set(strong)) == len(strong) > 1 and 2 * len(strong) >= len(papers):
        return _strong
    return _titled if _nearly_all(map(_is_titled, papers)) else _untitled


def _strong(block: str) -> dict[str, object]:
    found = _STRONG.fullmatch(block)
    return dict(found.groupdict()) if found else _untitled(block)


def _titled(block: str) -> dict[str, object]:
    title, _, rest = block.partition("\n")
    return {"title": title, "abstract": rest} if _is_head(title, rest) else _untitled(block)


def _untitled(block: str) -> dict[str, object]:
    return {"abstract": block}


def _is_titled(block: str) -> bool:
    """Whether the first line is a title: in wrapped text, a line that need not have ended there."""
    title, _, rest = block.partition("\n")
    width = max(map(len, rest.split("\n")))
    return _is_head(title, rest) and len(title) + len(rest.split(maxsplit=1)[0]) < width


def _is_head(title: str, rest: str) -> bool:
    """Whether a line is short and no sentence, and what follows long and no continuation of it."""
    line = title.strip()
    is_line = 0 < len(line) <= _MAX_TITLE and "\n" not in line and line[-1] not in ".,;:"
    return (
        is_line
        and len(rest) >= max(_MIN_ABSTRACT, 2 * len(line))
        and not rest.lstrip()[0].islower()
    )
