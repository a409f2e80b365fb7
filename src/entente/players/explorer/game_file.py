"""Games of computer players for the explorer: lines of JSON, packed with gzip. A game brings its
own in `data`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, cast

import msgspec

from entente.kernel import Game, Match, Seat, registry
from entente.kernel.decoding import packaged_lines, read_lines, write_lines
from entente.kernel.openings import OpeningLine, OpeningsModule

FILE = "openings.jsonl.gz"


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
    return read_lines(packed, ExplorerGame)


def write_games(file: Path, games: Iterable[ExplorerGame]) -> None:
    """Write a file of games; the same games give the same bytes."""
    write_lines(file, games)


@lru_cache(maxsize=16)
def arena_games(game_id: str) -> tuple[ExplorerGame, ...]:
    """Return the games of computer players that a game brings; none if it has no file of them."""
    return packaged_lines(registry.load(game_id).info.package, FILE, ExplorerGame)
