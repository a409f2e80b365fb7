"""The movement and status phase (6): open to all at once (6.6), or by sealed plans (6.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.board import Status
from entente.games.pax.context import EVERYTHING, PaxContext, steps
from entente.games.pax.economy.spending import free_money, set_earmarks
from entente.games.pax.movement.absent_seats import default_order
from entente.games.pax.movement.closing_risks import movement_risks
from entente.games.pax.movement.duties import undone
from entente.games.pax.movement.order_menu import (
    FULL_GRAMMAR,
    candidates_at,
    menu_of,
    order_consequences,
    order_hint,
    order_warnings,
    why_not_order,
)
from entente.games.pax.movement.perform_orders import perform
from entente.games.pax.movement.reopening import (
    FIRST_RULES,
    alarm_watchers,
    concerned,
    most_moves,
    note_step,
    reopen,
    watching,
)
from entente.games.pax.movement.sealed_plans import rest_pieces
from entente.games.pax.phases import begin_phase
from entente.games.pax.records.movement_state import OWN, MovementState, Reopening
from entente.games.pax.scoring import book_bonus
from entente.games.pax.treaties import obligations
from entente.games.pax.treaties.breach_warnings import warn_ready
from entente.kernel import (
    END,
    STAY,
    Action,
    Caution,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    OneOf,
    Refusal,
    Seat,
    say,
    step,
)
from entente.kernel.capabilities import ChoicesByThing, ClosingCheck, ReadyMarks

READY = "ready"


@steps.auto
def movement(world: PaxContext, frame: Frame) -> None:
    """6: arrivals and earmarks, then the phase in the way that was chosen."""
    begin_phase(world, "movement")
    arriving = tuple(power for power in world.board.arrivals(world.year) if power in world.seats)
    world.state.moving = MovementState(arrivals=arriving)
    if not world.since(3):
        set_earmarks(world)
    if world.state.options["phase_mode"] == "open":
        world.state.push("open_movement", "movement_ends")
        return
    rounds = range(1 + world.number("reaction_rounds"))
    world.state.push(*[step("plans", round=number) for number in rounds], "movement_ends")


@steps.auto
def movement_ends(world: PaxContext, frame: Frame) -> None:
    """6.4: garrisons are judged now (P36); events that were not answered cost points (3)."""
    state = world.state
    state.ungarrisoned = tuple(
        (power, area) for power in world.board.powers for area in without_army(world, power)
    )
    for code in state.events:
        demand = world.board.events[code].demand
        power = world.board.events[code].power
        if demand is None or power is None or power not in world.seats:
            continue
        marker = world.marker(power, demand.area)
        held = marker is not None and marker.was is Status.POSSESSION
        if held and world.status(power, demand.area) is not Status.TOP:
            book_bonus(world, power, "refused_dominion_or_statehood", demand.vp_if_refused)
            world.log("log.refused_status", power=power, area=demand.area)
    obligations.movement_ended(world)
    state.moving, state.earmarks = MovementState(), {}
    state.reopenings, state.unheard = (), {}


# -- what may be done


# -- open mode


@steps.ask("open_movement")
class OpenMovement(
    DecisionStep[PaxContext],
    ChoicesByThing[PaxContext],
    ReadyMarks[PaxContext],
    ClosingCheck[PaxContext],
):
    """6.6: all seats act at any time, in public; an action re-opens the seats it concerns."""

    section = "6.6"
    grammar = (*FULL_GRAMMAR, READY)
    marks = (READY,)  # P81
    closing = (READY,)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        limit, moving = world.number("reopen_limit"), world.state.moving
        if not moving.ready:
            return world.seats
        return tuple(
            [
                seat
                for seat in world.seats
                if seat not in moving.ready or moving.reopened.get(seat, 0) < limit
            ]
        )

    def waits(self, world: PaxContext, frame: Frame, seat: Seat) -> bool:
        return seat not in world.state.moving.ready

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.open_movement", money=world.money(seat), free=free_money(world, seat))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        most = most_moves(world, seat)
        waited = seat not in world.state.moving.ready
        what = f"orders {most} {waited}"
        return world.remember(seat, what, EVERYTHING, lambda: self._menu(world, seat, most, waited))

    def _menu(self, world: PaxContext, seat: Seat, most: int, waited: bool) -> Menu:
        forms = menu_of(world, seat, most)
        if not forms or (waited and undone(world, seat, most) is None):
            forms = [Choose((READY,)), *forms]
        return OneOf(tuple(forms))  # type: ignore[arg-type]

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        if action == READY:
            return undone(world, seat, most_moves(world, seat))
        return why_not_order(world, seat, action, most_moves(world, seat))

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return order_hint(world, seat, action)

    def consequences(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        return order_consequences(world, seat, action)

    def candidates(self, world: PaxContext, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        return candidates_at(world, seat, thing, most_moves(world, seat))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        if action == READY:
            return warn_ready(world, seat)
        return order_warnings(world, seat, action)

    def risks(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return movement_risks(world, seat)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str | None:
        """2, P70: duties, then what was promised, then ready."""
        if seat in world.state.moving.ready:
            return None
        return default_order(world, seat, most_moves(world, seat)) or READY

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        state = world.state
        if action == READY:
            ready = dict.fromkeys((*state.moving.ready, seat))
            state.moving = msgspec.structs.replace(state.moving, ready=tuple(ready))
            world.log("log.ready", seat=seat)
            alarm_watchers(world, seat)
        else:
            reopen(world, Reopening(seat, seat, OWN))
            causes = state.causes
            bound = perform(world, seat, action)
            self._concern(world, seat, action, concerned(world, seat, action, causes, bound))
        if len(state.moving.ready) < len(world.seats):
            return STAY
        if state.moving.final_due:
            rest_pieces(world)
            state.push(step("plans", round=0, final=1))
        return END

    def _concern(
        self, world: PaxContext, seat: Seat, action: Action, known: Mapping[Seat, Reopening]
    ) -> None:
        """Ask the seats again that an order concerns. Watch lists take effect when its author is
        ready (at once, under the first rules)."""
        if world.state.rules != FIRST_RULES:
            for why in known.values():
                reopen(world, why)
            note_step(world, seat, action)
            return
        if set(world.state.moving.ready) - set(known):  # reveals who watches
            world.state.reveal()
        for other in set(known) | watching(world, seat, action):
            reopen(world, Reopening(other, seat, OWN))


# -- sealed mode
