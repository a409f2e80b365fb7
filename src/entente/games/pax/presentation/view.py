"""The view of a seat (14), and determinizations of what it cannot see."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from entente.games.pax.areas.communication import cut_off, network
from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.belligerents import belligerent_seats, war_of
from entente.games.pax.board import Area, Place, Port, Power, Sea
from entente.games.pax.context import POOLS, PaxContext
from entente.games.pax.economy.administration import effective_value, rolls_for_office, sheet_lines
from entente.games.pax.economy.spending import earmark
from entente.games.pax.movement.duties import undone
from entente.games.pax.movement.reopening import all_seen_by, most_moves
from entente.games.pax.records.congress import Congress
from entente.games.pax.records.movement_state import Reopening
from entente.games.pax.records.treaty import Charge, Treaty
from entente.games.pax.records.war import Talks, War
from entente.games.pax.state import (
    AdministrationSheet,
    Cause,
    Forces,
    Marker,
    SecretBonus,
    TensionRise,
)
from entente.games.pax.treaties import accusations
from entente.games.pax.treaties.clauses_in_force import knows
from entente.games.pax.treaties.coaling_rights import coaling_rights_known_to
from entente.kernel import Message, Seat, View


class PowerView(msgspec.Struct, frozen=True):
    """Public figures of a power: its money, its counters, its next income."""

    treasury: int
    earmark: int
    counters: dict[str, int]
    forecast: dict[str, int]  # next turn's sheet on the present position, without the office
    cut_off: tuple[Area, ...]  # markers without a line of communication
    bare: tuple[Area, ...]  # control markers without an army
    rolls: bool  # for its colonial office; else it takes the figure of a 6 (4.4)


class PaxView(View, kw_only=True):
    """The position as a seat sees it: everything but what others keep secret (14)."""

    turn: int
    year: int
    phase: str
    order: tuple[Seat, ...]
    seats: tuple[Seat, ...]
    minors: tuple[Power, ...]
    markers: dict[Area, dict[Power, Marker]]
    values: dict[Area, int]  # where sharing lowers them
    armies: dict[Place, Forces]
    navies: dict[Port, Forces]
    fleets: dict[Power, tuple[Sea, ...]]
    unrest: tuple[Area, ...]
    codominions: dict[Area, tuple[Power, ...]]
    canals: dict[Area, Power]
    balkan_wars: int
    ottoman_areas: tuple[Area, ...]  # that have become Ottoman (11.4)
    new_marker_lines: bool  # whether new markers carry lines (P3)
    powers: dict[Power, PowerView]
    points: dict[Seat, int]
    sheets: dict[Power, tuple[AdministrationSheet, ...]]
    tension: int
    rises: tuple[TensionRise, ...]
    resentment: int
    events: tuple[str, ...]
    causes: tuple[Cause, ...]
    treaties: dict[str, Treaty]
    charges: tuple[Charge, ...]
    ready: tuple[Seat, ...]
    reopened: dict[Seat, int]
    reopenings: tuple[Reopening, ...]  # the first one first
    final_due: bool  # a sealed round will end the phase
    congress: Congress | None
    wars: tuple[War, ...]
    guilty: tuple[Seat, ...]
    totals: dict[Seat, int]
    offers_left: int
    watched: tuple[str, ...]
    duty: Message | None


def shared_view(world: PaxContext) -> dict[str, Any]:
    """Return the part of the view that is the same for all."""
    state = world.state
    shared = {area: effective_value(world, area) for area in state.codominions}
    open_phase = state.phase == "movement"
    return {
        "turn": state.turn,
        "year": world.year if state.turn else world.board.constants.first_year,
        "phase": state.phase,
        "order": state.order,
        "seats": world.seats,
        "minors": world.minors,
        "markers": state.markers.copy(),
        "values": shared,
        "armies": state.armies.copy(),
        "navies": state.navies.copy(),
        "fleets": state.fleets.copy(),
        "unrest": state.unrest,
        "codominions": state.codominions.copy(),
        "canals": state.canals.copy(),
        "balkan_wars": state.balkan_wars,
        "ottoman_areas": state.ottoman_areas,
        "new_marker_lines": world.on("new_marker_lines"),
        "powers": {power: power_view(world, power) for power in world.majors},
        "tension": state.tension,
        "rises": state.rises,
        "resentment": state.resentment,
        "events": state.events,
        "causes": state.causes,
        "ready": state.moving.ready if open_phase else state.ready,
        "reopened": state.moving.reopened,
        "final_due": state.moving.final_due,
        "congress": state.congress,
        "wars": state.wars,
        "guilty": state.guilty,
        "totals": state.totals,
    }


def power_view(world: PaxContext, power: Power) -> PowerView:
    forecast = sheet_lines(world, power, 0)
    return PowerView(
        treasury=world.money(power),
        earmark=earmark(world, power),
        counters={pool: world.counters(power, pool) for pool in POOLS},
        forecast={line: forecast[line] for line in ("l15", "l21", "l22")},
        cut_off=tuple(cut_off(world, power, network(world, power))),
        bare=tuple(without_army(world, power)),
        rolls=rolls_for_office(world, power),
    )


def build_view(world: PaxContext, seat: Seat | None, shared: dict[str, Any]) -> PaxView:
    """Return the view of a seat; None: of a spectator. After the end nothing is secret."""
    state = world.state
    treaties = {n: t for n, t in state.treaties.items() if knows_of(world, seat, t)}
    mine = world.powers_of(seat) if seat is not None else ()
    return PaxView(
        **shared,
        points={each: visible_points(world, each, seat) for each in world.seats},
        sheets={power: visible_sheets(world, power, seat) for power in state.sheets},
        treaties=treaties,
        charges=visible_charges(world, seat),
        offers_left=offers_left(world, seat),
        watched=state.watched.get(seat, ()) if seat else (),
        reopenings=tuple(all_seen_by(state.reopenings, seat)),
        duty=_duty(world, seat) if mine else None,
    )


def visible_charges(world: PaxContext, seat: Seat | None) -> tuple[Charge, ...]:
    """Charges under treaties that a seat knows, without the votes of others (P82). Up to version 2
    of the rules votes were open."""
    state = world.state
    known = [c for c in state.charges if knows_of(world, seat, state.treaties[c.treaty])]
    if state.outcome is not None or not world.since(3):
        return tuple(known)
    return tuple(accusations.seen_by(charge, seat) for charge in known)


def knows_of(world: PaxContext, seat: Seat | None, treaty: Treaty) -> bool:
    """Return whether a treaty is no secret to a seat; after the end none is."""
    return world.state.outcome is not None or knows(world, seat, treaty)


def _duty(world: PaxContext, seat: Seat | None) -> Message | None:
    """Return what a seat must still do before it may be ready."""
    if seat is None or world.state.phase != "movement":
        return None
    refusal = undone(world, seat, most_moves(world, seat))
    return None if refusal is None else refusal.message


def offers_left(world: PaxContext, seat: Seat | None) -> int:
    if seat is None:
        return 0
    return max(0, world.number("offer_limit") - world.state.offers_made.get(seat, 0))


def visible_points(world: PaxContext, whose: Seat, viewer: Seat | None) -> int:
    """14: points without what comes from a secret treaty, for others and until the end."""
    return world.state.points.get(whose, 0) - sum(hidden_points(world, whose, viewer).values())


def hidden_points(world: PaxContext, whose: Seat, viewer: Seat | None) -> dict[int, int]:
    """Return the points of a seat that a viewer must not see, by turn: what comes from secret
    treaties of others (P68)."""
    state = world.state
    if whose == viewer or state.outcome is not None:
        return {}
    hidden = dict(state.secret_points.get(whose, {}))
    for bonus in state.secret_bonuses:
        if bonus.seat == whose and not _knows_bonus(world, viewer, bonus):
            hidden[bonus.turn] = hidden.get(bonus.turn, 0) + bonus.points
    return hidden


def _knows_bonus(world: PaxContext, viewer: Seat | None, bonus: SecretBonus) -> bool:
    return any(knows(world, viewer, world.state.treaties[name]) for name in bonus.treaties)


def visible_sheets(
    world: PaxContext, power: Power, viewer: Seat | None
) -> tuple[AdministrationSheet, ...]:
    """14: the sheets, on line 25 and 26 without what others must not know."""
    sheets, hidden = world.state.sheets[power], hidden_points(world, power, viewer)
    if not hidden:
        return sheets
    return tuple(_without(sheet, hidden.get(sheet.turn, 0)) for sheet in sheets)


def _without(sheet: AdministrationSheet, points: int) -> AdministrationSheet:
    if not points:
        return sheet
    less = {line: sheet.lines[line] - points for line in ("l25", "l26") if line in sheet.lines}
    return msgspec.structs.replace(sheet, lines={**sheet.lines, **less})


# -- what may be


def _as_known(world: PaxContext, talks: Talks, seat: Seat) -> Talks:
    """14: of peace talks others know nothing; a belligerent knows the offers and what it said."""
    war = war_of(world, talks.war)
    if war is None or seat not in belligerent_seats(world, war):
        return Talks(talks.war)
    offers = tuple(
        msgspec.structs.replace(o, answers={s: a for s, a in o.answers.items() if s == seat})
        for o in talks.offers
    )
    silent = tuple(each for each in talks.silent if each == seat)
    return Talks(talks.war, offers, silent)


def resample_hidden(world: PaxContext, seat: Seat, rng: Random) -> None:
    """14: assume that others have no secret treaties, no offers, and empty watch lists, hence no
    points from such treaties either. After the end nothing is hidden."""
    state = world.state
    if state.outcome is not None:
        return
    _forget_bonuses(world, seat)
    state.treaties = {n: t for n, t in state.treaties.items() if knows(world, seat, t)}
    state.charges = tuple(
        accusations.resample_votes(charge, seat, rng)
        for charge in state.charges
        if charge.treaty in state.treaties
    )
    state.coal = coaling_rights_known_to(world, seat)
    state.talks = tuple(_as_known(world, talks, seat) for talks in state.talks)
    state.watched = {each: names for each, names in state.watched.items() if each == seat}
    state.reopenings = tuple(all_seen_by(state.reopenings, seat))
    state.offers_made = {each: n for each, n in state.offers_made.items() if each == seat}
    kept = state.secret_points.get(seat)
    state.secret_points = {seat: kept} if kept else {}


def _forget_bonuses(world: PaxContext, seat: Seat) -> None:
    """Drop points that a seat must not see; of the rest it knows its own treaties."""
    state = world.state
    for other in world.seats:
        hidden = hidden_points(world, other, seat)
        if hidden:
            state.sheets[other] = visible_sheets(world, other, seat)
            state.points[other] = state.points.get(other, 0) - sum(hidden.values())
    kept = []
    for bonus in state.secret_bonuses:
        names = [n for n in bonus.treaties if knows(world, seat, state.treaties[n])]
        if names:
            kept.append(msgspec.structs.replace(bonus, treaties=tuple(names)))
        else:
            booked = state.bonuses[bonus.seat]
            less = booked[bonus.bonus] - bonus.points
            state.bonuses[bonus.seat] = {**booked, bonus.bonus: less}
    state.secret_bonuses = tuple(kept)
