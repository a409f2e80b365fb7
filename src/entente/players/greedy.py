"""The player `greedy`: the level of each game's engine that does not search."""

from __future__ import annotations

from entente.kernel import Seat
from entente.players.engines import Evaluation, adviser_in, evaluation_of
from entente.players.engines.greedy import GreedyEngine
from entente.players.player import AnyPosition, PlayerMessage, PlayerView


class GreedyPlayer:
    """Plays what the quick evaluation of a game likes best."""

    def __init__(
        self, game_id: str, seed: str, evaluation: Evaluation | None = None, character: str = ""
    ) -> None:
        evaluation = evaluation_of(game_id) if evaluation is None else evaluation
        self._engine = GreedyEngine(evaluation, seed, character)
        self._called = f"GreedyPlayer of {game_id}, seed {seed!r}"

    def __repr__(self) -> str:
        return f"<{self._called}>"

    @property
    def recovered_errors(self) -> list[str]:
        """The errors after which it tried again, one line each."""
        return self._engine.recovered_errors

    def choose(self, view: PlayerView) -> str:
        """Return the action with the best result in a few determinizations."""
        return self._engine.think(view).action

    def explain(self, view: PlayerView, action: str) -> PlayerMessage | None:
        """Explain an action to another seat that it concerns, if the evaluation can."""
        return self._engine.explain(view, action)


def create(game_id: str, seed: str, character: str = "") -> GreedyPlayer:
    """Return the player for a game, with its evaluation."""
    return GreedyPlayer(game_id, seed, character=character)


def characters(game_id: str) -> tuple[str, ...]:
    """Return the characters it has at a game."""
    adviser = adviser_in(evaluation_of(game_id))
    return adviser.CHARACTERS if adviser else ()


def wants_to_act(position: AnyPosition, seat: Seat) -> bool:
    """Return whether a seat has something to answer that the game does not wait for."""
    adviser = adviser_in(evaluation_of(position.game.info.id))
    return adviser is not None and adviser.wants_to_act(position, seat)


def can_act_unprompted(game_id: str) -> bool:
    """Return whether that can happen at a game."""
    return adviser_in(evaluation_of(game_id)) is not None
