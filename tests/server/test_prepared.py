"""Statements written out once do what SQLAlchemy's own do, on both databases."""

from __future__ import annotations

import pytest
from sqlalchemy import bindparam, insert, select, update
from sqlalchemy.exc import IntegrityError

from entente.server.storage.database import connect
from entente.server.storage.models import Secret, Table
from entente.server.storage.prepared import Prepared

pytestmark = pytest.mark.one_database

NEW = Prepared(insert(Secret.__table__), ["name", "value"])  # type: ignore[arg-type]


def test_rows_are_stored_and_counted(database: str) -> None:
    engine = connect(database)
    rename = Prepared(
        update(Secret.__table__)  # type: ignore[arg-type]
        .where(Secret.name == bindparam("which"), Secret.value == "é 1")
        .values(value=bindparam("new"))
    )
    with engine.begin() as connection:
        assert NEW.run(connection, {"name": "a", "value": "é 1"}) == 1
        assert rename.run(connection, {"which": "a", "new": "2"}) == 1
        assert rename.run(connection, {"which": "a", "new": "3"}) == 0
        assert connection.scalar(select(Secret.value).where(Secret.name == "a")) == "2"
    engine.dispose()


def test_values_are_converted_as_their_columns_say(database: str) -> None:
    engine = connect(database)
    columns = Table.__table__.c
    waiting = Prepared(
        update(Table.__table__)  # type: ignore[arg-type]
        .where(columns.id == bindparam("which"))
        .values(waiting=bindparam("new", type_=columns.waiting.type), agreed=bindparam(
            "none", type_=columns.agreed.type
        ))
    )  # fmt: skip
    with engine.begin() as connection:
        made = {"id": "t", "game": "g", "options": {}, "seed": "s", "created": 1, "touched": 1}
        connection.execute(insert(Table), made)
        waiting.run(connection, {"which": "t", "new": ["france", "é"], "none": None})
        found = connection.execute(select(Table.waiting, Table.agreed)).one()
        assert tuple(found) == (["france", "é"], None)
        assert connection.scalar(select(Table.id).where(Table.agreed.is_(None))) == "t"
    engine.dispose()


def test_errors_are_sqlalchemys_and_contain_no_values(database: str) -> None:
    engine = connect(database)
    with engine.begin() as connection:
        NEW.run(connection, {"name": "a", "value": "secret-1"})
    with pytest.raises(IntegrityError) as refused, engine.begin() as connection:
        NEW.run(connection, {"name": "a", "value": "secret-2"})
    assert "secret-2" not in str(refused.value)
    with engine.connect() as connection:
        assert connection.scalar(select(Secret.value).where(Secret.name == "a")) == "secret-1"
    engine.dispose()
