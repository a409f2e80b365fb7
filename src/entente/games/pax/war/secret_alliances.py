"""Secret alliances in a war (9.5, 12.2, P80): the power that one serves invokes it, or does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from entente.games.pax.belligerents import war_of
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.instructions import Instruction, complete
from entente.games.pax.records.treaty import IN_FORCE
from entente.games.pax.treaties import breaches, clauses_in_force, obligations
from entente.games.pax.treaties.obligations import Obligation
from entente.games.pax.war.declarations import would_be_great_war
from entente.kernel import (
    Action,
    Choose,
    DecisionStep,
    DueAnswer,
    Frame,
    Menu,
    Message,
    Seat,
    Slots,
    say,
)
from entente.kernel.prepared import NOT_ENOUGH, ByThing

PASS, INVOKE, CONCEAL = "pass", "invoke", "conceal"


def served(world: PaxContext, obligation: Obligation) -> Power:
    """Return the power that an alliance serves: whom it protects, or who attacks with the ally."""
    clause = world.state.treaties[obligation.treaty].clauses[obligation.number]
    return clause.text("protected" if obligation.kind == "defensive" else "partner")


def secret_calls(world: PaxContext, frame: Frame, seat: Seat) -> dict[str, list[Obligation]]:
    """Return the obligations that a seat may draw from secret treaties of its own after a
    declaration, by treaty. Of a treaty that it has not signed it does not know (P79)."""
    war = war_of(world, frame.number("war"))
    target = frame.text("target")
    has_declared = war is not None and target in war.declarers
    by_treaty: dict[str, list[Obligation]] = {}
    for each in obligations.obligations(world, frame.text("power"), target, has_declared):
        treaty, friend = world.state.treaties[each.treaty], served(world, each)
        knows = seat in clauses_in_force.bound_seats(world, treaty)
        if treaty.secret and knows and world.seat_of(friend) == seat:
            by_treaty.setdefault(each.treaty, []).append(each)
    return by_treaty


class InvokeAlways(Instruction):
    """P80: invoke secret alliances unless that brings the Great War, or keep them secret. It never
    asks: a seat that is sometimes asked would reveal that it has a secret ally."""

    def choices(self, world: PaxContext, seat: Seat) -> ByThing:
        return {"allies": (INVOKE, CONCEAL)}

    def due(self, world: PaxContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        frame = world.state.top
        assert frame is not None
        if not {INVOKE, CONCEAL} & set(choices):
            return NOT_ENOUGH
        parts = list[str]()
        for name, calls in secret_calls(world, frame, seat).items():
            safe = not any(would_be_great_war(world, each.power, each.against) for each in calls)
            parts.append(f"{INVOKE if INVOKE in choices and safe else CONCEAL} {name}")
        return complete(parts or [PASS])


@steps.ask("invoke_allies", prepared=InvokeAlways())
class InvokeAllies(DecisionStep[PaxContext]):
    """P80: after every declaration both sides are asked under seal whether they invoke a secret
    alliance, also those that have none: otherwise the question would reveal that there is one."""

    section = "12.2"
    sealed = True

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return war_of(world, frame.number("war")) is not None and bool(self.seats(world, frame))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        """Public information only: who declares, and on whom."""
        sides = {world.seat_of(frame.text(name)) for name in ("power", "target")}
        return tuple(seat for seat in world.seats if seat in sides)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        names = {"power": frame.text("power"), "target": frame.text("target")}
        if secret_calls(world, frame, seat):
            return say("prompt.invoke_allies", **names)
        return say("prompt.invoke_nobody", **names)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        calls = secret_calls(world, frame, seat)
        if not calls:
            return Choose((PASS,))
        return Slots({name: (f"{CONCEAL} {name}", f"{INVOKE} {name}") for name in calls})

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        """Return who must come, and that the treaty becomes known."""
        calls = secret_calls(world, frame, seat)
        called = [each for name in _invoked(action) for each in calls.get(name, ())]
        if not called:
            return say("hint.concealing") if calls else None
        allies = list(dict.fromkeys(each.power for each in called))
        treaties = list(dict.fromkeys(each.treaty for each in called))
        return say("hint.invoking", powers=allies, treaties=treaties)

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """Default to keeping the secret."""
        calls = secret_calls(world, frame, seat)
        return "; ".join(f"{CONCEAL} {name}" for name in calls) or PASS

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        """9.5: what is invoked is published; what was ended or published meanwhile is not there."""
        for seat in world.by_precedence(answers):
            for name in _invoked(answers[seat]):
                treaty = world.state.treaties.get(name)
                if treaty is not None and treaty.state == IN_FORCE:
                    world.log("log.invoked", seat=seat, parties=list(treaty.parties))
                    breaches.publish(world, treaty)


def _invoked(action: Action) -> list[str]:
    return [choice.args[0] for choice in action.choices if choice.verb == INVOKE]
