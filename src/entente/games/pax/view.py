"""What a seat may know (14), and what it may take for possible of what it does not know."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from entente.games.pax.administration import effective_value, rolls_for_office, sheet_lines
from entente.games.pax.board import Area, Place, Port, Power, Sea
from entente.games.pax.bonds import knows
from entente.games.pax.congress.record import Congress
from entente.games.pax.duties import undone
from entente.games.pax.garrisons import without_army
from entente.games.pax.lines import cut_off, network
from entente.games.pax.moving import Reopening
from entente.games.pax.purse import earmark
from entente.games.pax.reopening import all_seen_by, most_moves
from entente.games.pax.state import Cause, Forces, Marker, PaxState, Rise, Sheet
from entente.games.pax.treaty import Charge, Treaty
from entente.games.pax.war.record import War
from entente.games.pax.world import POOLS, World
from entente.kernel import Message, Seat, View


class PowerView(msgspec.Struct, frozen=True):
    """What everybody can work out about a power: its purse, its counters, its next income."""

    treasury: int
    earmark: int
    counters: dict[str, int]
    forecast: dict[str, int]  # next turn's sheet on the present position, without the office
    cut_off: tuple[Area, ...]  # markers without a line of communication
    bare: tuple[Area, ...]  # control markers without an army
    rolls: bool  # for its colonial office; else it takes the figure of a 6 (4.4)


class PaxView(View, kw_only=True):
    """The world as a seat sees it: everything but what others keep secret (14)."""

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
    sheets: dict[Power, tuple[Sheet, ...]]
    tension: int
    rises: tuple[Rise, ...]
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


def seen_by_all(world: World) -> dict[str, Any]:
    """What all who look at the table see alike."""
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


def power_view(world: World, power: Power) -> PowerView:
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


def look(world: World, seat: Seat | None, shared: dict[str, Any]) -> PaxView:
    """The view of a seat; None: of a spectator. After the end nothing is secret."""
    state = world.state
    over = state.outcome is not None
    treaties = {n: t for n, t in state.treaties.items() if over or knows(world, seat, t)}
    mine = world.powers_of(seat) if seat is not None else ()
    return PaxView(
        **shared,
        points={each: visible_points(state, each, seat) for each in world.seats},
        sheets={power: visible_sheets(world, power, seat) for power in state.sheets},
        treaties=treaties,
        charges=tuple(charge for charge in state.charges if charge.treaty in treaties),
        offers_left=offers_left(world, seat),
        watched=state.watched.get(seat, ()) if seat else (),
        reopenings=tuple(all_seen_by(state.reopenings, seat)),
        duty=_duty(world, seat) if mine else None,
    )


def _duty(world: World, seat: Seat | None) -> Message | None:
    """What a seat must still do before it may be ready."""
    if seat is None or world.state.phase != "movement":
        return None
    refusal = undone(world, seat, most_moves(world, seat))
    return None if refusal is None else refusal.message


def offers_left(world: World, seat: Seat | None) -> int:
    if seat is None:
        return 0
    return max(0, world.number("offer_limit") - world.state.offers_made.get(seat, 0))


def visible_points(state: PaxState, whose: Seat, viewer: Seat | None) -> int:
    """14: points without what comes from a secret treaty, for others and until the end."""
    hidden = 0
    if whose != viewer and state.outcome is None:
        hidden = sum(state.secret_points.get(whose, {}).values())
    return state.points.get(whose, 0) - hidden


def visible_sheets(world: World, power: Power, viewer: Seat | None) -> tuple[Sheet, ...]:
    """14: the sheets, on line 25 and 26 without what others must not know."""
    state = world.state
    sheets = state.sheets[power]
    hidden = state.secret_points.get(power, {})
    if not hidden or power == viewer or state.outcome is not None:
        return sheets
    return tuple(_without(sheet, hidden.get(sheet.turn, 0)) for sheet in sheets)


def _without(sheet: Sheet, points: int) -> Sheet:
    if not points:
        return sheet
    less = {line: sheet.lines[line] - points for line in ("l25", "l26") if line in sheet.lines}
    return msgspec.structs.replace(sheet, lines={**sheet.lines, **less})


# -- what may be


def imagine(world: World, seat: Seat, rng: Random) -> None:
    """14: others have no secret treaties, no offers before them, nobody on their watch lists; so no
    points come from such treaties either. After the end nothing is hidden."""
    state = world.state
    if state.outcome is not None:
        return
    state.treaties = {n: t for n, t in state.treaties.items() if knows(world, seat, t)}
    state.charges = tuple(c for c in state.charges if c.treaty in state.treaties)
    state.watched = {each: names for each, names in state.watched.items() if each == seat}
    state.reopenings = tuple(all_seen_by(state.reopenings, seat))
    state.offers_made = {each: n for each, n in state.offers_made.items() if each == seat}
    for other, by_turn in state.secret_points.items():
        if other == seat:
            continue
        state.points[other] = state.points.get(other, 0) - sum(by_turn.values())
        state.sheets[other] = visible_sheets(world, other, seat)
    kept = state.secret_points.get(seat)
    state.secret_points = {seat: kept} if kept else {}
