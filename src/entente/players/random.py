"""The player that chooses at random, each action equally likely."""

from __future__ import annotations

from random import Random

from entente.players.player import PlayerView


class RandomPlayer:
    """Plays at random; the same seed makes the same choices."""

    reads_menus_only = True

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._rng = Random(seed)

    def __repr__(self) -> str:
        return f"<RandomPlayer, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        """Return any action of any open decision."""
        questions = view.decisions
        one = questions[0] if len(questions) == 1 else self._rng.choice(questions)
        return one.menu.sample(self._rng)


def create(game_id: str, seed: str) -> RandomPlayer:
    """Return the player, the same for every game."""
    return RandomPlayer(seed)
