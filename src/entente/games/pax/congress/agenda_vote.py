"""The vote on the agenda (10.4): an order of the items, or one treaty for all."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from entente.games.pax.congress.agenda import session
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.records.congress import Item
from entente.kernel import (
    END,
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    OneOf,
    Seat,
    say,
    step,
)
from entente.kernel.menu import ListOf

ALL = "together"


def order_menu(world: PaxContext) -> ListOf:
    names = tuple(item.name for item in session(world).items)
    return ListOf("order", Choose(names), len(names), len(names), distinct=True)


@steps.ask("propose_agenda")
class ProposeAgenda(DecisionStep[PaxContext]):
    """10.4: the caller proposes an order, or one treaty for all."""

    section = "10.4"

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return len(session(world).items) > 1

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (session(world).caller,)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return OneOf((Choose((ALL,)), order_menu(world)))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return order_menu(world).write([item.name for item in session(world).items])

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        world.state.push(step("vote_agenda", proposal=action.text))
        return END


@steps.ask("vote_agenda")
class VoteAgenda(DecisionStep[PaxContext]):
    """10.4: the members vote on it once; if they refuse, items keep the order of creation."""

    section = "10.4"
    sealed = True
    grammar = ("vote <opinion>",)

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return session(world).members

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        proposal = frame.text("proposal")
        if proposal == ALL:
            return say("prompt.vote_together")
        return say("prompt.vote_agenda", items=order_menu(world).read(proposal) or [])

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        return Choose(("vote yes", "vote no"))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "vote no"

    def resolve_sealed(
        self, world: PaxContext, frame: Frame, answers: Mapping[Seat, Action]
    ) -> None:
        yes = sum(answer == "vote yes" for answer in answers.values())
        congress = session(world)
        if 2 * yes <= len(congress.members):
            world.log("log.agenda_refused")
            return
        proposal = frame.text("proposal")
        if proposal == ALL:
            world.state.congress = msgspec.structs.replace(
                congress, items=(_joined(world, congress.items),)
            )
        else:
            names = order_menu(world).read(proposal) or []
            by_name = {item.name: item for item in congress.items}
            ordered = tuple(by_name[name] for name in names)
            world.state.congress = msgspec.structs.replace(congress, items=ordered)
        world.log("log.agenda_adopted")


def _joined(world: PaxContext, items: tuple[Item, ...]) -> Item:
    """One treaty for all disputes."""
    joined = Item(
        ALL,
        "",
        tuple(cause for item in items for cause in item.causes),
        tuple(dict.fromkeys(power for item in items for power in item.parties)),
        tuple(dict.fromkeys(power for item in items for power in item.minors)),
        tuple(dict.fromkeys(seat for item in items for seat in item.announcers)),
    )
    return msgspec.structs.replace(joined, parts=items) if world.since(3) else joined
