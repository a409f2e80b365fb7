"""Reliability: how many deadlines a user has met, and how many games they left.

Only tables with a clock count, and only the last twelve months. A game is left if the user gave the
seat up, or a stand-in finished it.
"""

from __future__ import annotations

from collections.abc import Collection

import msgspec
from sqlalchemy import case, exists, func, select
from sqlalchemy.orm import Session

from entente.server.ratings.pace import FREE
from entente.server.storage.models import Result, Table, TableSeat
from entente.wire.tables import PLAYING

YEAR = 365 * 86400
LEFT = 10  # a game left weighs as much as this number of missed deadlines
ENOUGH = 20  # deadlines before there is a figure


class Reliability(msgspec.Struct, frozen=True):
    """Deadlines that came and were missed, games finished and left.

    `percent` is the share of deadlines met, where a game left counts as ten missed deadlines; None
    until twenty deadlines have come.
    """

    phases: int = 0
    missed: int = 0
    games: int = 0
    left: int = 0

    percent: int | None = None


def reliability_of(
    session: Session, user_ids: Collection[int], now: float
) -> dict[int, Reliability]:
    """Return the reliability of users over the last twelve months.

    Running games count too, except anonymous ones: the figure would show who plays there.
    """
    users = set(user_ids)
    if not users:
        return {}
    totals = {user: [0, 0, 0, 0] for user in users}
    left = func.sum(case((Result.departure != "", 1), else_=0))
    finished = session.execute(
        select(
            Result.user_id,
            func.sum(Result.phases),
            func.sum(Result.phases_missed),
            func.count(),
            left,
        )
        .where(Result.user_id.in_(users), Result.finished >= now - YEAR, Result.pace != FREE)
        .group_by(Result.user_id)
    )
    # Not a join: SQLite would begin it with all running tables.
    is_counted = exists().where(
        Table.id == TableSeat.table_id, Table.status == PLAYING, Table.anonymous.is_(False)
    )
    running = session.execute(
        select(TableSeat.user_id, func.sum(TableSeat.phases), func.sum(TableSeat.phases_missed))
        .where(TableSeat.user_id.in_(users), is_counted)
        .group_by(TableSeat.user_id)
    )
    for user, *sums in (*finished, *running):
        totals[user] = [
            old + int(new or 0) for old, new in zip(totals[user], (*sums, 0, 0), strict=False)
        ]
    return {user: judge(*counts) for user, counts in totals.items()}


def judge(phases: int, missed: int, games: int, left: int) -> Reliability:
    """Return the figure for these counts."""
    if phases + left * LEFT < ENOUGH:
        return Reliability(phases, missed, games, left)
    failed = min(missed + LEFT * left, due := phases + LEFT * left)
    return Reliability(phases, missed, games, left, percent=round(100 * (due - failed) / due))
