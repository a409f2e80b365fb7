"""A scripted rush: masses its tiles against the enemy's first capital and the way to it.

It plans a turn by the quick evaluation and compares nothing, like the first judgement of the
levels, but Berlin (for the Central Powers: Paris) and the region in front of it count four times,
it hardly fears a counter-attack, and it advances into all that is open (4.8.4). A yardstick for the
levels: a player that counts only marches as threats leaves its capitals empty behind the front.
"""

from __future__ import annotations

from random import Random

from entente.games.attrition.board import CENTRAL, ENTENTE
from entente.games.attrition.engine.features import AttritionWeights
from entente.games.attrition.engine.turn_policy import TurnPolicy
from entente.players.player import PlayerView
from entente.players.trials import fingerprint

# Factors for the regions on the way, by side.
GOALS: dict[str, dict[str, float]] = {
    ENTENTE: {"berlin": 4.0, "rhineland": 4.0, "vienna": 2.0},
    CENTRAL: {"paris": 4.0, "belgium": 4.0, "poland": 2.0},
}
BOLD = AttritionWeights(fear=0.06, fear_empty=0.3, fear_contested=0.1, fear_beyond=0.0, advance=1.0)


def create(game_id: str, seed: str) -> Rusher:
    """Return the player."""
    return Rusher(seed)


class Rusher:
    """Plays the rush. Its choices follow from the seed and what it sees."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __repr__(self) -> str:
        return f"<Rusher, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        rng = Random(f"{self._seed}/{fingerprint(view)}")
        world = view.determinize(rng)
        question = world.decision(view.seat, view.decision.window)
        assert question is not None
        policy = TurnPolicy(BOLD, goals=GOALS[view.seat])
        return policy.reply(world, question, rng)
