"""Dice rolls, and the one reroll per turn of the König class box."""

from __future__ import annotations

from entente.games.turmoil.context import KONIG, TurmoilContext, steps
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import SeatQuestion
from entente.kernel import END, Action, Frame, Message, Seat, say

FACES = 6
KONIG_USED = "konig"


def roll(side: str) -> Frame:
    """Return a step in which a side rolls a die; the next step reads it from the state."""
    return step("roll_die", side=side)


@steps.auto
def roll_die(t: TurmoilContext, frame: Frame) -> None:
    side, state = frame.text("side"), t.state
    state.die = state.chance.die()
    if side == state.phasing and t.leads(side, KONIG) and not t.used(KONIG_USED, side):
        state.push(step("reroll", side=side))


@steps.ask("reroll")
class Reroll(SeatQuestion):
    """6.3.5, König class: a player may reroll one die per turn in their own action round."""

    section = "6.3.5"
    grammar = ("reroll", "keep")

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return ["keep", "reroll"]

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.reroll", die=t.state.die)

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        if action.verb == "reroll":
            side, old = frame.text("side"), t.state.die
            t.use(KONIG_USED, side)
            t.state.die = t.state.chance.die()
            t.log("log.reroll", side=side, old=old, new=t.state.die)
        return END
