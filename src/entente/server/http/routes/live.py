"""A table's websocket."""

from __future__ import annotations

import asyncio
import logging
from contextlib import ExitStack, suppress
from functools import partial
from gzip import compress
from time import perf_counter
from typing import Annotated

from fastapi import APIRouter, Query, WebSocket, WebSocketDisconnect
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from entente.kernel import Caution, IllegalAction
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server.gate import check_entry
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import cookie_of
from entente.server.http.error_responses import AGAIN
from entente.server.http.public_pages import check_watching
from entente.server.http.socket_opening import FAREWELL, RESTART, open_socket
from entente.server.http.socket_protocol import Write, writer_of
from entente.server.input_types import is_storable
from entente.server.live.hub import END, Connection
from entente.server.live.incoming_frames import TextTooLong, problem, read_frame
from entente.server.notices import notices
from entente.server.people import tokens
from entente.server.people.class_data import check_class_table
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.grouped_commits import OutcomeUnknown
from entente.server.tables import lobby
from entente.server.tables.access import check_view
from entente.server.tables.club_tables import check_seen
from entente.server.tables.negotiation_record import promise_cautions
from entente.server.tables.opening import aside_problem
from entente.server.tables.room import Room, Stale
from entente.server.tables.rooms import UnexplainedAction
from entente.server.telemetry import span
from entente.wire.action_previews import cautions, describe_options, preview_action
from entente.wire.frames import (
    Act,
    ActionOptionsRequest,
    Cautioned,
    CautionText,
    Check,
    Done,
    Incoming,
    Sync,
    Undo,
    Version,
    refusal,
    write_frame,
)
from entente.wire.tables import PLAYING
from entente.wire.version import API_VERSION

router = APIRouter(tags=["tables"])
SERVER = "entente.server"
PACKED = 16_384  # characters above which a frame is compressed, for a client that asks for it
SLOWED = 0.5  # seconds of delay for a client that sends too much
log = logging.getLogger("entente.live")


@router.websocket("/ws/tables/{table_id}")
async def live(
    socket: WebSocket,
    table_id: str,
    lang: str = "",
    since: Annotated[int, Query(ge=0)] = 0,
    version: Annotated[int | None, Query(ge=0)] = None,
    deltas: bool = False,
    packed: bool = False,
    api: int | None = None,
) -> None:
    """Serve a table: the state at once and after every change; actions come in.

    A returning client sends how many moves it has seen, at which version. With `deltas`, changes
    are sent as deltas from the last state. With `packed`, large frames are binary, compressed with
    gzip. A client that names another version of the API is closed
    with 4426; a page then reloads.
    """
    services: Services = socket.app.state.services

    def enter() -> Connection:
        if not is_storable(table_id):
            raise Problem(404, "table.unknown")
        with services.sessions.begin() as session:
            visitor = tokens.known(session, cookie_of(socket), socket.headers.get("authorization"))
            user = visitor.user if visitor else None
            if user is not None:
                check_entry(user)
            if visitor is not None and visitor.table not in (None, table_id):
                raise Problem(403, "token.bound")
            there = lobby.find(session, table_id)
            chairs = lobby.chairs_of(session, there)
            if user is not None:
                check_class_table(there, user)
            check_seen(session, table_id, user.id if user is not None else None)
            check_view(there, chairs, user)
            mine = tuple(each.seat for each in chairs if user and each.user_id == user.id)
            check_watching(services.settings, there, user, mine)
            if there.aside is not None:
                raise aside_problem(there.aside)
            if user is not None:
                notices.seen(session, user.id, table_id)
        requester = requester_of(socket, user.id if user else None)
        language = lang if lang in LANGUAGES else user.language if user else LANGUAGES[0]
        if visitor is None:
            return Connection(None, language, requester=requester)
        return Connection(visitor.user.id, language, visitor.seat, visitor.key, requester)

    with ExitStack() as counted:
        connection = await open_socket(socket, counted, enter, api)
        if connection is None:
            return
        if api is not None and api < API_VERSION:
            connection.put(write_frame(Version(API_VERSION)))
        sync = Sync(since, version, deltas)
        await _attend(socket, services, table_id, connection, sync, packed)


async def _attend(
    socket: WebSocket,
    services: Services,
    table_id: str,
    connection: Connection,
    sync: Sync,
    packed: bool,
) -> None:
    """Serve a connection from the first state to the last frame."""
    idle = 60 * services.settings.bounds.socket_idle_minutes
    if (write := writer_of(socket.scope)) is not None:
        connection.write = partial(_write_at_once, write, packed)
    services.hub.enter(table_id, connection)
    writer = asyncio.create_task(_write(socket, connection, packed))
    try:
        await _answer(services, table_id, connection, sync)
        services.hub.welcome(table_id, connection)
        if (room := services.rooms.in_memory(table_id)) is not None:
            services.computers.wake(room)
        while (text := await _received(socket, connection, idle)) is not None:
            with span("frame", server=True, table=table_id) as traced:
                answer, kind = await _answer(services, table_id, connection, text)
                traced.name(f"frame {kind}")
                traced.set(answer=answer)
    except TimeoutError:
        await socket.close(4408, "idle")
    except OutcomeUnknown:  # neither done nor refused: the client reconnects and sees the state
        log.exception("it is not known whether an action was stored, at table %s", table_id)
        await socket.close(4503, "outcome_unknown")
    finally:
        if connection.is_handed_over:
            connection.end()
        if connection.dropped.is_set():  # let the client read the reason
            await asyncio.wait({writer}, timeout=FAREWELL)
        services.hub.leave(table_id, connection)
        expected = connection.access_ended or connection.is_handed_over
        slow = connection.dropped.is_set() and not expected
        services.metrics.add("slow_readers", slow)
        writer.cancel()


async def _received(socket: WebSocket, connection: Connection, idle: float) -> str | None:
    """Return the next frame, or None when the client is gone or dropped.

    Raise TimeoutError after a long silence. A frame that is not text counts as unreadable. A client
    whose session has ended is not heard any longer.
    """
    if connection.dropped.is_set():
        return None
    try:
        async with asyncio.timeout(idle) as connection.receive_timeout:
            message = await socket.receive()
    except TimeoutError:
        if connection.dropped.is_set():
            return None
        raise
    finally:
        connection.receive_timeout = None
    return None if message["type"] == "websocket.disconnect" else message.get("text") or ""


async def _write(socket: WebSocket, connection: Connection, packed: bool) -> None:
    """Send the queued frames, which could not be sent at once."""
    with suppress(WebSocketDisconnect):
        while connection.is_handed_over or not connection.dropped.is_set():
            text = await connection.queue.get()
            if text == END:
                break
            if packed and len(text) > PACKED:
                await socket.send_bytes(await asyncio.to_thread(_pack, text))
            else:
                await socket.send_text(text)
            connection.unsent -= 1
        if connection.is_handed_over:
            await socket.close(RESTART)
        else:
            await socket.close(4403 if connection.access_ended else 4408)


def _write_at_once(write: Write, packed: bool, text: str) -> bool:
    """Write a frame if that is possible now."""
    return not (packed and len(text) > PACKED) and write(text.encode())


def _pack(text: str) -> bytes:
    return compress(text.encode(), 3, mtime=0)


async def _answer(
    services: Services, table_id: str, connection: Connection, frame: str | Sync
) -> tuple[str, str]:
    """Answer one frame: carry it out or refuse it. Raise OutcomeUnknown if that is unknown.

    Return the kind of the answer and of the frame.
    """
    catalog = catalog_of(SERVER, connection.language)
    read: Incoming | None = None
    answer = "refused"
    queries, requester = services.queries, connection.requester
    try:
        read = read_frame(frame) if isinstance(frame, str) else frame
        if isinstance(read, (Act, Undo)):
            queries.check_refused(requester)
            try:
                await _change(services, table_id, connection, read)
            except (IllegalAction, Problem):
                queries.note_refused(requester)
                raise
            answer = "done"
        elif isinstance(read, Sync):
            if isinstance(frame, str):
                queries.check_time(requester)
            queries.note_time(requester, await services.hub.show(table_id, connection, read))
            answer = "other"
        else:
            look = partial(_look, services, table_id, connection, read)
            connection.put(await queries.run(requester, look))
            answer = "other"
    except IllegalAction as error:
        game = await asyncio.to_thread(lambda: services.rooms.get(table_id).match.game)
        words = game.catalog(connection.language)
        connection.put(write_frame(refusal(error, read.id if read else "", words)))
    except Problem as error:
        if read is None:  # unreadable
            queries.note_refused(requester)
        if error.status == 429 or queries.is_refused_too_often(requester):
            await asyncio.sleep(SLOWED)  # delays this client only
        known = error.frame_id if isinstance(error, TextTooLong) else read.id if read else ""
        connection.put(write_frame(problem(error, known, catalog)))
        if error.status == 409:
            with suppress(Problem):  # the client has lost access to the table
                await services.hub.show(table_id, connection, Sync())
    except OutcomeUnknown:
        raise
    except (OperationalError, NoConnection) as error:  # full, locked or down: temporary
        log.warning("the database failed at table %s: %s", table_id, type(error).__name__)
        services.metrics.add("unexpected_errors")
        later = Problem(503, "database", seconds=AGAIN)
        connection.put(write_frame(problem(later, read.id if read else "", catalog)))
    except Exception:  # report the error and keep the connection
        log.exception("a frame could not be answered at table %s", table_id)
        services.metrics.add("unexpected_errors")
        unforeseen = Problem(500, "unforeseen")
        connection.put(write_frame(problem(unforeseen, read.id if read else "", catalog)))
    services.metrics.add("frames", 1, answer)
    return answer, type(read).__name__.lower() if read is not None else "unreadable"


async def _change(
    services: Services, table_id: str, connection: Connection, frame: Act | Undo
) -> None:
    """Carry out an action or an undo by a seat's player."""
    if isinstance(frame, Act) and frame.careful:
        first = partial(_cautions_first, services, table_id, connection, frame)
        regrets = await services.queries.run(connection.requester, first)
        if regrets:
            texts = [each.text for each in regrets]
            connection.put(write_frame(Cautioned(frame.id, texts, regrets)))
            return

    reached = 0  # the new version as this client counts it

    def change(room: Room) -> None:
        nonlocal reached
        if connection.access_ended:  # while this waited for the table
            raise Problem(401, "account.ended")
        access = connection.access(room)
        access.check_action(frame.seat)
        version = access.stored_version(frame.version)
        if isinstance(frame, Act):
            arguments = (frame.seat, version, frame.action, frame.decision)
            services.rooms.act(room, *arguments, explain=False)
        else:
            services.rooms.undo(room, frame.seat, version)
        reached = access.version

    arrived = perf_counter()
    try:
        room = await services.hub.change(table_id, change)
    except UnexplainedAction as refused:
        why = partial(_explained, services, table_id, connection, refused)
        raise await services.queries.run(connection.requester, why) from None
    services.metrics.took("action_seconds", perf_counter() - arrived)
    connection.put(write_frame(Done(frame.id, reached)))
    services.computers.wake(room)


def _cautions_first(
    services: Services, table_id: str, connection: Connection, frame: Act
) -> list[CautionText]:
    """Return the cautions about an action; none if it will be refused."""
    room = services.rooms.cached(table_id)
    with room.lock:
        if frame.seat not in connection.seats(room):
            return []
        if room.table.status != PLAYING:
            return []
        position = room.position.copy()
        broken = _broken_promises(services, room, frame)
    return cautions(position, connection.language, frame, broken)


def _broken_promises(services: Services, room: Room, frame: Act | Check) -> list[Caution]:
    """Return cautions about the seat's promises that an action breaks. The room is locked."""
    legal = room.position.find(frame.seat, frame.action, frame.decision)
    if legal is None:
        return []
    histories = services.computers.negotiations.histories
    with services.sessions() as session:
        return promise_cautions(session, room, frame.seat, histories, legal[1])


def _explained(
    services: Services, table_id: str, connection: Connection, refused: UnexplainedAction
) -> IllegalAction | Stale:
    """Return why an action was refused, or Stale if it has become possible."""
    room = services.rooms.cached(table_id)
    with room.lock:
        connection.access(room).check_seat(refused.seat)
        position = room.position.copy()
    reason = position.explain(refused.seat, refused.action, refused.window)
    return Stale() if reason is None else IllegalAction(reason, refused.action, refused.seat)


def _look(
    services: Services, table_id: str, connection: Connection, frame: Check | ActionOptionsRequest
) -> str:
    """Answer a question that changes nothing."""
    room = services.rooms.get(table_id)
    with room.lock:
        connection.access(room).check_question(frame.seat)
        position = room.position.copy()
        broken: list[Caution] = []
        if isinstance(frame, Check) and frame.careful:
            broken = _broken_promises(services, room, frame)
    if isinstance(frame, ActionOptionsRequest):
        return write_frame(describe_options(position, connection.language, frame))
    return write_frame(preview_action(position, connection.language, frame, broken))
