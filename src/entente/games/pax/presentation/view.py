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
    """Its money."""
    earmark: int
    """The money that events demand for units."""
    counters: dict[str, int]
    """The counters left to it, by kind."""
    forecast: dict[str, int]
    """Income, upkeep and balance of its next sheet in the present position (lines 15, 21 and
    22), without the colonial office."""
    cut_off: tuple[Area, ...]
    """The areas where it has a marker without a line of communication."""
    bare: tuple[Area, ...]
    """The areas where it has a control marker without an army."""
    rolls: bool
    """Whether it rolls for its colonial office; otherwise it takes the figure of a 6 (4.4)."""


class PaxView(View, kw_only=True):
    """The position as a seat sees it: everything but what others keep secret (14)."""

    turn: int
    """The turn; 0 before the first."""
    year: int
    """The year in which the turn begins."""
    phase: str
    """The phase of the turn, such as `movement`."""
    order: tuple[Seat, ...]
    """The seats in the order of precedence of this turn."""
    seats: tuple[Seat, ...]
    """All seats."""
    minors: tuple[Power, ...]
    """The minor powers."""
    markers: dict[Area, dict[Power, Marker]]
    """The status markers in each area, by power."""
    values: dict[Area, int]
    """The value of areas whose control is shared."""
    armies: dict[Place, Forces]
    """The armies in each place, by power; in wars also at sea."""
    navies: dict[Port, Forces]
    """The navies in each port, by power; in wars also at sea."""
    fleets: dict[Power, tuple[Sea, ...]]
    """The seas with a merchant fleet, by power."""
    unrest: tuple[Area, ...]
    """The areas in unrest."""
    codominions: dict[Area, tuple[Power, ...]]
    """The powers that share an area by agreement."""
    canals: dict[Area, Power]
    """The powers that have built a canal, by area."""
    balkan_wars: int
    """The number of Balkan wars so far."""
    ottoman_areas: tuple[Area, ...]
    """The areas that have become Ottoman (11.4)."""
    new_marker_lines: bool
    """Whether new markers carry lines of communication (P3)."""
    powers: dict[Power, PowerView]
    """The public figures of the major powers."""
    points: dict[Seat, int]
    """The victory points of each seat, as far as this seat may know them."""
    sheets: dict[Power, tuple[AdministrationSheet, ...]]
    """The administrative sheets of each power, as far as this seat may know them."""
    tension: int
    """European tension; at 100 comes the Great War."""
    rises: tuple[TensionRise, ...]
    """The increases of European tension so far."""
    resentment: int
    """Chinese resentment."""
    events: tuple[str, ...]
    """The events of this turn."""
    causes: tuple[Cause, ...]
    """The casus belli."""
    treaties: dict[str, Treaty]
    """The treaties and offers that this seat knows of, by name."""
    charges: tuple[Charge, ...]
    """The accusations that are being voted on, under treaties this seat knows of."""
    ready: tuple[Seat, ...]
    """The seats that are ready, in the negotiation and movement phases."""
    reopened: dict[Seat, int]
    """How often each seat was asked again in this movement phase."""
    reopenings: tuple[Reopening, ...]
    """Why seats were asked again, the first one first."""
    final_due: bool
    """Whether a sealed round will end the movement phase."""
    congress: Congress | None
    """The congress in session."""
    wars: tuple[War, ...]
    """The wars under way, the oldest first."""
    guilty: tuple[Seat, ...]
    """The seats that are to blame for the Great War."""
    totals: dict[Seat, int]
    """The final points of each seat, once the game is over."""
    offers_left: int
    """The treaties that this seat may still offer in this turn."""
    watched: tuple[str, ...]
    """The places and seats on the private watch list of this seat (6.6)."""
    duty: Message | None
    """What this seat must still do before it may be ready."""


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
    """Return the public figures of a power. In the movement phase, they are kept until something of
    it changes, or control of any power, which decides what a shared area is worth."""
    if world.state.phase != "movement" or world.state.wars:
        return _power_view(world, power)
    moving = world.state.moving
    key = (world.stamps_of(power), world.control_stamps, world.state.earmarks, moving.devoted)
    return world.remember_by(power, "view", key, lambda: _power_view(world, power))


def _power_view(world: PaxContext, power: Power) -> PowerView:
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
