"""Presence costs one frame per person, not the square of that."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from entente.server.http.app import create_app
from entente.server.live.hub import Connection, Hub
from entente.server.settings import Settings
from entente.wire.frames import Sync
from tests.server.people import House, Json, SetClock
from tests.server.tables import two_at

NEVER = 3600.0  # seconds: nothing is sent a second time unless the test says so


def frames(connection: Connection) -> list[Json]:
    """The unread presence frames of a connection."""
    texts = [connection.queue.get_nowait() for _ in range(connection.queue.qsize())]
    return [frame for frame in map(json.loads, texts) if frame["type"] == "presence"]


async def come_in(hub: Hub, table: str, many: int) -> list[Connection]:
    """This many people enter, one after the other, as by their websockets."""
    crowd = [Connection(None, "en") for _ in range(many)]
    for each in crowd:
        hub.enter(table, each)
        await hub.show(table, each, Sync())
        hub.welcome(table, each)
    return crowd


async def part(hub: Hub, table: str, crowd: list[Connection]) -> None:
    for each in crowd:
        hub.leave(table, each)


@pytest.fixture
def calm_house(database: str, clock: SetClock) -> Iterator[House]:
    """A server on which the event loop's own time triggers nothing."""
    with House(create_app(Settings(database, clock=clock, presence_interval=NEVER))) as house:
        yield house


@pytest.mark.one_database
def test_five_hundred_arrivals_make_a_thousand_frames(calm_house: House) -> None:
    house, many = calm_house, 500
    table = two_at(house)[2]["id"]
    hub: Hub = house.app.state.services.hub
    crowd = house.call(come_in, hub, table, many)
    answer = [frames(each) for each in crowd]
    assert all(len(each) == 1 for each in answer)  # the number including themselves
    assert [each[0]["spectators"] for each in answer] == list(range(1, many + 1))
    house.call(hub.presences.flush, table)
    answer = [frames(each) for each in crowd]
    assert [[frame["spectators"] for frame in each] for each in answer] == [[many]] * (many - 1) + [
        []
    ]
    assert not any(each.dropped.is_set() for each in crowd)
    house.call(part, hub, table, crowd)


@pytest.mark.one_database
def test_nothing_is_sent_twice(calm_house: House) -> None:
    """A person who comes and goes between two frames leaves no trace."""
    house = calm_house
    table = two_at(house)[2]["id"]
    hub: Hub = house.app.state.services.hub
    stays = house.call(come_in, hub, table, 1)
    assert [frame["spectators"] for frame in frames(stays[0])] == [1]
    house.call(part, hub, table, house.call(come_in, hub, table, 3))
    house.call(hub.presences.flush, table)
    assert frames(stays[0]) == []
    house.call(come_in, hub, table, 1)
    house.call(hub.presences.flush, table)
    assert [frame["spectators"] for frame in frames(stays[0])] == [2]


@pytest.mark.one_database
def test_at_a_quiet_table_it_is_sent_at_once(calm_house: House) -> None:
    house = calm_house
    anna, bert, table = two_at(house)
    with anna.live(table) as live:
        assert live.hear("presence")["online"] == ["authoritarian"]
        house.call(house.app.state.services.hub.presences.flush, table["id"])
        with bert.live(table):
            assert live.hear("presence")["online"] == ["authoritarian", "liberal"]
