"""Markers that a power may place, raise or lower (6.1), and why not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from itertools import takewhile
from typing import NamedTuple

from entente.games.pax.areas.communication import (
    broken_link,
    has_line,
    lines_of,
)
from entente.games.pax.board import (
    Area,
    Node,
    Power,
    Status,
    status_word,
)
from entente.games.pax.context import PaxContext, pool_of
from entente.games.pax.economy.spending import free_money, must_rebuild
from entente.kernel import Refusal, refuse

Orders = tuple[str, ...]

LEVELS = tuple(status for status in Status if status is not Status.NONE)


OPEN_TYPES = ("unorganized", "chinese_vassal")


EVERYONE = ""  # the status words of no power in particular

MARKER_POOLS = ("interest_or_influence", "protectorate_or_possession", "dominion_or_state")


def permitted(world: PaxContext, power: Power, area: Area) -> str:
    """Return the event that lets a power place control here as if there were unrest; empty:
    none."""
    for code in world.state.events:
        permit = world.board.events[code].permit
        if permit is None or permit.power != power or area not in permit.areas:
            continue
        used = world.state.moving.used.get(code, ())
        if area in used or len(used) < permit.max_areas:
            return code
    return ""


def locked(world: PaxContext, area: Area, status: Status) -> bool:
    """5.5: no power may follow where a minor lost its place this turn, nor take influence or
    control where a minor has just taken control (P48)."""
    if not world.on("minor_locks"):
        return False
    if area in world.state.minor_losses:
        return True
    taken = any(where == area for _, where in world.state.minor_control)
    return taken and status >= Status.INFLUENCE


def highest_of_others(world: PaxContext, power: Power, area: Area) -> Status:
    """Return the highest established status of others that is not a partner's share."""
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
    """Return what a marker costs: of a raise, the difference (6.1)."""
    before = world.status(power, area)
    return world.board.prices[status].cost - world.board.prices[before].cost


def placings(world: PaxContext, power: Power) -> Orders:
    """Markers that may be placed or raised, with what it may spend."""
    placing, raising = placed_and_raised(world, power)
    return placing + raising


def placed_and_raised(world: PaxContext, power: Power) -> tuple[Orders, Orders]:
    """Return the same, each by itself."""
    resources, prices, mine = resources_of(world, power), world.board.prices, world.areas_of(power)
    reached, own = lines_of(world, power), {area for area, _ in mine}
    placing, raising = _placed(world, power, resources, reached - own), list[str]()
    for area, marker in mine:
        status = marker.status
        paid = prices[status].cost
        if area in reached:
            pool = pool_of(status)
            for level in levels_up_to(area, highest_in(world, power, area)):
                if prices[level.status].cost - paid > resources.money:
                    break
                if level.status > status and (level.pool == pool or level.pool in resources.pools):
                    raising.append(f"raise {level.words}")
        can_rise = status is Status.POSSESSION and prices[Status.TOP].cost - paid <= resources.money
        if can_rise and _may_be_top(world, power, area) is None:
            raising.append(f"raise {area} {status_word(Status.TOP, power)}")
    return tuple(placing), tuple(raising)


class Resources(NamedTuple):
    """The highest price that a power can pay, and the pools where it has counters."""

    money: int
    pools: tuple[str, ...]


def resources_of(world: PaxContext, power: Power) -> Resources:
    """Return what a power can spend on markers now."""
    return Resources(
        world.board.affordable_price(free_money(world, power)),
        tuple([pool for pool in MARKER_POOLS if world.counters(power, pool) > 0]),
    )


def _placed(
    world: PaxContext, power: Power, resources: Resources, places: frozenset[Node]
) -> list[str]:
    """Return the markers that a budget allows in some places, in the order of the map."""
    prices = world.board.prices
    within = [*takewhile(lambda level: prices[level].cost <= resources.money, LEVELS)]
    if not within or not resources.pools:
        return []
    key = (within[-1], resources.pools, used_permits(world, power))
    known: dict[Area, Orders] = world.remember_by(power, f"placing {len(within)}", key, dict)
    orders = list[str]()
    for area in world.board.areas:
        if area in places:
            there = known.get(area)
            if there is None:
                highest = min(within[-1], highest_in(world, power, area))
                there = known[area] = _placing(area, highest, resources.pools)
            orders += there
    return orders


@lru_cache(maxsize=1 << 13)
def _placing(area: Area, highest: Status, pools: tuple[str, ...]) -> Orders:
    """Return the orders that place one of the levels up to this one."""
    levels = levels_up_to(area, highest)
    return tuple([f"place {level.words}" for level in levels if level.pool in pools])


class StatusLevel(NamedTuple):
    """A status that a power may have in an area: its counters, and how it is written."""

    status: Status
    pool: str
    words: str


def open_levels(world: PaxContext, power: Power, area: Area) -> tuple[StatusLevel, ...]:
    """6.1: to which levels a power may place or raise, counters, money and lines apart."""
    return levels_up_to(area, highest_in(world, power, area))


def highest_in(world: PaxContext, power: Power, area: Area) -> Status:
    """Return the highest of them. In the movement phase only the use of an event's permission
    changes it."""
    known: dict[Area, Status] = world.remember_by(
        power, "highest", used_permits(world, power), dict
    )
    highest = known.get(area)
    if highest is None:
        highest = known[area] = _highest_open(world, power, area)
    return highest


def used_permits(world: PaxContext, power: Power) -> tuple[tuple[Area, ...], ...]:
    """Return where a power has used each permission that the events of this turn give it."""
    permits = world.board.permits_for(power, world.state.events)
    return tuple([world.state.moving.used.get(code, ()) for code in permits]) if permits else ()


@cache
def levels_up_to(area: Area, highest: Status) -> tuple[StatusLevel, ...]:
    """All levels up to this one; the highest of all, which powers call differently, never."""
    return tuple(
        StatusLevel(status, pool_of(status), f"{area} {status_word(status, EVERYONE)}")
        for status in LEVELS
        if status <= highest
    )


def _highest_open(world: PaxContext, power: Power, area: Area) -> Status:
    """Return the highest of the levels for which `_why_closed` has no reason."""
    state = world.state
    if area in state.markers:
        others = highest_of_others(world, power, area)
        if others >= Status.PROTECTORATE:
            closed = others >= Status.POSSESSION or locked(world, area, Status.INTEREST)
            return Status.NONE if closed else Status.INTEREST
    highest = _highest_without_markers(world, area)
    if highest is Status.INFLUENCE and permitted(world, power, area):
        return Status.POSSESSION
    return highest


def _highest_without_markers(world: PaxContext, area: Area) -> Status:
    """Return the same, apart from the markers of others and the permissions of events."""
    state = world.state
    if state.minor_losses and locked(world, area, Status.INTEREST):
        return Status.NONE
    if state.minor_control and locked(world, area, Status.INFLUENCE):
        return Status.INTEREST
    is_open = world.type_of(area) in OPEN_TYPES or world.in_unrest(area)
    return Status.POSSESSION if is_open else Status.INFLUENCE


def lowerings(world: PaxContext, power: Power) -> Iterator[str]:
    """6.1: established influence and interest may be given up; control never, new markers never."""
    for area, marker in world.areas_of(power):
        if marker.is_new or marker.is_control:
            continue
        if marker.status is Status.INFLUENCE:
            yield f"lower {area} interest"
        yield f"lower {area} none"


def why_no_marker(
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


def why_no_lowering(world: PaxContext, power: Power, area: Area, status: Status) -> Refusal | None:
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
