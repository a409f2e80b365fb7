"""The statements that store a room, built once because every change uses them."""

from __future__ import annotations

from sqlalchemy import bindparam, delete, insert, null, or_, update

from entente.server.storage.models import (
    LetterDraft,
    Move,
    OpeningWaiting,
    PreparedAnswer,
    SeenSeat,
    Table,
    TableSeat,
    Vote,
)
from entente.server.storage.prepared import Prepared

_MOVES, _VOTES, _DRAFTS = Move.__table__, Vote.__table__, LetterDraft.__table__
_CHAIRS = TableSeat.__table__
NEW_MOVE = insert(_MOVES)  # type: ignore[arg-type]
NO_MOVES = delete(_MOVES).where(  # type: ignore[arg-type]
    _MOVES.c.table_id == bindparam("table"), _MOVES.c.number > bindparam("kept")
)
NEW_SEEN = insert(SeenSeat.__table__)  # type: ignore[arg-type]
GIVEN_UP = (
    update(SeenSeat.__table__)  # type: ignore[arg-type]
    .where(SeenSeat.__table__.c.table_id == bindparam("table"))
    .where(SeenSeat.__table__.c.seat == bindparam("of"))
    .where(SeenSeat.__table__.c.user_id == bindparam("who"))
    .values(
        phases=SeenSeat.__table__.c.phases + bindparam("due"),
        phases_missed=SeenSeat.__table__.c.phases_missed + bindparam("late"),
    )
)
NEW_VOTES = insert(_VOTES)  # type: ignore[arg-type]
NO_VOTES = delete(_VOTES).where(  # type: ignore[arg-type]
    _VOTES.c.table_id == bindparam("table"), _VOTES.c.kind == bindparam("which")
)
NO_NETWORK = (
    update(Table.__table__)  # type: ignore[arg-type]
    .where(Table.__table__.c.id == bindparam("table"))
    .values(made_from=None)
)
NO_DRAFTS = delete(_DRAFTS).where(  # type: ignore[arg-type]
    _DRAFTS.c.table_id == bindparam("table"), _DRAFTS.c.seat == bindparam("of")
)
TO_EXPLORER = insert(OpeningWaiting.__table__)  # type: ignore[arg-type]
_PREPARED = PreparedAnswer.__table__
NONE_PREPARED = delete(_PREPARED).where(  # type: ignore[arg-type]
    _PREPARED.c.table_id == bindparam("table")
)
NONE_PREPARED_BY = NONE_PREPARED.where(_PREPARED.c.seat == bindparam("of"))
NO_DRAFT = Prepared(  # with a deadline, for every action
    update(_CHAIRS)  # type: ignore[arg-type]
    .where(_CHAIRS.c.table_id == bindparam("table"), _CHAIRS.c.seat == bindparam("of"))
    .where(or_(_CHAIRS.c.draft_window.is_(None), _CHAIRS.c.draft_window == bindparam("answered")))
    .values(draft="", draft_window=null())
)
