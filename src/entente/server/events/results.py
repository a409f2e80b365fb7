"""Results: what finished tables mean for their boards, and how rounds and events end."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import select
from sqlalchemy.orm import Session

from entente.kernel import Match, Seat
from entente.kernel.match import Move
from entente.server.events import planning
from entente.server.events.planning import EventPlan
from entente.server.events.scoring.systems import DRAW, LOSS, WIN, SeatFacts
from entente.server.events.settings import ARENA, LADDER
from entente.server.events.store import boards, directors, entries, locked, plan_of, tell
from entente.server.problem import Problem
from entente.server.storage.grouped_commits import Transaction
from entente.server.storage.models import Event, EventBoard, EventEntry, EventRound, Result
from entente.server.storage.models.events import (
    ADJOURNED,
    BOARD_OVER,
    BOARD_PLAYING,
    ENDED,
    UNCLEAR,
    UNDERWAY,
)
from entente.server.tables.rooms import Rooms

ROUND_OVER, UNCLEAR_BOARD = "notice.tournament_round_over", "notice.tournament_unclear"
OVER = "notice.tournament_over"


def record_result(rooms: Rooms, event_id: str, number: int, board_number: int) -> None:
    """Store the result of a board whose table is over."""
    with rooms.sessions() as session:
        board = session.get(EventBoard, (event_id, number, board_number))
        if board is None or board.status not in (BOARD_PLAYING, ADJOURNED):
            return
        found = _facts(session, rooms, board)

    def job(transaction: Transaction) -> None:
        inner = transaction.session
        event = locked(inner, event_id)
        row = inner.get(EventBoard, (event_id, number, board_number), populate_existing=True)
        if row is None or event.status != UNDERWAY:
            return
        if row.status not in (BOARD_PLAYING, ADJOURNED):
            return
        now = rooms.clock()
        row.finished = int(now)
        if found is None:
            row.status = UNCLEAR
            tell(
                inner,
                event,
                directors(inner, event),
                UNCLEAR_BOARD,
                round=number,
                board=board_number,
            )
        else:
            facts, row.year = found
            row.facts, row.status = msgspec.to_builtins(facts), BOARD_OVER
        event.version += 1
        inner.flush()
        settle(inner, event, now)

    rooms.commits.store(job)


def _facts(
    session: Session, rooms: Rooms, board: EventBoard
) -> tuple[dict[str, SeatFacts], int] | None:
    """Return the facts of a finished table; None if the director must decide."""
    if board.table_id is None:
        return None
    try:
        room = rooms.get(board.table_id)
    except Problem:  # deleted, or set aside
        return None
    with room.lock:
        outcome, match = room.outcome, room.match
        if outcome is None or not (outcome.winners or outcome.scores):  # both late: both lose
            return None
        game, state = match.game, match.state
        standing = dict(game.statistics.standing(state))
        still = set(game.playing(state)) | set(outcome.winners)
        year = game.year(state)
        replayed = match.from_start()
        moves = list(match.moves[match.first :])
    years = {}
    if any(seat not in still for seat in board.seats):
        years = last_years(replayed, moves)
    players = _players(session, board)
    alone = len(outcome.winners) == 1
    facts = {}
    for seat in board.seats:
        result = (WIN if alone else DRAW) if seat in outcome.winners else LOSS
        facts[seat] = SeatFacts(
            result=result,
            points=float(standing.get(seat, 0)),
            score=float(outcome.scores.get(seat, 0.0)),
            survived=seat in still,
            last_year=year if seat in still else years.get(seat, year),
            left=players.get(seat, False),
        )
    return facts, year


def last_years(match: Match[Any, Any], moves: Iterable[Move]) -> dict[Seat, int]:
    """Return the year in which each seat lost the last of its points, for those without any.

    `match` is before the first of `moves`, and is played to the end.
    """
    game = match.game
    found: dict[Seat, int] = {}
    for move in moves:
        year = game.year(match.state)
        match.repeat(move)
        for seat, points in game.statistics.standing(match.state).items():
            if points:
                found.pop(seat, None)
            else:
                found.setdefault(seat, year)
    return found


def _players(session: Session, board: EventBoard) -> dict[str, bool]:
    """Return for each seat whether its entrant did not finish the game.

    A substitute plays from the next round on, so the one who was seated finishes this game.
    """
    rows: dict[str, dict[int, Result]] = {}
    for row in session.scalars(select(Result).where(Result.table_id == board.table_id)):
        rows.setdefault(row.seat, {})[row.holder] = row
    found = {}
    for seat, number in board.seats.items():
        entrant = session.get(EventEntry, (board.event_id, number)) if number else None
        holders = rows.get(seat, {})
        last = holders.get(0)
        if entrant is None or entrant.computer is not None or last is None:
            found[seat] = False
        else:
            other = len(holders) > 1 and last.user_id != entrant.user_id
            found[seat] = bool(last.departure) or other
    return found


def settle(session: Session, event: Event, now: float) -> None:
    """End a round whose boards are all over, and the event after its last one."""
    rows = boards(session, event)
    current = [row for row in rows if row.round == event.round]
    late = event.ends is not None and event.ends <= now
    if event.format in (ARENA, LADDER):
        done = late and all(row.status == BOARD_OVER for row in rows)
    else:
        done = bool(current) and all(row.status in (BOARD_OVER, ADJOURNED) for row in current)
    if not done or event.status != UNDERWAY:
        return
    this_round = session.get(EventRound, (event.id, event.round))
    if this_round is not None and this_round.finished is None:
        this_round.finished = int(now)
    plan = plan_of(session, event)
    if late or event.format == ARENA or event.round >= planning.rounds_of(plan):
        if all(row.status == BOARD_OVER for row in rows):
            finish(session, event, plan)
    elif not plan.settings.automatic:
        tell(session, event, directors(session, event), ROUND_OVER, round=event.round)


def finish(session: Session, event: Event, plan: EventPlan) -> None:
    """End an event and tell everyone their place."""
    event.status = ENDED
    event.version += 1
    people = {row.number: row.user_id for row in entries(session, event)}
    for line in planning.table(plan):
        tell(session, event, [people.get(line.entry)], OVER, place=line.place)
    session.flush()
