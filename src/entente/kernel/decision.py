"""Decisions: who chooses, between what, under which rule; and how a game ended."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from entente.kernel.action import parse_action
from entente.kernel.decoding import prepare
from entente.kernel.info import Seat
from entente.kernel.menu import Menu, Slots
from entente.kernel.message import Message

# The prompt of a decision in a position without a log; `Position.with_prompt` adds the real one.
NO_TEXT = ""
UNTOLD = Message(NO_TEXT)


class Decision(msgspec.Struct, frozen=True, gc=False):
    """A decision of one seat. `sealed` answers stay hidden until all seats have answered. `step`
    names the step that asks, and `window` numbers the decision: it is the same decision as long as
    the number is the same. `must` says whether the game waits for this seat; otherwise the seat may
    act but need not. In a `private` decision each answer is a step of a plan that no one else sees
    until all plans are revealed. `irreversible` lists the choices that cannot be undone and change
    the whole game: a player who picks one is asked to confirm."""

    seat: Seat
    prompt: Message
    section: str
    menu: Menu
    sealed: bool = False
    step: str = ""
    irreversible: tuple[str, ...] = ()
    window: int = msgspec.field(default=0, name="id")
    must: bool = True
    private: bool = False

    @property
    def has_one_answer(self) -> bool:
        """Whether an open answer must be given and only one is possible."""
        return self.must and not self.sealed and self.menu.size() == 1

    def is_irreversible(self, action: str) -> bool:
        """Return whether an action is, or contains, an irreversible choice."""
        is_filled = isinstance(self.menu, Slots)
        parts = parse_action(action).choice_texts if is_filled else [action]
        return any(part in self.irreversible for part in parts)


class Played(NamedTuple):
    """An action and the seat that played it."""

    seat: Seat
    action: str


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended. `scores`: 1 for a win, 0 for a loss, 0.5 each for a draw of two, and so
    on."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: Message

    def __hash__(self) -> int:
        return hash((self.winners, frozenset(self.scores.items()), self.reason))


prepare(Outcome)


class View(msgspec.Struct, kw_only=True):
    """What a seat (None: a spectator) may know; each game adds its own fields. `to_move` lists the
    seats the game waits for, `decisions` the open decisions of the viewing seat, required ones
    first."""

    seat: Seat | None
    to_move: tuple[Seat, ...]
    decisions: tuple[Decision, ...]
    news: tuple[Message, ...]
    outcome: Outcome | None

    @property
    def decision(self) -> Decision | None:
        """The first of the decisions."""
        return self.decisions[0] if self.decisions else None


class Recap(msgspec.Struct):
    """Recent events as data for a client to draw; each game has its own."""
