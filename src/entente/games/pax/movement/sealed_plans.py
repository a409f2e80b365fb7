"""Sealed plans in the movement phase (6.7)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import msgspec

from entente.games.pax.board import Area
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.economy.spending import free_money
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
from entente.games.pax.movement.orders import orders_with
from entente.games.pax.movement.perform_orders import FUND, perform, power_and_words
from entente.games.pax.movement.reopening import (
    MARKER_VERBS,
)
from entente.games.pax.treaties.breach_warnings import warn_ready
from entente.kernel import (
    Action,
    Caution,
    Choose,
    Frame,
    Menu,
    Message,
    OneOf,
    PrivatePlan,
    Refusal,
    Seat,
    say,
)
from entente.kernel.capabilities import ChoicesByThing, ClosingCheck

SEAL = "seal"


def after_plan(world: PaxContext, seat: Seat, orders: Iterable[Action]) -> PaxContext:
    """Return the position after a seat's own plan, with no action by the others."""
    twin = world.for_copy(world.state.copy())
    for order in orders:
        if still_allowed(twin, seat, order):
            perform(twin, seat, order)
    return twin


def still_allowed(world: PaxContext, seat: Seat, order: Action) -> bool:
    """Return whether a planned order is still legal: a treaty may have taken the money for it."""
    power, words = power_and_words(seat, order)
    if words[0] == FUND:
        return int(words[1]) <= free_money(world, seat)
    return " ".join(words) in orders_with(world, power, words[0], 1)


@steps.ask("plans")
class Plans(PrivatePlan[PaxContext], ChoicesByThing[PaxContext], ClosingCheck[PaxContext]):
    """6.7: a list of orders under seal, each allowed after one's own earlier ones; after the first
    round markers only where others have acted."""

    section = "6.7"
    grammar = (*FULL_GRAMMAR, SEAL)
    closing = (SEAL,)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return world.seats

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        planned = world.state.plan(frame, seat)
        money = self._planned(world, frame, seat).money(seat)
        key = "prompt.plans_final" if "final" in frame.args else "prompt.plans"
        key = "prompt.plans_reaction" if frame.number("round") else key
        return say(key, money=money, orders=len(planned))

    def _planned(self, world: PaxContext, frame: Frame, seat: Seat) -> PaxContext:
        key, orders = f"{frame.window} {seat}", world.state.plan(frame, seat)
        stamps, known = world.stamps_of(seat), world.planned.get(key)
        if known is not None and known[1] != stamps:
            known = None  # a treaty has changed what the plan began with
        if known is None or known[0] != orders:
            done = known[0] if known is not None else ()
            if known is not None and orders[: len(done)] == done:
                twin = known[2]
                if world.state.logs:  # others may hold a reference to it
                    twin = twin.for_copy(twin.state.copy())
                for order in orders[len(done) :]:
                    perform(twin, seat, self.parse(order))
            else:
                twin = after_plan(world, seat, map(self.parse, orders))
            known = world.planned[key] = (orders, stamps, twin)
        return known[2]

    def _where(self, world: PaxContext, frame: Frame, seat: Seat) -> list[Area] | None:
        """6.7: in a reaction, where others acted before, or a casus belli concerns oneself."""
        if not frame.number("round"):
            return None
        touched = world.state.moving.touched
        areas = [area for area, seats in touched.items() if set(seats) - {seat}]
        mine = world.powers_of(seat)
        areas += [c.area for c in world.state.causes if {c.holder, c.against} & set(mine)]
        return [area for area in dict.fromkeys(areas) if area]

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        planned = self._planned(world, frame, seat)
        over = planned.state.outcome is not None
        forms = [] if over else menu_of(planned, seat, 1, self._where(world, frame, seat))
        if not forms or over or undone(planned, seat, 1) is None:
            forms = [Choose((SEAL,)), *forms]
        return OneOf(tuple(forms))  # type: ignore[arg-type]

    def why_not(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        planned = self._planned(world, frame, seat)
        if action == SEAL:
            return undone(planned, seat, 1)
        return why_not_order(planned, seat, action, 1)

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return order_hint(self._planned(world, frame, seat), seat, action)

    def consequences(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        return order_consequences(self._planned(world, frame, seat), seat, action)

    def candidates(self, world: PaxContext, frame: Frame, seat: Seat, thing: str) -> Iterable[str]:
        return candidates_at(self._planned(world, frame, seat), seat, thing, 1)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Message]:
        planned = self._planned(world, frame, seat)
        return (
            warn_ready(planned, seat) if action == SEAL else order_warnings(planned, seat, action)
        )

    def risks(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        return movement_risks(self._planned(world, frame, seat), seat)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return default_order(self._planned(world, frame, seat), seat, 1) or SEAL

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        """6.7: all plans are carried out in precedence; of two builders of one canal the higher
        status builds it, and the other is not charged."""
        plans = {seat: [*map(self.parse, world.state.plan(frame, seat))] for seat in answers}
        diggers = canal_builders(world, plans)
        touched: dict[Area, tuple[Seat, ...]] = {}
        for seat in world.by_precedence(plans):
            for order in plans[seat]:
                if world.state.outcome is not None:
                    return
                power, words = power_and_words(seat, order)
                if words[0] == "canal" and diggers[words[1]] != power:
                    world.log("log.canal_late", power=power, area=words[1])
                    continue
                if not still_allowed(world, seat, order):
                    world.log("log.plan_lapses", power=power)
                    continue
                perform(world, seat, order)
                if words[0] in MARKER_VERBS:
                    area = words[1]
                    touched[area] = tuple(dict.fromkeys((*touched.get(area, ()), seat)))
        log_to_watchers(world, touched)
        world.state.moving = msgspec.structs.replace(world.state.moving, touched=touched)
        rest_pieces(world)


def rest_pieces(world: PaxContext) -> None:
    """6.6, 6.7: in a sealed round each unit and fleet may move once, regardless of earlier
    moves."""
    world.state.moving = msgspec.structs.replace(world.state.moving, moved={})
    world.forget()


def log_to_watchers(world: PaxContext, touched: Mapping[Area, Iterable[Seat]]) -> None:
    """6.6, C6: after a sealed round, tell each seat alone which of its watched places were
    touched."""
    for seat, names in world.state.watched.items():
        areas = [
            area
            for area, by in touched.items()
            if any(s != seat and (area in names or s in names) for s in by)
        ]
        if areas:
            world.log_to([seat], say("log.watched", areas=areas))


def canal_builders(world: PaxContext, plans: Mapping[Seat, Iterable[Action]]) -> dict[Area, str]:
    """6.7: who digs where several would: the higher status, then precedence."""
    builders: dict[Area, str] = {}
    for seat in world.by_precedence(plans):
        for order in plans[seat]:
            power, words = power_and_words(seat, order)
            if words[0] != "canal":
                continue
            area = words[1]
            rival = builders.get(area)
            if rival is None or world.established(power, area) > world.established(rival, area):
                builders[area] = power
    return builders
