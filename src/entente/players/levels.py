"""The levels: the computer players easy, normal and hard, at every game.

Each plays with the game's engine (`entente.players.engines`). A search budget may follow a colon:
`hard:500` searches 500 positions for each decision, `hard:2s` stops after two seconds. At a game
whose engine has characters, one of them may follow instead: `hard:trader`. Where the levels
negotiate, `hard:pure` plays without press.
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
    create_engine,
    module_of,
)
from entente.players.player import AnyPosition, Explains, PlayerMessage, PlayerView
from entente.players.registry import COLON
from entente.players.registry import USUAL as PLAYED
from entente.players.search_result import SearchResult

PURE = "pure"  # behind the colon: without press, at a game whose levels negotiate
BUDGET = re.compile(r"(?P<number>[1-9]\d{0,8})(?P<seconds>s)?")


class LevelPlayer:
    """Plays at a level. Its choice follows from the seed, the budget, what it sees and what its
    seat has just done: a new player, in any process, makes the same choice."""

    def __init__(
        self, game_id: str, level: str, seed: str, budget: Budget = USUAL, character: str = ""
    ) -> None:
        self._engine = create_engine(game_id, level, seed, character)
        self._budget = budget
        self._called = f"LevelPlayer {level} of {game_id}, seed {seed!r}"

    def __repr__(self) -> str:
        return f"<{self._called}>"

    def choose(self, view: PlayerView) -> str:
        return self.think(view).action

    def think(self, view: PlayerView) -> SearchResult:
        """Choose an action and say why."""
        return self._engine.think(view, self._budget)

    def weigh(self, view: PlayerView, action: str) -> SearchResult:
        """Return the same, with a line for an action that was taken, if the engine can weigh it."""
        if isinstance(self._engine, Weighing):
            return self._engine.weigh(view, action, self._budget)
        return self.think(view)

    def explain(self, view: PlayerView, action: str) -> PlayerMessage | None:
        """Explain an action to another seat that it concerns, if the engine can."""
        return self._engine.explain(view, action) if isinstance(self._engine, Explains) else None


def easy(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, EASY, seed, character)


def normal(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, NORMAL, seed, character)


def hard(game_id: str, seed: str, character: str = "") -> LevelPlayer:
    return _at(game_id, HARD, seed, character)


def _at(game_id: str, level: str, seed: str, character: str) -> LevelPlayer:
    """Return the player with the text behind the colon: a character or a budget."""
    if character == PURE:
        return LevelPlayer(game_id, level, seed)
    if character in characters(game_id):
        return LevelPlayer(game_id, level, seed, character=character)
    return LevelPlayer(game_id, level, seed, budget_of(character))


def characters(game_id: str) -> tuple[str, ...]:
    """Return the characters of the levels at a game; most games have none."""
    return tuple(getattr(module_of(game_id), "CHARACTERS", ()))


def variants(game_id: str) -> tuple[str, ...]:
    """Return other ways to play at a level: without press, where the levels negotiate."""
    return (PURE,) if hasattr(module_of(game_id), "negotiation") else ()


def is_character(game_id: str, character: str) -> bool:
    """Return whether the text behind the colon is a budget, or says that the level plays without
    press."""
    return character in variants(game_id) or BUDGET.fullmatch(character) is not None


def budget_of(character: str) -> Budget:
    """Parse the budget behind a colon; without text, the default budget."""
    if not character:
        return USUAL
    match = BUDGET.fullmatch(character)
    if match is None:
        raise ValueError(f"{character!r} is not a budget: write 500 (positions) or 2s (seconds)")
    number = int(match["number"])
    return Budget(seconds=float(number)) if match["seconds"] else Budget(positions=number)


def level_of(player: str | None, usual: str = PLAYED) -> str:
    """Return the level that analyses the moves of a player: its own, if it is a level."""
    kind = (player or "").partition(COLON)[0]
    return kind if kind in LEVELS else usual


def wants_to_act(position: AnyPosition, seat: Seat) -> bool:
    """Return whether a seat has something to answer that the game does not wait for."""
    wants = getattr(module_of(position.game.info.id), "wants_to_act", None)
    return wants is not None and bool(wants(position, seat))


def can_act_unprompted(game_id: str) -> bool:
    """Return whether that can happen at a game."""
    return hasattr(module_of(game_id), "wants_to_act")
