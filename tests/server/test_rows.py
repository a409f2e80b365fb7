"""Rows: what a seat has done in a row goes to the process that thinks for it next."""

from __future__ import annotations

import asyncio

import pytest

from entente.kernel import registry
from entente.server.live.computers import ComputerScheduler
from entente.server.live.player_process import PlayerAnswer, PlayerQuestion, think
from entente.server.live.seat_runs import SeatRun, SeatRuns
from entente.server.live.thinking_pool import Requester, ThinkingPool
from entente.server.tables.room import Room
from tests.server.people import House


@pytest.mark.one_database
def test_a_process_that_comes_in_the_middle_of_a_turn_goes_on_as_the_first(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan of the turn was made in a process that is gone."""
    asked = list[tuple[PlayerQuestion, PlayerAnswer]]()

    async def ask(
        self: ComputerScheduler, question: PlayerQuestion, requester: Requester
    ) -> tuple[PlayerAnswer, float]:
        little = question._replace(player="hard:4")  # as it thinks with more
        asked.append((little, think(little)))
        return asked[-1][1], 0.0

    monkeypatch.setattr(ComputerScheduler, "_ask", ask)
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "hard", "entente": "me"})
    with anna.live(table) as live:
        while not live.decision("entente"):
            live.hear("state")

    async def replaced() -> None:
        thinkers = ThinkingPool(1, 60.0)
        try:
            for question, answer in asked[4::8][:2]:
                assert question.done
                assert (await thinkers.ask(question))[0] == answer
                thinkers.end()
        finally:
            thinkers.end()

    assert len(asked) > 6
    asyncio.run(replaced())


@pytest.mark.one_database
def test_a_row_is_found_again_from_the_moves(house: House) -> None:
    """After a start of the server, or where undo is no longer possible."""
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "me", "entente": "me"})
    rooms = house.app.state.services.rooms
    room: Room = rooms.get(table["id"])
    rows, seat = SeatRuns(), room.position.to_move[0]
    found = list[SeatRun]()
    with room.lock:
        for _ in range(6):
            found.append(rows.of(room, seat))
            decision = room.position.decisions[0]
            assert decision.seat == seat
            action = next(iter(decision.menu))
            rooms.act(room, seat, room.version, action, decision.window)
        found.append(rows.of(room, seat))
        assert [len(each.done) for each in found] == list(range(7))
        assert {each.state for each in found} == {found[0].state}
        assert SeatRuns().of(room, seat) == found[-1]
        room.match.back.clear()
        assert SeatRuns().of(room, seat) == found[-1]
        game = registry.load("attrition")
        position = game.position(game.load(found[-1].state))
        for action, window in found[-1].done:
            position.apply(seat, action, window)
        assert game.save(position.state) == game.save(room.match.state)
