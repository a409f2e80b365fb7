"""Feature blocks written to a list: a search encodes every position it visits, and setting single
array elements is slow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Features = list[float]
Write = Callable[[Any, Features, int], None]  # view, output, start index


class Block(NamedTuple):
    """A named range of numbers and the function that writes it."""

    name: str
    size: int
    write: Write


def number(name: str, get: Callable[[Any], float], unit: float = 1) -> Block:
    """Return a scalar, scaled by `unit`."""

    def write(view: Any, out: Features, start: int) -> None:
        out[start] = get(view) / unit

    return Block(name, 1, write)


def one_of(name: str, values: Sequence[str], get: Callable[[Any], str | None]) -> Block:
    """One-hot encoding; all 0 for None or an unknown value."""
    places = _places(values)

    def write(view: Any, out: Features, start: int) -> None:
        place = places.get(get(view) or "")
        if place is not None:
            out[start + place] = 1.0

    return Block(name, len(values), write)


def counts(
    name: str, things: Sequence[str], get: Callable[[Any], Mapping[str, float]], unit: float = 1
) -> Block:
    """Return a number for each thing."""
    places = _places(things)

    def write(view: Any, out: Features, start: int) -> None:
        for thing, many in get(view).items():
            out[start + places[thing]] = many / unit

    return Block(name, len(things), write)


def listed(name: str, things: Sequence[str], get: Callable[[Any], Iterable[str]]) -> Block:
    """1 for each thing in the list."""
    places = _places(things)

    def write(view: Any, out: Features, start: int) -> None:
        for thing in get(view):
            out[start + places[thing]] = 1.0

    return Block(name, len(things), write)


def _places(things: Sequence[str]) -> dict[str, int]:
    return {thing: place for place, thing in enumerate(things)}


class Layout:
    """Blocks in sequence."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self._writes: list[tuple[Write, int]] = []
        self.slices: dict[str, slice] = {}
        self.size = 0
        for block in blocks:
            if block.name in self.slices:
                raise ValueError(f"duplicate block name {block.name!r}")
            self._writes.append((block.write, self.size))
            self.slices[block.name] = slice(self.size, self.size + block.size)
            self.size += block.size

    def encode(self, view: Any) -> Features:
        """Encode a view."""
        out = [0.0] * self.size
        for write, start in self._writes:
            write(view, out, start)
        return out
