"""A table is read as it was at one moment, although another process stores moves meanwhile."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from sqlalchemy import Engine, event

from entente.server.services import Services
from entente.server.storage.database import connect, sessions
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from tests.server.people import House
from tests.server.tables import two_at


@contextmanager
def before_the_moves(engine: Engine, act: Any) -> Iterator[list[str]]:
    """Act while a table is being read: after it was looked up, before its moves are."""
    seen: list[str] = []

    def look(connection: Any, cursor: Any, statement: str, *given: Any) -> None:
        if "FROM moves" in statement and not seen:
            seen.append(statement)
            act()

    event.listen(engine, "before_cursor_execute", look)
    try:
        yield seen
    finally:
        event.remove(engine, "before_cursor_execute", look)


def moves_at(rooms: Rooms, table_id: str) -> dict[int, int]:
    """Return how many moves there were at each version of a table."""
    room = rooms.get(table_id)
    return {version: number for number, version in enumerate(room.versions, start=1)}


@pytest.mark.parametrize("known", [False, True], ids=["as a whole", "gone on with"])
def test_a_version_has_the_moves_of_that_version(house: House, known: bool) -> None:
    table = two_at(house)[2]
    services: Services = house.app.state.services
    here, rng = services.rooms, Random(7)
    engine = connect(services.settings.database)
    elsewhere = Rooms(sessions(engine), services.clock)

    def act() -> None:
        room: Room = here.get(table["id"])
        decision = next(each for each in room.position.decisions if each.must)
        here.act(room, decision.seat, room.version, decision.menu.sample(rng), decision.window)

    for _ in range(3):
        act()
    if known:
        elsewhere.get(table["id"])
        act()  # so that it must catch up
    with before_the_moves(engine, act) as seen:
        room = elsewhere.get(table["id"])
    assert seen
    assert len(room.match.moves) == room.table.moves
    assert moves_at(here, table["id"])[room.version] == len(room.match.moves)
    elsewhere.commits.close()
    engine.dispose()
