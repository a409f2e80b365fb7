"""Obligations under treaties in force (9.4, 9.5): what they forbid, demand and grant."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from entente.games.pax.board import NAVY, STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import (
    Clause,
    Treaty,
)
from entente.games.pax.treaties.breaches import breach, breach_caution, publish
from entente.games.pax.treaties.clause_words import ANYONE
from entente.games.pax.treaties.clauses_in_force import Bound, areas_of, at_work, binding
from entente.kernel import Message, Seat

# -- placing and building


def forbidden(world: PaxContext, power: Power, area: Area, status: Status) -> list[Bound]:
    """no_placement clauses that a marker would break."""
    return [
        bound
        for bound in binding(world, power, "no_placement")
        if area in areas_of(world, bound.clause)
        and status >= STATUS_WORDS[bound.clause.text("level") or "interest"]
    ]


def warn_placing(world: PaxContext, power: Power, area: Area, status: Status) -> list[Message]:
    return [breach_caution(world, bound, power) for bound in forbidden(world, power, area, status)]


def watch_placing(world: PaxContext, power: Power, area: Area, status: Status) -> set[Seat]:
    """Record breaches by a marker just placed; return the seats concerned (6.6, C4)."""
    seats: set[Seat] = set()
    for bound in forbidden(world, power, area, status):
        seats |= breach(world, bound.treaty, bound.number, power)
    return seats


def built(world: PaxContext, power: Power, kind: str, since: int) -> int:
    """Return the strength that a power has bought since a number of purchases."""
    return sum(
        bought.strength
        for bought in world.state.purchases[since:]
        if bought.power == power and kind in ("any", bought.kind)
    )


def too_much(world: PaxContext, power: Power, kind: str, strength: int) -> list[Bound]:
    """build_limit clauses that buying more of a kind would break."""
    exceeded = []
    for bound in binding(world, power, "build_limit"):
        clause = bound.clause
        if clause.text("kind") not in ("any", kind):
            continue
        per_turn = clause.text("per") == "turn"
        since = world.state.purchases_before if per_turn else bound.treaty.since
        total = built(world, power, clause.text("kind"), since) + strength
        if total > clause.number("strength"):
            exceeded.append(bound)
    return exceeded


def warn_buying(world: PaxContext, power: Power, kind: str, strength: int) -> list[Message]:
    return [breach_caution(world, bound, power) for bound in too_much(world, power, kind, strength)]


def watch_buying(world: PaxContext, power: Power, kind: str, strength: int) -> set[Seat]:
    """Record breaches by a purchase, which is counted already."""
    seats: set[Seat] = set()
    for bound in too_much(world, power, kind, 0):
        seats |= breach(world, bound.treaty, bound.number, power)
    return seats


# -- where units are


def standing(world: PaxContext, power: Power, clause: Clause) -> int:
    """Return the strength of a power's units of a kind in the areas of a clause."""
    total, kind = 0, clause.text("kind")
    for area in areas_of(world, clause):
        if kind != NAVY:
            total += sum(world.armies(power, area))
        if kind != "army":
            total += sum(world.navies_at(power, area))
    return total


def movement_ended(world: PaxContext) -> None:
    """End of phase 4: what had to be built or kept somewhere, and was not (9.4)."""
    for bound in list(at_work(world, "build_duty")):
        power = bound.clause.text("power")
        done = built(world, power, bound.clause.text("kind"), world.state.purchases_before)
        if bound.treaty.binds(power) and done < bound.clause.number("strength"):
            breach(world, bound.treaty, bound.number, power)
    for power in world.majors:
        check_units(world, power)


def check_units(world: PaxContext, power: Power) -> None:
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
    """Return whether a list of enemies names a power."""
    words = clause.listed("against")
    return ANYONE in words or power in words


def defended_by(
    world: PaxContext, protected: Power, allies: Iterable[Power], against: Power | None = None
) -> list[Treaty]:
    """Return the treaties by which one of these must defend a power against this enemy."""
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
    world: PaxContext, declarer: Power, target: Power, target_declared: bool = False
) -> list[Obligation]:
    """12.2: who must now come to the aid of whom: first the target's defenders, then the partners
    of the declarer. A power that has itself declared in this war is defended only by clauses that
    say so (P39)."""
    calls = []
    for bound in at_work(world, "defensive"):
        clause, power = bound.clause, bound.clause.text("power")
        if clause.text("protected") != target or not names(clause, declarer):
            continue
        if target_declared and clause.text("always") != "yes":
            continue
        if bound.treaty.binds(power) and not world.same_side(power, declarer):
            calls.append(Obligation(power, declarer, bound.treaty.id, bound.number, "defensive"))
    for bound in at_work(world, "offensive"):
        clause, power = bound.clause, bound.clause.text("power")
        if clause.text("partner") != declarer or not names(clause, target):
            continue
        if bound.treaty.binds(power) and not world.same_side(power, target):
            calls.append(Obligation(power, target, bound.treaty.id, bound.number, "offensive"))
    return calls


def still_obliged(world: PaxContext, obligation: Obligation) -> bool:
    """Return whether the treaty still binds the power (P63)."""
    treaty = world.state.treaties[obligation.treaty]
    return treaty.binds(obligation.power) and obligation.number not in treaty.done


def call_ally(world: PaxContext, obligation: Obligation) -> Obligation:
    """Call an ally; this publishes a secret treaty as a whole (9.5)."""
    treaty = publish(world, world.state.treaties[obligation.treaty])
    return obligation._replace(treaty=treaty.id)


def refuse_obligation(
    world: PaxContext, obligation: Obligation, starter: Seat | None = None
) -> None:
    """Record the breach of an ally that does not come, in the course of the war it is called to."""
    treaty = world.state.treaties[obligation.treaty]
    breach(world, treaty, obligation.number, obligation.power, starter)


def forbids_war(world: PaxContext, power: Power, target: Power) -> list[Bound]:
    """no_war clauses that a declaration would break; they end towards a power that has left
    (P63)."""
    return [
        bound
        for bound in binding(world, power, "no_war")
        if target in bound.clause.listed("towards")
        and not (world.since(3) and target in bound.treaty.released)
    ]


def declared(world: PaxContext, power: Power, target: Power) -> None:
    """Record breaches by a declaration of war."""
    for bound in forbids_war(world, power, target):
        breach(world, bound.treaty, bound.number, power)


def coaling_clauses(world: PaxContext) -> list[Bound]:
    """Return the clauses by which coal is granted now."""
    return list(at_work(world, "coaling"))


def coaling_areas(world: PaxContext, grantee: Power) -> set[Area]:
    """Areas in which others have granted a power coal for its wars (9.4, 12.5)."""
    areas: set[Area] = set()
    for bound in coaling_clauses(world):
        if bound.clause.text("to") == grantee:
            grantor = bound.clause.text("from")
            areas |= {a for a in areas_of(world, bound.clause) if world.marker(grantor, a)}
    return areas


def passage_set(
    world: PaxContext, power: Power, user: Power, passage: str, is_closed: bool
) -> None:
    """Record breaches by opening or closing a passage to a power."""
    stance = "closed" if is_closed else "open"
    for bound in binding(world, power, "passage"):
        clause = bound.clause
        concerns = clause.text("user") == user and clause.text("passage") == passage
        if concerns and clause.text("stance") != stance:
            breach(world, bound.treaty, bound.number, power)


def left_war(world: PaxContext, power: Power, partners: list[Power]) -> None:
    """Record breaches by a separate peace that leaves these partners behind."""
    for bound in binding(world, power, "no_separate_peace"):
        if bound.clause.text("partner") in partners:
            breach(world, bound.treaty, bound.number, power)


def voted(world: PaxContext, power: Power, area: Area, for_it: bool) -> None:
    """Record breaches by a vote in congress about an area."""
    for bound in broken_by_vote(world, power, area, for_it):
        breach(world, bound.treaty, bound.number, power)


def broken_by_vote(world: PaxContext, power: Power, area: Area, for_it: bool) -> list[Bound]:
    """Return the promises that a power breaks by voting so."""
    return [
        bound
        for bound in binding(world, power, "vote")
        if bound.clause.text("area") == area and (bound.clause.text("side") == "yes") != for_it
    ]


def announced(world: PaxContext, power: Power, minors: set[Power]) -> None:
    """Record breaches by a power that did not announce the defence of these minors."""
    for bound in binding(world, power, "support_minor"):
        if bound.clause.text("minor") in minors:
            breach(world, bound.treaty, bound.number, power)
