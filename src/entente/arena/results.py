"""The results file of a tournament: JSON lines, first the tournament, then one game a line.

Games are appended as they finish, so that an interruption loses nothing, and sorted when all are
done. Except for the times, the file then depends only on the tournament.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

from entente.arena.game_runner import ThinkingTime
from entente.arena.json_lines import complete_lines, encode_line, replace_lines
from entente.arena.schedule import PACKAGE, Fixture, Key, Tournament
from entente.kernel import Message, Seat, UserError
from entente.kernel.message import Argument

FORMAT = 1


class Fault(msgspec.Struct, frozen=True):
    """The reason why a game failed, and the seat of the player at fault, if any."""

    error: str
    seat: Seat | None
    record: str


class Ending(msgspec.Struct, frozen=True):
    """The end of a game; `reason` is the key of its text."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: str


class GameResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """The result of one game: its end, or why it failed."""

    key: Key
    """The round, the variant, the meeting and the seating, counted from 0."""
    seed: str
    """The seed of the game."""
    players: dict[Seat, str]
    """The name of the player in each seat."""
    decisions: int
    """The number of decisions."""
    ending: Ending | None = None
    """The end of the game; None if it failed."""
    fault: Fault | None = None
    """Why it failed, and who is to blame."""
    lapses: dict[Seat, list[str]] = {}
    """Errors that players recovered from, by seat."""
    thought: dict[Seat, ThinkingTime] = {}
    """The thinking time of each seat."""
    fallbacks: dict[Seat, int] = {}
    """Decisions that another player made in a player's place, by seat."""

    @property
    def timeless(self) -> GameResult:
        """Return the result without times."""
        times = {seat: ThinkingTime(each.decisions) for seat, each in self.thought.items()}
        return msgspec.structs.replace(self, thought=times)


class _Head(msgspec.Struct, frozen=True):
    """The first line."""

    arena: int
    tournament: Tournament


class ResultsFile:
    """The results file of a tournament, open to append. `games` are the games already in it; an
    incomplete last line is removed. Raises UserError if the file belongs to another tournament."""

    def __init__(self, path: Path, tournament: Tournament) -> None:
        self.path = path
        self.tournament = tournament
        self.games: dict[Key, GameResult] = {}
        if path.exists():
            of, games = read(path)
            if of != tournament:
                raise _error("mistake.results.other", path, differing=_differing(of, tournament))
            self.games = {game.key: game for game in games}
        path.parent.mkdir(parents=True, exist_ok=True)
        self._write()
        self._file: BinaryIO = path.open("ab")

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._file.close()
        self._write()

    def add(self, game: GameResult) -> None:
        """Append a game."""
        self.games[game.key] = game
        self._file.write(encode_line(game))
        self._file.flush()

    def check(self, fixtures: Mapping[Key, Fixture]) -> None:
        """Raise UserError if the file has games that are not in the schedule."""
        more = len(self.games.keys() - fixtures.keys())
        if more:
            raise _error("mistake.results.more", self.path, count=len(self.games), more=more)

    def _write(self) -> None:
        """Rewrite the file in order."""
        games = [self.games[key] for key in sorted(self.games)]
        replace_lines(self.path, [_Head(FORMAT, self.tournament), *games])


def read(path: Path) -> tuple[Tournament, list[GameResult]]:
    """Read a results file, without an incomplete last line."""
    first, *lines = complete_lines(path) or [b""]
    try:
        head = msgspec.json.decode(first, type=_Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        raise _error("mistake.results.none", path) from None
    if head.arena > FORMAT:
        raise _error("mistake.results.newer", path)
    games = dict[Key, GameResult]()
    for number, line in enumerate(lines, 2):
        try:
            game = msgspec.json.decode(line, type=GameResult)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise _error("mistake.results.line", path, line=number, error=str(error)) from None
        games.setdefault(game.key, game)
    return head.tournament, [games[key] for key in sorted(games)]


def _differing(one: Tournament, other: Tournament) -> list[str]:
    """Return the fields in which two tournaments differ."""
    fields = msgspec.structs.fields(Tournament)
    return [f.name for f in fields if getattr(one, f.name) != getattr(other, f.name)]


def _error(key: str, path: Path, /, **args: Argument) -> UserError:
    return UserError(Message(key, {"file": str(path), **args}), PACKAGE)
