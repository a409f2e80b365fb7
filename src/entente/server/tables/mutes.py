"""Muted conversations: no notices of their messages, which can still be read.

A mute belongs to the account, not to the seat: a player who takes over the seat gets notices.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from entente.server.storage.models import MutedConversation


def mute(session: Session, table_id: str, user_id: int, conversation: str, *, muted: bool) -> None:
    """Mute or unmute a conversation for a user."""
    row = {"table_id": table_id, "user_id": user_id, "conversation": conversation}
    if not muted:
        session.execute(delete(MutedConversation).filter_by(**row))
        return
    try:
        with session.begin_nested():
            session.add(MutedConversation(**row))
    except IntegrityError:  # already muted
        return


def muted_by(session: Session, table_id: str, user_id: int) -> set[str]:
    """Return the conversations of a table that a user has muted, as stored."""
    mine = select(MutedConversation.conversation).where(
        MutedConversation.table_id == table_id, MutedConversation.user_id == user_id
    )
    return set(session.scalars(mine))


def muted_users(
    session: Session, table_id: str, conversation: str, users: Iterable[int]
) -> set[int]:
    """Return which of these users have muted a conversation."""
    query = select(MutedConversation.user_id).where(
        MutedConversation.table_id == table_id,
        MutedConversation.conversation == conversation,
        MutedConversation.user_id.in_(tuple(users)),
    )
    return set(session.scalars(query))
