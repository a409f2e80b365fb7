"""Prepared answers while several processes are at work: used once, or refused as too late."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from typing import Any

import pytest

from entente.kernel import Occasion
from entente.server.services import Services
from entente.server.storage.database import connect, sessions
from entente.server.storage.models import PreparedAnswer
from entente.server.tables import automatic_answers, prepared_answers, rooms
from entente.server.tables.room import Stale
from entente.server.tables.rooms import Rooms
from tests.server.people import House, Json
from tests.server.tables import notices
from tests.server.test_prepared_answers import (
    AUTUMN,
    HOME,
    answer,
    before_the_attack,
    position,
    prepare,
    stored,
)
from tests.server.test_press import Congress

TIMEOUT = 20  # seconds for the other process to come


@contextmanager
def another_process(house: House) -> Iterator[Rooms]:
    services: Services = house.app.state.services
    engine = connect(services.settings.database)
    found = Rooms(sessions(engine), services.clock)
    yield found
    found.commits.close()
    engine.dispose()


def all_but_italy(at: Congress) -> str:
    """Everyone but Italy submits; Germany attacks Burgundy. Return the Italian orders."""
    text = "A RUH - BUR; A MUN S A RUH - BUR"
    for person in (at.france, at.germany, at.others):
        with person.live(at.table) as live:
            for seat in live.state["seats"]:
                if seat != "italy" and live.decision(seat) is not None:
                    assert live.act(seat, answer(live, seat, text))["type"] == "done"
    with at.others.live(at.table) as live:
        return answer(live, "italy")


def retreats(house: House, at: Congress) -> list[str]:
    room = house.app.state.services.rooms.get(at.table["id"])
    return [move.action for move in room.match.moves if move.action in HOME]


def test_two_processes_give_a_prepared_answer_once(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = before_the_attack(house)
    prepare(at, "retreat", AUTUMN, *HOME)
    orders, barrier = all_but_italy(at), Barrier(2)
    usual = automatic_answers.reader

    def reader(*given: Any) -> automatic_answers.Read:
        def read() -> Sequence[PreparedAnswer]:
            rows = usual(*given)()
            barrier.wait(TIMEOUT)
            return rows

        return read

    monkeypatch.setattr(rooms, "reader", reader)

    def act(process: Rooms) -> str:
        room = process.get(at.table["id"])
        try:
            process.act(room, "italy", room.version, orders)
        except Stale:
            return "stale"
        return "done"

    with another_process(house) as elsewhere, ThreadPoolExecutor(2) as pool:
        results = pool.map(act, [house.app.state.services.rooms, elsewhere])
        assert sorted(results) == ["done", "stale"]
    assert retreats(house, at) == HOME[:1]
    assert notices(at.france).count("later_given") == 1
    assert stored(house) == 0


def test_what_another_process_stores_during_a_move_is_used(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The move has found nothing prepared; before it is stored, something is."""
    at = before_the_attack(house)
    orders, usual = all_but_italy(at), automatic_answers.reader
    with another_process(house) as elsewhere:

        def reader(*given: Any) -> automatic_answers.Read:
            def read() -> Sequence[PreparedAnswer]:
                rows = usual(*given)()
                monkeypatch.setattr(rooms, "reader", usual)
                _prepare_in(elsewhere, at)
                return rows

            return read

        monkeypatch.setattr(rooms, "reader", reader)
        with at.others.live(at.table) as live:
            assert live.act("italy", orders)["type"] == "done"
    assert retreats(house, at) == HOME[:1]
    assert stored(house) == 0


def _prepare_in(process: Rooms, at: Congress) -> None:
    room = process.get(at.table["id"])
    with process.sessions() as session:
        given = (room, "france", "retreat", AUTUMN, HOME)
        job = prepared_answers.prepare(session, *given, submit=True)
    process.commits.store(job)


def test_what_comes_too_late_is_refused(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The retreat is asked in another process while its answer is being prepared."""
    at = before_the_attack(house)
    orders = all_but_italy(at)
    usual: Callable[..., None] = prepared_answers._check
    with another_process(house) as elsewhere:

        def check(found: Occasion, choices: Sequence[str]) -> None:
            usual(found, choices)
            room = elsewhere.get(at.table["id"])
            elsewhere.act(room, "italy", room.version, orders)

        monkeypatch.setattr(prepared_answers, "_check", check)
        reply: Json = prepare(at, "retreat", AUTUMN, *HOME, status=409)
    assert reply["key"] == "problem.later.not_now"
    assert stored(house) == 0
    assert [each["step"] for each in position(at)["decisions"]] == ["retreat"]
