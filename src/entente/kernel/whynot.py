"""Why not? What a player points at, made into actions whose refusal can be told.

A click on the page and a name typed in the terminal are answered here, both in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.kernel.game import Game, S
from entente.kernel.info import Seat
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Refusal, refuse
from entente.kernel.steps import C

TRIED = 200  # actions tried to find the reason


def why_not(game: Game[S, C], state: S, seat: Seat, things: Sequence[str]) -> Refusal | None:
    """Why nothing can be done with the last of these things, after the others; None if it can.

    A thing may be several words that follow one another in an action: a tile and its region.
    """
    decision = game.decisions(state).get(seat)
    things = [thing for thing in things if thing.strip()]
    if decision is None or not things:
        return game.explain(state, seat, " ".join(things))
    told = telling(game, state, seat, things)
    if told is not None or isinstance(decision.menu, Slots) or _able(decision.menu, things):
        return told
    if _able(decision.menu, things[-1:]):  # each of them can be used, and not both
        return refuse(decision.section, "kernel.not_together")
    return game.explain(state, seat, things[-1].split()[-1])


def telling(game: Game[S, C], state: S, seat: Seat, things: Sequence[str]) -> Refusal | None:
    """The same for a seat that decides, where the reason says more than that it cannot be done."""
    menu = game.decisions(state)[seat].menu
    if isinstance(menu, Slots):  # its things lead to parts of an answer, not to answers
        return game.no_use(state, seat, things)
    if _able(menu, things):
        return None
    if (told := game.no_use(state, seat, things)) is not None:
        return told
    *picked, clicked = " ".join(things).split()
    for action in _instead(_able(menu, things[:-1]), picked, clicked):
        reason = game.explain(state, seat, action)
        if reason is not None and not _is_vague(reason):
            return reason
    return telling(game, state, seat, things[-1:]) if things[:-1] else None


def _is_vague(reason: Refusal) -> bool:
    """Whether a reason says only that something is not offered, or is no name of the kind."""
    space, _, key = reason.message.key.partition(".")
    return space == "kernel" or key.startswith("unknown_")


def _able(menu: Menu, things: Sequence[str]) -> list[str]:
    """The actions that have to do with all of these things."""
    wanted = dict.fromkeys(things)
    return [action for action in listed(menu) or () if all(_names(action, t) for t in wanted)]


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
