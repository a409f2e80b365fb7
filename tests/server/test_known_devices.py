"""Password guessing from elsewhere does not lock a known device out."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from entente.server.http.app import create_app
from entente.server.http.routes import accounts as routes
from entente.server.settings import Settings
from tests.server.people import House, Person

pytestmark = pytest.mark.one_database

PASSWORD = "correct horse"


@pytest.fixture
def house(database: str) -> Iterator[House]:
    with House(create_app(Settings(database))) as open_house:
        yield open_house


def log_in(person: Person, password: str, name: str = "Anna") -> int:
    body = {"name": name, "password": password}
    return int(person.client.post("/api/login", json=body).status_code)


def locked(house: House) -> None:
    """Others have tried all that may be tried."""
    most = routes.TRIES[0]
    statuses = {
        log_in(house.person(None, host=f"198.51.100.{number}"), "wrong horse")
        for number in range(1, most + 2)
    }
    assert statuses == {401, 429}


def test_the_owner_comes_in_by_a_device_that_is_known(house: House) -> None:
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password=PASSWORD)
    locked(house)
    assert anna.get("/api/me")["name"] == "Anna"  # a session from before goes on
    anna.post("/api/logout", status=204)
    assert log_in(anna, "wrong horse") == 401  # her device is counted by itself
    assert log_in(anna, PASSWORD) == 200
    elsewhere = house.person(None, host="192.0.2.77")
    assert log_in(elsewhere, PASSWORD) == 429


def test_a_mark_serves_one_account_and_cannot_be_made_up(house: House) -> None:
    for name in ("Anna", "Eve"):
        person = house.person(name, host=f"192.0.2.{len(name)}")
        person.post("/api/register", name=name, password=PASSWORD)
    locked(house)
    assert log_in(person, PASSWORD) == 429  # Eve's device is none of Anna's
    for mark in ("", ".", "x.y", "a" * 3000):
        forger = house.person(None, host="192.0.2.78")
        forger.client.cookies.set("entente_device", mark)
        assert log_in(forger, PASSWORD) == 429


def test_a_device_has_its_own_limit(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(routes, "TRIES_OF_DEVICE", (3, 3600))
    anna = house.person("Anna")
    anna.post("/api/register", name="Anna", password=PASSWORD)
    assert [log_in(anna, "wrong horse") for _ in range(4)] == [401, 401, 401, 429]


def test_a_guest_s_browser_is_not_marked(house: House) -> None:
    assert "entente_device" not in house.person("Anna").client.cookies
