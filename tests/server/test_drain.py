"""Probes, and a process that hands its tables over."""

from __future__ import annotations

import asyncio
import os
import time
from typing import Any

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from entente.kernel import UserError
from entente.server import admin_tasks, process_tasks
from entente.server.http.app import create_app
from entente.server.settings import Settings
from tests.server.people import House, Live, Person, SetClock

RESTART = 1012


def _two_at_a_table(house: House) -> tuple[Person, Person, dict[str, Any]]:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("turmoil", seats={"authoritarian": "me"})
    bert.sit(table, "liberal")
    return anna, bert, table


def _closing(live: Live) -> tuple[list[str], int]:
    """Read to the end; return the kinds of the last frames and the code."""
    kinds = list[str]()
    while True:
        try:
            kinds.append(live.receive()["type"])
        except WebSocketDisconnect as closed:
            return kinds, closed.code


def _first_action(live: Live) -> dict[str, Any]:
    for seat, part in live.state["seats"].items():
        for decision in part["view"]["decisions"]:
            action = decision["menu"]["actions"][0]
            return {"type": "act", "seat": seat, "action": action, "id": "last"}
    raise AssertionError("no decision")


def test_a_process_that_drains_hands_over_and_answers_to_the_end(house: House) -> None:
    anna, bert, table = _two_at_a_table(house)
    services, draining = house.app.state.services, house.app.state.drain
    assert anna.get("/health/live") == {"status": "ok"}
    assert anna.get("/health/ready")["status"] == "ready"
    with anna.live(table) as here, bert.live(table) as there:
        actor = here if any(p["view"]["decisions"] for p in here.state["seats"].values()) else there
        frame = _first_action(actor)
        actor.say(version=actor.state["version"], **frame)
        assert actor.answer()["type"] == "done"
        house.call(draining.run, 0.05)
        for live in (here, there):
            kinds, code = _closing(live)
            assert code == RESTART
            assert "refused" not in kinds
    assert draining.is_drained
    assert not services.rooms.tables()
    assert not services.hub.connections()
    assert anna.get("/health/live") == {"status": "ok"}
    assert anna.get("/health/ready", 503)["key"] == "problem.draining"
    # A client that comes back too early is sent away in the same way.
    with pytest.raises(WebSocketDisconnect) as closed, anna.live(table):
        pass
    assert closed.value.code == RESTART
    assert anna.get(f"/api/tables/{table['id']}")["id"] == table["id"]  # plain requests are served
    services.computers.wake_table(table["id"])  # no one plays here any longer
    assert not services.computers.waiting


@pytest.mark.one_database
def test_an_action_under_way_is_acknowledged_before_its_socket_closes(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The hand-over begins while an action is being stored."""
    anna, bert, table = _two_at_a_table(house)
    services, draining = house.app.state.services, house.app.state.drain
    change = services.hub.change

    async def change_slowly(*given: Any) -> Any:
        ending = asyncio.ensure_future(draining.run(0.0))
        while not all(each.is_handed_over for each in services.hub.connections()):
            await asyncio.sleep(0)
        room = await change(*given)
        services.ending = ending
        return room

    with anna.live(table) as here, bert.live(table) as there:
        mine = any(part["view"]["decisions"] for part in here.state["seats"].values())
        actor = here if mine else there
        before = actor.state["version"]
        monkeypatch.setattr(services.hub, "change", change_slowly)
        actor.say(version=before, **_first_action(actor))
        kinds, code = _closing(actor)
        assert code == RESTART
        assert kinds[-2:] in (["state", "done"], ["done", "state"])
    monkeypatch.undo()
    house.call(draining.run)
    record = anna.client.get(f"/api/tables/{table['id']}/record").text
    assert '"seat"' in record


@pytest.mark.one_database
def test_sockets_close_one_after_the_other(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    order = list[float]()

    def close() -> None:
        order.append(time.monotonic())
        closings.pop()

    handing, closings = house.app.state.drain, [close] * 50
    monkeypatch.setattr(handing, "_closings", lambda: list(closings))
    handing._spread = 0.2
    house.call(handing._close_sockets)
    assert len(order) == 50
    assert order[-1] - order[0] > 0.1


@pytest.mark.one_database
def test_a_process_that_starts_is_not_ready(house: House) -> None:
    listening = house.app.state.process_messages.listening
    listening.clear()
    assert house.person(None).get("/health/ready", 503)["key"] == "problem.starting"
    listening.set()


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_the_operator_drains_a_process(database: str, clock: SetClock) -> None:
    app = create_app(Settings(database, clock=clock, steady=clock.steady))
    members = app.state.services.members
    members.join("10.0.0.1:7000", port=8001)
    engine = admin_tasks.find_database(database)
    try:
        with House(app) as house:
            anna, _, table = _two_at_a_table(house)
            house.call(members.beat)
            (one,) = process_tasks.running_processes(engine)
            assert (one.role, one.address, one.draining) == ("web", "10.0.0.1:7000", False)
            assert (one.pid, one.port) == (os.getpid(), 8001)
            assert process_tasks.find_process(engine, None) == one
            with pytest.raises(UserError, match="no running process"):
                process_tasks.find_process(engine, "entente-unknown")
            with anna.live(table) as live:
                process_tasks.ask_to_drain(
                    engine, process_tasks.find_process(engine, one.address).name
                )
                house.call(members.beat)
                house.call(app.state.drain.run)  # at a stop the rest goes faster
                assert _closing(live)[1] == RESTART
            assert process_tasks.wait_until_drained(engine, one.name)
        assert process_tasks.running_processes(engine) == []  # it has left
        with engine.begin() as connection:  # as an older version has made it
            connection.execute(text("ALTER TABLE processes DROP COLUMN pid, DROP COLUMN port"))
        assert process_tasks.running_processes(engine) == []
        with pytest.raises(UserError, match="no process uses"):
            process_tasks.find_process(engine, None)
    finally:
        engine.dispose()
