"""The guided first turn: what is asked, what to do, what the others did and why.

Everything is from one seat's view: moves it may know of, public figures, and the advice of a
computer player with the same view.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from itertools import pairwise
from random import Random
from typing import Any

import msgspec

from entente.kernel import Catalog, Game, Message, Move, Position, Seat
from entente.kernel.capabilities import ClosingCheck
from entente.kernel.match import Known
from entente.kernel.wording import in_words, read_out
from entente.players import USUAL
from entente.players.explanation import ExplanationWriter
from entente.players.figures import reasons
from entente.players.move_review import orders_read
from entente.players.player import PlayerView
from entente.players.player_texts import catalog_for
from entente.players.search_result import SearchLine, SearchResult
from entente.server.problem import Problem
from entente.server.study.analysis_process import PositionData, ThinkingTask
from entente.server.study.past_positions import PastPositions
from entente.server.tables.room import Room
from entente.wire.tables import PLAYING

TURN = ("turn", "season", "year")  # parts of a stage that name the turn
MOST = 6  # moves per seat
LUCK = "guide"  # seed of the adviser


class RecentMoves(msgspec.Struct):
    """A seat's last moves in words, and what they changed."""

    seat: Seat
    moves: list[str]
    reasons: list[str]


class Guidance(msgspec.Struct):
    """Guidance for a player: `explanation` is about the decision, `others` what the others did."""

    explanation: str
    others: list[RecentMoves]
    first_turn_over: bool


class Advice(msgspec.Struct):
    """What a computer player would do, and the figures it changes at once."""

    action: str
    text: str
    reasons: list[str]


def guidance(room: Room, moments: PastPositions, seat: Seat, language: str) -> Guidance:
    """Return the guidance for a seat now."""
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
    others = _others(moves[first:], known[first:], seat, _closing(room.match.game))
    deeds = []
    for who, actions in others.items():
        words = [in_words(room.match.game, action, catalog) for action in actions]
        words = words or _read_of(room, who, seat, first, catalog)
        if words:
            why = _texts(room.match.game, reasons(before, after, who), language)
            deeds.append(RecentMoves(who, words[-MOST:], why))
    turns = room.match.game.presentation.guided_turns
    return Guidance(about, deeds, _is_over(track.stages, turns))


def _since(moves: Sequence[Move], known: Sequence[Known], seat: Seat) -> int:
    """Return the first move to report: after the player's own last.

    If all decide at once, nothing is known to have come since, and it is after the last but one.
    """
    own = [number for number, move in enumerate(moves, start=1) if move.seat == seat]
    if not own:
        return 0
    if own[-1] < len(moves) and any(each.action for each in known[own[-1] :]):
        return own[-1]
    return own[-2] if len(own) > 1 else 0


def _until(moves: Sequence[Move], known: Sequence[Known], seat: Seat) -> int:
    """Return the last move whose changes count as the others'.

    If all decide at once, everything is carried out with the last move.
    """
    theirs = [
        number
        for number, (move, knowledge) in enumerate(zip(moves, known, strict=True), start=1)
        if move.seat != seat and knowledge.action is not None
    ]
    return theirs[-1] if theirs else len(moves)


def _closing(game: Game[Any, Any]) -> set[str]:
    """Return the actions that only end a part of a turn, such as `ready`."""
    checked = (step for step in game.steps.asking.values() if isinstance(step, ClosingCheck))
    return {action for step in checked for action in step.closing}


def _others(
    moves: Sequence[Move], known: Sequence[Known], seat: Seat, closing: Set[str]
) -> dict[Seat, list[str]]:
    by_seat: dict[Seat, list[str]] = {}
    for move, knowledge in zip(moves, known, strict=True):
        if move.seat != seat:
            actions = by_seat.setdefault(move.seat, [])
            if knowledge.action is not None and knowledge.action not in closing:
                actions.append(knowledge.action)
    return by_seat


def _read_of(room: Room, who: Seat, seat: Seat, first: int, catalog: Catalog) -> list[str]:
    """Return what the log says of sealed moves once they are carried out."""
    return [catalog.say(each.message) for each in orders_read(room.match, who, seat, first)]


def _texts(game: Game[Any, Any], messages: Sequence[Message], language: str) -> list[str]:
    words = catalog_for(game, language)
    return [words.say(message) for message in messages]


def _is_over(stages: Sequence[Message | None], turns: int) -> bool:
    """Return whether the game has left its first turns."""
    named = [turn for turn in map(_turn, stages) if turn]
    changes = sum(one != other for one, other in pairwise(named))
    return changes >= turns


def _turn(stage: Message | None) -> dict[str, Any]:
    return {name: stage.args[name] for name in TURN if name in stage.args} if stage else {}


def view_of(room: Room, seat: Seat) -> PlayerView:
    """Return the view of a seat that is asked something, to be analysed while others act.

    Only against computers: against people, players think for themselves.
    """
    if not plays_computers_only(room, room.chairs[seat].user_id):
        raise Problem(403, "guide.alone")
    position = room.position.copy()
    if room.table.status != PLAYING or position.decision(seat) is None:
        raise Problem(409, "guide.not_asked")
    return PlayerView(position, seat)


def plays_computers_only(room: Room, user_id: int | None) -> bool:
    """Return whether a user plays against computers only."""
    return all(chair.user_id in (None, user_id) for chair in room.chairs.values())


def question(room: Room, seen: PlayerView) -> ThinkingTask:
    """Return the adviser's task.

    It answers alike at positions that look alike, so that its random numbers reveal nothing.
    """
    state = room.match.game.save(room.match.state)
    place = PositionData(room.table.game, room.table.overrides, room.match.game.kept_data, state)
    return ThinkingTask((place,), (LUCK,), seen.seat, USUAL)


def advice(
    seen: PlayerView, action: str, language: str, search: SearchResult | None = None
) -> Advice:
    """Return what a computer player would do for a seat, from its view, and why: what the rules
    say of it, the player's own reasons from its `search`, and the figures that change."""
    game, seat, decision = seen.game, seen.seat, seen.decision
    before = seen.determinize(Random(LUCK))
    thought = list[str]()
    if search is not None:
        line = _prudent(before, seat, search)
        action = line.action
        writer = ExplanationWriter(game, seat, USUAL, {}, language)
        reasoned = search.reasons if action == search.action else ()
        thought = writer.reasons(line.reasons or reasoned)
    after = before.copy()
    after.apply(seat, action)
    messages = [] if decision.sealed else reasons(before, after, seat)
    expected = [game.catalog(language).line(each) for each in _predicted(before, seat, action)]
    words = read_out(before, decision, action, game.catalog(language))
    return Advice(action, words, [*expected, *thought, *_texts(game, messages, language)])


def _prudent(position: Position[Any, Any], seat: Seat, search: SearchResult) -> SearchLine:
    """Return the best line whose action the rules do not warn against: a beginner who follows the
    advice is not asked to think again. The best of all, if they warn against each."""
    for line in search.lines:
        meant = position.find(seat, line.action)
        if meant is not None:
            bound = position.bind(meant[0])
            if not bound.warnings(meant[1]) and not bound.risks(meant[1]):
                return line
    return search.lines[0]


def _predicted(position: Position[Any, Any], seat: Seat, action: str) -> list[Message]:
    """Return what the rules say of an action beforehand: its cost and consequences."""
    meant = position.find(seat, action)
    if meant is None:
        return []
    decision, exact = meant
    bound = position.bind(decision)
    hint = bound.hint(exact)
    return [*([hint] if hint else []), *bound.consequences(exact)]
