"""Who must not meet whom: blocks, and lists of people one does not want to be matched with.

A block keeps two people apart in both directions. A match list is
milder: only pairing honours it.
"""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session

from entente.server.storage.models import Relation

FOLLOW, BLOCK, AVOID = "follow", "block", "avoid"
Pair = tuple[int, int]  # two users, the smaller id first


def blocked_between(session: Session, user_ids: Iterable[int | None]) -> bool:
    """Return whether any two of these users block each other; empty seats are skipped."""
    return bool(_pairs(session, user_ids, (BLOCK,)))


def blocks_any(session: Session, blockers: Iterable[int | None], user_id: int) -> bool:
    """Return whether one of these users has blocked a user."""
    ids = _known(blockers)
    if not ids:
        return False
    query = select(Relation.user_id).where(
        Relation.kind == BLOCK, Relation.user_id.in_(ids), Relation.other_id == user_id
    )
    return session.scalar(query.limit(1)) is not None


def blocked_by(session: Session, user_id: int) -> set[int]:
    """Return the users whom a user has blocked."""
    query = select(Relation.other_id).where(Relation.user_id == user_id, Relation.kind == BLOCK)
    return set(session.scalars(query))


def blockers_of(session: Session, user_id: int) -> set[int]:
    """Return the users who have blocked a user."""
    query = select(Relation.user_id).where(Relation.other_id == user_id, Relation.kind == BLOCK)
    return set(session.scalars(query))


def not_to_meet(session: Session, user_id: int) -> set[int]:
    """Return the users a user must not share a table with: blocked, or blocking this user."""
    return _others(session, user_id, (BLOCK,))


def not_to_match(session: Session, user_id: int) -> set[int]:
    """Return the users pairing must not seat with a user: blocks and match lists of both sides."""
    return _others(session, user_id, (BLOCK, AVOID))


def unmatchable_pairs(session: Session, user_ids: Iterable[int | None]) -> set[Pair]:
    """Return the pairs among these users that pairing must not seat together."""
    return _pairs(session, user_ids, (BLOCK, AVOID))


def _others(session: Session, user_id: int, kinds: tuple[str, ...]) -> set[int]:
    rows = select(Relation.user_id, Relation.other_id).where(
        Relation.kind.in_(kinds), or_(Relation.user_id == user_id, Relation.other_id == user_id)
    )
    return {each for row in session.execute(rows) for each in row} - {user_id}


def _pairs(session: Session, user_ids: Iterable[int | None], kinds: tuple[str, ...]) -> set[Pair]:
    ids = _known(user_ids)
    if len(ids) < 2:
        return set()
    both: ColumnElement[bool] = Relation.user_id.in_(ids) & Relation.other_id.in_(ids)
    rows = session.execute(
        select(Relation.user_id, Relation.other_id).where(Relation.kind.in_(kinds), both)
    )
    return {(min(one, other), max(one, other)) for one, other in rows}


def _known(user_ids: Iterable[int | None]) -> set[int]:
    return {user_id for user_id in user_ids if user_id is not None}
