"""Decisions: who must choose, between what, under which rule; and how a game ended."""

from __future__ import annotations

import msgspec

from entente.kernel.info import Seat
from entente.kernel.menu import Menu, Slots
from entente.kernel.message import Message


class Decision(msgspec.Struct, frozen=True):
    """A question put to a seat. `sealed` answers stay hidden until all seats have answered.

    `step` is the name of the step that asks. `grave` are the choices that cannot be taken back and
    change the whole game: whoever makes one by hand is asked again first.
    """

    seat: Seat
    prompt: Message
    section: str
    menu: Menu
    sealed: bool = False
    step: str = ""
    grave: tuple[str, ...] = ()

    def is_grave(self, action: str) -> bool:
        """Whether an action of the menu is, or contains, a grave choice."""
        parts = action.split("; ") if isinstance(self.menu, Slots) else (action,)
        return any(part in self.grave for part in parts)


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended. `scores`: 1 a win, 0 a loss, 0.5 each for a draw of two, and so on."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: Message


class View(msgspec.Struct, kw_only=True):
    """What a seat (None: a spectator) may know. Each game adds its table to it."""

    seat: Seat | None
    waiting: tuple[Seat, ...]
    decision: Decision | None
    news: tuple[Message, ...]
    outcome: Outcome | None


class Recap(msgspec.Struct):
    """What came of late, as data for whoever draws it; each game has its own."""
