"""Marks of accounts: devices and networks that two accounts may share, as keyed digests.

They are hints for moderators, nothing more: families, schools and mobile networks share them too.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from entente.server.storage.models import AccountMark

DEVICE, NETWORK = "device", "network"


def note_marks(session: Session, user_id: int, marks: Mapping[str, str], now: float) -> None:
    """Store marks by kind, or that they have been seen again."""
    dialect = session.get_bind().dialect.name
    insert = postgresql.insert if dialect == "postgresql" else sqlite.insert
    for kind, mark in sorted(marks.items()):
        row = insert(AccountMark).values(
            user_id=user_id, kind=kind, mark=mark, first=int(now), last=int(now)
        )
        session.execute(
            row.on_conflict_do_update(
                index_elements=["user_id", "kind", "mark"], set_={"last": int(now)}
            )
        )
