"""The evaluator of a level: with its weights, and with its errors."""

from __future__ import annotations

from math import exp
from random import Random
from typing import NamedTuple, Self

import msgspec

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.evaluator import WARLIKE, Evaluator, divisor
from entente.games.pax.engine.features import PaxWeights, money_now, worth
from entente.games.pax.engine.outlook import CLOSE, forecast
from entente.games.pax.engine.war_decision import war_gain
from entente.kernel import Seat
from entente.players.engines import SearchBudget

SAFE_LEAD = 60.0  # points by which a seat is far ahead


class PlanChoice(NamedTuple):
    """What a comparison of plans came to: how many plans, until which turn, and the first order of
    each with the expected lead at the end, in points, the chosen one first."""

    plans: int
    turn: int
    leads: tuple[tuple[str, float], ...]


class LevelEvaluator(Evaluator):
    """An evaluator with the weights of a level. What it overlooks and misjudges in a turn follows
    from its seed."""

    weights: PaxWeights = PaxWeights()
    seed: str = ""
    budget: SearchBudget | None = None  # None: it does not compare plans
    compared: PlanChoice | None = None
    _eyes: dict[Area, float] = {}
    _feared: dict[Power, float] = {}
    _forecast: dict[Seat, float] = {}

    def __post_init__(self) -> None:
        self.promise = self.weights.promise

    @property
    def sends_home(self) -> bool:
        return self.weights.sends_home

    def on(self, world: PaxContext) -> Self:
        return msgspec.structs.replace(self, world=world, _eyes={}, _feared={}, _forecast={})

    @property
    def denies(self) -> float:
        return self.weights.denies

    @property
    def haggles(self) -> float:
        return self.weights.asks

    @property
    def provokes(self) -> bool:
        return self.weights.provokes or self.character.wars >= WARLIKE

    @property
    def persists(self) -> bool:
        return self.weights.persists

    @property
    def arms(self) -> bool:
        return self.weights.arms

    @property
    def harms(self) -> float:
        return self.weights.harms

    @property
    def plans_ahead(self) -> bool:
        """Whether it compares plans in this turn."""
        return self.weights.positions > 0 and self.world.state.turn >= self.weights.plans_from

    @property
    def forecast(self) -> dict[Seat, float]:
        """The points that all seats can expect at the end."""
        if not self._forecast:
            self._forecast = forecast(self.world, self.seat)
        return self._forecast

    @property
    def ahead(self) -> Seat:
        """The other seat with the best prospects; a level that compares plans plays them out."""
        if not self.plans_ahead:
            return super().ahead
        points = self.forecast
        return max((seat for seat in points if seat != self.seat), key=lambda seat: points[seat])

    def is_behind(self) -> bool:
        if not self.plans_ahead:
            return super().is_behind()
        return self.forecast[self.ahead] > self.forecast[self.seat]

    def harm_to(self, rival: Seat) -> float:
        """Return what a pound that a rival loses in a war is worth, in own pounds: the more, the
        nearer the rival is to the best of the others; nothing if this seat is far ahead."""
        points = self.forecast if self.weights.harms else {}
        if rival not in points or points[self.seat] > points[rival] + SAFE_LEAD:
            return 0.0
        near = exp((points[rival] - points[self.ahead]) / CLOSE)
        ratio = divisor(self.world, self.seat) / divisor(self.world, rival)
        return self.weights.harms * near * ratio

    def fear_of(self, power: Power, rival: Power) -> float:
        """Return the weight of a rival's anger: all of it if war would pay for that rival."""
        if self.weights.fears >= 1.0:
            return 1.0
        fear = self._feared.get(rival)
        if fear is None:
            seat = self.world.seat_of(rival)
            fights = seat is not None and (
                war_gain(Evaluator(self.world, seat, USUAL), rival, power) > 0.0
            )
            fear = self._feared[rival] = 1.0 if fights else self.weights.fears
        return fear

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
