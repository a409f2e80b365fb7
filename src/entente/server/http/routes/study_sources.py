"""Where studies come from and go to: tables, commentary, files."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal, NamedTuple

from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.responses import PlainTextResponse
from pydantic import Field, StrictBool, StrictInt
from sqlalchemy.orm import Session

from entente.kernel import registry
from entente.kernel.text import LANGUAGES, catalog_of
from entente.server.http.admission import body_limit, requester_of
from entente.server.http.cancellation import cancel_on_disconnect
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.embedded_page import EmbeddedPage
from entente.server.http.embedded_study import EmbeddedChapter, chapter_page
from entente.server.http.gates import PUBLISH
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.clubs import viewer
from entente.server.http.routes.library import Language
from entente.server.http.routes.records import RecordFile, visible_room
from entente.server.http.routes.studies import NEW, READS, StudyId
from entente.server.http.routes.study_chapters import BOARD, ChapterId, stored_chapter
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, RequestBody, Storable, Word
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.storage.models import Study, Table, User
from entente.server.studies import commentary, exporting, importing, info, starts, store
from entente.server.studies.access import study_access
from entente.server.studies.annotation import turning_comments
from entente.server.studies.importing import ImportedStudy
from entente.server.studies.info import StudyInfo, StudyLine
from entente.server.studies.store import LONGEST_NAME, LONGEST_TITLE, ChapterPlan, StudyPlan
from entente.server.studies.tree import ROOT
from entente.server.study import imports
from entente.server.study.analysis_process import QUICK
from entente.server.study.analysis_requests import AnalysisRequest
from entente.server.study.evaluation_graph import TurningPoint
from entente.server.tables import lobby
from entente.server.tables.access import check_view
from entente.wire.tables import OVER

router = APIRouter(prefix="/api", tags=["studies"], route_class=TypedRoute)
MOST_SLICES = 120  # of work for the turning points of a game
FILES = (60, 3600)
FRAMES = (300, 600)  # steps through chapters in frames of other sites
MADE = [
    Depends(limited(*NEW, "studies made")),
    Depends(limited_account(*NEW, "studies made")),
    PUBLISH,
]


class StudyFromTable(RequestBody):
    """A chapter of a table: the whole game, or from the position after `move` moves on.

    It is added to the study `study`, or else to a new one. `annotate` adds the turning points of a
    finished game as comments. During the game, `seat` is the one whose knowledge counts.
    """

    study: Id | None = None
    title: Word = ""
    privacy: Literal["public", "unlisted", "private"] = "private"
    name: Word = ""
    move: Annotated[StrictInt, Field(ge=0, le=1_000_000)] | None = None
    seat: Id | None = None
    annotate: StrictBool = False

    def plan(self, otherwise: str) -> StudyPlan:
        return StudyPlan(self.title or otherwise[:LONGEST_TITLE], "", self.privacy)


class CommentaryRequest(RequestBody):
    """A commentary on a game under way, in the study `study` or a new one."""

    study: Id | None = None
    title: Word = ""
    privacy: Literal["public", "unlisted", "private"] = "public"
    name: Word = ""

    def plan(self, otherwise: str) -> StudyPlan:
        return StudyPlan(self.title or otherwise[:LONGEST_TITLE], "", self.privacy)


class StudyPlainText(PlainTextResponse):
    """A chapter as text."""


class _Source(NamedTuple):
    """A table, its name and the game under way that it is or comes from."""

    called: str
    under_way: str | None


# -- from tables


@router.post("/tables/{table_id}/study", status_code=201, dependencies=MADE)
async def study_table(
    table_id: Id,
    body: StudyFromTable,
    request: Request,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> StudyInfo:
    """Make a study of a table, or add a chapter to one: a finished game, one's own analysis board,
    or a position of a game in which one plays."""
    user = who.user
    source = await run_in_threadpool(_source, services, table_id, user, language)
    points: dict[str, list[TurningPoint]] = {}
    if body.annotate and body.move is None:
        work = _turning_points(services, table_id, user)
        points = await cancel_on_disconnect(request, work)

    def make() -> StudyInfo:
        with services.queries.reading(requester_of(request, user.id)):
            plan = _chapter_of_table(services, table_id, user, body, source, points)
        return _stored(services, user, body.study, body.plan(source.called), [plan])

    return await run_in_threadpool(make)


def _source(services: Services, table_id: str, user: User, language: str) -> _Source:
    with services.sessions() as session:
        table = lobby.find(session, table_id)
        check_view(table, lobby.chairs_of(session, table), user)
        under_way = starts.game_under_way(session, table)
        called = table.title or registry.load(table.game).catalog(language).get("info.title")
    return _Source(called, None if under_way == table_id else under_way)


async def _turning_points(
    services: Services, table_id: str, user: User
) -> dict[str, list[TurningPoint]]:
    """Return the turning points of a finished game in each language.

    The evaluation is cached: the page asks for it first, and shows how far it is.
    """
    room = await run_in_threadpool(visible_room, services, table_id, user)
    found = {}
    for language in LANGUAGES:
        wanted = AnalysisRequest(room, services.moments, user, 0, QUICK, language)
        for _ in range(MOST_SLICES):
            evaluation = await services.evaluation_graphs.evaluation(wanted)
            if evaluation.done:
                break
            await asyncio.sleep(0)
        found[language] = evaluation.turning_points
    return found


def _chapter_of_table(
    services: Services,
    table_id: str,
    user: User,
    body: StudyFromTable,
    source: _Source,
    points: dict[str, list[TurningPoint]],
) -> ChapterPlan:
    room = visible_room(services, table_id, user)
    name = (body.name or source.called)[:LONGEST_NAME]
    if body.move is not None:
        return starts.moment_of_table(
            name, services.moments, room, user, body.move, body.seat, source.under_way
        )
    plan, nodes = starts.line_of_table(name, room, user, source.under_way)
    if not body.annotate:
        return plan
    comments = []
    for language in LANGUAGES:
        has_report = room.table.status == OVER and room.outcome is not None
        told = services.stories.story_of(room, language).turning_points if has_report else []
        catalog = room.match.game.catalog(language)
        engine = points.get(language, [])
        comments += turning_comments(language, catalog, nodes, told, engine)
    return plan._replace(comments=tuple(comments))


def _stored(
    services: Services,
    user: User,
    study_id: str | None,
    plan: StudyPlan,
    chapters: list[ChapterPlan],
) -> StudyInfo:
    """Store chapters in a study, or in a new one."""
    if study_id is not None:
        for chapter in chapters:
            shown = stored_chapter(services, study_id, user, chapter)
        return shown
    with services.sessions.begin() as session:
        made: Study = store.create(session, user, plan)
        access = study_access(session, made.id, user)
        for chapter in chapters:
            store.add_chapter(session, access, chapter)
        return info.study_info(session, access)


@router.post("/tables/{table_id}/commentary", status_code=201, dependencies=MADE)
def comment_on_table(
    table_id: Id,
    body: CommentaryRequest,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
) -> StudyInfo:
    """Begin a commentary on a public game under way. Not for its players."""
    source = _source(services, table_id, who.user, language)
    with services.sessions() as session:
        table = session.get_one(Table, table_id)
        name = (body.name or source.called)[:LONGEST_NAME]
        plan = commentary.commentary_on(session, table, who.user, name)
    return _stored(services, who.user, body.study, body.plan(source.called), [plan])


@router.get("/tables/{table_id}/studies", dependencies=[Depends(limited(*READS, "studies"))])
def list_studies_of_table(
    table_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> list[StudyLine]:
    """Return the public studies and commentaries of a game; to its players after the end."""
    user = viewer(services, who)
    table = _visible(session, table_id, user)
    return commentary.studies_of_table(session, table, user)


def _visible(session: Session, table_id: str, user: User | None) -> Table:
    table = lobby.find(session, table_id)
    check_view(table, lobby.chairs_of(session, table), user)
    return table


# -- files


@router.post(
    "/studies/import",
    status_code=201,
    dependencies=[
        Depends(limited(*FILES, "study files")),
        Depends(limited_account(*FILES, "study files")),
        PUBLISH,
    ],
)
@body_limit(imports.LONGEST, "record.too_large", 1024**2)
async def import_study(
    request: Request,
    who: SomeVisitor,
    services: RunningServices,
    language: Language,
    study: Annotated[str, Query(max_length=40), Storable] = "",
    name: Annotated[str, Query(max_length=LONGEST_NAME), Storable] = "",
) -> StudyInfo:
    """Import a file: a study, a record, or a game saved by another program; the body is its text.

    Its chapters are added to `study`, or else to a new private study. Everything is replayed.
    """
    data = await request.body()
    user = who.user
    with services.imports.room_for(user.id):
        return await run_in_threadpool(_imported, services, user, data, study, name, language)


def _imported(
    services: Services, user: User, data: bytes, study_id: str, name: str, language: str
) -> StudyInfo:
    if study_id:
        with services.sessions() as session:
            study_access(session, study_id, user).check_write()
    read: ImportedStudy = importing.read_file(
        services.sessions, services.imports, data, name, language
    )
    title = read.title.strip() or read.chapters[0].name
    plan = StudyPlan(title[:LONGEST_TITLE], read.about)
    return _stored(services, user, study_id or None, plan, read.chapters)


@router.get("/studies/{study_id}/export", dependencies=[Depends(limited(*FILES, "study files"))])
def export_study(
    study_id: StudyId, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> Response:
    """Return a study as a file, which can be imported again."""
    access = study_access(session, study_id, viewer(services, who))
    data = exporting.export_study(session, access)
    name = f"attachment; filename=study-{study_id}.json"
    return Response(data, media_type="application/json", headers={"content-disposition": name})


@router.get(
    f"/studies/{{study_id}}{BOARD}/record",
    response_class=RecordFile,
    dependencies=[Depends(limited(*FILES, "study files"))],
)
def get_line_record(
    study_id: StudyId,
    chapter_id: ChapterId,
    request: Request,
    who: MaybeVisitor,
    services: RunningServices,
    node: Annotated[int | None, Query(ge=0, le=2**31 - 1)] = None,
) -> RecordFile:
    """Return the record of the line to a node, by default of the main line."""
    user = viewer(services, who)
    with services.queries.reading(requester_of(request, user.id if user else None)):
        chapter = services.chapters.open(study_id, chapter_id, user)
        data = exporting.export_line(chapter, node)
    name = f"attachment; filename={chapter.row.game}-{chapter_id}.jsonl"
    return RecordFile(data, headers={"content-disposition": name})


@router.get(
    f"/studies/{{study_id}}{BOARD}/text",
    response_class=StudyPlainText,
    dependencies=[Depends(limited(*FILES, "study files"))],
)
def get_chapter_text(
    study_id: StudyId,
    chapter_id: ChapterId,
    who: MaybeVisitor,
    services: RunningServices,
    language: Language,
) -> StudyPlainText:
    """Return a chapter as text, with variations and comments."""
    user = viewer(services, who)
    chapter = services.chapters.text(study_id, chapter_id, user, language)
    if chapter.commentary:
        raise Problem(409, "studies.under_way")
    catalog = registry.load(chapter.game).catalog(language)
    words = catalog_of("entente.server", language)
    return StudyPlainText(exporting.as_text(chapter, catalog, words))


@router.get(
    f"/studies/{{study_id}}{BOARD}/embed",
    response_class=EmbeddedPage,
    dependencies=[Depends(limited(*FRAMES, "study frames"))],
)
def embed_chapter(
    study_id: StudyId,
    chapter_id: ChapterId,
    request: Request,
    services: RunningServices,
    language: Language,
    node: Annotated[int, Query(ge=0, le=2**31 - 1)] = 0,
) -> EmbeddedPage:
    """Return one position of a chapter as a small page for a frame of another site.

    It shows what a visitor without an account sees, as a spectator; private studies have none.
    """
    user = viewer(services, None)
    with services.queries.reading(requester_of(request, None)):
        chapter = services.chapters.open(study_id, chapter_id, user)
        if chapter.tree.node(node) is None:  # it was deleted after the page was written
            node = ROOT
        position = chapter.reached(node).position
        view = position.view(None)
    text = services.chapters.text(study_id, chapter_id, user, language)
    here = next((each for each in text.nodes if each.id == node), None)
    if here is None:  # it has just been deleted
        raise Problem(409, "studies.no_node")
    shown = EmbeddedChapter(chapter.access.study.title, text, here, position.game, view)
    return chapter_page(shown, language, catalog_of("entente.server", language))
