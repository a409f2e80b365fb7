"""Many games on this machine, in one process or several.

The seed of each game follows from the seed of the whole and the game's number, so the results are
the same however many processes share the work.
"""

from __future__ import annotations

import os
import re
import signal
import time
from collections.abc import Callable, Generator, Mapping
from contextlib import closing
from functools import lru_cache
from multiprocessing import get_context
from pathlib import Path
from traceback import format_exception
from typing import Any

import msgspec

from entente.arena.result import Failure, Simulation, Tally, summary
from entente.kernel import Game, Move, Options, Outcome, Position, Seat, registry
from entente.kernel.chronicle import Deed
from entente.kernel.record import Record, header_of, write
from entente.players import Player, Sight, make

MOST_DECISIONS = 20_000
BUSY = 4  # processes for each processor, at most

Progress = Callable[[int], None]


class EndlessGame(RuntimeError):
    """A game that went on past the bound set for it, or that nobody has to play on."""


class Plan(msgspec.Struct, frozen=True):
    """What to play: which game, by whom, how often. `players` names a player for each seat."""

    game: str
    players: dict[Seat, str]
    games: int
    seed: str = "0"
    options: Options = {}
    overrides: dict[str, Any] = {}
    most_decisions: int = MOST_DECISIONS
    failures: str = "entente-failures"


def simulate(plan: Plan, workers: int = 1, progress: Progress | None = None) -> Simulation:
    """Play the games of a plan. `progress` hears how many more games are done.

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


def game_seed(plan: Plan, number: int) -> str:
    """The seed of one game of a plan; `entente play --seed` takes the same."""
    return f"{plan.seed}-{number}"


def _check(plan: Plan) -> None:
    """A plan that cannot be played is refused before the first game."""
    game = _game(plan.game, msgspec.json.encode(plan.overrides))
    seats = game.seats(game.info.complete(plan.options))
    if set(plan.players) != set(seats):
        raise ValueError(f"{plan.game} needs a player for each of these seats: {', '.join(seats)}")
    for name in plan.players.values():
        make(name, plan.game, plan.seed)


# -- sharing the work


def _here(plan: Plan) -> Generator[Tally, None, None]:
    for number in range(plan.games):
        yield play_games((plan, range(number, number + 1)))


def _in_processes(plan: Plan, workers: int) -> Generator[Tally, None, None]:
    size = max(1, min(20, plan.games // (workers * 8)))
    chunks = [
        (plan, range(first, min(first + size, plan.games))) for first in range(0, plan.games, size)
    ]
    with get_context("spawn").Pool(workers, initializer=_ignore_interrupts) as pool:
        yield from pool.imap_unordered(play_games, chunks)


def _ignore_interrupts() -> None:
    """The process that gave out the work hears the keyboard and ends the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def play_games(work: tuple[Plan, range]) -> Tally:
    """Play some games of a plan."""
    plan, numbers = work
    tally = Tally()
    for number in numbers:
        _Play(plan, number).run(tally)
    return tally


@lru_cache(maxsize=4)
def _game(name: str, overrides: bytes) -> Game[Any, Any]:
    return registry.load(name, msgspec.json.decode(overrides))


# -- one game


class _Play:
    """One game, its moves so far, and what is being tried."""

    def __init__(self, plan: Plan, number: int) -> None:
        self.plan = plan
        self.number = number
        self.seed = game_seed(plan, number)
        self.game = _game(plan.game, msgspec.json.encode(plan.overrides))
        self.moves: list[Move] = []
        self.happened: list[Deed] = []
        self.trying: Move | None = None

    def run(self, tally: Tally) -> None:
        """Play to the end; whatever goes wrong becomes a failure with its record."""
        try:
            outcome = self._to_the_end()
        except Exception as error:  # noqa: BLE001  finding out which games fail is the purpose
            tally.count_failure(self._failure(error))
        else:
            tally.count_end(outcome, len(self.moves), self.happened)

    def _to_the_end(self) -> Outcome:
        players = self._players()
        quiet = self._nobody_listens(players)
        position = self.game.begin(self.plan.options, self.seed, quiet=quiet)
        self._note(position)
        while (outcome := position.outcome) is None:
            if len(self.moves) >= self.plan.most_decisions:
                raise EndlessGame(f"no end after {self.plan.most_decisions} decisions")
            seat = self._awaited(position)
            action = players[seat].choose(Sight(position, seat))
            self.trying = Move(seat, action)
            position.apply(seat, action)
            self.moves.append(self.trying)
            self.trying = None
            self._note(position)
        return outcome

    def _nobody_listens(self, players: Mapping[Seat, Player]) -> bool:
        """Whether neither a player nor a count of what happened wants to read the news."""
        return not self.game.chronicle.happenings and all(
            getattr(each, "reads_menus_only", False) for each in players.values()
        )

    def _note(self, position: Position[Any, Any]) -> None:
        """What the log tells that is counted over many games."""
        chronicle = self.game.chronicle
        if chronicle.happenings:
            for entry in position.state.news:
                self.happened += chronicle.happened(entry.message)

    def _awaited(self, position: Position[Any, Any]) -> Seat:
        """Who acts next. Nobody is woken for what he may do and need not."""
        waiting = position.waiting
        if not waiting:
            raise EndlessGame("the game waits for nobody")
        return waiting[0]

    def _players(self) -> Mapping[Seat, Player]:
        return {
            seat: make(name, self.plan.game, f"{self.seed}/{seat}")
            for seat, name in self.plan.players.items()
        }

    def _failure(self, error: Exception) -> Failure:
        """Write down the game up to the failure, and what the failure was."""
        folder = Path(self.plan.failures)
        stem = re.sub(r"[^\w.-]", "_", f"{self.plan.game}-{self.seed}")
        path = folder / f"{stem}.jsonl"
        options = self.game.info.complete(self.plan.options)
        header = header_of(self.game, options, self.seed, self.plan.players)
        write(path, Record(header, self.moves))
        failure = Failure(
            game=self.number,
            seed=self.seed,
            decisions=len(self.moves),
            error=f"{type(error).__name__}: {error}",
            seat=self.trying.seat if self.trying else None,
            action=self.trying.action if self.trying else None,
            record=str(path),
            traceback="".join(format_exception(error)),
        )
        text = msgspec.json.format(msgspec.json.encode(failure), indent=2)
        (folder / f"{stem}.error.json").write_bytes(text + b"\n")
        return failure
