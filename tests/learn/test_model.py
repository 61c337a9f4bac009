"""The heads in NumPy compute what the heads in torch were trained to compute."""

from types import SimpleNamespace

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs the extra [train]")
pytest.importorskip("transformers", reason="needs the extra [train]")

from kg.extract.heads import Heads  # noqa: E402
from kg.extract.model import PACKAGED  # noqa: E402
from kg.extract.pipeline import blank  # noqa: E402
from kg.extract.wordpiece import WordPiece  # noqa: E402
from kg.learn import model as learned  # noqa: E402
from kg.learn.gold import example  # noqa: E402

HIDDEN = 16
GOLD = {
    "id": "a",
    "text": "GANs on CIFAR-10.\n\nA GAN (generative adversarial network) beats VAEs.",
    "concepts": [
        {
            "types": ["method"],
            "roles": ["uses"],
            "forms": ["GANs", "generative adversarial network"],
        },
        {"types": ["method"], "roles": ["compares"], "forms": ["VAEs"]},
        {"types": ["dataset"], "roles": ["uses"], "forms": ["CIFAR-10"]},
    ],
    "relations": [{"subject": 0, "predicate": "evaluated_on", "object": 2}],
    "repositories": [],
}


@pytest.fixture
def pair(monkeypatch: pytest.MonkeyPatch) -> tuple[learned.Model, Heads]:
    class Encoder(torch.nn.Module):
        def __init__(self, *_: object) -> None:
            super().__init__()
            self.bert = SimpleNamespace(config=SimpleNamespace(hidden_size=HIDDEN))

    monkeypatch.setattr(learned, "Encoder", Encoder)
    torch.manual_seed(1)
    model = learned.Model("").eval()
    return model, Heads({k: v.numpy() for k, v in model.state_dict().items()})


def test_every_head_agrees(pair: tuple[learned.Model, Heads]) -> None:
    model, heads = pair
    made = example(GOLD, blank(), WordPiece.load(PACKAGED / "vocab.txt"))
    text = made.encoded
    states = np.random.default_rng(0).normal(size=(len(text.words), HIDDEN)).astype(np.float32)
    tokens = heads.tokens(states, text)
    there = torch.from_numpy(tokens)
    vectors = heads.form_vectors(tokens, made.forms, made.types)
    with torch.no_grad():
        theirs = model.form_vectors(there, made.forms, made.types)
        roles = model.role_logits(there, theirs)
        expected = {
            "spans": model.span_logits(there, text.spans),
            "roles": roles,
            "pairs": model.pair_logits(there, theirs, roles, text, made.forms),
        }
    roles = heads.role_logits(tokens, vectors)
    found = {
        "spans": heads.span_logits(tokens, text.spans),
        "roles": roles,
        "pairs": heads.pair_logits(tokens, vectors, roles, text, made.forms),
    }
    for name, logits in expected.items():
        np.testing.assert_allclose(found[name], logits.numpy(), atol=1e-4, err_msg=name)
