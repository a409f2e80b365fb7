"""Cautions: what a player is likely to regret about an action, and where to look."""

from __future__ import annotations

from enum import IntEnum

import msgspec

from entente.kernel.message import Argument, Message


class Severity(IntEnum):
    """How much a caution matters: a chance not taken, a loss, a loss that can decide the game."""

    MISSED_CHANCE = 1
    LOSS = 2
    GRAVE = 3


class Caution(msgspec.Struct, frozen=True, gc=False):
    """A likely mistake: what follows from the action, with its cost.

    `things` are what to show on the board, and `decision` is the id of another open decision of the
    same seat that would prevent it.
    """

    message: Message
    severity: Severity = Severity.MISSED_CHANCE
    things: tuple[str, ...] = ()
    decision: int | None = None

    @property
    def kind(self) -> str:
        """The name of the check, such as `no_garrison`."""
        return self.message.key.rpartition(".")[2]


def loss(key: str, /, *things: str, **args: Argument) -> Caution:
    """Create a caution about a loss; short for use in rules."""
    return Caution(Message(key, args), Severity.LOSS, things)


def grave(key: str, /, *things: str, **args: Argument) -> Caution:
    """Create a caution about a loss that can decide the game."""
    return Caution(Message(key, args), Severity.GRAVE, things)


def missed_chance(key: str, /, *things: str, **args: Argument) -> Caution:
    """Create a caution about a chance that is not taken."""
    return Caution(Message(key, args), Severity.MISSED_CHANCE, things)
