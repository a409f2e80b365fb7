"""Everything that may be done with one thing, with its cost and consequences; and what may not be,
with the reason. For questions of which nobody reads all choices in one list."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from entente.kernel.decision import Decision
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Message, Refusal
from entente.kernel.position import Position, S
from entente.kernel.steps import C

LISTED = 5000  # choices of a menu that are looked through for a thing
MOST = 400  # candidates that are weighed, so that no question costs a table much


class AllowedAction(NamedTuple):
    """An action that may be taken: its cost or odds, what follows from it, and what its player is
    likely to regret about it. Of a choice that is only a part of an answer none of this is told,
    for it hangs on the other parts; only its odds, where the question tells them part by part."""

    action: str
    hint: Message | None
    follows: list[Message]
    cautions: list[Message]


class BlockedAction(NamedTuple):
    """An action that may not be taken, and why."""

    action: str
    refusal: Refusal


class ActionOptions(NamedTuple):
    """What may be done with a thing, and what one may want to do and cannot."""

    open: list[AllowedAction]
    barred: list[BlockedAction]


def ways(position: Position[S, C], decision: Decision, thing: str) -> ActionOptions:
    """What a seat that decides may do with a thing; where each slot is answered, its choices."""
    allowed = dict.fromkeys(_choices(decision.menu))
    wanted = dict.fromkeys((*_naming(allowed, thing), *position.candidates(decision, thing)))
    found = ActionOptions([], [])
    for action in islice(wanted, MOST):
        if action in allowed or action in decision.menu:
            found.open.append(_way(position, decision, action))
            continue
        refusal = position.explain(decision.seat, action, decision.window)
        if refusal is not None:
            found.barred.append(BlockedAction(action, refusal))
    return found


def _choices(menu: Menu) -> Iterable[str]:
    if isinstance(menu, Slots):
        return chain.from_iterable(menu.slots.values())
    return listed(menu, LISTED) or ()


def _naming(actions: dict[str, None], thing: str) -> Iterator[str]:
    """The actions that name a thing after their verb."""
    return (each for each in actions if f" {thing} " in f" {each.partition(' ')[2]} ")


def _way(position: Position[S, C], decision: Decision, action: str) -> AllowedAction:
    if isinstance(decision.menu, Slots) and action not in decision.menu:
        hint = position.hint(decision, action) if position.hints_parts(decision) else None
        return AllowedAction(action, hint, [], [])
    return AllowedAction(
        action,
        position.hint(decision, action),
        position.consequences(decision, action),
        position.warnings(decision, action),
    )
