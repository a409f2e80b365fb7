"""Decisions: who chooses, between what, under which rule; and how a game ended."""

from __future__ import annotations

import msgspec

from entente.kernel.decoding import prepare
from entente.kernel.info import Seat
from entente.kernel.menu import Menu, Slots
from entente.kernel.message import Message

# The prompt of a question of a quiet position, which nobody reads: `Position.told` has it.
NO_TEXT = ""
UNTOLD = Message(NO_TEXT)


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A question put to a seat. `sealed` answers stay hidden until all seats have answered.

    `step` is the name of the step that asks, and `window` the number of the question: it is the
    same question as long as the number is the same. `must` tells whether the game waits for this
    seat; otherwise it may act and need not. In a `private` question each answer is a step of a plan
    that nobody else sees, until the plans of all are opened. `grave` are the choices that cannot be
    taken back and change the whole game: whoever makes one by hand is asked again first.
    """

    seat: Seat
    prompt: Message
    section: str
    menu: Menu
    sealed: bool = False
    step: str = ""
    irreversible: tuple[str, ...] = ()
    window: int = 0
    must: bool = True
    private: bool = False

    def is_irreversible(self, action: str) -> bool:
        """Whether an action of the menu is, or contains, a grave choice."""
        parts = action.split("; ") if isinstance(self.menu, Slots) else (action,)
        return any(part in self.irreversible for part in parts)


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended. `scores`: 1 a win, 0 a loss, 0.5 each for a draw of two, and so on."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: Message


prepare(Outcome)


class View(msgspec.Struct, kw_only=True):
    """What a seat (None: a spectator) may know. Each game adds its table to it.

    `waiting` are those whom the game waits for; `decisions` what the seat itself is asked, first
    what the game waits for.
    """

    seat: Seat | None
    to_move: tuple[Seat, ...]
    decisions: tuple[Decision, ...]
    news: tuple[Message, ...]
    outcome: Outcome | None

    @property
    def decision(self) -> Decision | None:
        """The first of the questions."""
        return self.decisions[0] if self.decisions else None


class Recap(msgspec.Struct):
    """What came of late, as data for whoever draws it; each game has its own."""
