"""The application: its routes, what is around them, start and stop."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from fastapi import FastAPI
from sqlalchemy import or_, select
from starlette.middleware.gzip import GZipMiddleware

from entente import __version__
from entente.server.answers import add_answers
from entente.server.description import add_description
from entente.server.desk import Desk
from entente.server.guard import Guard
from entente.server.metrics import Metrics
from entente.server.models import PLAYING, Chair, Letter, Table
from entente.server.news import News
from entente.server.pages import add_pages
from entente.server.press import written
from entente.server.routes import (
    accounts,
    library,
    live,
    moments,
    notices,
    operation,
    press,
    reading,
    records,
    tables,
    tokens,
)
from entente.server.settings import Settings, read_settings

COMPRESSED = 1024  # bytes from which an answer is compressed


def create_app(settings: Settings | None = None, metrics: Metrics | None = None) -> FastAPI:
    """The server with its own database, brought up to date."""
    desk = Desk(settings or read_settings(), metrics)
    app = api(lifespan=partial(_running, desk))
    app.state.desk = desk
    app.state.limits = {}
    add_pages(app)
    app.add_middleware(GZipMiddleware, minimum_size=COMPRESSED)
    app.add_middleware(Guard, metrics=desk.metrics, secure=desk.settings.secure)
    return app


def api(**more: Any) -> FastAPI:
    """The routes and their description, without anybody behind them."""
    app = FastAPI(title="Entente", version=__version__, docs_url=None, redoc_url=None, **more)
    at_tables = (tables, press, live, reading, records, moments)
    for routes in (accounts, tokens, notices, library, operation, *at_tables):
        app.router.routes += routes.router.routes  # as they are: building them again takes long
    add_answers(app)
    add_description(app)
    return app


@asynccontextmanager
async def _running(desk: Desk, app: FastAPI) -> AsyncIterator[None]:
    """What works beside the requests, from the start to the end."""
    news = app.state.news = News(desk.engine, desk.name, desk.hub, partial(_tell_letter, desk))
    news.start()
    for table_id in await asyncio.to_thread(_computers_tables, desk):
        desk.computers.wake_table(table_id)
    desk.outbox.start()
    desk.timekeeper.start()
    try:
        yield
    finally:
        await desk.timekeeper.stop()
        await desk.outbox.stop()
        await desk.computers.stop()
        await news.stop()
        await desk.leases.close()
        # Threads that were left alone finish with the database before it is closed.
        await asyncio.get_running_loop().shutdown_default_executor()
        desk.close()


def _computers_tables(desk: Desk) -> list[str]:
    """Tables at which computer players may have to go on after a start."""
    played = or_(Chair.computer.is_not(None), Chair.stand_in.is_not(None), Chair.user_id.is_(None))
    with desk.sessions() as session:
        found = select(Table.id).join(Chair).where(Table.status == PLAYING, played).distinct()
        return list(session.scalars(found))


async def _tell_letter(desk: Desk, table_id: str, number: int) -> None:
    """Another process has stored a letter."""

    def read() -> Letter | None:
        with desk.sessions() as session:
            return session.get(Letter, (table_id, number))

    letter = await asyncio.to_thread(read)
    if letter is not None:
        room = await asyncio.to_thread(desk.rooms.get, table_id)
        press.announce(desk, room, written(letter))
