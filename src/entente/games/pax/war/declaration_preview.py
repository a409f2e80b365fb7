"""Preview of a declaration of war for the seat that would make it (12.2, 13.2, 13.3).

Only treaties known to the seat count: secrets among others show when they are used.
"""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.belligerents import are_hostile, war_between, wars_of
from entente.games.pax.board import AUSTRIA_HUNGARY, GERMANY, OTTOMAN_EMPIRE, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.joined_messages import join_messages
from entente.games.pax.treaties import clauses_in_force, obligations
from entente.games.pax.treaties.obligations import Obligation
from entente.games.pax.war.declarations import call_declaration
from entente.games.pax.war.joining import GREAT_WAR_POWERS, great_powers_in
from entente.kernel import Message, Seat, say


def declaration_hint(world: PaxContext, seat: Seat, power: Power, target: Power) -> Message | None:
    """Return the consequences of a declaration: tension, who is drawn in, how near the Great War
    is."""
    return join_messages(declaration_preview(world, seat, power, target))


def declaration_preview(
    world: PaxContext, seat: Seat, power: Power, target: Power
) -> Iterator[Message]:
    """Yield the consequences of a declaration of war, one message each."""
    if target == OTTOMAN_EMPIRE:
        yield rise_hint(world, "declaration_of_war")
        return
    twin = world.for_copy(world.state.copy())
    call_declaration(twin, power, target)
    yield tension_hint(world, twin.state.tension - world.state.tension)
    if _partner_comes(world, power, target):
        partner = AUSTRIA_HUNGARY if target == GERMANY else GERMANY
        yield say("hint.partner_enters", power=partner, target=target)
    called = called_allies(world, seat, power, target)
    for each in called:
        key = f"hint.{each.kind}{'_secret' if _is_dormant(world, each) else ''}"
        yield say(key, power=each.power, against=each.against, treaty=each.treaty)
    if _is_over(twin):
        yield from _great_war(twin, "now")
        return
    alone = twin.state.tension
    for each in called:
        if not _is_over(twin) and not _fight(twin, each.power, each.against):
            call_declaration(twin, each.power, each.against)
    if (total := twin.state.tension) > alone:
        last = world.board.constants.great_war_at
        yield say("hint.rise_called", amount=total - alone, total=total, last=last)
    if _is_over(twin):
        yield from _great_war(twin, "if")
        return
    war = war_between(twin, power, target)
    inside = great_powers_in(twin, war) if war is not None else []
    if inside:
        yield say("hint.great_powers", powers=inside, number=len(inside), enough=GREAT_WAR_POWERS)


def rise_hint(world: PaxContext, *kinds: str) -> Message:
    """Return how near rises of the tension come to the Great War."""
    return tension_hint(world, sum(world.board.tension[kind].amount for kind in kinds))


def tension_hint(world: PaxContext, amount: int) -> Message:
    total, last = world.state.tension + amount, world.board.constants.great_war_at
    return say("hint.rise", amount=amount, total=total, last=last)


def _is_over(twin: PaxContext) -> bool:
    return twin.state.outcome is not None


def _great_war(twin: PaxContext, when: str) -> Iterator[Message]:
    """Yield the line about the Great War, if a simulated position brings it."""
    penalty = twin.board.penalty(twin.year)
    yield say(f"hint.great_war_{when}", penalty=penalty)
    if twin.state.guilty:
        times = twin.board.constants.guilt_multiplier
        yield say("hint.guilty", seats=list(twin.state.guilty), penalty=penalty * times)


def _partner_comes(world: PaxContext, power: Power, target: Power) -> bool:
    """12.2: whether the other of the two empires comes in by itself, as the rules carry it out."""
    partner = {GERMANY: AUSTRIA_HUNGARY, AUSTRIA_HUNGARY: GERMANY}.get(target)
    if partner is None or partner == power:
        return False
    mine = [war for each in (power, target) for war in wars_of(world, each)]
    return not any(partner in war.entered or target in war.declarers for war in mine)


def called_allies(world: PaxContext, seat: Seat, power: Power, target: Power) -> list[Obligation]:
    """Return who would have to come, by treaties that this seat knows of."""
    declared = any(target in war.declarers for war in wars_of(world, target))
    return [
        each
        for each in obligations.obligations(world, power, target, declared)
        if world.seat_of(each.power) is not None
        and not _fight(world, each.power, each.against)
        and clauses_in_force.knows(world, seat, world.state.treaties[each.treaty])
    ]


def _is_dormant(world: PaxContext, obligation: Obligation) -> bool:
    """P80: whether an alliance is secret, and binds no power until it is invoked."""
    return world.since(3) and world.state.treaties[obligation.treaty].secret


def _fight(world: PaxContext, one: Power, other: Power) -> bool:
    war = war_between(world, one, other)
    return war is not None and are_hostile(war, one, other)
