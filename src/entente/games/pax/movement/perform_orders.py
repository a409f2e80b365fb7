"""Performing an order of the movement phase, with its immediate consequences (6.1)."""

from __future__ import annotations

import msgspec

from entente.games.pax.areas.causes import placed
from entente.games.pax.areas.resentment import marker_placed
from entente.games.pax.board import (
    AUSTRIA_HUNGARY,
    BELGIUM,
    GERMANY,
    NAVY,
    STATUS_WORDS,
    Area,
    Power,
    Status,
    place_of,
    status_word,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import receive
from entente.games.pax.economy.spending import demands, in_scope
from entente.games.pax.movement.marker_orders import permitted, price
from entente.games.pax.movement.orders import moved_key
from entente.games.pax.scoring import book_bonus
from entente.games.pax.state import Purchase
from entente.games.pax.tension import naval_build
from entente.games.pax.treaties import obligations
from entente.kernel import Action, Seat

AUSTRIA = "austria"
FUND = "fund"


def power_and_words(seat: Seat, action: Action) -> tuple[Power, list[str]]:
    """For which power a seat acts, and the order."""
    if action.verb == AUSTRIA:
        return AUSTRIA_HUNGARY, list(action.args)
    return seat, list(action.words)


def perform(world: PaxContext, seat: Seat, action: Action) -> set[Seat]:
    """Perform a legal order; return the seats it concerns by a treaty or a canal (6.6, C4 and
    C5)."""
    concerned: set[Seat] = set()
    power, words = power_and_words(seat, action)
    match words:
        case ["place" | "raise", area, word]:
            concerned = put(world, power, area, STATUS_WORDS[word])
        case ["lower", area, word]:
            lower(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, where]:
            concerned = buy(world, power, kind, int(strength), where)
        case ["launch", sea]:
            arrivals = list(world.state.moving.arrivals)
            arrivals.remove(power)
            _note(world, arrivals=tuple(arrivals))
            world.set_fleets(power, (*world.fleets(power), sea))
            world.log("log.launched", power=power, sea=sea)
        case ["ship", here, there]:
            _moved(world, "fleet", power, here, there, 0, 1)
            world.set_fleets(power, {*world.fleets(power), there} - {here})
            world.log("log.shipped", power=power, sea=here, there=there)
        case ["sail", strength, here, there]:
            move(world, NAVY, power, int(strength), here, there)
        case ["march", strength, here, there]:
            move(world, "army", power, int(strength), here, there)
        case ["canal", area]:
            dig(world, power, area)
            concerned = set(world.seats)
        case ["fund", amount]:
            world.pay(GERMANY, int(amount))
            receive(world, AUSTRIA_HUNGARY, int(amount))
            world.log("log.funded", amount=int(amount))
    return concerned - {seat}


def _note(world: PaxContext, **changes: object) -> None:
    """Change the state of the phase."""
    world.state.moving = msgspec.structs.replace(world.state.moving, **changes)


# -- markers


def put(world: PaxContext, power: Power, area: Area, status: Status) -> set[Seat]:
    """6.1: place a marker, or raise one's own: what was established stays so until phase 6."""
    marker = world.marker(power, area)
    before = Status.NONE if marker is None else marker.status
    was = Status.NONE if marker is None else marker.was
    code = permitted(world, power, area)
    needs_permit = status.is_control and not was.is_control and not _open_anyway(world, area)
    world.pay(power, price(world, power, area, status))
    world.put_marker(power, area, status, was)
    key = "log.placed" if marker is None else "log.raised"
    world.log(key, power=power, area=area, status=status_word(status, power))
    moving = world.state.moving
    if code and needs_permit and area not in moving.used.get(code, ()):
        _note(world, used={**moving.used, code: (*moving.used.get(code, ()), area)})
    if status.is_control:
        _note(world, control_placed=(*moving.control_placed, power))
    placed(world, power, area)
    marker_placed(world, area, before, status)
    return obligations.watch_placing(world, power, area, status)


def _open_anyway(world: PaxContext, area: Area) -> bool:
    return world.type_of(area) in ("unorganized", "chinese_vassal") or world.in_unrest(area)


def lower(world: PaxContext, power: Power, area: Area, status: Status) -> None:
    """6.1: influence becomes an interest or goes, an interest goes; money does not come back."""
    world.put_marker(power, area, status)
    world.log("log.lowered", power=power, area=area, status=status_word(status, power))


# -- units


def buy(world: PaxContext, power: Power, kind: str, strength: int, where: str) -> set[Seat]:
    """6.1: buy a unit; a navy raises tension at once."""
    cost = world.board.unit_cost(kind, strength)
    scope = any(in_scope(event, kind) for event in demands(world, power))
    world.pay(power, cost)
    world.add_unit(power, kind, where, strength)
    world.state.purchases = (*world.state.purchases, Purchase(power, kind, strength))
    moving = world.state.moving
    _note(world, bought={**moving.bought, power: moving.bought.get(power, 0) + cost})
    if scope:
        _note(world, devoted={**moving.devoted, power: moving.devoted.get(power, 0) + cost})
    world.log("log.bought", power=power, kind=kind, strength=strength, place=place_of(where))
    if power == BELGIUM and kind == NAVY:
        world.state.belgian_navy_built = True
    if kind == NAVY:
        naval_build(world, power, strength)
    return obligations.watch_buying(world, power, kind, strength)


def move(world: PaxContext, kind: str, power: Power, strength: int, here: str, there: str) -> None:
    """Move an army or a navy."""
    stack = world.armies(power, here) if kind != NAVY else world.navies(power, here)
    _moved(world, kind, power, here, there, strength, stack.count(strength))
    world.move_unit(power, kind, here, there, strength)
    world.log(
        "log.moved",
        power=power,
        kind=kind,
        strength=strength,
        place=place_of(here),
        there=place_of(there),
    )


def _moved(
    world: PaxContext, kind: str, power: Power, here: str, there: str, strength: int, count: int
) -> None:
    """Remember that a piece has moved: of those alike, the one that had moved least."""
    moved = dict(world.state.moving.moved)
    key, goal = moved_key(kind, power, here, strength), moved_key(kind, power, there, strength)
    made = sorted(moved.get(key, ()))
    least = made.pop(0) if len(made) >= count else 0
    moved[key] = tuple(made)
    moved[goal] = (*moved.get(goal, ()), least + 1)
    _note(world, moved={each: counts for each, counts in moved.items() if counts})


# -- canals


def dig(world: PaxContext, power: Power, area: Area) -> None:
    """6.1: a canal is permanent; the first of the game scores at once."""
    first = not world.state.canals
    world.pay(power, world.board.constants.canal_cost)
    world.state.canals[area] = power
    world.changed_map()
    world.log("log.canal", power=power, area=area)
    seat = world.seat_of(power)
    if first and seat is not None:
        book_bonus(world, seat, "first_canal", world.board.constants.canal_points)
