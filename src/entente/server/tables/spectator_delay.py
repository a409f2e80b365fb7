"""How far spectators are behind the players, and how much of a game they may see."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from entente.kernel import Message, Move, Seat
from entente.server.problem import Problem
from entente.server.storage.models import Table
from entente.server.tables.room_state import AnyMatch, AnyPosition
from entente.wire.tables import PLAYING, SpectatorDelay

MINUTES, MOVES, TURNS = "minutes", "moves", "turns"
BOUNDS = {MINUTES: (1, 7 * 24 * 60), MOVES: (1, 200), TURNS: (1, 10)}


def read_delay(asked: Mapping[str, Any] | None) -> SpectatorDelay | None:
    """Return the delay that a host asks for. Raise Problem if there is no such delay."""
    if not asked:
        return None
    unit, amount = asked.get("unit"), asked.get("amount")
    least, most = BOUNDS.get(unit, (0, 0)) if isinstance(unit, str) else (0, 0)
    if not most:
        raise Problem(422, "delay.unit", known=list(BOUNDS))
    if type(amount) is not int or not least <= amount <= most:
        raise Problem(422, "delay.amount", least=least, most=most)
    return SpectatorDelay(str(unit), amount)


def delay_at(table: Table) -> SpectatorDelay | None:
    """Return how far spectators of a table are behind during the game."""
    stored = table.spectator_delay
    return None if stored is None else msgspec.convert(stored, SpectatorDelay)


def delay_of(table: Table) -> SpectatorDelay | None:
    """Return how far spectators of a table are behind now; None before and after the game."""
    return delay_at(table) if table.status == PLAYING else None


def is_delayed_for(table: Table, seats: Sequence[Seat]) -> bool:
    """Return whether the holder of these seats sees a table late: with a delay, all without one."""
    return not seats and delay_of(table) is not None


class TurnStarts:
    """After how many moves each turn, round or season of a match began."""

    def __init__(self) -> None:
        self._moves: list[Move] = []
        self._position: AnyPosition | None = None
        self._stage: Message | None = None
        self._starts: list[int] = []

    def of(self, start: AnyMatch, moves: Sequence[Move]) -> list[int]:
        """Return the starts of the turns of a match, given by its start and its moves."""
        known = len(self._moves)
        if self._position is None or self._moves != moves[:known]:
            self._position, self._moves = start.position.copy(), list(start.moves)
            self._stage, self._starts = stage_of(self._position), [0]
        for number, move in enumerate(moves[len(self._moves) :], len(self._moves) + 1):
            if move.series is not None:
                self._position.reseed(start.seed, move.series)
            self._position.apply(move.seat, move.action, move.window)
            self._moves.append(move)
            stage = stage_of(self._position)
            if stage != self._stage:
                self._stage = stage
                self._starts.append(number)
        return self._starts


def stage_of(position: AnyPosition) -> Message | None:
    """Return the turn, round or season of a position."""
    return position.game.presentation.stage(position.state)


def moves_until(moves: Sequence[Move], moment: float) -> int:
    """Return how many moves had been made at a moment."""
    return bisect_right(moves, moment, key=lambda move: float(move.time or 0))
