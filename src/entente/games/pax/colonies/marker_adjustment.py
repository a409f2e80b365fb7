"""Marker adjustment (8): remaining unrest, new markers, garrisons, units without a place."""

from __future__ import annotations

from entente.games.pax.areas.causes import recompute
from entente.games.pax.areas.retreats import call_retreat
from entente.games.pax.board import Area, Power, Status, status_word
from entente.games.pax.colonies.ottoman_expansion import expand
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.kernel import END, Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step


@steps.auto
def adjustment(world: PaxContext, frame: Frame) -> None:
    """8: in its order; the retreats of one step come before the next."""
    begin_phase(world, "adjustment")
    world.state.push("adjust_markers", "homeless_units", "settle_causes")
    for area in reversed(world.state.unrest):  # the first called last, so that it comes first
        revolt_succeeds(world, area)


def revolt_succeeds(world: PaxContext, area: Area) -> None:
    """Step 1: control is lost, and its units go; without control all markers are."""
    holders = world.holders(area)
    losers = holders or list(world.markers(area))
    if losers:
        world.log("log.revolt", area=area, powers=losers)
    else:
        world.log("log.revolt_alone", area=area)
    for power in losers:
        lose_marker(world, power, area)
        if world.armies(power, area) or world.navies_at(power, area):
            call_retreat(world, power, area)
    expand(world, area, losers)


def lose_marker(world: PaxContext, power: Power, area: Area) -> None:
    """Remove a marker without its owner's consent; the losses of minors are recorded (5.5)."""
    if world.seat_of(power) is None and world.status(power, area) >= Status.INFLUENCE:
        world.state.minor_losses = (*world.state.minor_losses, area)
    world.put_marker(power, area, Status.NONE)


@steps.auto
def adjust_markers(world: PaxContext, frame: Frame) -> None:
    """Run steps 2 to 4."""
    world.state.unrest = ()
    bare = set(world.state.ungarrisoned)
    for area in world.board.areas:
        for power, marker in list(world.markers(area).items()):
            if marker.fights:
                if (power, area) not in bare:
                    world.put_marker(power, area, Status.NONE)
                    world.log("log.not_established", power=power, area=area)
            elif marker.is_new:
                world.put_marker(power, area, marker.status)
    for power, area in world.state.ungarrisoned:
        if world.status(power, area).is_control:
            without_garrison(world, power, area)
    world.state.ungarrisoned = ()


def without_garrison(world: PaxContext, power: Power, area: Area) -> None:
    """Step 4: control without an army becomes influence; in a codominion it is lost, and its owner
    may take an interest."""
    shared = any(other != power for other in world.holders(area))
    if not shared and world.counters(power, "interest_or_influence") > 0:
        world.put_marker(power, area, Status.INFLUENCE)
        world.log("log.no_garrison", power=power, area=area)
        return
    lose_marker(world, power, area)
    world.log("log.no_garrison_lost", power=power, area=area)
    if shared and world.seat_of(power) is not None:
        world.state.push(step("keep_interest", power=power, area=area))


@steps.ask("keep_interest")
class KeepInterest(DecisionStep[PaxContext]):
    """8, step 4: an interest in place of a lost share, where no possession forbids it."""

    section = "8"
    grammar = ("keep <status>",)
    open_menu = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        power, area = frame.text("power"), frame.text("area")
        possession = any(m.status >= Status.POSSESSION for m in world.markers(area).values())
        return not possession and world.counters(power, "interest_or_influence") > 0

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("power"))
        return () if seat is None else (seat,)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.keep_interest", power=frame.text("power"), area=frame.text("area"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("keep interest", "keep none"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "keep interest"

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        power, area = frame.text("power"), frame.text("area")
        if action == "keep interest":
            world.put_marker(power, area, Status.INTEREST)
            status = status_word(Status.INTEREST, power)
            world.log("log.placed", power=power, area=area, status=status)
        return END


@steps.auto
def settle_causes(world: PaxContext, frame: Frame) -> None:
    """Step 6."""
    recompute(world)
