"""A second season of look-ahead: what a set of orders leads to, and what the seat finds there.

The orders are carried out, with retreats and a winter. Then every other seat gets some sets that
look good at a glance, and the seat searches a reply to draws from them, as in `ArraySearch`.
"""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import numbers
from entente.games.diplomacy.batch.compiled import Numbers
from entente.games.diplomacy.batch.loops import adjust_all, move_all, retreat_all
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.charts import survey_board
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.winter import plan_adjustments, plan_retreats


class Outlook:
    """Carries orders out on a copy of a position, into another memory."""

    def __init__(self, memory: Memory, ahead: Memory) -> None:
        self.memory, self.ahead = memory, ahead
        self._board = numbers("B", at.BOARD)
        self._orders = numbers("i", at.UNITS)
        self._fates = numbers("B", at.FATE)
        self._room = numbers("B", at.ROOM)
        self._work = numbers("q", at.WORK)
        self._listed = numbers("i", at.MOST_ORDERS + at.ADJUSTED)
        self._goals = numbers("i", at.UNITS)
        self._wanted = numbers("i", at.ADJUSTED)

    def carry_out(self, orders: Mapping[int, int]) -> bool:
        """Put the position after a season into the other memory; return whether the game goes
        on."""
        memory, board = self.memory, self._board
        for number in range(at.BOARD):
            board[number] = memory.bytes[of.POSITION + number]
        board[at.PHASE], board[at.OVER], board[at.BEATEN] = at.MOVEMENT, at.GOES_ON, 0
        for unit in range(at.UNITS):
            self._orders[unit] = orders.get(unit, at.HOLD)
        near, masks, room = memory.near, memory.masks, self._room
        move_all(near, masks, board, self._orders, self._fates, room, self._work, 1, True)
        if board[at.PHASE] == at.RETREATS:
            self._copy()
            plan_retreats(self.ahead)
            self._plan(self._goals)
            retreat_all(near, board, self._goals, room, self._listed, 1)
        if board[at.PHASE] == at.ADJUSTMENTS and board[at.OVER] == at.GOES_ON:
            self._copy()
            plan_adjustments(self.ahead)
            self._plan(self._wanted)
            adjust_all(near, board, self._wanted, room, 1)
        self._copy()
        return bool(board[at.OVER] == at.GOES_ON)

    def _copy(self) -> None:
        """Put the board into the other memory, and survey it."""
        for number in range(at.BOARD):
            self.ahead.bytes[of.POSITION + number] = self._board[number]
        for power in range(at.POWERS):
            self.ahead.words[of.SEAT_OF + power] = self.memory.words[of.SEAT_OF + power]
        survey_board(self.ahead)

    def _plan(self, target: Numbers) -> None:
        for number in range(len(target)):
            target[number] = self.ahead.words[of.WANTED + number]
