"""Players on arrays: the search of the level `hard`, and searches that use a network.

A player is written `KIND:POSITIONS` or `KIND:POSITIONS,NAME=NUMBER,...`:

- `search`: the search as it is;
- `oracle`: a search that knows what the others order: how much a perfect forecast would be worth;
- `policy`: the network alone, without a search;
- `net`: a search with worlds from the network's forecast of the others, in `POSITIONS` positions.
  `own=1` adds its proposals for the own power; `value=20` adds its value of the final sets, times
  20 centres; `mix=50` leaves half of the worlds to the search's own forecast; `worlds=40`, `draws`
  and `doubtful` are numbers of the forecast, `temperature` is in hundredths.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from entente.games.diplomacy.batch import Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import rows
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.batch.search.layout import UNIT_VALUE
from entente.games.diplomacy.engine.array_search import ArraySearch, Found
from examples.diplomacy_expert.positions import KEPT, compact, shares
from examples.diplomacy_expert.predicted_search import Forecast, Orders, PredictedSearch
from examples.diplomacy_expert.teacher_games import finish_season, place

Array = Any

KINDS = ("search", "oracle", "policy", "net")
NUMBERS = {
    "own": 0,
    "value": 0,
    "worlds": 0,
    "draws": 64,
    "doubtful": 0,
    "temperature": 100,
    "cold": 60,  # temperature of the own proposals
    "mix": 0,
}


class Player(NamedTuple):
    """A player: its kind, positions for each decision, and numbers."""

    kind: str
    positions: int
    numbers: tuple[tuple[str, int], ...] = ()

    @property
    def needs_network(self) -> bool:
        return self.kind in ("policy", "net")

    def number(self, name: str) -> int:
        return dict(self.numbers).get(name, NUMBERS[name])


def player(text: str) -> Player:
    """Read a player; see the module."""
    kind, _, rest = text.partition(":")
    positions, *changes = rest.split(",")
    numbers = [change.partition("=")[::2] for change in changes]
    unknown = [name for name, _ in numbers if name not in NUMBERS]
    if kind not in KINDS or unknown or not positions.isdigit():
        raise ValueError(
            f"{text} is not a player: write KIND:POSITIONS,NAME=NUMBER with a kind of "
            f"{', '.join(KINDS)} and names of {', '.join(NUMBERS)}"
        )
    return Player(kind, int(positions), tuple((name, int(value)) for name, value in numbers))


class Seat:
    """A player that orders one power in one game."""

    def __init__(self, player: Player, seat: int, seed: int, policy: Any = None) -> None:
        self.player, self.seat, self.policy = player, seat, policy
        self.memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
        self.rng = np.random.default_rng(seed)
        if player.needs_network and policy is None:
            raise ValueError(f"A player of the kind {player.kind} needs a network")

    def orders(self, boards: Boards, others: Orders) -> Orders:
        """Return the orders of the power. Only an oracle looks at those of the others."""
        kept = compact(boards)[0]
        place(self.memory, boards)
        seed = int(self.rng.integers(1 << 60))
        match self.player.kind:
            case "search":
                search = ArraySearch(self.memory, self.seat, seed, self.player.positions)
                return search.run()[0].orders
            case "oracle":
                return self._predicted(seed, known_forecast(kept, others), ()).run()[0].orders
            case "policy":
                return self._sets(kept, 24, self.player.number("cold"))[self.seat][0][0]
            case _:
                return self._searched(boards, kept, seed)

    def _sets(self, kept: Array, draws: int, temperature: int) -> Forecast:
        from examples.diplomacy_expert.policy import sets_by_power

        return sets_by_power(kept, self.policy.sample(kept, draws, temperature / 100, self.rng))

    def _searched(self, boards: Boards, kept: Array, seed: int) -> Orders:
        number = self.player.number
        forecast = self._sets(kept, number("draws"), number("temperature"))
        proposals = list[Orders]()
        if number("own"):
            proposals = [sets for sets, _ in self._sets(kept, 24, number("cold"))[self.seat]]
        search = self._predicted(seed, forecast, proposals)
        found = search.run()
        if number("value") and len(found) > 1:
            return self._valued(boards, search, found)
        return found[0].orders

    def _predicted(self, seed: int, forecast: Forecast, proposals: Any) -> PredictedSearch:
        number = self.player.number
        return PredictedSearch(
            self.memory,
            self.seat,
            seed,
            self.player.positions,
            forecast=forecast,
            proposals=proposals,
            doubtful=number("doubtful"),
            worlds=number("worlds"),
            mix=number("mix"),
        )

    def _valued(self, boards: Boards, search: PredictedSearch, found: list[Found]) -> Orders:
        """Return the best of some sets by the search's value and the network's together."""
        worlds = [search.world(number) for number in range(search.worlds)]
        after = followed(boards, [{**world, **each.orders} for each in found for world in worlds])
        ended = after[:, at.OVER] != at.GOES_ON
        values = np.where(ended[:, None], shares(after), self.policy.values(after))
        by_set = values[:, self.seat].reshape(len(found), len(worlds)).mean(1)
        scores = by_set * self.player.number("value")
        scores += np.array([each.mean / UNIT_VALUE for each in found])
        return found[int(scores.argmax())].orders


def known_forecast(kept: Array, orders: Orders) -> Forecast:
    """Return a forecast of what the others order for certain."""
    of_power = dict[int, dict[int, int]]()
    for unit, order in orders.items():
        of_power.setdefault(int(kept[at.WHO + unit]) & at.POWER, {})[unit] = order
    return {power: [(each, 1)] for power, each in of_power.items()}


def followed(boards: Boards, orders: list[Orders]) -> Array:
    """Return the positions after some orders, each with its retreats and winter."""
    memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    after: Array = np.zeros((len(orders), KEPT), np.uint8)
    one = Boards(1)
    for number, each in enumerate(orders):
        one.boards[:] = boards.boards[: at.BOARD]
        for unit in range(at.UNITS):
            one.orders[unit] = each.get(unit, at.HOLD)
        finish_season(one, memory)
        after[number] = rows(one.boards, at.BOARD, 0, KEPT)[0]
    return after


def load_policy(path: Path | None, device: str) -> Any:
    """Load a network to play with on one thread; None without a file."""
    if path is None:
        return None
    import torch

    from examples.diplomacy_expert.policy import Policy

    torch.set_num_threads(1)
    return Policy.from_file(path, device)
