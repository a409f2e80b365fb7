"""Files of puzzles: lines of JSON, packed with gzip. A game brings its own in `data`."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path

from entente.kernel import registry
from entente.kernel.decoding import packaged_lines, read_lines, write_lines
from entente.players.puzzles.puzzle import Puzzle

FILE = "puzzles.jsonl.gz"


def read_puzzles(packed: bytes) -> tuple[Puzzle, ...]:
    """Read the bytes of a file of puzzles, packed or not."""
    return read_lines(packed, Puzzle)


def write_puzzles(file: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles; the same puzzles give the same bytes."""
    write_lines(file, puzzles)


@lru_cache(maxsize=64)
def puzzles_of(game_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that a game brings; none if it has no file of them."""
    return packaged_lines(registry.load(game_id).info.package, FILE, Puzzle)
