"""`link` on small corpora written by hand."""

import random
from collections.abc import Callable, Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kg import vocab
from kg.link import Linked, link
from kg.records import Concept, Entity, Evidence, Extraction, Mention, Paper, Repository, Statement

Write = Callable[..., Extraction]
CONCEPT = f"{vocab.BASE}concept/"


def concept(linked: Linked, label: str) -> Concept:
    return next(each for each in linked.concepts if each.label == label)


def labels(linked: Linked) -> list[str]:
    return [each.label for each in linked.concepts]


def rules(linked: Linked) -> dict[str, str]:
    return {merge.alias: merge.rule for merge in linked.merges}


def broader(linked: Linked) -> list[tuple[str, str]]:
    named = {each.iri: each.label for each in linked.concepts}
    found = (each for each in linked.statements if vocab.local_name(each.predicate) == "broader")
    return [(named[each.subject], named[each.object]) for each in found]


def one_each(write: Write, type_: str, names: Iterable[str]) -> list[Extraction]:
    """A paper for each name, which uses the thing of that name."""
    return [
        write(f"hash:{n:03}", f"We use {name}.", [(type_, "uses", [name])])
        for n, name in enumerate(names)
    ]


def test_spellings_of_one_name_are_one_concept(write: Write) -> None:
    corpus = [
        write(
            "hash:1",
            "We use Graph Neural Networks.",
            [("method", "uses", ["Graph Neural Networks"])],
        ),
        write(
            "hash:2",
            "Here graph neural networks work.",
            [("method", "uses", ["graph neural networks"])],
        ),
        write(
            "hash:3", "Take a graph-neural network.", [("method", "uses", ["graph-neural network"])]
        ),
        write(
            "hash:4",
            "Take a graph neural network.",
            [("method", "compares", ["graph neural network"])],
        ),
    ]
    linked = link(corpus)
    assert [each.iri for each in linked.concepts] == [f"{CONCEPT}graph-neural-network"]
    assert linked.concepts[0].label == "graph neural network"
    assert linked.concepts[0].types == (("method", 4),)
    assert rules(linked) == {
        "Graph Neural Networks": "plural",
        "graph neural networks": "plural",
        "graph-neural network": "hyphen",
    }
    merge = next(each for each in linked.merges if each.rule == "hyphen")
    assert (merge.papers, merge.evidence) == (1, ("hash:3",))


def test_one_name_with_two_types_is_one_node_and_keeps_both(write: Write) -> None:
    corpus = [
        write(
            "hash:1",
            "We study reinforcement learning.",
            [("task", "uses", ["reinforcement learning"])],
        ),
        write(
            "hash:2",
            "With reinforcement learning we win.",
            [("method", "uses", ["reinforcement learning"])],
        ),
        write(
            "hash:3",
            "Good reinforcement learning.",
            [("method", "proposes", ["reinforcement learning"])],
        ),
    ]
    linked = link(corpus)
    assert linked.concepts[0].types == (("method", 2), ("task", 1))
    assert [vocab.local_name(each.predicate) for each in linked.statements] == [
        "addresses", "uses", "proposes",
    ]  # fmt: skip


def test_an_acronym_with_two_expansions_is_two_concepts(write: Write) -> None:
    corpus = [
        write("hash:1", "The Segment Anything Model (SAM) cuts.",
              [("method", "uses", ["Segment Anything Model", "SAM"])]),
        write("hash:2", "By sharpness-aware minimization (SAM) we train.",
              [("method", "uses", ["sharpness-aware minimization", "SAM"])]),
        write("hash:3", "Here SAM is used.", [("method", "uses", ["SAM"])]),
    ]  # fmt: skip
    linked = link(corpus)
    assert labels(linked) == ["SAM", "Segment Anything Model", "sharpness-aware minimization"]
    assert "SAM" in concept(linked, "Segment Anything Model").aliases
    assert [(match.iri, match.score) for match in concept(linked, "SAM").matches] == [
        (f"{CONCEPT}segment-anything-model", 0.5),
        (f"{CONCEPT}sharpness-aware-minimization", 0.5),
    ]


def llm(write: Write, number: int, defined: bool) -> Extraction:
    text = "Some large language models (LLMs) talk." if defined else "Some LLMs talk."
    forms = ["large language models", "LLMs"] if defined else ["LLMs"]
    return write(f"hash:{number}", text, [("method", "uses", forms)])


def quf(write: Write, number: int, type: str, expansion: str = "") -> Extraction:
    """A paper on an acronym of our own making, with or without its expansion."""
    text = f"The {expansion} (QUF) counts." if expansion else "Here QUF counts."
    return write(
        f"hash:{number}", text, [(type, "uses", [expansion, "QUF"] if expansion else ["QUF"])]
    )


def test_an_undefined_acronym_takes_the_meaning_of_three_papers(write: Write) -> None:
    defined = [quf(write, n, "method", "quick union filter") for n in range(3)]
    two = link([*defined[:2], quf(write, 9, "method")])
    three = link([*defined, quf(write, 9, "method")])
    assert labels(two) == ["QUF", "quick union filter"]
    assert labels(three) == ["quick union filter"]
    assert three.concepts[0].types == (("method", 4),)
    assert rules(three)["QUF"] == "acronym"


def test_a_sense_dominates_among_things_of_its_kind(write: Write) -> None:
    corpus = [quf(write, n, "method", "quick union filter") for n in range(3)]
    corpus += [quf(write, n, "metric", "quotient of used frames") for n in range(3, 6)]
    corpus += [quf(write, 7, "metric"), quf(write, 8, "task"), quf(write, 9, "dataset")]
    linked = link(corpus)
    assert labels(linked) == ["QUF", "quick union filter", "quotient of used frames"]
    assert concept(linked, "QUF").types == (("dataset", 1),)
    assert concept(linked, "quick union filter").types == (("method", 3), ("task", 1))
    assert concept(linked, "quotient of used frames").types == (("metric", 4),)


def test_the_package_knows_usual_acronyms_but_the_corpus_has_the_last_word(write: Write) -> None:
    corpus = [
        write("hash:1", "An SVM sorts.", [("method", "uses", ["SVM"])]),
        write("hash:2", "A support vector machine.", [("method", "uses", ["support vector machine"])]),
    ]  # fmt: skip
    assert labels(link(corpus)) == ["support vector machine"]
    assert labels(link(corpus[:1])) == ["SVM"]
    other = write(
        "hash:3", "A slow vector mapper (SVM).", [("method", "uses", ["slow vector mapper", "SVM"])]
    )
    assert labels(link([*corpus, other])) == ["slow vector mapper", "support vector machine", "SVM"]


def test_activities_are_one_concept_by_their_noun(write: Write) -> None:
    forms = ["detecting tiny birds", "detection of tiny birds", "detect tiny birds",
             "tiny bird detection"]  # fmt: skip
    corpus = [
        write(f"hash:{n}", f"We do {form} here.", [("task", "uses", [form])])
        for n, form in enumerate(forms)
    ]
    (only,) = link(corpus).concepts
    assert (only.label, only.iri) == ("tiny bird detection", f"{CONCEPT}tiny-bird-detection")
    assert len(only.aliases) == 3


def test_an_acronym_inside_a_name_is_written_out_where_both_occur(write: Write) -> None:
    corpus = [llm(write, n, True) for n in (1, 2, 3)]
    corpus.append(write("hash:5", "An LLM agent acts.", [("method", "uses", ["LLM agent"])]))
    alone = link(corpus)
    assert "LLM agent" in labels(alone)
    corpus.append(write("hash:6", "A large language model agent acts.",
                        [("method", "uses", ["large language model agent"])]))  # fmt: skip
    both = link(corpus)
    assert concept(both, "large language model agent").aliases == ("LLM agent",)
    assert rules(both)["LLM agent"] == "inside"


def test_the_text_defines_an_acronym_that_the_entity_does_not(write: Write) -> None:
    text = "In optimal transport (OT) one moves mass. We use OT."
    linked = link([write("hash:1", text, [("method", "uses", ["OT"])])])
    assert linked.concepts[0].iri == f"{CONCEPT}optimal-transport"
    assert (linked.concepts[0].label, linked.concepts[0].aliases) == ("optimal transport", ("OT",))


def test_a_dataset_is_no_method_by_the_same_letters(write: Write) -> None:
    corpus = [
        write(f"hash:{n}", "By grouped query attention (GQA) it runs.",
              [("method", "uses", ["grouped query attention", "GQA"])])
        for n in (1, 2, 3)
    ]  # fmt: skip
    corpus.append(write("hash:4", "We test on GQA.", [("dataset", "uses", ["GQA"])]))
    assert labels(link(corpus)) == ["GQA", "grouped query attention"]


def test_a_closed_spelling_does_not_join_two_names(write: Write) -> None:
    text = "We compare DP-SGD, D-PSGD and DPSGD."
    entities = [("method", "uses", [name]) for name in ("DP-SGD", "D-PSGD", "DPSGD")]
    assert len(link([write("hash:1", text, entities)]).concepts) == 3
    assert len(link([write("hash:1", text, entities[1:])]).concepts) == 1


def test_an_open_spelling_is_the_name_that_most_papers_mean(write: Write) -> None:
    corpus = one_each(write, "method", ["DP-SGD"] * 8 + ["DPSGD", "D-PSGD"])
    assert labels(link(corpus)) == ["D-PSGD", "DP-SGD"]


def test_a_misprint_of_a_common_name_is_no_name_and_divides_none(write: Write) -> None:
    names = ["knowledge distillation"] * 10 + [
        "knowledge distil- lation",
        "knowledge dis tillation",
    ]
    corpus = one_each(write, "method", [*names, *["Cifar-10"] * 10, *["Cifar10"] * 10, "Ci far10"])
    assert labels(link(corpus)) == ["Cifar-10", "knowledge distillation"]


def test_a_word_broken_at_the_end_of_a_line_names_no_concept(write: Write) -> None:
    """However rare the name: the word is known from other names, its pieces are not."""
    names = [
        f"{kind} generation" for kind in ["text", "code", "music", "video", "speech", "motion"]
    ]
    names += ["image generation", "image genera-tion", "scene generation", "face generation"]
    names += ["mesh generation", "graph generation", "molecule generation"]
    corpus = one_each(write, "task", names)
    (found,) = (each for each in link(corpus).concepts if "image" in each.label)
    assert (found.label, found.aliases) == ("image generation", ("image genera-tion",))
    assert found.iri.endswith("/image-generation")


def test_words_run_together_name_no_concept(write: Write) -> None:
    names = [f"spike {n}" for n in range(10)] + [f"{n} and slab prior" for n in range(10)]
    corpus = one_each(write, "method", [*names, "spike-and-slab prior", "spikeand-slab prior"])
    (found,) = (each for each in link(corpus).concepts if "spike-and" in each.label)
    assert found.aliases == ("spikeand-slab prior",)
    assert found.iri.endswith("/spike-and-slab-prior")


@pytest.mark.parametrize(("papers", "kinds"), [(3, 0), (4, 40)])
def test_what_many_are_kinds_of_must_be_named_by_papers_itself(
    write: Write, papers: int, kinds: int
) -> None:
    """Else a word that says little, like "selection", is a hub of the graph."""
    names = [f"{a}{b} selection" for a in "bcdfg" for b in "lmnprstv"]
    corpus = one_each(write, "task", [*names, *["selection"] * papers])
    assert sum(bool(each.broader) for each in link(corpus).concepts) == kinds


def test_a_broken_word_that_names_nothing_is_no_concept(write: Write) -> None:
    names = ["perfor- mance", "perfor-mance", "image represen-tation"]
    corpus = one_each(write, "method", names)
    assert len(link(corpus).concepts) == 1


@pytest.mark.parametrize(
    ("text", "name", "kept"),
    [
        ("We follow Roe and Barnes (2010) here.", "Roe", 0),
        ("We follow Roe, Barnes, and Li [2010] here.", "Barnes", 0),
        ("This is known (Roe & Barnes, 2010a).", "Barnes", 0),
        ("We follow Roe et al. here.", "Roe", 0),
        ("We use Adam (Kingma and Ba, 2015).", "Adam", 1),
        ("We follow Fern (2010). Fern is a method.", "Fern", 1),
        ("We use BERT (2018) here.", "BERT", 1),
    ],
)
def test_an_author_who_is_cited_is_no_concept(
    write: Write, text: str, name: str, kept: int
) -> None:
    assert len(link([write("hash:1", text, [("method", "uses", [name])])]).concepts) == kept


def test_a_data_set_with_a_plural_for_a_name_keeps_it(write: Write) -> None:
    names = ["Cityscapes"] * 3 + ["CityScape", "street scenes", "street scene"]
    corpus = one_each(write, "dataset", names)
    assert labels(link(corpus)) == ["Cityscapes", "street scene"]


def test_an_acronym_inside_the_name_of_a_task_is_written_out_too(write: Write) -> None:
    corpus = [llm(write, n, True) for n in (1, 2, 3)]
    tasks = ("LLM alignment", "large language model alignment")
    corpus += [write(f"hash:{t}", f"We study {t}.", [("task", "uses", [t])]) for t in tasks]
    both = link(corpus)
    assert concept(both, "large language model alignment").aliases == ("LLM alignment",)


def test_names_of_different_languages_keep_different_iris(write: Write) -> None:
    text = "We compare C and C++ and C# and C4."
    names = ["C++", "C#", "C4"]
    linked = link([write("hash:1", text, [("method", "uses", [name]) for name in names])])
    assert len({each.iri for each in linked.concepts}) == 3


def test_generic_names_make_no_concept(write: Write) -> None:
    text = "Our method beats the model on 12 datasets."
    entities = [("method", "proposes", ["Our method"]), ("method", "compares", ["the model"]),
                ("dataset", "uses", ["12 datasets"])]  # fmt: skip
    assert link([write("hash:1", text, entities, ((0, "compared_with", 1),))]) == Linked((), (), ())


def test_evidence_is_the_sentence_and_its_mentions(write: Write) -> None:
    text = "First BERT is read. BERT and BERT again. Nothing here. BERT ends. At last BERT."
    linked = link([write("doi:10.1/x", text, [("method", "uses", ["BERT"])])])
    (statement,) = linked.statements
    assert statement.subject == "https://doi.org/10.1/x"
    assert statement.predicate == f"{vocab.KG}uses"
    assert [each.quote for each in statement.evidence] == [
        "First BERT is read.", "BERT and BERT again.", "BERT ends.",
    ]  # fmt: skip
    second = statement.evidence[1]
    assert [text[start:end] for start, end in second.mentions] == ["BERT", "BERT"]
    assert text[second.start : second.end] == second.quote
    assert (second.score, second.component) == (0.9, "roles/0.1.0")


def test_relations_become_statements_but_no_loops(write: Write) -> None:
    text = "DiffAug uses a diffusion model and diffusion models."
    entities = [("method", "proposes", ["DiffAug"]), ("method", "uses", ["diffusion model"]),
                ("method", "uses", ["diffusion models"])]  # fmt: skip
    relations = ((0, "builds_on", 1), (1, "builds_on", 2))
    linked = link([write("hash:1", text, entities, relations)], version="9")
    (relation,) = [each for each in linked.statements if each.predicate == f"{vocab.KG}buildsOn"]
    assert relation.object == f"{CONCEPT}diffusion-model"
    (evidence,) = relation.evidence
    assert [text[start:end] for start, end in evidence.mentions] == [
        "DiffAug", "diffusion model", "diffusion models",
    ]  # fmt: skip
    assert evidence.component == "relations/9"


def test_the_hierarchy_has_no_circle_and_no_shortcut(write: Write) -> None:
    text = "Deep image anomaly detection, image anomaly detection, anomaly detection."
    names = ["Deep image anomaly detection", "image anomaly detection", "anomaly detection"]
    entities = [("task", "uses", [name]) for name in names]
    wrong = ((0, "is_a", 2), (2, "is_a", 1), (1, "is_a", 0))
    linked = link([write("hash:1", text, entities, wrong)])
    assert broader(linked) == [
        ("Deep image anomaly detection", "image anomaly detection"),
        ("image anomaly detection", "anomaly detection"),
    ]
    assert concept(linked, "anomaly detection").broader == ()
    statement = next(each for each in linked.statements if "broader" in each.predicate)
    assert [each.component for each in statement.evidence] == ["hierarchy/0.1.0"]


def test_one_paper_alone_does_not_put_a_common_concept_under_a_rare_one(write: Write) -> None:
    corpus = [llm(write, n, True) for n in range(1, 8)]
    text = "A large language model is a summary oracle."
    entities = [
        ("method", "uses", ["large language model"]),
        ("method", "uses", ["summary oracle"]),
    ]
    corpus.append(write("hash:9", text, entities, ((0, "is_a", 1),)))
    assert broader(link(corpus)) == []


def test_labels_are_singular_and_in_running_case(write: Write) -> None:
    def label(*texts: tuple[str, str]) -> str:
        corpus = [
            write(f"hash:{n}", text, [("method", "uses", [form])])
            for n, (text, form) in enumerate(texts)
        ]
        (only,) = link(corpus).concepts
        return only.label

    assert label(("The ImageNet set.", "ImageNet"), ("An imagenet.", "imagenet")) == "ImageNet"
    assert label(("We use skip connections.", "skip connections")) == "skip connection"
    assert (
        label(("The Fréchet mean.", "Fréchet mean"), ("A Frechet mean", "Frechet mean"))
        == "Fréchet mean"
    )
    assert label(("The \\emph{Foo}.", "\\emph{Foo}"), ("The Foo.", "Foo")) == "Foo"
    assert label(("We use a Skip Connection.", "Skip Connection"),
                 ("A skip connection.", "skip connection")) == "skip connection"  # fmt: skip


def test_an_acronym_that_nobody_writes_out_is_the_label(write: Write) -> None:
    expansion = "Bidirectional Encoder Representations from Transformers"
    corpus = [
        write(
            f"hash:{n}", f"The {expansion} (BERT) reads.", [("method", "uses", ["BERT", expansion])]
        )
        for n in range(3)
    ]
    corpus += [
        write(f"hash:1{n}", "Here BERT reads.", [("method", "uses", ["BERT"])]) for n in range(20)
    ]
    (only,) = link(corpus).concepts
    assert only.label == "BERT"
    assert only.aliases == (expansion,)
    assert only.iri == f"{CONCEPT}bidirectional-encoder-representation-from-transformers"


def test_labels_of_things_are_singular_and_in_running_case_where_it_is_seen(write: Write) -> None:
    def label(type: str, *forms: str) -> str:
        corpus = [
            write(f"hash:{n}", f"We see {form} here.", [(type, "uses", [form])])
            for n, form in enumerate(forms)
        ]
        (only,) = link(corpus).concepts
        return only.label

    assert label("method", "normalizing flows", "normalizing flows") == "normalizing flow"
    assert label("method", "Pressure Gauge Units", "pressure gauge units") == "pressure gauge unit"
    assert label("method", "text-to-image mixers") == "text-to-image mixer"
    assert label("method", "mixture-of-mixers", "mixture of mixers") == "mixture of mixers"
    assert label("task", "overfit", "overfitting", "overfitting") == "overfitting"
    assert label("task", "hallucinate", "hallucinate", "hallucination") == "hallucination"
    assert label("task", "detecting owls") == "detecting owls"
    assert (
        label("method", "interior-point approach", *["interior-point methods"] * 2)
        == "interior-point method"
    )


def test_every_merge_shows_a_sentence_with_the_form(write: Write) -> None:
    corpus = [
        write(
            "hash:1",
            "First this. We like Quartz\nNets. The end.",
            [("method", "uses", ["Quartz\nNets"])],
        ),
        write("hash:2", "A quartz net.", [("method", "uses", ["quartz net"])]),
    ]
    (merge,) = link(corpus).merges
    assert (merge.alias, merge.evidence, merge.example) == (
        "Quartz Nets", ("hash:1",), "We like Quartz Nets.",
    )  # fmt: skip


def test_a_stated_kind_needs_support_and_a_modifier_that_does_not_turn(write: Write) -> None:
    def stated(narrow: str, broad: str, others: int) -> list[tuple[str, str]]:
        text = f"The {narrow} is a {broad}."
        entities = [("method", "uses", [narrow]), ("method", "uses", [broad])]
        corpus = [write("hash:0", text, entities, ((0, "is_a", 1),))]
        corpus += [
            write(f"hash:{n + 1}", f"We use {narrow}.", [("method", "uses", [narrow])])
            for n in range(others)
        ]
        return broader(link(corpus))

    assert stated("Owlnet", "bird detector", 2) == [("Owlnet", "bird detector")]
    assert stated("Owlnet", "bird detector", 3) == []
    assert stated("anti bird detector", "bird detector", 0) == []


def test_one_paper_does_not_make_a_narrower_or_numbered_form_an_alias(write: Write) -> None:
    text = "We use GPT-4 and GPT, and standard fine-tuning, or fine-tuning."
    entities = [("method", "uses", ["GPT-4", "GPT"]),
                ("method", "uses", ["fine-tuning", "standard fine-tuning"])]  # fmt: skip
    linked = link([write("hash:1", text, entities)])
    assert [each.aliases for each in linked.concepts] == [(), ()]


def test_links_of_paper_and_abstract(write: Write) -> None:
    url = "https://github.com/a/b"
    paper = Paper("hash:1", "", f"Code: {url}", links=(
        "https://huggingface.co/a/c", "https://a.example/page", "javascript:alert(1)", "http://[",
        "https://x.example/<b> \"q\"",
    ))  # fmt: skip
    found = Extraction(paper, (), (), (Repository(url, "code", 6, 28),), ((0, 28),))
    statements = link([found]).statements
    assert [(vocab.local_name(each.predicate), each.object) for each in statements] == [
        ("hasCode", url),
        ("hasCode", "https://huggingface.co/a/c"),
        ("hasPage", "https://a.example/page"),
        ("hasPage", "https://x.example/%3Cb%3E%20%22q%22"),
    ]
    subject = f"{vocab.BASE}paper/hash-1"
    assert statements[0].evidence == (
        Evidence(subject, 6, 28, url, ((6, 28),), 1.0, "repositories/0.1.0"),
    )
    assert statements[1].evidence == (Evidence(subject, 0, 0, "", (), 1.0, "links/0.1.0"),)


def test_papers_that_share_a_repository_share_its_node(write: Write) -> None:
    url = "https://github.com/a/b"
    links = (f"{url}.git", "http://www.github.com/a/b/tree/main", f"{url}/", url)
    papers = [Paper(f"hash:{n}", "", "Code.", links=(each,)) for n, each in enumerate(links)]
    linked = link([Extraction(paper, (), (), ()) for paper in papers])
    assert {each.object for each in linked.statements} == {url}
    assert len({each.subject for each in linked.statements}) == 4


def test_an_entity_outside_every_sentence_still_counts() -> None:
    paper = Paper("hash:1", "", "BERT reads")
    entity = Entity("method", "uses", "BERT", (Mention(0, 4, 0.51234567),), 0.9)
    (statement,) = link([Extraction(paper, (entity,), (), ())]).statements
    (evidence,) = statement.evidence
    assert (evidence.quote, evidence.score) == ("BERT", 0.5123)


def test_every_entity_with_a_name_has_its_statement(write: Write) -> None:
    corpus = small_corpus(write)
    named = {(each.paper.id, entity.role) for each in corpus for entity in each.entities}
    subjects = {(each.subject, each.predicate) for each in link(corpus).statements}
    assert len(named) <= len(subjects)


def small_corpus(write: Write) -> list[Extraction]:
    corpus = [llm(write, n, n % 2 == 0) for n in range(8)]
    for number, form in enumerate(["pre-training", "pretraining", "Pre-Training", "pre training"]):
        text = f"We do {form} on the ImageNet dataset with SAM."
        entities = [("method", "uses", [form]), ("dataset", "uses", ["ImageNet dataset"]),
                    ("method", "mentions", ["SAM"])]  # fmt: skip
        corpus.append(write(f"hash:a{number}", text, entities, ((0, "evaluated_on", 1),)))
    return corpus


def test_the_order_of_papers_does_not_matter(write: Write) -> None:
    corpus = small_corpus(write)
    expected = repr(link(corpus))
    for seed in range(5):
        random.Random(seed).shuffle(corpus)
        assert repr(link(iter(corpus))) == expected


def test_everything_is_sorted(write: Write) -> None:
    linked = link(small_corpus(write))
    assert [each.iri for each in linked.concepts] == sorted(each.iri for each in linked.concepts)
    assert list(linked.statements) == sorted(linked.statements)
    assert list(linked.merges) == sorted(linked.merges)
    assert all(list(each.evidence) == sorted(each.evidence) for each in linked.statements)


def test_iris_stay_when_papers_are_added(write: Write) -> None:
    corpus = small_corpus(write)
    before = {each.iri for each in link(corpus[:8]).concepts}
    assert before <= {each.iri for each in link(corpus).concepts}


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(min_size=1, max_size=30), min_size=1, max_size=6), st.randoms())
def test_hostile_names_never_break_the_linker(names: list[str], shuffler: random.Random) -> None:
    corpus = [
        Extraction(
            Paper(f"hash:{n}", "", name),
            (Entity("method", "uses", name, (Mention(0, len(name), 0.9),), 0.9),),
            (),
            (),
            ((0, len(name)),),
        )
        for n, name in enumerate(names)
    ]
    expected = link(corpus)
    shuffler.shuffle(corpus)
    assert repr(link(corpus)) == repr(expected)
    iris = [each.iri for each in expected.concepts]
    assert len(iris) == len(set(iris))
    assert all(iri.isascii() and " " not in iri and "<" not in iri for iri in iris)
    assert {each.object for each in expected.statements} == set(iris)


def test_a_statement_is_equal_to_its_triple() -> None:
    assert Statement("a", "b", "c") == Statement("a", "b", "c", ())
