"""Moments are stored with 64 bits: 32 end in January 2038."""

from __future__ import annotations

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import select

from entente.server.storage.database import connect, newest_migration
from entente.server.storage.models import Base, Snapshot
from entente.server.storage.schema_upgrade import newest
from tests.server.people import House, SetClock
from tests.server.releases import play
from tests.server.tables import SEATS, two_at

pytestmark = pytest.mark.one_database


def test_a_game_is_played_after_2038(house: House, clock: SetClock) -> None:
    now = clock.stop("2040-03-05T12:00:00+00:00")
    anna, _, table = two_at(house, time_control={"kind": "correspondence", "hours": 24})
    assert table["started"] == int(now) > 2**31
    with anna.live(table) as live:
        decision = live.decision("authoritarian")
        if decision is not None:
            assert live.act("authoritarian", decision["menu"]["actions"][0])["type"] == "done"
    answer = anna.get(f"/api/tables/{table['id']}")
    assert answer["updated"] == int(now)


def test_snapshots_are_kept_after_2038(house: House, clock: SetClock) -> None:
    now = clock.stop("2040-03-05T12:00:00+00:00")
    services = house.app.state.services
    table = house.person("Anna").table("turmoil", seats=dict.fromkeys(SEATS["turmoil"], "me"))
    play(services.rooms, table["id"], 3)
    assert services.rooms.keep_snapshots() == 1
    with services.sessions() as session:
        assert session.scalar(select(Snapshot.created)) == int(now)


def test_migrations_make_what_the_models_say(database: str) -> None:
    engine = connect(database)
    with engine.connect() as connection:
        exact = connection.dialect.name == "postgresql"  # SQLite knows one kind of number
        context = MigrationContext.configure(connection, opts={"compare_type": exact})
        assert compare_metadata(context, Base.metadata) == []
    engine.dispose()


def test_the_last_migration_is_known_by_its_file() -> None:
    assert newest_migration() == newest()
