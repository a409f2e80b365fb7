"""The application: routes, errors in words, security headers, start and stop."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from fastapi import FastAPI, Request, Response
from fastapi.responses import JSONResponse
from sqlalchemy import select

from entente import __version__
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server.desk import Desk
from entente.server.models import PLAYING, Chair, Table
from entente.server.problem import Problem
from entente.server.routes import accounts, library, live, records, tables
from entente.server.settings import Settings, read_settings

HEADERS = {
    "content-security-policy": (
        "default-src 'self'; connect-src 'self' ws: wss:; img-src 'self' data:; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server with its own database, brought up to date."""
    desk = Desk(settings or read_settings())

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        wake_computers(desk)
        yield
        await desk.computers.stop()
        desk.engine.dispose()

    app = FastAPI(title="Entente", version=__version__, lifespan=lifespan, redoc_url=None)
    app.state.desk = desk
    app.state.limits = {}
    for routes in (accounts, library, tables, live, records):
        app.include_router(routes.router)
    app.add_exception_handler(Problem, told)
    app.middleware("http")(secured)

    @app.get("/health", tags=["operation"])
    def health() -> dict[str, str]:
        """Whether the server and its database answer."""
        with desk.sessions() as session:
            session.execute(select(1))
        return {"status": "ok", "version": __version__}

    return app


def wake_computers(desk: Desk) -> None:
    """After a start the computer players go on where they were."""
    with desk.sessions() as session:
        waiting = session.scalars(
            select(Table.id)
            .join(Chair)
            .where(Table.status == PLAYING, Chair.computer.is_not(None))
            .distinct()
        ).all()
    for table_id in waiting:
        desk.computers.wake(desk.rooms.get(table_id))


async def told(request: Request, error: Exception) -> JSONResponse:
    """A problem as JSON, in the language the reader asks for."""
    assert isinstance(error, Problem)
    wanted = request.headers.get("accept-language", "")[:2]
    language = wanted if wanted in LANGUAGES else LANGUAGES[0]
    message = error.message
    text = catalog_of("entente.server", language).line(message)
    body = {"key": message.key, "args": dict(message.args), "text": text}
    return JSONResponse(body, error.status)


async def secured(
    request: Request, call_next: Callable[[Request], Awaitable[Response]]
) -> Response:
    response = await call_next(request)
    for name, value in HEADERS.items():
        response.headers.setdefault(name, value)
    return response
