"""The result of a search: the chosen action, the lines that were compared, and reasons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from entente.kernel import Message, Seat


class Step(msgspec.Struct, frozen=True):
    """One action of a line."""

    seat: Seat
    action: str


class Reason(msgspec.Struct, frozen=True):
    """A sentence of this package. `kinds` gives the kind of game object behind each placeholder,
    which may hold several. A reason that `weighs` compares the line with another."""

    message: Message
    kinds: dict[str, str] = {}
    weighs: bool = False


class SearchLine(msgspec.Struct, frozen=True):
    """An action with its value and the expected continuation.

    `worth` is the value for the seat that thinks, from -1 (lost) to 1 (won). `worst` is the value
    in the worst imagined position, and `feared` what the others did there. `reasons` are those for
    this line, if they were worked out.
    """

    action: str
    worth: float
    worst: float | None = None
    then: tuple[Step, ...] = ()  # the expected continuation
    feared: tuple[Step, ...] = ()
    reasons: tuple[Reason, ...] = ()


def shared(steps: Sequence[Step], others: Iterable[Sequence[Step]]) -> int:
    """Return the length of the longest prefix shared with another sequence of steps."""
    most = 0
    for other in others:
        while steps[: most + 1] == other[: most + 1] and most < len(steps):
            most += 1
    return most


class SearchResult(msgspec.Struct, frozen=True):
    """A chosen action with its value, lines and reasons.

    `lines` are the best that were found, the chosen one first. `positions` counts the positions
    searched: the cost, the same on every machine.
    """

    action: str
    worth: float
    lines: tuple[SearchLine, ...]
    reasons: tuple[Reason, ...] = ()
    positions: int = 0


class Ranks(msgspec.Struct, frozen=True):
    """How much each kind of move matters at a game, 0 most: by the key of its first reason, or by
    the first word of an action without reasons. Reasons in `unsaid` are left to the next move."""

    reasons: tuple[tuple[str, int], ...] = ()  # by prefix of the key; the first match counts
    verbs: dict[str, int] = {}
    unsaid: tuple[str, ...] = ()
