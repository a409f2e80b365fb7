"""What a computer player thinks at a moment of a game that may be known, and how computers would
play on from there.

What is asked is prepared and told in threads; in between it is thought over at the desk.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Hashable
from hashlib import blake2b
from typing import Any, Generic, NamedTuple, TypeVar

import msgspec

from entente.kernel import Seat
from entente.kernel.wording import in_words, things_in
from entente.players.explanation import ExplanationText, ExplanationWriter, StepText
from entente.players.move_review import SEED, Thoughts
from entente.players.win_chances import chances
from entente.server.problem import Problem
from entente.server.storage.models import User
from entente.server.study.analysis import all_known
from entente.server.study.analysis_queue import AnalysisQueue
from entente.server.study.moments import Moments, up_to
from entente.server.study.thinking import Asked, Line, Place, Played, play_out, think
from entente.server.tables.room import AnyPosition, Room

Told = TypeVar("Told")


class Thought(ExplanationText):
    """What a player would do at a moment, after `move` moves, and why."""

    move: int = 0


class PlayedLine(msgspec.Struct):
    """How computers would play on from a moment, and how the seats stand after it."""

    move: int
    level: str
    steps: list[StepText]
    over: bool
    chances: dict[Seat, int]


class AnalysisRequest(NamedTuple):
    """Somebody wants to know what a level thinks of a moment of a table."""

    room: Room
    moments: Moments
    user: User
    number: int
    level: str
    language: str

    def position(self, number: int) -> AnyPosition:
        """The table after so many moves, for whoever may know all of them."""
        moves, true_number = up_to(self.room, self.room.match.seats, number)
        return self.moments.track(self.room).at(moves, true_number)

    def place(self, position: AnyPosition) -> Place:
        """A position on its way to the desk."""
        return Place.of(position, self.room.table.overrides)

    def key(self, what: str, places: tuple[Place, ...], *more: Hashable) -> Hashable:
        """By what an answer is known again."""
        state = blake2b(b"".join(each.state for each in places), digest_size=16).hexdigest()
        return (what, self.room.table.id, state, self.level, *more)


class Wanted(NamedTuple, Generic[Told]):
    """Work for the desk, by what it is remembered, and how to tell what comes of it. Where there is
    nothing to think about, there is no work."""

    work: Callable[[Any], Any] | None
    given: Any
    key: Hashable
    tell: Callable[[Any], Told]


async def answered(
    desk: AnalysisQueue, user_id: int, table_id: str, prepare: Callable[[], Wanted[Told]]
) -> Told:
    """What somebody wanted to know."""
    wanted = await asyncio.to_thread(prepare)
    found = None
    if wanted.work is not None:
        found = await desk.ask(user_id, table_id, wanted.work, wanted.given, wanted.key)
    return await asyncio.to_thread(wanted.tell, found)


def check_known(room: Room, user: User) -> None:
    """Whoever asks may know everything: the game is over, or the table is his own analysis."""
    if room.table.exercise is not None or not all_known(room, user):
        raise Problem(403, "study.not_yet")


# -- a moment


def thought_at(inquiry: AnalysisRequest, seat: Seat | None) -> Wanted[Thought]:
    """What a level thinks at a moment, for a seat that is asked something there."""
    check_known(inquiry.room, inquiry.user)
    position, match = inquiry.position(inquiry.number), inquiry.room.match
    asked = list(position.to_move)
    if seat is not None and seat not in match.seats:
        raise Problem(422, "table.no_seat", seat=seat)
    if not asked:
        raise Problem(409, "study.over")
    thinker = seat or asked[0]
    if not position.decisions_for(thinker):
        catalog = match.game.catalog(inquiry.language)
        named = [catalog.name("seat", each) for each in (thinker, *asked)]
        raise Problem(409, "study.not_asked", seat=named[0], seats=named[1:])
    given = Asked((inquiry.place(position),), (SEED,), thinker, inquiry.level)

    def tell(found: Thoughts) -> Thought:
        return told(inquiry, thinker, inquiry.level, found, inquiry.number)

    return Wanted(think, given, inquiry.key("thought", given.places, thinker), tell)


def told(
    inquiry: AnalysisRequest, seat: Seat, player: str, found: Thoughts, number: int
) -> Thought:
    """A thought in the asker's language."""
    teller = ExplanationWriter(
        inquiry.room.match.game, seat, player, found.worths, inquiry.language
    )
    return Thought(**msgspec.structs.asdict(teller.thought(found.thought)), move=number)


# -- a line


def line_from(inquiry: AnalysisRequest, answers: int) -> Wanted[PlayedLine]:
    """How computers would play on from a moment."""

    def tell(found: Played) -> PlayedLine:
        steps, standing = told_steps(inquiry, found), chances(found.worths)
        return PlayedLine(inquiry.number, inquiry.level, steps, found.over, standing)

    work, given, key, _ = played_on(inquiry, answers)
    return Wanted(work, given, key, tell)


def played_on(inquiry: AnalysisRequest, answers: int) -> Wanted[Played]:
    """The same for whoever wants to make the moves."""
    check_known(inquiry.room, inquiry.user)
    place = inquiry.place(inquiry.position(inquiry.number))
    key = inquiry.key("line", (place,), answers)
    return Wanted(play_out, Line(place, inquiry.level, answers), key, lambda found: found)


def told_steps(inquiry: AnalysisRequest, found: Played) -> list[StepText]:
    """The steps of a line in the asker's language."""
    game = inquiry.room.match.game
    catalog = game.catalog(inquiry.language)
    return [
        StepText(step.seat, step.action, in_words(game, step.action, catalog), things)
        for step, _ in found.steps
        for things in [things_in(step.action, catalog)]
    ]
