"""Markers that a power may place, raise or lower (6.1), and why not."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from entente.games.pax.areas.communication import (
    broken_link,
    has_line,
    within_lines,
)
from entente.games.pax.board import (
    Area,
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
    """Return the highest of the levels for which `_why_closed` has no reason."""
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
