"""Codominions (9.2, 10.6): who joins, at what price, with what garrison."""

from __future__ import annotations

from entente.games.pax.areas.causes import (
    claimed,
)
from entente.games.pax.board import Area, Power, Status, status_word
from entente.games.pax.colonies.minor_powers import garrison_for, place_garrison
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.treaties.disputes import settle
from entente.games.pax.treaties.marker_transfers import lower_to, needs_garrison, offend


def found_codominion(
    world: PaxContext, area: Area, members: list[Power], level: Status, treaty: Treaty
) -> bool:
    """9.2: all with influence or control have signed. A power that raises an influence pays for it;
    where a power has control the others join free (in a congress by 10.6)."""
    there = {p: m for p, m in world.markers(area).items() if m.status >= Status.INFLUENCE}
    if claimed(world, area):  # 12.10: neutrals have no say; their markers are adjusted afterwards
        there = {power: there[power] for power in there if power in treaty.parties}
    signed = treaty.bound if world.since(3) else treaty.parties
    if any(power not in signed for power in there):
        return False
    if any(marker.status is Status.TOP for marker in there.values()):
        return False
    holders = [power for power in there if there[power].is_control]
    members = _with_garrison(world, area, members)
    if not members:
        return False
    prices = {p: joining_price(world, p, area, level, holders, treaty) for p in members}
    if any(price > max(0, free_money(world, p)) for p, price in prices.items() if price):
        return False
    joined = [p for p in members if world.status(p, area) < Status.PROTECTORATE]
    if any(not world.can_have(power, area, level) for power in joined):
        return False
    for power in joined:
        world.pay(power, prices[power])
        world.put_marker(power, area, level)
        if needs_garrison(world, power, level):
            place_garrison(world, power, area)
        offend(world, power, area)
    sharers = list(dict.fromkeys([*holders, *members]))
    world.share(area, sharers)
    world.log("log.codominion", area=area, powers=sharers)
    for power in there:
        if power not in sharers:
            to = Status.INTEREST if level is Status.PROTECTORATE else Status.NONE
            lower_to(world, power, area, to, treaty)
    if world.since(3) and world.state.settled and level is Status.POSSESSION:
        _clear_interests(world, area, sharers)
    settle(world, area)
    return True


def _clear_interests(world: PaxContext, area: Area, holders: list[Power]) -> None:
    """12.10: remove interests that clash with a possession, since the default settlement is over.
    No tension."""
    for power in [p for p in world.markers(area) if p not in holders]:
        world.put_marker(power, area, Status.NONE)
        world.log("log.lowered", power=power, area=area, status=status_word(Status.NONE, power))


def _with_garrison(world: PaxContext, area: Area, members: list[Power]) -> list[Power]:
    """P64: those who share an area without the minors that have no army to send; their share
    lapses."""
    lapsed = [
        power
        for power in members
        if needs_garrison(world, power, Status.PROTECTORATE)
        and not world.status(power, area).is_control
        and garrison_for(world, power, area) is None
    ]
    for power in lapsed:
        world.log("log.share_lapses", power=power, area=area)
    return [power for power in members if power not in lapsed]


def joining_price(
    world: PaxContext, power: Power, area: Area, level: Status, holders: list[Power], treaty: Treaty
) -> int:
    """9.2, 10.6: what joining a codominion costs."""
    before = world.status(power, area)
    if before.is_control or world.seat_of(power) is None:
        return 0
    if treaty.origin == "congress" and any(each != power for each in holders):
        return 0
    prices = world.board.prices
    if before is Status.INFLUENCE:
        further = prices[level].cost - prices[Status.PROTECTORATE].cost
        return world.board.constants.codominion_cost + further
    if holders:
        return 0
    return prices[level].cost - prices[before].cost
