"""A scripted beginner: takes what is nearest and forgets what it may lose.

It tries some of its actions and looks at the public figures of its own seat right after each: the
score, ground, pieces. It sees no reply, plans nothing and holds nothing back. A yardstick for the
level `easy`, which should be no harder to beat. It plays every game whose engine has public figures
(`entente.players.figures`); Diplomacy has a beginner of its own.
"""

from __future__ import annotations

from itertools import islice
from random import Random

from entente.kernel import Decision
from entente.players.figures import PublicFigures, public_figures_of
from entente.players.player import AnyPosition, PlayerView
from entente.players.trials import fingerprint

ACTIONS = 16  # that it thinks of at a decision


class BeginnerPlayer:
    """Plays the action with the best immediate result. Its choices follow from the seed and what it
    sees."""

    def __init__(self, figures: PublicFigures, seed: str) -> None:
        self._figures = figures
        self._seed = seed

    def __repr__(self) -> str:
        return f"<BeginnerPlayer, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        decision = view.decision
        rng = Random(f"{self._seed}/{fingerprint(view)}")
        actions = thought_of(decision, rng)
        if len(actions) == 1:
            return actions[0]
        world = view.determinize(rng)
        return max(actions, key=lambda action: self.gain(world, decision, action))

    def gain(self, world: AnyPosition, decision: Decision, action: str) -> float:
        """Return the weighted figures of the seat after an action."""
        after = world.copy()
        after.apply(decision.seat, action, decision.window)
        if after.outcome is not None:
            return 1000.0 * after.outcome.scores.get(decision.seat, 0.0)
        figures, weights = self._figures
        counted = figures(after.context, decision.seat)
        return sum(weights[name] * value for name, value in counted.items())


def thought_of(decision: Decision, rng: Random) -> list[str]:
    """Return the actions that come to mind, in random order."""
    menu = decision.menu
    if menu.size() <= ACTIONS:
        actions = list(islice(menu, ACTIONS))
        rng.shuffle(actions)
        return actions
    return list(dict.fromkeys(menu.sample(rng) for _ in range(ACTIONS)))


def create(game_id: str, seed: str) -> BeginnerPlayer:
    """Return the player for a game with public figures."""
    figures = public_figures_of(game_id)
    if figures is None:
        raise ValueError(f"the engine of {game_id} counts no public figures")
    return BeginnerPlayer(figures, seed)
