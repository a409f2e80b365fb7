"""Play the games of the yardstick and store their results: JSON lines, one game a line.

A run that stops keeps every finished game. At its time limit it also keeps the moves of unfinished
games, which the next run replays: the levels have no state beyond the record, so their moves are
taken from it; the other players choose again and must choose the same.
"""

from __future__ import annotations

import fcntl
import os
import time
from collections import deque
from collections.abc import Iterable, Sequence
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from benchmarks.yardstick_matches import Fixture, options_of, seats_of
from entente.arena.entrants import entrant
from entente.arena.game_runner import GameRun, ThinkingTime
from entente.arena.json_lines import complete_lines, encode_line, replace_lines
from entente.arena.results import Ending, Fault, GameResult
from entente.arena.schedule import Key
from entente.kernel import Move, Position, Seat, registry
from entente.players.levels import LevelPlayer

ROOT = Path(__file__).parents[1]
FORMAT = 1
HASHED = ("kernel", "players", "arena")  # beside the game itself


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """A finished game. `standing` is the figure that decides it, such as centres; `survivors` are
    the seats still in the game."""

    match: str
    number: int
    result: GameResult
    standing: dict[Seat, float] = {}
    survivors: list[Seat] = []
    year: int = 0


class Paused(msgspec.Struct, frozen=True):
    """A game that the time limit interrupted."""

    match: str
    number: int
    moves: list[tuple[Seat, str]]
    thought: dict[Seat, ThinkingTime]


class Head(msgspec.Struct, frozen=True):
    """The first line: what the results depend on. `sources` are digests of the code by game; `fast`
    says whether Numba is installed, with which a level may search more."""

    yardstick: int
    seed: str
    fast: bool
    sources: dict[str, str]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """A line after the first."""

    played: Played | None = None
    paused: Paused | None = None


GameId = tuple[str, int]


class YardstickFile:
    """The file of results, open for one process to append."""

    def __init__(self, path: Path, head: Head, *, accept_changes: bool = False) -> None:
        self.path = path
        self.played: dict[GameId, Played] = {}
        self.paused: dict[GameId, Paused] = {}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = path.with_name(path.name + ".lock").open("ab")
        try:
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            if path.exists():
                stored, self.played, self.paused = read(path)
                head = _merge(path, stored, head, accept_changes=accept_changes)
            self._rewrite(head)
            self._file = path.open("ab")
        except BlockingIOError:
            self._lock.close()
            raise SystemExit(f"another process is writing {path}") from None
        except BaseException:
            self._lock.close()
            raise

    def add(self, game: Played | Paused) -> None:
        """Add a game; it is on the disk when this returns."""
        if isinstance(game, Played):
            self.played[game.match, game.number] = game
            line = Line(played=game)
        else:
            self.paused[game.match, game.number] = game
            line = Line(paused=game)
        self._file.write(encode_line(line))
        self._file.flush()
        os.fsync(self._file.fileno())

    def close(self) -> None:
        self._file.close()
        self._lock.close()

    def _rewrite(self, head: Head) -> None:
        """Rewrite the file, without an incomplete last line and without paused games that have been
        finished since."""
        lines: list[msgspec.Struct] = [head]
        lines += [Line(played=game) for _, game in sorted(self.played.items())]
        lines += [
            Line(paused=game) for key, game in sorted(self.paused.items()) if key not in self.played
        ]
        replace_lines(self.path, lines)


def read(path: Path) -> tuple[Head, dict[GameId, Played], dict[GameId, Paused]]:
    """Read results, without an incomplete last line."""
    first, *lines = complete_lines(path) or [b""]
    try:
        head = msgspec.json.decode(first, type=Head)
        rows = [msgspec.json.decode(line, type=Line) for line in lines]
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise SystemExit(f"{path} has no results of this command: {error}") from None
    if head.yardstick != FORMAT:
        raise SystemExit(f"{path} has another format version ({head.yardstick})")
    played = {(row.played.match, row.played.number): row.played for row in rows if row.played}
    paused = {(row.paused.match, row.paused.number): row.paused for row in rows if row.paused}
    return head, played, paused


def _merge(path: Path, stored: Head, now: Head, *, accept_changes: bool) -> Head:
    """Return the head for continuing a file; refuse to mix results that cannot be compared."""
    if stored.seed != now.seed:
        raise SystemExit(f"{path} has games of the seed {stored.seed!r}; name another file")
    changed = [
        game
        for game in now.sources
        if stored.sources.get(game, now.sources[game]) != now.sources[game]
    ]
    if stored.fast != now.fast:
        changed.append("Numba (installed or not)")
    if changed and not accept_changes:
        raise SystemExit(
            f"{path} has games played with other code ({', '.join(changed)}); "
            "name another file, or mix them with --accept-changes"
        )
    return msgspec.structs.replace(now, sources={**stored.sources, **now.sources})


def head_of(seed: str, games: Iterable[str]) -> Head:
    """Return the head of a run with this code."""
    fast = find_spec("numba") is not None
    return Head(FORMAT, seed, fast, {game: digest(game) for game in games})


def digest(game: str) -> str:
    """Return a hash of the code and the data that determine how a game goes."""
    source, hasher = ROOT / "src/entente", sha256()
    folders = [*(source / name for name in HASHED), source / "games" / game]
    for folder in folders:
        for file in sorted((*folder.rglob("*.py"), *folder.rglob("*.toml"))):
            if "text" not in file.relative_to(folder).parts:
                hasher.update(str(file.relative_to(source)).encode() + b"\0" + file.read_bytes())
    return hasher.hexdigest()[:16]


# -- playing


class Work(NamedTuple):
    """A game to play, and when to stop (in seconds since 1970)."""

    fixture: Fixture
    failures: str
    until: float
    paused: Paused | None = None


class TimeIsUp(Exception):
    """The run has to stop before the game is over."""


class ResumableRun(GameRun):
    """A game that can stop at a time limit and continue from its moves."""

    until = float("inf")
    saved: deque[tuple[Seat, str]] = deque()

    def _step(self, position: Position[Any, Any], seat: Seat) -> None:
        if not self.saved:
            if time.time() > self.until:
                raise TimeIsUp
            super()._step(position, seat)
            return
        mover, action = self.saved.popleft()
        if isinstance(self.players[seat], LevelPlayer):
            position.apply(mover, action)
            self.moves.append(Move(mover, action))
            return
        super()._step(position, seat)
        if self.moves[-1] != Move(mover, action):
            raise ValueError(f"{seat} does not repeat its move {action!r}")


def play(work: Work) -> Played | Paused | None:
    """Play a game; None if the time is up before it begins."""
    match, number, seed, seating = work.fixture
    if time.time() > work.until:
        return None
    game = registry.load(match.game)
    players = dict(zip(seats_of(match), seating, strict=True))
    run = ResumableRun(game, options_of(match), seed, players, entrant)
    run.until = work.until
    run.saved = deque(work.paused.moves if work.paused else ())
    ending = fault = None
    try:
        outcome = run.play()
    except TimeIsUp:
        thought = _total(run, work.paused)
        return Paused(match.name, number, [(m.seat, m.action) for m in run.moves], thought)
    except Exception as error:  # noqa: BLE001  counted and recorded
        folder = Path(work.failures)
        folder.mkdir(parents=True, exist_ok=True)
        failure = run.failure(error, number, folder, f"{match.name}-{number}")
        fault = Fault(failure.error, run.blamed, failure.record)
    else:
        ending = Ending(outcome.winners, outcome.scores, outcome.reason.key)
    result = GameResult(
        Key(number, 0, 0, 0),
        seed,
        players,
        len(run.moves),
        ending,
        fault,
        run.recovered_errors,
        _total(run, work.paused),
        run.fallbacks,
    )
    if run.position is None:
        return Played(match.name, number, result)
    state = run.position.state
    standing = {seat: float(value) for seat, value in game.statistics.standing(state).items()}
    survivors = list(game.playing(state))
    return Played(match.name, number, result, standing, survivors, game.year(state))


def _total(run: GameRun, paused: Paused | None) -> dict[Seat, ThinkingTime]:
    """Return the thinking times of all runs of a game; a repeated choice counts once."""
    if paused is None:
        return run.thinking_time
    total = dict[Seat, ThinkingTime]()
    for seat, now in run.thinking_time.items():
        before = paused.thought.get(seat, ThinkingTime())
        if isinstance(run.players.get(seat), LevelPlayer):
            total[seat] = ThinkingTime(
                before.decisions + now.decisions,
                before.seconds + now.seconds,
                max(before.longest, now.longest),
            )
        else:
            total[seat] = now
    return total


def work_of(
    fixtures: Iterable[Fixture], results: YardstickFile, failures: Path, until: float
) -> Sequence[Work]:
    """Return the missing games; paused ones first, because they are nearly done."""
    missing = [each for each in fixtures if (each.match.name, each.number) not in results.played]
    work = [
        Work(each, str(failures), until, results.paused.get((each.match.name, each.number)))
        for each in missing
    ]
    return sorted(work, key=lambda each: each.paused is None)
