"""What treaties in force mean for the rules (9.4, 9.5): rights, obligations, breaches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import msgspec

from entente.games.pax.board import NAVY, STATUS_WORDS, Area, Power, Status
from entente.games.pax.causes import give_cause
from entente.games.pax.conditions import holds
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaty import (
    IN_FORCE,
    WHOLE,
    Breach,
    Clause,
    Treaty,
    bound_by,
    parties_to,
)
from entente.games.pax.world import World
from entente.kernel import Frame, Message, Seat, say

ANYONE = "anyone"


class Bound(NamedTuple):
    """A clause that is at work now."""

    treaty: Treaty
    number: int
    clause: Clause


def at_work(world: World, *kinds: str) -> Iterator[Bound]:
    """The clauses of these kinds that are in force now: by turn and by condition."""
    turn = world.state.turn
    for treaty in world.state.treaties.values():
        if treaty.state != IN_FORCE or (treaty.until and turn > treaty.until):
            continue
        for number, clause in enumerate(treaty.clauses):
            if clause.kind not in kinds or number in treaty.done:
                continue
            if turn < clause.start or (clause.until and turn > clause.until):
                continue
            if holds(world, clause.when):
                yield Bound(treaty, number, clause)


def binding(world: World, power: Power, *kinds: str) -> Iterator[Bound]:
    """Those that bind a power to do or not to do something."""
    for bound in at_work(world, *kinds):
        if bound.clause.text("power") == power and bound.treaty.binds(power):
            yield bound


def areas_of(world: World, clause: Clause) -> set[Area]:
    """The areas that a clause names, by themselves or by a tag."""
    found: set[Area] = set()
    for word in clause.listed("areas"):
        found |= {word} if word in world.board.areas else set(world.board.tagged(word))
    return found


def must_sign(world: World, clause: Clause) -> list[Power]:
    """Who must sign for a clause; before version 3 all whom it names."""
    return bound_by(clause) if world.since(3) else parties_to(clause)


def parties(world: World, treaty: Treaty) -> list[Seat]:
    """The seats that know of a treaty by being party to it."""
    return _seats_of(world, treaty.parties)


def bound_seats(world: World, treaty: Treaty) -> list[Seat]:
    """The seats that a treaty still binds: those that have left it have no say in it (P63)."""
    return _seats_of(world, treaty.bound if world.since(3) else treaty.parties)


def _seats_of(world: World, powers: tuple[Power, ...]) -> list[Seat]:
    found = (world.seat_of(power) for power in powers)
    known = {seat for seat in found if seat is not None}
    return [seat for seat in world.seats if seat in known]


def knows(world: World, seat: Seat | None, treaty: Treaty) -> bool:
    """Whether a seat may know of a treaty: what is secret or only offered, its parties (14)."""
    if treaty.state != "offered" and not treaty.secret:
        return True
    return seat is not None and seat in parties(world, treaty)


def tell_of(world: World, treaty: Treaty, told: Message) -> None:
    """A line about a treaty, for those who may know of it."""
    if treaty.secret:
        world.tell_to(parties(world, treaty), told)
    else:
        world.state.log(told)


# -- breaches


def breach(
    world: World,
    treaty: Treaty,
    number: int,
    power: Power,
    starter: Seat | None = None,
    *,
    while_bound: bool = False,
) -> set[Seat]:
    """9.5: a power has broken a clause. Whom it concerns openly: nobody, if it is secret.

    `starter` is the first declarer of the war in whose course it happens (13.3). `while_bound`: it
    did so before it left the treaty, and leaving undoes nothing (P63)."""
    turn = world.state.turn
    treaty = world.state.treaties[treaty.id]
    if world.since(3) and power in treaty.released and not while_bound:
        return set()  # it has left the treaty (P63)
    if any((b.power, b.turn) == (power, turn) and b.clause == number for b in treaty.breaches):
        return set()
    first = not any(b.power == power and b.turn == turn for b in treaty.breaches)
    noted = Breach(power, number, turn, counted=not treaty.secret)
    change(world, treaty, breaches=(*treaty.breaches, noted))
    told = say("log.breach", power=power, treaty=treaty.id, clause=number + 1)
    if number == WHOLE:
        told = say("log.denounced", power=power, treaty=treaty.id)
    if treaty.secret:
        world.tell_to(parties(world, treaty), told)
        return set()
    world.state.log(told)
    if first:
        count_breach(world, treaty, power, starter)
    return set(bound_seats(world, treaty))


def count_breach(world: World, treaty: Treaty, power: Power, starter: Seat | None = None) -> None:
    """9.5: tension, once a treaty, breaker and turn; every other signatory has cause for war."""
    for other in treaty.bound if world.since(3) else treaty.parties:
        if other != power and not world.same_side(other, power):
            give_cause(world, "treaty_broken", other, power, treaty=treaty.id)
    raise_tension(world, "treaty_broken", world.seat_of(power), starter=starter)


def change(world: World, treaty: Treaty, **changes: object) -> Treaty:
    """A treaty is no longer quite what it was."""
    after = msgspec.structs.replace(world.state.treaties[treaty.id], **changes)
    world.state.treaties = {**world.state.treaties, treaty.id: after}
    return after


def publish(world: World, treaty: Treaty) -> Treaty:
    """9.5: a secret treaty is known to all from now on; what was broken this turn now counts."""
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


def _rename_in_steps(world: World, before: str, after: str) -> None:
    """Steps that are still to come find a treaty under its new name."""
    world.state.stack[:] = [
        Frame(frame.step, {**frame.args, "treaty": after}, frame.window)
        if frame.args.get("treaty") == before
        else frame
        for frame in world.state.stack
    ]


def _disclose_bonuses(world: World, name: str) -> None:
    """P68: with the treaty everybody learns of the points that came from it."""
    shown = [bonus for bonus in world.state.secret_bonuses if name in bonus.treaties]
    for bonus in shown:
        year = world.board.year(bonus.turn)
        world.log("log.bonus_disclosed", seat=bonus.seat, points=bonus.points, year=year)
    world.state.secret_bonuses = tuple(b for b in world.state.secret_bonuses if b not in shown)


# -- placing and building


def forbidden(world: World, power: Power, area: Area, status: Status) -> list[Bound]:
    """no_placement clauses that a marker would break."""
    return [
        bound
        for bound in binding(world, power, "no_placement")
        if area in areas_of(world, bound.clause)
        and status >= STATUS_WORDS[bound.clause.text("level") or "interest"]
    ]


def warn_placing(world: World, power: Power, area: Area, status: Status) -> list[Message]:
    return [_warning(bound) for bound in forbidden(world, power, area, status)]


def watch_placing(world: World, power: Power, area: Area, status: Status) -> set[Seat]:
    """A marker was placed; whom it concerns by a treaty (6.6, C4)."""
    found: set[Seat] = set()
    for bound in forbidden(world, power, area, status):
        found |= breach(world, bound.treaty, bound.number, power)
    return found


def built(world: World, power: Power, kind: str, since: int) -> int:
    """The strength that a power has bought since a number of purchases."""
    return sum(
        bought.strength
        for bought in world.state.purchases[since:]
        if bought.power == power and kind in ("any", bought.kind)
    )


def too_much(world: World, power: Power, kind: str, strength: int) -> list[Bound]:
    """build_limit clauses that buying more of a kind would break."""
    found = []
    for bound in binding(world, power, "build_limit"):
        clause = bound.clause
        if clause.text("kind") not in ("any", kind):
            continue
        per_turn = clause.text("per") == "turn"
        since = world.state.purchases_before if per_turn else bound.treaty.since
        total = built(world, power, clause.text("kind"), since) + strength
        if total > clause.number("strength"):
            found.append(bound)
    return found


def warn_buying(world: World, power: Power, kind: str, strength: int) -> list[Message]:
    return [_warning(bound) for bound in too_much(world, power, kind, strength)]


def watch_buying(world: World, power: Power, kind: str, strength: int) -> set[Seat]:
    """A unit was bought (it is counted already)."""
    found: set[Seat] = set()
    for bound in too_much(world, power, kind, 0):
        found |= breach(world, bound.treaty, bound.number, power)
    return found


def _warning(bound: Bound) -> Message:
    return say("caution.breach", treaty=bound.treaty.id, clause=bound.number + 1)


# -- where units stand


def standing(world: World, power: Power, clause: Clause) -> int:
    """The strength of a power's units of a kind in the areas of a clause."""
    total, kind = 0, clause.text("kind")
    for area in areas_of(world, clause):
        if kind != NAVY:
            total += sum(world.armies(power, area))
        if kind != "army":
            total += sum(world.navies_at(power, area))
    return total


def movement_ended(world: World) -> None:
    """End of phase 4: what had to be built or kept somewhere, and was not (9.4)."""
    for bound in list(at_work(world, "build_duty")):
        power = bound.clause.text("power")
        done = built(world, power, bound.clause.text("kind"), world.state.purchases_before)
        if bound.treaty.binds(power) and done < bound.clause.number("strength"):
            breach(world, bound.treaty, bound.number, power)
    for power in world.majors:
        check_units(world, power)


def check_units(world: World, power: Power) -> None:
    """At the end of phase 4 and of each own manoeuvre: units_max and units_min."""
    for bound in list(binding(world, power, "units_max", "units_min")):
        there, wanted = standing(world, power, bound.clause), bound.clause.number("strength")
        wrong = there > wanted if bound.clause.kind == "units_max" else there < wanted
        if wrong:
            breach(world, bound.treaty, bound.number, power)


# -- war


class Obligation(NamedTuple):
    """A power must declare war on another, by a clause of a treaty."""

    power: Power
    against: Power
    treaty: str
    number: int
    kind: str


def names(clause: Clause, power: Power) -> bool:
    """Whether a list of enemies names a power."""
    words = clause.listed("against")
    return ANYONE in words or power in words


def defended_by(
    world: World, protected: Power, allies: Iterable[Power], against: Power | None = None
) -> list[Treaty]:
    """The treaties by which one of these is bound to stand by a power, against this enemy."""
    wanted = set(allies)
    return [
        bound.treaty
        for bound in at_work(world, "defensive")
        if bound.clause.text("protected") == protected
        and bound.clause.text("power") in wanted
        and bound.treaty.binds(bound.clause.text("power"))
        and bound.treaty.binds(protected)
        and (against is None or names(bound.clause, against))
    ]


def obligations(
    world: World, declarer: Power, target: Power, target_declared: bool = False
) -> list[Obligation]:
    """12.2: who must now come to the aid of whom: first the target's defenders, then the partners
    of the declarer. A power that has itself declared in this war is defended only by clauses that
    say so (P39)."""
    found = []
    for bound in at_work(world, "defensive"):
        clause, power = bound.clause, bound.clause.text("power")
        if clause.text("protected") != target or not names(clause, declarer):
            continue
        if target_declared and clause.text("always") != "yes":
            continue
        if bound.treaty.binds(power) and not world.same_side(power, declarer):
            found.append(Obligation(power, declarer, bound.treaty.id, bound.number, "defensive"))
    for bound in at_work(world, "offensive"):
        clause, power = bound.clause, bound.clause.text("power")
        if clause.text("partner") != declarer or not names(clause, target):
            continue
        if bound.treaty.binds(power) and not world.same_side(power, target):
            found.append(Obligation(power, target, bound.treaty.id, bound.number, "offensive"))
    return found


def still_obliged(world: World, obligation: Obligation) -> bool:
    """Whether nobody has ended, or left, the treaty since the call (P63)."""
    treaty = world.state.treaties[obligation.treaty]
    return treaty.binds(obligation.power) and obligation.number not in treaty.done


def call_on(world: World, obligation: Obligation) -> Obligation:
    """Who calls an ally by a secret treaty publishes it whole (9.5)."""
    treaty = publish(world, world.state.treaties[obligation.treaty])
    return obligation._replace(treaty=treaty.id)


def refuse_obligation(world: World, obligation: Obligation, starter: Seat | None = None) -> None:
    """An ally does not come: the treaty is broken, in the course of the war he is called to."""
    treaty = world.state.treaties[obligation.treaty]
    breach(world, treaty, obligation.number, obligation.power, starter)


def forbids_war(world: World, power: Power, target: Power) -> list[Bound]:
    """no_war clauses that a declaration would break; they end towards who has left them (P63)."""
    return [
        bound
        for bound in binding(world, power, "no_war")
        if target in bound.clause.listed("towards")
        and not (world.since(3) and target in bound.treaty.released)
    ]


def declared(world: World, power: Power, target: Power) -> None:
    """A power has declared war: it may have promised not to."""
    for bound in forbids_war(world, power, target):
        breach(world, bound.treaty, bound.number, power)


def coaling_clauses(world: World) -> list[Bound]:
    """The clauses by which coal is granted now."""
    return list(at_work(world, "coaling"))


def coaling_areas(world: World, grantee: Power) -> set[Area]:
    """Areas in which others have granted a power coal for its wars (9.4, 12.5)."""
    found: set[Area] = set()
    for bound in coaling_clauses(world):
        if bound.clause.text("to") == grantee:
            grantor = bound.clause.text("from")
            found |= {a for a in areas_of(world, bound.clause) if world.marker(grantor, a)}
    return found


def passage_set(world: World, power: Power, user: Power, passage: str, is_closed: bool) -> None:
    """The controller has opened or closed a passage to somebody."""
    stance = "closed" if is_closed else "open"
    for bound in binding(world, power, "passage"):
        clause = bound.clause
        concerns = clause.text("user") == user and clause.text("passage") == passage
        if concerns and clause.text("stance") != stance:
            breach(world, bound.treaty, bound.number, power)


def left_war(world: World, power: Power, partners: list[Power]) -> None:
    """A power has made a separate peace, leaving these behind."""
    for bound in binding(world, power, "no_separate_peace"):
        if bound.clause.text("partner") in partners:
            breach(world, bound.treaty, bound.number, power)


def voted(world: World, power: Power, area: Area, for_it: bool) -> None:
    """A power has voted in congress on a matter about an area."""
    for bound in broken_by_vote(world, power, area, for_it):
        breach(world, bound.treaty, bound.number, power)


def broken_by_vote(world: World, power: Power, area: Area, for_it: bool) -> list[Bound]:
    """The promises that a power breaks by voting so."""
    return [
        bound
        for bound in binding(world, power, "vote")
        if bound.clause.text("area") == area and (bound.clause.text("side") == "yes") != for_it
    ]


def announced(world: World, power: Power, minors: set[Power]) -> None:
    """Who could announce the defence of a minor, and did not for these."""
    for bound in binding(world, power, "support_minor"):
        if bound.clause.text("minor") in minors:
            breach(world, bound.treaty, bound.number, power)
