"""Decisions: who chooses, between what, under which rule; and how a game ended."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

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
    """A decision of one seat: what it may do now, and under which rule."""

    seat: Seat
    """The seat that decides."""
    prompt: Message
    """What is asked; a catalogue makes the sentence: `game.catalog("en").say(decision.prompt)`."""
    section: str
    """The section of the rules."""
    menu: Menu
    """The legal actions: a sequence that also answers `in` and can be sampled."""
    sealed: bool = False
    """Whether answers stay hidden until all seats have answered."""
    step: str = ""
    """The name of the step that asks."""
    irreversible: tuple[str, ...] = ()
    """The choices that cannot be undone and change the whole game: a player who picks one is
    asked to confirm."""
    window: int = msgspec.field(default=0, name="id")
    """The number of the decision: as long as it is the same, so is the decision."""
    must: bool = True
    """Whether the game waits for this seat; otherwise it may act but need not."""
    private: bool = False
    """Whether each answer is a step of a plan that no one else sees until all plans are
    revealed."""

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
    """The seat that played."""
    action: str
    """What it played."""


class Outcome(msgspec.Struct, frozen=True):
    """How the game ended."""

    winners: tuple[Seat, ...]
    """The seats that won: several in a draw, or none."""
    scores: dict[Seat, float]
    """For each seat 1 for a win, 0 for a loss, 0.5 each for a draw of two, and so on."""
    reason: Message
    """Why the game ended; `game.catalog("en").say(outcome.reason)` makes the sentence."""

    def __hash__(self) -> int:
        return hash((self.winners, frozenset(self.scores.items()), self.reason))


prepare(Outcome)


class View(msgspec.Struct, kw_only=True):
    """What a seat (None: a spectator) may know; each game adds its own fields."""

    added: ClassVar[tuple[str, ...]] = ()  # fields that came later and that no engine reads

    seat: Seat | None
    """Whose view it is; None for a spectator."""
    to_move: tuple[Seat, ...]
    """The seats the game waits for."""
    decisions: tuple[Decision, ...]
    """The open decisions of this seat, required ones first."""
    news: tuple[Message, ...]
    """What the last action brought about, as far as this seat may know."""
    outcome: Outcome | None
    """How the game ended; None while it goes on."""

    @property
    def decision(self) -> Decision | None:
        """The first of the decisions."""
        return self.decisions[0] if self.decisions else None


class Recap(msgspec.Struct):
    """Recent events as data for a client to draw; each game has its own."""
