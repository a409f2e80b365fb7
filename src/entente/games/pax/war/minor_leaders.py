"""Who leads minor powers in a war (12.4)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.pax.belligerents import camp_of, change, home_of, need, war_of
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.records.war import War
from entente.kernel import (
    Action,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Seat,
    say,
    step,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing

VOLUNTEER = LEAD, PASS = ("lead", "pass")


def allied_seats(world: PaxContext, war: War, minor: Power) -> list[Seat]:
    """Return the seats of a minor's major allies, in precedence."""
    return world.by_precedence(
        {seat for each in camp_of(war, minor) if (seat := world.seat_of(each)) is not None}
    )


def neutral_seats(world: PaxContext, war: War) -> list[Seat]:
    """Return the seats without a power in a war, in precedence."""
    return [s for s in world.state.order if not any(p in war.entered for p in world.powers_of(s))]


@steps.auto
def war_leaders(world: PaxContext, frame: Frame) -> None:
    """12.4: at the start of a round: a minor whose leader is no longer the right one gets another:
    an ally, or else a neutral."""
    number = frame.number("war")
    war = war_of(world, number)
    if war is None:
        return
    called = []
    for minor in war.entered:
        if world.seat_of(minor) is not None:
            continue
        allies, now = allied_seats(world, war, minor), war.leaders.get(minor)
        if not allies and home_of(world, minor) is None:
            continue  # 11.2, 11.3: an empire without allies goes by its own rules
        if now in allies or (
            not allies and now is not None and (not now or now in neutral_seats(world, war))
        ):
            continue
        if len(allies) == 1:
            lead(world, number, minor, allies[0])
        elif allies:
            called.append(step("choose_leader", war=number, power=minor))
        elif neutral_seats(world, war):
            called.append(step("volunteer", war=number, power=minor))
        else:
            lead(world, number, minor, "")
    world.state.push(*called)


def lead(world: PaxContext, number: int, minor: Power, seat: Seat) -> None:
    """Let a seat lead a minor from now on; empty: the rules do."""
    war = need(world, number)
    change(world, number, leaders={**war.leaders, minor: seat})
    if seat:
        world.log("log.leads", seat=seat, power=minor)
    else:
        world.log("log.nobody_leads", power=minor)


def _is_undecided(world: PaxContext, frame: Frame) -> bool:
    """Return whether the minor is still in the war: peace may have come first (P62)."""
    war = war_of(world, frame.number("war"))
    return war is not None and frame.text("power") in war.entered


@steps.ask("choose_leader")
class ChooseLeader(DecisionStep[PaxContext]):
    """12.4: several allies of a minor name who leads it; if they differ, the first of them."""

    section = "12.4"
    sealed = True
    grammar = ("name <power>",)

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return _is_undecided(world, frame) and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(allied_seats(world, need(world, frame.number("war")), frame.text("power")))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.choose_leader", power=frame.text("power"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(tuple(f"name {each}" for each in self.seats(world, frame)))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return f"name {self.seats(world, frame)[0]}"

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        named = {answer["power"] for answer in answers.values()}
        first = self.seats(world, frame)[0]
        chosen = named.pop() if len(named) == 1 else first
        lead(world, frame.number("war"), frame.text("power"), chosen)


class VolunteerAlways(Instruction):
    """12.4: offer to lead the minors of the wars of others, or leave that to others."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {LEAD: VOLUNTEER}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        answer = next((choice for choice in choices if choice in VOLUNTEER), None)
        return NOT_ENOUGH if answer is None else complete([answer])


@steps.ask("volunteer", prepared=VolunteerAlways())
class Volunteer(DecisionStep[PaxContext]):
    """12.4: a minor without allies is led by a neutral volunteer, the first in precedence; without
    one, by a neutral drawn by lot."""

    section = "12.4"
    sealed = True
    grammar = VOLUNTEER

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return _is_undecided(world, frame) and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return tuple(neutral_seats(world, need(world, frame.number("war"))))

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.volunteer", power=frame.text("power"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(VOLUNTEER)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return PASS

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        seats = world.by_precedence(answers)
        willing = [seat for seat in seats if answers[seat] == LEAD]
        leader = willing[0] if willing else seats[world.state.chance.below(len(seats))]
        lead(world, frame.number("war"), frame.text("power"), leader)
