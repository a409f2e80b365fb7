"""Victory points of a turn (13.4), and what comes after it (12)."""

from __future__ import annotations

from entente.games.pax.board import FRANCE, GERMANY, GREAT_BRITAIN, ITALY, RUSSIA
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.phases import begin_phase
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.scoring import book_bonus, counts, finish, write_lines
from entente.games.pax.state import SecretBonus
from entente.games.pax.treaties.accusations import close_charges
from entente.games.pax.treaties.clauses_in_force import knows
from entente.games.pax.treaties.obligations import defended_by
from entente.kernel import Frame, Seat, say


@steps.auto
def victory_points(world: PaxContext, frame: Frame) -> None:
    """13.4: money becomes points, bonuses are added, and all treasuries are emptied."""
    begin_phase(world, "victory")
    for seat in world.seats:
        money = sum(world.money(power) for power in world.powers_of(seat))
        bought = world.points_for(seat, money)
        for bonus, treaties in turn_bonuses(world, seat).items():
            points = world.board.bonuses[bonus].points
            book_bonus(world, seat, bonus, points)
            if all(treaty.secret for treaty in treaties):
                keep_secret(world, seat, bonus, points, treaties)
        bonuses = world.state.turn_bonuses.get(seat, 0)
        lines = {"l23": money, "l24": bought, "l25": bonuses, "l26": bought + bonuses}
        write_lines(world, seat, lines)
        world.state.points[seat] = world.state.points.get(seat, 0) + bought + bonuses
        world.log("log.points", seat=seat, money=money, bought=bought)
    world.state.turn_bonuses = {}
    for power in world.majors:
        world.state.treasury[power] = 0


def turn_bonuses(world: PaxContext, seat: Seat) -> dict[str, list[Treaty]]:
    """13.4: the bonuses that a seat earns this turn by treaties that bind others to it, and these
    treaties."""
    by_bonus = {}
    if seat == GERMANY:
        by_bonus["german_defensive_treaty"] = defended_by(world, GERMANY, (RUSSIA,))
    if seat == FRANCE:
        allies = (GREAT_BRITAIN, RUSSIA, ITALY)
        by_bonus["french_defensive_treaty"] = defended_by(world, FRANCE, allies, GERMANY)
    return {
        bonus: treaties for bonus, treaties in by_bonus.items() if treaties and counts(world, bonus)
    }


def keep_secret(
    world: PaxContext, seat: Seat, bonus: str, points: int, treaties: list[Treaty]
) -> None:
    """14, P68: points whose source only the parties of the treaties know."""
    if not world.since(3):
        _keep_from_partners_too(world, seat, points)
        return
    names = tuple(treaty.id for treaty in treaties)
    kept = SecretBonus(seat, world.state.turn, bonus, points, names)
    world.state.secret_bonuses = (*world.state.secret_bonuses, kept)
    knowing = [s for s in world.seats if any(knows(world, s, each) for each in treaties)]
    world.log_to(knowing, say("log.secret_bonus", seat=seat, points=points))


def _keep_from_partners_too(world: PaxContext, seat: Seat, points: int) -> None:
    """Up to version 2 of the rules only the seat itself saw them."""
    known = world.state.secret_points.get(seat, {})
    turn = world.state.turn
    mine = {**known, turn: known.get(turn, 0) + points}
    world.state.secret_points = {**world.state.secret_points, seat: mine}


@steps.auto
def final_record(world: PaxContext, frame: Frame) -> None:
    """12: the next turn, or the end."""
    begin_phase(world, "final")
    close_charges(world)
    if world.state.outcome is not None:
        return  # a verdict has brought the Great War
    if world.state.turn < world.number("turns"):
        world.state.push("next_turn")
        return
    finish(world, say("outcome.last_turn"))
