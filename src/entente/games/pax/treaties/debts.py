"""Promised money that is not there (9.4): a breach, unless the creditor forgives it."""

from __future__ import annotations

from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.treaties.breaches import breach
from entente.games.pax.treaties.clauses_in_force import log_treaty
from entente.kernel import END, Action, Choose, DecisionStep, Frame, Menu, Message, Seat, say, step

INSIST, FORGIVE = "insist", "forgive"


def handle_shortfall(world: PaxContext, treaty: Treaty, number: int, missing: int) -> None:
    """Handle a payment that falls short. For a secret treaty there is no public question: a breach
    counts only if a signatory publishes it (P19)."""
    clause = treaty.clauses[number]
    debtor, creditor = clause.text("from"), clause.text("to")
    if treaty.secret or world.seat_of(creditor) is None:
        breach(world, treaty, number, debtor)
        return
    world.state.push(
        step(
            "shortfall",
            treaty=treaty.id,
            clause=number,
            debtor=debtor,
            creditor=creditor,
            missing=missing,
        )
    )


@steps.ask("shortfall")
class Shortfall(DecisionStep[PaxContext]):
    """9.4: the creditor insists on what is missing, or forgives it."""

    section = "9.4"
    grammar = (INSIST, FORGIVE)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        seat = world.seat_of(frame.text("creditor"))
        return () if seat is None else (seat,)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        return say("prompt.shortfall", power=frame.text("debtor"), amount=frame.number("missing"))

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose((INSIST, FORGIVE))

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        ends = action == INSIST and _ends_the_game(world, frame)
        return [say("caution.great_war")] if ends else []

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        """2, P70: not to forgive, unless the breach would bring the Great War."""
        return FORGIVE if world.since(4) and _ends_the_game(world, frame) else INSIST

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        debtor, name = frame.text("debtor"), frame.text("treaty")
        if action == INSIST:
            treaty = world.state.treaties[name]
            breach(world, treaty, frame.number("clause"), debtor, while_bound=True)
        else:
            message = say("log.forgiven", seat=seat, power=debtor, amount=frame.number("missing"))
            log_treaty(world, world.state.treaties[name], message)
        return END


def _ends_the_game(world: PaxContext, frame: Frame) -> bool:
    """9.5, 13.2: whether the breach would bring the Great War by its tension."""
    twin = world.for_copy(world.state.copy())
    treaty = twin.state.treaties[frame.text("treaty")]
    breach(twin, treaty, frame.number("clause"), frame.text("debtor"), while_bound=True)
    return twin.state.outcome is not None
