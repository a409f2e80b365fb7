"""The application: routes, middleware, startup and shutdown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial
from typing import Any

from anyio.to_thread import current_default_thread_limiter
from fastapi import FastAPI

from entente.kernel import Seat
from entente.server import telemetry
from entente.server.cleanup import Cleanup
from entente.server.drain import Drain
from entente.server.http.admission import Admission
from entente.server.http.error_responses import add_error_answers
from entente.server.http.limits import Limits
from entente.server.http.negotiation import PackedAnswers
from entente.server.http.openapi import add_description
from entente.server.http.pages import add_pages
from entente.server.http.process_metrics import ProcessMetrics
from entente.server.http.routes import (
    accounts,
    channels,
    chat,
    classes,
    clubs,
    events,
    exercises,
    explorer,
    guide,
    library,
    live,
    lobby,
    moderation,
    notices,
    oidc,
    operation,
    pairing,
    passkeys,
    past_positions,
    people,
    prepared,
    previews,
    profiles,
    puzzles,
    records,
    refereeing,
    studies,
    study,
    study_analysis,
    study_chapters,
    study_sources,
    tables,
    tokens,
    two_factor,
    typed_orders,
    user_socket,
    watching,
)
from entente.server.http.security_middleware import SecurityMiddleware
from entente.server.live.chat_messages import send_message, send_to_spectators
from entente.server.live.process_messages import ProcessMessages
from entente.server.metrics import Metrics
from entente.server.services import Services
from entente.server.settings import Settings, read_settings
from entente.server.storage.models import Letter
from entente.server.tables import spectator_chat
from entente.server.tables.chat import Posted, posted
from entente.server.tables.read_receipts import Receipt, receipt
from entente.server.tables.room import Room
from entente.wire.chat import SpectatorChatMessage
from entente.wire.version import API_VERSION

COMPRESSED = 1024  # minimum bytes of a compressed response


def create_app(settings: Settings | None = None, metrics: Metrics | None = None) -> FastAPI:
    """Create the server with its database, migrated if needed."""
    telemetry.start()
    services = Services(settings or read_settings(), metrics)
    app = api(lifespan=partial(_running, services))
    app.state.services = services
    app.state.limits = Limits(services.limit_uses)
    app.state.admission = Admission(services.settings.bounds)
    app.state.drain = Drain(services)
    add_pages(app)
    app.add_middleware(PackedAnswers, minimum_size=COMPRESSED)
    app.add_middleware(
        SecurityMiddleware, metrics=services.metrics, secure=services.settings.secure
    )
    return app


def api(**more: Any) -> FastAPI:
    """Return the routes and their description, without services."""
    app = FastAPI(title="Entente", version=str(API_VERSION), docs_url=None, redoc_url=None, **more)
    at_tables = (
        tables,
        lobby,
        prepared,
        chat,
        live,
        typed_orders,
        records,
        past_positions,
        exercises,
        explorer,
        puzzles,
        watching,
        refereeing,
    )
    for routes in (
        accounts,
        two_factor,
        passkeys,
        oidc,
        tokens,
        notices,
        channels,
        user_socket,
        people,
        previews,
        library,
        operation,
        profiles,
        moderation,
        pairing,
        classes,
        clubs,
        events,
        studies,
        study_chapters,
        study_analysis,
        study_sources,
        *at_tables,
        guide,
        study,
    ):
        app.router.routes += routes.router.routes  # reused, because rebuilding them takes long
    add_error_answers(app)
    add_description(app)
    return app


@asynccontextmanager
async def _running(services: Services, app: FastAPI) -> AsyncIterator[None]:
    """Start the background work, and stop it at the end."""
    threads = current_default_thread_limiter()
    threads.total_tokens = services.settings.bounds.worker_threads
    messages = app.state.process_messages = ProcessMessages(
        services.engine,
        services.announcements,
        services.hub,
        services.session_revoker,
        services.user_sockets,
        partial(_send_message, services),
        partial(_send_receipt, services),
        partial(_send_spectator_message, services),
        services.pairer.changed_elsewhere,
        services.study_sockets.hear,
        services.study_sockets.catch_up,
        services.redis,
    )
    services.user_sockets.start()
    services.members.start()
    services.homes.start()
    messages.start()
    services.computers.start()
    if services.jobs is None:
        services.outbox.start()
    else:
        services.jobs.start()
        services.outbox.leave_to_others(services.jobs.announce_deliveries)
    services.timekeeper.start()
    services.pairer.start()
    services.events.start()
    services.study_sockets.start()
    services.session_revoker.start()
    services.last_seen.start()
    services.integrity.start()
    services.boards.start()
    cleanup = app.state.cleanup = Cleanup(services)
    cleanup.start()
    if services.replica is not None:
        services.replica.start()
    process_metrics = ProcessMetrics(services, app.state.admission)
    process_metrics.start()
    app.state.process_metrics = process_metrics
    try:
        yield
    finally:
        await process_metrics.stop()
        if services.replica is not None:
            await services.replica.stop()
        await cleanup.stop()
        await services.boards.stop()
        await services.integrity.stop()
        await services.last_seen.stop()
        await services.session_revoker.stop()
        await services.study_sockets.stop()
        await services.events.stop()
        await services.pairer.stop()
        await services.timekeeper.stop()
        await services.outbox.stop()
        await services.analysis_queue.stop()
        await services.computers.stop()
        if services.jobs is not None:
            await services.jobs.stop()
        await messages.stop()
        await services.user_sockets.stop()
        await services.homes.stop()
        await services.members.stop()
        await services.members.close()
        await services.control.close()
        # Abandoned threads finish with the database before it is closed.
        await asyncio.get_running_loop().shutdown_default_executor()
        services.close()
        telemetry.stop()


async def _send_message(services: Services, table_id: str, number: int) -> None:
    """Send a message that another process has stored."""

    def read() -> Posted | None:
        with services.sessions() as session:
            message = session.get(Letter, (table_id, number))
            return None if message is None else posted(session, message)

    message = await asyncio.to_thread(read)
    if message is not None:
        room = await asyncio.to_thread(services.rooms.get, table_id)
        send_message(services.hub, room, message)


async def _send_spectator_message(services: Services, table_id: str, number: int) -> None:
    """Send a spectator's message that another process has stored."""

    def read() -> tuple[Room, SpectatorChatMessage | None]:
        with services.sessions() as session:
            message = spectator_chat.find(session, table_id, number)
        return services.rooms.get(table_id), message

    room, message = await asyncio.to_thread(read)
    if message is not None:
        send_to_spectators(services.hub, room, message)


async def _send_receipt(
    services: Services, table_id: str, seat: Seat, conversation: tuple[Seat, ...], number: int
) -> None:
    """Send a read receipt that another process has stored."""

    def read() -> tuple[Room, Receipt | None]:
        room = services.rooms.get(table_id)
        with services.sessions() as session:
            return room, receipt(session, room, seat, conversation, number)

    room, read_receipt = await asyncio.to_thread(read)
    if read_receipt is not None:
        chat.send_receipt(services, room, read_receipt)
