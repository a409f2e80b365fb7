"""Why not? What a player points at, made into actions whose refusal can be told.

A click on the page and a name typed in the terminal are answered here, both in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.kernel.game import Game, S
from entente.kernel.info import Seat
from entente.kernel.menu import Slots, listed
from entente.kernel.message import Refusal, refuse
from entente.kernel.steps import C

TRIED = 200  # actions tried to find the reason
VAGUE = ("kernel.not_on_the_menu", "kernel.not_your_decision")


def why_not(game: Game[S, C], state: S, seat: Seat, things: Sequence[str]) -> Refusal | None:
    """Why nothing can be done with the last of these things, after the others; None if it can.

    A thing may be several words that follow one another in an action: a tile and its region.
    """
    decision = game.decisions(state).get(seat)
    words = " ".join(things).split()
    if decision is None or not words:
        return game.explain(state, seat, " ".join(words))
    if isinstance(decision.menu, Slots):  # its things lead to parts of an answer, not to answers
        return game.no_use(state, seat, things)
    actions = listed(decision.menu) or ()
    able = [action for action in actions if all(_names(action, each) for each in things[:-1])]
    if any(_names(action, things[-1]) for action in able):
        return None
    if (told := game.no_use(state, seat, things)) is not None:
        return told
    *picked, clicked = words
    vague: Refusal | None = None
    for action in _instead(able, picked, clicked):
        reason = game.explain(state, seat, action)
        if reason is not None and reason.message.key not in VAGUE:
            return reason
        vague = vague or reason
    if picked and vague is None:  # it does not go with what was picked: does it go at all?
        alone = why_not(game, state, seat, things[-1:])
        return alone or refuse(decision.section, "kernel.not_together")
    return vague or game.explain(state, seat, clicked)


def _names(action: str, thing: str) -> bool:
    """Whether an action has to do with a thing. One word is never its verb; several may begin
    with it."""
    words = action if " " in thing else action.partition(" ")[2]
    return f" {thing} " in f" {words} "


def _instead(actions: Sequence[str], picked: Sequence[str], clicked: str) -> Iterator[str]:
    """Actions of the menu with one of their words replaced by what was clicked."""
    tried: set[str] = set()
    for action in actions:
        verb, *words = action.split()
        for place in reversed(range(len(words))):
            if words[place] not in picked:
                other = " ".join([verb, *words[:place], clicked, *words[place + 1 :]])
                if other not in tried:
                    tried.add(other)
                    yield other
        if len(tried) > TRIED:
            return
