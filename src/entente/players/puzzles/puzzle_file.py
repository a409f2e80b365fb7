"""Files of puzzles: lines of JSON, packed with gzip. A game brings its own in `data`."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from functools import lru_cache
from importlib.resources import files
from pathlib import Path

import msgspec

from entente.kernel import registry
from entente.players.puzzles.puzzle import Puzzle

FILE = "puzzles.jsonl.gz"
_NEWLINE = b"\n"


def read_puzzles(packed: bytes) -> tuple[Puzzle, ...]:
    """Read the bytes of a file of puzzles, packed or not."""
    text = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    lines = (line for line in text.split(_NEWLINE) if line.strip())
    return tuple(msgspec.json.decode(line, type=Puzzle) for line in lines)


def write_puzzles(file: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write a file of puzzles; the same puzzles give the same bytes."""
    text = _NEWLINE.join(msgspec.json.encode(each) for each in puzzles) + _NEWLINE
    file.write_bytes(gzip.compress(text, mtime=0) if file.suffix == ".gz" else text)


@lru_cache(maxsize=64)
def puzzles_of(game_id: str) -> tuple[Puzzle, ...]:
    """Return the puzzles that a game brings; none if it has no file of them."""
    package = registry.load(game_id).info.package
    found = files(package) / "data" / FILE  # a namespace package joins one name at a time
    return read_puzzles(found.read_bytes()) if found.is_file() else ()
