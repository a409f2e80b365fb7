"""Many requests at the same moment: none holds a connection of the database while it waits."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from sqlalchemy import select

from entente.server.services import Services
from entente.server.storage.database import connect
from entente.server.storage.models import Letter, Table
from tests.server.one_connection import watched
from tests.server.people import House, Person

MANY = 16  # one more than the database has connections for us
PATIENCE = 20.0  # seconds for what takes milliseconds; a connection is waited for longer

Ask = Callable[[Person], Any]


def at_once(house: House, ask: Ask, people: list[Person], before: Callable[[], None]) -> list[Any]:
    """All ask at the same moment; `before` happens while they are at it."""
    barrier = threading.Barrier(len(people) + 1)

    def one(person: Person) -> Any:
        barrier.wait()
        return ask(person)

    with ThreadPoolExecutor(len(people)) as threads:
        futures = [threads.submit(one, person) for person in people]
        barrier.wait()
        before()
        began = time.monotonic()
        answers = [each.result() for each in futures]
    assert time.monotonic() - began < PATIENCE, "they waited for each other"
    return answers


def nothing() -> None:
    """Nothing has to happen meanwhile."""


def services_of(house: House) -> Services:
    services: Services = house.app.state.services
    return services


def post(person: Person, path: str, **body: object) -> int:
    headers = {"x-csrf-token": person.csrf}
    return int(person.client.post(path, json=body, headers=headers).status_code)


def none_is_held(services: Services) -> bool:
    """Return whether no connection is in use; the server's own work may need one for a moment."""
    until = time.monotonic() + PATIENCE
    while services.engine.pool.checkedout():  # type: ignore[attr-defined]
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def test_votes_that_wait_for_their_table_hold_no_connection(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("attrition", seats={"central": "me"})
    bert.sit(table, "entente")
    services = services_of(house)
    room = services.rooms.get(table["id"])
    arrived = threading.Semaphore(0)
    change = services.hub.change

    async def counted(*args: Any) -> Any:
        arrived.release()
        return await change(*args)

    services.hub.change = counted  # type: ignore[method-assign, assignment]

    def vote(person: Person) -> int:
        return post(person, f"/api/tables/{table['id']}/vote", seat="central", kind="draw")

    def all_wait() -> None:
        for _ in range(MANY):
            assert arrived.acquire(timeout=PATIENCE), "a vote does not even reach its table"
        free = none_is_held(services)
        room.lock.release()
        assert free

    room.lock.acquire()
    statuses = at_once(house, vote, [anna] * MANY, all_wait)
    assert set(statuses) <= {200, 409}
    assert 200 in statuses


def test_letters_written_at_the_same_moment_all_arrive(house: House) -> None:
    anna, bert = house.person("Anna"), house.person("Bert")
    table = anna.table("attrition", seats={"central": "me"})
    bert.sit(table, "entente")

    def write(person: Person) -> int:
        return post(person, f"/api/tables/{table['id']}/chat", seat="central", text="Well?")

    assert at_once(house, write, [anna] * MANY, nothing) == [201] * MANY
    with services_of(house).sessions() as session:
        numbers = session.scalars(select(Letter.number).order_by(Letter.number)).all()
    assert numbers == list(range(1, MANY + 1))


def test_tables_made_at_the_same_moment_are_all_made(house: House) -> None:
    people = [house.person(f"Guest {number}") for number in range(MANY)]
    statuses = at_once(
        house, lambda who: post(who, "/api/tables", game="attrition"), people, nothing
    )
    assert statuses == [201] * MANY
    with services_of(house).sessions() as session:
        assert len(session.scalars(select(Table.id)).all()) == MANY


def test_strangers_who_look_back_do_not_wait_for_each_other(house: House) -> None:
    """Tables that are not in memory: each is read, and played again up to the moment."""
    anna = house.person("Anna")
    made = [anna.table("attrition", seats={"central": "me", "entente": "me"}) for _ in range(MANY)]
    services = services_of(house)
    for table in made:
        services.rooms.forget(table["id"])
    stranger = house.person(None)
    paths = iter([f"/api/tables/{table['id']}/positions/0" for table in made])
    lock = threading.Lock()

    def look(person: Person) -> int:
        with lock:
            path = next(paths)
        return int(person.client.get(path).status_code)

    assert at_once(house, look, [stranger] * MANY, nothing) == [200] * MANY


def test_a_second_connection_is_detected(database: str) -> None:
    """The check over all these tests can fail."""
    engine = connect(database)

    def two() -> None:
        with engine.connect(), engine.connect():
            pass

    def one_after_the_other() -> None:
        for _ in range(2):
            with engine.connect():
                pass

    with watched() as seconds, ThreadPoolExecutor(1, "tables") as threads:
        threads.submit(one_after_the_other).result()
        assert seconds == []
    with watched() as seconds, ThreadPoolExecutor(1, "outsiders") as threads:
        threads.submit(two).result()
        assert seconds == []
    with watched() as seconds, ThreadPoolExecutor(1, "asyncio_") as threads:
        threads.submit(two).result()
        assert len(seconds) == 1
    engine.dispose()
