"""Record the results of a finished game and rate its players, in the transaction that ends it.

Every seat has one result for its player at the end, and one for each player who left it before. A
player who left, or whose stand-in finished the game, has lost it, and is rated as the only last of
all players, also behind a draw.
An abandoned game changes no other rating. A player who took a seat over after the start is not
rated: the first player of the seat is, even if their account is deleted by now. No one gains from a
game that ended after a few moves; the losers lose. Too many games of the same two people on one day
change no rating. Analysis boards, exercises and imported records have no results.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Outcome, Seat
from entente.server.ratings.eligibility import is_short
from entente.server.ratings.levels import fixed_strength
from entente.server.ratings.model import Skill, rate, rate_departed
from entente.server.ratings.pair_cap import capped_pairs
from entente.server.ratings.stored import ALL_TIME, season_of, strength_of
from entente.server.storage.database import one_after_the_other
from entente.server.storage.models import Rating, Result, SeenSeat, Table, TableSeat, User

WIN, DRAW, LOSS, ABANDONED = "win", "draw", "loss", "abandoned"
STAND_IN, LEFT = "stand_in", "left"
PEOPLE, COMPUTERS, BOTH, NO_OPPONENTS = "people", "computers", "both", "none"
# Why a game did not change a rating.
CASUAL, GUEST, SEVERAL, CLOSED, TOOK_OVER, ALONE, SHORT, OFTEN = (
    "casual",
    "guest",
    "several",
    "closed",
    "took_over",
    "alone",
    "short",
    "often",
)
OPERATOR = "kernel.closed"  # the reason of an ending set by the operator
# reasons of an ending because the named seats stayed away
ABSENCES = ("kernel.absent", "kernel.left")


class EndedSeat(NamedTuple):
    """A seat at the end of the game."""

    seat: Seat
    user_id: int | None
    computer: str | None
    stand_in: str | None
    phases: int
    phases_missed: int

    @classmethod
    def of(cls, chair: TableSeat) -> EndedSeat:
        return cls(
            chair.seat,
            chair.user_id,
            chair.computer,
            chair.stand_in,
            chair.phases or 0,
            chair.phases_missed or 0,
        )


class Ended(NamedTuple):
    """A finished game. `points` rank its seats.

    `deleted` are the strengths of first players whose accounts are deleted.
    """

    table_id: str
    game: str
    pace: str
    rated: bool
    begun: int
    finished: int
    moves: int
    outcome: Outcome
    points: Mapping[Seat, float]
    seats: tuple[EndedSeat, ...]
    deleted: Mapping[Seat, Skill] = {}


def ended(
    table: Table,
    pace: str,
    chairs: Iterable[TableSeat],
    outcome: Outcome,
    points: Mapping[Seat, float],
    now: float,
) -> Ended | None:
    """Return a finished game to record; None if it does not count."""
    if table.analysis or table.exercise is not None or table.class_id is not None:
        return None
    if table.start is not None:
        return None
    seats = tuple(EndedSeat.of(chair) for chair in chairs)
    return Ended(
        table.id,
        table.game,
        pace,
        table.rated,
        table.begun or table.created,
        int(now),
        table.moves,
        outcome,
        points,
        seats,
    )


def record(session: Session, game: Ended) -> None:
    """Store the results of a finished game and the new ratings."""
    seen = session.scalars(
        select(SeenSeat).where(SeenSeat.table_id == game.table_id).order_by(SeenSeat.user_id)
    ).all()
    game = game._replace(deleted=_deleted_players(session, game.table_id))
    results = build_results(game, seen)
    if results and all(each.opponents == NO_OPPONENTS for each in results):
        return  # one person has played all seats
    _rate(session, game, results)
    session.add_all(results)


def _deleted_players(session: Session, table_id: str) -> dict[Seat, Skill]:
    """Return the strengths of the first players whose accounts are deleted, by seat."""
    chairs = session.execute(
        select(TableSeat.seat, TableSeat.deleted_mean, TableSeat.deleted_deviation).where(
            TableSeat.table_id == table_id, TableSeat.deleted_mean.is_not(None)
        )
    )
    return {
        seat: Skill(mean, deviation)
        for seat, mean, deviation in chairs
        if mean is not None and deviation is not None
    }


# -- results


def build_results(game: Ended, seen: Iterable[SeenSeat]) -> list[Result]:
    """Return the results of a game, not rated yet."""
    held: dict[Seat, list[SeenSeat]] = {}
    for each in seen:
        held.setdefault(each.seat, []).append(each)
    results: list[Result] = []
    for seat in game.seats:
        holders = held.get(seat.seat, [])
        own = next((each for each in holders if each.user_id == seat.user_id), None)
        departure = _departure(game.outcome, seat)
        results.append(
            _result(
                game,
                seat,
                0,
                user_id=seat.user_id,
                computer=None if seat.user_id is not None else seat.computer,
                departure=departure,
                took_over=own is not None and not own.first,
                phases=seat.phases + (own.phases if own is not None else 0),
                phases_missed=seat.phases_missed + (own.phases_missed if own is not None else 0),
            )
        )
        gone = [each for each in holders if each.user_id != seat.user_id]
        for holder, each in enumerate(sorted(gone, key=lambda one: not one.first), start=1):
            results.append(
                _result(
                    game,
                    seat,
                    holder,
                    user_id=each.user_id,
                    computer=None,
                    departure=LEFT,
                    took_over=not each.first,
                    phases=each.phases,
                    phases_missed=each.phases_missed,
                )
            )
        if seat.seat in game.deleted:
            results.append(
                _result(
                    game,
                    seat,
                    len(gone) + 1,
                    user_id=None,
                    computer=None,
                    departure=LEFT,
                    took_over=False,
                    phases=0,
                    phases_missed=0,
                )
            )
    _place(game, results)
    for result in results:
        result.opponents = _opponents(result, results)
    return results


def _names(outcome: Outcome, seat: Seat) -> bool:
    """Return whether the reason of an ending names a seat."""
    seats = outcome.reason.args.get("seats")
    return isinstance(seats, (list, tuple)) and seat in seats


def _departure(outcome: Outcome, seat: EndedSeat) -> str:
    """Return how the player of a seat at the end failed to finish; empty if they did."""
    if seat.user_id is None:
        return ""
    if outcome.reason.key in ABSENCES and _names(outcome, seat.seat):
        return LEFT
    return STAND_IN if seat.stand_in is not None else ""


def _result(
    game: Ended,
    seat: EndedSeat,
    holder: int,
    *,
    user_id: int | None,
    computer: str | None,
    departure: str,
    took_over: bool,
    phases: int,
    phases_missed: int,
) -> Result:
    return Result(
        table_id=game.table_id,
        seat=seat.seat,
        holder=holder,
        user_id=user_id,
        computer=computer,
        game=game.game,
        pace=game.pace,
        rated=False,
        players=len(game.seats),
        result=_result_of(game.outcome, seat.seat, departure),
        # The score is that of the seat, and not of a player who did not finish.
        score=None if departure else game.outcome.scores.get(seat.seat),
        departure=departure,
        took_over=took_over,
        begun=game.begun,
        finished=game.finished,
        moves=game.moves,
        phases=phases,
        phases_missed=phases_missed,
    )


def _result_of(outcome: Outcome, seat: Seat, departure: str) -> str:
    if outcome.reason.key == OPERATOR:
        return ABANDONED
    if departure:
        return LOSS
    if not outcome.winners:
        return ABANDONED
    if seat not in outcome.winners:
        return LOSS
    return WIN if len(outcome.winners) == 1 else DRAW


def _place(game: Ended, results: Iterable[Result]) -> None:
    """Set the places by points; players who did not finish share the last one."""
    if not game.outcome.winners:
        return
    lost = {each.seat for each in results if each.holder == 0 and each.departure}
    points = {
        each.seat: game.points.get(each.seat, 0.0) for each in game.seats if each.seat not in lost
    }
    for result in results:
        mine = points.get(result.seat)
        if result.departure or mine is None:
            result.place = min(len(points) + 1, len(game.seats))
        else:
            result.place = 1 + sum(other > mine for other in points.values())


def _opponents(result: Result, results: Iterable[Result]) -> str:
    """Return what kind of players had the other seats."""
    others = [each for each in results if each.seat != result.seat and each.holder == 0]
    first = {each.seat for each in results if each.holder > 0}
    people = any(
        (each.seat in first or each.computer is None) and each.user_id != (result.user_id or 0)
        for each in others
    )
    computers = any(each.computer is not None and each.seat not in first for each in others)
    if people and computers:
        return BOTH
    return PEOPLE if people else COMPUTERS if computers else NO_OPPONENTS


# -- ratings


class Entry(NamedTuple):
    """A player that the rating model compares with the others: a result and its place."""

    result: Result
    place: int


def _rate(session: Session, game: Ended, results: list[Result]) -> None:
    """Rate the players, or note for each why not."""
    users = {each.user_id for each in results if each.user_id is not None}
    entries = entries_of(game, results)
    one_after_the_other(session, f"ratings {game.game} {game.pace}")
    if (reason := _why_unrated(session, game, entries)) is not None:
        for result in results:
            result.unrated = reason
        return
    season = season_of(game.finished)
    rows = {
        (row.user_id, row.season): row
        for row in session.scalars(
            select(Rating)
            .where(Rating.user_id.in_(users), Rating.game == game.game)
            .where(Rating.pace == game.pace, Rating.season.in_((ALL_TIME, season)))
        )
    }
    people = session.scalars(select(User).where(User.id.in_(users)))
    unlisted = {user.id for user in people if not user.in_leaderboards}
    before = [_skill(game, entry.result, rows) for entry in entries]
    after = rate(before, [entry.place for entry in entries])
    for index, entry in enumerate(entries):
        if entry.result.departure:
            after[index] = rate_departed(before, index)
    short = is_short(game.game, len(game.seats), game.moves)
    for entry, old, new in zip(entries, before, after, strict=True):
        result = entry.result
        if result.user_id is None:
            continue  # a computer's strength is fixed, and a deleted account has no rating
        if result.result == ABANDONED:
            continue  # nothing was decided between those who stayed
        if short and result.result != LOSS:
            continue  # who concedes at once gives no rating away
        result.rated = True
        result.mean_before, result.deviation_before = old
        result.mean, result.deviation = new
        for which in (ALL_TIME, season):
            row = rows.get((result.user_id, which))
            if row is None:
                names = {"game": game.game, "pace": game.pace, "season": which}
                row = Rating(user_id=result.user_id, **names, games=0, wins=0)
                session.add(row)
            row.mean, row.deviation = new
            row.listed = new.settled and result.user_id not in unlisted
            row.games += 1
            row.wins += result.result == WIN
            row.changed = game.finished
    for result in results:
        if not result.rated and result.user_id is not None:
            result.unrated = _why_not_rated(result)


def _why_not_rated(result: Result) -> str:
    """Return why a player of a rated game is not rated."""
    if result.result == ABANDONED:
        return ABANDONED
    return TOOK_OVER if result.took_over else SHORT


def _skill(game: Ended, result: Result, rows: Mapping[tuple[int, str], Rating]) -> Skill:
    if result.user_id is None and result.computer is None:
        return game.deleted.get(result.seat, Skill())
    if result.user_id is None:
        return fixed_strength(game.game, result.computer or "") or Skill()
    row = rows.get((result.user_id, ALL_TIME))
    return Skill() if row is None else strength_of(row)


def entries_of(game: Ended, results: Iterable[Result]) -> list[Entry]:
    """Return the players to compare: of each seat its first player, or a measured computer."""
    last = len(game.seats) + 1
    entries: list[Entry] = []
    by_seat: dict[Seat, list[Result]] = {}
    for result in results:
        by_seat.setdefault(result.seat, []).append(result)
    for of_seat in by_seat.values():
        first = [each for each in of_seat if each.user_id is not None and not each.took_over]
        now = next(each for each in of_seat if each.holder == 0)
        if first:
            mine = first[0]
            lost = bool(mine.departure)
        elif now.seat in game.deleted:
            mine, lost = max(of_seat, key=lambda each: each.holder), True
        elif not game.outcome.winners:
            continue  # a computer that no one has beaten
        elif len(of_seat) == 1 and fixed_strength(game.game, now.computer or "") is not None:
            mine, lost = now, False
        else:
            continue  # deleted in an earlier release, without its strength
        entries.append(Entry(mine, last if lost else mine.place or 1))
    return entries


def _why_unrated(session: Session, game: Ended, entries: list[Entry]) -> str | None:
    """Return why a game changes no rating; None if it does."""
    if not game.rated:
        return CASUAL
    if game.outcome.reason.key == OPERATOR:
        return CLOSED
    users = [entry.result.user_id for entry in entries if entry.result.user_id is not None]
    if len(users) != len(set(users)):
        return SEVERAL
    guests = select(User.id).where(User.id.in_(users), User.folded.is_(None)).limit(1)
    if session.scalar(guests) is not None:
        return GUEST
    if not users or len(entries) < 2:
        return ALONE
    # Of more than two people, two could spoil the game of the others by playing often.
    if len(users) == 2 and capped_pairs(session, users, game.finished):
        return OFTEN
    if not game.outcome.winners and len({entry.place for entry in entries}) < 2:
        return ABANDONED
    return None
