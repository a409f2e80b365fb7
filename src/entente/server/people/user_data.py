"""Export and delete a user's data."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TypeVar

import msgspec
from sqlalchemy import delete, exists, or_, select, update
from sqlalchemy.orm import Session

from entente.kernel import Seat
from entente.server.people import (
    accounts,
    class_data,
    oidc,
    preferences,
    two_factor,
    user_puzzles,
    user_studies,
)
from entente.server.people.own_data import (
    OwnAct,
    OwnCalendar,
    OwnChallenge,
    OwnChannel,
    OwnData,
    OwnDraft,
    OwnEntry,
    OwnIdentity,
    OwnInvitation,
    OwnMark,
    OwnMemberInvitation,
    OwnMembership,
    OwnMissedRollCalls,
    OwnMove,
    OwnNotification,
    OwnPairingRequest,
    OwnPasskey,
    OwnRating,
    OwnRelation,
    OwnReport,
    OwnResult,
    OwnSanction,
    OwnSeat,
    OwnSession,
    OwnSpectatorMessage,
    OwnSubscription,
    OwnToken,
    OwnVote,
)
from entente.server.problem import Problem
from entente.server.ratings.model import Skill
from entente.server.ratings.pace import pace_class
from entente.server.ratings.stored import ALL_TIME, strength_of
from entente.server.storage.models import (
    AccountMark,
    CalendarFeed,
    ChannelState,
    ClubBarred,
    ClubMember,
    Event,
    EventAct,
    EventChallenge,
    EventEntry,
    Invitation,
    Letter,
    MemberInvitation,
    MissedRollCall,
    Moderator,
    Move,
    MutedPlayer,
    Notice,
    PairingRequest,
    Passkey,
    Rating,
    Relation,
    Report,
    Result,
    Sanction,
    SeenSeat,
    SpectatorMessage,
    Subscription,
    Table,
    TableSeat,
    Token,
    User,
    Vote,
)
from entente.server.storage.models.events import TAKEN_BACK, WAITING
from entente.server.tables import message_drafts, prepared_answers
from entente.server.tables.chat import may_read, numbers, seats_in, written
from entente.server.tables.mutes import muted_by
from entente.server.tables.rooms import Rooms
from entente.server.tables.time_control import read_pace
from entente.wire.tables import OPEN, OVER

T = TypeVar("T", bound=msgspec.Struct)


def export(session: Session, user: User) -> OwnData:
    """Return everything stored about a user."""
    noticed = select(Notice).where(Notice.user_id == user.id).order_by(Notice.id)
    browsers = select(Subscription).where(Subscription.user_id == user.id)
    states = select(ChannelState).where(ChannelState.user_id == user.id)
    feed = session.get(CalendarFeed, user.id)
    issued = select(Token).where(Token.user_id == user.id)
    reported = select(Report).where(Report.reporter_id == user.id).order_by(Report.id)
    waiting = session.get(PairingRequest, user.id)
    missed = session.get(MissedRollCall, user.id)
    keys = select(Passkey).where(Passkey.user_id == user.id)
    finished = select(Result).where(Result.user_id == user.id).order_by(Result.finished)
    joined = select(ClubMember).where(ClubMember.user_id == user.id).order_by(ClubMember.since)
    entered = select(EventEntry).where(EventEntry.user_id == user.id).order_by(EventEntry.entered)
    done = select(EventAct).where(EventAct.user_id == user.id).order_by(EventAct.time)
    owned = select(Event.id).where(Event.owner_id == user.id).order_by(Event.created)
    barred = select(ClubBarred.club_id).where(ClubBarred.user_id == user.id)
    spoken = select(SpectatorMessage).where(SpectatorMessage.user_id == user.id)
    rated = select(Rating).where(Rating.user_id == user.id).order_by(Rating.game, Rating.pace)
    sanctioned = select(Sanction).where(Sanction.user_id == user.id).order_by(Sanction.id)
    marked = select(AccountMark).where(AccountMark.user_id == user.id).order_by(AccountMark.first)
    moderating = session.get(Moderator, user.id)
    return OwnData(
        id=user.id,
        name=user.name,
        guest=user.guest,
        email=user.email,
        language=user.language,
        created=user.created,
        preferences=preferences.preferences_of(user),
        sessions=[
            OwnSession(login.created, login.expires, login.agent)
            for login in accounts.logins(session, user)
        ],
        tables=[_table(session, table, chair, user) for table, chair in _held(session, user)],
        notifications=[_row(OwnNotification, each) for each in session.scalars(noticed)],
        push_subscriptions=[_row(OwnSubscription, each) for each in session.scalars(browsers)],
        channels=[_row(OwnChannel, each) for each in session.scalars(states)],
        calendar=None if feed is None else OwnCalendar(feed.created),
        tokens=[_row(OwnToken, each) for each in session.scalars(issued)],
        two_factor=two_factor.is_on(session, user),
        passkeys=[_row(OwnPasskey, each) for each in session.scalars(keys)],
        identities=[_row(OwnIdentity, each) for each in oidc.identities(session, user)],
        reports=[_row(OwnReport, each) for each in session.scalars(reported)],
        results=[_row(OwnResult, each) for each in session.scalars(finished)],
        ratings=[_row(OwnRating, each) for each in session.scalars(rated)],
        pairing_request=None if waiting is None else _row(OwnPairingRequest, waiting),
        missed_roll_calls=None if missed is None else _row(OwnMissedRollCalls, missed),
        last_seen=user.seen,
        people=_relations(session, user),
        invitations=_invitations(session, user),
        member_invitations=_member_invitations(session, user),
        barred_from=list(session.scalars(barred)),
        sanctions=[_row(OwnSanction, each) for each in session.scalars(sanctioned)],
        moderator_since=None if moderating is None else moderating.since,
        clubs=[_row(OwnMembership, each) for each in session.scalars(joined)],
        event_entries=[_row(OwnEntry, each) for each in session.scalars(entered)],
        event_acts=[_row(OwnAct, each) for each in session.scalars(done)],
        events=list(session.scalars(owned)),
        studies=user_studies.studies(session, user),
        study_comments=user_studies.comments(session, user),
        study_reports=user_studies.reports(session, user),
        spectator_messages=[
            _row(OwnSpectatorMessage, each)
            for each in session.scalars(
                spoken.order_by(SpectatorMessage.time, SpectatorMessage.number)
            )
        ],
        marks=[_row(OwnMark, each) for each in session.scalars(marked)],
        classes=class_data.classes(session, user),
        class_comments=class_data.comments(session, user),
        puzzle_attempts=user_puzzles.attempts(session, user),
        puzzle_ratings=user_puzzles.ratings(session, user),
        event_challenges=_challenges(session, user),
    )


def _relations(session: Session, user: User) -> list[OwnRelation]:
    """Return what a user has decided about others; what others have decided is theirs."""
    mine = (
        select(Relation.kind, Relation.other_id, User.name, Relation.created)
        .join(User, User.id == Relation.other_id)
        .where(Relation.user_id == user.id)
        .order_by(Relation.created, Relation.other_id, Relation.kind)
    )
    return [OwnRelation(*row) for row in session.execute(mine)]


def _invitations(session: Session, user: User) -> list[OwnInvitation]:
    mine = or_(Invitation.user_id == user.id, Invitation.by_id == user.id)
    stored = session.scalars(select(Invitation).where(mine).order_by(Invitation.created))
    return [
        OwnInvitation(
            each.table_id, each.user_id == user.id, each.challenge, each.created, each.expires
        )
        for each in stored
    ]


def _member_invitations(session: Session, user: User) -> list[OwnMemberInvitation]:
    mine = or_(MemberInvitation.user_id == user.id, MemberInvitation.by_id == user.id)
    stored = select(MemberInvitation).where(mine).order_by(MemberInvitation.created)
    return [
        OwnMemberInvitation(
            each.kind,
            each.event_id,
            each.study_id,
            each.user_id == user.id,
            each.created,
            each.expires,
        )
        for each in session.scalars(stored)
    ]


def _challenges(session: Session, user: User) -> list[OwnChallenge]:
    of_entry = or_(
        EventChallenge.challenger == EventEntry.number,
        EventChallenge.challenged == EventEntry.number,
    )
    mine = (
        select(EventChallenge, EventEntry.number)
        .join(EventEntry, (EventEntry.event_id == EventChallenge.event_id) & of_entry)
        .where(EventEntry.user_id == user.id)
        .order_by(EventChallenge.created, EventChallenge.number)
    )
    return [
        OwnChallenge(
            each.event_id,
            each.number,
            each.challenger == entry,
            each.status,
            each.created,
            each.answered,
        )
        for each, entry in session.execute(mine)
    ]


def _held(session: Session, user: User) -> list[tuple[Table, TableSeat]]:
    held = select(Table, TableSeat).join(TableSeat, TableSeat.table_id == Table.id)
    mine = held.where(TableSeat.user_id == user.id).order_by(
        Table.created, Table.id, TableSeat.seat
    )
    return [(row[0], row[1]) for row in session.execute(mine)]


def _table(session: Session, table: Table, chair: TableSeat, user: User) -> OwnSeat:
    """Return what a user has done in a seat."""
    moves = select(Move).where(Move.table_id == table.id, Move.seat == chair.seat)
    letters = select(Letter).where(Letter.table_id == table.id, Letter.sender == chair.seat)
    votes = select(Vote).where(Vote.table_id == table.id, Vote.seat == chair.seat)
    read = numbers(session, table.id, [chair.seat])
    muted = sorted(muted_by(session, table.id, user.id))
    drafted = message_drafts.drafts(session, table.id, user.id, [chair.seat])
    return OwnSeat(
        id=table.id,
        game=table.game,
        options=table.options,
        status=table.status,
        seat=chair.seat,
        host=table.host_id == user.id,
        created=table.created,
        notes=chair.notes,
        draft=chair.draft,
        moves=_moves(session, table, session.scalars(moves.order_by(Move.number)).all()),
        messages=[
            written(each, read.index(each.number) + 1)
            for each in session.scalars(letters.order_by(Letter.number))
            if each.number in read  # not those of an earlier player of the seat
        ],
        message_drafts=[OwnDraft(draft.conversation, draft.text) for draft in drafted],
        prepared_answers=prepared_answers.export_rows(session, table.id, chair.seat),
        muted=[each for each in map(seats_in, muted) if may_read(each, [chair.seat])],
        muted_players=sorted(
            session.scalars(
                select(MutedPlayer.seat).where(
                    MutedPlayer.table_id == table.id, MutedPlayer.user_id == user.id
                )
            )
        ),
        votes=[_row(OwnVote, each) for each in session.scalars(votes)],
    )


def _moves(session: Session, table: Table, mine: Sequence[Move]) -> list[OwnMove]:
    """Return a seat's moves. Numbers do not count hidden steps of others."""
    rows = [OwnMove(each.number, each.action, each.time, each.window) for each in mine]
    hidden = select(Move.number).where(Move.table_id == table.id, Move.private)
    others = session.scalars(hidden.where(Move.seat != mine[0].seat)).all() if mine else ()
    if table.status != OVER:
        for row in rows:
            row.number -= sum(number < row.number for number in others)
    return rows


def _row(kind: type[T], row: object) -> T:
    """Return the parts of a stored row that its owner gets."""
    return kind(**{name: getattr(row, name) for name in kind.__struct_fields__})


def refresh_person(rooms: Rooms, user_id: int) -> None:
    """Update a user's name and days off in the tables in memory."""
    with rooms.sessions() as session:
        tables = session.scalars(
            select(TableSeat.table_id).where(TableSeat.user_id == user_id)
        ).all()
    for table_id in set(tables):
        if (room := rooms.in_memory(table_id)) is not None:
            rooms.refresh(room)


def seats_to_leave(session: Session, user: User) -> dict[str, list[Seat]]:
    """Return the seats a user must leave before the deletion: at tables with other players."""
    seats: dict[str, list[Seat]] = {}
    for table, chair in _held(session, user):
        if table.status != OVER and _others_at(session, table.id, user):
            seats.setdefault(table.id, []).append(chair.seat)
    return seats


def tables_of(session: Session, user: User) -> tuple[int, int]:
    """Return the numbers of tables where a user plays alone, which are deleted, and with others."""
    tables = {table.id for table, _ in _held(session, user)}
    shared = sum(_others_at(session, table_id, user) for table_id in tables)
    return len(tables) - shared, shared


def erase(session: Session, user: User) -> None:
    """Delete an account, and the tables where no one else plays.

    Games with others stay, without the user's name, drafts and notes.
    """
    for table, chair in _held(session, user):
        if _others_at(session, table.id, user):
            chair.notes = chair.draft = ""
            table.version += 1  # cached rooms are reloaded
        else:
            session.execute(delete(Table).where(Table.id == table.id))
    class_data.delete_classes_of(session, user)
    _take_back_challenges(session, user)
    _keep_strengths(session, user)
    user_studies.leave_all(session, user)
    session.flush()
    # Open tables learn that they have lost their host.
    hosted = update(Table).where(Table.host_id == user.id, Table.status == OPEN)
    session.execute(hosted.values(version=Table.version + 1))
    gone = session.connection().execute(delete(User).where(User.id == user.id))
    if gone.rowcount != 1:  # another request of the user was faster
        raise Problem(401, "account.needed")


def _take_back_challenges(session: Session, user: User) -> None:
    """Take back the open challenges of a user in ladders: the others are free again."""
    mine = exists().where(
        EventEntry.user_id == user.id,
        EventEntry.event_id == EventChallenge.event_id,
        or_(
            EventEntry.number == EventChallenge.challenger,
            EventEntry.number == EventChallenge.challenged,
        ),
    )
    waiting = update(EventChallenge).where(EventChallenge.status == WAITING, mine)
    session.execute(
        waiting.values(status=TAKEN_BACK, answered=int(time.time())),
        execution_options={"synchronize_session": False},
    )


def _keep_strengths(session: Session, user: User) -> None:
    """Note the user's rating in the seats of rated games that go on, without the name.

    The others are rated against it when the game ends.
    """
    begun = (
        select(TableSeat, Table)
        .join(
            SeenSeat, (SeenSeat.table_id == TableSeat.table_id) & (SeenSeat.seat == TableSeat.seat)
        )
        .join(Table, Table.id == TableSeat.table_id)
        .where(SeenSeat.user_id == user.id, SeenSeat.first, Table.rated, Table.status != OVER)
    )
    for chair, table in session.execute(begun).all():
        key = (user.id, table.game, pace_class(read_pace(table.pace)), ALL_TIME)
        rating = session.get(Rating, key)
        strength = Skill() if rating is None else strength_of(rating)
        chair.deleted_mean, chair.deleted_deviation = strength


def _others_at(session: Session, table_id: str, user: User) -> bool:
    others = select(TableSeat.seat).where(
        TableSeat.table_id == table_id, TableSeat.user_id.is_not(None)
    )
    if session.scalar(others.where(TableSeat.user_id != user.id).limit(1)) is not None:
        return True
    # Another player has left the game, and will have it in their history.
    left = select(SeenSeat.seat).where(SeenSeat.table_id == table_id, SeenSeat.user_id != user.id)
    if session.scalar(left.limit(1)) is not None:
        return True
    # Another player has left the table, but has it in their history.
    past = select(Result.seat).where(Result.table_id == table_id, Result.user_id.is_not(None))
    return session.scalar(past.where(Result.user_id != user.id).limit(1)) is not None
