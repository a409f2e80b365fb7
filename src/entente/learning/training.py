"""A network trained with torch on what games have taught; the only module that needs torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from entente.learning.action_vocabulary import NOTHING
from entente.learning.network import NAMES, Network
from entente.learning.self_play import TrainingGame
from entente.learning.training_run import Fit, TrainingConfig

Tensor = Any

BATCH = 1024
DROPPED = 0.3  # of the layers, each time others: nothing may depend on one number alone
SHARES = tuple(number / 10 for number in range(11))  # of what the network adds to the evaluation


def train(
    network: Network,
    learned: Sequence[TrainingGame],
    held: Sequence[TrainingGame],
    schooling: TrainingConfig,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Network, Fit]:
    """A network that has learned more, and how well it fits the games held out. It adds no more to
    the evaluation than helps there: with few games that is little, or nothing."""
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = {
        name: torch.tensor(array, device=device, requires_grad=True)
        for name, array in network.arrays.items()
    }
    positions, decisions = _positions(learned, device), _decisions(learned, device)
    optimizer = torch.optim.AdamW(weights.values(), lr=schooling.rate, weight_decay=schooling.decay)
    batches = max(1, -(-len(positions[0]) // BATCH))
    total = schooling.epochs * batches
    for epoch in range(schooling.epochs):
        of_positions = torch.randperm(len(positions[0]), device=device)
        of_decisions = torch.randperm(len(decisions[0]), device=device)
        for batch in range(batches):
            _slow_down(optimizer, schooling.rate, (epoch * batches + batch) / total)
            some = [each[_part(of_positions, batch, batches)] for each in positions]
            asked = [each[_part(of_decisions, batch, batches)] for each in decisions]
            loss = _value_loss(weights, some, DROPPED)
            if len(asked[0]):
                loss = loss + _policy_loss(weights, asked, DROPPED)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if progress is not None:
                progress(epoch * batches + batch + 1, total)
    with torch.no_grad():
        _temper(weights, _positions(held, device))
        fit = _fit(weights, _positions(held, device), _decisions(held, device))
    found = {name: weights[name].detach().cpu().numpy() for name in NAMES}
    return Network(found), fit


def _temper(weights: dict[str, Tensor], positions: list[Tensor]) -> None:
    """Keep of what the network adds as much as is best for the games held out."""
    rows, base, worth = positions
    if not len(rows):
        return
    own = _second(weights, rows, 0.0) @ weights["value"] + weights["value_b"]
    losses = [
        (float(_loss(scale * base + share * own, worth)), share, scale)
        for share in SHARES
        for scale in (weights["scale"].item() * (0.5 + 0.1 * n) for n in range(11))
    ]
    _, share, scale = min(losses)
    weights["value"] *= share
    weights["value_b"] *= share
    weights["scale"].fill_(scale)


def _slow_down(optimizer: Any, rate: float, done: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = rate * (1.0 - 0.9 * done)


def _part(order: Tensor, batch: int, batches: int) -> Tensor:
    size = -(-len(order) // batches)
    return order[batch * size : (batch + 1) * size]


def _positions(lessons: Sequence[TrainingGame], device: str) -> list[Tensor]:
    """Rows, what the evaluation says of them, and the chance to win that they have."""
    if not lessons:
        return [torch.zeros((0, 1), device=device)] * 3
    rows, base, worth = (
        np.concatenate([getattr(lesson, name) for lesson in lessons])
        for name in ("rows", "base", "worth")
    )
    return [
        torch.tensor(rows, device=device),
        torch.tensor(base, device=device),
        torch.tensor((worth + 1) / 2, device=device),
    ]


def _decisions(lessons: Sequence[TrainingGame], device: str) -> list[Tensor]:
    """Rows of who was asked, the words of the actions, and what was thought of them."""
    if not lessons:
        return [torch.zeros((0, 1), device=device)] * 3
    return [
        torch.tensor(np.concatenate([getattr(lesson, name) for lesson in lessons]), device=device)
        for name in ("asked", "words", "wanted")
    ]


# -- the network, as `Network` has it


def _second(weights: dict[str, Tensor], rows: Tensor, dropped: float) -> Tensor:
    first = functional.relu(rows.float() @ weights["w1"] + weights["b1"])
    first = functional.dropout(first, dropped, training=dropped > 0)
    second = functional.relu(first @ weights["w2"] + weights["b2"])
    return functional.dropout(second, dropped, training=dropped > 0)


def _odds(weights: dict[str, Tensor], rows: Tensor, base: Tensor, dropped: float = 0.0) -> Tensor:
    own = _second(weights, rows, dropped) @ weights["value"]
    return weights["scale"] * base + own + weights["value_b"]


def _value_loss(weights: dict[str, Tensor], some: list[Tensor], dropped: float) -> Tensor:
    rows, base, worth = some
    return _loss(_odds(weights, rows, base, dropped), worth)


def _loss(odds: Tensor, worth: Tensor) -> Tensor:
    return functional.binary_cross_entropy_with_logits(odds, worth)


def _liking(
    weights: dict[str, Tensor], rows: Tensor, words: Tensor, dropped: float = 0.0
) -> Tensor:
    """For each decision how much is to be said for its actions; for places without one, nothing."""
    words = words.long()
    there = (words != NOTHING).float()
    meant = (weights["words"][words] * there[..., None]).sum(2)
    looked = _second(weights, rows, dropped) @ weights["look"]
    liking = (meant * looked[:, None, :]).sum(2) + (weights["liking"][words] * there).sum(2)
    return liking.masked_fill(there.sum(2) == 0, -1e9)


def _policy_loss(weights: dict[str, Tensor], asked: list[Tensor], dropped: float) -> Tensor:
    rows, words, wanted = asked
    shares = functional.log_softmax(_liking(weights, rows, words, dropped), dim=1)
    return -(wanted * shares).sum(1).mean()


# -- how well it fits


def _fit(weights: dict[str, Tensor], positions: list[Tensor], decisions: list[Tensor]) -> Fit:
    rows, base, worth = positions
    value = right = alone = policy = agreed = 0.0
    if len(rows):
        odds = _odds(weights, rows, base)
        value = float(_loss(odds, worth))
        right = float(((odds > 0) == (worth > 0.5)).float().mean())
        scales = (0.05 * n for n in range(1, 61))
        alone = min(float(_loss(scale * base, worth)) for scale in scales)
    asked, words, wanted = decisions
    if len(asked):
        liking = _liking(weights, asked, words)
        policy = float(-(wanted * functional.log_softmax(liking, dim=1)).sum(1).mean())
        agreed = float((liking.argmax(1) == wanted.argmax(1)).float().mean())
    return Fit(len(rows), len(asked), value, alone, right, policy, agreed)
