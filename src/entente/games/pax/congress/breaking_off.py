"""Breaking off a debate by declaring war (10.4, 10.5)."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.belligerents import at_war
from entente.games.pax.board import Power
from entente.games.pax.congress.agenda import find_item, party_seats, session
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.negotiation.default_settlement import unsettled_outcome
from entente.games.pax.records.congress import Item
from entente.games.pax.tension import board_amount
from entente.games.pax.war.declaration_preview import declaration_hint
from entente.games.pax.war.declarations import call_declaration, declaration_cautions
from entente.kernel import (
    END,
    Action,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Seat,
    say,
)


def aggrieved(world: PaxContext, item: Item) -> list[Seat]:
    """Parties with a live cause of this item, in precedence."""
    return world.by_precedence(
        seat for seat in party_seats(world, item) if war_targets(world, item, seat)
    )


def war_targets(world: PaxContext, item: Item, seat: Seat) -> list[tuple[Power, Power]]:
    """Whom a seat may declare war on over an item, and for which of its powers. A party that has
    refused to sign may also turn on others that refused (10.5)."""
    refused = world.since(3) and session(world).adopted is not None
    return [
        (cause.holder, cause.against)
        for cause in live(world)
        if (cause.id in item.causes or (refused and cause.kind == "congress_defied"))
        and cause.holder in world.powers_of(seat)
        and not at_war(world, cause.holder, cause.against)
    ]


def declaring_hint(world: PaxContext, seat: Seat, action: Action) -> Message | None:
    """Return the consequences of a declaration of war in a congress, or of the disputes without
    one."""
    if action.verb == "declare":
        war = declaration_hint(world, seat, action["power"], action["against"])
        failure = say("hint.congress_failed", amount=board_amount(world, "congress_failed"))
        coming = [failure] if session(world).failed else []
        return join_messages([*([war] if war else []), *coming])
    if session(world).adopted is None:
        return None
    return undivided_hint(world) or unsettled_outcome(world, seat)


def undivided_hint(world: PaxContext) -> Message | None:
    """12.10: the fate of conquests that a congress of victors does not divide."""
    now = session(world)
    if not now.after_war or not world.since(3):
        return None
    areas = [area for item in now.items for area in item.areas]
    return say("hint.undivided", areas=areas)


def declaring_cautions(world: PaxContext, action: Action) -> list[Message]:
    if action.verb != "declare":
        return []
    return declaration_cautions(world, action["power"], action["against"])


@steps.ask("break_off")
class BreakOff(DecisionStep[PaxContext]):
    """10.4: a party with a casus belli may break off the debate by declaring it; so may one that
    has refused to sign (10.5)."""

    section = "10.4"
    grammar = ("wait", "declare <power> <against:power>")
    irreversible = ()

    def needed(self, world: PaxContext, frame: Frame) -> bool:
        return bool(war_targets(world, find_item(world, frame), frame.text("seat")))

    def seats(self, world: PaxContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("seat"),)

    def prompt(self, world: PaxContext, frame: Frame, seat: Seat) -> Message:
        refused = session(world).adopted is not None
        return say("prompt.refused_to_sign" if refused else "prompt.break_off")

    def hint(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> Message | None:
        return declaring_hint(world, seat, action)

    def cautions(
        self, world: PaxContext, frame: Frame, seat: Seat, action: Action
    ) -> list[Message]:
        return declaring_cautions(world, action)

    def menu(self, world: PaxContext, frame: Frame, seat: Seat) -> Menu:
        pairs = dict.fromkeys(war_targets(world, find_item(world, frame), seat))
        return Choose(("wait", *(f"declare {power} {target}" for power, target in pairs)))

    def default_answer(self, world: PaxContext, frame: Frame, seat: Seat) -> str:
        return "wait"

    def apply(self, world: PaxContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action != "wait":
            call_declaration(world, action["power"], action["against"])
        return END
