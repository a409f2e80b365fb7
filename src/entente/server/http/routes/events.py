"""Events over HTTP: tournaments, their rounds and standings."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from html import escape
from typing import Annotated, Any, Literal

import msgspec
from fastapi import APIRouter, Depends, Query, Request, Response
from fastapi.concurrency import run_in_threadpool
from pydantic import Field, StrictBool, StrictInt, StrictStr

from entente.kernel.text import catalog_of
from entente.server.events import challenges, consent, directing, info, seasons, store
from entente.server.events.info import ActInfo, EventInfo, EventLine, ScoringInfo
from entente.server.events.settings import EventSettings
from entente.server.http.dependencies import (
    MaybeVisitor,
    OneSession,
    ReadingSession,
    RunningServices,
    SomeVisitor,
)
from entente.server.http.embedded_page import EmbeddedPage, frame_headers
from entente.server.http.gates import (
    DIRECT,
    PLAY,
    PUBLISH,
    PUBLISH_IF_TEXT,
    REACH,
    check_reach,
    check_text,
    limit_pair,
)
from entente.server.http.limits import limited, limited_account
from entente.server.http.routes.clubs import About, viewer
from entente.server.http.routes.library import Language
from entente.server.http.typed_routes import TypedRoute
from entente.server.input_types import Id, Name, RequestBody, Storable, Word
from entente.server.people import profiles
from entente.server.people.accounts import Visitor
from entente.server.problem import Problem
from entente.server.services import Services
from entente.server.tables.adjournment import adjourn, end_by_director, resume
from entente.server.tables.room import Room

router = APIRouter(prefix="/api/events", tags=["events"], route_class=TypedRoute)
READS, WRITES, NEW = (240, 60), (240, 600), (20, 3600)  # how many in how many seconds
CHALLENGES = (20, 3600)  # each is stored and notified, though it may be taken back at once
PAIRINGS = (30, 600)
Number = Annotated[StrictInt, Field(ge=0, le=100_000)]
Points = Annotated[float, Field(ge=-1e6, le=1e6, allow_inf_nan=False)]
Time = Annotated[StrictInt, Field(ge=0, le=2**40)]


class SettingsRequest(RequestBody):
    """How an event is run. Fields that are left out have the defaults of `EventSettings`."""

    rounds: Number = 4
    options: dict[Id, StrictBool | StrictInt | Annotated[StrictStr, Storable]] = {}
    time_control: dict[Id, Any] = {}
    on_timeout: Id | None = None
    chat: Id = "full"
    scoring: Id = ""
    formula: Annotated[str, Field(max_length=400), Storable] = ""
    tie_breaks: Annotated[list[Id], Field(max_length=9)] = []
    counted: Number | None = None
    bye_points: Points = 1.0
    half_bye_points: Points = 0.5
    top_board: StrictBool = False
    double: StrictBool = False
    third_place: StrictBool = False
    team_best: Number | None = None
    fill_with: Id = "easy"
    rated: StrictBool = False
    spectators: StrictBool = True
    automatic: StrictBool = True
    members_only: StrictBool = False
    entries: Number | None = None
    minutes: Number = 120
    division_size: Number = 8
    promoted: Number = 2
    reach: Number = 3
    challenge_days: Number = 3
    refusals: Number = 1
    season_days: Number | None = None


class EventRequest(RequestBody):
    """An event. `format`: `swiss`, `round_robin`, `knockout`, `arena`, `ladder` for games of two,
    `boards` for others, `league` for all. `privacy`: `public`, `unlisted` or `private`. At `starts`
    an automatic event begins.
    """

    name: Word
    game: Id
    format: Id
    about: About = ""
    club: Id | None = None
    privacy: Id = "public"
    starts: Time | None = None
    settings: SettingsRequest = SettingsRequest()

    def wanted(self) -> directing.NewEvent:
        settings = msgspec.convert(self.settings.model_dump(), EventSettings)
        return directing.NewEvent(
            self.name,
            self.game,
            self.format,
            self.about,
            self.club,
            self.privacy,
            self.starts,
            settings,
        )


class EnterRequest(RequestBody):
    team: Word = ""


class AddRequest(RequestBody):
    """A person by name, or a computer player."""

    name: Name | None = None
    computer: Id | None = None
    team: Word = ""


class WithdrawRequest(RequestBody):
    """An entry; null is one's own."""

    entry: Number | None = None


class ByesRequest(RequestBody):
    """The coming rounds to skip."""

    rounds: Annotated[list[Number], Field(max_length=30)]


class ReadyRequest(RequestBody):
    ready: StrictBool = True


class SubstituteRequest(RequestBody):
    entry: Number
    name: Name


class AdjustRequest(RequestBody):
    entry: Number
    points: Points


class OrderRequest(RequestBody):
    """All entries, the best first."""

    entries: Annotated[list[Number], Field(max_length=400)]


class BoardRequest(RequestBody):
    round: Number
    board: Number


class CorrectRequest(BoardRequest):
    """The points of every seat of a board (of a bye, the seat is empty); null: as played."""

    points: Annotated[dict[Id, Points], Field(max_length=10)] | None = None


class ChallengeEntryRequest(RequestBody):
    """An entry of the ladder to challenge."""

    entry: Number


class ChallengeAnswer(RequestBody):
    """An open challenge: `accept` or `decline` one received, `take_back` an own one."""

    challenge: Number
    answer: Literal["accept", "decline", "take_back"]


class SeasonRequest(RequestBody):
    """When the next season starts by itself; null: when the director starts it."""

    starts: Time | None = None


class AdjournRequest(BoardRequest):
    adjourned: StrictBool = True


# Other sites may frame this page, which loads nothing and runs nothing.
_CHANGES = [Depends(limited_account(*WRITES, "events changed"))]


class CsvFile(Response):
    """A CSV file."""

    media_type = "text/csv; charset=utf-8"


@router.get("", dependencies=[Depends(limited(*READS, "events"))])
def list_events(
    who: MaybeVisitor,
    services: RunningServices,
    session: ReadingSession,
    when: Literal["upcoming", "running", "past"] | None = None,
    game: Annotated[Id | None, Query()] = None,
    club: Annotated[Id | None, Query()] = None,
) -> list[EventLine]:
    """Return public events, one's own and those of one's clubs; a hundred at most."""
    return info.listed(session, viewer(services, who), when, game, club)


@router.get("/scoring", dependencies=[Depends(limited(*READS, "events"))])
def list_scoring_systems() -> ScoringInfo:
    """Return the scoring systems, and the facts that a formula may use."""
    return info.scoring_info()


@router.post(
    "",
    status_code=201,
    dependencies=[
        Depends(limited(*NEW, "events made")),
        Depends(limited_account(*NEW, "events")),
        DIRECT,
        PUBLISH,
    ],
)
def create_event(
    body: EventRequest, who: SomeVisitor, services: RunningServices, session: OneSession
) -> EventInfo:
    """Create an event, and direct it."""
    event = directing.create(session, services.rooms, who.user, body.wanted())
    return info.one(session, event, who.user)


@router.get("/{event_id}", dependencies=[Depends(limited(*READS, "events"))])
def get_event(
    event_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> EventInfo:
    """Return an event: entries, rounds, boards and standings."""
    user = viewer(services, who)
    event = store.find(session, event_id)
    store.check_view(session, event, user)
    return info.one(session, event, user)


@router.patch("/{event_id}", dependencies=[*_CHANGES, DIRECT, PUBLISH])
def change_event(
    event_id: Id,
    body: EventRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Change an event. For its directors."""
    event = directing.change(session, services.rooms, event_id, who.user, body.wanted())
    return info.one(session, event, who.user)


@router.get("/{event_id}/log", dependencies=[Depends(limited(*READS, "events"))])
def get_event_log(
    event_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> list[ActInfo]:
    """Return what was done to an event, the last first."""
    event = store.find(session, event_id)
    store.check_view(session, event, viewer(services, who))
    return info.acts(session, event)


@router.get(
    "/{event_id}/standings.csv",
    response_class=CsvFile,
    dependencies=[Depends(limited(*READS, "events"))],
)
def export_standings(
    event_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> Response:
    """Return the standings as CSV."""
    return CsvFile(info.standings_csv(get_event(event_id, who, services, session)))


@router.get(
    "/{event_id}/boards.csv",
    response_class=CsvFile,
    dependencies=[Depends(limited(*READS, "events"))],
)
def export_boards(
    event_id: Id, who: MaybeVisitor, services: RunningServices, session: OneSession
) -> Response:
    """Return every seat of every board as CSV."""
    return CsvFile(info.boards_csv(get_event(event_id, who, services, session)))


@router.post("/{event_id}/enter", dependencies=[*_CHANGES, PLAY, PUBLISH_IF_TEXT])
def enter_event(
    event_id: Id,
    body: EnterRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Enter an event."""
    check_text(who.user, body.team)
    event = directing.enter(session, event_id, who.user, body.team, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/withdraw", dependencies=_CHANGES)
def withdraw_from_event(
    event_id: Id,
    body: WithdrawRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Withdraw from the next round on. Directors withdraw others."""
    event = directing.withdraw(session, event_id, who.user, body.entry, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/byes", dependencies=_CHANGES)
def skip_rounds(
    event_id: Id,
    body: ByesRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Skip rounds that are not paired yet."""
    event = directing.ask_byes(session, event_id, who.user, body.rounds, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/ready", dependencies=[*_CHANGES, PLAY])
def wait_in_arena(
    event_id: Id,
    body: ReadyRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Wait for the next game of an arena, or stop waiting."""
    event = directing.be_ready(session, event_id, who.user, body.ready, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/add", dependencies=[*_CHANGES, DIRECT, REACH, PUBLISH_IF_TEXT])
def add_entry(
    event_id: Id,
    body: AddRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> EventInfo:
    """Enter a computer player, or ask a person to enter: it counts once accepted. For directors."""
    check_text(who.user, body.team)
    store.check_director(session, store.find(session, event_id), who.user)
    if (body.name is None) == (body.computer is None):
        raise Problem(422, "tournament.who")
    entrant = profiles.find(session, body.name) if body.name is not None else None
    if entrant is not None and entrant.id != who.user.id:
        check_reach(request, session, who.user, entrant)
    now = services.clock()
    if entrant is not None:
        event = consent.invite(session, event_id, who.user, entrant, body.team, now)
    else:
        computer = body.computer or ""
        event = directing.add_computer(session, event_id, who.user, computer, body.team, now)
    return info.one(session, event, who.user)


@router.delete("/{event_id}/invitations/{invitation_id}", dependencies=_CHANGES)
def withdraw_event_invitation(
    event_id: Id,
    invitation_id: Id,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Take an invitation back that has not been answered. For directors."""
    event = consent.withdraw(session, event_id, who.user, invitation_id, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/order", dependencies=[*_CHANGES, DIRECT])
def order_entries(
    event_id: Id,
    body: OrderRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Rank the entries before the start. For directors."""
    event = directing.order(session, event_id, who.user, body.entries, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/substitute", dependencies=[*_CHANGES, DIRECT, REACH])
def substitute_player(
    event_id: Id,
    body: SubstituteRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> EventInfo:
    """Ask a person to play for an entry from the next round on. For directors.

    It counts once that person has accepted, and the player of the entry, unless withdrawn.
    """
    store.check_director(session, store.find(session, event_id), who.user)
    player, now = profiles.find(session, body.name), services.clock()
    if player.id != who.user.id:
        check_reach(request, session, who.user, player)
    event = consent.substitute(session, event_id, who.user, body.entry, player, now)
    return info.one(session, event, who.user)


@router.post("/{event_id}/adjust", dependencies=[*_CHANGES, DIRECT])
def adjust_points(
    event_id: Id,
    body: AdjustRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Give an entry points, or take some. For directors."""
    now = services.clock()
    event = directing.adjust(session, event_id, who.user, body.entry, body.points, now)
    return info.one(session, event, who.user)


@router.post("/{event_id}/correct", dependencies=[*_CHANGES, DIRECT])
async def correct_result(
    event_id: Id, body: CorrectRequest, who: SomeVisitor, services: RunningServices
) -> EventInfo:
    """Set the points of a board. For directors. A game that still runs ends with it."""
    key, now = (body.round, body.board), services.clock()

    def note() -> list[str]:
        with services.sessions.begin() as session:
            store.check_director(session, store.find(session, event_id), who.user)
            directing.correct(session, event_id, who.user, key, body.points, now)
            return directing.tables_of(session, event_id, key) if body.points is not None else []

    tables = await run_in_threadpool(note)
    await _change_tables(services, tables, end_by_director)
    return await run_in_threadpool(_one, services, event_id, who)


@router.post("/{event_id}/adjourn", dependencies=[*_CHANGES, DIRECT])
async def adjourn_board(
    event_id: Id, body: AdjournRequest, who: SomeVisitor, services: RunningServices
) -> EventInfo:
    """Stop a game with its clock, and let the rounds go on without it; or resume it. For
    directors.
    """
    key, now = (body.round, body.board), services.clock()

    def note() -> list[str]:
        with services.sessions.begin() as session:
            directing.adjourn(session, event_id, who.user, key, on=body.adjourned, now=now)
            return directing.tables_of(session, event_id, key)

    tables = await run_in_threadpool(note)
    await _change_tables(services, tables, adjourn if body.adjourned else resume)
    return await run_in_threadpool(_one, services, event_id, who)


async def _change_tables(
    services: Services, tables: list[str], work: Callable[[Room, float], None]
) -> None:
    for table in tables:
        with suppress(Problem):  # the table is gone
            await services.hub.change(table, lambda room: services.rooms.change(room, work))


@router.post(
    "/{event_id}/challenge",
    dependencies=[
        Depends(limited_account(*CHALLENGES, "ladder challenges")),
        *_CHANGES,
        PLAY,
    ],
)
def challenge_entry(
    event_id: Id,
    body: ChallengeEntryRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
    request: Request,
) -> EventInfo:
    """Challenge an entry of a ladder that is within reach."""
    other = challenges.player_of(session, event_id, body.entry)
    if other is not None:
        limit_pair(request, who.user, other)
    event = challenges.challenge(session, event_id, who.user, body.entry, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/challenge/answer", dependencies=[*_CHANGES, PLAY])
async def answer_challenge(
    event_id: Id, body: ChallengeAnswer, who: SomeVisitor, services: RunningServices
) -> EventInfo:
    """Accept or decline a challenge, or take an own one back."""
    if body.answer == "accept":
        await services.events.accept(event_id, who.user, body.challenge)
    else:
        act = challenges.decline if body.answer == "decline" else challenges.take_back

        def answer() -> None:
            with services.sessions.begin() as session:
                act(session, event_id, who.user, body.challenge, services.clock())

        await run_in_threadpool(answer)
    return await run_in_threadpool(_one, services, event_id, who)


@router.post("/{event_id}/next-season", status_code=201, dependencies=[*_CHANGES, DIRECT])
def create_next_season(
    event_id: Id,
    body: SeasonRequest,
    who: SomeVisitor,
    services: RunningServices,
    session: OneSession,
) -> EventInfo:
    """Create the season after one that is over, with everyone in their new place. For directors."""
    event = seasons.next_season(session, event_id, who.user, body.starts, services.clock())
    return info.one(session, event, who.user)


@router.post(
    "/{event_id}/round", dependencies=[Depends(limited_account(*PAIRINGS, "rounds paired")), DIRECT]
)
async def start_round(event_id: Id, who: SomeVisitor, services: RunningServices) -> EventInfo:
    """Start the event, or its next round. For directors."""
    await run_in_threadpool(_check_director, services, event_id, who)
    await services.events.pair(event_id, who.user)
    return await run_in_threadpool(_one, services, event_id, who)


def _check_director(services: Services, event_id: str, who: Visitor) -> None:
    with services.sessions() as session:
        store.check_director(session, store.find(session, event_id), who.user)


def _one(services: Services, event_id: str, who: Visitor) -> EventInfo:
    with services.sessions() as session:
        return info.one(session, store.find(session, event_id), who.user)


@router.post("/{event_id}/end", dependencies=[*_CHANGES, DIRECT])
def end_event(
    event_id: Id, who: SomeVisitor, services: RunningServices, session: OneSession
) -> EventInfo:
    """End an event before its last round. For directors."""
    event = directing.end(session, event_id, who.user, services.clock())
    return info.one(session, event, who.user)


@router.post("/{event_id}/cancel", dependencies=[*_CHANGES, DIRECT])
async def cancel_event(event_id: Id, who: SomeVisitor, services: RunningServices) -> EventInfo:
    """Call an event off; its games go on. For directors."""

    def note() -> list[str]:
        with services.sessions.begin() as session:
            directing.cancel(session, event_id, who.user, services.clock())
            return directing.tables_of(session, event_id, adjourned=True)

    tables = await run_in_threadpool(note)
    await _change_tables(services, tables, resume)
    return await run_in_threadpool(_one, services, event_id, who)


@router.get(
    "/{event_id}/embed",
    response_class=EmbeddedPage,
    dependencies=[Depends(limited(*READS, "events"))],
)
def embed_standings(
    event_id: Id, services: RunningServices, session: ReadingSession, language: Language
) -> Response:
    """Return the standings as a small page for a frame of another site, as visitors see them."""
    user = viewer(services, None)
    event = store.find(session, event_id)
    store.check_view(session, event, user)
    shown = info.one(session, event, user)
    words = catalog_of("entente.server", language)
    people = {each.number: each.name or each.computer or "" for each in shown.people}
    heads = ("page.place", "page.player", "page.points")
    head = "".join(f"<th>{escape(words.get(each))}</th>" for each in heads)
    rows = "".join(
        f"<tr><td>{line.place}</td><td>{escape(people.get(line.entry, ''))}</td>"
        f"<td>{line.points:g}</td></tr>"
        for line in shown.standings
    )
    return EmbeddedPage(
        headers=frame_headers(),
        content=f'<!doctype html><html lang="{language}"><head><meta charset="utf-8">'
        f"<title>{escape(shown.name)}</title></head><body><table><caption>{escape(shown.name)}"
        f"</caption><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></body></html>",
    )
