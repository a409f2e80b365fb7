"""What a seat has done so far this turn, kept in games whose turns take many actions.

An engine that plans such a turn can rebuild its plan from here, in any process: the turn so far
follows from the moves, and searching again from its start gives the same plan.
"""

from __future__ import annotations

from typing import Generic, NamedTuple

from entente.kernel.info import Seat
from entente.kernel.state import S


class OwnAction(NamedTuple):
    """An action, the decision it answered, and the step that asked it."""

    action: str
    window: int
    step: str


class TurnSoFar(Generic[S]):
    """What a seat has done without anyone else acting and without anything random or hidden being
    revealed, and the state before it. `name` identifies that start within this process and reveals
    nothing about it."""

    __slots__ = ("done", "name", "seat", "start")

    def __init__(
        self, seat: Seat, start: S, done: tuple[OwnAction, ...] = (), name: object | None = None
    ) -> None:
        self.seat = seat
        self.start = start  # never changed: play on a copy
        self.done = done
        self.name = object() if name is None else name

    def then(self, done: OwnAction) -> TurnSoFar[S]:
        """Return the turn with one more action."""
        return TurnSoFar(self.seat, self.start, (*self.done, done), self.name)

    def goes_on(self, seat: Seat, state: S) -> bool:
        """Return whether an action of a seat in a state still belongs to this turn."""
        start = self.start
        return (
            seat == self.seat
            and state.chance.count == start.chance.count
            and state.reveals == start.reveals
        )
