"""Choices that are counted at once, and listed only when somebody reads them.

Whoever plays at random needs one of many choices and never reads the others. In the slots of a
quiet position they stand where else a tuple stands, and behave like it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, SupportsIndex, cast


class ChoiceSource(Protocol):
    """Who knows the choices for each of several things, by their numbers."""

    def count(self, number: int) -> int:
        """How many choices there are."""
        ...

    def choice(self, number: int, place: int) -> str:
        """The choice at a place of the list, counted from 0."""
        ...

    def choices(self, number: int) -> tuple[str, ...]:
        """All of them."""
        ...


class _Unlisted:
    __slots__ = ("_count", "_lister", "_number")

    def __init__(self, lister: ChoiceSource, number: int) -> None:
        self._lister = lister
        self._number = number
        self._count = lister.count(number)

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, place: SupportsIndex | slice) -> str | tuple[str, ...]:
        if type(place) is int and 0 <= place < self._count:
            return self._lister.choice(self._number, place)
        if isinstance(place, slice):
            return self._all[place]
        index = place.__index__()
        if index < 0:
            index += self._count
        if not 0 <= index < self._count:
            raise IndexError(f"there are {self._count} choices, and none at {place}")
        return self._lister.choice(self._number, index)

    @property
    def _all(self) -> tuple[str, ...]:
        return self._lister.choices(self._number)

    def __iter__(self) -> Iterator[str]:
        return iter(self._all)

    def __contains__(self, choice: object) -> bool:
        return choice in self._all

    def __eq__(self, other: object) -> bool:
        return self._all == (other._all if isinstance(other, _Unlisted) else other)

    def __hash__(self) -> int:
        return hash(self._all)

    def __repr__(self) -> str:
        return repr(self._all)

    def __reduce__(self) -> tuple[Callable[..., tuple[str, ...]], tuple[tuple[str, ...]]]:
        return tuple, (self._all,)

    def __add__(self, others: tuple[str, ...]) -> tuple[str, ...]:
        return self._all + others

    def __radd__(self, others: tuple[str, ...]) -> tuple[str, ...]:
        return others + self._all

    def index(self, choice: str) -> int:
        return self._all.index(choice)

    def count(self, choice: str) -> int:
        return self._all.count(choice)


def unlisted(lister: ChoiceSource, number: int) -> tuple[str, ...]:
    """The choices for a thing, for a menu that may never be read."""
    return cast("tuple[str, ...]", _Unlisted(lister, number))
