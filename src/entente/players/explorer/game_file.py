"""Games of computer players for the explorer: lines of JSON, packed with gzip. A game brings its
own in `data`."""

from __future__ import annotations

import gzip
from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any, cast

import msgspec

from entente.kernel import Game, Match, Seat, registry
from entente.kernel.openings import OpeningLine, OpeningsModule

FILE = "openings.jsonl.gz"
_NEWLINE = b"\n"


class ExplorerGame(msgspec.Struct, frozen=True, array_like=True):
    """A finished game: who played, how it ended, and how it began.

    `players` are the levels by seat. `moves` are the seats and actions up to the end of the
    opening.
    """

    seed: str
    rules: str
    players: dict[Seat, str]
    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    measures: dict[Seat, float]
    lines: tuple[OpeningLine, ...]
    moves: tuple[tuple[Seat, str], ...]

    def line(self, side: Seat) -> OpeningLine | None:
        """Return the opening of a side."""
        return next((each for each in self.lines if each.side == side), None)

    def place(self, game: Game[Any, Any], moves: int) -> Match[Any, Any]:
        """Return the game after some of its first moves."""
        match = Match(game, seed=self.seed, rules=self.rules)
        for seat, action in self.moves[:moves]:
            match.act(seat, action)
        return match


def openings_of(game_id: str) -> OpeningsModule | None:
    """Return a game's module of openings; None if it has none."""
    return cast("OpeningsModule | None", registry.part(game_id, "openings"))


def explored_games() -> Mapping[str, OpeningsModule]:
    """Return the modules of all games that have openings, by game."""
    found = {name: openings_of(name) for name in registry.available()}
    return {name: module for name, module in found.items() if module is not None}


def read_games(packed: bytes) -> tuple[ExplorerGame, ...]:
    """Read the bytes of a file of games, packed or not."""
    text = gzip.decompress(packed) if packed[:2] == b"\x1f\x8b" else packed
    lines = (line for line in text.split(_NEWLINE) if line.strip())
    return tuple(msgspec.json.decode(line, type=ExplorerGame) for line in lines)


def write_games(file: Path, games: Iterable[ExplorerGame]) -> None:
    """Write a file of games; the same games give the same bytes."""
    text = _NEWLINE.join(msgspec.json.encode(each) for each in games) + _NEWLINE
    file.write_bytes(gzip.compress(text, mtime=0) if file.suffix == ".gz" else text)


@lru_cache(maxsize=16)
def arena_games(game_id: str) -> tuple[ExplorerGame, ...]:
    """Return the games of computer players that a game brings; none if it has no file of them."""
    package = registry.load(game_id).info.package
    found = files(package).joinpath("data", FILE)
    return read_games(found.read_bytes()) if found.is_file() else ()
