"""Limits: whoever tries too often waits, and is told how long."""

from __future__ import annotations

import pytest

from entente.server.http.limits import Limit, limit_of
from entente.server.problem import Problem
from tests.server.people import House


def test_what_was_used_comes_back_little_by_little() -> None:
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
    nobody = house.person(None, "fr")
    limit_of(house.app, 10, 300, "login").clock = lambda: 0.0  # however slow the machine is
    for _ in range(10):
        nobody.post("/api/login", name="Anna", password="wrong horse", status=401)
    told = nobody.post("/api/login", name="Anna", password="correct horse", status=429)
    assert told["key"] == "problem.limit"
    assert told["text"].startswith("C'était trop souvent")
