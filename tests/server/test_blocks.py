"""Who must not meet whom, as the tables and pairing ask it."""

from __future__ import annotations

from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

from entente.server.storage.blocks import (
    AVOID,
    BLOCK,
    FOLLOW,
    blocked_between,
    blocked_by,
    blocks_any,
    not_to_match,
    not_to_meet,
    unmatchable_pairs,
)
from entente.server.storage.models import Base, Relation, User

ANN, BEN, CEM, DIA = 1, 2, 3, 4


def _people() -> Engine:
    """Ann blocks Ben, Cem does not want to be matched with Ann, and Dia follows Ann."""
    engine = create_engine("sqlite://")
    Base.metadata.create_all(engine)
    with Session(engine) as session:
        session.add_all(User(id=each, name=f"P{each}", created=0) for each in (ANN, BEN, CEM, DIA))
        session.flush()
        for one, other, kind in ((ANN, BEN, BLOCK), (CEM, ANN, AVOID), (DIA, ANN, FOLLOW)):
            session.add(Relation(user_id=one, other_id=other, kind=kind, created=0))
        session.commit()
    return engine


def test_a_block_keeps_two_people_apart_in_both_directions() -> None:
    with Session(_people()) as session:
        assert blocked_between(session, [DIA, BEN, None, ANN])
        assert not blocked_between(session, [ANN, CEM, DIA])
        assert not blocked_between(session, [BEN])
        assert not_to_meet(session, ANN) == {BEN}
        assert not_to_meet(session, BEN) == {ANN}
        assert not_to_meet(session, DIA) == set()


def test_who_has_set_a_block_can_be_asked_too() -> None:
    with Session(_people()) as session:
        assert blocks_any(session, [None, ANN, CEM], BEN)
        assert not blocks_any(session, [BEN], ANN)
        assert not blocks_any(session, [], ANN)
        assert blocked_by(session, ANN) == {BEN}
        assert blocked_by(session, BEN) == set()


def test_pairing_honours_blocks_and_match_lists_of_both_sides() -> None:
    with Session(_people()) as session:
        assert not_to_match(session, ANN) == {BEN, CEM}
        assert not_to_match(session, CEM) == {ANN}
        everyone = [ANN, BEN, CEM, DIA]
        assert unmatchable_pairs(session, everyone) == {(ANN, BEN), (ANN, CEM)}
        assert unmatchable_pairs(session, [BEN, CEM, DIA]) == set()
