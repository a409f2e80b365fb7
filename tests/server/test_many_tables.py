"""Many tables: which are kept in memory, and which are opened at all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random

import pytest
from sqlalchemy import Engine, insert, select, update

from entente.server.http.app import create_app
from entente.server.settings import Settings
from entente.server.storage.models import Table, TableSeat
from entente.server.tables.room_cache import RoomCache
from entente.server.tables.room_memory import MIB, ROOM
from entente.server.tables.rooms import Rooms
from tests.amount import amount
from tests.server.people import House, SetClock
from tests.server.tables import two_at

pytestmark = pytest.mark.one_database


@contextmanager
def counted() -> Iterator[list[str]]:
    """The tables that are read from the database and played again, in a list that grows."""
    found: list[str] = []
    before = RoomCache.keep

    def keep(self, room):  # type: ignore[no-untyped-def]
        found.append(room.table.id)
        return before(self, room)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(RoomCache, "keep", keep)
        yield found


# -- memory


def rooms_of(house: House, tables: list[str], limit: float) -> Rooms:
    """The rooms of a house, which have opened these tables, with a limit in bytes."""
    rooms: Rooms = house.app.state.services.rooms
    for table in list(rooms._cache._rooms):
        rooms.forget(table)
    rooms.memory.limit = limit
    for table in tables:
        rooms.get(table)
    return rooms


def kept(rooms: Rooms) -> list[str]:
    return list(rooms._cache._rooms)


def test_the_tables_used_last_are_kept_as_far_as_memory_goes(house: House) -> None:
    anna = house.person("Anna")
    tables = [anna.table("turmoil")["id"] for _ in range(4)]
    rooms = rooms_of(house, tables, 1000 * MIB)
    assert kept(rooms) == tables
    one = rooms.memory.taken / 4
    assert one > ROOM
    rooms = rooms_of(house, tables, 2.5 * one)
    assert kept(rooms) == tables[2:]
    rooms.get(tables[2])
    rooms.get(tables[0])
    assert kept(rooms) == [tables[2], tables[0]]
    assert rooms.memory.taken <= rooms.memory.limit


def test_a_table_that_is_larger_than_all_memory_is_kept_alone(house: House) -> None:
    anna = house.person("Anna")
    tables = [anna.table("turmoil")["id"] for _ in range(2)]
    rooms = rooms_of(house, tables, 1)
    assert kept(rooms) == tables[1:]


def test_a_viewed_table_goes_last(house: House) -> None:
    anna = house.person("Anna")
    tables = [anna.table("turmoil") for _ in range(3)]
    names = [table["id"] for table in tables]
    with anna.live(tables[0]):
        rooms = rooms_of(house, names, 1000 * MIB)
        rooms = rooms_of(house, names, rooms.memory.taken / 3 * 2.5)
        assert kept(rooms) == [names[0], names[2]]


def test_a_room_weighs_more_with_each_reader_of_its_log(house: House) -> None:
    """What each viewer has read is kept: with seven seats it is as much as the log itself."""
    _, _, table = two_at(house)
    rooms = rooms_of(house, [table["id"]], 1000 * MIB)
    room, weights = rooms.get(table["id"]), list[int]()
    rng = Random(1)
    while len(room.match.log) < 20:
        seat, decision = next(iter(room.position.required_by_seat().items()))
        rooms.act(room, seat, room.version, decision.menu.sample(rng))
    for viewer in (None, *room.match.seats):
        room.read_logs.of(viewer, room.match.log)
        rooms.memory.weigh(room)
        weights.append(rooms.memory.taken)
    assert weights == sorted(set(weights))


def test_a_room_weighs_more_with_every_move(house: House) -> None:
    anna, _, table = two_at(house)
    rooms = rooms_of(house, [table["id"]], 1000 * MIB)
    before = rooms.memory.taken
    with anna.live(table) as live:
        decision = live.decision("authoritarian")
        assert decision is not None
        live.act("authoritarian", decision["menu"]["actions"][0])
    assert rooms.memory.taken > before
    rooms.forget(table["id"])
    assert rooms.memory.taken == 0


def test_a_game_goes_on_in_a_server_that_keeps_one_table(database: str, clock: SetClock) -> None:
    """Everything that leaves memory is still there."""
    settings = Settings(database, clock=clock)
    with House(create_app(settings)) as house:
        house.app.state.services.rooms.memory.limit = 1
        pairs = [two_at(house) for _ in range(2)]
        for _ in range(2):
            for anna, bert, table in pairs:
                with anna.live(table) as live, bert.live(table) as other:
                    for seat, one in (("authoritarian", live), ("liberal", other)):
                        if (decision := one.decision(seat)) is not None:
                            action = decision["menu"]["actions"][0]
                            assert one.act(seat, action)["type"] == "done"
        assert len(house.app.state.services.rooms) == 1


def test_the_limit_is_set_in_mebibytes(database: str) -> None:
    with House(create_app(Settings(database, rooms_memory=3))) as house:
        assert house.app.state.services.rooms.memory.limit == 3 * MIB


# -- after a start


def many_tables(engine: Engine, like: str, count: int, **other: object) -> None:
    """Copies of a table, with its chairs, in which something is different."""
    with engine.begin() as connection:
        table = connection.execute(select(Table.__table__).where(Table.id == like)).mappings().one()
        chairs = (
            connection.execute(select(TableSeat.__table__).where(TableSeat.table_id == like))
            .mappings()
            .all()
        )
        names = [f"{like[:8]}-{number}" for number in range(count)]
        connection.execute(insert(Table), [{**table, **other, "id": name} for name in names])
        connection.execute(
            insert(TableSeat), [{**chair, "table_id": name} for name in names for chair in chairs]
        )


@pytest.mark.amount
def test_after_a_start_only_tables_that_wait_for_a_computer_are_opened(
    database: str, clock: SetClock
) -> None:
    """Many stored tables at which a computer plays and a person must move, and one at which
    the computer must."""
    with House(create_app(Settings(database, clock=clock))) as house:
        anna, _, table = two_at(house)
        services, name = house.app.state.services, table["id"]
        with anna.live(table) as live:
            decision = live.decision("authoritarian")
            assert decision is not None
            live.act("authoritarian", decision["menu"]["actions"][0])
        with services.engine.begin() as connection:
            for_computers = update(TableSeat).where(
                TableSeat.table_id == name, TableSeat.seat == "liberal"
            )
            connection.execute(for_computers.values(user_id=None, computer="random"))
            assert connection.scalar(select(Table.waiting).where(Table.id == name)) == ["liberal"]
        many_tables(services.engine, name, amount(500, 10_000), waiting=["authoritarian"])
    with counted() as opened, House(create_app(Settings(database, clock=clock))) as house:
        anna.move_to(house)
        with anna.live(table) as live:
            while live.decision("authoritarian") is None:  # until the computer has moved
                live.hear("state")
        assert {*opened} == {name}
