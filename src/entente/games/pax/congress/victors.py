"""The congress of victors who do not agree, and conquests that it does not divide (12.10)."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.areas.causes import OPEN, drop, give_cause
from entente.games.pax.belligerents import at_war, wars
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.congress.agenda import involved_seats
from entente.games.pax.congress.calling import convene, open_session
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.congress import Congress, Item
from entente.games.pax.state import Cause
from entente.games.pax.treaties.disputes import in_any_dispute
from entente.games.pax.war.resolution import lose_conquered, make_room
from entente.kernel import Frame, step


@steps.auto
def spoils_congress(world: PaxContext, frame: Frame) -> None:
    """12.10: victors who do not agree go to a congress: each claims a protectorate in every area,
    and these are its disputes. What a claim replaces is remembered."""
    if not world.since(3):
        _spoils_congress_2(world, frame)
        return
    areas = frame.text("areas").split()
    losers, victors = frame.text("losers").split(), frame.text("victors").split()
    claimants = [power for power in victors if world.seat_of(power) is not None]
    before: list[str] = []
    for area in areas:
        before += [_written(area, p, world.status(p, area)) for p in (*losers, *claimants)]
        lose_conquered(world, area, losers)
        for power in claimants:
            _claim(world, area, power)
        for one in claimants:
            for other in claimants:
                give_cause(world, "double_establishment", one, other, area)
    world.state.push(
        step(
            "undivided",
            areas=frame.text("areas"),
            victors=frame.text("victors"),
            losers=frame.text("losers"),
            before=" ".join(before),
        )
    )
    items = tuple(_item(world, area, claimants) for area in areas)
    involved = involved_seats(world, items)
    caller = world.by_precedence(involved)[0]
    open_session(
        world,
        Congress(
            caller, items, involved, after_war=True, victors=tuple(victors), losers=tuple(losers)
        ),
    )


def _claim(world: PaxContext, area: Area, power: Power) -> None:
    """Place a protectorate, if there is a counter and the power has no control there; without one
    the claim is a cause only."""
    if world.status(power, area).is_control:
        return
    if world.can_have(power, area, Status.PROTECTORATE):
        world.put_marker(power, area, Status.PROTECTORATE)


def _item(world: PaxContext, area: Area, claimants: list[Power]) -> Item:
    """Return an area that the victors dispute; no other power is a party to it."""
    causes = tuple(cause.id for cause in world.state.causes if _is_claim(cause, area, claimants))
    return Item(area, area, causes, tuple(claimants))


def _is_claim(cause: Cause, area: Area, claimants: list[Power]) -> bool:
    sides = {cause.holder, cause.against}
    return (cause.kind, cause.area) == ("double_establishment", area) and sides <= set(claimants)


def _written(area: Area, power: Power, status: Status) -> str:
    return f"{area}:{power}:{status.value}"


@steps.auto
def undivided(world: PaxContext, frame: Frame) -> None:
    """12.10, P32: areas that the congress has not divided either. A power that goes to war over a
    claim keeps it until that war decides. Other claims lapse; if no power fights, the losers'
    markers become influence."""
    if "before" not in frame.args:
        _undivided_2(world, frame)
        return
    victors, losers = frame.text("victors").split(), frame.text("losers").split()
    before = _read(frame.text("before"))
    for area in frame.text("areas").split():
        claims = [c for c in world.state.causes if _is_claim(c, area, victors)]
        fought = [c for c in claims if _fight(world, c.holder, c.against)]
        if not fought and not any(c.state == OPEN for c in claims):
            world.share(area, world.controllers(area))
            make_room(world, area, list(world.markers(area)))
            continue
        fighting = {power for c in fought for power in (c.holder, c.against)}
        _give_up_claims(world, area, [c.holder for c in claims if c.holder not in fighting], before)
        if not fought:
            for power in losers:
                kept = min(before[area, power], Status.INFLUENCE)
                if kept is not Status.NONE and world.can_have(power, area, kept):
                    world.put_marker(power, area, kept)
            world.log("log.undivided", area=area)
        make_room(world, area, list(world.markers(area)))
    drop(world, lambda c: c.kind in ("double_establishment", "congress_defied"))


def _fight(world: PaxContext, one: Power, other: Power) -> bool:
    """Return whether there is war between two powers themselves. As long as the old war is not
    over, its camps may set others against each other that have no quarrel."""
    return any(pair in war.hostile for war in wars(world) for pair in ((one, other), (other, one)))


def _give_up_claims(
    world: PaxContext,
    area: Area,
    claimants: Iterable[Power],
    before: dict[tuple[Area, Power], Status],
) -> None:
    """Give victors that do not fight for an area what they had there before."""
    for power in claimants:
        had = before[area, power]
        if world.status(power, area) <= had:
            continue
        if had is not Status.NONE and not world.can_have(power, area, had):
            had = Status.NONE
        world.put_marker(power, area, had)


def _read(written: str) -> dict[tuple[Area, Power], Status]:
    statuses = {}
    for word in written.split():
        area, power, status = word.split(":")
        statuses[area, power] = Status(int(status))
    return statuses


# -- by the rules before the third version


def _spoils_congress_2(world: PaxContext, frame: Frame) -> None:
    losers, victors = frame.text("losers").split(), frame.text("victors").split()
    kept = [
        f"{area}:{power}"
        for area in frame.text("areas").split()
        for power in losers
        if world.status(power, area) >= Status.INFLUENCE
    ]
    claimants = [power for power in victors if world.seat_of(power) is not None]
    for area in frame.text("areas").split():
        lose_conquered(world, area, losers)
        for power in claimants:
            _claim(world, area, power)
        for one in claimants:
            for other in claimants:
                if one != other:
                    give_cause(world, "double_establishment", one, other, area)
    world.state.push(
        step(
            "undivided",
            areas=frame.text("areas"),
            victors=frame.text("victors"),
            kept=" ".join(kept),
        )
    )
    seats = {seat for power in claimants if (seat := world.seat_of(power)) is not None}
    convene(world, world.by_precedence(seats)[0], {}, after_war=True)


def _undivided_2(world: PaxContext, frame: Frame) -> None:
    victors = frame.text("victors").split()
    if any(at_war(world, one, other) for one in victors for other in victors):
        return
    from_losers = [pair.split(":") for pair in frame.text("kept").split()]
    for area in frame.text("areas").split():
        if not in_any_dispute(world, area):
            continue
        for power in victors:
            if world.status(power, area) is Status.PROTECTORATE:
                world.put_marker(power, area, Status.NONE)
        for where, loser in from_losers:
            if where == area and world.can_have(loser, area, Status.INFLUENCE):
                world.put_marker(loser, area, Status.INFLUENCE)
        world.log("log.undivided", area=area)
    world.state.causes = ()
