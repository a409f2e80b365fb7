"""The negotiation phase and what follows where nobody agrees (9.2, 9.3)."""

from __future__ import annotations

from collections.abc import Iterable

from entente.games.pax.adjustment import lose_marker
from entente.games.pax.administration import prefix
from entente.games.pax.board import STATUS_WORDS, Area, Power, Status, status_word
from entente.games.pax.causes import illegal_together, live
from entente.games.pax.doing import AUSTRIA, power_and_words
from entente.games.pax.execution import disputed_areas, in_dispute, lower_to, lowered
from entente.games.pax.phases import begin_phase
from entente.games.pax.war.state import at_war
from entente.games.pax.world import World, steps
from entente.kernel import END, STAY, Ask, Choose, Frame, Menu, Message, Refusal, Seat, refuse, say

READY = "ready"


@steps.auto
def negotiation(world: World, frame: Frame) -> None:
    """9.2: promised markers change hands, then all may talk, offer, yield."""
    begin_phase(world, "negotiation")
    world.state.ready = ()
    world.state.call("marker_window", "negotiate")


def concern(world: World, seats: Iterable[Seat]) -> None:
    """9.2: an offer, or a treaty that comes into force, re-opens those it is about."""
    gone = set(seats)
    world.state.ready = tuple(seat for seat in world.state.ready if seat not in gone)


def yields(world: World, seat: Seat) -> list[str]:
    """What a seat may give up over a dispute: its marker, or of an influence that faces a
    protectorate only so much that an interest is left."""
    found = []
    for power in world.powers_of(seat):
        for area, marker in world.areas_of(power):
            if not in_dispute(world, area, power):
                continue
            found.append(f"{prefix(power)}yield {area} none")
            if marker.status is Status.INFLUENCE and _faces_protectorate(world, power, area):
                found.append(f"{prefix(power)}yield {area} interest")
    return found


def _faces_protectorate(world: World, power: Power, area: Area) -> bool:
    others = [world.status(other, area) for other in world.controllers(area) if other != power]
    return bool(others) and max(others) is Status.PROTECTORATE


@steps.ask("negotiate")
class Negotiate(Ask[World]):
    """9.2: yield in a dispute, deal at the desk, or be ready."""

    section = "9.2"
    grammar = (READY, "yield <area> <status>", f"{AUSTRIA} yield <area> <status>")

    def seats(self, world: World, frame: Frame) -> tuple[Seat, ...]:
        return world.seats

    def waits(self, world: World, frame: Frame, seat: Seat) -> bool:
        return seat not in world.state.ready

    def menu(self, world: World, frame: Frame, seat: Seat) -> Menu:
        return Choose((READY, *yields(world, seat)))

    def why_not(self, world: World, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        power, words = power_and_words(seat, action)
        if words[0] != "yield":
            return None
        if world.marker(power, words[1]) is None:
            return refuse("9.2", "why.no_marker", power=power, area=words[1])
        if not in_dispute(world, words[1], power):
            return refuse("9.2", "why.no_dispute", area=words[1])
        return refuse("9.2", "why.yield_more", area=words[1])

    def absence(self, world: World, frame: Frame, seat: Seat) -> str:
        return READY

    def take(self, world: World, frame: Frame, seat: Seat, action: str) -> bool:
        if action == READY:
            world.state.ready = tuple(dict.fromkeys((*world.state.ready, seat)))
            world.tell("log.ready", seat=seat)
        else:
            power, words = power_and_words(seat, action)
            area = words[1]
            beside = {s for p in world.markers(area) if (s := world.seat_of(p)) is not None}
            lower_to(world, power, area, STATUS_WORDS[words[2]])
            concern(world, beside | {seat})
            world.state.call("homeless_units")
        return END if set(world.seats) <= set(world.state.ready) else STAY

    def hint(self, world: World, frame: Frame, seat: Seat, action: str) -> Message | None:
        power, words = power_and_words(seat, action)
        if words[0] != "yield":
            return None
        gone = world.status(power, words[1]) - STATUS_WORDS[words[2]]
        return say("hint.yield", tension=gone * world.board.tension["status_lowered"].amount)


# -- where nobody agreed


@steps.auto
def default_settlement(world: World, frame: Frame) -> None:
    """9.3: those who had cause for war and did not use it lose their marker."""
    for area in disputed_areas(world):
        settle_area(world, area)
    world.state.settled = True
    world.state.call("homeless_units")


def settle_area(world: World, area: Area) -> None:
    """9.3: one area, as far as its parties are not at war with each other."""
    losers = unused(world, area)
    for power in losers:
        before = world.status(power, area)
        to = left_with(world, power, area, losers)
        lower_marker(world, power, area, before, to)
    for power in list(world.markers(area)):
        if world.status(power, area) < Status.PROTECTORATE and _cannot_stay(world, area, power):
            before = world.status(power, area)
            lower_marker(world, power, area, before, left_with(world, power, area, losers))


def unused(world: World, area: Area) -> list[Power]:
    """Those who hold cause over this area, are in the conflict, and are not at war over it."""
    found = []
    for cause in live(world):
        if cause.area != area or not illegal_together(world, area, cause.holder, cause.against):
            continue
        if not at_war(world, cause.holder, cause.against):
            found.append(cause.holder)
    return list(dict.fromkeys(found))


def left_with(world: World, power: Power, area: Area, losers: list[Power]) -> Status:
    """What stays: an interest where an influence faces a protectorate; with mutual causes nothing,
    or by the option an influence for all (P18)."""
    status = world.status(power, area)
    mutual = status.is_control and len(losers) > 1
    if mutual and world.state.options["mutual_unused"] == "all_influence":
        return Status.INFLUENCE if world.can_have(power, area, Status.INFLUENCE) else Status.NONE
    if status is Status.INFLUENCE and _faces_protectorate(world, power, area):
        return Status.INTEREST
    return Status.NONE


def _cannot_stay(world: World, area: Area, power: Power) -> bool:
    """A lesser marker beside control, without any cause that was left unused: a minor's, or one
    that no war is about."""
    return any(
        illegal_together(world, area, power, other) and not at_war(world, power, other)
        for other in world.controllers(area)
        if other != power
    )


def lower_marker(world: World, power: Power, area: Area, before: Status, after: Status) -> None:
    """A marker goes or is lowered by default, with the tension of a settled dispute."""
    if after is Status.NONE:
        lose_marker(world, power, area)
    else:
        world.put_marker(power, area, after)
    world.tell("log.lowered", power=power, area=area, status=status_word(after, power))
    lowered(world, area, power, before, after)
