"""What a process keeps of people and tables goes when it is no longer needed."""

from __future__ import annotations

import gc
import time
from collections import Counter
from collections.abc import Sized
from random import Random

import pytest
from sqlalchemy import func, select

from entente.kernel import Match, Position
from entente.server.http.limits import Limit
from entente.server.live import process_messages
from entente.server.live.backoff import Backoff
from entente.server.live.hub import Connection
from entente.server.live.queries import QueryRunner, Requester
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.settings import Bounds
from entente.server.storage.limit_uses import UsesInMemory
from entente.server.storage.models import Snapshot
from entente.server.tables.room import Room
from tests.amount import amount
from tests.server.people import House, Json, SetClock
from tests.server.played import play_on, sample
from tests.server.tables import SEATS

pytestmark = pytest.mark.one_database

IDLE = Bounds().rooms_idle_minutes
COUNTED = (Room, Match, Position, Connection)


def services_of(house: House) -> Services:
    services: Services = house.app.state.services
    return services


def tidy(house: House) -> None:
    house.call(house.app.state.cleanup.tidy)


def later(house: House, clock: SetClock) -> None:
    """Every limit has come back, and every table has been idle for long enough."""
    clock.go_on(hours=30)
    uses = services_of(house).limit_uses
    if isinstance(uses, UsesInMemory):
        uses.clock = lambda: time.monotonic() + 30 * 3600
    tidy(house)


def play_and_leave(house: House, name: str, game: str = "attrition", rounds: int = 2) -> Json:
    """Two people, of addresses of their own, play a little, look back and go."""
    hosts = [f"10.{sum(name.encode()) % 250}.{len(name)}.{number}" for number in (1, 2)]
    one, two = (house.person(f"{name} {host[-1]}", host=host) for host in hosts)
    first, second = SEATS[game]
    table = two.sit(one.table(game, seats={first: "me"}), second)
    with one.live(table) as here, two.live(table) as there:
        play_on({first: here, second: there}, rounds, Random(1))
        here.act(first, "nonsense")
    one.get(f"/api/tables/{table['id']}/positions/1")
    return table


def kept(house: House) -> dict[str, int]:
    """Return how many entries each container has that grows with people, addresses, sockets,
    tables."""
    app, services = house.app, services_of(house)
    hub, asking, computers = services.hub, services.queries, services.computers
    containers: dict[str, Sized] = {
        "rooms": services.rooms._cache._rooms,
        "last uses of rooms": services.rooms._cache._last_use,
        "weights": services.rooms.memory._weights,
        "lengths of states": services.rooms.memory._states,
        "connections": hub._at,
        "locks of tables": hub._locks,
        "presence": hub.presences._pauses,
        "presence that changed": hub.presences._changed,
        "pondering": hub.thinking_status._at,
        "audience": services.audience._here,
        "audience elsewhere": services.audience._elsewhere,
        "refused": asking._refused,
        "asked": asking._spent,
        "read": asking._read,
        "turns to ask": asking._turns,
        "rows": computers._runs._states,
        "pauses of computers": computers._backoff._failing,
        "tables of computers": computers._busy,
        "pauses of clocks": services.timekeeper._backoff._failing,
        "slow clocks": services.timekeeper._slow_tables,
        "ringing": services.timekeeper._running,
        "tracks": services.moments._tracks,
        "stories": services.stories._places,
        "courses": services.evaluation_graphs._kept,
        "answers": services.analysis_queue._kept,
        "sockets": app.state.admission.sockets,
        "bodies": app.state.admission.receiving,
    }
    if isinstance(services.limit_uses, UsesInMemory):
        containers["limits"] = services.limit_uses._used
    return {name: len(container) for name, container in containers.items()}


def alive() -> Counter[str]:
    gc.collect()
    return Counter(type(each).__name__ for each in gc.get_objects() if type(each) in COUNTED)


@pytest.mark.on_postgres
def test_after_all_have_left_nothing_is_kept_of_them(house: House, clock: SetClock) -> None:
    clock.stop()
    before = kept(house)
    for number in range(3):
        play_and_leave(house, f"table {number}")
    grown = {name for name, count in kept(house).items() if count > before[name]}
    assert grown >= {"rooms", "refused", "asked", "read", "tracks"}
    later(house, clock)
    assert kept(house) == before


@pytest.mark.amount
def test_tables_played_and_left_leave_no_object_behind(house: House, clock: SetClock) -> None:
    clock.stop()
    gc.freeze()  # what is there already is not gone through each time
    play_and_leave(house, "first")  # everything that is made once is made
    later(house, clock)
    before = alive()
    at_once = amount(1, 3)
    for time_of_play in range(amount(1, 2)):
        for number in range(at_once):
            play_and_leave(house, f"table {time_of_play} {number}")
        assert alive()["Room"] == before["Room"] + at_once
        later(house, clock)
        assert alive() == before


def test_computer_players_of_a_table_that_was_left_are_forgotten(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    before = kept(house)
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "me", "entente": "random"})
    computers, rng = services_of(house).computers, Random(1)
    with anna.live(table) as live:
        while not kept(house)["rows"] or live.decision("central") is None:
            if live.decision("central") is None:
                live.hear("state")
            else:
                live.act("central", sample(live, "central", rng))
    while computers.waiting:  # its task is on its way to its end
        time.sleep(0.01)
    later(house, clock)
    assert kept(house) == before


# -- rooms


def test_a_table_stays_in_memory_while_it_is_used_or_looked_at(
    house: House, clock: SetClock
) -> None:
    clock.stop()
    anna, rooms = house.person("Anna"), services_of(house).rooms
    looked_at, used, left = (anna.table("turmoil") for _ in range(3))
    for table in (looked_at, used, left):
        anna.get(f"/api/tables/{table['id']}")
        rooms.get(table["id"])
    with anna.live(looked_at):
        clock.go_on(minutes=IDLE - 1)
        rooms.get(used["id"])
        tidy(house)
        assert rooms.tables() == {looked_at["id"], used["id"], left["id"]}
        clock.go_on(minutes=2)
        tidy(house)
        assert rooms.tables() == {looked_at["id"], used["id"]}
    clock.go_on(minutes=IDLE - 1)
    tidy(house)
    assert rooms.tables() == {looked_at["id"]}  # its time begins when the last one leaves


def test_a_table_that_was_forgotten_goes_on_as_it_was(house: House, clock: SetClock) -> None:
    clock.stop()
    table = play_and_leave(house, "table")
    rooms = services_of(house).rooms
    room = rooms.get(table["id"])
    known = (room.version, room.match.moves, room.match.game.save(room.match.state))
    del room
    later(house, clock)
    assert not rooms.tables()
    room = rooms.get(table["id"])
    assert known == (room.version, room.match.moves, room.match.game.save(room.match.state))


def test_tables_that_are_left_again_and_again_do_not_gather_snapshots(
    house: House, clock: SetClock
) -> None:
    """Each time they are forgotten they are kept, and the last snapshot gives way to the next."""
    clock.stop()
    anna, bert = house.person("Anna"), house.person("Bert")
    first, second = SEATS["attrition"]
    table = bert.sit(anna.table("attrition", seats={first: "me"}), second)
    counts, rng = [], Random(1)
    for _ in range(4):
        with anna.live(table) as here, bert.live(table) as there:
            play_on({first: here, second: there}, 2, rng)
        clock.go_on(minutes=IDLE + 1)
        tidy(house)
        with services_of(house).sessions() as session:
            counts.append(session.scalar(select(func.count()).select_from(Snapshot)))
    assert counts == [1, 1, 1, 1]


# -- limits


def test_a_use_is_forgotten_when_it_has_come_back_and_not_before() -> None:
    now, uses = [0.0], UsesInMemory()
    uses.clock = lambda: now[0]
    short, long = (Limit(1, seconds, name=str(seconds), uses=uses) for seconds in (10, 100))
    for limit in (short, long):
        limit.clock = uses.clock
        limit.take("anna")
    now[0] = 50
    uses.tidy()
    assert len(uses._used) == 1
    short.take("anna")
    with pytest.raises(Problem):
        long.take("anna")
    now[0] = 1000
    uses.tidy()
    assert not uses._used


def test_a_refused_person_is_remembered_until_all_attempts_are_back() -> None:
    now = [0.0]
    asking = QueryRunner(Bounds(), lambda: now[0])
    try:
        for number in range(1000):
            asking.note_refused(Requester(f"user {number}", f"192.0.2.{number % 250}"))
        for _ in range(3 * Bounds().refused_per_person):
            asking.note_refused(Requester("user 1", None))
        now[0] = 100
        asking.tidy()
        assert set(asking._refused) == {"user 1"}
        with pytest.raises(Problem):
            asking.check_refused(Requester("user 1", None))
        now[0] = 200
        asking.tidy()
        assert not asking._refused
    finally:
        asking.close()


def test_a_read_during_tidying_counts() -> None:
    now = [0.0]
    asking = QueryRunner(Bounds(), lambda: now[0])
    asker = Requester("user 1", None)
    try:
        with asking.reading(asker):
            now[0] = 200
            asking.tidy()
            began = time.thread_time()
            while time.thread_time() - began < 0.01:
                pass
        assert asking._read["user 1"]._used_now(now[0]) >= 0.01
    finally:
        asking.close()


def test_a_failure_that_is_not_retried_is_forgotten() -> None:
    now = [0.0]
    pauses = Backoff(1, 10, lambda: now[0])
    pauses.failed("gone")
    for _ in range(20):
        pauses.failed("failing")
        now[0] += 10
        pauses.tidy()
    assert pauses.times("failing") == 20
    assert not pauses.times("gone")


def test_processes_that_have_gone_are_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    messages = house.app.state.process_messages
    for number in range(5):
        answer = f'process-{number} looking table {{"users": [], "sockets": 1}}'
        house.call(messages._hear, answer)
    for unreadable in ("", "a b", "a table x y", "a read t []", "a looking t {}", "a ended x -"):
        house.call(messages._hear, unreadable)  # does not end the listening
    house.call(messages._forget_silent)
    assert len([each for each in messages._heard if each.startswith("process")]) == 5
    monkeypatch.setattr(process_messages, "SILENT", -1.0)
    house.call(messages._forget_silent)
    assert not messages._heard
    assert not services_of(house).audience._elsewhere
