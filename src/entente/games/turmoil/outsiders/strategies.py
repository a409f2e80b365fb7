"""Simple strategies, played by the rollout policy with one idea in front.

- **rusher** puts all its operations into one region as long as it can: Germany as the Liberal,
  whose control of it wins at once when it is scored (10.4.1), France as the Authoritarian. It
  scores that region as soon as it leads there.
- **navy** makes an attempt in the naval race whenever it may, with its strongest card (6.3).

They search nothing. Yardsticks for the levels: a level should not lose to a single idea.
"""

from __future__ import annotations

from random import Random

from entente.games.turmoil.board import AUTHORITARIAN, FRANCE, GERMANY, LIBERAL
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine.features import TurmoilPosition, lead
from entente.games.turmoil.engine.rollout_policy import rollout_reply
from entente.games.turmoil.engine.spaces import best_operation
from entente.kernel import Choose, Decision, parse_action
from entente.players.player import PlayerView
from entente.players.trials import fingerprint

GOALS: dict[str, str] = {LIBERAL: GERMANY, AUTHORITARIAN: FRANCE}


def create_rusher(game_id: str, seed: str) -> StrategyPlayer:
    """Return the player that rushes one region."""
    return RushPlayer(seed)


def create_navy(game_id: str, seed: str) -> StrategyPlayer:
    """Return the player of the naval race."""
    return NavyPlayer(seed)


class StrategyPlayer:
    """Follows its idea, and the rollout policy where that has no answer. Its choices follow from
    the seed and what it sees."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, seed {self._seed!r}>"

    def choose(self, view: PlayerView) -> str:
        rng = Random(f"{self._seed}/{fingerprint(view)}")
        world: TurmoilPosition = view.determinize(rng)
        question = world.decision(view.seat, view.decision.window)
        assert question is not None
        return self.idea(world, question) or rollout_reply(world, question, rng)

    def idea(self, world: TurmoilPosition, question: Decision) -> str:
        """Return the action of the idea; "" for none."""
        raise NotImplementedError


class RushPlayer(StrategyPlayer):
    """Wants one region."""

    def idea(self, world: TurmoilPosition, question: Decision) -> str:
        t, seat, menu = world.context, question.seat, question.menu
        assert isinstance(menu, Choose)
        goal = GOALS[seat]
        if question.step == "play_card":
            score = f"score {t.board.scoring_cards[goal]}"
            ahead = lead(t, goal) * (1 if seat == LIBERAL else -1)
            return score if score in menu.actions and ahead > 0 else ""
        there = tuple(each for each in menu.actions if _space(each) in t.land.regions[goal])
        if question.step != "operations" or not there:
            return ""
        return best_operation(t, world.frame(question), seat, there)


class NavyPlayer(StrategyPlayer):
    """Wants the next box of the naval race."""

    def idea(self, world: TurmoilPosition, question: Decision) -> str:
        if question.step != "play_card":
            return ""
        t: TurmoilContext = world.context
        attempts = [action for action in question.menu if parse_action(action).verb == "naval"]
        return max(
            attempts,
            key=lambda action: (t.worth(question.seat, parse_action(action).words[1]), action),
            default="",
        )


def _space(action: str) -> str:
    return (*parse_action(action).words, "")[1]
