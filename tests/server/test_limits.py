"""Rate limits: too many attempts have to wait, and are shown how long."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from entente.server.http.app import create_app
from entente.server.http.limits import Limit, limit_of
from entente.server.http.routes.accounts import TRIES
from entente.server.problem import Problem
from entente.server.settings import Settings
from tests.server.people import House

pytestmark = pytest.mark.one_database


def standing() -> Callable[[], float]:
    """A clock that stands still, however slow the machine is."""
    now = time.time()
    return lambda: now


def test_used_attempts_come_back_little_by_little() -> None:
    now = [0.0]
    limit = Limit(2, 10, lambda: now[0])
    limit.take("a")
    limit.take("a")
    with pytest.raises(Problem) as caught:
        limit.take("a")
    assert caught.value.message.args == {"seconds": 5}
    limit.take("b")
    now[0] = 5
    limit.take("a")


def test_passwords_cannot_be_guessed_for_long(house: House) -> None:
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    visitor = house.person(None, "fr")
    limit_of(house.app, 10, 300, "login").clock = standing()
    for _ in range(10):
        visitor.post("/api/login", name="Anna", password="wrong horse", status=401)
    answer = visitor.post("/api/login", name="Anna", password="correct horse", status=429)
    assert answer["key"] == "problem.limit"
    assert answer["text"].startswith("Trop de tentatives")


def test_an_account_is_not_guessed_at_from_many_networks(house: House) -> None:
    house.person("Anna").post("/api/register", name="Anna", password="correct horse")
    limit_of(house.app, *TRIES, "login of an account").clock = standing()
    statuses = []
    for number in range(51):
        visitor = house.person(None, host=f"192.0.2.{number}")
        answer = visitor.client.post(
            "/api/login", json={"name": " aNNa", "password": "wrong horse"}
        )
        statuses.append(answer.status_code)
    assert statuses == [*[401] * 50, 429]


@pytest.mark.parametrize("database", ["postgres"], indirect=True)
def test_processes_count_together(database: str) -> None:
    one, other = (House(create_app(Settings(database))) for _ in range(2))
    with one, other:
        for house in (one, other):
            limit_of(house.app, 10, 300, "login").clock = standing()
        body = {"name": "Nobody", "password": "wrong horse"}
        asked = [
            house.person(None).client.post("/api/login", json=body).status_code
            for _ in range(6)
            for house in (one, other)
        ]
        assert asked == [*[401] * 10, 429, 429]


def test_a_whole_household_is_one_network(house: House) -> None:
    limit_of(house.app, 10, 300, "login").clock = standing()
    body = {"name": "Nobody", "password": "wrong horse"}
    statuses = []
    for number in range(11):
        visitor = house.person(None, host=f"2001:db8:0:9::{number:x}")
        statuses.append(visitor.client.post("/api/login", json=body).status_code)
    assert statuses == [*[401] * 10, 429]
