"""Why not? What a player clicks at, made into actions whose refusal can be told."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.kernel import Refusal, Seat
from entente.kernel.menu import listed
from entente.server.rooms import AnyMatch

TRIED = 200  # actions tried to find the reason
VAGUE = ("kernel.not_on_the_menu", "kernel.not_your_decision")


def why_not(match: AnyMatch, seat: Seat, things: Sequence[str]) -> Refusal | None:
    """Why nothing can be done with the last of these things, after the others; None if it can.

    A thing may be several words that follow one another in an action: a tile and its region.
    """
    decision = match.game.decisions(match.state).get(seat)
    words = " ".join(things).split()
    if decision is None or not words:
        return match.game.explain(match.state, seat, " ".join(words))
    actions = listed(decision.menu) or ()
    able = [action for action in actions if all(_names(action, each) for each in things[:-1])]
    if any(_names(action, things[-1]) for action in able):
        return None
    if (told := match.game.no_use(match.state, seat, things)) is not None:
        return told
    *picked, clicked = words
    vague: Refusal | None = None
    for action in _instead(able, picked, clicked):
        reason = match.game.explain(match.state, seat, action)
        if reason is not None and reason.message.key not in VAGUE:
            return reason
        vague = vague or reason
    return vague or match.game.explain(match.state, seat, clicked)


def _names(action: str, thing: str) -> bool:
    """Whether an action has to do with a thing, which may begin with the verb."""
    return f" {thing} " in f" {action} "


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
