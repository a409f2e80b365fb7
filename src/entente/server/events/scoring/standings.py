"""Standings, tie-breaks and crosstable, computed from the boards of an event."""

from __future__ import annotations

import math
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

BYE = "bye"


class BoardScore(NamedTuple):
    """A finished board: the points of each entry, with its seat, place and the game's points.

    A board of one entry without a seat is a bye, or a game not played.
    """

    round: int
    number: int
    seats: tuple[SeatScore, ...]

    @property
    def played(self) -> bool:
        return len(self.seats) > 1


class SeatScore(NamedTuple):
    """What an entry got from a board; entry 0 is a computer that filled a seat."""

    entry: int
    seat: str
    points: float
    place: int = 0
    figure: float = 0.0  # centres, industry
    won: bool = False


class Entrant(NamedTuple):
    """An entry as standings need it."""

    number: int
    team: str = ""
    active: bool = True
    adjustment: float = 0.0  # points that the director gave or took


class StandingLine(msgspec.Struct):
    """A line of the standings. `place` is shared by entries that no tie-break separates.

    In a league it is the place in a `division`, from which an entry moves `up`, `down` or stays.
    """

    place: int
    entry: int
    points: float
    played: int
    tie_breaks: dict[str, float]
    division: int = 0
    move: str = ""


class TeamStanding(msgspec.Struct):
    """A line of the teams' standings."""

    place: int
    team: str
    points: float
    entries: list[int]


class _Record:
    """What an entry has played."""

    def __init__(self, entrant: Entrant) -> None:
        self.entrant = entrant
        self.lines: list[tuple[BoardScore, SeatScore]] = []

    def total(self, counted: int | None) -> float:
        scores = sorted((line.points for _, line in self.lines), reverse=True)
        return math.fsum(scores[:counted]) + self.entrant.adjustment

    def opponents(self) -> Iterable[tuple[SeatScore, SeatScore]]:
        for board, mine in self.lines:
            for other in board.seats:
                if other.entry and other.entry != mine.entry:
                    yield mine, other


Totals = Mapping[int, float]
TieBreak = Callable[[_Record, Totals, Collection[int]], float]


def _opponents_scores(record: _Record, totals: Totals) -> list[float]:
    """Return the scores of the opponents; a round without a game counts as one's own score."""
    scores = [totals[other.entry] for _, other in record.opponents()]
    byes = sum(not board.played for board, _ in record.lines)
    return scores + [totals[record.entrant.number]] * byes


def _buchholz(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    return math.fsum(_opponents_scores(record, totals))


def _buchholz_cut(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    scores = sorted(_opponents_scores(record, totals))
    return math.fsum(scores[1:])


def _sonneborn_berger(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    total = 0.0
    for mine, other in record.opponents():
        share = 1.0 if mine.points > other.points else 0.5 if mine.points == other.points else 0.0
        total += share * totals[other.entry]
    own = totals[record.entrant.number]
    return total + own * sum(line.points for board, line in record.lines if not board.played)


def _head_to_head(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    total = 0.0
    for mine, other in record.opponents():
        if other.entry in tied:
            total += 1.0 if mine.points > other.points else 0.5 * (mine.points == other.points)
    return total


def _wins(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    return float(sum(line.won for _, line in record.lines))


def _best_board(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    return max((line.points for board, line in record.lines if board.played), default=0.0)


def _figures(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    return math.fsum(line.figure for _, line in record.lines)


def _progressive(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    total = running = 0.0
    for _, line in sorted(record.lines, key=lambda each: each[0].round):
        running += line.points
        total += running
    return total


def _first_places(record: _Record, totals: Totals, tied: Collection[int]) -> float:
    return float(sum(board.played and line.place == 1 for board, line in record.lines))


TIE_BREAKS: Mapping[str, TieBreak] = {
    "buchholz": _buchholz,
    "buchholz_cut": _buchholz_cut,
    "sonneborn_berger": _sonneborn_berger,
    "head_to_head": _head_to_head,
    "wins": _wins,
    "best_board": _best_board,
    "first_places": _first_places,
    "figures": _figures,
    "progressive": _progressive,
}
DEFAULT_TWO = ("buchholz_cut", "buchholz", "sonneborn_berger", "head_to_head", "wins")
DEFAULT_MANY = ("best_board", "first_places", "figures")


def standings(
    entrants: Sequence[Entrant],
    boards: Iterable[BoardScore],
    tie_breaks: Sequence[str] = (),
    counted: int | None = None,
) -> list[StandingLine]:
    """Return the standings. With `counted`, only the best results of each entry count."""
    records = {each.number: _Record(each) for each in entrants}
    for board in boards:
        for line in board.seats:
            if line.entry in records:
                records[line.entry].lines.append((board, line))
    totals = {number: round(record.total(counted), 6) for number, record in records.items()}
    rows = []
    for number, record in records.items():
        tied = {each for each, total in totals.items() if total == totals[number]}
        breaks = {name: round(TIE_BREAKS[name](record, totals, tied), 6) for name in tie_breaks}
        played = sum(board.played for board, _ in record.lines)
        rows.append(StandingLine(0, number, totals[number], played, breaks))

    def key(row: StandingLine) -> tuple[float, ...]:
        return (-row.points, *(-row.tie_breaks[name] for name in tie_breaks))

    rows.sort(key=lambda row: (key(row), row.entry))
    for at, row in enumerate(rows):
        before = rows[at - 1] if at else None
        row.place = before.place if before and key(before) == key(row) else at + 1
    return rows


def team_standings(
    entrants: Sequence[Entrant], rows: Sequence[StandingLine], best: int | None = None
) -> list[TeamStanding]:
    """Return the teams by the points of their members, the `best` of them if given."""
    teams = {each.number: each.team for each in entrants if each.team}
    points: dict[str, list[float]] = {}
    members: dict[str, list[int]] = {}
    for row in rows:
        if (team := teams.get(row.entry)) is not None:
            points.setdefault(team, []).append(row.points)
            members.setdefault(team, []).append(row.entry)
    totals = {
        team: round(math.fsum(sorted(each, reverse=True)[:best]), 6)
        for team, each in points.items()
    }
    return [
        TeamStanding(1 + sum(o > total for o in totals.values()), team, total, members[team])
        for team, total in sorted(totals.items(), key=lambda each: (-each[1], each[0]))
    ]
