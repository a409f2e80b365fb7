"""The orders that a seat may give in the movement phase, with refusals, hints and warnings."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.board import GERMANY, STATUS_WORDS, Area
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.movement.candidate_orders import candidate_orders
from entente.games.pax.movement.consequences import brings_great_war, consequences, cost_of
from entente.games.pax.movement.orders import GRAMMAR, orders_of, why_not
from entente.games.pax.movement.perform_orders import AUSTRIA, FUND, power_and_words
from entente.games.pax.movement.reopening import (
    MARKER_VERBS,
)
from entente.games.pax.treaties import obligations
from entente.kernel import (
    Action,
    Amount,
    Choose,
    Menu,
    Message,
    Refusal,
    Seat,
    parse_action,
    say,
)

FULL_GRAMMAR = (*GRAMMAR, *(f"{AUSTRIA} {pattern}" for pattern in GRAMMAR))


def menu_of(
    world: PaxContext, seat: Seat, most: int, markers: Iterable[Area] | None = None
) -> list[Menu]:
    """Return the orders a seat may give, for all its powers; markers only in these areas, if
    given."""
    forms: list[Menu] = []
    austrian: list[str] = []
    for power in world.powers_of(seat):
        orders = orders_of(world, power, most)
        if markers is not None:
            orders = _only_in(orders, set(markers))
        if power == seat:
            forms += [Choose(actions) for actions in orders.values()]
        else:
            austrian += [f"{AUSTRIA} {each}" for actions in orders.values() for each in actions]
    if austrian:
        forms.append(Choose(tuple(austrian)))
    if seat == GERMANY and free_money(world, seat) > 0:
        forms.append(Amount(FUND, 1, free_money(world, seat)))
    return forms


def _only_in(orders: dict[str, tuple[str, ...]], areas: set[Area]) -> dict[str, tuple[str, ...]]:
    kept = {
        verb: tuple(
            o for o in actions if verb not in MARKER_VERBS or parse_action(o).args[0] in areas
        )
        for verb, actions in orders.items()
    }
    return {verb: actions for verb, actions in kept.items() if actions}


def why_not_order(world: PaxContext, seat: Seat, action: Action, most: int) -> Refusal | None:
    """Return why an order is not allowed."""
    power, words = power_and_words(seat, action)
    if power != seat and seat != GERMANY:
        return None
    return why_not(world, power, words, most)


def order_hint(world: PaxContext, seat: Seat, action: Action) -> Message | None:
    """Return what an order costs, and what it leaves."""
    return cost_of(world, *power_and_words(seat, action))


def order_consequences(world: PaxContext, seat: Seat, action: Action) -> Iterable[Message]:
    """Return what follows from an order beside its cost."""
    return consequences(world, *power_and_words(seat, action))


def candidates_at(world: PaxContext, seat: Seat, thing: str, most: int) -> Iterable[str]:
    """Candidate orders of a seat at a place, for each of its powers."""
    for power in world.powers_of(seat):
        for order in candidate_orders(world, power, thing, most):
            yield order if power == seat else f"{AUSTRIA} {order}"


def order_warnings(world: PaxContext, seat: Seat, action: Action) -> list[Message]:
    """Consequences of an order that its author may regret: broken treaties, the Great War."""
    power, words = power_and_words(seat, action)
    messages: list[Message] = []
    match words:
        case ["place" | "raise", area, word]:
            messages = obligations.warn_placing(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, _]:
            messages = obligations.warn_buying(world, power, kind, int(strength))
    if brings_great_war(world, power, words):
        messages = [*messages, say("caution.great_war")]
    return messages
