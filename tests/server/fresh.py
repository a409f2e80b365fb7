"""What a server need not do for a test: look for work in a database that is new, and leave one in
order that is thrown away."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Any

from fastapi import FastAPI

from entente.server.live.computers import POLL
from entente.server.notices.outbox import PAUSE, Claim
from entente.server.services import Services


def on_a_new_database(app: FastAPI) -> FastAPI:
    """Let each part of a server begin as after its first look, which would find nothing. What
    compares the clocks with those of the last server still looks."""
    services: Services = app.state.services
    timekeeper, computers = services.timekeeper, services.computers

    async def nothing() -> None:
        return

    async def look_later() -> None:
        await asyncio.sleep(POLL)
        await type(computers)._poll_tables(computers)

    _once(timekeeper, "_overdue", list)
    _once(timekeeper, "_remind", lambda: None)
    _once(services.pairer, "check", nothing)
    _once(services.events, "_look", nothing)
    _once(services.outbox, "_claim", lambda: Claim(int(time.time()), [], False))
    _once(services.outbox, "_pause", lambda looked: PAUSE)
    computers._poll_tables, computers._poll_optional = look_later, nothing  # type: ignore[method-assign]
    return app


def _once(part: object, name: str, instead: Callable[..., Any]) -> None:
    """The first call of a method does something else."""

    def first(*given: object) -> Any:
        delattr(part, name)
        return instead(*given)

    setattr(part, name, first)


def to_be_thrown_away(app: FastAPI) -> None:
    """Let a server close as if nothing were to be kept for the next one."""
    services: Services = app.state.services
    services.timekeeper.outages.leave = lambda: None  # type: ignore[method-assign]
    services.rooms.keep_snapshots = lambda: 0  # type: ignore[method-assign]
