"""How the levels think at Diplomacy."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from entente.games.diplomacy.europe import Europe
from entente.kernel import Decision, Slots
from entente.players.evaluation import diplomacy as plain
from entente.players.evaluation.diplomacy_orders import written
from entente.players.minds import EASY, HARD, NORMAL, USUAL, Budget, Purse
from entente.players.minds.diplomacy.campaign import WideCampaign
from entente.players.minds.diplomacy.climb import Found, Trials, climbed
from entente.players.minds.diplomacy.forecast import Forecast
from entente.players.minds.diplomacy.knowledge import WEIGHTS, Outlook, Weights
from entente.players.player import Sight
from entente.players.thought import Line, Thought
from entente.players.trials import fingerprint


class Level(NamedTuple):
    """How a level thinks."""

    usual: int  # positions, if nobody says how many
    worlds: int
    trials: int  # of each of the others, in each world
    starts: int
    climbs: int


LEVELS = {
    EASY: Level(100, 2, 0, 4, 1),
    NORMAL: Level(2_000, 6, 60, 8, 1),
    HARD: Level(8_000, 10, 150, 16, 2),
}
LUCK = 0.35


class DiplomacyMind:
    """Thinks at a level."""

    def __init__(self, level: Level, seed: str, weights: Weights = WEIGHTS) -> None:
        self._level = level
        self._seed = seed
        self._weights = weights

    def think(self, sight: Sight, budget: Budget = USUAL) -> Thought:
        decision = sight.decision
        seen = f"{self._seed}/{fingerprint(sight)}"
        rng = Random(seen)
        world = sight.imagine(Random(f"{seen}/worlds"))
        purse = Purse(budget, self._level.usual)
        if decision.step == "orders":
            return self._orders(world.context, decision, rng, purse)
        action = self._other(world, decision, rng)
        return Thought(action, 0.0, (Line(action, 0.0),))

    def _orders(self, europe: Europe, decision: Decision, rng: Random, purse: Purse) -> Thought:
        level, seat = self._level, decision.seat
        campaign = WideCampaign(europe, seat)
        if not campaign.mine:
            action = written(europe, seat, {})
            return Thought(action, 0.0, (Line(action, 0.0),))
        forecast = Forecast(europe, seat, rng)
        worlds = forecast.worlds(level.worlds, level.trials)
        outlook = Outlook(europe, seat, self._weights)
        trials = Trials(europe, outlook, worlds, purse)
        starts = list[Found]()
        for number in range(level.starts):
            orders = campaign.assemble(rng, LUCK if number else 0.0)
            starts.append(Found(orders, trials.worths(orders)))
        starts.sort(key=lambda found: -found.mean)
        ends = [climbed(campaign, trials, start, rng) for start in starts[: level.climbs]]
        ends.sort(key=lambda found: -found.mean)
        best = ends[0]
        action = written(europe, seat, best.orders)
        exact = decision.menu.canonical(action)
        assert exact is not None, action
        return Thought(exact, best.mean, (Line(exact, best.mean),), positions=purse.spent)

    def _other(self, world, decision: Decision, rng: Random) -> str:
        menu = decision.menu
        assert isinstance(menu, Slots)
        return plain.answer(world, decision, rng)
