"""Breaches of treaties (9.5): who knows, what they cost, and the publication of secrets."""

from __future__ import annotations

import msgspec

from entente.games.pax.areas.causes import give_cause
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import (
    WHOLE,
    Breach,
    Treaty,
)
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties.clauses_in_force import Bound, bound_seats, parties
from entente.games.pax.treaties.treaty_text import packed_one
from entente.kernel import Frame, Message, Seat, say
from entente.kernel.message import Argument


def breach(
    world: PaxContext,
    treaty: Treaty,
    number: int,
    power: Power,
    starter: Seat | None = None,
    *,
    while_bound: bool = False,
) -> set[Seat]:
    """9.5: record that a power has broken a clause. Return the seats it concerns in public: none,
    if the treaty is secret.

    `starter` is the first declarer of the war in whose course it happens (13.3). `while_bound`: the
    breach came before the power left the treaty, and leaving undoes nothing (P63).
    """
    turn = world.state.turn
    treaty = world.state.treaties[treaty.id]
    if world.since(3) and power in treaty.released and not while_bound:
        return set()  # it has left the treaty (P63)
    if any((b.power, b.turn) == (power, turn) and b.clause == number for b in treaty.breaches):
        return set()
    first = not any(b.power == power and b.turn == turn for b in treaty.breaches)
    noted = Breach(power, number, turn, counted=not treaty.secret)
    change(world, treaty, breaches=(*treaty.breaches, noted))
    message = say("log.breach", power=power, treaty=treaty.id, clause=number + 1)
    if number == WHOLE:
        message = say("log.denounced", power=power, treaty=treaty.id)
    if treaty.secret:
        world.log_to(parties(world, treaty), message)
        return set()
    world.state.log(message)
    if first:
        count_breach(world, treaty, power, starter)
    return set(bound_seats(world, treaty))


def breach_caution(world: PaxContext, bound: Bound, power: Power) -> Message:
    """Warn a power of a breach (9.5): the clause in its words, who is wronged and gets a casus
    belli, and the tension."""
    treaty = bound.treaty
    said: dict[str, Argument] = {
        "treaty": treaty.id,
        "clause": bound.number + 1,
        "text": packed_one(bound.clause),
        "powers": wronged_by(world, treaty, power),
    }
    turn = world.state.turn
    if any(each.power == power and each.turn == turn for each in treaty.breaches):
        return say("caution.breach_too", **said)  # one treaty counts once a turn
    key = "caution.breach_secret" if treaty.secret else "caution.breach"
    return say(key, **said, **breach_rise(world))


def breach_rise(world: PaxContext) -> dict[str, int]:
    """Return how near a breach brings the Great War."""
    amount = world.board.tension["treaty_broken"].amount
    total = world.state.tension + amount
    return {"amount": amount, "total": total, "last": world.board.constants.great_war_at}


def wronged_by(world: PaxContext, treaty: Treaty, power: Power) -> list[Power]:
    """9.5: the other signatories, who have a casus belli against a power that breaks a treaty."""
    signatories = treaty.bound if world.since(3) else treaty.parties
    return [each for each in signatories if each != power and not world.same_side(each, power)]


def count_breach(
    world: PaxContext, treaty: Treaty, power: Power, starter: Seat | None = None
) -> None:
    """9.5: tension, once a treaty, breaker and turn; every other signatory has a casus belli."""
    for other in wronged_by(world, treaty, power):
        give_cause(world, "treaty_broken", other, power, treaty=treaty.id)
    raise_tension(world, "treaty_broken", world.seat_of(power), starter=starter)


def change(world: PaxContext, treaty: Treaty, **changes: object) -> Treaty:
    """Replace fields of a treaty."""
    after = msgspec.structs.replace(world.state.treaties[treaty.id], **changes)
    world.state.treaties = {**world.state.treaties, treaty.id: after}
    return after


def publish(world: PaxContext, treaty: Treaty) -> Treaty:
    """9.5: publish a secret treaty; breaches of this turn now count."""
    if not treaty.secret:
        return treaty
    treaties = {name: each for name, each in world.state.treaties.items() if name != treaty.id}
    world.state.public_treaties += 1
    known = f"treaty-{world.state.public_treaties}"
    fresh = [b for b in treaty.breaches if not b.counted and b.turn == world.state.turn]
    after = msgspec.structs.replace(
        treaty,
        id=known,
        secret=False,
        breaches=tuple(msgspec.structs.replace(b, counted=True) for b in treaty.breaches),
    )
    world.state.treaties = {**treaties, known: after}
    world.state.charges = tuple(
        msgspec.structs.replace(charge, treaty=known) if charge.treaty == treaty.id else charge
        for charge in world.state.charges
    )
    _rename_in_steps(world, treaty.id, known)
    world.state.coal = tuple(
        msgspec.structs.replace(right, treaty=known, knowing=())
        if right.treaty == treaty.id
        else right
        for right in world.state.coal
    )
    world.state.reveal()
    world.log("log.published", treaty=known, parties=list(after.parties))
    _disclose_bonuses(world, treaty.id)
    for power in dict.fromkeys(b.power for b in fresh):
        count_breach(world, after, power)
    return after


def _rename_in_steps(world: PaxContext, before: str, after: str) -> None:
    """Give pending steps the new name of a treaty."""
    world.state.stack[:] = [
        Frame(frame.step, {**frame.args, "treaty": after}, frame.window)
        if frame.args.get("treaty") == before
        else frame
        for frame in world.state.stack
    ]


def _disclose_bonuses(world: PaxContext, name: str) -> None:
    """P68: disclose the points that came from a published treaty."""
    shown = [bonus for bonus in world.state.secret_bonuses if name in bonus.treaties]
    for bonus in shown:
        year = world.board.year(bonus.turn)
        world.log("log.bonus_disclosed", seat=bonus.seat, points=bonus.points, year=year)
    world.state.secret_bonuses = tuple(b for b in world.state.secret_bonuses if b not in shown)
