"""Grouped commits: what fails takes nothing else along; what is acknowledged is stored."""

from __future__ import annotations

import resource
import sqlite3
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from random import Random
from threading import Barrier, Event
from typing import Any

import psycopg
import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from starlette.websockets import WebSocketDisconnect

from entente.server.problem import Problem
from entente.server.storage import database as databases
from entente.server.storage.grouped_commits import GroupedCommits, Job, Transaction
from entente.server.tables.room import Stale
from tests.server.people import House, Json
from tests.server.played import sample
from tests.server.tables import lobby_entry, notices, two_at, vote

MANY = 8


def note(number: int) -> Job:
    """A change: a number is written down."""

    def job(transaction: Transaction) -> None:
        transaction.connection.execute(text("INSERT INTO noted VALUES (:n)"), {"n": number})

    return job


def stale(number: int) -> Job:
    """A change that finds, after a write, that another one was quicker."""

    def job(transaction: Transaction) -> None:
        note(number)(transaction)
        raise Stale

    return job


@pytest.fixture
def commits(database: str) -> Iterator[GroupedCommits]:
    engine = databases.connect(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE noted (n INTEGER PRIMARY KEY)"))
    opened = GroupedCommits(databases.sessions(engine))
    yield opened
    opened.close()
    engine.dispose()


def noted(commits: GroupedCommits) -> list[int]:
    with commits._engine.connect() as connection:
        return list(connection.scalars(text("SELECT n FROM noted ORDER BY n")))


def wait_for(commits: GroupedCommits, queued: int) -> None:
    """Until this many wait for their turn."""
    while commits._engine.dialect.name == "sqlite" and len(commits._waiting) < queued:
        Event().wait(0.001)


@contextmanager
def held_up(commits: GroupedCommits, queued: int) -> Iterator[ThreadPoolExecutor]:
    """Changes stored meanwhile gather, and are then stored together."""
    began, go_on = Event(), Event()

    def wait(transaction: Transaction) -> None:
        transaction.connection.execute(text("SELECT 1"))
        began.set()
        assert go_on.wait(60)

    with ThreadPoolExecutor(queued + 1) as threads:
        first = threads.submit(commits.store, wait)
        assert began.wait(60)
        yield threads
        wait_for(commits, queued)
        go_on.set()
        first.result(60)


def test_of_jobs_stored_together_only_the_bad_ones_fail(commits: GroupedCommits) -> None:
    asked: dict[int, Future[None]] = {}
    with held_up(commits, MANY) as threads:
        for number in range(MANY):
            job = stale(number) if number in (2, 5) else note(number)
            asked[number] = threads.submit(commits.store, job)
    failed = {number for number, future in asked.items() if future.exception(60)}
    assert failed == {2, 5}
    assert all(isinstance(asked[number].exception(), Stale) for number in failed)
    assert noted(commits) == [0, 1, 3, 4, 6, 7]


def test_a_job_that_breaks_a_rule_of_the_database_hurts_no_other(commits: GroupedCommits) -> None:
    with held_up(commits, MANY) as threads:
        futures = [threads.submit(commits.store, note(number // 2)) for number in range(MANY)]
    failed = [future for future in futures if future.exception(60)]
    assert len(failed) == MANY // 2  # of two that write the same one is the first
    assert noted(commits) == list(range(MANY // 2))


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_nothing_is_acknowledged_while_the_database_is_locked(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "BUSY", 20)
    engine = databases.connect(database)
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE noted (n INTEGER PRIMARY KEY)"))
    commits = GroupedCommits(databases.sessions(engine))
    other = sqlite3.connect(tmp_path / "entente.sqlite3", isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    errors = all_at_once(commits)
    assert all(isinstance(error, OperationalError) for error in errors)
    other.execute("ROLLBACK")
    other.close()
    assert noted(commits) == []
    assert all_at_once(commits) == [None] * MANY
    assert noted(commits) == list(range(MANY))
    commits.close()
    engine.dispose()


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("with_session", [False, True])
def test_after_a_full_disk_changes_are_stored_again(
    commits: GroupedCommits, with_session: bool
) -> None:
    """The commit itself fails: until then, changes are only in memory."""

    def job(transaction: Transaction) -> None:
        if with_session:
            transaction.session.execute(text("INSERT INTO noted VALUES (100)"))
        else:
            note(100)(transaction)

    commits.store(note(0))
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for _ in range(2):
        resource.setrlimit(resource.RLIMIT_FSIZE, (0, hard))  # no file may grow
        try:
            with pytest.raises(OperationalError):
                commits.store(job)
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    commits.store(note(1))
    assert noted(commits) == [0, 1]
    commits.store(job)
    assert noted(commits) == [0, 1, 100]


def test_nothing_is_acknowledged_when_the_database_cannot_be_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All who wait for the one who could not open it hear of that, even if it can be opened again
    when they find out."""
    engine = databases.connect(f"sqlite:///{tmp_path / 'entente.sqlite3'}")
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE noted (n INTEGER PRIMARY KEY)"))
    commits, failures = GroupedCommits(databases.sessions(engine)), 2

    def opened(engine: Engine) -> Engine:
        nonlocal failures
        failures -= 1
        if failures < 0:
            return databases.writing_engine(engine)
        if failures:  # the first has only itself to store; the others come before it fails
            wait_for(commits, MANY - 1)
        return databases.connect(f"sqlite:///{tmp_path / 'no' / 'such' / 'folder'}")

    monkeypatch.setattr("entente.server.storage.grouped_commits.writing_engine", opened)
    with ThreadPoolExecutor(MANY) as threads:
        first = threads.submit(commits.store, note(0))
        while failures == 2:
            Event().wait(0.001)
        others = [threads.submit(commits.store, note(number)) for number in range(1, MANY)]
    acknowledged = [n for n, future in enumerate([first, *others]) if not future.exception()]
    assert noted(commits) == acknowledged
    assert isinstance(first.exception(), SQLAlchemyError)
    commits.store(note(MANY))
    assert noted(commits) == [*acknowledged, MANY]
    commits.close()
    engine.dispose()


def all_at_once(commits: GroupedCommits) -> list[BaseException | None]:
    """Many want to store something at the same moment; how each of them fared."""
    ready = Barrier(MANY)

    def store(number: int) -> None:
        ready.wait(60)
        commits.store(note(number))

    with ThreadPoolExecutor(MANY) as threads:
        futures = [threads.submit(store, number) for number in range(MANY)]
    return [future.exception() for future in futures]


# -- at tables


def test_tables_with_moves_stored_together_do_not_affect_each_other(house: House) -> None:
    """One table was changed behind the server's back: its move is refused, the others' are not."""
    services = house.app.state.services
    people = [house.person(f"P{number}") for number in range(4)]
    seats = {"authoritarian": "me", "liberal": "me"}
    tables: list[Json] = [person.table("turmoil", seats=seats) for person in people]
    rooms = [services.rooms.get(table["id"]) for table in tables]

    def act(number: int) -> None:
        room = rooms[number]
        decision = next(iter(room.decisions().values()))
        services.rooms.act(room, decision.seat, room.version, decision.menu.sample(Random(1)))

    with services.sessions.begin() as session:
        behind = {"id": tables[1]["id"]}
        session.execute(text("UPDATE tables SET version = version + 1 WHERE id = :id"), behind)
    with held_up(services.rooms.commits, len(rooms)) as threads:
        futures = [threads.submit(act, number) for number in range(len(rooms))]
    assert [type(future.exception(60)) for future in futures] == [type(None), Stale] + [
        type(None)
    ] * 2
    for number, table in enumerate(tables):
        assert lobby_entry(people[number], table)["moves"] == (0 if number == 1 else 1)
        services.rooms.forget(table["id"])  # as after a restart
        assert len(services.rooms.get(table["id"]).match.moves) == (0 if number == 1 else 1)


def test_a_rematch_stored_beside_a_job_that_fails_is_whole(house: House) -> None:
    anna, bert, table = two_at(house)
    vote(anna, table, "authoritarian", "draw")
    vote(bert, table, "liberal", "draw")
    path = f"/api/tables/{table['id']}/rematch"
    with held_up(house.app.state.services.rooms.commits, 2) as threads:
        made = threads.submit(anna.post, path)
        wait_for(house.app.state.services.rooms.commits, 1)  # the other one comes after it
        bad = threads.submit(house.app.state.services.rooms.commits.store, refuse)
    assert isinstance(bad.exception(60), Problem)
    new = made.result(60)
    assert lobby_entry(anna, new)["seats"]["liberal"]["me"]
    assert notices(bert).count("rematch") == 1
    joined = bert.post(path)
    assert (joined["id"], joined["status"]) == (new["id"], "playing")
    with anna.live(new) as live, bert.live(new) as other:
        for player, seat in ((live, "liberal"), (other, "authoritarian")):
            if player.decision(seat):
                assert player.act(seat, sample(player, seat, Random(2)))["type"] == "done"


def refuse(transaction: Transaction) -> None:
    raise Stale


def breaks_off_after_committing(commits: GroupedCommits, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next commit of a change arrives, but the connection ends before the result is known."""
    dialect = commits._engine.dialect
    begin, commit = commits._try, dialect.do_commit

    def break_off(connection: Any) -> None:
        monkeypatch.setattr(dialect, "do_commit", commit)
        commit(connection)
        connection.driver_connection.close()
        raise psycopg.OperationalError("server closed the connection unexpectedly")

    def beginning(*given: Any) -> BaseException | None:
        monkeypatch.setattr(commits, "_try", begin)
        monkeypatch.setattr(dialect, "do_commit", break_off)
        return begin(*given)

    monkeypatch.setattr(commits, "_try", beginning)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_an_unknown_result_is_not_reported_as_a_failure(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, table = two_at(house)
    rooms = house.app.state.services.rooms
    with anna.live(table) as live:
        seat = "authoritarian"
        action, before = sample(live, seat, Random(2)), live.state["version"]
        breaks_off_after_committing(rooms.commits, monkeypatch)
        with pytest.raises(WebSocketDisconnect) as ended:
            live.act(seat, action)
        assert ended.value.code == 4503
    with anna.live(table) as again:  # and sees the state of the table
        assert (again.state["version"], again.state["moves"]) == (before + 1, 1)


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_a_request_with_an_unknown_outcome_says_so(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna, _, table = two_at(house)
    rooms = house.app.state.services.rooms
    breaks_off_after_committing(rooms.commits, monkeypatch)
    path = f"/api/tables/{table['id']}/vote"
    heard = anna.post(path, 503, seat="authoritarian", kind="draw", yes=True)
    assert heard["key"] == "problem.outcome_unknown"
