"""Views as vectors of fixed size, made of named blocks.

A game declares the blocks of its observations (for environments) and of its network features, and
how each is filled. Blocks read only a view, so a vector never reveals what the seat may not know.
They write into a list or into an array, so a game needs no NumPy to declare them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

Features = list[float]
Vector = Any  # a list of floats, or an array
Write = Callable[[Any, Vector, int], None]  # view, output, start index


Source = Callable[[Any], Any]
Patch = Callable[[Any, Any, Vector, int], Any]  # view, what was written last, output, start index


class Block(NamedTuple):
    """A named range of numbers and the function that writes it; a 1 stands for `unit`.

    `source` returns the part of a view that the numbers follow from: as long as it is equal, so are
    they, and the block need not be written again. `patch` writes only what has changed: it takes
    what it returned the last time, or None, and an array.
    """

    name: str
    size: int
    write: Write
    unit: float = 1
    source: Source | None = None
    patch: Patch | None = None


class BlockInfo(NamedTuple):
    """What a block means, and the largest amount in it: a normalised 1 stands for `most`."""

    most: float
    meaning: str


def number(name: str, get: Callable[[Any], float], unit: float = 1) -> Block:
    """Return a scalar, scaled by `unit`."""

    def write(view: Any, out: Vector, start: int) -> None:
        out[start] = get(view) / unit

    return Block(name, 1, write, unit, get)


def one_of(
    name: str, values: Sequence[str], get: Callable[[Any], str | None], *, strict: bool = True
) -> Block:
    """One-hot encoding; all 0 for None. An unknown value raises KeyError, or is all 0 too if not
    strict."""
    places = _Places(name, values)

    def write(view: Any, out: Vector, start: int) -> None:
        value = get(view)
        if value and (strict or value in places):
            out[start + places[value]] = 1.0

    return Block(name, len(values), write, 1, get)


def counts(
    name: str,
    things: Sequence[str],
    get: Callable[[Any], Mapping[str, float] | Iterable[str]],
    unit: float = 1,
    source: Source | None = None,
) -> Block:
    """Return a number for each thing: given by name, or how often it is listed. `source` is what
    `get` reads of a view, unless it returns that."""
    places = _Places(name, things)

    def write(view: Any, out: Vector, start: int) -> None:
        value = get(view)
        if isinstance(value, Mapping):
            for thing, many in value.items():
                out[start + places[thing]] = many / unit
        else:
            for thing in value:
                out[start + places[thing]] += 1 / unit

    return Block(name, len(things), write, unit, source or get)


def listed(name: str, things: Sequence[str], get: Callable[[Any], Iterable[str]]) -> Block:
    """1 for each thing in the list, however often it is there."""
    places = _Places(name, things)

    def write(view: Any, out: Vector, start: int) -> None:
        for thing in get(view):
            out[start + places[thing]] = 1.0

    return Block(name, len(things), write, 1, get)


def grid(
    name: str,
    rows: Sequence[str],
    columns: Sequence[str],
    get: Callable[[Any], Mapping[str, Mapping[str, float]]],
    unit: float = 1,
    source: Source | None = None,
) -> Block:
    """Return a number for each row and column. `source` is what `get` reads of a view, unless it
    returns that."""
    row_of, column_of, width = _Places(name, rows), _Places(name, columns), len(columns)

    def write(view: Any, out: Vector, start: int) -> None:
        for row, there in get(view).items():
            first = start + row_of[row] * width
            for column, many in there.items():
                out[first + column_of[column]] = many / unit

    def patch(view: Any, last: Any, out: Vector, start: int) -> Any:
        before: Mapping[str, Mapping[str, float]] = {} if last is None else last
        now = get(view)
        for row, there in now.items():
            was = before.get(row, _NOTHING)
            if there == was:
                continue
            first = start + row_of[row] * width
            for column, many in there.items():
                if was.get(column) != many:
                    out[first + column_of[column]] = many / unit
            for column in was:
                if column not in there:
                    out[first + column_of[column]] = 0.0
        for row, was in before.items():
            if row not in now:
                first = start + row_of[row] * width
                for column in was:
                    out[first + column_of[column]] = 0.0
        return now

    return Block(name, len(rows) * width, write, unit, source or get, patch)


_NOTHING: Mapping[str, float] = {}


class _Places(dict[str, int]):
    """The place of each thing in a block."""

    def __init__(self, name: str, things: Sequence[str]) -> None:
        super().__init__((thing, place) for place, thing in enumerate(things))
        self._name = name

    def __missing__(self, thing: str) -> int:
        raise KeyError(f"the block {self._name!r} has no place for {thing!r}")


class Layout:
    """Blocks in sequence; `slices` maps each to its range."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.blocks = tuple(blocks)
        self._writes: list[tuple[Write, int]] = []
        self.slices: dict[str, slice] = {}
        self.units = {block.name: block.unit for block in blocks}
        self.size = 0
        for block in blocks:
            if block.name in self.slices:
                raise ValueError(f"two blocks are called {block.name!r}")
            self._writes.append((block.write, self.size))
            self.slices[block.name] = slice(self.size, self.size + block.size)
            self.size += block.size

    def write(self, view: Any, out: Vector, start: int = 0) -> None:
        """Write a view into zeros, from an index on."""
        for write, first in self._writes:
            write(view, out, start + first)

    def encode(self, view: Any) -> Features:
        """Return a view as a list."""
        out = [0.0] * self.size
        self.write(view, out)
        return out
