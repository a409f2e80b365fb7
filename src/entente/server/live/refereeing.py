"""Refereed tables: what the host does for people who sit around a real table.

The host holds every seat, and so enters all orders by the ordinary menus. Spectators, and with them
the projected map, see what every spectator of a game sees.
"""

from __future__ import annotations

from itertools import takewhile
from typing import Any

import msgspec

from entente.kernel import Decision, Seat
from entente.server.live.timekeeper import planned
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.tables.access import check_playing
from entente.server.tables.automatic_answers import answer_automatically, reader
from entente.server.tables.room import Room
from entente.server.tables.rooms import Rooms
from entente.server.tables.seats import check_host
from entente.server.tables.table_info import stage_words
from entente.wire.prompts import Prompt, prompts

LONGEST_TIMER = 24 * 3600  # seconds
START, PAUSE, RESUME, CLEAR = "start", "pause", "resume", "clear"


class SeatSheet(msgspec.Struct):
    """What a seat writes on paper: a line for each of its orders, and what is asked."""

    seat: Seat
    title: str
    asked: list[str]
    lines: list[str]


class OrderSheets(msgspec.Struct):
    """The order sheets of all seats of a refereed table, now."""

    title: str
    stage: str | None
    sheets: list[SeatSheet]


def check_referee(room: Room, user: User) -> None:
    """Raise Problem unless this is a refereed table of the user."""
    if not room.table.refereed:
        raise Problem(403, "referee.table")
    check_host(room, user)


# -- adjudication


def adjudicate(rooms: Rooms, room: Room, user: User, language: str) -> None:
    """Submit the drafts of all seats that are asked for sealed orders, in one transaction.

    A seat without a draft gets the default of the rules; an incomplete draft is refused.
    """
    with room.lock:
        check_referee(room, user)
    rooms.refresh(room)  # another process may have stored a draft

    def work(room: Room, now: float) -> None:
        check_referee(room, user)
        check_playing(room)
        answers = _answers(room, language)
        for decision, action in answers:
            room.match.act(decision.seat, action, int(now), decision.window)
            room.write_move(now)
            room.discard_draft(decision.seat, decision.window)
        room.clear_stale_votes(now)
        answer_automatically(room, now, reader(rooms.sessions, room.table.id))

    rooms.change(room, work)


def _answers(room: Room, language: str) -> list[tuple[Decision, str]]:
    """Return the answers to all open sealed decisions."""
    answers, unfinished = list[tuple[Decision, str]](), list[Seat]()
    for decision in room.position.decisions:
        if not decision.sealed or not decision.must or decision.private:
            continue
        chair = room.chairs[decision.seat]
        has_draft = bool(chair.draft) and chair.draft_window in (None, decision.window)
        action = planned(room, decision)
        if action is None and not has_draft:
            action = room.position.bind(decision).default_answer()
        if action is None:
            unfinished.append(decision.seat)
        else:
            answers.append((decision, action))
    if unfinished:
        titles = [_title(room, seat, language) for seat in unfinished]
        raise Problem(409, "referee.unfinished", seats=titles)
    if not answers:
        raise Problem(409, "referee.nothing")
    return answers


# -- the clock


def set_timer(room: Room, user: User, action: str, seconds: int | None, now: float) -> None:
    """Start, pause, resume or clear the clock that the referee shows."""
    check_referee(room, user)
    check_playing(room)
    timer: dict[str, Any] = room.table.timer or {}
    if action == START:
        if seconds is None or not 1 <= seconds <= LONGEST_TIMER:
            raise Problem(422, "referee.seconds", most=LONGEST_TIMER // 60)
        room.table.timer = {"ends": now + seconds}
    elif action == PAUSE:
        if timer.get("ends") is None:
            raise Problem(409, "referee.timer_stopped")
        room.table.timer = {"left": max(0.0, timer["ends"] - now)}
    elif action == RESUME:
        if timer.get("left") is None:
            raise Problem(409, "referee.timer_running")
        room.table.timer = {"ends": now + timer["left"]}
    else:
        room.table.timer = None


# -- paper


def order_sheets(room: Room, user: User, language: str) -> OrderSheets:
    """Return what the players at a real table write their orders on. The room is locked."""
    check_referee(room, user)
    check_playing(room)
    catalog, sheets = room.match.game.catalog(language), list[SeatSheet]()
    for seat in room.match.seats:
        decisions = room.position.view(seat).decisions
        asked = [each for each in prompts(room.position, decisions, catalog) if each.must]
        if asked:
            lines = [line for each in asked for line in _lines(each)]
            title = _title(room, seat, language)
            sheets.append(SeatSheet(seat, title, [each.text for each in asked], lines))
    return OrderSheets(room.table.title, stage_words(room.table, language), sheets)


def _lines(asked: Prompt) -> list[str]:
    """Return the things that a decision has a slot for: the words that all its choices share."""
    lines = list[str]()
    for slot, choices in asked.slots.items():
        if any(choice.things for choice in choices):  # others are votes
            columns = zip(*(choice.label.split() for choice in choices), strict=False)
            shared = takewhile(lambda words: len(set(words)) == 1, columns)
            lines.append(" ".join(words[0] for words in shared) or slot)
    return lines


def _title(room: Room, seat: Seat, language: str) -> str:
    catalog = room.match.game.catalog(language)
    return room.match.game.presentation.seat_title(seat, room.table.options, catalog)
