"""Two people do the same at the same moment: one of them gets a refusal in a sentence."""

from __future__ import annotations

import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from threading import Barrier
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import event

from entente.server.http.routes import notices as notice_routes
from entente.server.people import accounts, tokens, user_data
from entente.server.storage.models import User
from tests.server.people import House, Person
from tests.server.test_push import Browser

PASSWORD = "correct horse"
TIMEOUT = 20  # seconds for the other to come
Answers = list[tuple[int, str]]


def registered(house: House, name: str) -> Person:
    person = house.person(name)
    person.post("/api/register", name=name, password=PASSWORD)
    return person


def together(patch: pytest.MonkeyPatch, owner: Any, name: str) -> None:
    """The first caller of this waits for the second."""
    barrier, usual = Barrier(2), getattr(owner, name)

    def waiting(*args: Any) -> Any:
        found = usual(*args)
        barrier.wait(TIMEOUT)
        return found

    patch.setattr(owner, name, waiting)


def answers(method: str, path: str, people: list[Person], body: object = None) -> Answers:
    """The answers to each, in the order of the statuses."""

    def ask(person: Person) -> tuple[int, str]:
        headers = {"x-csrf-token": person.csrf}
        answer = person.client.request(method, path, json=body, headers=headers)
        return answer.status_code, answer.json()["key"] if answer.status_code > 399 else ""

    with ThreadPoolExecutor(len(people)) as pool:
        return sorted(pool.map(ask, people))


def test_a_name_is_registered_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    guests = [house.person("Anna"), house.person("Anna")]
    together(monkeypatch, accounts, "_check_free")
    body = {"name": "Carla", "password": PASSWORD}
    answer = answers("POST", "/api/register", guests, body)
    assert answer == [(200, ""), (409, "problem.account.taken")]


def test_a_name_is_taken_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [registered(house, "Anna"), registered(house, "Bert")]
    together(monkeypatch, accounts, "_check_free")
    answer = answers("PATCH", "/api/me", people, {"name": "Carla"})
    assert answer == [(200, ""), (409, "problem.account.taken")]


def test_two_changes_of_preferences_at_once_are_both_kept(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    anna = registered(house, "Anna")
    changes = [{"shows_online": False}, {"profile": {"about": "I play at night."}}]

    def patch(change: object) -> int:
        headers = {"x-csrf-token": anna.csrf}
        answer = anna.client.patch("/api/me", json={"preferences": change}, headers=headers)
        return answer.status_code

    with monkeypatch.context() as patched:
        together(patched, tokens, "known")  # both have read the account before either changes it
        with ThreadPoolExecutor(2) as pool:
            assert list(pool.map(patch, changes)) == [200, 200]
    preferences = anna.get("/api/me")["preferences"]
    assert preferences["shows_online"] is False
    assert preferences["profile"]["about"] == "I play at night."


def test_a_browser_is_subscribed_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    people = [house.person("Anna"), house.person("Bert")]
    clock = SimpleNamespace(time=time.time)
    monkeypatch.setattr(notice_routes, "time", clock)
    together(monkeypatch, clock, "time")  # it is looked at for a new one
    browser = Browser("https://push.example.org/1").subscription
    answer = answers("POST", "/api/me/push", people, browser)
    assert answer == [(204, ""), (409, "problem.at_once")]


def test_an_account_goes_once(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    anna = house.person("Anna")
    together(monkeypatch, user_data, "seats_to_leave")
    answer = answers("DELETE", "/api/me", [anna, anna])
    assert answer == [(204, ""), (401, "problem.account.needed")]


@pytest.mark.parametrize(
    ("owner", "work", "method", "path", "body"),
    [
        (tokens, "issue", "POST", "/api/me/tokens", {"label": "bot"}),
        (accounts, "rename", "PATCH", "/api/me", {"name": "Carla"}),
    ],
)
def test_an_account_goes_under_a_request(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    owner: Any,
    work: str,
    method: str,
    path: str,
    body: object,
) -> None:
    anna, usual = house.person("Anna"), getattr(owner, work)

    def late(*args: Any) -> Any:
        with house.app.state.services.sessions.begin() as session:
            session.delete(session.get_one(User, anna.id))
        return usual(*args)

    monkeypatch.setattr(owner, work, late)
    assert answers(method, path, [anna], body) == [(409, "problem.at_once")]


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_mark_is_set_while_others_write(house: House) -> None:
    """SQLite refuses a write after a stale read."""
    anna = house.person("Anna")
    table = anna.table(seats={"central": "me"})
    engine = house.app.state.services.engine

    def write_meanwhile(connection: Any, cursor: Any, statement: str, *rest: Any) -> None:
        if "FROM read_marks" not in statement:
            return
        other = sqlite3.connect(engine.url.database, timeout=0)
        with closing(other), suppress(sqlite3.OperationalError), other:  # it may wait
            other.execute("UPDATE users SET language = 'fr'")

    event.listen(engine, "after_cursor_execute", write_meanwhile)
    body = {"seat": "central", "conversation": [], "number": 1}
    path = f"/api/tables/{table['id']}/chat/read"
    for _ in range(2):
        anna.request("POST", path, body, 204)
