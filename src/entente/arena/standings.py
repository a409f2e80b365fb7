"""Statistics of a tournament: wins, seats, lengths, times.

A game that a player's failure ended is a loss for that player and does not count for the others. A
game that failed without a player's fault counts for no one, and is reported.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

import msgspec

from entente.arena.game_runner import ThinkingTime
from entente.arena.intervals import Share, share
from entente.arena.ratings import Rating, ratings
from entente.arena.results import GameResult
from entente.arena.schedule import Key, Variant
from entente.arena.tournament_run import TournamentRun
from entente.kernel import Seat

WON, DRAWN, LOST, FAILED = "won", "drawn", "lost", "failed"


class WinRecord(msgspec.Struct, frozen=True):
    """Wins and losses of a player; one in several seats counts once per seat."""

    games: int
    wins: int
    draws: int
    losses: int
    failures: int
    share: Share


class Standing(msgspec.Struct, frozen=True):
    """A player over all games. Times are in seconds."""

    player: str
    """The name of the player."""
    fared: WinRecord
    """Its games, wins, draws and losses."""
    mean_score: float
    """The mean of the game's own scores."""
    rating: Rating | None
    """Its rating within the tournament."""
    lapses: int
    """How often it recovered from an error."""
    fallbacks: int
    """How many of its decisions another player made."""
    decisions: int
    """The number of its decisions."""
    seconds: float
    """The time it took for them all."""
    longest: float
    """The time of the longest decision."""

    @property
    def seconds_a_move(self) -> float:
        """The mean thinking time of a decision."""
        return self.seconds / self.decisions if self.decisions else 0.0


class SeatStanding(msgspec.Struct, frozen=True):
    """A player in one of the seats; an empty player means all."""

    seat: Seat
    player: str
    fared: WinRecord


class Meeting(msgspec.Struct, frozen=True):
    """A player in the games in which it met another."""

    player: str
    other: str
    fared: WinRecord


class FailedGame(msgspec.Struct, frozen=True):
    """A game that failed; `player` is empty where no player was at fault."""

    key: Key
    player: str
    error: str
    record: str


class RecoveredError(msgspec.Struct, frozen=True):
    """An error that a player recovered from, and how often."""

    player: str
    error: str
    times: int


class Table(msgspec.Struct, frozen=True):
    """Everything about the games under one variant."""

    variant: Variant
    """What was played."""
    games: int
    """All games, including failed ones."""
    ended: int
    """The games that came to an end."""
    seats: tuple[Seat, ...]
    """The seats of the game."""
    standings: list[Standing]
    """The players, the best first."""
    by_seat: list[SeatStanding]
    """The results of each player in each seat."""
    meetings: list[Meeting]
    """The results of each meeting."""
    endings: dict[str, int]
    """How often each ending came, by the key of its text."""
    lengths: list[int]
    """The lengths of the games in decisions, the shortest first."""
    failures: list[FailedGame]
    """The games that failed."""
    lapses: list[RecoveredError]
    """The errors that players recovered from."""

    @property
    def needs_attention(self) -> bool:
        """Whether there are failures, recovered errors or fallback decisions."""
        stood_in = any(each.fallbacks for each in self.standings)
        return bool(self.failures or self.lapses or stood_in)

    @property
    def mean_length(self) -> float:
        """The mean number of decisions in a game."""
        return sum(self.lengths) / len(self.lengths) if self.lengths else 0.0

    @property
    def seat_totals(self) -> list[SeatStanding]:
        """The results of each seat over all players."""
        return [each for each in self.by_seat if not each.player]


class _SeatResult(NamedTuple):
    """The result of a player in one seat of a game."""

    game: GameResult
    seat: Seat
    player: str
    result: str

    @property
    def score(self) -> float:
        return self.game.ending.scores.get(self.seat, 0.0) if self.game.ending else 0.0


def tables(run: TournamentRun) -> list[Table]:
    """Return a table for each variant."""
    tournament = run.tournament
    return [
        _table(variant, tournament.seats(number), [g for g in run.games if g.key.variant == number])
        for number, variant in enumerate(tournament.variants)
    ]


def _table(variant: Variant, seats: tuple[Seat, ...], games: Sequence[GameResult]) -> Table:
    seated = list(_seated(games))
    ended = [game for game in games if game.ending is not None]
    endings = Counter(game.ending.reason for game in ended if game.ending is not None)
    return Table(
        variant=variant,
        games=len(games),
        ended=len(ended),
        seats=seats,
        standings=_standings(games, seated),
        by_seat=_by_seat(seats, seated),
        meetings=_meetings(seated),
        endings=dict(sorted(endings.items(), key=lambda item: (-item[1], item[0]))),
        lengths=sorted(game.decisions for game in ended),
        failures=[_failed_game(game) for game in games if game.fault is not None],
        lapses=_recovered_errors(games),
    )


def _seated(games: Iterable[GameResult]) -> Iterator[_SeatResult]:
    for game in games:
        for seat, player in game.players.items():
            result = _result(game, seat)
            if result:
                yield _SeatResult(game, seat, player, result)


def _result(game: GameResult, seat: Seat) -> str:
    """Return the result of a seat; empty if the game does not count."""
    if game.ending is None:
        return FAILED if game.fault is not None and game.fault.seat == seat else ""
    winners = game.ending.winners
    if len(winners) == 1:
        return WON if seat in winners else LOST
    return DRAWN if seat in (winners or game.ending.scores) else LOST


def win_record(seated: Iterable[_SeatResult]) -> WinRecord:
    """Count results."""
    results = Counter(each.result for each in seated)
    games, wins = results.total(), results[WON]
    losses = results[LOST] + results[FAILED]
    return WinRecord(games, wins, results[DRAWN], losses, results[FAILED], share(wins, games))


def _standings(games: Sequence[GameResult], seated: Sequence[_SeatResult]) -> list[Standing]:
    """Return the best first: by rating, without one by the share of wins."""
    rated = ratings(games)
    names = list(dict.fromkeys(name for game in games for name in game.players.values()))
    listed = [_standing(name, rated.get(name), games, seated) for name in names]
    return sorted(listed, key=_order, reverse=True)


def _order(standing: Standing) -> tuple[float, float]:
    return (standing.rating.mean if standing.rating else 0.0, standing.fared.share.rate)


def _standing(
    name: str, rating: Rating | None, games: Sequence[GameResult], seated: Sequence[_SeatResult]
) -> Standing:
    mine = [each for each in seated if each.player == name]
    sat = [(game, seat) for game in games for seat, who in game.players.items() if who == name]
    times = [game.thought.get(seat, ThinkingTime()) for game, seat in sat]
    return Standing(
        player=name,
        fared=win_record(mine),
        mean_score=fsum(each.score for each in mine) / len(mine) if mine else 0.0,
        rating=rating,
        lapses=sum(len(game.lapses.get(seat, ())) for game, seat in sat),
        fallbacks=sum(game.fallbacks.get(seat, 0) for game, seat in sat),
        decisions=sum(each.decisions for each in times),
        seconds=fsum(each.seconds for each in times),
        longest=max((each.longest for each in times), default=0.0),
    )


def _by_seat(seats: Sequence[Seat], seated: Sequence[_SeatResult]) -> list[SeatStanding]:
    """Return the results of each seat over all players, then of each player in it."""
    names = list(dict.fromkeys(each.player for each in seated))
    listed = list[SeatStanding]()
    for seat in seats:
        here = [each for each in seated if each.seat == seat]
        listed.append(SeatStanding(seat, "", win_record(here)))
        if len(names) > 1:
            for name in names:
                listed.append(
                    SeatStanding(seat, name, win_record(e for e in here if e.player == name))
                )
    return [each for each in listed if each.fared.games or not each.player]


def _meetings(seated: Sequence[_SeatResult]) -> list[Meeting]:
    names = list(dict.fromkeys(each.player for each in seated))
    pairs = [(one, other) for one in names for other in names if one != other]
    meetings = [
        Meeting(one, other, win_record(_against(seated, one, other))) for one, other in pairs
    ]
    return [meeting for meeting in meetings if meeting.fared.games]


def _against(seated: Iterable[_SeatResult], player: str, other: str) -> Iterator[_SeatResult]:
    return (e for e in seated if e.player == player and other in e.game.players.values())


def _failed_game(game: GameResult) -> FailedGame:
    assert game.fault is not None
    seat = game.fault.seat
    player = "" if seat is None else game.players[seat]
    return FailedGame(game.key, player, game.fault.error, game.fault.record)


def _recovered_errors(games: Iterable[GameResult]) -> list[RecoveredError]:
    times_of = Counter(
        (game.players[seat], error)
        for game in games
        for seat, errors in game.lapses.items()
        for error in errors
    )
    return [
        RecoveredError(player, error, times) for (player, error), times in sorted(times_of.items())
    ]
