"""Run the benchmark: a folder of results that the same call completes after an interruption."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

import msgspec

from entente.arena.benchmark.critical_positions import PositionResult, PositionWork, ask
from entente.arena.benchmark.definition import (
    GAME,
    POSITIONS,
    SUITES,
    BenchmarkMatch,
    check_opponents,
    fingerprint,
    matches,
)
from entente.arena.bots import is_bot
from entente.arena.entrants import find, origin
from entente.arena.executors import init_worker
from entente.arena.json_lines import complete_lines, encode_line, replace_lines
from entente.arena.processes import run_in_processes
from entente.arena.schedule import PACKAGE, schedule
from entente.arena.tournament_run import TournamentRun, local, run_tournament
from entente.games.diplomacy.benchmark import read_suite
from entente.kernel import UserError, say

FOLDER = Path("entente-bench")
SEATS = 7

# What is being done, how much of it, and how much in all.
Progress = Callable[[str, int, int], None]


class BenchmarkPlan(msgspec.Struct, frozen=True):
    """Whom to measure, with what. `name` is the entry's name in a leaderboard, such as that of the
    model behind `llm`."""

    player: str
    name: str
    origin: str
    parts: tuple[str, ...] = SUITES
    rounds: int = 1

    @classmethod
    def of(
        cls, player: str, name: str = "", parts: tuple[str, ...] = SUITES, rounds: int = 1
    ) -> BenchmarkPlan:
        """Make a plan; UserError if the player is unknown or cannot be asked for positions."""
        known = find(player, GAME)
        if POSITIONS in parts and is_bot(known):
            raise UserError(say("mistake.bench.bot", name=known), PACKAGE)
        check_opponents()
        return cls(known, name or known, origin(known, GAME), parts, rounds)

    @property
    def folder(self) -> Path:
        """A folder for each player and version, so that the same command finds its results."""
        text = "/".join((fingerprint(), self.player, self.name, self.origin))
        slug = re.sub(r"[^\w.-]+", "_", self.name)[:40]
        return FOLDER / f"{GAME}-{slug}-{sha256(text.encode()).hexdigest()[:8]}"


class PlayedMatch(NamedTuple):
    """A match and its games so far."""

    match: BenchmarkMatch
    run: TournamentRun


class BenchmarkRun(NamedTuple):
    """The results so far. `resumed` is the number of results that were already there."""

    plan: BenchmarkPlan
    positions: list[PositionResult]
    matches: list[PlayedMatch]
    finished: bool
    resumed: int


class _Head(msgspec.Struct, frozen=True):
    """The first line of the file of positions."""

    benchmark: str
    player: str
    name: str
    origin: str


def run_benchmark(
    plan: BenchmarkPlan,
    folder: Path,
    workers: int = 1,
    failures: str = "entente-failures",
    progress: Progress | None = None,
) -> BenchmarkRun:
    """Do what the folder does not have yet. A keyboard interrupt keeps what is done; the same call
    goes on from there. UserError if the folder belongs to another player or version."""
    note = progress or (lambda part, done, planned: None)
    positions, resumed, finished = list[PositionResult](), 0, True
    if POSITIONS in plan.parts:
        positions, resumed, finished = _ask_all(plan, folder, workers, note)
    played = list[PlayedMatch]()
    for match in matches(plan.parts):
        if not finished:
            break
        run = _play(match, plan, folder, workers, failures, note)
        played.append(PlayedMatch(match, run))
        resumed += run.resumed
        finished = run.finished
    return BenchmarkRun(plan, positions, played, finished, resumed)


def _play(
    match: BenchmarkMatch,
    plan: BenchmarkPlan,
    folder: Path,
    workers: int,
    failures: str,
    note: Progress,
) -> TournamentRun:
    tournament = match.tournament(plan.player)
    games = plan.rounds * (1 if len(set(tournament.players)) == 1 else SEATS)
    file = folder / f"{match.name}.jsonl"
    run = run_tournament(
        tournament,
        max(games, _stored(file)),
        file,
        local(workers),
        failures,
        lambda done, planned: note(match.name, done, planned),
    )
    planned = sum(1 for _ in schedule(tournament, games))
    return run._replace(planned=max(planned, run.planned))


def _stored(file: Path) -> int:
    """Return the number of games of an earlier, longer run, which count as well."""
    return max(0, len(complete_lines(file)) - 1) if file.exists() else 0


# -- positions


def _ask_all(
    plan: BenchmarkPlan, folder: Path, workers: int, note: Progress
) -> tuple[list[PositionResult], int, bool]:
    """Return the results, how many were there, and whether all are."""
    file = folder / "positions.jsonl"
    head = _Head(fingerprint(), plan.player, plan.name, plan.origin)
    names = [position.name for position in read_suite().position]
    known = _read(file, head) if file.exists() else {}
    there = len(known)
    folder.mkdir(parents=True, exist_ok=True)
    replace_lines(file, [head, *known.values()])
    work = [PositionWork(name, plan.player) for name in names if name not in known]
    note(POSITIONS, there, len(names))
    try:
        with file.open("ab") as stream, closing(_asking(work, workers)) as results:
            for result in results:
                known[result.position] = result
                stream.write(encode_line(result))
                stream.flush()
                note(POSITIONS, len(known), len(names))
    except KeyboardInterrupt:
        pass  # the missing positions show it
    ordered = [known[name] for name in names if name in known]
    return ordered, there, len(ordered) == len(names)


def _asking(work: Sequence[PositionWork], workers: int) -> Generator[PositionResult, None, None]:
    if workers > 1 and len(work) > 1:
        yield from run_in_processes(ask, work, workers, init_worker)
    else:
        yield from map(ask, work)


def _read(file: Path, head: _Head) -> dict[str, PositionResult]:
    first, *lines = complete_lines(file) or [b""]
    try:
        stored = msgspec.json.decode(first, type=_Head)
        rows = [msgspec.json.decode(line, type=PositionResult) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise UserError(say("mistake.bench.file", file=str(file)), PACKAGE) from None
    if stored != head:
        raise UserError(say("mistake.bench.other", file=str(file)), PACKAGE)
    return {row.position: row for row in rows}
