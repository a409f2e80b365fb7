"""The outbox: no delivery waits for another's slow address, nor for ever for its end."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Iterator

import pytest
from sqlalchemy import update

from entente.server.http.app import create_app
from entente.server.notices import notices, outbox
from entente.server.notices.notices import notify
from entente.server.settings import Settings
from entente.server.storage.models import Notice, User
from tests.server.people import House
from tests.server.world import Endpoint

MANY = 30  # more than were ever sent at once


@pytest.fixture
def slow_address() -> Iterator[str]:
    """An address that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0), backlog=MANY) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/"


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_a_slow_webhook_delays_no_one_else(
    database: str, slow_address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its deliveries are older and many, and do not fail while this test lasts."""
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr("entente.server.notices.outgoing_requests.PATIENCE", 1000)
    app = create_app(Settings(database, local_endpoints=True))
    with Endpoint() as quick:
        with app.state.services.sessions.begin() as session:
            users = {}
            for name, url in (("Eve", slow_address), ("Anna", quick.url)):
                user = User(name=name, language="en", created=0)
                user.preferences = {"notify": {"webhook": True}, "webhook": url}
                session.add(user)
                session.flush()
                users[name] = user.id
            for _ in range(MANY):
                notify(session, [users["Eve"]], "notice.rematch", game="attrition")
            notify(session, [users["Anna"]], "notice.rematch", game="attrition")
        with House(app):
            assert b"rematch" in quick.arrived().body


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
def test_pointless_deliveries_hold_up_no_others(
    database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Notices that were read meanwhile take all slots of a user; the next one is sent at once."""
    monkeypatch.setattr(notices, "GRACE", 0)
    monkeypatch.setattr(outbox, "PAUSE", 1000)
    app = create_app(Settings(database, local_endpoints=True))
    with Endpoint() as hook:
        with app.state.services.sessions.begin() as session:
            anna = User(name="Anna", language="en", created=0)
            anna.preferences = {"notify": {"webhook": True}, "webhook": hook.url}
            session.add(anna)
            session.flush()
            for _ in range(outbox.OF_A_USER):
                notify(session, [anna.id], "notice.over", game="attrition")
            session.execute(update(Notice).values(read=True))
            notify(session, [anna.id], "notice.rematch", game="attrition")
        with House(app):
            assert b"rematch" in hook.arrived().body


@pytest.mark.parametrize("database", ["sqlite"], indirect=True)
@pytest.mark.parametrize("moments", range(4))
def test_the_outbox_stops_when_it_is_called_at_that_moment(database: str, moments: int) -> None:
    """A delivery ends, and calls it, this many turns of the loop before it stops."""
    services = create_app(Settings(database)).state.services

    async def call_and_stop() -> None:
        services.outbox.start()
        await asyncio.to_thread(services.outbox._threads.submit(int).result)
        while not services.outbox._woken._waiters:  # until it sleeps
            await asyncio.sleep(0.01)
        services.outbox._woken.set()
        for _ in range(moments):
            await asyncio.sleep(0)
        async with asyncio.timeout(20):
            await services.outbox.stop()

    asyncio.run(call_and_stop())
    services.close()
