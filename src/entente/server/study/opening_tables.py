"""The explorer's table of a server's own games.

Every request is bounded: it looks at the latest games with the last move of the path, and no
further.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime, time
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Select, and_, case, exists, func, select
from sqlalchemy.orm import Session, aliased

from entente.kernel import Seat
from entente.kernel.openings import OpeningBook
from entente.players.explorer.table import MOST_ROWS, Continuation, ResultCounts, next_step
from entente.server.people.history import may_list
from entente.server.ratings.results import DRAW, LOSS, WIN
from entente.server.storage.models import OpeningGame, OpeningPlayed, Table

LATEST = 20_000  # games that a request looks at


class ServerFilter(NamedTuple):
    """Which games count: who played the side, their mean rating, and since when."""

    players: str | None = None
    least: int | None = None
    most: int | None = None
    since: date | None = None


class ServerExample(NamedTuple):
    """A game with the moves of a path; `before` and `after` are those of its last move."""

    table: Table
    before: int
    after: int


class OpeningQuery(NamedTuple):
    """The games of a game and a side with the moves of a path."""

    game: str
    side: Seat
    book: OpeningBook
    path: Sequence[str]
    wanted: ServerFilter

    def total(self, session: Session) -> ResultCounts:
        """Return how these games ended."""
        latest = self._latest()
        row = session.execute(select(*_tally()).where(*self._conditions(latest))).one()
        return _read_tally(row)

    def rows(self, session: Session) -> list[Continuation]:
        """Return what was played next, the most frequent first."""
        step = next_step(self.book, self.path)
        if step is None:
            return []
        following = aliased(OpeningPlayed)
        count = func.count()
        query = (
            select(following.move, *_tally())
            .join(
                following,
                and_(
                    following.table_id == OpeningGame.table_id, following.side == OpeningGame.side
                ),
            )
            .where(following.step == step, *self._conditions(self._latest()))
            .group_by(following.move)
            .order_by(count.desc(), following.move)
            .limit(MOST_ROWS)
        )
        if self.book.is_set and self.path:
            query = query.where(following.move.not_in(self.path))
        return [Continuation(move, _read_tally(row)) for move, *row in session.execute(query)]

    def examples(self, session: Session, most: int) -> list[ServerExample]:
        """Return the latest of these games that everyone may watch."""
        query = (
            select(Table)
            .join(OpeningGame, OpeningGame.table_id == Table.id)
            .where(may_list(None), *self._conditions(self._latest()))
            .order_by(OpeningGame.finished.desc(), Table.id)
            .limit(most)
        )
        return [self._example(session, table) for table in session.scalars(query)]

    def _example(self, session: Session, table: Table) -> ServerExample:
        if not self.path:
            return ServerExample(table, 0, 0)
        row = session.execute(
            select(OpeningPlayed.before, OpeningPlayed.after).where(
                OpeningPlayed.table_id == table.id,
                OpeningPlayed.side == self.side,
                OpeningPlayed.step == self._step(len(self.path) - 1),
                OpeningPlayed.move == self.path[-1],
            )
        ).first()
        return ServerExample(table, *((0, 0) if row is None else row))

    def _step(self, number: int) -> int:
        return 0 if self.book.is_set else number

    def _latest(self) -> Select[str]:
        """Return the latest tables with the last move of the path."""
        if not self.path:
            query = (
                select(OpeningGame.table_id)
                .where(OpeningGame.game == self.game, OpeningGame.side == self.side)
                .order_by(OpeningGame.finished.desc())
            )
        else:
            query = (
                select(OpeningPlayed.table_id)
                .where(
                    OpeningPlayed.game == self.game,
                    OpeningPlayed.side == self.side,
                    OpeningPlayed.step == self._step(len(self.path) - 1),
                    OpeningPlayed.move == self.path[-1],
                )
                .order_by(OpeningPlayed.finished.desc())
            )
        return query.limit(LATEST)

    def _conditions(self, latest: Select[str]) -> list[ColumnElement[bool]]:
        found: list[ColumnElement[bool]] = [
            OpeningGame.table_id.in_(select(latest.subquery().c.table_id)),
            OpeningGame.side == self.side,
        ]
        for number, move in enumerate(self.path[:-1]):
            earlier = aliased(OpeningPlayed)
            found.append(
                exists().where(
                    earlier.table_id == OpeningGame.table_id,
                    earlier.side == OpeningGame.side,
                    earlier.step == self._step(number),
                    earlier.move == move,
                )
            )
        wanted = self.wanted
        if wanted.players is not None:
            found.append(OpeningGame.players == wanted.players)
        if wanted.least is not None:
            found.append(OpeningGame.points >= wanted.least)
        if wanted.most is not None:
            found.append(OpeningGame.points <= wanted.most)
        if wanted.since is not None:
            midnight = datetime.combine(wanted.since, time(), UTC)
            found.append(OpeningGame.finished >= int(midnight.timestamp()))
        return found


def count_games(session: Session, game: str, side: Seat) -> int:
    """Return how many games of a side there are, up to the number that a request looks at."""
    found = (
        select(OpeningGame.table_id)
        .where(OpeningGame.game == game, OpeningGame.side == side)
        .limit(LATEST)
    )
    return session.scalar(select(func.count()).select_from(found.subquery())) or 0


def _tally() -> list[ColumnElement[Any]]:
    def ended(result: str) -> ColumnElement[int]:
        return func.sum(case((OpeningGame.result == result, 1), else_=0))

    return [
        func.count(),
        ended(WIN),
        ended(DRAW),
        ended(LOSS),
        func.avg(OpeningGame.score),
        func.avg(OpeningGame.points),
        func.avg(OpeningGame.measure),
    ]


def _read_tally(row: Any) -> ResultCounts:
    games, wins, draws, losses, score, rating, measure = row
    return ResultCounts(
        games=games,
        wins=int(wins or 0),
        draws=int(draws or 0),
        losses=int(losses or 0),
        score=round(float(score or 0), 4),
        rating=None if rating is None else round(float(rating)),
        measure=None if measure is None else round(float(measure), 2),
    )
