"""Matches on arrays: one player against six others, in every seat in turn."""

from __future__ import annotations

import json
import time
from functools import cache
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.diplomacy_arena import Ending, centres_of, report
from entente.games.diplomacy.batch import Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.engine.batch_search import warm_up
from examples.diplomacy_expert.players import Player, Seat, load_policy, player
from examples.diplomacy_expert.teacher_games import finish_season

LAST_YEAR = 1912


class Task(NamedTuple):
    """A game: the lone player's seat, and the file of the network."""

    one: str
    six: str
    seat: int
    seed: int
    last_year: int
    network: str | None
    device: str
    until: float


class Result(NamedTuple):
    """The end of a game, and the seconds that the lone player thought for each decision."""

    one: str
    six: str
    ending: Ending
    seconds: float


policy_of = cache(load_policy)


def play(task: Task) -> Result | None:
    """Play a game, unless the time is over."""
    if time.time() > task.until:
        return None
    warm_up()
    one, six = player(task.one), player(task.six)
    policy = None
    if one.needs_network or six.needs_network:
        policy = policy_of(Path(task.network) if task.network else None, task.device)
    return _played(task, one, six, policy)


def _played(task: Task, one: Player, six: Player, policy: Any) -> Result:
    seats = [
        Seat(one if seat == task.seat else six, seat, task.seed * 10 + seat, policy)
        for seat in range(at.POWERS)
    ]
    order = [each for each in seats if each.seat != task.seat] + [seats[task.seat]]
    memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    boards = Boards(1, last_year=task.last_year)
    decisions, spent = 0, 0.0
    while boards.boards[at.OVER] == at.GOES_ON:
        alive = {unit.power for unit in boards.units(0)}
        orders = dict[int, int]()
        for each in order:
            if each.seat not in alive:
                continue
            begun = time.perf_counter()
            orders |= each.orders(boards, orders)
            if each.seat == task.seat:
                spent += time.perf_counter() - begun
                decisions += 1
        for unit in range(at.UNITS):
            boards.orders[unit] = orders.get(unit, at.HOLD)
        finish_season(boards, memory)
    solo = bool(boards.boards[at.OVER] == at.WON)
    year = int(boards.boards[at.YEAR]) + at.FIRST_YEAR
    ending = Ending(task.seat, centres_of(boards), year, solo, 0, 0, 0)
    return Result(task.one, task.six, ending, spent / max(1, decisions))


def run(
    pairs: list[tuple[str, str]],
    *,
    games: int,
    processes: int,
    seconds: float,
    network: Path | None,
    device: str,
    last_year: int = LAST_YEAR,
    seed: int = 1,
    results: Path | None = None,
) -> dict[tuple[str, str], list[Result]]:
    """Play matches side by side, the same seeds in each, until the games are played or the time is
    over. Each game is a line in the file of results."""
    until = time.time() + seconds
    tasks = [
        Task(
            one, six, n % at.POWERS, seed + n, last_year, str(network or "") or None, device, until
        )
        for n in range(games)
        for one, six in pairs
    ]
    found: dict[tuple[str, str], list[Result]] = {pair: [] for pair in pairs}
    said = time.time()
    with get_context("spawn").Pool(processes) as pool:
        for result in pool.imap_unordered(play, tasks):
            if result is None:
                continue
            found[result.one, result.six].append(result)
            if results is not None:
                write(results, result)
            if time.time() - said > 20:
                said = time.time()
                print(table(found), flush=True)
    print(table(found), flush=True)
    return found


def write(path: Path, result: Result) -> None:
    """Add a game to a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    line = {"one": result.one, "six": result.six, **result.ending._asdict()}
    line |= {"share": result.ending.share, "seconds": result.seconds}
    with path.open("a", encoding="utf-8") as file:
        file.write(json.dumps(line) + "\n")


def table(found: dict[tuple[str, str], list[Result]]) -> str:
    """Return a line for each match."""
    lines = list[str]()
    for (one, six), results in found.items():
        if results:
            figures, _, _ = report([each.ending for each in results]).partition(";")
            mean = sum(each.seconds for each in results) / len(results)
            lines.append(f"{one} – 6 × {six}: {figures}; {mean:.2f} s a decision")
    return "\n".join(lines)
