"""The final record (13.5, 13.6), the Great War (13.2, 13.3), and bonuses booked on the way."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from entente.games.pax.board import (
    GREAT_BRITAIN,
    ITALY,
    JAPAN,
    RUSSIA,
    UNITED_STATES,
    Area,
    Power,
)
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import income_lines
from entente.games.pax.state import AdministrationSheet
from entente.kernel import Message, Outcome, Seat, say

# -- sheets and bonuses


def book_bonus(world: PaxContext, seat: Seat, bonus: str, points: int) -> None:
    """Book points earned or lost now; they are final (P49)."""
    state = world.state
    state.turn_bonuses = {**state.turn_bonuses, seat: state.turn_bonuses.get(seat, 0) + points}
    known = state.bonuses.get(seat, {})
    state.bonuses[seat] = {**known, bonus: known.get(bonus, 0) + points}


def counts(world: PaxContext, bonus: str) -> bool:
    """Return whether a bonus is played with."""
    return world.board.bonuses[bonus].enabled or world.on("suggested_bonuses")


def write_lines(world: PaxContext, power: Power, lines: dict[str, int]) -> None:
    """Fill in lines of this turn's sheet."""
    sheets = world.state.sheets.get(power, ())
    if not sheets or sheets[-1].turn != world.state.turn:
        sheets = (*sheets, AdministrationSheet(world.state.turn, {}))
    last = msgspec.structs.replace(sheets[-1], lines={**sheets[-1].lines, **lines})
    world.state.sheets[power] = (*sheets[:-1], last)


# -- the end


def great_war(world: PaxContext, cause: str, guilty: Iterable[Seat]) -> None:
    """13.2, 13.3: the game ends on the spot; the guilty pay three times."""
    to_blame = [seat for seat in world.seats if seat in set(guilty)]
    world.state.guilty = tuple(to_blame)
    penalty = world.board.penalty(world.year)
    world.log("log.great_war", penalty=penalty)
    if to_blame:
        world.log("log.great_war_guilty", seats=to_blame)
    key = "outcome.great_war" if to_blame else "outcome.great_war_nobody"
    finish(world, say(key, seats=to_blame), penalty)


def finish(world: PaxContext, reason: Message, penalty: int = 0) -> None:
    """13.5: the final record of every seat, and who has won."""
    totals = {}
    for seat in world.seats:
        lines = final_lines(world, seat, penalty)
        write_lines(world, seat, lines)
        totals[seat] = lines["l31"]
        world.log("log.final", seat=seat, total=lines["l31"])
    best = max(totals.values())
    winners = tuple(seat for seat in world.seats if totals[seat] == best)
    scores = {seat: (seat in winners) / len(winners) for seat in world.seats}
    world.state.totals = totals
    world.state.outcome = Outcome(winners, scores, reason)


def final_lines(world: PaxContext, seat: Seat, penalty: int) -> dict[str, int]:
    """Lines 27 to 31."""
    so_far = world.state.points.get(seat, 0) + world.state.turn_bonuses.get(seat, 0)
    bonuses = sum(end_bonuses(world, seat).values())
    income = 0
    for power in world.powers_of(seat):
        lines = income_lines(world, power)
        income += sum(lines[f"l{number}"] for number in range(11, 15))
    worth = world.points_for(seat, 2 * income)
    times = world.board.constants.guilt_multiplier if seat in world.state.guilty else 1
    lost = penalty * times
    total = so_far + bonuses + worth - lost
    return {"l27": so_far, "l28": bonuses, "l29": worth, "l30": lost, "l31": total}


def end_bonuses(world: PaxContext, seat: Seat) -> dict[str, int]:
    """13.5: the bonuses that count at the end only, for one seat."""
    bonuses: dict[str, int] = {}
    for bonus, row in world.board.bonuses.items():
        if row.when != "end" or not counts(world, bonus) or row.power not in (None, seat):
            continue
        if times := end_bonus_times(world, bonus, seat):
            bonuses[bonus] = times * row.points
    return bonuses


def end_bonus_times(world: PaxContext, bonus: str, seat: Seat) -> int:
    """Return how many times a bonus of the end is earned."""
    match bonus:
        case "africa_east_west":
            return any(crosses(world, p, *EAST_WEST) for p in world.powers_of(seat))
        case "africa_north_south":
            return any(crosses(world, p, *NORTH_SOUTH) for p in world.powers_of(seat))
        case "monroe_doctrine":
            return monroe_kept(world)
        case "open_door":
            return open_door_kept(world)
        case "british_india":
            return sum(not world.holds(GREAT_BRITAIN, a) for a in world.board.tagged("india"))
        case "japan_korea":
            return world.controllers("korea") == [JAPAN] and world.holds(JAPAN, "korea")
        case "russia_straits":
            return world.holds(RUSSIA, "anatolia")
        case "italy_mediterranean":
            return world.holds(ITALY, "tunis") or world.holds(ITALY, "tripoli")
    return 0


def monroe_kept(world: PaxContext) -> bool:
    """No other power controls an American area that was free at the start."""
    free = set(world.board.tagged("western_hemisphere")) - world.board.controlled_at_start
    return not any(power != UNITED_STATES for area in free for power in world.controllers(area))


def open_door_kept(world: PaxContext) -> bool:
    """No power controls an area of the Chinese Empire other than Hong Kong."""
    empire = world.board.of_type("chinese_empire")
    return not any(world.controllers(area) for area in empire if area != "hong_kong")


# -- across Africa

EAST_WEST = ("africa_northwest_end", "africa_northeast_end")
NORTH_SOUTH = ("africa_mediterranean_end", "africa_tip_end")


def crosses(world: PaxContext, power: Power, one_end: str, other_end: str) -> bool:
    """13.6: a way by land through areas that a power holds, from one end to the other."""
    goals = set(world.board.tagged(other_end))
    edge: list[Area] = [a for a in world.board.tagged(one_end) if world.holds(power, a)]
    seen = set(edge)
    while edge:
        area = edge.pop()
        if area in goals:
            return True
        for near in world.links.routes[area]:
            if near not in seen and near in world.board.areas and world.holds(power, near):
                seen.add(near)
                edge.append(near)
    return False
