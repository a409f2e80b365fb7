"""Markers that change hands or are lowered by agreement (9.2)."""

from __future__ import annotations

from typing import NamedTuple

from entente.games.pax.areas.causes import (
    claimed,
    give_cause,
    illegal_together,
    live,
)
from entente.games.pax.board import Area, Power, Status, status_word
from entente.games.pax.colonies.combat import note_ottoman_offence
from entente.games.pax.colonies.minor_powers import garrison_for, place_garrison
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties.disputes import in_dispute, lowered, settle


class Gift(NamedTuple):
    """A marker that changes hands (9.2); without a level at its own status, a dominion as a
    possession."""

    area: Area
    giver: Power
    taker: Power
    level: Status | None = None


def give(world: PaxContext, treaty: Treaty | None, *gifts: Gift) -> bool:
    """9.2: markers are replaced by ones of the receivers, not above them; free of cost. All of
    them change hands, or none does."""
    if not _by_congress(treaty) and any(claimed(world, gift.area) for gift in gifts):
        return False  # 12.10: a claim is no marker that could be given away
    statuses = [_received_status(world, gift) for gift in gifts]
    if Status.NONE in statuses or not _have_room(world, gifts, statuses):
        return False
    before = [world.established(gift.giver, gift.area) for gift in gifts]
    disputed = [in_dispute(world, gift.area, gift.giver) for gift in gifts]
    partners = [world.state.codominions.get(gift.area, ()) for gift in gifts]
    for gift in gifts:
        world.put_marker(gift.giver, gift.area, Status.NONE)
    for (area, giver, taker, _), status, sharing in zip(gifts, statuses, partners, strict=True):
        world.put_marker(taker, area, status)
        if needs_garrison(world, taker, status):
            place_garrison(world, taker, area)
        offend(world, taker, area)
        if giver in sharing and status.is_control:
            world.share(area, [*(p for p in sharing if p != giver), taker])
        world.log("log.ceded", area=area, power=giver, to=taker, status=status_word(status, taker))
    for gift, had, was_disputed in zip(gifts, before, disputed, strict=True):
        _count(world, treaty, gift.area, gift.giver, had, Status.NONE, was_disputed)
        if world.since(3):
            _inherit(world, gift.area, gift.giver, gift.taker)
        settle(world, gift.area, gift.giver)
    return True


def _inherit(world: PaxContext, area: Area, giver: Power, taker: Power) -> None:
    """9.2: the receiver of a disputed marker takes the giver's place in the dispute, as far as its
    marker clashes with the others'."""
    for cause in live(world):
        if cause.area != area or giver not in (cause.holder, cause.against):
            continue
        holder = taker if cause.holder == giver else cause.holder
        against = taker if cause.against == giver else cause.against
        if holder != against and illegal_together(world, area, holder, against):
            give_cause(world, cause.kind, holder, against, area)


def _by_congress(treaty: Treaty | None) -> bool:
    return treaty is not None and treaty.origin == "congress"


def _received_status(world: PaxContext, gift: Gift) -> Status:
    """Return what a receiver would have; none: the giver has nothing of the kind to give."""
    has = world.established(gift.giver, gift.area)
    status = min(has, Status.POSSESSION) if gift.level is None else gift.level
    return Status.NONE if gift.giver == gift.taker or status > has else status


def _have_room(world: PaxContext, gifts: tuple[Gift, ...], statuses: list[Status]) -> bool:
    """Return whether the receivers have the counters once all givers have theirs back, hold less
    than they are given, and have an army to send where they need one (P64)."""
    if len(gifts) > 1:
        world = world.for_copy(world.state.copy())
        for gift in gifts:
            world.put_marker(gift.giver, gift.area, Status.NONE)
    for gift, status in zip(gifts, statuses, strict=True):
        area, taker = gift.area, gift.taker
        if not world.can_have(taker, area, status) or world.status(taker, area) >= status:
            return False
        if needs_garrison(world, taker, status) and garrison_for(world, taker, area) is None:
            return False
        if len(gifts) > 1:
            world.put_marker(taker, area, status)
    return True


def needs_garrison(world: PaxContext, power: Power, status: Status) -> bool:
    """P64: control that is given to a minor comes with an army; a major's follows later (6.4)."""
    return status.is_control and world.seat_of(power) is None and world.since(3)


def offend(world: PaxContext, power: Power, area: Area) -> None:
    """11.3: control that a treaty or a congress gives in an Ottoman area is a casus belli."""
    if world.status(power, area).is_control and world.state.phase != "war":
        note_ottoman_offence(world, power, area)


def lower_to(
    world: PaxContext, power: Power, area: Area, status: Status, treaty: Treaty | None = None
) -> bool:
    """Lower or remove a marker by agreement; over a dispute each step counts (9.2)."""
    before = world.status(power, area)
    if status >= before:
        return False
    if status is not Status.NONE and not world.can_have(power, area, status):
        return False
    disputed = in_dispute(world, area, power)
    world.put_marker(power, area, status)
    word = status_word(status, power)
    world.log("log.lowered", power=power, area=area, status=word)
    _count(world, treaty, area, power, before, status, disputed)
    settle(world, area, power)
    return True


def _count(
    world: PaxContext,
    treaty: Treaty | None,
    area: Area,
    power: Power,
    before: Status,
    after: Status,
    disputed: bool,
) -> None:
    """9.2: tension for a marker that goes over a dispute; elsewhere only if a congress takes it,
    and then no one is to blame (P61). Gifts count by an option (P17), claims of victors never
    (P72)."""
    if claimed(world, area):
        return
    if disputed or world.on("tension_on_cession"):
        lowered(world, area, power, before, after)
    elif world.since(3) and _by_congress(treaty):
        raise_tension(world, "status_lowered", None, times=before - after)
