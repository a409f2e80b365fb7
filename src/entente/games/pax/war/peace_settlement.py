"""The settlement of a peace (12.10): who makes peace with whom, and on which terms."""

from __future__ import annotations

import msgspec

from entente.games.pax.belligerents import (
    Camp,
    camp_of,
    change,
    hostile_camps,
    need,
    starter,
)
from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation.offers import in_force
from entente.games.pax.records.war import War
from entente.games.pax.tension import raise_tension
from entente.games.pax.treaties import clauses_in_force, obligations
from entente.games.pax.treaties.treaty_text import packed
from entente.games.pax.war.ending import division, divisions
from entente.games.pax.war.resolution import call_peace
from entente.kernel import (
    Frame,
    Seat,
)

STATUS_QUO, PRESENT_LINES = "status_quo", "present_lines"


def signatories(world: PaxContext, war: War, seats: list[Seat]) -> set[Power]:
    """Return the powers that have made peace: those of the seats, and minors, which leave with the
    first major ally that signs (12.10, P75); before version 3, with the last one."""
    powers = {power for power in war.entered if world.seat_of(power) in seats}
    enough = any if world.since(3) else all
    for camp in war.camps:
        majors = [power for power in camp if world.seat_of(power) is not None]
        if majors and enough(power in powers for power in majors):
            powers |= {power for power in camp if power not in majors}
    return powers


def parting(war: War, signed: set[Power], since_3: bool = True) -> tuple[Camp, Camp]:
    """12.10: who makes peace with whom by a treaty: if a whole camp has signed, it and all of its
    enemies that have signed too, each with all the others. In a war of three camps a power that
    signs with two of them is at peace with both. If no whole camp has signed, no one makes
    peace."""
    if not since_3:
        return _parting_2(war, signed)
    powers: set[Power] = set()
    for camp in war.camps:
        foes = {foe for other in hostile_camps(war, camp) for foe in other} & signed
        if foes and set(camp) <= signed:
            powers |= foes | set(camp)
    at_peace = tuple(power for power in war.entered if power in powers)
    return at_peace, at_peace


def _parting_2(war: War, signed: set[Power]) -> tuple[Camp, Camp]:
    """Before version 3: all with all if all signed; if one whole camp signed, those hostile to it
    that signed too with this camp. Otherwise no one."""
    if signed >= set(war.entered):
        return war.entered, war.entered
    for camp in war.camps:
        if set(camp) <= signed:
            foes = [foe for other in hostile_camps(war, camp) for foe in other]
            part = tuple(foe for foe in foes if foe in signed)
            if part:
                return part, camp
    return (), ()


def binds_only(world: PaxContext, terms: str, signed: set[Power]) -> bool:
    """Return whether all whom a draft binds have signed it: some may have refused, or left by a
    peace that was signed before in the same window."""
    if terms in (STATUS_QUO, PRESENT_LINES):
        return True
    clauses = world.state.treaties[terms].clauses
    return all(
        power in signed for clause in clauses for power in clauses_in_force.must_sign(world, clause)
    )


def signed_by(world: PaxContext, number: int, terms: str, seats: list[Seat]) -> None:
    """12.10: a draft has been signed by these seats, or by too few of them."""
    war = need(world, number)
    signed = signatories(world, war, seats)
    leaving, partners = parting(war, signed, world.since(3))
    if not leaving or not binds_only(world, terms, signed):
        world.log("log.peace_refused", seats=seats)
        return
    at_peace = {*leaving, *partners}
    _log_peace(world, terms, [power for power in war.entered if power in at_peace])
    deserted = [
        power
        for camp in war.camps
        for power in camp
        if power not in leaving and any(each in leaving for each in camp)
    ]
    if deserted:
        leave_separately(world, war, leaving, deserted)
    if world.state.outcome is None:
        conclude(world, number, terms, seats, leaving, partners)


def _log_peace(world: PaxContext, terms: str, powers: list[Power]) -> None:
    """Log who makes peace, and on which terms."""
    if terms in (STATUS_QUO, PRESENT_LINES):
        world.log(f"log.peace_{terms}", powers=powers)
    else:
        clauses = world.state.treaties[terms].clauses
        world.log("log.peace_terms", powers=powers, clauses=packed(clauses))


def leave_separately(
    world: PaxContext, war: War, leaving: tuple[Power, ...], deserted: list[Power]
) -> None:
    """12.10: a separate peace: tension, those who leave are to blame; promises may be broken. A
    camp that signs as a whole leaves no one behind."""

    def left_by(power: Power) -> list[Power]:
        if not world.since(3):
            return deserted
        return [each for each in deserted if each in camp_of(war, power)]

    leaving = tuple(power for power in leaving if left_by(power))
    seats = world.by_precedence({s for p in leaving if (s := world.seat_of(p)) is not None})
    raise_tension(world, "separate_peace", seats[0], also=seats[1:], starter=starter(world, war))
    for power in leaving:
        if world.seat_of(power) is not None and world.state.outcome is None:
            obligations.left_war(world, power, left_by(power))


def conclude(
    world: PaxContext, number: int, terms: str, seats: list[Seat], leaving: Camp, partners: Camp
) -> None:
    """12.10: peace by its terms: present lines leave each side what it conquered; otherwise
    conquests are given back, and a treaty says what changes hands."""
    war = need(world, number)
    called: list[Frame] = []
    if terms == PRESENT_LINES:
        if leaving == partners:
            called += divisions(world, war, leaving)
        else:
            called += division(world, war, leaving, partners)
            called += division(world, war, partners, leaving)
    kept = _between_others if world.since(3) else _without
    war = change(world, number, conquered=kept(world, war, leaving))
    world.state.push(*called, call_peace(world, war, leaving, partners))
    if terms not in (STATUS_QUO, PRESENT_LINES):
        sign_treaty(world, war, terms, seats)


def _without(world: PaxContext, war: War, leaving: Camp) -> dict[str, Power]:
    """Return the conquests that do not concern those who leave: neither theirs nor of their
    areas."""
    return {
        area: power
        for area, power in war.conquered.items()
        if power not in leaving and not any(world.holds(each, area) for each in leaving)
    }


def _between_others(world: PaxContext, war: War, at_peace: Camp) -> dict[str, Power]:
    """Return the conquests that a peace leaves as they are: neither of those who are out of the war
    now, nor of their areas, nor taken by one of those who make peace from another."""
    out = set(at_peace) - {
        power for pair in war.hostile if not set(pair) <= set(at_peace) for power in pair
    }
    owner_of = {}
    for area, power in war.conquered.items():
        owners = set(world.holders(area))
        if power in out or owners & out or (power in at_peace and owners & set(at_peace)):
            continue
        owner_of[area] = power
    return owner_of


def sign_treaty(world: PaxContext, war: War, name: str, seats: list[Seat]) -> None:
    """12.10: the clauses of a peace are a public treaty among those who signed."""
    draft = world.state.treaties[name]
    parties = tuple(p for p in war.entered if world.seat_of(p) in seats)
    in_force(world, msgspec.structs.replace(draft, parties=parties, signed=parties))
