"""Run a tournament, resuming from its results file."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from entente.arena.entrants import check_players
from entente.arena.executors import Games, Work, run_pool, run_serial
from entente.arena.results import GameResult, ResultsFile
from entente.arena.schedule import Tournament, schedule

Progress = Callable[[int, int], None]
Executor = Callable[[list[Work]], Games]


class TournamentRun(NamedTuple):
    """A tournament and its finished games."""

    tournament: Tournament
    """What was played."""
    games: list[GameResult]
    """The finished games, in order."""
    planned: int
    """The number of games to play."""
    resumed: int = 0
    """The number of games that the file already had."""
    balanced: bool = True
    """Whether every player takes every seat."""

    @property
    def finished(self) -> bool:
        """Whether all planned games have been played."""
        return len(self.games) == self.planned


def local(workers: int) -> Executor:
    """Return an executor of `workers` processes on this machine."""
    return lambda work: run_pool(work, workers) if workers > 1 else run_serial(work)


def run_tournament(
    tournament: Tournament,
    games: int,
    file: Path,
    executor: Executor | None = None,
    failures: str = "entente-failures",
    progress: Progress | None = None,
    most: int | None = None,
) -> TournamentRun:
    """Play the games that the file does not have yet, at least this many a meeting; with `most`,
    only the first ones of that schedule.

    `progress` is called with the number of finished games and of all games. A keyboard interrupt
    keeps the finished games; the same call continues from there. Raises UserError, before anything
    is written, if the tournament cannot be played.
    """
    check_players(tournament)
    planned = islice(schedule(tournament, games), most)
    fixtures = {fixture.key: fixture for fixture in planned}
    with ResultsFile(file, tournament) as results:
        results.check(fixtures)
        missing = [fixture for key, fixture in fixtures.items() if key not in results.games]
        there = len(results.games)
        work = [(tournament, fixture, failures) for fixture in missing]
        try:
            _report_progress(progress, results, len(fixtures))
            with closing((executor or run_serial)(work) if work else run_serial([])) as done:
                for game in done:
                    results.add(game)
                    _report_progress(progress, results, len(fixtures))
        except KeyboardInterrupt:
            pass  # the missing games show it
        played = [results.games[key] for key in sorted(results.games)]
    balanced = most is None or len(fixtures) == sum(1 for _ in schedule(tournament, games))
    return TournamentRun(tournament, played, len(fixtures), there, balanced)


def _report_progress(progress: Progress | None, results: ResultsFile, planned: int) -> None:
    if progress is not None:
        progress(len(results.games), planned)
