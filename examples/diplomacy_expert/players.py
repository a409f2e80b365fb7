"""Players on arrays: the search of the level `hard`, and searches that use a network.

A player is written `KIND:POSITIONS` or `KIND:POSITIONS,NAME=NUMBER,...`:

- `search`: the search as it is;
- `oracle`: a search that knows what the others order: how much a perfect forecast would be worth;
- `mirror`: a search that first lets the search find the orders of each other power, `runs` times
  in `each` positions, and takes those for its forecast;
- `policy`: the network alone, without a search;
- `net`: a search with worlds from the network's forecast of the others, in `POSITIONS` positions.
  `own=1` adds its proposals for the own power; `value=20` adds its value of the final sets, times
  20 centres; `mix=50` leaves half of the worlds to the search's own forecast. `worlds` and `draws`
  are numbers of worlds, `temperature` and `cold` are in hundredths: of the forecast, and of the own
  proposals.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
from examples.diplomacy_expert.predicted_search import Orders, PredictedSearch
from examples.diplomacy_expert.teacher_games import finish_season, place

Array = Any

PROPOSALS = 24  # own sets that are drawn
KINDS = ("search", "oracle", "mirror", "policy", "net")
NUMBERS = {
    "own": 0,
    "value": 0,
    "worlds": 0,
    "draws": 240,
    "temperature": 100,
    "cold": 60,
    "mix": 0,
    "runs": 4,  # of a mirror, for each other power
    "each": 3_000,  # positions of each of these
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
    unknown = [name for name, value in numbers if name not in NUMBERS or not value.isdigit()]
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
        number = self.player.number
        match self.player.kind:
            case "search":
                return self._search(self.seat, self.player.positions)
            case "oracle":
                known = [others.get(unit, at.HOLD) for unit in range(at.UNITS)]
                return self._predicted([known]).run()[0].orders
            case "mirror":
                return self._predicted(self._mirrored(kept)).run()[0].orders
            case "policy":
                sets = self.policy.sample(kept, PROPOSALS, number("cold") / 100, self.rng)
                return most_frequent(sets, own_units(kept, self.seat))[0]
            case _:
                return self._searched(boards, kept)

    def _seed(self) -> int:
        return int(self.rng.integers(1 << 60))

    def _search(self, power: int, positions: int) -> Orders:
        return ArraySearch(self.memory, power, self._seed(), positions).run()[0].orders

    def _mirrored(self, kept: Array) -> Array:
        """Search for each other power, with several seeds, and combine what is found."""
        runs, draws = self.player.number("runs"), self.player.number("draws")
        worlds: Array = np.full((draws, at.UNITS), at.HOLD, np.int64)
        for power in set(powers_of(kept).tolist()) - {self.seat}:
            units = own_units(kept, power)
            found = [self._search(power, self.player.number("each")) for _ in range(runs)]
            sets = np.array([[each[unit] for unit in units] for each in found])
            worlds[:, units] = sets[self.rng.integers(runs, size=draws)]
        return worlds

    def _searched(self, boards: Boards, kept: Array) -> Orders:
        number, proposals = self.player.number, list[Orders]()
        forecast = self.policy.sample(kept, number("draws"), number("temperature") / 100, self.rng)
        if number("own"):
            sets = self.policy.sample(kept, PROPOSALS, number("cold") / 100, self.rng)
            proposals = most_frequent(sets, own_units(kept, self.seat))
        search = self._predicted(forecast, proposals)
        found = search.run()
        if number("value") and len(found) > 1:
            return self._valued(boards, search, found)
        return found[0].orders

    def _predicted(self, forecast: Any, proposals: Sequence[Orders] = ()) -> PredictedSearch:
        return PredictedSearch(
            self.memory,
            self.seat,
            self._seed(),
            self.player.positions,
            forecast=forecast,
            proposals=proposals,
            worlds=self.player.number("worlds"),
            mix=self.player.number("mix"),
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


def powers_of(kept: Array) -> Array:
    """Return the power of each unit."""
    return kept[at.WHO : at.WHO + int(kept[at.COUNT])] & at.POWER


def own_units(kept: Array, power: int) -> list[int]:
    """Return the units of a power."""
    return [int(unit) for unit in np.flatnonzero(powers_of(kept) == power)]


def most_frequent(sets: Array, units: list[int]) -> list[Orders]:
    """Return the different sets of some units, the most frequent ones first."""
    times = Counter(tuple(int(code) for code in row) for row in sets[:, units])
    return [dict(zip(units, codes, strict=True)) for codes, _ in times.most_common()]


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
