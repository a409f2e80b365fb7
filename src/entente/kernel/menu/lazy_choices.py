"""Choices that are counted at once but listed only when read.

Random play needs one of many choices and never reads the others. In positions without a log these
sequences replace the tuples of slots, and behave like them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol, SupportsIndex, cast


class ChoiceSource(Protocol):
    """Provides the choices for each of several things, by number."""

    def count(self, number: int) -> int:
        """Return the number of choices."""
        ...

    def choice(self, number: int, place: int) -> str:
        """Return the choice at an index."""
        ...

    def choices(self, number: int) -> tuple[str, ...]:
        """Return all choices."""
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
            raise IndexError(f"index {place} out of range: there are {self._count} choices")
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
    """Return the choices for a thing, for a menu that may never be read."""
    return cast("tuple[str, ...]", _Unlisted(lister, number))
