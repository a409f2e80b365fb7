"""The legal actions of a position for one seat, as a sequence."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import SupportsIndex, overload

from entente.kernel.decision import Decision
from entente.kernel.info import Seat


class LegalActions(Sequence[str]):
    """What a seat may do: the actions of the decision that the game waits for.

    Empty if the seat has nothing to decide, as at the end of a game. A menu can be far too large
    to list: `size()` counts it, `in` and `sample` need no list.

    Attributes:
        seat: The seat that decides; None if the game waits for no one.
        decision: The decision; None if the seat has none.
    """

    __slots__ = ("decision", "seat")

    def __init__(self, seat: Seat | None, decision: Decision | None) -> None:
        self.seat = seat
        self.decision = decision

    def size(self) -> int:
        """Return the number of actions, however large."""
        return 0 if self.decision is None else self.decision.menu.size()

    def sample(self, rng: Random) -> str:
        """Return an action at random; IndexError if there is none."""
        if self.decision is None:
            raise IndexError("there is no legal action")
        return self.decision.menu.sample(rng)

    def __len__(self) -> int:
        return 0 if self.decision is None else len(self.decision.menu)

    def __bool__(self) -> bool:
        return self.decision is not None

    def __iter__(self) -> Iterator[str]:
        return iter(()) if self.decision is None else iter(self.decision.menu)

    def __contains__(self, action: object) -> bool:
        return self.decision is not None and action in self.decision.menu

    @overload
    def __getitem__(self, index: SupportsIndex) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> list[str]: ...
    def __getitem__(self, index: SupportsIndex | slice) -> str | list[str]:
        if self.decision is not None:
            return self.decision.menu[index]
        if isinstance(index, slice):
            return []
        raise IndexError("there is no legal action")

    def __repr__(self) -> str:
        if self.decision is None:
            return "<LegalActions: none>"
        few = ", ".join(map(repr, self[:3]))
        more = ", …" if self.size() > 3 else ""
        return f"<LegalActions of {self.seat}, {self.size()}: {few}{more}>"
