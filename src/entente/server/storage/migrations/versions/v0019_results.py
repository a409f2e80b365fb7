"""Results of finished games, ratings, and the deadlines of each player."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"

TOGETHER = 200  # tables read at once

_TABLES = sa.table(
    "tables",
    *(sa.column(name) for name in ("id", "game", "status", "begun", "created", "moved", "moves")),
    *(sa.column(name) for name in ("touched", "exercise", "start")),
    *(sa.column(name, sa.JSON) for name in ("pace", "outcome")),
    sa.column("analysis", sa.Boolean),
)
_CHAIRS = sa.table(
    "chairs",
    *(sa.column(name) for name in ("table_id", "seat", "user_id", "computer", "stand_in")),
)
_SEEN = sa.table("seen_seats", *(sa.column(name) for name in ("table_id", "user_id", "seat")))


def upgrade() -> None:
    rated = sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false())
    op.add_column("tables", rated)
    for table in ("chairs", "seen_seats"):
        for name in ("phases", "phases_missed"):
            count = sa.Column(name, sa.Integer, nullable=False, server_default="0")
            op.add_column(table, count)
    op.add_column("chairs", sa.Column("phase_window", sa.Integer))
    # Tables that run now did not note who took a seat over.
    first = sa.Column("first", sa.Boolean, nullable=False, server_default=sa.true())
    op.add_column("seen_seats", first)
    op.create_table(
        "results",
        sa.Column(
            "table_id",
            sa.String(16),
            sa.ForeignKey("tables.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("holder", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("user_id", sa.Integer, sa.ForeignKey("users.id", ondelete="SET NULL")),
        sa.Column("computer", sa.String(40)),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("pace", sa.String(16), nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("opponents", sa.String(10), nullable=False),
        sa.Column("result", sa.String(10), nullable=False),
        sa.Column("place", sa.Integer),
        sa.Column("score", sa.Float),
        sa.Column("departure", sa.String(10), nullable=False),
        sa.Column("took_over", sa.Boolean, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("finished", sa.BigInteger, nullable=False),
        sa.Column("moves", sa.Integer, nullable=False),
        sa.Column("phases", sa.Integer, nullable=False),
        sa.Column("phases_missed", sa.Integer, nullable=False),
        sa.Column("unrated", sa.String(20)),
        sa.Column("mean_before", sa.Float),
        sa.Column("deviation_before", sa.Float),
        sa.Column("mean", sa.Float),
        sa.Column("deviation", sa.Float),
    )
    op.create_index("results_of_user", "results", ["user_id", "finished"])
    op.create_index("results_of_user_in_game", "results", ["user_id", "game", "finished"])
    op.create_table(
        "ratings",
        sa.Column(
            "user_id",
            sa.Integer,
            sa.ForeignKey("users.id", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("pace", sa.String(16), primary_key=True),
        sa.Column("season", sa.String(6), primary_key=True),
        sa.Column("mean", sa.Float, nullable=False),
        sa.Column("deviation", sa.Float, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("wins", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    columns = ["game", "pace", "season", "listed", "mean", "user_id"]
    op.create_index("ratings_by_strength", "ratings", columns)
    _record_past_games(op.get_bind())


def _record_past_games(connection: sa.Connection) -> None:
    """Give the games that are over their results; no one agreed to have them rated."""
    results = sa.Table("results", sa.MetaData(), autoload_with=connection)
    over = (
        sa.select(_TABLES)
        .where(_TABLES.c.status == "over", _TABLES.c.begun.is_not(None))
        .where(_TABLES.c.exercise.is_(None), _TABLES.c.start.is_(None))
        .where(_TABLES.c.analysis.is_(sa.false()))
        .order_by(_TABLES.c.id)
    )
    last = ""
    while tables := connection.execute(over.where(_TABLES.c.id > last).limit(TOGETHER)).all():
        last = tables[-1].id
        ids = [table.id for table in tables]
        held: dict[str, dict[str, Any]] = {name: {} for name in ids}
        for chair in connection.execute(sa.select(_CHAIRS).where(_CHAIRS.c.table_id.in_(ids))):
            held[chair.table_id][chair.seat] = chair
        gone: dict[tuple[str, str], list[int]] = {}
        for seen in connection.execute(sa.select(_SEEN).where(_SEEN.c.table_id.in_(ids))):
            if seen.seat in held[seen.table_id]:
                gone.setdefault((seen.table_id, seen.seat), []).append(seen.user_id)
        rows = [row for table in tables for row in _rows(table, held[table.id], gone)]
        if rows:
            connection.execute(results.insert(), rows)


def _rows(
    table: Any, chairs: Mapping[str, Any], seen: Mapping[tuple[str, str], list[int]]
) -> Iterator[dict[str, Any]]:
    """The results of a game that is over."""
    outcome = table.outcome
    people = {chair.user_id for chair in chairs.values()}
    if not outcome or (len(people) < 2 and None not in people):
        return  # without an ending, or one person has played all seats
    winners, scores = outcome.get("winners") or [], outcome.get("scores") or {}
    closed = (outcome.get("reason") or {}).get("key") == "kernel.closed"
    finishing = {
        seat: scores.get(seat, 0.0)
        for seat, chair in chairs.items()
        if chair.user_id is None or chair.stand_in is None
    }
    for seat, chair in chairs.items():
        former = [user for user in seen.get((table.id, seat), []) if user != chair.user_id]
        stands_in = chair.user_id is not None and chair.stand_in is not None
        left = "left" if chair.user_id is None else "replaced"
        holders = [(chair.user_id, "stand_in" if stands_in else "")]
        holders += [(user, left) for user in sorted(former)]
        others = [other for other in chairs.values() if other.seat != seat]
        computers = [
            other for other in others if _is_computer(other, seen.get((table.id, other.seat)))
        ]
        for holder, (user, departure) in enumerate(holders):
            has_people = any(
                other not in computers and other.user_id != (user or 0) for other in others
            )
            lost = departure or seat not in winners
            result = "loss" if lost else "win" if len(winners) == 1 else "draw"
            if closed or (not winners and not departure):
                result = "abandoned"
            ahead = sum(other > scores.get(seat, 0.0) for other in finishing.values())
            place = min(len(finishing) + 1, len(chairs)) if departure else 1 + ahead
            yield {
                "table_id": table.id,
                "seat": seat,
                "holder": holder,
                "user_id": user,
                "computer": None if user is not None else chair.computer,
                "game": table.game,
                "pace": (table.pace or {}).get("kind", "free"),
                "rated": False,
                "players": len(chairs),
                "opponents": _kinds(has_people, bool(computers)),
                "result": result,
                "place": place if winners else None,
                "score": scores.get(seat),
                "departure": departure,
                "took_over": False,
                "begun": table.begun,
                "finished": table.moved or table.touched,
                "moves": table.moves,
                "phases": 0,
                "phases_missed": 0,
                "unrated": "casual",
            }


def _is_computer(chair: Any, seen: list[int] | None) -> bool:
    """Whether a computer has played a seat from the start."""
    return chair.user_id is None and chair.computer is not None and not seen


def _kinds(people: bool, computers: bool) -> str:
    if people and computers:
        return "both"
    return "people" if people else "computers" if computers else "none"


def downgrade() -> None:
    op.drop_table("ratings")
    op.drop_table("results")
    op.drop_column("seen_seats", "first")
    op.drop_column("chairs", "phase_window")
    for table in ("seen_seats", "chairs"):
        for name in ("phases_missed", "phases"):
            op.drop_column(table, name)
    op.drop_column("tables", "rated")
