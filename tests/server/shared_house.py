"""One running server for the tests of many files, emptied between them."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from collections.abc import Callable
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any
from weakref import WeakSet

import pytest
from fastapi import FastAPI

from entente.server.http.app import create_app
from entente.server.services import Services
from entente.server.settings import Settings
from tests.server.fresh import on_a_new_database, to_be_thrown_away
from tests.server.people import House

ITS_OWN = {"clock", "database", "sqlite_database"}  # what a test cannot have at a shared house
PATIENCE = 0.2  # seconds for a server to come to rest

Task = asyncio.Task[Any]
Parts = dict[str, tuple[int, frozenset[str]]]


def is_shared(test: pytest.Item) -> bool:
    """Whether a test is content with a house that others have used; on SQLite it gets one."""
    if test.get_closest_marker("shared_house") is None or test.get_closest_marker("own_house"):
        return False
    return isinstance(test, pytest.Function) and "house" in test.fixturenames


def check_use(test: pytest.Item) -> None:
    """A test that wants a clock or a database of its own gets no shared house."""
    if not is_shared(test):
        return
    assert isinstance(test, pytest.Function)
    known = test._fixtureinfo
    wanted = {*known.initialnames}
    for name, defined in known.name2fixturedefs.items():
        if name not in ("house", "database"):
            wanted |= {*defined[-1].argnames}
    if wrong := ITS_OWN & wanted:
        names = ", ".join(sorted(wrong))
        message = f"{test.nodeid} shares its house, so it cannot have: {names}"
        raise pytest.UsageError(f"{message}. Mark it own_house.")


class SharedHouse:
    """The house at hand; another one takes its place when a test has left it in disorder."""

    def __init__(self, master: Path, folder: Callable[[], Path]) -> None:
        self._master = master
        self._folder = folder
        self._open = ExitStack()
        self._house: House | None = None

    def enter(self) -> House:
        """A house in which no one has been, as far as its visitors can tell."""
        if self._house is None:
            path = self._folder() / "entente.sqlite3"
            path.write_bytes(self._master.read_bytes())
            app = on_a_new_database(create_app(Settings(f"sqlite:///{path}")))
            self._house = house = self._open.enter_context(House(app))
            self._open.callback(to_be_thrown_away, app)
            self._files = self._open.enter_context(closing(sqlite3.connect(path)))
            self._files.isolation_level = None
            self._files.execute("PRAGMA synchronous = OFF")
            with closing(sqlite3.connect(self._master)) as empty:
                names = "SELECT name FROM sqlite_master WHERE type = 'table'"
                tables = [name for (name,) in empty.execute(names)]
                self._tables = [
                    each
                    for each in tables
                    if not empty.execute(f'SELECT EXISTS (SELECT 1 FROM "{each}")').fetchone()[0]
                ]
            self._tasks = WeakSet[Task](house.call(asyncio.all_tasks))
            self._parts = _parts(house)
        return self._house

    def leave(self, *, failed: bool) -> None:
        """Empty the house for the next test, or close it."""
        house = self._house
        assert house is not None
        if failed or _is_rebuilt(self._parts, _parts(house)) or not self._is_at_rest(house):
            self.close()
            return
        house.call(_forget, house.app)
        self._files.execute("BEGIN IMMEDIATE")
        for table in self._tables:
            self._files.execute(f'DELETE FROM "{table}"')
        self._files.execute("COMMIT")

    def close(self) -> None:
        self._house = None
        self._open.close()

    def _is_at_rest(self, house: House) -> bool:
        """Whether nothing is left to do that a test has begun, also after a moment. What a computer
        thinks about may take long, and who has asked for an analysis counts for the next one."""
        services: Services = house.app.state.services
        if services.computers.waiting or services.analysis_queue.pool.processes():
            return False
        until = time.monotonic() + PATIENCE
        while house.call(_has_more_to_do, house.app, self._tasks):
            if time.monotonic() > until:
                return False
            time.sleep(0.002)
        return True


def _has_more_to_do(app: FastAPI, usual: WeakSet[Task]) -> bool:
    """Whether there are tasks other than those of an empty house, or tables to be woken."""
    here = asyncio.current_task()
    others = [task for task in asyncio.all_tasks() if task not in usual and task is not here]
    services: Services = app.state.services
    return bool(others or services.computers._delayed)


def _parts(house: House) -> Parts:
    """The parts of a server, and what each has of its own."""
    parts = vars(house.app.state.services).items()
    return {name: (id(part), frozenset(getattr(part, "__dict__", ()))) for name, part in parts}


def _is_rebuilt(before: Parts, now: Parts) -> bool:
    """Whether a test has put something else in the place of a part, or of a method of one."""
    return before.keys() != now.keys() or any(
        now[name][0] != part or now[name][1] - had for name, (part, had) in before.items()
    )


def _forget(app: FastAPI) -> None:
    """Let a server forget whom it has seen: the next ones get the same numbers."""
    services: Services = app.state.services
    app.state.limits.clear()
    app.state.limits._limits.clear()  # a test may have set others
    for table_id in services.rooms.tables():
        services.rooms.forget(table_id)
    services.computers.tidy(())
    for kept in (services.moments, services.stories, services.evaluation_graphs):
        kept.keep_only(())
    services.analysis_queue.keep_only(())
    services.chapters.positions.tidy(0)
    services.promise_counts._known.clear()
    for used in (services.queries._refused, services.queries._spent, services.queries._read):
        used.clear()
    services.last_seen._here.clear()
    services.last_seen._stored.clear()
