"""Executors of games: this process, a process pool, or a Ray cluster.

A game is determined by its fixture, so it does not matter where or when it is played.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Generator, Sequence
from multiprocessing.util import Finalize
from pathlib import Path
from types import FrameType

from entente.arena.bots import close_bot_server, is_bot, play_with_bots, terminate_all
from entente.arena.entrants import entrant
from entente.arena.game_runner import GameRun
from entente.arena.processes import run_in_processes
from entente.arena.results import Ending, Fault, GameResult
from entente.arena.schedule import Fixture, Tournament

Games = Generator[GameResult, None, None]
Work = tuple[Tournament, Fixture, str]


def play_fixture(work: Work) -> GameResult:
    """Play one game; a failure becomes part of the result, with a record in the folder."""
    tournament, fixture, failures = work
    key, players = fixture.key, fixture.players
    if any(map(is_bot, players.values())):
        return play_with_bots(tournament, fixture)
    options = tournament.variants[key.variant].options
    game = tournament.loaded(key.variant)
    run = GameRun(game, options, fixture.seed, players, entrant, tournament.most_decisions)
    ending = fault = None
    try:
        outcome = run.play()
    except Exception as error:  # noqa: BLE001  counted and recorded
        name = "-".join(map(str, (tournament.seed, *key)))
        failure = run.failure(error, key.round, Path(failures), name)
        fault = Fault(failure.error, run.blamed, failure.record)
    else:
        ending = Ending(outcome.winners, outcome.scores, outcome.reason.key)
    return GameResult(
        key,
        fixture.seed,
        players,
        len(run.moves),
        ending,
        fault,
        run.recovered_errors,
        run.thinking_time,
        run.fallbacks,
    )


def run_serial(work: Sequence[Work]) -> Games:
    """Play in this process, one game after the other."""
    try:
        for each in work:
            yield play_fixture(each)
    finally:
        close_bot_server()


def run_pool(work: Sequence[Work], workers: int) -> Games:
    """Play in a process pool; yield games as they finish."""
    return run_in_processes(play_fixture, work, workers, init_worker)


def _exit_at_once(number: int, frame: FrameType | None) -> None:
    """Exit at once: an exception could be caught on its way."""
    terminate_all()
    os._exit(1)


def init_worker() -> None:
    """Ignore interrupts: the parent handles them and ends the workers. A worker terminates the
    processes it has started when it ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, _exit_at_once)
    Finalize(None, terminate_all, exitpriority=1)
