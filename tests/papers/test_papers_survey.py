"""What a person is told of some files: counts that add up, languages, reasons with examples."""

from pathlib import Path

import pytest

from kg.papers import Reading, read
from kg.papers.language import language
from kg.papers.survey import lines, problems, survey


@pytest.fixture
def reading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Reading:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text('{"title": "One"}\n[]\n7\n{"title": "Two", "abstract": "We do."}\n')
    text = "@misc{a, title={Two}, abstract={We do.}}\n@misc{b, title={Three}, year={20}\n@misc{c, year={1}}"
    Path("b.bib").write_text(text)
    return read(["a.jsonl", "b.bib"])


def test_counts_of_each_file_add_up(reading: Reading) -> None:
    assert list(lines(survey(reading))) == [
        "papers      7 read = 2 kept + 1 merged + 4 rejected (1 without abstract, 0 without title)",
        "file        a.jsonl: jsonl, utf-8: 4 read = 1 kept + 1 merged + 2 rejected (1 without abstract)",
        "file        b.bib: bibtex, utf-8: 3 read = 1 kept + 0 merged + 2 rejected",
        "languages   2 unknown",
    ]


def test_reasons_come_with_an_example(reading: Reading) -> None:
    assert list(problems(survey(reading))) == [
        "rejected    1 × a list where a JSON object is expected, e.g. a.jsonl, record 2",
        "rejected    1 × a number where a JSON object is expected, e.g. a.jsonl, record 3",
        "rejected    1 × an entry that is not closed, e.g. b.bib, record 2",
        "rejected    1 × neither title nor abstract, e.g. b.bib, record 3",
    ]


def test_of_one_file_in_english_a_line_says_all(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(
        "We show that the loss of a network is not what it seems to be."
    )
    assert len(list(lines(survey(read([tmp_path / "a.txt"]))))) == 1
    assert "languages" not in survey(read([tmp_path / "a.txt"]))


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("We show that the network is better than any other that was tried in the past.", "en"),
        ("Wir zeigen, dass das Netz besser ist als jedes andere, und wir sagen auch, warum.", "de"),
        ("Nous montrons que le réseau est plus sûr que les autres dans la plupart des cas.", "fr"),
        ("Mostramos que la red es más segura que las otras en la mayoría de los casos.", "es"),
        ("Mostramos que a rede é mais segura do que as outras na maioria dos casos.", "pt"),
        ("Mostriamo che la rete è più sicura delle altre nella maggior parte dei casi.", "it"),
        ("We laten zien dat het netwerk in de meeste gevallen beter is dan een ander.", "nl"),
        ("Vi visar att nätet är bättre än det som fanns och inte kostar mer för oss.", "sv"),
        ("Pokazujemy, że sieć jest lepsza niż inne i nie kosztuje więcej, co się liczy.", "pl"),
        ("Megmutatjuk, hogy a hálózat jobb, mint az eddigiek, és nem kerül többe.", "hu"),
        ("Мы показываем, что сеть лучше других.", "ru"),
        ("Ми показуємо, що ця мережа є кращою за інші її види.", "uk"),
        ("我们证明该网络优于其他网络。", "zh"),
        ("このネットワークが他より優れていることを示す。", "ja"),
        ("이 네트워크가 더 낫다는 것을 보인다.", "ko"),
        ("Δείχνουμε ότι το δίκτυο είναι καλύτερο.", "el"),
        ("Graph attention networks", "unknown"),
        ("x_1 = 2 and so", "unknown"),
        ("", "unknown"),
        ("12345 %%% \x00", "unknown"),
    ],
)
def test_language(text: str, code: str) -> None:
    assert language(text) == code
