"""Simulations: many games on this machine, in one process or several.

The seed of each game follows from the seed of the whole and the game's number, so the results do
not depend on the number of processes.
"""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Generator
from contextlib import closing
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

from entente.arena.game_runner import MAX_DECISIONS, GameRun
from entente.arena.processes import BUSY, run_in_processes
from entente.arena.result import Simulation, Tally, summary
from entente.kernel import Game, Options, Seat, registry
from entente.players import make

Progress = Callable[[int], None]


class SimulationPlan(msgspec.Struct, frozen=True):
    """A simulation: the game, the players and the number of games."""

    game: str
    """The id of the game."""
    players: dict[Seat, str]
    """The name of a player for each seat."""
    games: int
    """The number of games."""
    seed: str = "0"
    """The seed; that of game `n` is `seed-n`."""
    options: Options = {}
    """The options of the game."""
    overrides: dict[str, Any] = {}
    """Corrections to the game's data, by file."""
    most_decisions: int = MAX_DECISIONS
    """The number of decisions after which a game counts as failed."""
    failures: str = "entente-failures"
    """The folder for records of failed games."""


def simulate(
    plan: SimulationPlan, workers: int = 1, progress: Progress | None = None
) -> Simulation:
    """Play the games of a plan. `progress` is called with the number of newly finished games.

    An interruption from the keyboard ends the simulation with what is done.
    """
    _check(plan)
    workers = min(workers, plan.games, BUSY * (os.cpu_count() or 1))
    started = time.perf_counter()
    tally, interrupted = Tally(), False
    try:
        with closing(_in_processes(plan, workers) if workers > 1 else _here(plan)) as parts:
            for part in parts:
                tally.add(part)
                if progress is not None:
                    progress(part.games)
    except KeyboardInterrupt:
        interrupted = True
    seconds = time.perf_counter() - started
    return summary(tally, plan.players, seconds, interrupted=interrupted)


def game_seed(plan: SimulationPlan, number: int) -> str:
    """Return the seed of one game of a plan; `entente play --seed` takes the same."""
    return f"{plan.seed}-{number}"


def _check(plan: SimulationPlan) -> None:
    """Refuse a plan that cannot be played, before the first game."""
    game = _game(plan.game, msgspec.json.encode(plan.overrides))
    seats = game.seats(game.info.complete(plan.options))
    if set(plan.players) != set(seats):
        raise ValueError(f"{plan.game} needs a player for each of these seats: {', '.join(seats)}")
    for name in plan.players.values():
        make(name, plan.game, plan.seed)


# -- sharing the work


def _here(plan: SimulationPlan) -> Generator[Tally, None, None]:
    for number in range(plan.games):
        yield play_games((plan, range(number, number + 1)))


def _in_processes(plan: SimulationPlan, workers: int) -> Generator[Tally, None, None]:
    size = max(1, min(20, plan.games // (workers * 8)))
    chunks = [
        (plan, range(first, min(first + size, plan.games))) for first in range(0, plan.games, size)
    ]
    return run_in_processes(play_games, chunks, workers, _ignore_interrupts)


def _ignore_interrupts() -> None:
    """Ignore interrupts: the parent process handles the keyboard and ends the workers."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_games(work: tuple[SimulationPlan, range]) -> Tally:
    """Play some games of a plan."""
    plan, numbers = work
    tally = Tally()
    for number in numbers:
        _play(plan, number, tally)
    return tally


def _play(plan: SimulationPlan, number: int, tally: Tally) -> None:
    """Play one game; an error becomes a failure with its record."""
    game = _game(plan.game, msgspec.json.encode(plan.overrides))
    seed = game_seed(plan, number)
    play = GameRun(game, plan.options, seed, plan.players, make, plan.most_decisions)
    try:
        outcome = play.play()
    except Exception as error:  # noqa: BLE001  finding out which games fail is the purpose
        tally.count_failure(play.failure(error, number, Path(plan.failures)))
    else:
        tally.count_end(outcome, len(play.moves), play.happened)
    tally.count_lapses(play.recovered_errors)
    tally.fallbacks.update(play.fallbacks)


@lru_cache(maxsize=4)
def _game(name: str, overrides: bytes) -> Game[Any, Any]:
    return registry.load(name, msgspec.json.decode(overrides))
