"""8.1 to 8.3: Tension, the Great War status track, crisis rolls."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.turmoil.board import AUTHORITARIAN, LIBERAL
from entente.games.turmoil.context import CAPPED_TENSION, MOST_TENSION, TurmoilContext, steps
from entente.games.turmoil.dice import roll
from entente.games.turmoil.filter_terms import step
from entente.games.turmoil.questions import SeatQuestion
from entente.kernel import END, Action, AutoPass, Frame, Message, Seat, say

WAR_ABOVE = 6
BALKAN_WARS = "balkan_wars"
WAIT = "wait"


def ceiling(t: TurmoilContext) -> int:
    """8.1.2: the maximum of Tension; Franz Ferdinand (C4) holds it at 3, or at its current
    value."""
    capitals = ("vienna", "budapest")
    if "C4" in t.state.lasting and all(t.holds(AUTHORITARIAN, space) for space in capitals):
        return max(CAPPED_TENSION, t.state.tension)
    return MOST_TENSION


@steps.auto
def change_tension(t: TurmoilContext, frame: Frame) -> None:
    """8.1.2: change Tension; any excess past an end of the track costs or gives VP."""
    side, change = frame.text("side"), frame.number("change")
    old = t.state.tension
    new = max(0, min(old + change, ceiling(t)))
    t.state.tension = new
    if new != old:
        t.log("log.tension", old=old, new=new)
    unresolved = abs(old + change - new)
    if unresolved:
        if change < 0:
            t.log("log.tension_floor", side=side, count=unresolved)
        else:
            t.log("log.tension_ceiling", side=side, count=unresolved, most=new)
        t.gain(side, unresolved if change < 0 else -unresolved)


# -- 8.2 the Great War status track


def status(t: TurmoilContext) -> int:
    """8.2.4: the number in the leftmost open box, modified by some markers."""
    track, markers = t.state.track, t.board.markers
    return t.board.status[len(track)] + sum(markers[marker].crisis for marker in track)


@steps.auto
def add_marker(t: TurmoilContext, frame: Frame) -> None:
    """8.2.3: place a marker in the leftmost open box, unless it is on the track."""
    marker = frame.text("marker")
    if marker not in t.state.track:
        t.state.track = [*t.state.track, marker]
        t.log("log.marker", marker=marker)
    if marker == BALKAN_WARS:
        t.end("C109")


def flip(t: TurmoilContext, old: str, new: str) -> bool:
    """Turn over or replace a marker on the track; return False if it is not there."""
    if old not in t.state.track:
        return False
    t.state.track = [new if marker == old else marker for marker in t.state.track]
    t.log("log.flip", old=old, new=new)
    return True


def flip_or_add(t: TurmoilContext, old: str, new: str) -> None:
    """Turn a marker over, or place it on the track with that side up."""
    if not flip(t, old, new) and new not in t.state.track:
        t.state.track = [*t.state.track, new]
        t.log("log.marker", marker=new)


def put_beside(t: TurmoilContext, marker: str) -> None:
    """8.4.2: place a marker in its own box above the track."""
    if marker not in t.state.beside:
        t.state.beside = [*t.state.beside, marker]
        t.log("log.marker", marker=marker)


# -- 8.3 crisis


@steps.auto
def crisis(t: TurmoilContext, frame: Frame) -> None:
    side = frame.text("side")
    jaures = [step("jaures", side=LIBERAL, card="C75")] if t.in_force("C75") else []
    t.state.push(*jaures, roll(side), step("crisis_result", side=side))


class LetCrisisCome(AutoPass[TurmoilContext]):
    """For the next crisis of this turn: let it come, unless Tension has reached a value."""

    action = WAIT

    def exceptions(self, t: TurmoilContext, seat: Seat) -> Iterable[str] | None:
        top = t.state.top
        if seat != LIBERAL or not t.in_force("C75") or (top and top.step == "jaures"):
            return None
        return [str(level) for level in range(1, MOST_TENSION + 1)]

    def key(self, t: TurmoilContext) -> str:
        return f"turn {t.state.turn}"

    def happened(self, t: TurmoilContext) -> Iterable[str]:
        return [str(level) for level in range(1, t.state.tension + 1)]


@steps.ask("jaures", prepared=LetCrisisCome())
class Jaures(SeatQuestion):
    """C75, Jean Jaures: before a crisis roll the Liberal may pay 1 VP to lower Tension by 1."""

    section = "8.3.1"
    grammar = ("calm", WAIT)

    def offers(self, t: TurmoilContext, frame: Frame) -> list[str]:
        return [WAIT, "calm"] if t.state.tension > 0 else []

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        state = t.state
        return say("prompt.jaures", card="C75", tension=state.tension, status=status(t))

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        if action.verb == "calm":
            t.log("log.jaures", card="C75")
            t.gain(LIBERAL, -1)
            old = t.state.tension
            t.state.tension = old - 1
            t.log("log.tension", old=old, new=old - 1)
        return END


@steps.auto
def crisis_result(t: TurmoilContext, frame: Frame) -> None:
    """8.3.1: above 6 the Great War breaks out and nothing else of this turn happens."""
    state, modifier = t.state, status(t)
    total = state.die + state.tension + modifier
    t.log("log.crisis", die=state.die, tension=state.tension, status=modifier, total=total)
    if total > WAR_ABOVE:
        t.log("log.outbreak")
        state.stack.clear()
        state.push("great_war")
