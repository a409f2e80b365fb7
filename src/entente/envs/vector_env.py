"""Diplomacy on many boards in lockstep, for training on whole batches.

    envs = DiplomacyVectorEnv(1024)
    boards, info = envs.reset(seed=7)
    envs.draw()                       # or: write into envs.orders, envs.goals, envs.wanted
    boards, rewards, terminations, truncations, info = envs.step()

The observations are the arrays that the game is played on, and orders are written into those that
it reads: nothing is copied in between. `entente.games.diplomacy.batch.layout` describes the 256
bytes of a board, and how an order is one number. Numba (`entente-games[fast]`) makes it
fast.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from entente.envs.extras import Array, missing

try:
    import numpy as np
    from gymnasium import spaces
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.games.diplomacy.batch import Boards, loops, rows
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import numbers
from entente.games.diplomacy.batch.seasons import (
    lay_out,
    list_adjustments,
    list_retreats,
    orders_due,
)

__all__ = ["Choices", "DiplomacyVectorEnv"]

LAST_YEAR = 1935
SLOTS = at.ADJUSTED  # orders per board: one per unit, more in winter
LARGEST = 1 << 24  # above every order code
ADVANCED = 254  # the phase of a board that was already advanced in this step


class Choices(NamedTuple):
    """The legal orders: those of slot `n` of board `i` are `codes[starts[56 * i + n]:…]`, up to the
    next start. A slot without orders has no codes."""

    starts: Array
    """Where the orders of each slot of each board start in `codes`."""
    codes: Array
    """The orders, as in `entente.games.diplomacy.batch`."""

    @property
    def counts(self) -> Array:
        """The number of orders by board and slot."""
        return np.diff(self.starts).reshape(-1, SLOTS)

    def for_slot(self, board: int, slot: int) -> Array:
        """Return the orders of one slot."""
        start = board * SLOTS + slot
        return self.codes[self.starts[start] : self.starts[start + 1]]

    def codes_at(self, places: Array) -> Array:
        """Return the codes at given indices, by board and slot; 0 where there is none."""
        counts = self.counts
        if ((places >= counts) & (counts > 0)).any():
            board, slot = map(int, np.argwhere((places >= counts) & (counts > 0))[0])
            raise IndexError(
                f"slot {slot} of board {board} has {counts[board, slot]} choices;"
                f" index {places[board, slot]} is out of range"
            )
        starts = self.starts[:-1].reshape(-1, SLOTS)
        there = np.where(counts > 0, starts + places, 0)
        codes = self.codes[there] if len(self.codes) else np.zeros_like(there)
        return np.where(counts > 0, codes, 0).astype(np.int32)


class DiplomacyVectorEnv(VectorEnv[Array, Array, Array]):
    """Games of seven powers under the standard rules; a step is one phase on each board.

    A slot is a unit of any power in a movement phase, a dislodged unit in a retreat phase, and in
    winter an order of a power, powers in order. The reward has one entry per power. A finished game
    restarts in the same step; the info has its last board in `final_boards`, for the boards marked
    in `_final_boards`.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, num_envs: int, *, last_year: int = LAST_YEAR, centres_to_win: int = at.ENOUGH
    ) -> None:
        self._game = Boards(num_envs, last_year=last_year, centres_to_win=centres_to_win)
        self._opening = np.asarray(self._game.opening)
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(0, 255, (at.BOARD,), np.uint8)
        self.single_action_space = spaces.Box(0, LARGEST, (SLOTS,), np.int32)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        # Views on the game's own arrays.
        self.boards = rows(self._game.boards, at.BOARD)
        self.orders = rows(self._game.orders, at.UNITS)
        self.retreats = rows(self._game.goals, at.UNITS)
        self.adjustments = rows(self._game.wanted, at.ADJUSTED)
        self._room = numbers("B", at.ROOM)
        self._listed = numbers("i", at.MOST_ORDERS)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Array, dict[str, Any]]:
        """Restart all games in spring 1901. One seed serves `sample_orders` on all boards."""
        if seed is not None and not isinstance(seed, int):
            raise TypeError("a batch has a single seed: pass an int")
        if seed is not None:
            loops.begin_all(self._game.luck, seed & (1 << 63) - 1, self.num_envs)
        self.boards[:] = self._opening
        return self.boards, {}

    # -- legal orders

    def sample_orders(self) -> None:
        """Write a random order into each slot."""
        self._game.draw()
        self._game.draw_retreats()
        self._game.draw_adjustments()

    def choices(self) -> Choices:
        """Return the legal orders on all boards."""
        legal = self._game.legal()
        starts, codes = np.asarray(legal.starts), np.asarray(legal.orders)
        counts: Array = np.zeros((self.num_envs, SLOTS), dtype=np.int64)
        counts[:, : at.UNITS] = np.diff(starts).reshape(-1, at.UNITS)
        phases = self.boards[:, at.PHASE]
        if not phases.any():
            return Choices(_starts(counts), codes)
        pieces: list[Array] = []
        for board, phase in enumerate(phases.tolist()):
            if phase == at.MOVEMENT:
                pieces.append(codes[starts[board * at.UNITS] : starts[(board + 1) * at.UNITS]])
                continue
            counts[board] = 0
            find = self._retreat_choices if phase == at.RETREATS else self._adjustment_choices
            slots = find(board)
            for slot, each in enumerate(slots):
                counts[board, slot] = len(each)
                pieces.append(each)
        joined = np.concatenate([codes[:0], *pieces])  # a winter may need no orders
        return Choices(_starts(counts), joined.astype(np.int32))

    def _retreat_choices(self, board: int) -> list[Array]:
        game, first = self._game, board * at.BOARD
        lay_out(game.near, game.boards, first, self._room)
        choices = []
        for unit in range(int(self.boards[board, at.BEATEN])):
            args = (game.near, game.boards, first, self._room, unit, self._listed, 0)
            choices.append(np.array(self._listed[: list_retreats(*args)]))
        return choices

    def _adjustment_choices(self, board: int) -> list[Array]:
        game, first = self._game, board * at.BOARD
        lay_out(game.near, game.boards, first, self._room)
        choices = []
        for power in range(at.POWERS):
            due = orders_due(game.near, game.boards, first, self._room, power)
            if due:
                args = (game.near, game.boards, first, self._room, power, self._listed, 0)
                choices += [np.array(self._listed[: list_adjustments(*args)])] * due
        return choices

    # -- a step

    def step(
        self, actions: Array | None = None
    ) -> tuple[Array, Array, Array, Array, dict[str, Any]]:
        """Play one phase on every board, by `actions` or else by the orders already written to
        `orders`, `retreats` and `adjustments`. Illegal orders are void: the unit holds, is lost, or
        is not built."""
        if actions is not None:
            self._write(actions)
        self._advance()
        over = self.boards[:, at.OVER] != at.GOES_ON
        rewards: Array = np.zeros((self.num_envs, at.POWERS), dtype=np.float32)
        info: dict[str, Any] = {}
        if over.any():
            rewards[over] = self._scores(self.boards[over])
            info = {"final_boards": self.boards.copy(), "_final_boards": over}
            self.boards[over] = self._opening
        return self.boards, rewards, over, np.zeros(self.num_envs, dtype=bool), info

    def _write(self, actions: Array) -> None:
        if actions.shape != (self.num_envs, SLOTS):
            raise ValueError(
                f"actions are {self.num_envs} rows of {SLOTS} orders, not {actions.shape}"
            )
        phases = self.boards[:, at.PHASE]
        for phase, kept in (
            (at.MOVEMENT, self.orders),
            (at.RETREATS, self.retreats),
            (at.ADJUSTMENTS, self.adjustments),
        ):
            now = phases == phase
            kept[now] = actions[now, : kept.shape[1]]

    def _advance(self) -> None:
        """Advance each board by exactly one phase, from any phase."""
        phases = self.boards[:, at.PHASE]
        before, after = phases.copy(), phases.copy()
        for phase, carry_out in (
            (at.ADJUSTMENTS, self._game.adjust),
            (at.RETREATS, self._game.retreat),
            (at.MOVEMENT, self._game.move),
        ):
            now = before == phase
            if now.any():
                carry_out()
                after[now] = phases[now]
                phases[now] = ADVANCED
        phases[:] = after

    @staticmethod
    def _scores(boards: Array) -> Array:
        """1 for the winner; in a draw, equal shares for the survivors."""
        winner = boards[:, at.WINNER].astype(np.int64)
        powers = np.arange(at.POWERS)
        counted = np.arange(at.UNITS) < boards[:, at.COUNT, None]
        who = np.where(counted, boards[:, at.WHO : at.WHO + at.UNITS] & at.POWER, at.NONE)
        owner = boards[:, at.OWNER : at.OWNER + at.CENTRES]
        there = np.concatenate([who, owner], axis=1)
        left = (there[:, :, None] == powers).any(axis=1)
        shares = left / np.maximum(left.sum(axis=1, keepdims=True), 1)
        won = boards[:, at.OVER, None] == at.WON
        return np.where(won, winner[:, None] == powers, shares).astype(np.float32)


def _starts(counts: Array) -> Array:
    return np.concatenate([[0], np.cumsum(counts.ravel())])
