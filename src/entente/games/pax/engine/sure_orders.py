"""Puzzles of Pax Britannica: what orders of the movement phase bring for certain.

The phase is played as if the others did nothing more in it, and no dice decide: control that has to
be fought for counts if every face of the die wins it. What remains is settled as the rules do
it later in the turn, and what it brings is read off the sheet.
"""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.pax.areas.causes import live
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.colonies.combat import SIDES, odds
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import sheet_lines
from entente.games.pax.engine.features import PaxPosition
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.records.movement_state import MovementState
from entente.games.pax.scoring import final_lines
from entente.games.pax.state import Marker
from entente.kernel import Seat, say
from entente.players.puzzles.puzzle import PuzzleVerdict

INCOME, POINTS = "income", "points"
BALANCE, OFFICE, TOTAL = "l22", "l10", "l31"
MOST_ANSWERS = 2_000


def check_orders(
    position: PaxPosition, seat: Seat, actions: Sequence[str], theme: str, target: str
) -> PuzzleVerdict:
    """Judge orders given in a position: whether they reach the target, and cause no quarrel.

    ValueError if one of them is not legal.
    """
    after = position.copy()
    for action in actions:
        if after.find(seat, action) is None:
            raise ValueError(f"{action!r} is not legal for {seat}")
        after.apply(seat, action)
    world = after.context
    reached = brought(world, seat, theme)
    if quarrels(world, seat):
        return PuzzleVerdict(False, reached=say("puzzle.quarrel"))
    return PuzzleVerdict(reached >= int(target), reached=say(f"puzzle.{theme}_is", n=reached))


def brought(world: PaxContext, seat: Seat, theme: str) -> int:
    """Return what a seat's position brings for certain: pounds next turn, or points at the end."""
    then = settled(world, seat)
    if theme == INCOME:
        return sheet_lines(then, seat, 0)[BALANCE]
    money = sum(world.money(power) for power in world.powers_of(seat))
    return final_lines(then, seat, 0)[TOTAL] + world.points_for(seat, money)


def quarrels(world: PaxContext, seat: Seat) -> bool:
    """Return whether a seat has a casus belli, or another has against it."""
    return any(live(world, power) or live(world, None, power) for power in world.powers_of(seat))


def settled(world: PaxContext, seat: Seat) -> PaxContext:
    """Return the position once the markers of a seat are adjusted (7, 8)."""
    then = world.for_copy(world.state.copy())
    for power in world.powers_of(seat):
        for area, marker in world.areas_of(power):
            status = lasting(world, power, area, marker)
            if status is marker.was and status is marker.status:
                continue
            if not status or then.can_have(power, area, status):
                then.put_marker(power, area, status)
            else:  # the last counter has gone to another area
                then.put_marker(power, area, Status.NONE)
    return then


def lasting(world: PaxContext, power: Power, area: Area, marker: Marker) -> Status:
    """Return what remains of a marker at the end of the turn, for certain."""
    stack, unrest = world.armies(power, area), world.in_unrest(area)
    if marker.is_control and (marker.fights or unrest):
        if stack and odds(world, stack, area).wins == SIDES:
            return marker.status
        return Status.NONE if stack or unrest else _without_army(world, power, area)
    if unrest:
        return Status.NONE
    if marker.is_control and not stack:
        return _without_army(world, power, area)
    return marker.status


def _without_army(world: PaxContext, power: Power, area: Area) -> Status:
    """8, step 4: control without an army becomes influence, unless it is shared."""
    if any(other != power for other in world.holders(area)):
        return Status.NONE
    return Status.INFLUENCE


def puzzle_place(position: PaxPosition, seat: Seat, theme: str, money: int) -> PaxPosition:
    """Return the position of a puzzle: the map of this phase, with a purse of this size and a
    peaceful world: no events, no treaties, no resentment, a closed desk. With points to count, the
    game ends with this turn."""
    state = position.state.copy()
    arrivals = tuple(power for power in state.moving.arrivals if power == seat)
    state.moving = MovementState(arrivals=arrivals)
    state.options = {**state.options, "phase_mode": "open"}
    if theme == POINTS:
        state.options["turns"] = state.turn
    state.treasury = {**state.treasury, seat: money}
    state.answers, state.standing = {}, []
    state.reopenings, state.unheard, state.watched = (), {}, {}
    state.treaties, state.charges, state.offers_made, state.talks = {}, (), {}, ()
    state.causes = tuple(each for each in state.causes if each.state == "open")
    state.events, state.earmarks, state.rises = (), {}, ()
    state.purchases, state.purchases_before, state.won = (), 0, ()
    state.resentment, state.tension = 0, 0
    state.secret_bonuses, state.secret_points, state.policed = (), {}, {}
    state.minor_control, state.minor_losses, state.bonuses = (), (), {}
    state.sheets = {}
    return position.game.position(state)


def is_calm(world: PaxContext, seat: Seat) -> bool:
    """Return whether nothing but the rules decides what a seat's orders bring: no war, no quarrel,
    no area that wants an army, and nothing done in this phase yet."""
    state = world.state
    if state.wars or state.deficits or quarrels(world, seat):
        return False
    if any(each.treaty for each in state.causes):
        return False
    if any(key.split()[1] in world.powers_of(seat) for key in state.moving.moved):
        return False
    return not any(
        marker.is_new
        or world.in_unrest(area)
        or (marker.is_control and not world.armies(power, area))
        for power in world.powers_of(seat)
        for area, marker in world.areas_of(power)
    )


def played_out(place: PaxPosition, seat: Seat, orders: Sequence[str], theme: str) -> int | None:
    """Return what orders bring in the game itself, with all seats idle until the next sheet or the
    final record; None if the game ends before."""
    position = place.copy()
    for order in orders:
        position.apply(seat, order)
    turn = position.state.turn
    for _ in range(MOST_ANSWERS):
        if not position.to_move or position.state.turn != turn:
            break
        decision = next(each for each in position.decisions if each.must)
        answer = READY if READY in decision.menu else position.bind(decision).default_answer()
        position.apply(decision.seat, answer or "", decision.window)
    state = position.state
    if theme == POINTS:
        return state.totals.get(seat)
    lines = state.sheets[seat][-1].lines if seat in state.sheets else {}
    return lines[BALANCE] - lines[OFFICE] if BALANCE in lines and state.turn > turn else None
