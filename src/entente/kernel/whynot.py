"""Explain why nothing can be done with what a player points at, by trying actions with it.

Clicks on the page and names typed in the terminal are answered here, in the same way.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.kernel.action import parse_action
from entente.kernel.bound_decision import BoundDecision
from entente.kernel.grammar import OTHER_KIND
from entente.kernel.info import Seat
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Refusal, refuse
from entente.kernel.position import Position
from entente.kernel.state import C, S

TRIED = 200  # limit on actions tried for a reason


def why_not(
    position: Position[S, C], seat: Seat, things: Sequence[str], window: int | None = None
) -> Refusal | None:
    """Explain why nothing can be done with the last of these things, after the others; None if it
    can.

    A thing may be several consecutive words of an action: a tile and its region. If a seat has
    several open decisions, `window` selects one; otherwise all are tried.
    """
    things = [thing for thing in things if thing.strip()]
    questions = [each for each in position.decisions_for(seat) if window in (None, each.window)]
    if not questions or not things:
        return position.explain(seat, " ".join(things), window)
    reasons = [_why_not(position.bind(each), things) for each in questions]
    return None if None in reasons else reasons[0]


def _why_not(bound: BoundDecision[S, C], things: Sequence[str]) -> Refusal | None:
    reason, menu = specific_reason(bound, things), bound.decision.menu
    if reason is not None or isinstance(menu, Slots) or _able(menu, things):
        return reason
    if _able(menu, things[-1:]):  # each can be used, but not together
        return refuse(bound.decision.section, "kernel.not_together")
    return bound.explain(things[-1].split()[-1])


def specific_reason(bound: BoundDecision[S, C], things: Sequence[str]) -> Refusal | None:
    """Explain the same for one decision, if there is a specific reason."""
    menu = bound.decision.menu
    if isinstance(menu, Slots):  # things lead to choices of a slot, not to actions
        return bound.explain_target(things)
    if _able(menu, things):
        return None
    if (reason := bound.explain_target(things)) is not None:
        return reason
    *picked, clicked = " ".join(things).split()
    for action in _instead(_able(menu, things[:-1]), picked, clicked):
        reason = bound.explain(action)
        if reason is not None and not _is_vague(reason):
            return reason
    return specific_reason(bound, things[-1:]) if things[:-1] else None


def _is_vague(reason: Refusal) -> bool:
    """Return whether a reason only says that something is not legal or not a known name."""
    space, _, key = reason.message.key.partition(".")
    return (space == "kernel" and key != OTHER_KIND) or key.startswith("unknown_")


def _able(menu: Menu, things: Sequence[str]) -> list[str]:
    """Return the actions that involve all of these things."""
    wanted = dict.fromkeys(things)
    return [action for action in listed(menu) or () if all(_names(action, t) for t in wanted)]


def _names(action: str, thing: str) -> bool:
    """Return whether an action involves a thing. A single word is never its verb; several words may
    begin with it."""
    words = action if " " in thing else action.partition(" ")[2]
    return f" {thing} " in f" {words} "


def _instead(actions: Sequence[str], picked: Sequence[str], clicked: str) -> Iterator[str]:
    """Yield actions of the menu with one word replaced by the clicked thing."""
    tried: set[str] = set()
    for action in actions:
        verb, *words = parse_action(action).words
        for place in reversed(range(len(words))):
            if words[place] not in picked:
                other = " ".join([verb, *words[:place], clicked, *words[place + 1 :]])
                if other not in tried:
                    tried.add(other)
                    yield other
        if len(tried) > TRIED:
            return
