"""Train a network on self-play games; the only module that needs torch."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
import torch
from torch.nn import functional

from entente.learning.action_vocabulary import PADDING
from entente.learning.network import NAMES, Network
from entente.learning.self_play import TrainingGame
from entente.learning.training_run import Fit, TrainingConfig

Tensor = Any

BATCH = 1024
DROPOUT = 0.3
SHARES = tuple(number / 10 for number in range(11))  # of the network in the value, to choose from


def train(
    network: Network,
    learned: Sequence[TrainingGame],
    held: Sequence[TrainingGame],
    config: TrainingConfig,
    seed: int,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[Network, Fit]:
    """Train a network and measure its fit on the held-out games.

    Its share in the value is tuned on those games: with few games it may be small or zero.
    """
    torch.manual_seed(seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    weights = {
        name: torch.tensor(array, device=device, requires_grad=True)
        for name, array in network.arrays.items()
    }
    positions, decisions = _positions(learned, device), _decisions(learned, device)
    optimizer = torch.optim.AdamW(weights.values(), lr=config.rate, weight_decay=config.decay)
    batches = max(1, -(-len(positions[0]) // BATCH))
    total = config.epochs * batches
    for epoch in range(config.epochs):
        of_positions = torch.randperm(len(positions[0]), device=device)
        of_decisions = torch.randperm(len(decisions[0]), device=device)
        for batch in range(batches):
            _decay_rate(optimizer, config.rate, (epoch * batches + batch) / total)
            some = [each[_part(of_positions, batch, batches)] for each in positions]
            examples = [each[_part(of_decisions, batch, batches)] for each in decisions]
            loss = _value_loss(weights, some, DROPOUT)
            if len(examples[0]):
                loss = loss + _policy_loss(weights, examples, DROPOUT)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            if progress is not None:
                progress(epoch * batches + batch + 1, total)
    with torch.no_grad():
        _tune_scale(weights, _positions(held, device))
        fit = _fit(weights, _positions(held, device), _decisions(held, device))
    arrays = {name: weights[name].detach().cpu().numpy() for name in NAMES}
    return Network(arrays), fit


def _tune_scale(weights: dict[str, Tensor], positions: list[Tensor]) -> None:
    """Choose the network's share and the evaluation's scale that fit the held-out games best."""
    features, base, worth = positions
    if not len(features):
        return
    own = _second(weights, features, 0.0) @ weights["value"] + weights["value_b"]
    losses = [
        (float(_loss(scale * base + share * own, worth)), share, scale)
        for share in SHARES
        for scale in (weights["scale"].item() * (0.5 + 0.1 * n) for n in range(11))
    ]
    _, share, scale = min(losses)
    weights["value"] *= share
    weights["value_b"] *= share
    weights["scale"].fill_(scale)


def _decay_rate(optimizer: Any, rate: float, done: float) -> None:
    for group in optimizer.param_groups:
        group["lr"] = rate * (1.0 - 0.9 * done)


def _part(order: Tensor, batch: int, batches: int) -> Tensor:
    size = -(-len(order) // batches)
    return order[batch * size : (batch + 1) * size]


def _positions(games: Sequence[TrainingGame], device: str) -> list[Tensor]:
    """Features, log-odds of the evaluation, and the win probability to learn."""
    if not games:
        return [torch.zeros((0, 1), device=device)] * 3
    features, base, worth = (
        np.concatenate([getattr(game, name) for game in games])
        for name in ("rows", "base", "worth")
    )
    return [
        torch.tensor(features, device=device),
        torch.tensor(base, device=device),
        torch.tensor((worth + 1) / 2, device=device),
    ]


def _decisions(games: Sequence[TrainingGame], device: str) -> list[Tensor]:
    """Features, tokens of the actions, and their searched probabilities."""
    if not games:
        return [torch.zeros((0, 1), device=device)] * 3
    return [
        torch.tensor(np.concatenate([getattr(game, name) for game in games]), device=device)
        for name in ("asked", "words", "wanted")
    ]


# -- the network, as `Network` has it


def _second(weights: dict[str, Tensor], features: Tensor, dropout: float) -> Tensor:
    first = functional.relu(features.float() @ weights["w1"] + weights["b1"])
    first = functional.dropout(first, dropout, training=dropout > 0)
    second = functional.relu(first @ weights["w2"] + weights["b2"])
    return functional.dropout(second, dropout, training=dropout > 0)


def _odds(
    weights: dict[str, Tensor], features: Tensor, base: Tensor, dropout: float = 0.0
) -> Tensor:
    own = _second(weights, features, dropout) @ weights["value"]
    return weights["scale"] * base + own + weights["value_b"]


def _value_loss(weights: dict[str, Tensor], some: list[Tensor], dropout: float) -> Tensor:
    features, base, worth = some
    return _loss(_odds(weights, features, base, dropout), worth)


def _loss(odds: Tensor, worth: Tensor) -> Tensor:
    return functional.binary_cross_entropy_with_logits(odds, worth)


def _policy_logits(
    weights: dict[str, Tensor], features: Tensor, words: Tensor, dropout: float = 0.0
) -> Tensor:
    """For each decision how much is to be said for its actions; for places without one, nothing."""
    words = words.long()
    there = (words != PADDING).float()
    embedded = (weights["words"][words] * there[..., None]).sum(2)
    query = _second(weights, features, dropout) @ weights["look"]
    logits = (embedded * query[:, None, :]).sum(2) + (weights["liking"][words] * there).sum(2)
    return logits.masked_fill(there.sum(2) == 0, -1e9)


def _policy_loss(weights: dict[str, Tensor], examples: list[Tensor], dropout: float) -> Tensor:
    features, words, wanted = examples
    shares = functional.log_softmax(_policy_logits(weights, features, words, dropout), dim=1)
    return -(wanted * shares).sum(1).mean()


# -- measuring the fit


def _fit(weights: dict[str, Tensor], positions: list[Tensor], decisions: list[Tensor]) -> Fit:
    features, base, worth = positions
    value = right = alone = policy = agreed = 0.0
    if len(features):
        odds = _odds(weights, features, base)
        value = float(_loss(odds, worth))
        right = float(((odds > 0) == (worth > 0.5)).float().mean())
        scales = (0.05 * n for n in range(1, 61))
        alone = min(float(_loss(scale * base, worth)) for scale in scales)
    states, words, wanted = decisions
    if len(states):
        logits = _policy_logits(weights, states, words)
        policy = float(-(wanted * functional.log_softmax(logits, dim=1)).sum(1).mean())
        agreed = float((logits.argmax(1) == wanted.argmax(1)).float().mean())
    return Fit(len(features), len(states), value, alone, right, policy, agreed)
