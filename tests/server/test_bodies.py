"""Request bodies: permission is checked first, and length and time are limited."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from typing import Any

import pytest
from anyio.from_thread import BlockingPortal
from fastapi import FastAPI

from entente.server.http.admission import USUAL
from entente.server.http.app import create_app
from entente.server.settings import Bounds, Settings
from entente.server.study.imports import LONGEST
from tests.server.people import House, Json, Person

PART = 64 * 1024
ENDLESS = 300 * 1024 * 1024
PATIENCE = 20.0


@pytest.fixture
def bounds() -> Bounds:
    return Bounds(body_seconds=1, uploads=2, bodies_per_address=20)


@pytest.fixture
def small(sqlite_database: str, bounds: Bounds) -> Iterator[House]:
    """A server with one database and narrow bounds."""
    settings = Settings(sqlite_database, bounds=bounds)
    with House(create_app(settings)) as house:
        yield house


class Sent:
    """A request that is given to the server part by part, and what it answers."""

    def __init__(self, path: str, headers: dict[str, str] | None = None) -> None:
        given = {"content-type": "application/json", **(headers or {})}
        self.scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "method": "POST",
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
            "scheme": "http",
            "query_string": b"",
            "headers": [(n.encode(), v.encode()) for n, v in given.items()],
            "client": ("203.0.113.5", 1),
            "server": ("testserver", 80),
            "state": {},
        }
        self.taken = 0  # bytes that the server has read
        self.status = 0
        self.answer = b""
        self.headers: dict[str, str] = {}

    async def run(self, app: FastAPI, parts: AsyncIterator[bytes]) -> int:
        async def receive() -> Json:
            part = await anext(parts, b"")
            self.taken += len(part)
            return {"type": "http.request", "body": part, "more_body": bool(part)}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                self.status = message["status"]
                self.headers = {n.decode(): v.decode() for n, v in message["headers"]}
            self.answer += message.get("body", b"")

        await app(self.scope, receive, send)
        return self.status


def portal(house: House) -> BlockingPortal:
    found = house._door.portal
    assert found is not None
    return found


async def endless() -> AsyncIterator[bytes]:
    for _ in range(ENDLESS // PART):
        yield b"x" * PART


async def never() -> AsyncIterator[bytes]:
    """The beginning, and then nothing more."""
    yield b"{"
    await asyncio.sleep(3600)


def identity(person: Person) -> dict[str, str]:
    cookie = f"entente_session={person.client.cookies['entente_session']}"
    return {"cookie": cookie, "x-csrf-token": person.csrf}


CHUNKED = {"transfer-encoding": "chunked"}
ANNOUNCED = {"content-length": str(ENDLESS)}


@pytest.mark.parametrize("path", ["/api/login", "/api/guest", "/api/reset"])
def test_a_body_without_end_is_read_up_to_the_limit(small: House, path: str) -> None:
    sent = Sent(path, CHUNKED)
    assert portal(small).call(sent.run, small.app, endless()) == 413
    assert sent.taken <= USUAL + PART
    assert b"problem.body.long" in sent.answer


def test_a_body_that_announces_its_length_is_not_read_at_all(small: House) -> None:
    sent = Sent("/api/login", ANNOUNCED)
    assert portal(small).call(sent.run, small.app, endless()) == 413
    assert sent.taken == 0
    assert sent.headers["connection"] == "close"


def test_a_forbidden_request_is_refused_before_its_body_is_read(small: House) -> None:
    anna = small.person("Anna")
    cases = [
        ("/api/records", {}, 401),
        ("/api/records", {"authorization": "Bearer entente_none"}, 401),
        ("/api/records", {**identity(anna), "x-csrf-token": "of another"}, 403),
        ("/api/tables", {}, 401),
        ("/api/me/tokens", {}, 401),
    ]
    for path, headers, status in cases:
        sent = Sent(path, {**headers, **CHUNKED})
        assert portal(small).call(sent.run, small.app, endless()) == status, (path, headers)
        assert sent.taken == 0


def test_a_rate_limited_request_is_refused_before_its_body_is_read(small: House) -> None:
    statuses = []
    for _ in range(11):
        sent = Sent("/api/login", CHUNKED)
        statuses.append(portal(small).call(sent.run, small.app, endless()))
    assert statuses == [413] * 10 + [429]
    assert sent.taken == 0
    assert int(sent.headers["retry-after"]) > 0


def test_a_record_may_be_longer_than_the_rest(small: House) -> None:
    anna = small.person("Anna")
    sent = Sent("/api/records", {**identity(anna), **CHUNKED})
    assert portal(small).call(sent.run, small.app, endless()) == 413
    assert LONGEST < sent.taken <= LONGEST + PART
    assert b"problem.record.too_large" in sent.answer


def test_slow_uploads_end_and_block_no_one(small: House) -> None:
    """Twenty begin to send and stop; meanwhile all others are served."""
    anna = small.person("Anna")
    table = anna.table("attrition", seats={"central": "me", "entente": "me"})
    many = 20
    sent = [Sent("/api/tables", {**identity(anna), **CHUNKED}) for _ in range(many)]

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(each.run(small.app, never()) for each in sent))

    slow = portal(small).start_task_soon(all_at_once)
    admission = small.app.state.admission

    async def until_all_send() -> None:
        async with asyncio.timeout(PATIENCE):
            while admission.receiving.total() < many:
                await asyncio.sleep(0.005)

    portal(small).call(until_all_send)
    assert small.app.state.services.engine.pool.checkedout() == 0
    assert admission.under_way == 0
    assert anna.get(f"/api/tables/{table['id']}")["id"] == table["id"]
    assert anna.table("attrition")["status"] == "open"
    one_more = Sent("/api/guest", CHUNKED)
    assert portal(small).call(one_more.run, small.app, never()) == 429
    assert slow.result(PATIENCE) == [408] * many
    assert b"problem.body.slow" in sent[0].answer
    assert not admission.receiving


def test_few_large_bodies_at_once(small: House) -> None:
    people = [small.person(name) for name in ("Anna", "Bert", "Carl")]
    sent = [Sent("/api/records", {**identity(who), **CHUNKED}) for who in people]

    async def all_at_once() -> list[int]:
        return await asyncio.gather(*(each.run(small.app, never()) for each in sent))

    assert sorted(portal(small).call(all_at_once)) == [408, 408, 503]
    refused = next(each for each in sent if each.status == 503)
    assert b"problem.body.uploads" in refused.answer
    assert int(refused.headers["retry-after"]) > 0


def test_a_request_at_full_capacity_is_asked_to_try_again(small: House) -> None:
    anna, admission = small.person("Anna"), small.app.state.admission
    admission.under_way = admission.bounds.requests
    answer = anna.client.get("/api/me")
    assert answer.status_code == 503
    assert answer.json()["key"] == "problem.busy"
    assert int(answer.headers["retry-after"]) > 0
    admission.under_way = 0
    anna.get("/api/me")


def test_a_session_that_ends_while_its_body_arrives_is_no_longer_valid(small: House) -> None:
    anna = small.person("Anna")
    sent = Sent("/api/tables", {**identity(anna), **CHUNKED})
    portal(small).call(_set_body_seconds, small.app, 30)

    async def log_out_meanwhile() -> AsyncIterator[bytes]:
        yield b'{"game": '
        await asyncio.to_thread(anna.client.post, "/api/logout", headers=identity(anna))
        await asyncio.sleep(1.1)
        yield b'"attrition"}'

    assert portal(small).call(sent.run, small.app, log_out_meanwhile()) == 401


def _set_body_seconds(app: FastAPI, seconds: int) -> None:
    admission = app.state.admission
    admission.bounds = admission.bounds._replace(body_seconds=seconds)
