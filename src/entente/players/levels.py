"""The levels: the computer players that a person chooses between, at every game.

Each uses the engine of its level (`entente.players.engines`). A budget may follow a colon:
`hard:500` searches 500 positions per decision, `hard:2s` stops after two seconds. In a game whose
engine has characters, a character may follow instead: `hard:trader`.
"""

from __future__ import annotations

import re

from entente.kernel import Seat
from entente.players.engines import (
    EASY,
    HARD,
    LEVELS,
    NORMAL,
    USUAL,
    Budget,
    Weighing,
    make_engine,
    module_of,
)
from entente.players.player import AnyPosition, Explains, PlayerMessage, PlayerView
from entente.players.registry import COLON
from entente.players.registry import USUAL as PLAYED
from entente.players.search_result import SearchResult

BUDGET = re.compile(r"(?P<number>[1-9]\d{0,8})(?P<seconds>s)?")


class LevelPlayer:
    """Plays at a level. Its choice follows from the seed, the budget, what it sees and what its
    seat has done in a row: a new player, in any process, makes the same."""

    def __init__(
        self, game_id: str, level: str, seed: str, budget: Budget = USUAL, character: str = ""
    ) -> None:
        self._mind = make_engine(game_id, level, seed, character)
        self._budget = budget

    def choose(self, sight: PlayerView) -> str:
        return self.think(sight).action

    def think(self, sight: PlayerView) -> SearchResult:
        """What it chooses, and why."""
        return self._mind.think(sight, self._budget)

    def weigh(self, sight: PlayerView, action: str) -> SearchResult:
        """The same, with what it makes of an action that was taken, where its mind can tell."""
        if isinstance(self._mind, Weighing):
            return self._mind.weigh(sight, action, self._budget)
        return self.think(sight)

    def explain(self, sight: PlayerView, action: str) -> PlayerMessage | None:
        """Why it does something that concerns another seat, where its mind can tell."""
        return self._mind.explain(sight, action) if isinstance(self._mind, Explains) else None


def easy(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, EASY, seed, character)


def normal(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, NORMAL, seed, character)


def hard(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, HARD, seed, character)


def _at(game_id: str, level: str, seed: str, character: str) -> LevelPlayer:
    """With what stands behind the colon: a character, or a budget."""
    if character in characters(game_id):
        return LevelPlayer(game_id, level, seed, character=character)
    return LevelPlayer(game_id, level, seed, budget_of(character))


def characters(game_id: str) -> tuple[str, ...]:
    """The characters that the levels have at a game; mostly none."""
    return tuple(getattr(module_of(game_id), "CHARACTERS", ()))


def is_character(game_id: str, character: str) -> bool:
    """Whether something behind the colon is a budget."""
    return BUDGET.fullmatch(character) is not None


def budget_of(character: str) -> Budget:
    """A budget as it is written behind a colon; the usual one where nothing is."""
    if not character:
        return USUAL
    found = BUDGET.fullmatch(character)
    if found is None:
        raise ValueError(f"{character!r} is no budget: write 500 (positions) or 2s (seconds)")
    number = int(found["number"])
    return Budget(seconds=float(number)) if found["seconds"] else Budget(positions=number)


def level_of(player: str | None, usual: str = PLAYED) -> str:
    """The level that thinks about the moves of a player: its own, if it has one."""
    kind = (player or "").partition(COLON)[0]
    return kind if kind in LEVELS else usual


def called(position: AnyPosition, seat: Seat) -> bool:
    """Whether somebody has laid something before a seat that it should answer unasked."""
    found = getattr(module_of(position.game.info.id), "called", None)
    return found is not None and bool(found(position, seat))


def is_called_at(game_id: str) -> bool:
    """Whether that can be at a game."""
    return hasattr(module_of(game_id), "called")
