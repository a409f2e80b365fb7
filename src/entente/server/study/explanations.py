"""Why a computer player did what it did.

Where everything may be known it thinks again as it did, with the seed it had. While a game goes on,
only whoever plays against computers alone is told something of their moves: out of positions that
he himself imagines, so that nothing comes out which he does not know.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import msgspec

from entente.kernel import Move, Seat
from entente.kernel.wording import in_words, things_in
from entente.players import drawn, turn_summary
from entente.players.engines import LEVELS
from entente.players.explanation import ExplanationWriter, StepText
from entente.players.figures import reasons
from entente.players.levels import level_of
from entente.players.move_review import SEED, Thoughts, imagined, opened
from entente.players.search_result import SearchResult as Thinking
from entente.players.turn_summary import TurnMoveText
from entente.server.live.thinking import nature_of, seed_of
from entente.server.problem import Problem
from entente.server.storage.models import OPEN
from entente.server.study.analysis import all_known
from entente.server.study.guide import alone
from entente.server.study.moments import up_to
from entente.server.study.thinking import Asked, Watched, think, think_of_all, watch, watch_all
from entente.server.study.thoughts import AnalysisRequest, Thought, Wanted, told

LONGEST = 200  # moves that are looked through for those of a turn

How = Literal["repeated", "now", "imagined"]


class ToldWhy(msgspec.Struct):
    """Why a move was made. `player` is the computer player that made it; None: a person.

    Where it was asked about a turn of several moves, `deeds` are the main ones, the most important
    first, `others` counts the rest, and all but the figures tells of the turn.

    `how` says where it comes from: `repeated`, this is what it thought; `now`, what a level thinks
    of the move now; `imagined`, the same out of what the asker knows. `figures` are what the move
    has changed; `place` is the one that it has among the lines that were compared, the best being
    the first; None: it was not compared. What was expected after it stands in `then`, what was
    feared in `feared`; both are empty for a move that has no place. `sentences` say all of it, the
    move as well; `reasons` only what stands nowhere else.
    """

    move: int
    seat: Seat
    action: str | None
    text: str | None
    things: list[str]
    player: str | None
    how: How
    sentences: list[str]
    reasons: list[str]
    figures: list[str]
    place: int | None
    then: list[StepText]
    feared: list[StepText]
    thought: Thought | None
    deeds: list[TurnMoveText] = []
    others: int = 0


def why(inquiry: AnalysisRequest, since: int | None = None) -> Wanted[ToldWhy]:
    """Why a move was made, for whoever may know so much; with `since`, why all of its seat's moves
    were made after so many."""
    room, user = inquiry.room, inquiry.user
    if room.table.status == OPEN:
        raise Problem(409, "table.not_started")
    if room.table.exercise is not None:
        raise Problem(403, "study.not_yet")
    if all_known(room, user):
        turn = _turn(inquiry, room.match.seats, since)
        return _known_turn(inquiry, turn) if len(turn) > 1 else _known(inquiry)
    if not room.seats_of(user.id):
        raise Problem(403, "study.not_yet")
    if not alone(room, user.id):
        raise Problem(403, "guide.alone")
    turn = _turn(inquiry, room.seats_of(user.id), since)
    return _watched_turn(inquiry, turn) if len(turn) > 1 else _watched(inquiry)


def _turn(inquiry: AnalysisRequest, eyes: Sequence[Seat], since: int | None) -> list[int]:
    """The moves of a turn, as somebody counts them who has these seats: those that the seat which
    made the last has made after so many moves."""
    number = _number(inquiry.number)
    if since is None:
        return [number]
    seats = list[tuple[int, Seat]]()
    for each in range(max(since, number - LONGEST) + 1, number + 1):
        moves, true_number = up_to(inquiry.room, eyes, each)
        seats.append((each, moves[true_number - 1].seat))
    return [each for each, seat in seats if seat == seats[-1][1]]


# -- where everything may be known


def _known(inquiry: AnalysisRequest) -> Wanted[ToldWhy]:
    """With the seed that it had, what it thought comes again; if not, a level thinks of it now."""
    room, number = inquiry.room, _number(inquiry.number)
    after, before = inquiry.position(number), inquiry.position(number - 1)
    with room.lock:
        move = room.match.moves[number - 1]
        player = room.player(move.seat)
    own = player if player and player.partition(":")[0] in LEVELS else None
    if own is not None:
        given = _as_it_was(inquiry, move, own)
    else:
        given = Asked((inquiry.place(before),), (SEED,), move.seat, inquiry.level, move.action)

    thinker = own or inquiry.level

    def tell(found: Thoughts) -> ToldWhy:
        how: How = "repeated" if own is not None and found.chosen else "now"
        teller = ExplanationWriter(
            room.match.game, move.seat, thinker, found.worths, inquiry.language
        )
        source = "person" if player is None else how
        figures = teller.changed(reasons(before, after, move.seat))
        answer = _answer(inquiry, move.seat, move.action, player, how)
        judged = teller.judged(found.thought, move.action)
        said = teller.source(source)
        made = teller.made(answer.text)
        answer.sentences = [made, said, *judged, *teller.changes(figures)]
        verdict = teller.verdict(found.thought, move.action)
        answer.reasons = verdict if source == "repeated" else [said, *verdict]
        answer.figures = figures
        _set_place(answer, teller, found.thought)
        answer.thought = told(inquiry, move.seat, thinker, found, number - 1)
        return answer

    key = inquiry.key("why", given.places, move.seat, given.player, move.action, given.seeds)
    return Wanted(think, given, key, tell)


def _as_it_was(inquiry: AnalysisRequest, move: Move, player: str) -> Asked:
    """The places at which the player may have thought, with the seeds that it had there, and the
    character that it has through the whole game: where it began to act in a row, and has kept to
    its plan since; right before the move; or before some of other computers, where several were
    asked together."""
    room, number = inquiry.room, inquiry.number
    with room.lock:
        match, versions = room.match, room.versions
        window = match.windows[number - 1]
        first = number - 1
        while first > match.first and number - first <= len(match.seats):
            other = match.moves[first - 1].seat
            if other == move.seat or room.player(other) is None:
                break
            first -= 1
        own = drawn(player, room.table.game, nature_of(room.table.seed, move.seat))
        starts = (number - 1, *range(first, number - 1))
        runs = {each: room.run_of(move.seat, each) for each in starts}
        moves, windows = list(match.moves), list(match.windows)
        seeds = [seed_of(room.table.seed, move.seat, each - 1) for each in versions]
    asked = [
        each for each in starts if inquiry.position(each).decision(move.seat, window) is not None
    ]
    # By its plan; or, as tables of earlier releases were played, without one.
    ways = [(runs[each], each) for each in asked]
    ways += [(each, each) for each in asked if runs[each] < each]
    return Asked(
        tuple(inquiry.place(inquiry.position(begun)) for begun, _ in ways),
        tuple(seeds[begun] for begun, _ in ways),
        move.seat,
        own,
        move.action,
        tuple(
            tuple((moves[n].action, windows[n]) for n in range(begun, until))
            for begun, until in ways
        ),
    )


def _known_turn(inquiry: AnalysisRequest, turn: Sequence[int]) -> Wanted[ToldWhy]:
    """The main moves of a turn, each thought over again."""
    room = inquiry.room
    thought_of = turn[-turn_summary.THOUGHT :]
    with room.lock:
        moves = [room.match.moves[each - 1] for each in thought_of]
        last = moves[-1]
        player = room.player(last.seat)
    own = player if player and player.partition(":")[0] in LEVELS else None
    asked = list[Asked]()
    for each, move in zip(thought_of, moves, strict=True):
        one = inquiry._replace(number=each)
        if own is not None:
            asked.append(_as_it_was(one, move, own))
        else:
            place = inquiry.place(inquiry.position(each - 1))
            asked.append(Asked((place,), (SEED,), move.seat, inquiry.level, move.action))
    first, after = inquiry.position(turn[0] - 1), inquiry.position(turn[-1])

    def tell(found: list[Thoughts]) -> ToldWhy:
        how: How = "repeated" if own is not None and all(x.chosen for x in found) else "now"
        source = "person" if player is None else how
        deeds = [
            turn_summary.TurnMove(each, move.action, thoughts)
            for each, move, thoughts in zip(thought_of, moves, found, strict=True)
        ]
        teller = ExplanationWriter(
            room.match.game, last.seat, own or inquiry.level, found[-1].worths, inquiry.language
        )
        answer = _answer(inquiry, last.seat, last.action, player, how)
        figures = teller.changed(reasons(first, after, last.seat))
        return _told_turn(answer, teller, deeds, len(turn), source, figures)

    places = tuple(place for each in asked for place in each.places)
    given = [(each.action, each.seeds) for each in asked]
    key = inquiry.key("why turn", places, last.seat, asked[-1].player, *given)
    return Wanted(think_of_all, tuple(asked), key, tell)


# -- at a table that goes on


def _watched(inquiry: AnalysisRequest) -> Wanted[ToldWhy]:
    """What can be said of a computer's move out of what the asker himself knows."""
    room, language = inquiry.room, inquiry.language
    mine = room.seats_of(inquiry.user.id)
    me, game = mine[0], room.match.game
    moves, number = up_to(room, mine, _number(inquiry.number))
    move = moves[number - 1]
    if move.seat in mine:
        raise Problem(409, "study.own_move")
    track = inquiry.moments.track(room)
    with track.lock:
        after = track.at(moves, number)
        action = track.known[number - 1][me].action
        before = track.at(moves, number - 1)
    with room.lock:
        player = room.player(move.seat)
        read = None if action is not None else opened(room.match, before, move.seat, me, number - 1)
    level = level_of(player, inquiry.level)
    known = action if read is None else read.action
    lines = [] if read is None else read.lines

    def tell(found: Thoughts | None) -> ToldWhy:
        worths = found.worths if found is not None else {}
        teller = ExplanationWriter(game, move.seat, level, worths, language)
        figures = teller.changed(reasons(before, after, move.seat))
        answer = _answer(inquiry, move.seat, known, player, "imagined")
        made = teller.seen(known, lines)
        answer.text = answer.text or (made if lines else None)
        thought = found.thought if found is not None else None
        answer.sentences = teller.watched(made, known, thought, figures)
        answer.reasons = teller.watched_briefly(known, thought) or [made]
        answer.figures = figures
        _set_place(answer, teller, thought)
        return answer

    if known is None:
        return Wanted(None, None, None, tell)
    places = tuple(inquiry.place(each) for each in imagined(before, me))
    given = Watched(places, move.seat, level, known)
    return Wanted(watch, given, inquiry.key("watched", places, move.seat, known, level), tell)


def _watched_turn(inquiry: AnalysisRequest, turn: Sequence[int]) -> Wanted[ToldWhy]:
    """The main moves of a computer's turn, out of what the asker himself knows."""
    room, game = inquiry.room, inquiry.room.match.game
    mine = room.seats_of(inquiry.user.id)
    me = mine[0]
    track = inquiry.moments.track(room)
    moves, last = up_to(room, mine, turn[-1])
    seat = moves[last - 1].seat
    if seat in mine:
        raise Problem(409, "study.own_move")
    numbers = {each: up_to(room, mine, each)[1] for each in turn}
    with track.lock:
        after = track.at(moves, last)
        known = {each: track.known[number - 1][me].action for each, number in numbers.items()}
        seen = [(each, action) for each, action in known.items() if action is not None]
        seen = seen[-turn_summary.THOUGHT :]
        first = track.at(moves, numbers[turn[0]] - 1)
        before = [track.at(moves, numbers[each] - 1) for each, _ in seen]
    if not seen:
        return _watched(inquiry)
    with room.lock:
        player = room.player(seat)
    level = level_of(player, inquiry.level)
    watched = [
        Watched(tuple(inquiry.place(one) for one in imagined(position, me)), seat, level, action)
        for position, (_, action) in zip(before, seen, strict=True)
    ]

    def tell(found: list[Thoughts | None]) -> ToldWhy:
        worths = next((each.worths for each in reversed(found) if each is not None), {})
        teller = ExplanationWriter(game, seat, level, worths, inquiry.language)
        deeds = [
            turn_summary.TurnMove(each, action, thoughts)
            for (each, action), thoughts in zip(seen, found, strict=True)
        ]
        answer = _answer(inquiry, seat, seen[-1][1], player, "imagined")
        figures = teller.changed(reasons(first, after, seat))
        return _told_turn(answer, teller, deeds, len(turn), "imagined", figures)

    places = tuple(place for each in watched for place in each.places)
    actions = (each.action for each in watched)
    key = inquiry.key("watched turn", places, seat, level, *actions)
    return Wanted(watch_all, tuple(watched), key, tell)


# -- both


def _told_turn(
    answer: ToldWhy,
    teller: ExplanationWriter,
    deeds: Sequence[turn_summary.TurnMove],
    moves: int,
    how: str,
    figures: list[str],
) -> ToldWhy:
    """A turn of so many moves in short; `how` says where it comes from."""
    answer.deeds, _ = turn_summary.told(teller, deeds)
    answer.others = moves - len(answer.deeds)
    source = turn_summary.source(teller, how, deeds)
    told = turn_summary.sentences(teller, answer.deeds, answer.others)
    answer.sentences = [*source, *told, *teller.changes(figures, "why.turn.changed")]
    answer.reasons = [] if answer.how == "repeated" else source
    answer.figures = figures
    return answer


def _number(number: int) -> int:
    if not number:
        raise Problem(422, "study.no_move")
    return number


def _answer(
    inquiry: AnalysisRequest, seat: Seat, action: str | None, player: str | None, how: How
) -> ToldWhy:
    """What is said of a move before anything was thought."""
    game = inquiry.room.match.game
    catalog = game.catalog(inquiry.language)
    return ToldWhy(
        move=inquiry.number,
        seat=seat,
        action=action,
        text=None if action is None else in_words(game, action, catalog),
        things=[] if action is None else things_in(action, catalog),
        player=player,
        how=how,
        sentences=[],
        reasons=[],
        figures=[],
        place=None,
        then=[],
        feared=[],
        thought=None,
    )


def _set_place(answer: ToldWhy, teller: ExplanationWriter, thought: Thinking | None) -> None:
    """Note where the move stands among the lines of a thought, and what was expected after it."""
    if thought is not None and answer.action is not None:
        answer.place = teller.place(thought, answer.action)
        if answer.place is not None:
            line = teller.line(thought.lines[answer.place - 1])
            answer.then, answer.feared = line.then, line.feared
