"""Run one game between computer players and record its statistics."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from traceback import format_exception
from typing import Any

import msgspec

from entente.arena.result import Failure
from entente.kernel import Game, IllegalAction, Move, Options, Outcome, Position, Seat
from entente.kernel.record import Record, header_of, write
from entente.kernel.statistics import Statistic
from entente.players import FallingBack, Player, PlayerView, ReportsErrors

MAX_DECISIONS = 20_000

# From a player's name, the game's id and a seed to the player.
Maker = Callable[[str, str, str], Player]


class DecisionLimitReached(RuntimeError):
    """The game exceeded its decision limit, or waits for no one."""


class PlayerExited(RuntimeError):
    """A player tried to exit the program."""

    def __init__(self, left: SystemExit) -> None:
        super().__init__(f"the player tried to exit the program: SystemExit({left.code!r})")


class ThinkingTime(msgspec.Struct):
    """The number of decisions of a seat and its thinking time in seconds."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0

    def add(self, seconds: float) -> None:
        """Add a decision."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)


@contextmanager
def exits_as_errors() -> Iterator[None]:
    """Turn a player's SystemExit into an error; Ctrl-C passes."""
    try:
        yield
    except SystemExit as left:
        raise PlayerExited(left) from left


class GameRun:
    """One game, its position, its moves so far and the pending move.

    `blamed` is the seat whose player is at fault if the game has failed: it raised an error or made
    an illegal move. It is None if the rules themselves failed.
    """

    def __init__(
        self,
        game: Game[Any, Any],
        options: Options,
        seed: str,
        players: Mapping[Seat, str],
        make: Maker,
        most_decisions: int = MAX_DECISIONS,
    ) -> None:
        self.game = game
        self.options = options
        self.seed = seed
        self.names = players
        self.make = make
        self.max_decisions = most_decisions
        self.players: dict[Seat, Player] = {}
        self.position: Position[Any, Any] | None = None
        self.moves: list[Move] = []
        self.happened: list[Statistic] = []
        self.thinking_time: dict[Seat, ThinkingTime] = {seat: ThinkingTime() for seat in players}
        self.pending_move: Move | None = None
        self.blamed: Seat | None = None

    def play(self) -> Outcome:
        """Play to the end; any failure is raised."""
        for seat, name in self.names.items():
            self.blamed = seat
            with exits_as_errors():
                self.players[seat] = self.make(name, self.game.info.id, f"{self.seed}/{seat}")
        self.blamed = None
        position = self.game.begin(self.options, self.seed, log=not self._log_unused)
        self.position = position
        self._note(position)
        while (outcome := position.outcome) is None:
            if len(self.moves) >= self.max_decisions:
                raise DecisionLimitReached(f"no end after {self.max_decisions} decisions")
            self._step(position, self._next_seat(position))
            self._note(position)
        return outcome

    @property
    def _log_unused(self) -> bool:
        """Whether neither the players nor the statistics read the log."""
        return not self.game.statistics.happenings and all(
            getattr(each, "reads_menus_only", False) for each in self.players.values()
        )

    @property
    def recovered_errors(self) -> dict[Seat, list[str]]:
        """The errors that players recovered from, by seat."""
        by_seat = {
            seat: list(player.recovered_errors)
            for seat, player in self.players.items()
            if isinstance(player, ReportsErrors)
        }
        return {seat: errors for seat, errors in by_seat.items() if errors}

    @property
    def fallbacks(self) -> dict[Seat, int]:
        """The number of decisions made by a fallback player, by seat."""
        return {
            seat: len(player.fallbacks)
            for seat, player in self.players.items()
            if isinstance(player, FallingBack) and player.fallbacks
        }

    def failure(self, error: Exception, number: int, folder: Path, name: str = "") -> Failure:
        """Write down the game up to the failure, and what the failure was; `name` tells games of
        one seed apart."""
        stem = re.sub(r"[^\w.-]", "_", f"{self.game.info.id}-{name or self.seed}")
        path = folder / f"{stem}.jsonl"
        options = self.game.info.complete(self.options)
        write(path, Record(header_of(self.game, options, self.seed, self.names), self.moves))
        failure = Failure(
            game=number,
            seed=self.seed,
            decisions=len(self.moves),
            error=f"{type(error).__name__}: {error}",
            seat=self.pending_move.seat if self.pending_move else None,
            action=self.pending_move.action if self.pending_move else None,
            record=str(path),
            traceback="".join(format_exception(error)),
        )
        text = msgspec.json.format(msgspec.json.encode(failure), indent=2)
        (folder / f"{stem}.error.json").write_bytes(text + b"\n")
        return failure

    def _step(self, position: Position[Any, Any], seat: Seat) -> None:
        """Let one seat decide."""
        self.blamed = seat
        started = time.perf_counter()
        with exits_as_errors():
            action = self.players[seat].choose(PlayerView(position, seat))
        self.thinking_time[seat].add(time.perf_counter() - started)
        if not isinstance(action, str):
            raise TypeError(f"the player must answer with a string, not {action!r}")
        self.blamed = None
        self.pending_move = Move(seat, action)
        try:
            position.apply(seat, action)
        except IllegalAction:
            self.blamed = seat
            raise
        self.moves.append(self.pending_move)
        self.pending_move = None

    def _note(self, position: Position[Any, Any]) -> None:
        """Count the events in the latest log entries."""
        statistics = self.game.statistics
        if statistics.happenings:
            for entry in position.state.news:
                self.happened += statistics.happened(entry.message)

    def _next_seat(self, position: Position[Any, Any]) -> Seat:
        """Return the seat to act next; optional decisions are skipped."""
        waiting = position.to_move
        if not waiting:
            raise DecisionLimitReached("the game waits for no one")
        return waiting[0]
