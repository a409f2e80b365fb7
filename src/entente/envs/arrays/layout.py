"""Fixed-size observation arrays made of named blocks.

A game declares its blocks and how to fill them. Blocks read only a view, so an array never reveals
what the seat may not know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

Array = Any  # a NumPy array; untyped
Write = Callable[[Any, Array], None]


class Block(NamedTuple):
    """A named range of numbers and the function that writes it."""

    name: str
    size: int
    write: Write


def number(name: str, get: Callable[[Any], float], unit: float = 1) -> Block:
    """Return a scalar, scaled by `unit`."""

    def write(view: Any, out: Array) -> None:
        out[0] = get(view) / unit

    return Block(name, 1, write)


def one_of(name: str, values: Sequence[str], get: Callable[[Any], str | None]) -> Block:
    """One-hot encoding; all 0 for None."""
    place = _places(name, values)

    def write(view: Any, out: Array) -> None:
        found = get(view)
        if found:
            out[place(found)] = 1

    return Block(name, len(values), write)


def counts(
    name: str,
    things: Sequence[str],
    get: Callable[[Any], Mapping[str, float] | Iterable[str]],
    unit: float = 1,
) -> Block:
    """Return a number for each thing."""
    place = _places(name, things)

    def write(view: Any, out: Array) -> None:
        found = get(view)
        if isinstance(found, Mapping):
            for thing, many in found.items():
                out[place(thing)] = many / unit
        else:
            for thing in found:
                out[place(thing)] += 1

    return Block(name, len(things), write)


def grid(
    name: str,
    rows: Sequence[str],
    columns: Sequence[str],
    get: Callable[[Any], Mapping[str, Mapping[str, float]]],
    unit: float = 1,
) -> Block:
    """Return a number for each row and column."""
    row_of, column_of, width = _places(name, rows), _places(name, columns), len(columns)

    def write(view: Any, out: Array) -> None:
        for row, there in get(view).items():
            start = row_of(row) * width
            for column, many in there.items():
                out[start + column_of(column)] = many / unit

    return Block(name, len(rows) * width, write)


def _places(name: str, things: Sequence[str]) -> Callable[[str], int]:
    known = {thing: place for place, thing in enumerate(things)}

    def place(thing: str) -> int:
        try:
            return known[thing]
        except KeyError:
            raise KeyError(f"the block {name!r} has no place for {thing!r}") from None

    return place


class Layout:
    """The blocks of a game in sequence."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self.slices: dict[str, slice] = {}
        end = 0
        for block in self.blocks:
            if block.name in self.slices:
                raise ValueError(f"two blocks are called {block.name!r}")
            self.slices[block.name] = slice(end, end + block.size)
            end += block.size
        self.size = end

    def write(self, view: Any, out: Array) -> None:
        """Write a view into an array of zeros."""
        for block, where in zip(self.blocks, self.slices.values(), strict=True):
            block.write(view, out[where])

    def array(self, view: Any) -> Array:
        """Encode a view."""
        out: Array = np.zeros(self.size, dtype=np.float32)
        self.write(view, out)
        return out
