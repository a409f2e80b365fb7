"""Classes over HTTP: a teacher opens a position for many students."""

from __future__ import annotations

from contextlib import suppress
from typing import Annotated

import msgspec
from fastapi import APIRouter, BackgroundTasks, Depends, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StrictBool, StrictInt, StrictStr

from entente.kernel.text import LANGUAGES
from entente.server.classes import info, opening, teaching
from entente.server.classes.info import ClassInfo, ClassLine
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.gates import PLAY, PUBLISH, PUBLISH_IF_TEXT, check_text
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.accounts import Me, described, start_session
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Name, RequestBody, Storable, Word
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.tables.rooms import Work

router = APIRouter(prefix="/api/classes", tags=["classes"], route_class=TypedRoute)
# How many in how many seconds. A whole class comes from the network of its school.
READS, READS_NEAR = (60, 60), (2400, 60)
WRITES, NEW, JOINS = (300, 600), (20, 3600), (300, 600)
MOVES = 1_000_000
Text = Annotated[str, Field(max_length=teaching.LONGEST_COMMENT), Storable]
MoveCount = Annotated[StrictInt, Field(ge=0, le=MOVES)]
Person = Annotated[StrictInt, Field(ge=0, le=2**31 - 1)]
READING = [Depends(limited(*READS_NEAR, "classes")), Depends(limited_account(*READS, "classes"))]
WRITING = [Depends(limited(*WRITES, "teaching")), Depends(limited_account(*WRITES, "teaching"))]


class ClassRequest(RequestBody):
    """A class to open, from a new game with options or from a position of `table`.

    That is a finished game or an analysis board of the teacher, after `move` moves. `layout`:
    `copies`, each student has a copy with all seats or with `seat`, and computers have the others;
    or `seats`, students share copies with a seat each.
    """

    title: Word
    layout: Id
    game: Id = ""
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}
    table: Id | None = None
    move: MoveCount | None = None
    seat: Id | None = None


class JoinClassRequest(RequestBody):
    """The code of a class, and the name under which its teacher sees the student."""

    code: Id
    name: Name
    language: Id = ""


class FreezeRequest(RequestBody):
    frozen: StrictBool


class ClassRewindRequest(RequestBody):
    """Back to the start, or to a later `move`; all boards, or one."""

    move: MoveCount | None = None
    table: Id | None = None


class CommentRequest(RequestBody):
    """A comment to a student, or to all."""

    text: Text
    student: Person | None = None


class SpotlightRequest(RequestBody):
    """The board that everyone is shown, or none."""

    table: Id | None = None


class StudentRequest(RequestBody):
    student: Person


class Joined(msgspec.Struct):
    """The class that was joined, and who the student is now."""

    class_id: str
    me: Me


# -- opening and joining


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(*NEW, "new classes")),
        Depends(limited_account(*NEW, "new classes")),
        PLAY,
        PUBLISH,
    ],
)
def create_class(
    body: ClassRequest, who: SomeVisitor, services: RunningServices, session: OneSession
) -> ClassLine:
    """Open a class. It needs an account, and is deleted after thirty days."""
    wanted = opening.NewClass(**body.model_dump())
    if who.user.guest:
        raise Problem(403, "class.account")
    match = opening.template_match(services.rooms, who.user, wanted)
    found = opening.create(session, who.user, wanted, match, int(services.clock()))
    return info.line(found, who.user.name, who.user)


@router.get("", dependencies=READING)
def list_classes(who: SomeVisitor, session: OneSession) -> list[ClassLine]:
    """Return the classes that you teach or attend."""
    return info.lines(session, who.user)


@router.get("/of/{code}", dependencies=[Depends(limited(*JOINS, "class codes"))])
def get_class_by_code(code: Id, who: MaybeVisitor, session: OneSession) -> ClassLine:
    """Return what a student sees before joining."""
    found = opening.by_code(session, code)
    teacher = session.get_one(User, found.teacher_id)
    return info.line(found, teacher.name, who.user if who else None)


@router.post(
    "/join", dependencies=[Depends(limited(*JOINS, "joining classes")), PLAY, PUBLISH_IF_TEXT]
)
def join_class(
    body: JoinClassRequest,
    who: MaybeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
    response: Response,
    background: BackgroundTasks,
) -> Joined:
    """Join a class by its code; a stranger as a guest of this class alone."""
    if who is not None and who.token is not None:
        raise Problem(403, "token.account")
    if who is not None and body.name != who.user.name:
        check_text(who.user, body.name)
    with services.sessions() as first:  # rooms take a connection of their own
        known = opening.by_code(first, body.code)
    match = opening.start_match(services.rooms, known)
    found = opening.locked(session, known.id)
    opening.check_open(found)
    if who is None or not opening.is_student(session, found, who.user):
        opening.check_name(session, found, body.name)
    if who is not None and who.user.class_id in (None, found.id):
        user, me = who.user, described(session, who.user, who.csrf)
    else:
        language = body.language if body.language in LANGUAGES else ""
        user = opening.new_guest(session, found, body.name, language)
        me = start_session(services, session, request, response, background, user)
    student = opening.join(session, found, user, body.name, match, int(services.clock()))
    if student.table_id is not None:
        background.add_task(services.hub.resend, student.table_id)
    return Joined(found.id, me)


# -- seeing


@router.get("/{class_id}", dependencies=READING)
def get_class(
    class_id: Id, who: SomeVisitor, services: RunningServices, language: Language
) -> ClassInfo:
    """Return a class: everything for its teacher, what concerns them for a student."""
    with services.sessions() as session:
        page = info.page(session, opening.find(session, class_id), who.user)
    return info.with_boards(services.rooms, page, language)


@router.get("/{class_id}/comments", dependencies=READING)
def get_class_comments(
    class_id: Id, who: SomeVisitor, session: OneSession
) -> list[info.CommentInfo]:
    """Return the comments of a class; a student gets those to them or to all."""
    return info.comments(session, opening.find(session, class_id), who.user)


# -- teaching


async def _change_boards(services: Services, tables: list[str], work: Work) -> None:
    """Change boards one after the other, and show them to their students.

    One that has gone with its student, or is unavailable, keeps no other from being changed.
    """
    for table_id in tables:
        with suppress(Problem):
            room = await services.hub.change(
                table_id, lambda room: services.rooms.change(room, work)
            )
            services.computers.wake(room)


@router.post("/{class_id}/freeze", status_code=204, dependencies=WRITING)
async def freeze_class(
    class_id: Id, body: FreezeRequest, who: SomeVisitor, services: RunningServices
) -> None:
    """Stop all boards, or let them go on."""

    def note() -> list[str]:
        with services.sessions.begin() as session:
            return teaching.freeze(session, class_id, who.user, body.frozen)

    tables = await run_in_threadpool(note)
    await _change_boards(services, tables, teaching.frozen_work(body.frozen))


@router.post("/{class_id}/rewind", status_code=204, dependencies=WRITING)
async def rewind_class(
    class_id: Id, body: ClassRewindRequest, who: SomeVisitor, services: RunningServices
) -> None:
    """Take back all boards or one, to the start or a later move, and clear the drafts."""

    def note() -> tuple[list[str], int]:
        with services.sessions.begin() as session:
            return teaching.rewound_boards(session, class_id, who.user, body.move, body.table)

    tables, number = await run_in_threadpool(note)
    await _change_boards(services, tables, teaching.rewind_work(number))


@router.post("/{class_id}/fill", status_code=204, dependencies=WRITING)
async def fill_class(class_id: Id, who: SomeVisitor, services: RunningServices) -> None:
    """Let computers play the seats that no student has."""

    def note() -> tuple[list[str], bool]:
        with services.sessions.begin() as session:
            return teaching.fill(session, class_id, who.user)

    tables, frozen = await run_in_threadpool(note)
    await _change_boards(services, tables, teaching.fill_work(frozen))


@router.post("/{class_id}/end", status_code=204, dependencies=WRITING)
async def end_class(class_id: Id, who: SomeVisitor, services: RunningServices) -> None:
    """End a class; it is deleted a day later, with its students."""

    def note() -> list[str]:
        with services.sessions.begin() as session:
            return teaching.end(session, class_id, who.user, int(services.clock()))

    await _change_boards(services, await run_in_threadpool(note), teaching.frozen_work(True))


@router.post("/{class_id}/comments", status_code=204, dependencies=[*WRITING, PUBLISH])
def comment_class(
    class_id: Id,
    body: CommentRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> None:
    """Write a comment to a student, or to all."""
    now = int(services.clock())
    teaching.comment(session, class_id, who.user, body.text, body.student, now)


@router.delete("/{class_id}/comments/{number}", status_code=204, dependencies=WRITING)
def delete_class_comment(class_id: Id, number: int, who: SomeVisitor, session: OneSession) -> None:
    """Delete a comment."""
    teaching.delete_comment(session, class_id, who.user, number)


@router.post("/{class_id}/spotlight", status_code=204, dependencies=WRITING)
def spotlight_board(
    class_id: Id, body: SpotlightRequest, who: SomeVisitor, session: OneSession
) -> None:
    """Show a board to all students, as a spectator sees it."""
    teaching.spotlight(session, class_id, who.user, body.table)


@router.post("/{class_id}/remove", status_code=204, dependencies=WRITING)
def remove_student(
    class_id: Id,
    body: StudentRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    background: BackgroundTasks,
) -> None:
    """Remove a student with their board; the account of a guest is deleted."""
    found = teaching.taught(session, class_id, who.user)
    for table_id in opening.remove(session, found, body.student, int(services.clock())):
        background.add_task(_show_removed, services, table_id)


async def _show_removed(services: Services, table_id: str) -> None:
    """Close or show a board whose student is gone."""
    services.rooms.forget(table_id)
    await services.hub.resend(table_id)
