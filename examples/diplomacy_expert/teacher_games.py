"""Games of the compiled search against itself, written down for imitation.

Every power searches its orders, and what it finds is written down. What it then plays is sometimes
something else, so that the positions differ: another of its best sets, or one that only looks good
at a glance; and the first seasons may be played like that by all. The last year is drawn.
"""

from __future__ import annotations

import time
from multiprocessing import get_context
from multiprocessing.pool import AsyncResult
from os import nice
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import numpy as np

from benchmarks.diplomacy_arena import plan
from entente.games.diplomacy.batch import COMPILED, Boards
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.batch.search import layout as of
from entente.games.diplomacy.batch.search.assembly import assemble
from entente.games.diplomacy.batch.search.memory import Memory
from entente.games.diplomacy.engine.array_search import GUESS_LUCK, ArraySearch, Found
from entente.games.diplomacy.engine.batch_search import warm_up
from examples.diplomacy_expert.positions import KEPT, choices, compact, shares

Array = Any
SEATS = range(at.POWERS)
FIRST_LAST_YEAR, LAST_LAST_YEAR = 1907, 1916
OPENINGS = (0, 0, 0, 1, 1, 2, 3, 4)  # seasons played at a glance
GLANCE, SECOND = 0.06, 0.10  # how often a power plays at a glance, or another of its best sets
GAMES_A_TASK = 4
BOARDS_A_FILE = 60_000


class Games(NamedTuple):
    """Movement phases of some games."""

    boards: Array  # bytes
    orders: Array  # what the search found for each unit; -1 if there is none
    shares: Array  # of each power at the end of its game
    game: Array  # a number for each game

    @classmethod
    def together(cls, parts: list[Games]) -> Games:
        return cls(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def place(memory: Memory, boards: Boards) -> None:
    """Set the position of a search to the first board."""
    memory.bytes[of.POSITION : of.POSITION + at.BOARD] = boards.boards[: at.BOARD]
    for power in SEATS:
        memory.words[of.SEAT_OF + power] = power


def glance(memory: Memory, search: ArraySearch) -> dict[int, int]:
    """Return a set of orders that looks good at a glance."""
    assemble(memory, search.seat, GUESS_LUCK, of.START)
    return {unit: int(memory.sets[of.START * at.UNITS + unit]) for unit in search.mine}


def played(rng: Random, found: list[Found], at_a_glance: dict[int, int]) -> dict[int, int]:
    """Choose what a power plays."""
    chance = rng.random()
    if chance < GLANCE:
        return at_a_glance
    if chance < GLANCE + SECOND:
        return rng.choice(found[:4]).orders
    return found[0].orders


def prepare() -> None:
    """Compile all that games need, before processes start that would do it one by one."""
    if COMPILED:
        processes = [get_context("spawn").Process(target=each) for each in (warm_up, _warm_boards)]
        for each in processes:
            each.start()
        for each in processes:
            each.join()
    warm_up()


def _warm_boards() -> None:
    boards, memory = Boards(1, last_year=at.FIRST_YEAR), new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    choices(boards)
    while boards.boards[at.OVER] == at.GOES_ON:
        boards.draw()
        finish_season(boards, memory)
    plan(boards, memory, retreats=True)
    plan(boards, memory, retreats=False)
    boards.retreat()
    boards.adjust()


def play(seed: int, positions: int, last_year: int | None = None) -> Games:
    """Play a game."""
    rng = Random(f"teacher/{seed}")
    memory = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS)
    drawn = rng.randint(FIRST_LAST_YEAR, LAST_LAST_YEAR)
    boards = Boards(1, last_year=last_year or drawn)
    opening, season = rng.choice(OPENINGS), 0
    positions = int(positions * 2 ** rng.uniform(-1, 1))
    seen, ordered = list[Array](), list[Array]()
    while boards.boards[at.OVER] == at.GOES_ON:
        search_all(boards, memory, rng, positions, season < opening, seen, ordered)
        season += 1
        finish_season(boards, memory)
    final = shares(compact(boards))
    number = len(seen)
    return Games(
        np.array(seen, np.uint8).reshape(number, KEPT),
        np.array(ordered, np.int32).reshape(number, at.UNITS),
        np.repeat(final.astype(np.float16), number, axis=0),
        np.full(number, seed, np.int32),
    )


def search_all(
    boards: Boards,
    memory: Memory,
    rng: Random,
    positions: int,
    is_opening: bool,
    seen: list[Array],
    ordered: list[Array],
) -> None:
    """Let every power order, and write down what the searches find."""
    label: Array = np.full(at.UNITS, -1, np.int32)
    orders = dict[int, int]()
    for seat in {unit.power for unit in boards.units(0)}:
        place(memory, boards)
        search = ArraySearch(memory, seat, rng.getrandbits(60), positions)
        if is_opening:
            orders |= glance(memory, search)
            continue
        found = search.run()
        for unit, order in found[0].orders.items():
            label[unit] = order
        orders |= played(rng, found, glance(memory, search))
    if not is_opening:
        seen.append(compact(boards)[0])
        ordered.append(label)
    for unit in range(at.UNITS):
        boards.orders[unit] = orders.get(unit, at.HOLD)


def finish_season(boards: Boards, memory: Memory) -> None:
    """Carry out the orders, with the retreats and the winter of the search."""
    boards.move(checked=True)
    if boards.boards[at.PHASE] == at.RETREATS:
        plan(boards, memory, retreats=True)
        boards.retreat()
    if boards.boards[at.OVER] == at.GOES_ON and boards.boards[at.PHASE] == at.ADJUSTMENTS:
        plan(boards, memory, retreats=False)
        boards.adjust()


def random_games(size: int, seasons: int = 5) -> Games:
    """Return positions of random play with random orders, to try things out."""
    memory, parts = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS), list[Games]()
    for seed in range(1, size + 1):
        boards = Boards(1, seed=seed)
        for _ in range(seasons):
            boards.draw()
            finish_season(boards, memory)
        boards.draw()
        kept, orders = compact(boards), np.array(boards.orders, np.int32)[None]
        parts.append(Games(kept, orders, shares(kept).astype(np.float16), np.array([seed])))
    return Games.together(parts)


def play_some(work: tuple[int, int, float, int | None]) -> Games | None:
    """Play games from a seed on, until there are enough or the time is over."""
    seed, positions, until, last_year = work
    warm_up()
    parts = list[Games]()
    for number in range(GAMES_A_TASK):
        if time.time() >= until:
            break
        parts.append(play(seed + number, positions, last_year))
    return Games.together(parts) if parts else None


class Generator:
    """Plays games in processes, and collects them."""

    def __init__(
        self,
        processes: int,
        positions: int,
        seed: int,
        until: float,
        last_year: int | None = None,
    ) -> None:
        self._last_year = last_year
        # training beside them goes first
        self._pool = get_context("spawn").Pool(processes, initializer=nice, initargs=(5,))
        self._positions, self._seed, self._until = positions, seed, until
        self._waiting = list[AsyncResult[Games | None]]()
        for _ in range(2 * processes):
            self._ask()

    def _ask(self) -> None:
        work = (self._seed, self._positions, self._until, self._last_year)
        self._waiting.append(self._pool.apply_async(play_some, (work,)))
        self._seed += GAMES_A_TASK

    def collect(self) -> list[Games]:
        """Return the games that are ready, and have more played while there is time."""
        done = [each for each in self._waiting if each.ready()]
        self._waiting = [each for each in self._waiting if each not in done]
        results = [each.get() for each in done]
        for _ in done:
            if time.time() < self._until:
                self._ask()
        return [games for games in results if games is not None]

    @property
    def is_busy(self) -> bool:
        return bool(self._waiting)

    def stop(self) -> None:
        self._pool.terminate()
        self._pool.join()


def save(folder: Path, games: Games) -> None:
    """Write games to packed files, of a few megabytes each."""
    for number, first in enumerate(range(0, len(games.boards), BOARDS_A_FILE)):
        part = Games(*(each[first : first + BOARDS_A_FILE] for each in games))
        np.savez_compressed(folder / f"games-{number}.npz", **part._asdict())


def load(path: Path) -> Games:
    """Read games from a file."""
    with np.load(path) as file:
        return Games(*(file[name] for name in Games._fields))
