"""What a power may do in the movement phase, and why not (6.1 to 6.3)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

from entente.games.pax.areas.communication import (
    army_reach,
    army_starts,
    army_ways,
    broken_link,
    has_line,
    may_police,
    ports_of,
    within_lines,
)
from entente.games.pax.areas.garrisons import may_leave, tied_to
from entente.games.pax.board import (
    ARMY,
    BELGIUM,
    NAVY,
    STATUS_WORDS,
    STRENGTHS,
    Area,
    Power,
    Sea,
    Status,
    place_of,
    status_word,
)
from entente.games.pax.context import EVERYTHING, FLEETS, MARKERS, UNITS, PaxContext, pool_of
from entente.games.pax.economy.spending import can_buy, free_money, must_rebuild, unit_money
from entente.kernel import Refusal, refuse

Orders = tuple[str, ...]

LEVELS = tuple(status for status in Status if status is not Status.NONE)
OPEN_TYPES = ("unorganized", "chinese_vassal")
MARKER_POOLS = ("interest_or_influence", "protectorate_or_possession", "dominion_or_state")


# -- markers


def permitted(world: PaxContext, power: Power, area: Area) -> str:
    """The event that lets a power place control here as if there were unrest; empty: none."""
    for code in world.state.events:
        permit = world.board.events[code].permit
        if permit is None or permit.power != power or area not in permit.areas:
            continue
        used = world.state.moving.used.get(code, ())
        if area in used or len(used) < permit.max_areas:
            return code
    return ""


def locked(world: PaxContext, area: Area, status: Status) -> bool:
    """5.5: where a minor lost its place this turn nobody may follow; where it has just taken
    control nobody may take influence or control (P48)."""
    if not world.on("minor_locks"):
        return False
    if area in world.state.minor_losses:
        return True
    taken = any(where == area for _, where in world.state.minor_control)
    return taken and status >= Status.INFLUENCE


def highest_of_others(world: PaxContext, power: Power, area: Area) -> Status:
    """The highest established status of others that is not a partner's share."""
    mine = world.state.codominions.get(area, ())
    partners = mine if power in mine else ()
    statuses = [
        marker.was
        for other, marker in world.markers(area).items()
        if other != power and other not in partners
    ]
    return max(statuses, default=Status.NONE)


def may_have(world: PaxContext, power: Power, area: Area, status: Status) -> Refusal | None:
    """6.1: why a power may not place or raise a marker to this status here; None: it may, as far as
    money goes."""
    now = world.marker(power, area)
    before = Status.NONE if now is None else now.status
    if status <= before:
        return refuse("6.1", "why.no_raise", power=power, area=area, status=_word(before, power))
    if status is Status.TOP:
        return _may_be_top(world, power, area)
    if not has_line(world, power, area):
        return no_line(world, power, area)
    return _may_place(world, power, area, status)


def _may_place(world: PaxContext, power: Power, area: Area, status: Status) -> Refusal | None:
    """6.1: the same, where there is a line."""
    if not world.can_have(power, area, status):
        return refuse("1", "why.no_counter", power=power, status=_word(status, power))
    return _why_closed(world, power, area, status)


def _why_closed(world: PaxContext, power: Power, area: Area, status: Status) -> Refusal | None:
    """6.1: the same, counters apart."""
    if locked(world, area, status):
        return refuse("5.5", "why.locked", area=area)
    others = highest_of_others(world, power, area)
    forbids = Status.POSSESSION if status is Status.INTEREST else Status.PROTECTORATE
    if others >= forbids:
        return refuse("6.1", "why.controlled", area=area, status=_word(status, power))
    if status.is_control and not _open_to_control(world, power, area):
        raised = world.status(power, area).is_control  # P66: refused as a new marker is
        return refuse("6.1", "why.raise_not_open" if raised else "why.not_open", area=area)
    return None


def _open_to_control(world: PaxContext, power: Power, area: Area) -> bool:
    if world.type_of(area) in OPEN_TYPES or world.in_unrest(area):
        return True
    return bool(permitted(world, power, area))


def _may_be_top(world: PaxContext, power: Power, area: Area) -> Refusal | None:
    """6.1: a dominion or a state is made of one's own possession, held alone."""
    top = world.board.areas[area].top_status
    if top is None or top != status_word(Status.TOP, power):
        return refuse("6.1", "why.no_top", area=area)
    if world.established(power, area) is not Status.POSSESSION:
        return refuse("6.1", "why.needs_possession", area=area)
    if len(world.controllers(area)) > 1:
        return refuse("6.1", "why.shared", area=area)
    if not world.can_have(power, area, Status.TOP):
        return refuse("1", "why.no_counter", power=power, status=_word(Status.TOP, power))
    return None


def no_line(world: PaxContext, power: Power, area: Area) -> Refusal:
    """4.1: where the line of communication breaks."""
    gap = broken_link(world, power, area)
    if gap is None:
        return refuse("4.1", "why.no_line_at_all", power=power, area=area)
    kind = "sea" if gap.missing in world.board.seas else "area"
    return refuse(
        "4.1", f"why.no_line_{kind}", power=power, area=area, last=gap.last, missing=gap.missing
    )


def _word(status: Status, power: Power) -> str:
    return status_word(status, power)


def price(world: PaxContext, power: Power, area: Area, status: Status) -> int:
    """What a marker costs: of a raise, the difference (6.1)."""
    before = world.status(power, area)
    return world.board.prices[status].cost - world.board.prices[before].cost


def placings(world: PaxContext, power: Power) -> Orders:
    """Markers that may be placed or raised, with what it may spend."""
    placing, raising = placed_and_raised(world, power)
    return placing + raising


def placed_and_raised(world: PaxContext, power: Power) -> tuple[Orders, Orders]:
    """The same, each by itself."""
    money, prices = free_money(world, power), world.board.prices
    reached, allowed = within_lines(world, power), open_levels(world, power)
    counters = {pool: world.counters(power, pool) for pool in MARKER_POOLS}
    mine = dict(world.areas_of(power))
    placing, raising = list[str](), list[str]()
    for area, levels in allowed.items():
        if area not in reached or area in mine:
            continue
        for level in levels:
            if prices[level.status].cost > money:
                break
            if counters[level.pool] > 0:
                placing.append(f"place {level.words}")
    for area, marker in mine.items():
        paid, pool = prices[marker.status].cost, pool_of(marker.status)
        for level in allowed[area] if area in reached else ():
            if prices[level.status].cost - paid > money:
                break
            if level.status > marker.status and (level.pool == pool or counters[level.pool] > 0):
                raising.append(f"raise {level.words}")
        can_rise = marker.status is Status.POSSESSION and prices[Status.TOP].cost - paid <= money
        if can_rise and _may_be_top(world, power, area) is None:
            raising.append(f"raise {area} {status_word(Status.TOP, power)}")
    return tuple(placing), tuple(raising)


class StatusLevel(NamedTuple):
    """A status that a power may have in an area: its counters, and how it is written."""

    status: Status
    pool: str
    words: str


def open_levels(world: PaxContext, power: Power) -> dict[Area, tuple[StatusLevel, ...]]:
    """6.1: to which levels a power may place or raise, counters, money and lines apart. In the
    movement phase only the use of an event's permission changes that."""
    if any(_has_permit(world, power, code) for code in world.state.events):
        return _open_levels(world, power)
    return world.remember(power, "levels", (), lambda: _open_levels(world, power))


def _has_permit(world: PaxContext, power: Power, code: str) -> bool:
    permit = world.board.events[code].permit
    return permit is not None and permit.power == power


def _open_levels(world: PaxContext, power: Power) -> dict[Area, tuple[StatusLevel, ...]]:
    return {
        area: _levels(power, area, _highest_open(world, power, area)) for area in world.board.areas
    }


@cache
def _levels(power: Power, area: Area, highest: Status) -> tuple[StatusLevel, ...]:
    """All levels up to this one."""
    return tuple(
        StatusLevel(status, pool_of(status), f"{area} {status_word(status, power)}")
        for status in LEVELS
        if status <= highest
    )


def _highest_open(world: PaxContext, power: Power, area: Area) -> Status:
    """The highest of the levels for which `_why_closed` has no reason."""
    state = world.state
    if area in state.markers:
        others = highest_of_others(world, power, area)
        if others >= Status.PROTECTORATE:
            closed = others >= Status.POSSESSION or locked(world, area, Status.INTEREST)
            return Status.NONE if closed else Status.INTEREST
    if state.minor_losses and locked(world, area, Status.INTEREST):
        return Status.NONE
    if state.minor_control and locked(world, area, Status.INFLUENCE):
        return Status.INTEREST
    return Status.POSSESSION if _open_to_control(world, power, area) else Status.INFLUENCE


def lowerings(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: established influence and interest may be given up; control never, new markers never."""
    for area, marker in world.areas_of(power):
        if marker.is_new or marker.is_control:
            continue
        if marker.status is Status.INFLUENCE:
            yield f"lower {area} interest"
        yield f"lower {area} none"


# -- units and fleets


def purchases(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: armies at home, navies in a port of it."""
    only_ten = must_rebuild(world, power)
    homes = [world.home(power)]
    if world.on("build_in_dominions"):
        homes += [a for a, marker in world.areas_of(power) if marker.was is Status.TOP]
    for strength in STRENGTHS:
        if only_ten and strength != STRENGTHS[0]:
            continue
        if can_buy(world, power, ARMY, strength):
            for home in homes:
                yield f"buy army {strength} {home}"
        if not only_ten and can_buy(world, power, NAVY, strength):
            for home in homes:
                for where in world.board.ports(home, world.links.coasts[home]):
                    yield f"buy navy {strength} {where}"


def seas_without(world: PaxContext, power: Power) -> list[Sea]:
    there = world.fleets(power)
    return [sea for sea in world.board.seas if sea not in there]


def launches(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: a merchant fleet that has arrived goes to any sea without one."""
    if power in world.state.moving.arrivals and world.counters(power, "merchant_fleet") > 0:
        for sea in seas_without(world, power):
            yield f"launch {sea}"


def shippings(world: PaxContext, power: Power, most: int) -> Iterator[str]:
    """6.1: merchant fleets move to any sea without an own one."""
    free = seas_without(world, power)
    for sea in world.fleets(power):
        if moves_made(world, "fleet", power, sea, 0, 1) < most:
            for there in free:
                yield f"ship {sea} {there}"


def sailings(world: PaxContext, power: Power, most: int) -> Iterator[str]:
    """6.1: navies go to any port at home or where their power holds."""
    ports = ports_of(world, power)
    for where in world.navy_ports(power):
        stack = world.navies(power, where)
        for strength in dict.fromkeys(stack):
            if moves_made(world, NAVY, power, where, strength, stack.count(strength)) < most:
                for there in ports:
                    if there != where:
                        yield f"sail {strength} {where} {there}"


def marches(world: PaxContext, power: Power, most: int) -> Iterator[str]:
    """6.3, 6.4: armies, as far as they reach and no garrison of the zone falls short."""
    ways = army_ways(world, power)
    for place in army_starts(world, power):
        stack = world.armies(power, place)
        fresh = [
            strength
            for strength in dict.fromkeys(stack)
            if moves_made(world, ARMY, power, place, strength, stack.count(strength)) < most
        ]
        if not fresh:
            continue
        ends = ways.get(place) or army_reach(world, power, place)
        for strength in fresh:
            bound = tied_to(world, power, strength, place)
            for end in ends:
                if bound is None or end in bound:
                    yield f"march {strength} {place} {end}"


def moves_made(
    world: PaxContext, kind: str, power: Power, where: str, strength: int, count: int
) -> int:
    """How often the piece has moved that has moved least, of those that are alike here."""
    made = world.state.moving.moved.get(moved_key(kind, power, where, strength), ())
    return 0 if len(made) < count else min(made)


def moved_key(kind: str, power: Power, where: str, strength: int) -> str:
    return f"{kind} {power} {where} {strength}"


# -- canals and money


def canals(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: influence or control that is established, and the money for it."""
    for area in world.board.tagged("canal_site"):
        if area not in world.state.canals and may_dig(world, power, area) is None:
            yield f"canal {area}"


def may_dig(world: PaxContext, power: Power, area: Area) -> Refusal | None:
    if area in world.state.canals:
        return refuse("6.1", "why.canal_there", area=area)
    if world.established(power, area) < Status.INFLUENCE:
        return refuse("6.1", "why.canal_needs_influence", area=area)
    if free_money(world, power) < world.board.constants.canal_cost:
        return refuse("6.1", "why.no_money", money=free_money(world, power))
    return None


# -- all of it


MOVES: dict[str, tuple[tuple[int, ...], Callable[[PaxContext, Power, int], Iterator[str]]]] = {
    "ship": ((FLEETS,), shippings),
    "sail": ((UNITS, MARKERS, FLEETS), sailings),
    "march": ((UNITS, MARKERS, FLEETS), marches),
}
VERBS = ("place", "raise", "lower", "buy", "launch", "ship", "sail", "march", "canal")
GRAMMAR = (
    "place <area> <status>",
    "raise <area> <status>",
    "lower <area> <status>",
    "buy <kind> <strength> <port>",
    "launch <sea>",
    "ship <from:sea> <to:sea>",
    "sail <strength> <from:port> <to:port>",
    "march <strength> <from:place> <to:place>",
    "canal <area>",
)


def orders_of(world: PaxContext, power: Power, most: int) -> dict[str, Orders]:
    """All that a power may do now, by verb; no piece moves more than `most` times."""
    found = {verb: orders_with(world, power, verb, most) for verb in VERBS}
    return {verb: actions for verb, actions in found.items() if actions}


def orders_with(world: PaxContext, power: Power, verb: str, most: int) -> Orders:
    """What a power may do now with one verb."""
    if verb in ("place", "raise"):
        placing, raising = world.remember(
            power, "placings", EVERYTHING, lambda: placed_and_raised(world, power)
        )
        return placing if verb == "place" else raising
    if verb == "lower":
        return world.remember(power, verb, (MARKERS,), lambda: tuple(lowerings(world, power)))
    if verb == "buy":
        return world.remember(power, verb, EVERYTHING, lambda: tuple(purchases(world, power)))
    if verb == "launch":
        return world.remember(power, verb, (FLEETS,), lambda: tuple(launches(world, power)))
    if verb == "canal":
        return world.remember(power, verb, EVERYTHING, lambda: tuple(canals(world, power)))
    if verb not in MOVES:
        return ()
    aspects, moves = MOVES[verb]
    return world.remember(
        power, f"{verb} {most}", aspects, lambda: tuple(moves(world, power, most))
    )


# -- why not


def why_not(world: PaxContext, power: Power, words: list[str], most: int) -> Refusal | None:
    """The reason why an order that makes sense is not allowed."""
    match words:
        case ["place" | "raise" as verb, area, word]:
            return _why_no_marker(world, power, verb, area, STATUS_WORDS[word])
        case ["lower", area, word]:
            return _why_no_lowering(world, power, area, STATUS_WORDS[word])
        case ["buy", kind, strength, where]:
            if int(strength) not in STRENGTHS:
                return refuse("1", "why.no_such_strength", strength=int(strength))
            return _why_no_purchase(world, power, kind, int(strength), place_of(where))
        case ["launch", sea]:
            if power not in world.state.moving.arrivals:
                return refuse("6.1", "why.no_arrival", power=power)
            return refuse("6.1", "why.fleet_there", sea=sea)
        case ["ship", here, there]:
            if here not in world.fleets(power):
                return refuse("6.1", "why.no_fleet", sea=here)
            if there in world.fleets(power):
                return refuse("6.1", "why.fleet_there", sea=there)
            return refuse("6.6", "why.has_moved")
        case ["sail", strength, here, there]:
            return _why_no_sailing(world, power, int(strength), here, there)
        case ["march", strength, here, there]:
            return _why_no_march(world, power, int(strength), place_of(here), place_of(there))
        case ["canal", area]:
            if area not in world.board.tagged("canal_site"):
                return refuse("6.1", "why.no_canal_here", area=area)
            return may_dig(world, power, area)
    return None


def _why_no_marker(
    world: PaxContext, power: Power, verb: str, area: Area, status: Status
) -> Refusal | None:
    if status is Status.NONE:
        return refuse("6.1", "why.place_nothing")
    refusal = may_have(world, power, area, status)
    if refusal is not None:
        return refusal
    cost = price(world, power, area, status)
    if cost > free_money(world, power):
        if must_rebuild(world, power):
            return refuse("6.4", "why.rebuild_first")
        return refuse("6.1", "why.too_dear", cost=cost, money=free_money(world, power))
    has = world.status(power, area) is not Status.NONE
    if has != (verb == "raise"):
        return refuse("6.1", "why.say_raise" if has else "why.say_place", area=area)
    return None


def _why_no_lowering(world: PaxContext, power: Power, area: Area, status: Status) -> Refusal | None:
    marker = world.marker(power, area)
    if marker is None:
        return refuse("6.1", "why.no_marker", power=power, area=area)
    if marker.is_control:
        return refuse("6.1", "why.control_stays", area=area)
    if marker.is_new:
        return refuse("6.1", "why.new_stays", area=area)
    if status >= marker.status:
        return refuse("6.1", "why.not_lower", area=area)
    return None


def _why_no_purchase(
    world: PaxContext, power: Power, kind: str, strength: int, place: str
) -> Refusal | None:
    if world.counters(power, f"strength_{strength}") < 1:
        return refuse("1", "why.no_unit_counter", power=power, strength=strength)
    if power == BELGIUM and kind == NAVY and not can_buy(world, power, kind, strength):
        return refuse("1", "why.belgian_navy")
    cost, money = world.board.unit_cost(kind, strength), unit_money(world, power, kind)
    if cost > money:
        return refuse("6.1", "why.too_dear", cost=cost, money=money)
    if must_rebuild(world, power):
        return refuse("6.4", "why.rebuild_first")
    return refuse("6.1", "why.builds_at_home", place=place)


def _why_no_sailing(
    world: PaxContext, power: Power, strength: int, here: str, there: str
) -> Refusal | None:
    if strength not in world.navies(power, here):
        return refuse("6.1", "why.no_navy", power=power, strength=strength, place=place_of(here))
    if there not in ports_of(world, power):
        return refuse("6.1", "why.no_port", power=power, place=place_of(there))
    return refuse("6.6", "why.has_moved")


def _why_no_march(
    world: PaxContext, power: Power, strength: int, here: str, there: str
) -> Refusal | None:
    if strength not in world.armies(power, here):
        return refuse("6.3", "why.no_army", power=power, strength=strength, place=here)
    if here not in army_starts(world, power):
        return refuse("6.3", "why.army_stays", place=here)
    if there not in army_reach(world, power, here):
        return _why_out_of_reach(world, power, here, there)
    if not may_leave(world, power, strength, here, there):
        key = "why.indian_army" if power != "russia" else "why.western_garrison"
        return refuse("6.4", key)
    return refuse("6.6", "why.has_moved")


def _why_out_of_reach(world: PaxContext, power: Power, here: str, there: str) -> Refusal:
    if world.board.is_home(there) and there != world.home(power):
        return refuse("1", "why.foreign_home", place=there)
    if there in world.board.areas and not (
        world.status(power, there).is_control or may_police(world, power, there)
    ):
        return refuse("6.3", "why.needs_control", area=there)
    return refuse("6.3", "why.no_way", place=here, there=there)
