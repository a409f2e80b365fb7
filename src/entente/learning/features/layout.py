"""Blocks of numbers of a view, written into a list: a search writes a row for each position that it
looks at, and the single numbers of an array are slow to set."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Row = list[float]
Write = Callable[[Any, Row, int], None]  # the view, where to, from which place on


class Block(NamedTuple):
    """Some numbers of a view: what they are called, how many there are, and what writes them."""

    name: str
    size: int
    write: Write


def number(name: str, get: Callable[[Any], float], unit: float = 1) -> Block:
    """A number, in units that make it small."""

    def write(view: Any, out: Row, start: int) -> None:
        out[start] = get(view) / unit

    return Block(name, 1, write)


def one_of(name: str, values: Sequence[str], get: Callable[[Any], str | None]) -> Block:
    """1 for what it is, 0 for the others; all 0 where it is nothing, or nothing of these."""
    places = _places(values)

    def write(view: Any, out: Row, start: int) -> None:
        place = places.get(get(view) or "")
        if place is not None:
            out[start + place] = 1.0

    return Block(name, len(values), write)


def counts(
    name: str, things: Sequence[str], get: Callable[[Any], Mapping[str, float]], unit: float = 1
) -> Block:
    """A figure for each thing."""
    places = _places(things)

    def write(view: Any, out: Row, start: int) -> None:
        for thing, many in get(view).items():
            out[start + places[thing]] = many / unit

    return Block(name, len(things), write)


def listed(name: str, things: Sequence[str], get: Callable[[Any], Iterable[str]]) -> Block:
    """1 for each thing that is there."""
    places = _places(things)

    def write(view: Any, out: Row, start: int) -> None:
        for thing in get(view):
            out[start + places[thing]] = 1.0

    return Block(name, len(things), write)


def _places(things: Sequence[str]) -> dict[str, int]:
    return {thing: place for place, thing in enumerate(things)}


class Layout:
    """Blocks one after the other."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._writes: list[tuple[Write, int]] = []
        self.slices: dict[str, slice] = {}
        self.size = 0
        for block in blocks:
            if block.name in self.slices:
                raise ValueError(f"two blocks are called {block.name!r}")
            self._writes.append((block.write, self.size))
            self.slices[block.name] = slice(self.size, self.size + block.size)
            self.size += block.size

    def row(self, view: Any) -> Row:
        """The numbers of a view."""
        out = [0.0] * self.size
        for write, start in self._writes:
            write(view, out, start)
        return out
