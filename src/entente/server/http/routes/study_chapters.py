"""The chapters of studies over HTTP: trees, positions, changes, and the websocket of a study."""

from __future__ import annotations

import asyncio
from contextlib import ExitStack, suppress
from typing import Annotated, Literal

from fastapi import (
    APIRouter,
    Depends,
    Path,
    Query,
    Request,
    Response,
    WebSocket,
    WebSocketDisconnect,
)
from pydantic import Field, StrictBool, StrictInt, StrictStr

from entente.kernel.text import LANGUAGES
from entente.server import library
from entente.server.gate import check_entry
from entente.server.http.admission import requester_of
from entente.server.http.dependencies import MaybeVisitor, RunningServices, SomeVisitor, cookie_of
from entente.server.http.gates import PUBLISH
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.clubs import viewer
from entente.server.http.routes.library import Language, answer
from entente.server.http.routes.studies import READS, WRITES, StudyId
from entente.server.http.socket_opening import FAREWELL, RESTART, open_socket
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import DecisionId, Id, RequestBody, Storable, Word
from entente.server.live.hub import END
from entente.server.live.incoming_frames import LONGEST_TEXT, MOST_THINGS
from entente.server.people import tokens
from entente.server.people.accounts import Visitor
from entente.server.people.class_data import check_class_table
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import User
from entente.server.studies import commentary, editing, info, starts, store
from entente.server.studies.access import chapter_for, study_access
from entente.server.studies.chapters import (
    AskAnswer,
    NodePosition,
    PlayAnswer,
    PlayedNode,
)
from entente.server.studies.editing import LONGEST_COMMENT, LONGEST_THING, Author, EditDone
from entente.server.studies.info import ChapterText, StudyInfo
from entente.server.studies.sockets import StudyConnection
from entente.server.studies.store import LockedChapter
from entente.server.studies.tree import MOST_MARKS, BoardMark
from entente.wire.frames import Act, ActionOptionsRequest, Check

router = APIRouter(prefix="/api/studies/{study_id}", tags=["studies"], route_class=TypedRoute)
sockets = APIRouter(tags=["studies"])
EDITS = (1200, 600)
LOOKS = (900, 60)
CHAPTERS = (120, 3600)
MOST = 2**31 - 1

ChapterId = Annotated[str, Path(max_length=40), Storable]
NodeId = Annotated[int, Path(ge=0, le=MOST)]
NodeNumber = Annotated[StrictInt, Field(ge=0, le=MOST)]
VersionNumber = Annotated[StrictInt, Field(ge=0, le=MOST)]
SeatName = Annotated[str, Field(max_length=40), Storable]
ActionText = Annotated[str, Field(max_length=LONGEST_TEXT), Storable]
Thing = Annotated[str, Field(max_length=LONGEST_THING), Storable]
BOARD = "/chapters/{chapter_id}"
NODE = f"{BOARD}/nodes/{{node_id}}"


class NewChapterRequest(RequestBody):
    """A chapter that starts with a new game."""

    name: Word
    game: Id
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}


class ChapterRequest(RequestBody):
    """The name of a chapter, and its place among the others, counted from 1; null: as it is."""

    name: Word
    place: Annotated[StrictInt, Field(ge=1, le=1000)] | None = None


class PlayRequest(RequestBody):
    """An action of a seat. A `careful` one that the seat may regret is not played, but answered
    with cautions."""

    seat: SeatName
    action: ActionText
    decision: DecisionId | None = None
    careful: StrictBool = False


class AskRequest(RequestBody):
    """Ask whether an action is allowed and what it would do; with `things`, why nothing can be done
    with the last of them; with `thing`, what can be done with it."""

    seat: SeatName
    action: ActionText = ""
    things: Annotated[list[Thing], Field(max_length=MOST_THINGS)] = []
    thing: ActionText | None = None
    decision: DecisionId | None = None
    careful: StrictBool = False

    def frame(self) -> Check | ActionOptionsRequest:
        if self.thing is not None:
            return ActionOptionsRequest(self.seat, self.thing, self.decision)
        return Check(self.seat, self.action, self.things, self.decision, self.careful)


class MarkRequest(RequestBody):
    colour: Id
    at: Thing
    to: Thing = ""


class CommentEdit(RequestBody):
    """Write one's own comment in a language; an empty text deletes it."""

    op: Literal["comment"]
    node: NodeNumber
    language: Id
    text: Annotated[str, Field(max_length=LONGEST_COMMENT), Storable]
    seen: VersionNumber = 0


class CommentDeletion(RequestBody):
    """Delete a comment by its number."""

    op: Literal["delete_comment"]
    comment: NodeNumber
    seen: VersionNumber


class GlyphEdit(RequestBody):
    """Set the glyph of a node, such as `!?`; empty for none."""

    op: Literal["glyph"]
    node: NodeNumber
    glyph: Annotated[str, Field(max_length=2)]
    seen: VersionNumber


class MarksEdit(RequestBody):
    """Set all arrows and circles of a node."""

    op: Literal["marks"]
    node: NodeNumber
    marks: Annotated[list[MarkRequest], Field(max_length=MOST_MARKS)]
    seen: VersionNumber


class DeleteEdit(RequestBody):
    """Delete a node and everything after it; `seen` is the version of the chapter."""

    op: Literal["delete"]
    node: NodeNumber
    seen: VersionNumber


class RestoreEdit(RequestBody):
    """Undo a deletion."""

    op: Literal["restore"]
    node: NodeNumber


class PromoteEdit(RequestBody):
    """Put a line before its alternatives."""

    op: Literal["promote"]
    node: NodeNumber


class PutEdit(RequestBody):
    """Put a node after one of its siblings, or first (null): undoes a promotion."""

    op: Literal["put"]
    node: NodeNumber
    before: NodeNumber | None = None


class VaryEdit(RequestBody):
    """Make an alternative of a sealed step without the answer of a seat."""

    op: Literal["vary"]
    node: NodeNumber
    seat: SeatName


class CompleteEdit(RequestBody):
    """Fill in the missing sealed answers: as in the first alternative (`line`), or by the rules."""

    op: Literal["complete"]
    node: NodeNumber
    how: Literal["line", "default"]


class WithdrawEdit(RequestBody):
    """Take back a sealed answer that waits for others."""

    op: Literal["withdraw"]
    node: NodeNumber
    seat: SeatName


class RerollEdit(RequestBody):
    """Play a step again with other dice and draws."""

    op: Literal["reroll"]
    node: NodeNumber


TreeEdit = (
    CommentEdit
    | CommentDeletion
    | GlyphEdit
    | MarksEdit
    | DeleteEdit
    | RestoreEdit
    | PromoteEdit
    | PutEdit
)
Edit = Annotated[
    TreeEdit | VaryEdit | CompleteEdit | WithdrawEdit | RerollEdit, Field(discriminator="op")
]


class EditRequest(RequestBody):
    """One change of a chapter."""

    edit: Edit


# -- the list of chapters


@router.post(
    "/chapters",
    status_code=201,
    dependencies=[Depends(limited_account(*CHAPTERS, "study chapters")), PUBLISH],
)
def add_chapter(
    study_id: StudyId,
    body: NewChapterRequest,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> StudyInfo:
    """Add a chapter that starts with a new game. For those who write the study."""
    plan = starts.new_game(body.name, body.game, body.options, language)
    return stored_chapter(services, study_id, who.user, plan)


def stored_chapter(
    services: Services, study_id: str, user: User, plan: store.ChapterPlan
) -> StudyInfo:
    """Store a chapter, and tell everyone who has the study open."""
    with services.sessions.begin() as session:
        access = study_access(session, study_id, user)
        store.add_chapter(session, access, plan)
        shown = info.study_info(session, access)
    services.study_sockets.study_changed(study_id)
    return shown


@router.patch(BOARD, dependencies=[Depends(limited_account(*WRITES, "studies changed")), PUBLISH])
def change_chapter(
    study_id: StudyId,
    chapter_id: ChapterId,
    body: ChapterRequest,
    who: SomeVisitor,
    services: RunningServices,
) -> StudyInfo:
    """Rename or move a chapter. For those who write the study."""
    with services.sessions.begin() as session:
        access = study_access(session, study_id, who.user)
        chapter = chapter_for(session, access, chapter_id)
        store.rename_chapter(session, access, chapter, body.name, body.place)
        shown = info.study_info(session, access)
    services.study_sockets.study_changed(study_id)
    return shown


@router.delete(
    BOARD, status_code=204, dependencies=[Depends(limited_account(*WRITES, "studies changed"))]
)
def delete_chapter(
    study_id: StudyId, chapter_id: ChapterId, who: SomeVisitor, services: RunningServices
) -> None:
    """Delete a chapter. For those who write the study."""
    with services.sessions.begin() as session:
        access = study_access(session, study_id, who.user)
        store.delete_chapter(session, access, chapter_for(session, access, chapter_id))
    services.chapters.positions.forget([chapter_id])
    services.study_sockets.study_changed(study_id)


# -- one chapter


@router.get(BOARD, dependencies=[Depends(limited(*LOOKS, "study chapters"))])
def get_chapter(
    study_id: StudyId,
    chapter_id: ChapterId,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
    since: Annotated[int | None, Query(ge=0, le=MOST)] = None,
) -> ChapterText:
    """Return the tree of a chapter, or what has changed since a version."""
    return services.chapters.text(study_id, chapter_id, viewer(services, who), language, since)


@router.get(
    f"{BOARD}/board",
    response_model=library.Board,
    dependencies=[Depends(limited(*READS, "study boards"))],
)
def get_chapter_board(
    study_id: StudyId,
    chapter_id: ChapterId,
    request: Request,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
) -> Response:
    """Return the empty board with the data that this chapter's game is played with."""
    chapter = services.chapters.open(study_id, chapter_id, viewer(services, who))
    return answer(request, library.page_of("board", language, chapter.positions.game))


@router.get(NODE, dependencies=[Depends(limited(*LOOKS, "study positions"))])
def get_node(
    study_id: StudyId,
    chapter_id: ChapterId,
    node_id: NodeId,
    request: Request,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
    seat: Annotated[str | None, Query(max_length=40)] = None,
) -> NodePosition:
    """Return the position at a node as a seat sees it (empty: a spectator)."""
    user = viewer(services, who)
    with services.queries.reading(requester_of(request, user.id if user else None)):
        chapter = services.chapters.open(study_id, chapter_id, user)
        return services.chapters.position(chapter, node_id, seat, language)


@router.post(f"{NODE}/ask", dependencies=[Depends(limited_account(*LOOKS, "study questions"))])
async def ask_at_node(
    study_id: StudyId,
    chapter_id: ChapterId,
    node_id: NodeId,
    body: AskRequest,
    request: Request,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> AskAnswer:
    """Return what an action would do there, or why it is not allowed. Nothing is changed."""
    user = who.user

    def ask() -> AskAnswer:
        chapter = services.chapters.open(study_id, chapter_id, user, write=True)
        return services.chapters.ask(chapter, node_id, body.frame(), language)

    return await services.queries.run(requester_of(request, user.id), ask)


@router.post(
    f"{NODE}/play",
    dependencies=[Depends(limited_account(*EDITS, "study moves")), PUBLISH],
)
def play_at_node(
    study_id: StudyId,
    chapter_id: ChapterId,
    node_id: NodeId,
    body: PlayRequest,
    request: Request,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> PlayAnswer:
    """Play an action at a node; it leads to the node where it was played before, or to a new one.

    For those who write the study. Refused actions change nothing.
    """
    act = Act(body.seat, 0, body.action, body.decision, body.careful)
    with services.queries.reading(requester_of(request, who.user.id)):
        done = services.chapters.play(study_id, chapter_id, who.user, node_id, act, language)
    if isinstance(done, PlayedNode) and done.new:
        services.study_sockets.chapter_changed(study_id, chapter_id, done.version)
    return done


@router.post(
    f"{BOARD}/edit",
    dependencies=[Depends(limited_account(*EDITS, "study edits")), PUBLISH],
)
def edit_chapter(
    study_id: StudyId,
    chapter_id: ChapterId,
    body: EditRequest,
    request: Request,
    who: SomeVisitor,
    services: RunningServices,
) -> EditDone:
    """Change a chapter: comments, glyphs, marks, order, alternatives. For those who write it.

    Refused with 409 if someone else has changed the same thing since the version `seen`.
    """
    with services.queries.reading(requester_of(request, who.user.id)):
        done = _edited(services, study_id, chapter_id, who.user, body)
    services.study_sockets.chapter_changed(study_id, chapter_id, done.version)
    return done


def _edited(
    services: Services, study_id: str, chapter_id: str, user: User, body: EditRequest
) -> EditDone:
    edit, variations = body.edit, services.variations
    if isinstance(edit, VaryEdit):
        return variations.vary(study_id, chapter_id, user, edit.node, edit.seat)
    if isinstance(edit, CompleteEdit):
        return variations.complete(study_id, chapter_id, user, edit.node, edit.how)
    if isinstance(edit, WithdrawEdit):
        return variations.withdraw(study_id, chapter_id, user, edit.node, edit.seat)
    if isinstance(edit, RerollEdit):
        return variations.reroll(study_id, chapter_id, user, edit.node)
    with services.sessions.begin() as session:
        locked = LockedChapter(session, chapter_id)
        access = study_access(session, study_id, user)
        chapter_for(session, access, chapter_id)
        access.check_write()
        if locked.row.start is None:
            _prepare_commentary(locked, edit)
        return _tree_edited(locked, Author(user, access.role or ""), edit)


def _prepare_commentary(locked: LockedChapter, edit: TreeEdit) -> None:
    """Make the node of a move to write on; nothing else is possible while the game goes on."""
    if isinstance(edit, CommentEdit | GlyphEdit | MarksEdit):
        commentary.node_of_move(locked, edit.node)
    elif not isinstance(edit, CommentDeletion):
        raise Problem(409, "studies.under_way")


def _tree_edited(locked: LockedChapter, author: Author, edit: TreeEdit) -> EditDone:
    match edit:
        case CommentEdit():
            return editing.set_comment(
                locked, author, edit.node, edit.language, edit.text, edit.seen
            )
        case CommentDeletion():
            return editing.delete_comment(locked, author, edit.comment, edit.seen)
        case GlyphEdit():
            return editing.set_glyph(locked, edit.node, edit.glyph, edit.seen)
        case MarksEdit():
            marks = [BoardMark(each.colour, each.at, each.to) for each in edit.marks]
            return editing.set_marks(locked, edit.node, marks, edit.seen)
        case DeleteEdit():
            return editing.delete_node(locked, author, edit.node, edit.seen)
        case RestoreEdit():
            return editing.restore_node(locked, edit.node)
        case PromoteEdit():
            return editing.promote_node(locked, edit.node)
        case PutEdit():
            return editing.put_node(locked, edit.node, edit.before)


# -- the websocket


@sockets.websocket("/ws/studies/{study_id}")
async def follow_study(
    socket: WebSocket, study_id: str, lang: str = LANGUAGES[0], api: int | None = None
) -> None:
    """Send who has a study open, and which chapters have new versions. Nothing is received."""
    services: Services = socket.app.state.services

    def enter() -> StudyConnection:
        user, key = _reader(socket, services)
        with services.sessions() as session:
            access = study_access(session, study_id, user)
            member = user.name if user is not None and access.role is not None else None
        return StudyConnection(user.id if user else None, member, lang, key)

    with ExitStack() as counted:
        connection = await open_socket(socket, counted, enter, api)
        if connection is not None:
            await _attend(socket, services, study_id, connection)


def _reader(socket: WebSocket, services: Services) -> tuple[User | None, str]:
    """Return who opens a websocket, and by which session. Raise Problem if they may not read."""
    with services.sessions.begin() as session:
        visitor: Visitor | None = tokens.known(
            session, cookie_of(socket), socket.headers.get("authorization")
        )
    if visitor is None:
        return viewer(services, None), ""
    if visitor.table is not None:
        raise Problem(403, "token.bound")
    check_entry(visitor.user)
    check_class_table(None, visitor.user)
    return viewer(services, visitor), visitor.key


async def _attend(
    socket: WebSocket, services: Services, study_id: str, connection: StudyConnection
) -> None:
    """Send frames until the client leaves, sends something, or may no longer read."""
    services.study_sockets.enter(study_id, connection)
    writer = asyncio.create_task(_write(socket, connection))
    reader = asyncio.create_task(socket.receive())
    dropped = asyncio.create_task(connection.dropped.wait())
    try:
        done, _ = await asyncio.wait({reader, dropped}, return_when=asyncio.FIRST_COMPLETED)
        with suppress(RuntimeError, WebSocketDisconnect):  # the client was faster
            if dropped in done:
                await socket.close(4404 if connection.access_ended else RESTART)
            elif reader.result()["type"] == "websocket.receive":
                await socket.close(4400, "nothing is received here")
    finally:
        services.study_sockets.leave(study_id, connection)
        for task in (reader, dropped, writer):
            task.cancel()
        await asyncio.wait({reader, dropped, writer}, timeout=FAREWELL)


async def _write(socket: WebSocket, connection: StudyConnection) -> None:
    with suppress(RuntimeError, WebSocketDisconnect):
        while (text := await connection.queue.get()) != END:
            await socket.send_text(text)
            connection.unsent -= 1


router.routes += sockets.routes
