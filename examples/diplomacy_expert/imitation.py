"""Train a network to order as the search does, and to foresee the shares at the end of the game."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import torch
from torch.nn import functional

from entente.games.diplomacy.batch import layout as at
from examples.diplomacy_expert.network import PolicyValueNetwork
from examples.diplomacy_expert.positions import choices, labels, restore, shares
from examples.diplomacy_expert.teacher_games import Games

Tensor = Any
Report = dict[str, float]

BATCH = 768
RATE, WARMING = 8e-4, 150  # the learning rate, and the steps until it is reached
DECAY = 0.02
VALUE_WEIGHT = 0.5
AVERAGED = 0.998  # the averaged weights are the ones that play
MOST_EPOCHS = 30  # until more games arrive
HELD_OUT = 20  # one game in so many
CHUNK = 512  # boards whose choices are listed at a time
EVERY = 10.0  # seconds between two lines of progress


class Examples(NamedTuple):
    """Movement phases on the device that trains."""

    boards: Tensor
    ends: Tensor  # that are possible
    stays: Tensor
    end: Tensor  # that was chosen, or -1
    stay: Tensor
    shares: Tensor

    def some(self, numbers: Tensor) -> Examples:
        return Examples(*(each[numbers] for each in self))


def examples(games: Games, device: str) -> Examples:
    """List the choices of all units, and find what they did among them."""
    parts = list[tuple[Any, ...]]()
    for first in range(0, len(games.boards), CHUNK):
        kept = games.boards[first : first + CHUNK]
        known = choices(restore(kept))
        parts.append((*known, *labels(kept, games.orders[first : first + CHUNK], known)))
    arrays = [np.concatenate(each) for each in zip(*parts, strict=True)]
    arrays = [games.boards, *arrays, games.shares.astype(np.float32)]
    return Examples(*(torch.from_numpy(each).to(device) for each in arrays))


class Data:
    """Examples that grow: one game in `HELD_OUT` is kept for measuring."""

    def __init__(self, device: str) -> None:
        self.device = device
        self.learned: Examples | None = None
        self.held: Examples | None = None
        self.games = 0

    def add(self, games: Games) -> None:
        self.games += len(np.unique(games.game))
        held = games.game % HELD_OUT == 0
        self.learned = self._joined(self.learned, games, ~held)
        self.held = self._joined(self.held, games, held)

    def _joined(self, before: Examples | None, games: Games, which: Any) -> Examples | None:
        if not which.any():
            return before
        new = examples(Games(*(each[which] for each in games)), self.device)
        if before is None:
            return new
        return Examples(*(torch.cat(pair) for pair in zip(before, new, strict=True)))


class Losses(NamedTuple):
    """Losses, and how often the first choice is the right one."""

    ends: Tensor
    stays: Tensor
    value: Tensor
    right_ends: Tensor
    right_stays: Tensor

    @property
    def total(self) -> Tensor:
        return self.ends + self.stays + VALUE_WEIGHT * self.value


def losses(network: PolicyValueNetwork, some: Examples) -> Losses:
    """Compare the network with what happened."""
    features, values = network(some.boards)
    end, stay = some.end.long(), some.stay.long()
    end_scores = network.end_scores(features, some.boards, some.ends)
    stay_scores = network.stay_scores(features, some.boards, end, some.stays)
    ends, right_ends = _compared(end_scores, end)
    stays, right_stays = _compared(stay_scores, stay)
    value = -(some.shares * values).sum(1).mean()
    return Losses(ends, stays, value, right_ends, right_stays)


def _compared(scores: Tensor, chosen: Tensor) -> tuple[Tensor, Tensor]:
    known = chosen >= 0
    number = known.sum().clamp(min=1)
    loss = functional.cross_entropy(
        scores.flatten(0, 1), chosen.flatten(), ignore_index=-1, reduction="sum"
    )
    right = ((scores.argmax(2) == chosen) & known).sum() / number
    return loss / number, right


def uninformed(held: Examples) -> float:
    """Return the loss of the value if the shares stay what they are."""
    now = torch.from_numpy(shares(held.boards.cpu().numpy())).to(held.shares.device)
    guess = 0.85 * now + 0.15 / at.POWERS
    return float(-(held.shares * guess.log()).sum(1).mean())


class Trainer:
    """Trains a network while games arrive. `best` is the averaged network at the time when it
    foretold the orders of other games best."""

    def __init__(self, network: PolicyValueNetwork, data: Data, log: Path | None = None) -> None:
        self.network, self.data, self.log = network, data, log
        self.device = data.device
        self.averaged = deepcopy(network).eval()
        self.best, self.least = self.averaged, math.inf
        self.optimizer = torch.optim.AdamW(
            network.parameters(), lr=RATE, betas=(0.9, 0.98), weight_decay=DECAY
        )
        self.steps = self.seen = 0
        self._said = self._begun = time.monotonic()

    def step(self, fading: float = 1.0) -> None:
        """Learn from one batch. The rate is multiplied by `fading`."""
        learned = self.data.learned
        assert learned is not None
        rate = RATE * min(1.0, (self.steps + 1) / WARMING) * fading
        for group in self.optimizer.param_groups:
            group["lr"] = rate
        self.network.train()
        some = learned.some(torch.randint(len(learned.boards), (BATCH,), device=self.device))
        with self._mixed_precision():
            found = losses(self.network, some)
        self.optimizer.zero_grad(set_to_none=True)
        found.total.backward()
        torch.nn.utils.clip_grad_norm_(self.network.parameters(), 1.0)
        self.optimizer.step()
        kept = min(AVERAGED, (self.steps + 1) / (self.steps + 10))
        with torch.no_grad():
            pairs = zip(self.averaged.parameters(), self.network.parameters(), strict=True)
            for mean, now in pairs:
                mean.lerp_(now, 1 - kept)
        self.steps += 1
        self.seen += BATCH
        if self.steps == 1 and not math.isfinite(float(found.total.detach())):
            raise RuntimeError("The first loss is not a number")

    def _mixed_precision(self) -> Any:
        if self.device == "cpu":
            return torch.autocast("cpu", enabled=False)
        return torch.autocast("cuda", dtype=torch.bfloat16)

    def measure(self) -> Report:
        """Measure the averaged network on the games kept for that."""
        held = self.data.held if self.data.held is not None else self.data.learned
        assert held is not None
        parts = list[list[float]]()
        with torch.no_grad(), self._mixed_precision():
            for first in range(0, min(len(held.boards), 8 * BATCH), BATCH):
                some = Examples(*(each[first : first + BATCH] for each in held))
                parts.append([float(each) for each in losses(self.averaged, some)])
        return dict(zip(Losses._fields, np.mean(parts, axis=0).tolist(), strict=True))

    def run(
        self,
        seconds: float,
        *,
        fade: float = 0.0,
        more: Callable[[], list[Games]] | None = None,
    ) -> None:
        """Train for some seconds, of which the last `fade` lower the rate to nothing."""
        start = time.monotonic()
        while (now := time.monotonic()) < start + seconds:
            for games in more() if more is not None else []:
                self.data.add(games)
            learned = self.data.learned
            full = learned is None or (
                more is not None and self.seen > MOST_EPOCHS * len(learned.boards)
            )
            if full:
                time.sleep(0.2)
            else:
                left = start + seconds - now
                self.step(max(0.02, min(1.0, left / fade)) if fade else 1.0)
            if learned is not None and now - self._said > EVERY:
                self._said = now
                self.report()
        if self.steps:
            self.report()

    def report(self) -> None:
        """Print a line, and add it to the log."""
        learned = self.data.learned
        assert learned is not None
        figures = self.measure()
        if self.data.held is not None and figures["ends"] + figures["stays"] < self.least:
            self.best, self.least = deepcopy(self.averaged), figures["ends"] + figures["stays"]
        line = {
            "seconds": round(time.monotonic() - self._begun),
            "games": self.data.games,
            "boards": len(learned.boards),
            "steps": self.steps,
            "epochs": round(self.seen / len(learned.boards), 1),
            **{name: round(value, 4) for name, value in figures.items()},
        }
        if self.data.held is not None:
            line["value_now"] = round(uninformed(self.data.held), 4)
        print(json.dumps(line), flush=True)
        if self.log is not None:
            with self.log.open("a", encoding="utf-8") as file:
                file.write(json.dumps(line) + "\n")
