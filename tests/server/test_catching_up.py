"""A room that another process has gone on with becomes what it would be, read as a whole."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import pytest

from entente.server.storage.models import Table, TableSeat
from entente.server.tables import votes
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from tests.amount import daily_first
from tests.server.people import House
from tests.server.tables import powers_at, two_at


class Counted(Rooms):
    """Rooms of another process, which count how often a table was read as a whole."""

    whole = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        load = self._loader.load

        def counted(table_id: str) -> Room:
            self.whole += 1
            return load(table_id)

        self._loader.load = counted  # type: ignore[method-assign]


def all_of(room: Room) -> dict[str, Any]:
    """All that a room knows, to be compared."""
    match = room.match
    return {
        "table": {c.key: getattr(room.table, c.key) for c in Table.__table__.columns},
        "chairs": {
            seat: {c.key: getattr(chair, c.key) for c in TableSeat.__table__.columns}
            for seat, chair in room.chairs.items()
        },
        "state": match.game.save(match.state),
        "moves": match.moves,
        "log": match.log,
        "back": [(each.moves, each.seat) for each in match.back],
        "asked": (room.announced, room.since, match.since, match.opened),
        "rest": (room.versions, room.votes, room.seen, room.people, room.snapshots),
        "match": (match.windows, match.unseen, match.series),
    }


def change(rooms: Rooms, room: Room, step: int, rng: Random) -> bool:
    """A move, a proposal, or something taken back; whether it was the last."""
    last = room.match.moves[-1].seat if room.match.moves else ""
    if step % 8 == 7 and room.match.can_undo(last):
        rooms.undo(room, last, room.version)
        return True
    decision = rng.choice([each for each in room.position.decisions if each.must])
    if step % 10 == 4:
        propose = partial(votes.vote, seat=room.match.seats[0], kind="pause", yes=not room.votes)
        rooms.change(room, lambda room, now: propose(room, now=now))
    else:
        rooms.act(room, decision.seat, room.version, decision.menu.sample(rng), decision.window)
    return False


@pytest.mark.parametrize("game", daily_first(["turmoil", "diplomacy"]))
def test_a_room_catches_up_with_all_moves_made_elsewhere(house: House, game: str) -> None:
    services = house.app.state.services
    table = two_at(house)[2] if game == "turmoil" else powers_at(house, 7)[1]
    here, there = services.rooms, Counted(services.sessions, services.rooms.clock)
    rng, name = Random(3), table["id"]
    held = there.get(name)
    caught_up = undone = 0
    for step in range(40):
        room = here.get(name)
        undone += change(here, room, step, rng)
        before = there.whole
        found = there.get(name)
        caught_up += there.whole == before
        assert all_of(found) == all_of(Rooms(services.sessions, here.clock).get(name))
        assert all_of(found) == all_of(here.get(name)) | {"asked": all_of(found)["asked"]}
    assert caught_up > 25
    assert undone
    assert there.whole > 1  # after something was taken back
    assert all_of(there.get(name)) == all_of(found)
    assert held.table.id == found.table.id
    there.commits.close()
