"""List what a player can do with one thing, with costs and consequences, and what they cannot do
and why.

For decisions with too many choices for one list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from entente.kernel.decision import Decision
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Message, Refusal
from entente.kernel.position import Position
from entente.kernel.state import C, S

LISTED = 5000  # largest menu that is searched for a thing
MOST = 400  # limit on candidates, to bound the cost of a request


class AllowedAction(NamedTuple):
    """A legal action with its cost or odds, its consequences and likely mistakes.

    A choice that is only part of an action has none of these, since they depend on the other parts;
    only a hint, if the step gives hints part by part.
    """

    action: str
    hint: Message | None
    consequences: list[Message]
    cautions: list[Message]


class BlockedAction(NamedTuple):
    """An action that is not legal, and the reason."""

    action: str
    refusal: Refusal


class ActionOptions(NamedTuple):
    """What a player can do with a thing, and what they might want to do but cannot."""

    allowed: list[AllowedAction]
    blocked: list[BlockedAction]


def options_for(position: Position[S, C], decision: Decision, thing: str) -> ActionOptions:
    """Return what the deciding seat can do with a thing; for slots, the choices of each slot."""
    allowed = dict.fromkeys(_choices(decision.menu))
    wanted = dict.fromkeys((*_naming(allowed, thing), *position.candidates(decision, thing)))
    found = ActionOptions([], [])
    for action in islice(wanted, MOST):
        if action in allowed or action in decision.menu:
            found.allowed.append(_allowed(position, decision, action))
            continue
        refusal = position.explain(decision.seat, action, decision.window)
        if refusal is not None:
            found.blocked.append(BlockedAction(action, refusal))
    return found


def _choices(menu: Menu) -> Iterable[str]:
    if isinstance(menu, Slots):
        return chain.from_iterable(menu.slots.values())
    return listed(menu, LISTED) or ()


def _naming(actions: dict[str, None], thing: str) -> Iterator[str]:
    """Yield the actions that name a thing after their verb."""
    return (each for each in actions if f" {thing} " in f" {each.partition(' ')[2]} ")


def _allowed(position: Position[S, C], decision: Decision, action: str) -> AllowedAction:
    if isinstance(decision.menu, Slots) and action not in decision.menu:
        hint = position.hint(decision, action) if position.hints_parts(decision) else None
        return AllowedAction(action, hint, [], [])
    return AllowedAction(
        action,
        position.hint(decision, action),
        position.consequences(decision, action),
        position.warnings(decision, action),
    )
