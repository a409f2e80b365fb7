"""The guided first turn: what is asked, what one might do, what the others did and why.

Everything is told with the eyes of one seat: moves that it may know, figures that lie open, and the
advice of a computer player that sees what the seat sees.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from entente.kernel import Catalog, Message, Move, Position, Seat
from entente.kernel.match import Known
from entente.kernel.text import catalog_of
from entente.kernel.wording import in_words, read_out
from entente.players import USUAL
from entente.players.figures import reasons
from entente.players.move_review import orders_read
from entente.players.player import PlayerView
from entente.server.problem import Problem
from entente.server.study.analysis_process import PositionData, ThinkingTask
from entente.server.study.moments import Moments
from entente.server.tables.room import Room
from entente.wire.tables import PLAYING

PLAYERS = "entente.players"
TURN = ("turn", "season", "year")  # what of a stage names the turn
MOST = 6  # moves of a seat that are told
LUCK = "guide"  # the seed of what the computer player draws while it thinks


class Deed(msgspec.Struct):
    """The last moves of a seat in words, and what has changed for it."""

    seat: Seat
    moves: list[str]
    reasons: list[str]


class Guidance(msgspec.Struct):
    """What accompanies somebody: `about` tells of the question, `over` that the first turn has
    ended."""

    about: str
    others: list[Deed]
    over: bool


class Advice(msgspec.Struct):
    """What a computer player would do in one's place, and what figures that changes at once."""

    text: str
    reasons: list[str]


def guidance(room: Room, moments: Moments, seat: Seat, language: str) -> Guidance:
    """What is to be said to a seat now."""
    if room.table.status != PLAYING:
        raise Problem(409, "table.not_started")
    catalog = room.match.game.catalog(language)
    position = room.position
    decision = position.decision(seat)
    key = f"guide.{decision.step}" if decision else ""
    about = catalog.texts.get(key, "")
    track = moments.track(room)
    moves = list(room.match.moves)
    track.at(moves, len(moves))
    known = [by_viewer[seat] for by_viewer in track.known]
    first = _since(moves, known, seat)
    before = track.at(moves, first)
    after = track.at(moves, _until(moves, known, seat))
    others = _others(moves[first:], known[first:], seat)
    told = []
    for who, actions in others.items():
        words = [in_words(room.match.game, action, catalog) for action in actions]
        words = words or _read_of(room, who, seat, first, catalog)
        if words:
            why = _said(reasons(before, after, who), language)
            told.append(Deed(who, words[-MOST:], why))
    return Guidance(about, told, _is_over(track.stages))


def _since(moves: Sequence[Move], known: Sequence[Known], seat: Seat) -> int:
    """From which move on the others are told of: after one's own last. Where all decide at once,
    nothing is known to have come since, and it is after the last but one."""
    own = [number for number, move in enumerate(moves, start=1) if move.seat == seat]
    if not own:
        return 0
    if own[-1] < len(moves) and any(each.action for each in known[own[-1] :]):
        return own[-1]
    return own[-2] if len(own) > 1 else 0


def _until(moves: Sequence[Move], known: Sequence[Known], seat: Seat) -> int:
    """After which move to look at what the others changed: what one did oneself since is not
    theirs. Where all decide at once it is carried out with the last move, whoever made it."""
    theirs = [
        number
        for number, (move, knowledge) in enumerate(zip(moves, known, strict=True), start=1)
        if move.seat != seat and knowledge.action is not None
    ]
    return theirs[-1] if theirs else len(moves)


def _others(moves: Sequence[Move], known: Sequence[Known], seat: Seat) -> dict[Seat, list[str]]:
    found: dict[Seat, list[str]] = {}
    for move, knowledge in zip(moves, known, strict=True):
        if move.seat != seat:
            actions = found.setdefault(move.seat, [])
            if knowledge.action is not None:
                actions.append(knowledge.action)
    return found


def _read_of(room: Room, who: Seat, seat: Seat, first: int, catalog: Catalog) -> list[str]:
    """What was under seal is told by the log, once it is carried out."""
    return [catalog.say(each.message) for each in orders_read(room.match, who, seat, first)]


def _said(messages: Sequence[Message], language: str) -> list[str]:
    words = catalog_of(PLAYERS, language)
    return [words.say(message) for message in messages]


def _is_over(stages: Sequence[Message | None]) -> bool:
    turns = [_turn(stage) for stage in stages]
    named = [turn for turn in turns if turn]
    return bool(named) and named[0] != named[-1]


def _turn(stage: Message | None) -> dict[str, Any]:
    return {name: stage.args[name] for name in TURN if name in stage.args} if stage else {}


def view_of(room: Room, seat: Seat) -> PlayerView:
    """What a seat sees that is asked something, to be thought about while others act. Against
    people everybody thinks for himself."""
    if not plays_computers_only(room, room.chairs[seat].user_id):
        raise Problem(403, "guide.alone")
    position = room.position.copy()
    if room.table.status != PLAYING or position.decision(seat) is None:
        raise Problem(409, "guide.not_asked")
    return PlayerView(position, seat)


def plays_computers_only(room: Room, user_id: int | None) -> bool:
    """Whether somebody plays against computers only."""
    return all(chair.user_id in (None, user_id) for chair in room.chairs.values())


def question(room: Room, seen: PlayerView) -> ThinkingTask:
    """What a computer player is asked in one's place, at the desk. It answers the same at every
    table that looks the same: its luck must not tell tables apart."""
    state = room.match.game.save(room.match.state)
    place = PositionData(room.table.game, room.table.overrides, room.match.game.kept_data, state)
    return ThinkingTask((place,), (LUCK,), seen.seat, USUAL)


def advice(seen: PlayerView, action: str, language: str) -> Advice:
    """What a computer player would do for a seat, which sees no more than that."""
    game, seat, decision = seen.game, seen.seat, seen.decision
    before = seen.determinize(Random(LUCK))
    after = before.copy()
    after.apply(seat, action)
    found = [] if decision.sealed else reasons(before, after, seat)
    told = [game.catalog(language).line(each) for each in _predicted(before, seat, action)]
    words = read_out(before, decision, action, game.catalog(language))
    return Advice(words, told + _said(found, language))


def _predicted(position: Position[Any, Any], seat: Seat, action: str) -> list[Message]:
    """What the rules tell of an action before it is taken: its cost, and what follows from it."""
    meant = position.find(seat, action)
    if meant is None:
        return []
    hint = position.hint(*meant)
    return [*([hint] if hint else []), *position.consequences(*meant)]
