"""Events as clients get them: lists, one event with its standings, the log, and CSV files."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, func, or_, select
from sqlalchemy.orm import Session

from entente.server.events import challenges, planning, seasons, store
from entente.server.events.scoring.standings import StandingLine, TeamStanding
from entente.server.events.scoring.systems import FACTS, built_in
from entente.server.events.settings import BOARDS, LADDER, SWISS, EventSettings, read_settings
from entente.server.people.member_invitations import (
    InvitedPerson,
    MemberInvitationInfo,
    invited,
    of_event,
    received,
)
from entente.server.storage.models import (
    Club,
    ClubMember,
    Event,
    EventAct,
    EventEntry,
    EventRound,
    User,
)
from entente.server.storage.models.events import (
    ACTIVE,
    ANNOUNCED,
    BOARD_OVER,
    INVITED,
    LISTED,
    UNDERWAY,
)

PAGE = 100
MOST_ACTS = 500
MOST_CHALLENGES = 200  # the last ones
_FORMULA = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run


class EventLine(msgspec.Struct):
    """An event in a list. `rounds` is 0 where it follows from the entries, or there is one only."""

    id: str
    name: str
    game: str
    format: str
    privacy: str
    status: str
    club: str | None
    club_name: str | None
    starts: int | None
    ends: int | None
    round: int
    rounds: int
    entries: int
    entered: bool
    season: int


class EntryInfo(msgspec.Struct):
    """An entry; neither `name` nor `computer`: the account is deleted."""

    number: int
    name: str | None
    computer: str | None
    team: str
    active: bool
    seed: int
    from_round: int
    byes: list[int]
    adjustment: float
    ready: bool


class BoardInfo(msgspec.Struct):
    """A board: the entry of each seat (0: a computer fills it), its table, and points once over."""

    round: int
    number: int
    kind: str
    status: str
    table: str | None
    seats: dict[str, int]
    points: dict[str, float] | None
    corrected: bool
    places: dict[str, int]


class RoundInfo(msgspec.Struct):
    """A round and its balance: repeated opponents and powers, at boards of many seats."""

    number: int
    started: int
    finished: int | None
    balance: dict[str, int]


class ChallengeInfo(msgspec.Struct):
    """A challenge in a ladder; `board` is its game, `forfeit`: the places were swapped without."""

    number: int
    challenger: int
    challenged: int
    status: str
    created: int
    expires: int
    board: int | None
    forfeit: bool


class EventInfo(EventLine):
    """An event with everything that its page shows.

    `previous` and `next` are the seasons before and after, if they may be seen. In a ladder,
    `open_to_me` are the entries that the reader may challenge now, and `my_refusals` the challenges
    that the reader has refused or not answered.
    """

    about: str
    owner: str | None
    seats: list[str]
    settings: EventSettings
    people: list[EntryInfo]
    played: list[RoundInfo]
    boards: list[BoardInfo]
    standings: list[StandingLine]
    teams: list[TeamStanding]
    is_director: bool
    my_entry: int | None
    version: int
    previous: str | None
    next: str | None
    challenges: list[ChallengeInfo]
    open_to_me: list[int]
    my_refusals: int
    my_invitations: list[MemberInvitationInfo]  # to the reader
    invited: list[InvitedPerson]  # for directors: who has not answered yet


# A number, text or list of an act, and the values before and after; None: there was none.
ActValue = str | float | list[str | int] | dict[str, float] | None


class ActInfo(msgspec.Struct):
    """A line of the log; without `by`, the server did it or the account is deleted."""

    number: int
    time: int
    by: str | None
    act: str
    args: dict[str, ActValue]


class SystemInfo(msgspec.Struct):
    """A scoring system."""

    id: str
    seats: str
    names: dict[str, str]
    formula: str


class ScoringInfo(msgspec.Struct):
    """The scoring systems, and the facts that formulas use."""

    systems: list[SystemInfo]
    facts: list[str]


def scoring_info() -> ScoringInfo:
    systems = [
        SystemInfo(each.id, each.seats, dict(each.names), each.formula.text)
        for each in built_in().values()
    ]
    return ScoringInfo(systems, sorted(FACTS))


def listed(
    session: Session,
    user: User | None,
    when: str | None,
    game: str | None,
    club: str | None,
) -> list[EventLine]:
    """Return public events, those of one's clubs and one's own, the next first."""
    shown: ColumnElement[bool] = Event.privacy == LISTED
    if user is not None:
        clubs = select(ClubMember.club_id).where(ClubMember.user_id == user.id)
        entered = select(EventEntry.event_id).where(EventEntry.user_id == user.id)
        shown = or_(
            shown, Event.owner_id == user.id, Event.club_id.in_(clubs), Event.id.in_(entered)
        )
    query = select(Event).where(shown)
    if when is not None:
        states = {"upcoming": (ANNOUNCED,), "running": (UNDERWAY,)}
        wanted = states.get(when)
        over = Event.status.not_in((ANNOUNCED, UNDERWAY))
        query = query.where(Event.status.in_(wanted) if wanted else over)
    if game:
        query = query.where(Event.game == game)
    if club:
        query = query.where(Event.club_id == club)
    date = func.coalesce(Event.starts, Event.created)
    query = query.order_by(date if when == "upcoming" else date.desc(), Event.id).limit(PAGE)
    return [EventLine(**_line(session, event, user)) for event in session.scalars(query)]


def _line(session: Session, event: Event, user: User | None) -> dict[str, Any]:
    settings = read_settings(event.settings)
    club = session.get(Club, event.club_id) if event.club_id else None
    count = select(func.count()).where(EventEntry.event_id == event.id, EventEntry.status == ACTIVE)
    mine = store.entry_of(session, event, user)
    return {
        "id": event.id,
        "name": event.name,
        "game": event.game,
        "format": event.format,
        "privacy": event.privacy,
        "status": event.status,
        "club": event.club_id,
        "club_name": None if club is None else club.name,
        "starts": event.starts,
        "ends": event.ends,
        "round": event.round,
        "rounds": settings.rounds if event.format in (SWISS, BOARDS) else 0,
        "entries": session.scalar(count) or 0,
        "season": event.season,
        "entered": mine is not None and mine.status == ACTIVE,
    }


def names_of(session: Session, user_ids: Iterable[int | None]) -> dict[int, str]:
    ids = {each for each in user_ids if each is not None}
    rows = session.execute(select(User.id, User.name).where(User.id.in_(ids)))
    return {row[0]: row[1] for row in rows}


def one(session: Session, event: Event, user: User | None) -> EventInfo:
    """Return an event with its standings."""
    rows = [row for row in store.entries(session, event) if row.status != INVITED]
    names = names_of(session, [*(row.user_id for row in rows), event.owner_id])
    plan = store.plan_of(session, event)
    settings = read_settings(event.settings)
    standing = planning.table(plan)
    rounds = session.scalars(
        select(EventRound).where(EventRound.event_id == event.id).order_by(EventRound.number)
    )
    mine = store.entry_of(session, event, user)
    if mine is not None and mine.status == INVITED:
        mine = None
    directs = store.is_director(session, event, user)
    asked = of_event(event)
    line = _line(session, event, user)
    line["rounds"] = planning.rounds_of(plan)
    return EventInfo(
        **line,
        about=event.about,
        owner=names.get(event.owner_id or 0),
        seats=list(plan.seats),
        settings=settings,
        people=[
            EntryInfo(
                number=row.number,
                name=names.get(row.user_id or 0),
                computer=row.computer,
                team=row.team,
                active=row.status == ACTIVE,
                seed=row.seed,
                from_round=row.from_round,
                byes=list(row.byes),
                adjustment=row.adjustment,
                ready=row.ready is not None,
            )
            for row in rows
        ],
        played=[
            RoundInfo(each.number, each.started, each.finished, each.balance) for each in rounds
        ],
        boards=_boards(session, event, plan),
        standings=standing,
        teams=planning.teams(plan, standing),
        is_director=directs,
        my_entry=None if mine is None else mine.number,
        version=event.version,
        previous=_visible(session, event.previous_id, user),
        next=_visible(session, seasons.following(session, event), user),
        challenges=[
            ChallengeInfo(**{name: getattr(each, name) for name in ChallengeInfo.__struct_fields__})
            for each in store.challenges(session, event)[-MOST_CHALLENGES:]
        ],
        open_to_me=[]
        if mine is None or event.format != LADDER
        else challenges.open_to(session, event, mine, plan),
        my_refusals=0 if mine is None else challenges.refusals_of(session, event, mine.number),
        my_invitations=[] if user is None else received(session, user, asked),
        invited=invited(session, asked) if directs else [],
    )


def _visible(session: Session, event_id: str | None, user: User | None) -> str | None:
    """Return another season of an event, if a user may see it."""
    other = session.get(Event, event_id) if event_id is not None else None
    return event_id if other is not None and store.may_view(session, other, user) else None


def _boards(session: Session, event: Event, plan: planning.EventPlan) -> list[BoardInfo]:
    scores = {(each.round, each.number): each for each in planning.scored(plan)}
    found = []
    for row in store.boards(session, event):
        score = scores.get((row.round, row.number))
        over = row.status == BOARD_OVER and score is not None
        lines = score.seats if over and score is not None else ()
        found.append(
            BoardInfo(
                round=row.round,
                number=row.number,
                kind=row.kind,
                status=row.status,
                table=row.table_id,
                seats=row.seats,
                points={line.seat: line.points for line in lines} if over else None,
                corrected=row.corrected is not None,
                places={line.seat: line.place for line in lines if line.place},
            )
        )
    return found


def acts(session: Session, event: Event) -> list[ActInfo]:
    """Return the log, the last line first."""
    mine = select(EventAct).where(EventAct.event_id == event.id)
    rows = session.scalars(mine.order_by(EventAct.number.desc()).limit(MOST_ACTS)).all()
    names = names_of(session, [row.user_id for row in rows])
    return [
        ActInfo(row.number, row.time, names.get(row.user_id or 0), row.act, row.args)
        for row in rows
    ]


# -- CSV


def _cell(value: object) -> object:
    """Return a cell that no spreadsheet takes for a formula."""
    text = str(value)
    return "'" + text if isinstance(value, str) and text.startswith(_FORMULA) else value


def _csv(rows: Iterable[Iterable[object]]) -> str:
    out = io.StringIO()
    csv.writer(out).writerows([_cell(each) for each in row] for row in rows)
    return out.getvalue()


def _label(people: Mapping[int, EntryInfo], number: int) -> str:
    if number not in people:
        return ""
    each = people[number]
    return each.name or each.computer or f"#{number}"


def standings_csv(event: EventInfo) -> str:
    """Return the standings as CSV."""
    people = {each.number: each for each in event.people}
    breaks = event.settings.tie_breaks
    divided = any(line.division for line in event.standings)
    head = ["place", "entry", "name", "team", "points", "played", *breaks]
    head += ["division"] if divided else []
    rows = [
        [
            line.place,
            line.entry,
            _label(people, line.entry),
            people[line.entry].team,
            line.points,
            line.played,
            *(line.tie_breaks.get(name, "") for name in breaks),
            *([line.division] if divided else []),
        ]
        for line in event.standings
    ]
    return _csv([head, *rows])


def boards_csv(event: EventInfo) -> str:
    """Return every seat of every board as CSV."""
    people = {each.number: each for each in event.people}
    head = ["round", "board", "kind", "status", "table", "seat", "entry", "name", "points"]
    rows = []
    for board in event.boards:
        for seat, entry in board.seats.items():
            points = "" if board.points is None else board.points.get(seat, "")
            rows.append(
                [
                    board.round,
                    board.number,
                    board.kind,
                    board.status,
                    board.table or "",
                    seat,
                    entry,
                    _label(people, entry),
                    points,
                ]
            )
    return _csv([head, *rows])
