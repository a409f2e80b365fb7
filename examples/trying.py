"""A player that tries some of its actions in sampled positions and takes the best.

entente arena run attrition --players examples/trying.py:create,random --games 20
"""

from random import Random

from entente.players import PlayerView
from entente.players.engines import evaluation_of
from entente.players.player import AnyPosition

ACTIONS, WORLDS = 6, 2


class Trying:
    """Try a few actions and look no further than the position after them."""

    def __init__(self, game_id: str, seed: str) -> None:
        self.judge = evaluation_of(game_id)
        self.rng = Random(seed)

    def choose(self, view: PlayerView) -> str:
        menu = view.decision.menu
        actions = dict.fromkeys(menu.sample(self.rng) for _ in range(ACTIONS))
        worlds = [view.determinize(self.rng) for _ in range(WORLDS)]
        return max(actions, key=lambda action: sum(self.worth(w, view, action) for w in worlds))

    def worth(self, world: AnyPosition, view: PlayerView, action: str) -> float:
        """Evaluate a world for the seat after an action, from -1 to 1."""
        after = world.copy()
        after.apply(view.seat, action, view.decision.window)
        return self.judge.evaluate(after, view.seat)


def create(game_id: str, seed: str) -> Trying:
    """Make the player for a game. The same seed gives the same play."""
    return Trying(game_id, seed)
