"""Compare settings of Diplomacy's order search quickly: one searcher against six, on arrays only.

    python -m benchmarks.diplomacy_arena --games 28 --processes 16 --one 20000 --six 3000
    python -m benchmarks.diplomacy_arena --one 20000:near=500,threat=-60 --six 20000

A player is a number of positions and weights that differ from the defaults: `near=500` in both
seasons, `spring.near=500` in one. Each player takes every seat in turn. The search also plays
retreats and winters. `benchmarks.yardstick` measures the levels themselves.
"""

from __future__ import annotations

import argparse
import math
import sys
from multiprocessing import get_context
from typing import NamedTuple

from entente.games.diplomacy.batch import Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, NAMES, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.charts import survey_board
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.batch.search.winter import plan_adjustments, plan_retreats
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.engine.array_search import ArraySearch, set_position
from entente.games.diplomacy.engine.batch_search import warm_up
from entente.games.diplomacy.engine.failed_moves import NO_MOVE, FailedMove
from entente.games.diplomacy.rules.orders import Order

SEATS = range(at.POWERS)
LAST_YEAR = 1914

FailedMoves = dict[Unit, FailedMove]  # of the last season


class Searcher(NamedTuple):
    """A player: how many positions it searches, and its weights."""

    positions: int
    spring: tuple[int, ...] = SPRING_WEIGHTS
    autumn: tuple[int, ...] = AUTUMN_WEIGHTS

    def memory(self) -> Memory:
        return new_memory(self.spring, self.autumn)


class Task(NamedTuple):
    """A game to play: the seat of the lone player."""

    one: Searcher
    six: Searcher
    seat: int
    seed: int
    last_year: int


class Ending(NamedTuple):
    """The centres of each power, and the year in which the game ended."""

    seat: int
    centres: list[int]
    year: int
    solo: bool
    builds_unused: int
    fleets: int
    armies: int

    @property
    def share(self) -> float:
        """The share of the lone player by the squares of the centres; all of it after a solo."""
        if self.solo and max(self.centres) == self.centres[self.seat]:
            return 1.0
        if self.solo:
            return 0.0
        return self.centres[self.seat] ** 2 / sum(each * each for each in self.centres)


def searcher(text: str) -> Searcher:
    """Read a player: `POSITIONS` or `POSITIONS:WEIGHT=NUMBER,...`."""
    positions, _, changes = text.partition(":")
    spring, autumn = list(SPRING_WEIGHTS), list(AUTUMN_WEIGHTS)
    for change in filter(None, changes.split(",")):
        name, _, value = change.partition("=")
        season, _, feature = name.rpartition(".")
        if feature not in NAMES or season not in ("", "spring", "autumn"):
            raise argparse.ArgumentTypeError(
                f"{name} is not a weight: choose from {', '.join(NAMES)}"
            )
        for name_of_season, weights in (("spring", spring), ("autumn", autumn)):
            if season in ("", name_of_season):
                weights[NAMES.index(feature)] = int(value)
    return Searcher(int(positions), tuple(spring), tuple(autumn))


def play(task: Task) -> Ending:
    """Play one game."""
    warm_up()
    boards = Boards(1, last_year=task.last_year)
    memories = {player: player.memory() for player in (task.one, task.six)}
    builds_unused = fleets = armies = 0
    failed: FailedMoves = {}
    while boards.boards[at.OVER] == at.GOES_ON:
        order_all(boards, task, memories, failed)
        units, orders = boards.units(0), boards.orders_of(0)
        boards.move(checked=True)
        failed = failed_moves(boards, units, orders, failed)
        if boards.boards[at.PHASE] == at.RETREATS:
            plan(boards, memories[task.one], retreats=True)
            boards.retreat()
        if boards.boards[at.OVER] == at.GOES_ON and boards.boards[at.PHASE] == at.ADJUSTMENTS:
            plan(boards, memories[task.one], retreats=False)
            before = own_units(boards, task.seat)
            boards.adjust()
            after = own_units(boards, task.seat)
            fleets += max(0, after[0] - before[0])
            armies += max(0, after[1] - before[1])
            builds_unused += max(0, centres_of(boards)[task.seat] - sum(after))
    year = int(boards.boards[at.YEAR]) + at.FIRST_YEAR
    solo = bool(boards.boards[at.OVER] == at.WON)
    return Ending(task.seat, centres_of(boards), year, solo, builds_unused, fleets, armies)


def failed_moves(
    boards: Boards, units: list[Unit], orders: dict[int, Order], before: FailedMoves
) -> FailedMoves:
    """Return the moves of these units that failed; those of dislodged units do not count."""
    failed: FailedMoves = {}
    for number, unit in enumerate(units):
        outcome = boards.fates[at.OUTCOME + number]
        if orders[number].kind != at.MOVE or outcome in (at.MOVED, at.SAILED):
            continue
        if boards.fates[at.PUSHER + number] == at.NONE:
            end = boards.map.board.province_of[orders[number].target]
            last = before.get(unit, NO_MOVE)
            failed[unit] = FailedMove(end, 1 + (last.times if last.province == end else 0))
    return failed


def order_all(
    boards: Boards, task: Task, memories: dict[Searcher, Memory], failed: FailedMoves
) -> None:
    """Let every power search its orders."""
    known = {n: failed[unit] for n, unit in enumerate(boards.units(0)) if unit in failed}
    phase = int(boards.boards[at.YEAR]) * 2 + int(boards.boards[at.SEASON])
    alive = {unit.power for unit in boards.units(0)}
    orders = dict[int, int]()
    for seat in alive:
        player = task.one if seat == task.seat else task.six
        memory = memories[player]
        set_position(memory, boards.boards, SEATS, known)
        seed = (task.seed * 1000 + phase) * 10 + seat
        orders |= ArraySearch(memory, seat, seed, player.positions).run()[0].orders
    for unit in range(at.UNITS):
        boards.orders[unit] = orders.get(unit, at.HOLD)


def plan(boards: Boards, memory: Memory, *, retreats: bool) -> None:
    """Write the retreats or the winter orders of all powers."""
    set_position(memory, boards.boards, SEATS)
    survey_board(memory)
    (plan_retreats if retreats else plan_adjustments)(memory)
    target = boards.goals if retreats else boards.wanted
    for number in range(len(target)):
        target[number] = memory.words[of.WANTED + number]


def centres_of(boards: Boards) -> list[int]:
    owners = [int(owner) for owner in boards.boards[at.OWNER : at.OWNER + at.CENTRES]]
    return [owners.count(power) for power in SEATS]


def own_units(boards: Boards, power: int) -> tuple[int, int]:
    """Return the fleets and armies of a power."""
    units = [unit for unit in boards.units(0) if unit.power == power]
    return sum(unit.fleet for unit in units), sum(not unit.fleet for unit in units)


def report(endings: list[Ending]) -> str:
    """Return the figures of the lone player."""
    count, shares = len(endings), [each.share for each in endings]
    mean = sum(shares) / count
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, count - 1) / count)
    centres = sum(each.centres[each.seat] for each in endings) / count
    solos = sum(each.solo for each in endings)
    own = sum(each.share == 1.0 for each in endings)
    years = sum(each.year - at.FIRST_YEAR + 1 for each in endings)
    return (
        f"{count} games: share {100 * mean:.1f} % ± {100 * spread:.1f}, centres {centres:.1f}, "
        f"solos {own} of {solos}; builds unused a year "
        f"{sum(each.builds_unused for each in endings) / years:.2f}, "
        f"built {sum(each.fleets for each in endings)} fleets, "
        f"{sum(each.armies for each in endings)} armies"
    )


def main() -> int:
    """Play and report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--one", type=searcher, default=searcher("20000"))
    parser.add_argument("--six", type=searcher, default=searcher("20000"))
    parser.add_argument("--games", type=int, default=28)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--until", type=int, default=LAST_YEAR)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    tasks = [
        Task(arguments.one, arguments.six, n % at.POWERS, arguments.seed + n, arguments.until)
        for n in range(arguments.games)
    ]
    warm_up()  # fills the cache of compiled functions before the processes start
    endings = list[Ending]()
    with get_context("spawn").Pool(arguments.processes) as pool:
        for ending in pool.imap_unordered(play, tasks):
            endings.append(ending)
            print(f"[{len(endings)}] {report(endings)}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
