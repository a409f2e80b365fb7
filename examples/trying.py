"""A player of one's own: tries some of its actions in imagined positions and takes the best.

entente arena run attrition --players examples/trying.py:create,random --games 20
"""

from random import Random

from entente.players import PlayerView
from entente.players.evaluation import evaluation_of
from entente.players.player import AnyPosition

ACTIONS, WORLDS = 6, 2


class Trying:
    """Looks at a few things it may do, and no further than the moment after."""

    def __init__(self, game_id: str, seed: str) -> None:
        self.judge = evaluation_of(game_id)
        self.rng = Random(seed)

    def choose(self, sight: PlayerView) -> str:
        menu = sight.decision.menu
        actions = dict.fromkeys(menu.sample(self.rng) for _ in range(ACTIONS))
        worlds = [sight.determinize(self.rng) for _ in range(WORLDS)]
        return max(actions, key=lambda action: sum(self.worth(w, sight, action) for w in worlds))

    def worth(self, world: AnyPosition, sight: PlayerView, action: str) -> float:
        """How a world looks to the seat after an action, from -1 to 1."""
        after = world.copy()
        after.apply(sight.seat, action, sight.decision.window)
        return self.judge.evaluate(after, sight.seat)


def create(game_id: str, seed: str) -> Trying:
    """The player for a game; asked again with the same seed it plays the same."""
    return Trying(game_id, seed)
