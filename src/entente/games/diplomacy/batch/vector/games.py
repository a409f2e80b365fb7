"""Games on one processor, with their choices, observations and rewards in arrays.

    games = Games(1024)
    games.begin(seed=7)
    while True:
        games.actions[:] = …          # an index into the choices of each slot
        games.step()

All arrays are NumPy arrays that stay in place; each step overwrites them. Without Numba they are
views of Python's own arrays.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch import loops as batch_loops
from entente.games.diplomacy.batch.boards import (
    SEEDS,
    USUAL_LAST_YEAR,
    Boards,
    UnsupportedInBatch,
    numbers,
    rows,
)
from entente.games.diplomacy.batch.geography import standard_map
from entente.games.diplomacy.batch.vector import layout as of
from entente.games.diplomacy.batch.vector import loops
from entente.games.diplomacy.batch.vector.one_board import list_choices
from entente.games.diplomacy.board import Unit

REWARDS = ("outcome", "centre_share", "sum_of_squares")
OPPONENTS = ("random", "greedy")
ROTATING = "rotating"
ALL = "all"
STATE = ("boards", "orders", "fates", "goals", "wanted", "luck")
ARRAYS = (  # of a step, in their order
    *STATE,
    "past",
    "codes",
    "counts",
    "mask",
    "units",
    "learners",
    "actions",
    "values",
    "rewards",
    "over",
    "last_boards",
    "last_past",
    "observations",
)

OF_LISTING = [name for name in ARRAYS[: ARRAYS.index("actions")] if name not in ("fates", "past")]
SEASONS = ("spring", "autumn")


class VectorSettings(NamedTuple):
    """How games are played.

    `learner` is the power that the choices are for: `all` seven, one by its name, or `rotating`:
    another one in each game. The other powers are played by `opponent`, `random` or `greedy`.
    `reward` is `outcome`, `centre_share` or `sum_of_squares`. `width` is the most orders that are
    kept for one unit: hold and moves first, then supports, then convoys.
    """

    learner: str = ALL
    opponent: str = "random"
    reward: str = "outcome"
    width: int = of.USUAL_WIDTH
    last_year: int = USUAL_LAST_YEAR
    centres_to_win: int = at.ENOUGH

    @property
    def rival(self) -> int:
        return _index("opponent", self.opponent, OPPONENTS)

    @property
    def measure(self) -> int:
        return _index("reward", self.reward, REWARDS)

    def learners(self, size: int) -> bytes:
        """Return the byte of each board that says which power learns."""
        powers = tuple(power.id.lower() for power in standard_map().board.powers)
        if self.learner == ALL:
            return bytes([at.NONE]) * size
        if self.learner == ROTATING:
            return bytes(of.ROTATE | board % at.POWERS for board in range(size))
        return bytes([_index("learner", self.learner, powers, (ALL, ROTATING))]) * size

    def check(self) -> None:
        """Raise if a setting is unknown."""
        _ = self.rival, self.measure, self.learners(1)
        if not 64 <= self.width <= at.MOST_ORDERS:
            raise UnsupportedInBatch(
                f"The width is from 64 to {at.MOST_ORDERS} orders a unit, not {self.width}."
            )


USUAL = VectorSettings()


def _index(name: str, value: str, known: Sequence[str], more: Sequence[str] = ()) -> int:
    if value not in known:
        raise UnsupportedInBatch(f"{name} must be one of {', '.join((*known, *more))}: {value!r}")
    return known.index(value)


class Factors(NamedTuple):
    """The parts of orders, each an array of the same shape.

    `kind` is HOLD, MOVE, SUPPORT or CONVOY of `batch.layout`; `target` a location: where the unit
    goes, or the unit that it helps; `end` the province where that one goes, or -1; `coast` a
    location, or -1; `via` 1 for an explicit convoy.
    """

    kind: Any
    target: Any
    end: Any
    coast: Any
    via: Any


def factors(codes: Any) -> Factors:
    """Take orders apart; the same for NumPy arrays and torch tensors."""
    return Factors(
        codes & at.KIND_BITS,
        codes >> at.TARGET_AT & at.PLACE_BITS,
        (codes >> at.END_AT & at.PLACE_BITS) - 1,
        (codes >> at.COAST_AT & at.PLACE_BITS) - 1,
        codes >> at.VIA_AT & 1,
    )


SHAPES = {  # beside the arrays of the batch: kind, numbers of a board, shape
    "past": ("i", of.PAST, (of.PAST,)),
    "counts": ("i", of.SLOTS, (of.SLOTS,)),
    "units": ("B", of.SLOTS * of.PER_SLOT, (of.SLOTS, of.PER_SLOT)),
    "actions": ("i", of.SLOTS, (of.SLOTS,)),
    "values": ("f", at.POWERS, (at.POWERS,)),
    "rewards": ("f", at.POWERS, (at.POWERS,)),
    "over": ("B", 1, ()),
    "last_boards": ("B", at.BOARD, (at.BOARD,)),
    "last_past": ("i", of.PAST, (of.PAST,)),
    "observations": ("B", of.OBSERVATION, (of.OBSERVATION,)),
}


class Games:
    """A number of games on one processor.

    `boards` are the positions, `observations` what `vector.layout` describes, `codes` the legal
    orders by board and slot, `counts` how many there are and `mask` the same as 1 and 0, `units`
    location and power of each slot's unit. `step` reads `actions` and writes
    `rewards` (a column for each power) and `over`. A finished game has begun again; its last
    position is in `last_boards`.
    """

    def __init__(self, size: int, settings: VectorSettings = USUAL) -> None:
        settings.check()
        self.size, self.settings = size, settings
        self._batch = Boards(
            size, last_year=settings.last_year, centres_to_win=settings.centres_to_win
        )
        batch, width = self._batch, settings.width
        shapes = SHAPES | {
            "codes": ("i", of.SLOTS * width, (of.SLOTS, width)),
            "mask": ("B", of.SLOTS * width, (of.SLOTS, width)),
        }
        self._flat: dict[str, Any] = {name: getattr(batch, name) for name in STATE}
        self._flat["learners"] = numbers("B", size)
        for name, (kind, many, _) in shapes.items():
            self._flat[name] = numbers(kind, size * many)
        for name, (_, many, shape) in shapes.items():
            setattr(self, name, rows(self._flat[name], many).reshape(size, *shape))
        self.boards = rows(batch.boards, at.BOARD)
        self.learners = rows(self._flat["learners"], 1)[:, 0]
        self.luck = rows(batch.luck, at.LUCK)
        self._scratch = (batch._room, batch._work, batch._listed)

    past: Any
    counts: Any
    units: Any
    actions: Any
    values: Any
    rewards: Any
    over: Any
    last_boards: Any
    last_past: Any
    codes: Any
    mask: Any
    observations: Any

    def begin(self, seed: int | None = None) -> None:
        """Begin all games; with a seed, also all random numbers."""
        flat, settings = self._flat, self.settings
        if seed is not None:
            batch_loops.begin_all(flat["luck"], seed & SEEDS, self.size)
        flat["learners"][:] = memoryview(settings.learners(self.size))
        names = ("boards", "orders", "goals", "wanted", "luck", "past", "codes", "counts", "mask")
        arrays = (*(flat[name] for name in names), flat["units"], flat["learners"], flat["values"])
        self._run(loops.begin_all, arrays)
        self.observe()

    def step(self) -> None:
        """Take a turn on each board by the indices in `actions`. A wrong index is the first order:
        hold, or the first retreat or build."""
        self._run(loops.take_turns, tuple(self._flat[name] for name in ARRAYS))

    def _run(self, loop: Callable[..., None], arrays: tuple[Any, ...]) -> None:
        """Run a loop over all boards."""
        batch, settings = self._batch, self.settings
        how = (settings.width, settings.rival, settings.measure)
        tables = (batch.near, batch.masks, batch.opening)
        loop(*tables, *arrays, *self._scratch, self.size, *how)

    def set_position(
        self, board: int, units: Sequence[Unit], centres: Sequence[int], year: int, season: str
    ) -> None:
        """Put a position of the library before its movement phase on a board, and list its choices.

        `centres` are the masks of provinces of each power. The orders before it are forgotten.
        """
        self._batch.place(board, units)
        self._batch.own(board, centres)
        row = self.boards[board]
        if not at.FIRST_YEAR <= year <= at.LAST_YEAR or season not in SEASONS:
            raise UnsupportedInBatch(f"No movement phase of a batch is in {season} {year}.")
        row[at.YEAR], row[at.SEASON] = year - at.FIRST_YEAR, SEASONS.index(season)
        row[at.PHASE], row[at.OVER], row[at.BEATEN] = at.MOVEMENT, at.GOES_ON, 0
        self.past[board, 0] = 0
        arrays = (self._flat[name] for name in OF_LISTING)
        settings = self.settings
        tables = (self._batch.near, self._batch.masks)
        how = (board, settings.width, settings.rival)
        listing: Callable[..., int] = list_choices
        listing(*tables, *arrays, *self._scratch, *how)
        self.observe()

    def observe(self) -> None:
        """Write all observations again, after a change of `boards` by hand."""
        flat = self._flat
        self.observations.fill(0)
        loops.observe_all(
            self._batch.near, flat["boards"], flat["past"], flat["observations"], 0, self.size
        )

    def last_observation(self, board: int) -> Any:
        """Return the last observation of a game that was over in the last step."""
        made, flat = numbers("B", of.OBSERVATION), self._flat
        boards, past = flat["last_boards"], flat["last_past"]
        loops.observe_all(self._batch.near, boards, past, made, board, board + 1)
        return rows(made, of.OBSERVATION)[0]
