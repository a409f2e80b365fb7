"""Statistics of a finished game: tracks, cards, support and dice."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL, SIDES
from entente.games.turmoil.context import MOST_VP
from entente.games.turmoil.state import TurmoilState
from entente.kernel import Seat, parse_action
from entente.kernel.statistics import GameStatistics, Roll, Statistic, Transition

MEAN, VARIANCE = 3.5, 35 / 12  # of one die
PLAYS = (
    "score",
    "event",
    "ops",
    "both",
    "cancel",
    "naval",
)  # verbs that play a card
# Dice a side wants high: its own die, also before a reroll. A crisis roll may help either side,
# and a side wants its war losses low.
WANTED = {
    "log.check": "die",
    "log.attempt": "die",
    "log.contest": "die",
    "log.war_die": "die",
    "log.war_growth": "die",
    "log.reroll": "old",
}
# Log lines about a side, and the argument that is counted; empty: the line itself.
COUNTED = {
    "log.event": ("events", ""),
    "log.add": ("placed", "count"),
    "log.remove": ("removed", "count"),
    "log.check": ("checks", ""),
    "log.attempt": ("attempts", ""),
    "log.navy": ("boxes", ""),
    "log.gain": ("gained", "points"),
}


class TurmoilStatistics(GameStatistics[TurmoilState]):
    """The VP marker decides the game (10.4)."""

    measures = ("vp", "tension", "spaces", "navy")
    deeds = (
        "cards",
        "scorings",
        "events",
        "placed",
        "removed",
        "checks",
        "attempts",
        "boxes",
        "gained",
    )

    causes = (
        "log.scoring",
        "log.event",
        "log.navy",
        "log.score",
        "log.gain",
        "log.lose",
        "log.war_won",
        "log.final_scoring",
    )

    def figures(self, state: TurmoilState) -> Mapping[str, Mapping[str, int]]:
        holders = list(state.holder.values())
        return {
            "vp": self.standing(state),
            "tension": {"": state.tension},
            "spaces": {side: holders.count(side) for side in SIDES},
            "navy": state.navy,
        }

    def standing(self, state: TurmoilState) -> Mapping[Seat, int]:
        """Explain that the other side has nothing: the marker is on one side."""
        vp = max(-MOST_VP, min(MOST_VP, state.vp))  # 10.3.1, even before it is moved back
        return {LIBERAL: max(0, vp), AUTHORITARIAN: max(0, -vp)}

    def done(self, transition: Transition[TurmoilState]) -> Iterator[Statistic]:
        verb, *cards = parse_action(transition.action).words
        if verb in PLAYS and len(cards) == 1:
            yield Statistic(transition.seat, "cards", 2 if verb == "cancel" else 1)
            if verb == "score":
                yield Statistic(transition.seat, "scorings")
        for message in transition.messages:
            kind, amount = COUNTED.get(message.key, ("", ""))
            if kind:
                count = int(str(message.args[amount])) if amount else 1
                yield Statistic(str(message.args["side"]), kind, count)

    def rolled(self, transition: Transition[TurmoilState]) -> Iterator[Roll]:
        for message in transition.messages:
            die = WANTED.get(message.key)
            if die is not None:
                face = int(str(message.args[die]))
                yield Roll(str(message.args["side"]), 1, face, MEAN, VARIANCE)
