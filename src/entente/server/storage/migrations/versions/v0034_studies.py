"""Studies with members, chapters, comments and reports."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0034"
down_revision = "0033"


def _of(table: str, gone: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete=gone)


def _of_chapter() -> sa.Column[str]:
    return sa.Column(
        "chapter_id", sa.String(16), _of("study_chapters", "CASCADE"), primary_key=True
    )


def _of_study(*, primary_key: bool = False) -> sa.Column[str]:
    study = _of("studies", "CASCADE")
    return sa.Column(
        "study_id",
        sa.String(16),
        study,
        nullable=False,
        primary_key=primary_key,
        index=not primary_key,
    )


def upgrade() -> None:
    op.create_table(
        "studies",
        sa.Column("id", sa.String(16), primary_key=True),
        sa.Column("title", sa.String(100), nullable=False),
        sa.Column("about", sa.Text, nullable=False),
        sa.Column("privacy", sa.String(10), nullable=False),
        sa.Column("invitation", sa.String(64)),
        sa.Column("origin", sa.String(16)),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("removed", sa.BigInteger),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_index("studies_by_change", "studies", ["privacy", "changed"])
    op.create_table(
        "study_members",
        _of_study(primary_key=True),
        sa.Column("user_id", sa.Integer, _of("users", "CASCADE"), primary_key=True, index=True),
        sa.Column("role", sa.String(12), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "study_chapters",
        sa.Column("id", sa.String(16), primary_key=True),
        _of_study(),
        sa.Column("place", sa.Integer, nullable=False),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("game", sa.String(40), nullable=False, index=True),
        sa.Column("table_id", sa.String(16), _of("tables", "SET NULL"), index=True),
        sa.Column("maker_id", sa.Integer, _of("users", "SET NULL")),
        sa.Column("secret", sa.Boolean, nullable=False),
        sa.Column("commentary", sa.Boolean, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("start", sa.LargeBinary),
        sa.Column("start_digest", sa.String(64), index=True),
        sa.Column("tree", sa.LargeBinary, nullable=False),
        sa.Column("nodes", sa.Integer, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "study_snapshots",
        _of_chapter(),
        sa.Column("node", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("state", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "study_comments",
        _of_chapter(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("node", sa.Integer, nullable=False),
        sa.Column("user_id", sa.Integer, _of("users", "SET NULL"), index=True),
        sa.Column("computer", sa.Boolean, nullable=False),
        sa.Column("language", sa.String(2), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "study_reports",
        sa.Column("id", sa.Integer, primary_key=True),
        _of_study(),
        sa.Column("reporter_id", sa.Integer, _of("users", "SET NULL"), index=True),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("time", sa.BigInteger, nullable=False),
        sa.Column("closed", sa.BigInteger),
    )
    op.add_column("moderation_log", sa.Column("study_id", sa.String(16)))


def downgrade() -> None:
    op.drop_column("moderation_log", "study_id")
    for name in ("reports", "comments", "snapshots", "chapters", "members"):
        op.drop_table(f"study_{name}")
    op.drop_table("studies")
