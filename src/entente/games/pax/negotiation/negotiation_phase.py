"""The negotiation phase (9.2). What follows without agreement is in `default_settlement`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from entente.games.pax.areas.causes import live
from entente.games.pax.board import STATUS_WORDS, Status
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.administration import prefix
from entente.games.pax.instructions import ALWAYS
from entente.games.pax.movement.perform_orders import AUSTRIA, power_and_words
from entente.games.pax.negotiation.closing_risks import open_offers
from entente.games.pax.negotiation.default_settlement import faces_protectorate, unsettled_outcome
from entente.games.pax.phases import begin_phase
from entente.games.pax.records.treaty import OFFERED
from entente.games.pax.treaties.disputes import in_dispute
from entente.games.pax.treaties.marker_transfers import lower_to
from entente.kernel import (
    END,
    STAY,
    Action,
    AutoPass,
    Caution,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.capabilities import ClosingCheck, ReadyMarks
from entente.kernel.prepared import NOT_ENOUGH, UNLESS

READY = "ready"


@steps.auto
def negotiation(world: PaxContext, frame: Frame) -> None:
    """9.2: promised markers change hands, then all may talk, offer, yield."""
    begin_phase(world, "negotiation")
    world.state.ready = ()
    world.state.push("marker_window", "negotiate")


def concern(world: PaxContext, seats: Iterable[Seat]) -> None:
    """9.2: an offer, or a treaty that comes into force, re-opens those it is about."""
    gone = set(seats)
    world.state.ready = tuple(seat for seat in world.state.ready if seat not in gone)


def yields(world: PaxContext, seat: Seat) -> list[str]:
    """Return what a seat may give up over a dispute: its marker, or an influence that faces a
    protectorate down to an interest."""
    actions = []
    for power in world.powers_of(seat):
        for area, marker in world.areas_of(power):
            if not in_dispute(world, area, power):
                continue
            actions.append(f"{prefix(power)}yield {area} none")
            if marker.status is Status.INFLUENCE and faces_protectorate(world, power, area):
                actions.append(f"{prefix(power)}yield {area} interest")
    return actions


class ReadyUnlessConcerned(AutoPass[PaxContext]):
    """9.2: ready at once, unless the seat has a dispute, a casus belli or an offer to answer. An
    offer that comes later asks it again."""

    action = READY
    lasting = True

    def key(self, world: PaxContext) -> str:
        return ALWAYS

    def exceptions(self, world: PaxContext, seat: Seat) -> Iterable[str] | None:
        return CONCERNS

    def happened(self, world: PaxContext) -> Iterable[str]:
        raise NotImplementedError  # it depends on the seat

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        if READY not in choices:
            return NOT_ENOUGH
        if any(f"{UNLESS} {each}" in choices for each in concerns(world, seat)):
            return NOT_ENOUGH
        return DueAnswer(READY, (READY,))


CONCERNS = ("dispute", "cause", "offer")


def concerns(world: PaxContext, seat: Seat) -> list[str]:
    """Return why a seat may want to negotiate."""
    mine = set(world.powers_of(seat))
    found = list[str]()
    if yields(world, seat):
        found.append("dispute")
    if any({cause.holder, cause.against} & mine for cause in live(world)):
        found.append("cause")
    offers = (each for each in world.state.treaties.values() if each.state == OFFERED)
    if any(mine & set(treaty.parties) - set(treaty.signed) for treaty in offers):
        found.append("offer")
    return found


@steps.ask("negotiate", prepared=ReadyUnlessConcerned())
class Negotiate(DecisionStep[PaxContext], ReadyMarks[PaxContext], ClosingCheck[PaxContext]):
    """9.2: yield in a dispute, deal at the desk, or be ready."""

    section = "9.2"
    marks = (READY,)  # P81
    closing = (READY,)
    grammar = (READY, "yield <area> <status>", f"{AUSTRIA} yield <area> <status>")

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return world.seats

    def waits(self, world: PaxContext, frame: Frame, seat: Seat) -> bool:
        return seat not in world.state.ready

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((READY, *yields(world, seat)))

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        power, words = power_and_words(seat, action)
        if words[0] != "yield":
            return None
        if world.marker(power, words[1]) is None:
            return refuse("9.2", "why.no_marker", power=power, area=words[1])
        if not in_dispute(world, words[1], power):
            return refuse("9.2", "why.no_dispute", area=words[1])
        return refuse("9.2", "why.yield_more", area=words[1])

    def risks(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return open_offers(world, seat)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return READY

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action == READY:
            world.state.ready = tuple(dict.fromkeys((*world.state.ready, seat)))
            world.log("log.ready", seat=seat)
        else:
            power, words = power_and_words(seat, action)
            area = words[1]
            beside = {s for p in world.markers(area) if (s := world.seat_of(p)) is not None}
            lower_to(world, power, area, STATUS_WORDS[words[2]])
            concern(world, beside | {seat})
            world.state.push("homeless_units")
        return END if set(world.seats) <= set(world.state.ready) else STAY

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        power, words = power_and_words(seat, action)
        if words[0] != "yield":
            return unsettled_outcome(world, seat)
        gone = world.status(power, words[1]) - STATUS_WORDS[words[2]]
        return say("hint.yield", tension=gone * world.board.tension["status_lowered"].amount)
