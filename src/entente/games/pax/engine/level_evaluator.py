"""The evaluator of a level: with its weights, and with its errors."""

from __future__ import annotations

from random import Random
from typing import Self

import msgspec

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.evaluator import Evaluator, divisor
from entente.games.pax.engine.features import PaxWeights, money_now, worth


class LevelEvaluator(Evaluator):
    """An evaluator with the weights of a level. What it overlooks and misjudges in a turn follows
    from its seed."""

    weights: PaxWeights = PaxWeights()
    seed: str = ""
    _eyes: dict[Area, float] = {}

    def __post_init__(self) -> None:
        self.promise = self.weights.promise

    @property
    def sends_home(self) -> bool:
        return self.weights.sends_home

    def on(self, world: PaxContext) -> Self:
        return msgspec.structs.replace(self, world=world, _eyes={})

    def sharpness(self, area: Area) -> float:
        """Return the factor by which an area's value is seen: 0 overlooked, 1 correct."""
        sharpness = self._eyes.get(area)
        if sharpness is None:
            sharpness = self._eyes[area] = self._look(area)
        return sharpness

    def _look(self, area: Area) -> float:
        weights = self.weights
        if not weights.overlooked and not weights.blur:
            return 1.0
        rng = Random(f"{self.seed}/{self.world.state.turn}/{area}")
        if rng.random() < weights.overlooked:
            return 0.0
        return float(max(0.2, 1.0 + weights.blur * rng.gauss(0.0, 1.0)))

    def worth(self, power: Power, area: Area, status: Status, sharers: int = 0) -> float:
        """Return the future value of a marker, as this level sees it."""
        return worth(self.world, self.weights, power, area, status, sharers)

    @property
    def hurdle(self) -> float:
        """What an investment of this turn must bring per pound."""
        return self.weights.wanted * money_now(self.world, self.weights)

    def points(self, pounds: float) -> float:
        """Pounds of this turn as points."""
        return pounds / divisor(self.world, self.seat)
