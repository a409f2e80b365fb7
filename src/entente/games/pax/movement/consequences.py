"""Cost and consequences of an order, shown before it is given (6)."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.causes import is_new_cause, offences
from entente.games.pax.areas.communication import cut_off, joined_with, may_police, network
from entente.games.pax.areas.resentment import placing_figure
from entente.games.pax.board import (
    NAVY,
    STATUS_WORDS,
    STRENGTHS,
    Area,
    Place,
    Power,
    Sea,
    Status,
    place_of,
)
from entente.games.pax.colonies.combat import odds_message
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import costs_upkeep
from entente.games.pax.movement.marker_orders import price
from entente.games.pax.state import Marker
from entente.games.pax.tension import board_amount
from entente.kernel import Message, say


def cost_of(world: PaxContext, power: Power, words: list[str]) -> Message | None:
    """Return what an order costs, and what it leaves; None: nothing."""
    match words:
        case ["place" | "raise", area, word]:
            cost = price(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, _]:
            cost = world.board.unit_cost(kind, int(strength))
        case ["canal", _]:
            cost = world.board.constants.canal_cost
        case ["fund", amount]:
            cost = int(amount)
        case _:
            return None
    return say("hint.price", cost=cost, left=world.money(power) - cost)


def consequences(world: PaxContext, power: Power, words: list[str]) -> Iterator[Message]:
    """Yield what follows from an order beside its cost."""
    match words:
        case ["place" | "raise", area, word]:
            yield from _of_marker(world, power, area, STATUS_WORDS[word])
        case ["lower", area, _]:
            yield say("hint.no_refund", area=area)
        case ["buy", kind, strength, _] if kind == NAVY:
            yield from _of_navy(world, power, int(strength))
        case ["march", strength, here, there]:
            yield from _of_march(world, power, int(strength), here, there)
            yield from _of_upkeep(world, power, int(strength), here, there)
        case ["sail", strength, here, there]:
            yield from _of_upkeep(world, power, int(strength), place_of(here), place_of(there))
        case ["ship", here, there]:
            yield from _of_fleets(world, power, {*world.fleets(power), there} - {here})
        case ["launch", sea]:
            yield from _of_fleets(world, power, {*world.fleets(power), sea})
        case ["canal", _] if not world.state.canals:
            yield say("hint.first_canal", points=world.board.constants.canal_points)


def brings_great_war(world: PaxContext, power: Power, words: list[str]) -> bool:
    """Return whether an order ends the game at once by the tension that it brings (13.2)."""
    match words:
        case ["buy", kind, strength, _] if kind == NAVY:
            added = naval_alarm(world, power, int(strength))
            return added > 0 and _is_last_straw(world, added)
    return False


def _is_last_straw(world: PaxContext, added: int) -> bool:
    return world.state.tension + added >= world.board.constants.great_war_at


# -- markers


def _of_marker(world: PaxContext, power: Power, area: Area, status: Status) -> Iterator[Message]:
    now = world.marker(power, area)
    was = Status.NONE if now is None else now.was
    placed = Marker(status, was)
    for kind, holder, against in offences(world, power, area, placed):
        if is_new_cause(world, kind, holder, against, area):
            yield say("hint.cause", kind=kind, holder=holder, against=against)
    before = Status.NONE if now is None else now.status
    added = placing_figure(world, area, status) - placing_figure(world, area, before)
    if added > 0:
        total = world.state.resentment + added
        yield say("hint.resentment", amount=added, total=total)
    if placed.fights:
        yield say("hint.must_fight", strength=world.board.strength(area))
    if placed.is_control and not world.armies(power, area):
        yield say("hint.needs_army", area=area)
    if _lost_to_unrest(world, area, placed):
        yield say("hint.unrest_first", area=area)
    else:
        yield say("hint.yearly", **_yearly(world, area, status))


def _lost_to_unrest(world: PaxContext, area: Area, placed: Marker) -> bool:
    """8: whether unrest takes a marker that is placed or raised here, so that it promises nothing:
    established control, and lesser markers where no one has control. New control is a fight."""
    if not world.in_unrest(area) or placed.fights:
        return False
    return placed.holds or not world.holders(area)


def _yearly(world: PaxContext, area: Area, status: Status) -> dict[str, int]:
    """Return what a marker that is established brings and costs each turn (4.2)."""
    prices = world.board.prices
    earns = prices[min(status, Status.POSSESSION)].income  # a dominion as a possession (line 11)
    return {"income": world.board.value(area) * earns, "upkeep": prices[status].upkeep}


# -- units and fleets


def naval_alarm(world: PaxContext, power: Power, strength: int) -> int:
    """Return what a navy that is built adds to European tension (13.1)."""
    kind = "large_naval_build" if strength == max(STRENGTHS) else "small_naval_build"
    return 0 if power in world.board.tension[kind].exempt else board_amount(world, kind)


def _of_navy(world: PaxContext, power: Power, strength: int) -> Iterator[Message]:
    added = naval_alarm(world, power, strength)
    if added:
        yield say("hint.tension", amount=added, total=world.state.tension + added)


def _of_march(
    world: PaxContext, power: Power, strength: int, here: Place, there: Place
) -> Iterator[Message]:
    left, goal = world.marker(power, here), world.marker(power, there)
    if left is not None and left.is_control and len(world.armies(power, here)) == 1:
        yield say("hint.leaves_bare", area=here)
    fights = goal is not None and (goal.fights or (goal.is_control and world.in_unrest(there)))
    if fights or may_police(world, power, there):
        force = (*world.armies(power, there), strength)
        yield odds_message(world, "hint.will_fight", force, there)
    elif goal is not None and goal.is_control and not world.armies(power, there):
        yield say("hint.garrison", area=there)


def _of_upkeep(
    world: PaxContext, power: Power, strength: int, here: Place, there: Place
) -> Iterator[Message]:
    """Units abroad cost their strength each turn (4.2, line 16)."""
    paid, to_pay = (costs_upkeep(world, power, place) for place in (here, there))
    if to_pay and not paid:
        yield say("hint.costs_upkeep", amount=strength)
    elif paid and not to_pay:
        yield say("hint.saves_upkeep", amount=strength)


def _of_fleets(world: PaxContext, power: Power, fleets: set[Sea]) -> Iterator[Message]:
    """Yield which markers lose or get their line of communication (4.1)."""
    before = set(cut_off(world, power, network(world, power)))
    after = cut_off(world, power, joined_with(world, power, fleets))
    if lost := [area for area in after if area not in before]:
        yield say("hint.cuts_off", areas=lost)
    if joined := sorted(before.difference(after)):
        yield say("hint.joins", areas=joined)
