"""What a seat has done in a row, which a position keeps at games whose turns take many steps.

A player that plans such a turn can find its plan again from here, in any process: the row follows
from the moves, and thinking again at its beginning leads to the same plan.
"""

from __future__ import annotations

from typing import Generic, NamedTuple, TypeVar

from entente.kernel.info import Seat
from entente.kernel.state import State

S = TypeVar("S", bound=State)


class OwnAction(NamedTuple):
    """An action, the question that it answered, and the step that asked it."""

    action: str
    window: int
    step: str


class TurnSoFar(Generic[S]):
    """What a seat has done without anybody else acting and without anything random or hidden being
    shown, and the state before it. `name` stands for that beginning within this process, and tells
    nothing about it."""

    __slots__ = ("done", "name", "seat", "start")

    def __init__(
        self, seat: Seat, start: S, done: tuple[OwnAction, ...] = (), name: object | None = None
    ) -> None:
        self.seat = seat
        self.start = start  # nobody changes it: a copy is played on
        self.done = done
        self.name = object() if name is None else name

    def then(self, done: OwnAction) -> TurnSoFar[S]:
        """The row with one more action."""
        return TurnSoFar(self.seat, self.start, (*self.done, done), self.name)

    def goes_on(self, seat: Seat, state: S) -> bool:
        """Whether what a seat does in a state still belongs to it."""
        start = self.start
        return (
            seat == self.seat
            and state.chance.count == start.chance.count
            and state.reveals == start.reveals
        )
