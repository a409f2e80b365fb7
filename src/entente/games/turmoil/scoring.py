"""10: scoring, victory and the end of the game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.games.turmoil.board import AUTHORITARIAN, GERMANY, LIBERAL, OTHER, REGIONS, SIDES
from entente.games.turmoil.context import MOST_VP, TurmoilContext, steps
from entente.kernel import Frame, Outcome, say

NONE, PRESENCE, DOMINATION, CONTROL = "none", "presence", "domination", "control"


class Score(NamedTuple):
    """A side's score in a region: the level, and VP for it, battlegrounds and independents."""

    level: str
    base: int
    battlegrounds: int
    independents: int

    @property
    def total(self) -> int:
        return self.base + self.battlegrounds + self.independents


class Tally(NamedTuple):
    """The spaces and battlegrounds of a region that each side controls."""

    spaces: dict[str, int]
    grounds: dict[str, int]
    all_grounds: int

    def level(self, side: str) -> str:
        """10.1.1: presence, domination or control."""
        own, theirs = self.spaces[side], self.spaces[OTHER[side]]
        own_grounds = self.grounds[side]
        if not own:
            return NONE
        if own > theirs:
            if own_grounds == self.all_grounds:
                return CONTROL
            if own_grounds > self.grounds[OTHER[side]] and own > own_grounds:
                return DOMINATION
        return PRESENCE


def tally(t: TurmoilContext, region: str) -> Tally:
    """Count a region for both sides at once."""
    holder, battlegrounds = t.state.holder, t.board.battlegrounds
    spaces, grounds, total = dict.fromkeys(SIDES, 0), dict.fromkeys(SIDES, 0), 0
    for space in t.land.regions[region]:
        side, ground = holder[space], space in battlegrounds
        total += ground
        if side in spaces:
            spaces[side] += 1
            grounds[side] += ground
    return Tally(spaces, grounds, total)


def level(t: TurmoilContext, side: str, region: str) -> str:
    """10.1.1: presence, domination or control of a region."""
    return tally(t, region).level(side)


def score(t: TurmoilContext, side: str, region: str) -> Score:
    """10.1.2 to 10.1.4."""
    holder, reached, values = t.state.holder, level(t, side, region), t.board.values[region]
    spaces = t.land.regions[region]
    base = {
        NONE: 0,
        PRESENCE: values.presence,
        DOMINATION: values.domination,
        CONTROL: values.control,
    }[reached]
    grounds = sum(s in t.board.battlegrounds and holder[s] == side for s in spaces)
    beside = sum(holder[s] == side for s in t.land.independents[region])
    return Score(reached, base, grounds, beside)


def score_region(t: TurmoilContext, region: str) -> None:
    """10.1.5: only the difference moves the marker."""
    scores = {side: score(t, side, region) for side in SIDES}
    for side in SIDES:
        each = scores[side]
        t.log(
            "log.score",
            side=side,
            region=region,
            level=each.level,
            base=each.base,
            battlegrounds=each.battlegrounds,
            independents=each.independents,
            total=each.total,
        )
    difference = scores[LIBERAL].total - scores[AUTHORITARIAN].total
    if difference:
        t.gain(LIBERAL if difference > 0 else AUTHORITARIAN, abs(difference))


def liberal_controls_germany(t: TurmoilContext) -> bool:
    """10.4.1: the Liberal wins at once when Germany is scored."""
    return level(t, LIBERAL, GERMANY) == CONTROL


# -- 10.4 victory


def win(t: TurmoilContext, side: str, reason: str, **args: int) -> None:
    """End the game with a winner."""
    scores = {each: float(each == side) for each in SIDES}
    bound(t)
    t.state.outcome = Outcome((side,), scores, say(f"outcome.{reason}", side=side, **args))


def end_without_winner(t: TurmoilContext, reason: str, each: float) -> None:
    """End the game in a draw (0.5 each), or with two losers (0)."""
    bound(t)
    scores = dict.fromkeys(SIDES, each)
    winners: Sequence[str] = SIDES if each else ()
    t.state.outcome = Outcome(tuple(winners), scores, say(f"outcome.{reason}"))


def bound(t: TurmoilContext) -> None:
    """10.3.1: keep the marker on its track."""
    t.state.vp = max(-MOST_VP, min(MOST_VP, t.state.vp))


@steps.auto
def check_victory(t: TurmoilContext, frame: Frame) -> None:
    """10.4.1: 20 VP win, once all VP of an event or a scoring are applied."""
    if abs(t.state.vp) >= MOST_VP:
        win(t, LIBERAL if t.state.vp > 0 else AUTHORITARIAN, "points")


@steps.auto
def final_scoring(t: TurmoilContext, frame: Frame) -> None:
    """10.4.2: after turn 10, score every region, then decide the winner."""
    t.log("log.final_scoring")
    if liberal_controls_germany(t):
        win(t, LIBERAL, "germany")
        return
    for region in REGIONS:
        score_region(t, region)
    bound(t)
    if t.state.vp:
        win(t, LIBERAL if t.state.vp > 0 else AUTHORITARIAN, "last_turn", vp=abs(t.state.vp))
    else:
        end_without_winner(t, "draw", 0.5)
