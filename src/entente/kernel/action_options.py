"""List what a player can do with one thing, with costs and consequences, and what they cannot do
and why.

For decisions with too many choices for one list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain, islice
from typing import NamedTuple

from entente.kernel.bound_decision import BoundDecision
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Message, Refusal
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


def options_for(bound: BoundDecision[S, C], thing: str) -> ActionOptions:
    """Return what the deciding seat can do with a thing; for slots, the choices of each slot."""
    menu = bound.decision.menu
    allowed = dict.fromkeys(_choices(menu))
    wanted = dict.fromkeys((*_naming(allowed, thing), *bound.candidates(thing)))
    options = ActionOptions([], [])
    for action in islice(wanted, MOST):
        if action in allowed or action in menu:
            options.allowed.append(_allowed(bound, action))
            continue
        refusal = bound.explain(action)
        if refusal is not None:
            options.blocked.append(BlockedAction(action, refusal))
    return options


def _choices(menu: Menu) -> Iterable[str]:
    if isinstance(menu, Slots):
        return chain.from_iterable(menu.slots.values())
    return listed(menu, LISTED) or ()


def _naming(actions: dict[str, None], thing: str) -> Iterator[str]:
    """Yield the actions that name a thing after their verb."""
    return (each for each in actions if f" {thing} " in f" {each.partition(' ')[2]} ")


def _allowed(bound: BoundDecision[S, C], action: str) -> AllowedAction:
    menu = bound.decision.menu
    if isinstance(menu, Slots) and action not in menu:
        return AllowedAction(action, bound.part_hint(action), [], [])
    return AllowedAction(
        action, bound.hint(action), bound.consequences(action), bound.warnings(action)
    )
