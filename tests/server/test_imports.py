"""Uploaded records: a few at once, each with a bound on its work, without blocking others."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from entente.kernel import Match, registry
from entente.kernel.match import Move as RecordedMove
from entente.kernel.record import Record, dump, record_of
from entente.server.http.app import create_app
from entente.server.settings import Bounds, Settings
from entente.server.storage.models import Move
from tests.server.people import House, Person

pytestmark = pytest.mark.one_database

MOVES = 12
PATIENCE = 20.0


@pytest.fixture(scope="module")
def record() -> bytes:
    rng, match = Random(1), Match(registry.load("turmoil"), seed="a seed")
    for _ in range(MOVES):
        decision = match.position.decisions[0]
        match.act(decision.seat, decision.menu.sample(rng), 1_000_000)
    return dump(record_of(match, {}, None))


@pytest.fixture
def narrow(database: str) -> Iterator[House]:
    with House(create_app(Settings(database, bounds=Bounds(imports=1)))) as house:
        yield house


def bring(person: Person, data: bytes) -> Any:
    headers = {"x-csrf-token": person.csrf}
    return person.client.post("/api/records", content=data, headers=headers)


def test_a_replay_blocks_no_one(
    narrow: House, record: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, bert = narrow.person("Anna"), narrow.person("Bert")
    begun, go_on = threading.Event(), threading.Event()
    verify = Record.verify

    def slowly(self: Record, *args: Any) -> Any:
        begun.set()
        assert go_on.wait(PATIENCE)
        return verify(self, *args)

    monkeypatch.setattr(Record, "verify", slowly)
    with ThreadPoolExecutor(1) as threads:
        brought = threads.submit(bring, anna, record)
        assert begun.wait(PATIENCE)
        pool, until = narrow.app.state.services.engine.pool, time.monotonic() + PATIENCE
        while pool.checkedout():  # the server's own work may have one for a moment
            assert time.monotonic() < until, "replaying a record keeps a connection"
            time.sleep(0.01)
        bert.table("turmoil")  # is stored meanwhile
        refused = bring(bert, record)
        go_on.set()
        made = brought.result()
    assert refused.status_code == 503
    assert refused.json()["key"] == "problem.record.busy"
    assert int(refused.headers["retry-after"]) > 0
    assert made.status_code == 201
    assert bring(bert, record).status_code == 201
    with narrow.app.state.services.sessions() as session:
        mine = select(Move.number).where(Move.table_id == made.json()["id"]).order_by(Move.number)
        assert list(session.scalars(mine)) == list(range(1, MOVES + 1))


def test_a_record_has_so_much_of_the_processor_and_no_more(house: House, record: bytes) -> None:
    anna = house.person("Anna")
    house.app.state.services.imports.seconds = -1.0
    answer = bring(anna, record)
    assert (answer.status_code, answer.json()["key"]) == (422, "problem.record.slow")
    house.app.state.services.imports.seconds = 60.0
    assert bring(anna, record).status_code == 201


@pytest.mark.one_database
def test_an_action_of_a_record_is_no_longer_than_one_at_a_table(house: House) -> None:
    """A game would read all of it to say what is wrong with it."""
    match = Match(registry.load("diplomacy"), seed="a seed")
    made = record_of(match, {}, None)
    seat = match.position.decisions[0].seat
    made.moves.append(RecordedMove(seat, "F Eng, A Pic - " * 20_000, 1_000_000))
    anna = house.person("Anna")
    answer = bring(anna, dump(made))
    assert (answer.status_code, answer.json()["key"]) == (422, "problem.frame.text")


@pytest.mark.one_database
def test_a_record_with_unusable_data_is_refused(house: House) -> None:
    """Else the table could be stored and never be opened or drawn."""
    made = record_of(Match(registry.load("pax"), seed="a seed"), {}, None)
    made.header.overrides["map.toml"] = {"home": [{"id": "home_japan", "power": "nobody"}]}
    anna = house.person("Anna", "fr")
    answer = bring(anna, dump(made))
    assert (answer.status_code, answer.json()["key"]) == (422, "problem.record.wrong")
    assert "nobody" in answer.json()["text"]


@pytest.mark.one_database
def test_a_table_with_figures_of_its_own_shows_them(house: House) -> None:
    patch = {"map.toml": {"area": [{"id": "egypt", "value": 77}]}}
    made = record_of(Match(registry.load("pax", patch), seed="a seed"), {}, None)
    anna = house.person("Anna")
    table = bring(anna, dump(made)).json()
    assert table["custom_data"] is True
    assert ">77<" in anna.get(f"/api/tables/{table['id']}/board")["svg"]
    assert ">77<" not in anna.get("/api/games/pax/board")["svg"]
    assert anna.table("pax")["custom_data"] is False
