"""How many rated games two people may play with each other in a day.

Two accounts could otherwise make ratings by losing to each other all day. Further games are casual.
"""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import func, select
from sqlalchemy.orm import Session, aliased

from entente.server.storage.blocks import Pair
from entente.server.storage.models import Result

MOST = 5  # rated games of two people with each other
DAY = 86_400


def capped_pairs(session: Session, user_ids: Collection[int], now: float) -> set[Pair]:
    """Return the pairs among these users whose next game with each other cannot be rated."""
    ids = set(user_ids)
    if len(ids) < 2:
        return set()
    one, other = aliased(Result), aliased(Result)
    games = func.count(one.table_id.distinct())
    together = (
        select(one.user_id, other.user_id)
        .join(other, (other.table_id == one.table_id) & (other.user_id > one.user_id))
        .where(one.user_id.in_(ids), other.user_id.in_(ids), one.finished > now - DAY)
        .where(one.rated, other.rated)
        .group_by(one.user_id, other.user_id)
        .having(games >= MOST)
    )
    pairs = session.execute(together).all()
    return {(first, second) for first, second in pairs if first is not None and second is not None}
