"""Marks of accounts: devices and networks that two accounts may share, as keyed digests.

They are hints for moderators, nothing more: families, schools and mobile networks share them too.
"""

from __future__ import annotations

from collections.abc import Mapping

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from entente.server.storage.models import AccountMark

DEVICE, NETWORK = "device", "network"
MOST = 30  # of a kind that an account keeps: a browser can send any number of devices


def note_marks(session: Session, user_id: int, marks: Mapping[str, str], now: float) -> None:
    """Store marks by kind, or that they have been seen again; forget the oldest of too many."""
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
        mine = AccountMark.user_id == user_id, AccountMark.kind == kind
        last = select(AccountMark.mark).where(*mine)
        older = session.scalars(
            last.order_by(AccountMark.last.desc(), AccountMark.mark != mark).offset(MOST)
        ).all()
        if older:
            session.execute(delete(AccountMark).where(*mine, AccountMark.mark.in_(older)))
