"""From gold files and pretrained encoder weights to a trained model, reproducibly."""

import random
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from kg.extract.labels import SPAN_LABELS
from kg.learn.gold import Example
from kg.learn.model import Model


@dataclass(frozen=True, slots=True)
class Recipe:
    """Everything that decides a training run besides data and code."""

    epochs: int = 4
    batch: int = 8
    encoder_rate: float = 3e-4
    head_rate: float = 1e-3
    warm_up: float = 0.1
    weight_decay: float = 0.01
    dropout: float = 0.2
    masked: float = 0.1  # share of pieces hidden from the encoder
    averaged: int = 2  # the weights are the mean of those at the ends of so many last epochs
    seed: int = 0


def train(
    examples: Sequence[Example],
    weights: str,
    recipe: Recipe,
    report: Callable[[str], None] = lambda _: None,
    after_epoch: Callable[[int, Model], None] = lambda *_: None,
    labels: Sequence[str] = SPAN_LABELS,
) -> Model:
    """Fit encoder and heads together with AdamW, linear warm-up and linear decay."""
    random.seed(recipe.seed)
    torch.manual_seed(recipe.seed)
    model = Model(weights, recipe.dropout, recipe.masked, labels)
    steps = recipe.epochs * -(-len(examples) // recipe.batch)
    optimizer = _optimizer(model, recipe)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, linear_decay(steps, recipe.warm_up))
    shuffler = random.Random(recipe.seed)
    ends: deque[dict[str, Tensor]] = deque(maxlen=recipe.averaged)
    for epoch in range(recipe.epochs):
        model.train()
        started, losses = time.monotonic(), []
        for step, batch in enumerate(_batches(examples, recipe.batch, shuffler), start=1):
            losses.append(descend(model, model.loss(batch), optimizer, schedule))
            if step % 25 == 0:
                mean = sum(losses[-25:]) / 25
                report(
                    f"epoch {epoch + 1} step {step} loss {mean:.3f} {time.monotonic() - started:.0f} s"
                )
        after_epoch(epoch, model.eval())
        ends.append({name: weight.clone() for name, weight in model.state_dict().items()})
    model.load_state_dict({name: _mean([end[name] for end in ends]) for name in ends[0]})
    return model.eval()


def descend(
    model: nn.Module,
    loss: Tensor,
    optimizer: torch.optim.Optimizer,
    schedule: torch.optim.lr_scheduler.LambdaLR,
) -> float:
    """One step down a loss, its gradients clipped; returns the loss before it."""
    optimizer.zero_grad()
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    schedule.step()
    return loss.item()


def _mean(weights: Sequence[Tensor]) -> Tensor:
    if not weights[0].is_floating_point():
        return weights[-1]
    return torch.stack(list(weights)).mean(0)


def _optimizer(model: Model, recipe: Recipe) -> torch.optim.AdamW:
    encoder = list(model.encoder.parameters())
    known = {id(p) for p in encoder}
    heads = [p for p in model.parameters() if id(p) not in known]
    groups = [
        {"params": encoder, "lr": recipe.encoder_rate},
        {"params": heads, "lr": recipe.head_rate},
    ]
    return torch.optim.AdamW(groups, weight_decay=recipe.weight_decay)


def linear_decay(steps: int, warm_up: float) -> Callable[[int], float]:
    """The learning rate's factor at each step: up from 0 in the share `warm_up`, then down to 0."""
    rising = max(1, int(steps * warm_up))
    return lambda step: min((step + 1) / rising, max(0.0, (steps - step) / max(1, steps - rising)))


def _batches(
    examples: Sequence[Example], size: int, shuffler: random.Random
) -> list[list[Example]]:
    """Shuffled batches of texts of like length, so that little is padding."""
    order = sorted(
        range(len(examples)),
        key=lambda i: len(examples[i].encoded.words) + shuffler.uniform(-40, 40),
    )
    batches = [[examples[i] for i in order[at : at + size]] for at in range(0, len(order), size)]
    shuffler.shuffle(batches)
    return batches
