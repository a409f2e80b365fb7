"""What a computer player has thought when it answers: the lines it compared, and what it feared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from entente.kernel import Message, Seat


class Step(msgspec.Struct, frozen=True):
    """One action of a line."""

    seat: Seat
    action: str


class Reason(msgspec.Struct, frozen=True):
    """A sentence of the players' own. `kinds` says of what kind the things of the game are that it
    names, by the gap in which they stand; a gap may hold several. One that `weighs` tells what
    speaks for or against another line."""

    message: Message
    kinds: dict[str, str] = {}
    weighs: bool = False


class Line(msgspec.Struct, frozen=True):
    """Something that could be done, and what it comes to.

    Worths are those of the seat that thinks: from -1, it has lost, to 1, it has won. `worst` is
    what the line came to in the imagined position in which it went worst, and `feared` what the
    others did there. `reasons` are its own, where they were worked out.
    """

    action: str
    worth: float
    worst: float | None = None
    then: tuple[Step, ...] = ()  # what is expected to follow
    feared: tuple[Step, ...] = ()
    reasons: tuple[Reason, ...] = ()


def shared(steps: Sequence[Step], others: Iterable[Sequence[Step]]) -> int:
    """How many steps, from the first, are those of another row of steps as well."""
    most = 0
    for other in others:
        while steps[: most + 1] == other[: most + 1] and most < len(steps):
            most += 1
    return most


class SearchResult(msgspec.Struct, frozen=True):
    """An answer, with what speaks for it.

    `lines` are the best that were found, the chosen one first. `positions` counts what was looked
    at: the cost, the same on every machine.
    """

    action: str
    worth: float
    lines: tuple[Line, ...]
    reasons: tuple[Reason, ...] = ()
    positions: int = 0


class Ranks(msgspec.Struct, frozen=True):
    """How much the moves of a turn matter at a game, 0 most: by what is said for them, or by the
    first word of an action for which nothing is said. What is `unsaid` the next move says."""

    reasons: tuple[tuple[str, int], ...] = ()  # the first that a reason's key begins with
    verbs: dict[str, int] = {}
    unsaid: tuple[str, ...] = ()
