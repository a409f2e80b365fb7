"""Why a computer player made a move.

If everything may be known, it thinks again with the seed it had. During a game only a player
against computers alone gets explanations, from positions sampled from their own view, so that
nothing hidden is revealed.
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
from entente.players.move_review import SEED, AnalysisResult, imagined, opened
from entente.players.search_result import SearchResult as Thinking
from entente.players.turn_summary import TurnMoveText
from entente.server.live.player_process import character_seed, thinking_seed
from entente.server.problem import Problem
from entente.server.study.analysis import all_known
from entente.server.study.analysis_process import (
    ObservedMove,
    ThinkingTask,
    review_move,
    review_moves,
    think,
    think_of_all,
)
from entente.server.study.analysis_requests import (
    AnalysisJob,
    AnalysisRequest,
    MoveAnalysis,
    analysis_text,
)
from entente.server.study.guide import plays_computers_only
from entente.server.study.past_positions import up_to
from entente.wire.tables import OPEN

LONGEST = 200  # maximum moves searched for a turn

Source = Literal["repeated", "now", "imagined"]


class MoveExplanation(msgspec.Struct):
    """Why a move was made.

    `player` is the computer player that made it; None for a person. For a turn of several moves,
    `main_moves` are the main ones, most important first, `others` counts the rest, and everything
    but the figures is about the turn.

    `source`: `repeated`, what it thought then; `now`, what a level thinks of the move now;
    `imagined`, the same from what the user knows.

    `figures` are what the move has changed; `rank` is its place among the compared lines, 1 being
    the best; None if it was not compared. `continuation` is what was expected after it, `threat`
    what was feared; both are empty without a rank. `sentences` say all of it, including the move;
    `reasons` only what is not elsewhere.
    """

    move: int
    seat: Seat
    action: str | None
    text: str | None
    things: list[str]
    player: str | None
    source: Source
    sentences: list[str]
    reasons: list[str]
    figures: list[str]
    rank: int | None
    continuation: list[StepText]
    threat: list[StepText]
    analysis: MoveAnalysis | None
    main_moves: list[TurnMoveText] = []
    others: int = 0


def explain_move(
    request: AnalysisRequest, since: int | None = None
) -> AnalysisJob[MoveExplanation]:
    """Explain a move to a user who may know it.

    With `since`, explain all moves of its seat after that number.
    """
    room, user = request.room, request.user
    if room.table.status == OPEN:
        raise Problem(409, "table.not_started")
    if room.table.exercise is not None:
        raise Problem(403, "study.not_yet")
    if all_known(room, user):
        turn = _turn(request, room.match.seats, since)
        return _known_turn(request, turn) if len(turn) > 1 else _known(request)
    if not room.seats_of(user.id):
        raise Problem(403, "study.not_yet")
    if not plays_computers_only(room, user.id):
        raise Problem(403, "guide.alone")
    turn = _turn(request, room.seats_of(user.id), since)
    return _reviewed_turn(request, turn) if len(turn) > 1 else _reviewed(request)


def _turn(request: AnalysisRequest, eyes: Sequence[Seat], since: int | None) -> list[int]:
    """Return the moves of a turn in visible numbers.

    They are those that the seat of the last one made after `since` moves.
    """
    number = _number(request.number)
    if since is None:
        return [number]
    seats = list[tuple[int, Seat]]()
    for each in range(max(since, number - LONGEST) + 1, number + 1):
        moves, true_number = up_to(request.room, eyes, each)
        seats.append((each, moves[true_number - 1].seat))
    return [each for each, seat in seats if seat == seats[-1][1]]


# -- with full knowledge


def _known(request: AnalysisRequest) -> AnalysisJob[MoveExplanation]:
    """Repeat what the player thought, with its seed; otherwise let a level think about it now."""
    room, number = request.room, _number(request.number)
    after, before = request.position(number), request.position(number - 1)
    with room.lock:
        move = room.match.moves[number - 1]
        player = room.player(move.seat)
    own = player if player and player.partition(":")[0] in LEVELS else None
    if own is not None:
        task = _original_task(request, move, own)
    else:
        task = ThinkingTask(
            (request.place(before),), (SEED,), move.seat, request.level, move.action
        )

    thinker = own or request.level

    def render(result: AnalysisResult) -> MoveExplanation:
        how: Source = "repeated" if own is not None and result.chosen else "now"
        writer = ExplanationWriter(
            room.match.game, move.seat, thinker, result.worths, request.language
        )
        source = "person" if player is None else how
        figures = writer.changed(reasons(before, after, move.seat))
        answer = _answer(request, move.seat, move.action, player, how)
        judged = writer.judged(result.search, move.action)
        origin = writer.source(source)
        made = writer.made(answer.text)
        answer.sentences = [made, origin, *judged, *writer.changes(figures)]
        verdict = writer.verdict(result.search, move.action)
        answer.reasons = verdict if source == "repeated" else [origin, *verdict]
        answer.figures = figures
        _set_place(answer, writer, result.search)
        answer.analysis = analysis_text(request, move.seat, thinker, result, number - 1)
        return answer

    key = request.key("why", task.places, move.seat, task.player, move.action, task.seeds)
    return AnalysisJob(think, task, key, render)


def _original_task(request: AnalysisRequest, move: Move, player: str) -> ThinkingTask:
    """Return the positions at which the player may have thought, with its seeds and character.

    The start of its run, from which it has followed its plan; right before the move; or before
    moves of other computers that were asked together.
    """
    room, number = request.room, request.number
    with room.lock:
        match, versions = room.match, room.versions
        window = match.windows[number - 1]
        first = number - 1
        while first > match.first and number - first <= len(match.seats):
            other = match.moves[first - 1].seat
            if other == move.seat or room.player(other) is None:
                break
            first -= 1
        own = drawn(player, room.table.game, character_seed(room.table.seed, move.seat))
        starts = (number - 1, *range(first, number - 1))
        runs = {each: room.run_of(move.seat, each) for each in starts}
        moves, windows = list(match.moves), list(match.windows)
        seeds = [thinking_seed(room.table.seed, move.seat, each - 1) for each in versions]
    own_moves = [
        each for each in starts if request.position(each).decision(move.seat, window) is not None
    ]
    # With its plan; or, for tables of earlier releases, without one.
    ways = [(runs[each], each) for each in own_moves]
    ways += [(each, each) for each in own_moves if runs[each] < each]
    return ThinkingTask(
        tuple(request.place(request.position(begun)) for begun, _ in ways),
        tuple(seeds[begun] for begun, _ in ways),
        move.seat,
        own,
        move.action,
        tuple(
            tuple((moves[n].action, windows[n]) for n in range(begun, until))
            for begun, until in ways
        ),
    )


def _known_turn(request: AnalysisRequest, turn: Sequence[int]) -> AnalysisJob[MoveExplanation]:
    """Explain the main moves of a turn, each thought over again."""
    room = request.room
    thought_of = turn[-turn_summary.THOUGHT :]
    with room.lock:
        moves = [room.match.moves[each - 1] for each in thought_of]
        last = moves[-1]
        player = room.player(last.seat)
    own = player if player and player.partition(":")[0] in LEVELS else None
    tasks = list[ThinkingTask]()
    for each, move in zip(thought_of, moves, strict=True):
        one = request._replace(number=each)
        if own is not None:
            tasks.append(_original_task(one, move, own))
        else:
            place = request.place(request.position(each - 1))
            tasks.append(ThinkingTask((place,), (SEED,), move.seat, request.level, move.action))
    first, after = request.position(turn[0] - 1), request.position(turn[-1])

    def render(results: list[AnalysisResult]) -> MoveExplanation:
        how: Source = "repeated" if own is not None and all(x.chosen for x in results) else "now"
        source = "person" if player is None else how
        deeds = [
            turn_summary.TurnMove(each, move.action, thoughts)
            for each, move, thoughts in zip(thought_of, moves, results, strict=True)
        ]
        writer = ExplanationWriter(
            room.match.game, last.seat, own or request.level, results[-1].worths, request.language
        )
        answer = _answer(request, last.seat, last.action, player, how)
        figures = writer.changed(reasons(first, after, last.seat))
        return _explain_turn(answer, writer, deeds, len(turn), source, figures)

    places = tuple(place for each in tasks for place in each.places)
    searched = [(each.action, each.seeds) for each in tasks]
    key = request.key("why turn", places, last.seat, tasks[-1].player, *searched)
    return AnalysisJob(think_of_all, tuple(tasks), key, render)


# -- during a game


def _reviewed(request: AnalysisRequest) -> AnalysisJob[MoveExplanation]:
    """Explain a computer's move from what the user knows."""
    room, language = request.room, request.language
    mine = room.seats_of(request.user.id)
    me, game = mine[0], room.match.game
    moves, number = up_to(room, mine, _number(request.number))
    move = moves[number - 1]
    if move.seat in mine:
        raise Problem(409, "study.own_move")
    track = request.moments.track(room)
    with track.lock:
        after = track.at(moves, number)
        action = track.known[number - 1][me].action
        before = track.at(moves, number - 1)
    with room.lock:
        player = room.player(move.seat)
        read = None if action is not None else opened(room.match, before, move.seat, me, number - 1)
    level = level_of(player, request.level)
    known = action if read is None else read.action
    lines = [] if read is None else read.lines

    def render(result: AnalysisResult | None) -> MoveExplanation:
        worths = result.worths if result is not None else {}
        writer = ExplanationWriter(game, move.seat, level, worths, language)
        figures = writer.changed(reasons(before, after, move.seat))
        answer = _answer(request, move.seat, known, player, "imagined")
        made = writer.seen(known, lines)
        answer.text = answer.text or (made if lines else None)
        search = result.search if result is not None else None
        answer.sentences = writer.watched(made, known, search, figures)
        answer.reasons = writer.watched_briefly(known, search) or [made]
        answer.figures = figures
        _set_place(answer, writer, search)
        return answer

    if known is None:
        return AnalysisJob(None, None, None, render)
    places = tuple(request.place(each) for each in imagined(before, me))
    observed = ObservedMove(places, move.seat, level, known)
    return AnalysisJob(
        review_move, observed, request.key("watched", places, move.seat, known, level), render
    )


def _reviewed_turn(request: AnalysisRequest, turn: Sequence[int]) -> AnalysisJob[MoveExplanation]:
    """Explain the main moves of a computer's turn from what the user knows."""
    room, game = request.room, request.room.match.game
    mine = room.seats_of(request.user.id)
    me = mine[0]
    track = request.moments.track(room)
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
        return _reviewed(request)
    with room.lock:
        player = room.player(seat)
    level = level_of(player, request.level)
    watched = [
        ObservedMove(
            tuple(request.place(one) for one in imagined(position, me)), seat, level, action
        )
        for position, (_, action) in zip(before, seen, strict=True)
    ]

    def render(results: list[AnalysisResult | None]) -> MoveExplanation:
        worths = next((each.worths for each in reversed(results) if each is not None), {})
        writer = ExplanationWriter(game, seat, level, worths, request.language)
        deeds = [
            turn_summary.TurnMove(each, action, thoughts)
            for (each, action), thoughts in zip(seen, results, strict=True)
        ]
        answer = _answer(request, seat, seen[-1][1], player, "imagined")
        figures = writer.changed(reasons(first, after, seat))
        return _explain_turn(answer, writer, deeds, len(turn), "imagined", figures)

    places = tuple(place for each in watched for place in each.places)
    actions = (each.action for each in watched)
    key = request.key("watched turn", places, seat, level, *actions)
    return AnalysisJob(review_moves, tuple(watched), key, render)


# -- shared


def _explain_turn(
    answer: MoveExplanation,
    writer: ExplanationWriter,
    deeds: Sequence[turn_summary.TurnMove],
    moves: int,
    how: str,
    figures: list[str],
) -> MoveExplanation:
    """Summarize a turn of several moves; `how` is the source."""
    answer.main_moves, _ = turn_summary.main_moves(writer, deeds)
    answer.others = moves - len(answer.main_moves)
    source = turn_summary.source(writer, how, deeds)
    sentences = turn_summary.sentences(writer, answer.main_moves, answer.others)
    answer.sentences = [*source, *sentences, *writer.changes(figures, "why.turn.changed")]
    answer.reasons = [] if answer.source == "repeated" else source
    answer.figures = figures
    return answer


def _number(number: int) -> int:
    if not number:
        raise Problem(422, "study.no_move")
    return number


def _answer(
    request: AnalysisRequest, seat: Seat, action: str | None, player: str | None, how: Source
) -> MoveExplanation:
    """Return what is known of a move before any analysis."""
    game = request.room.match.game
    catalog = game.catalog(request.language)
    return MoveExplanation(
        move=request.number,
        seat=seat,
        action=action,
        text=None if action is None else in_words(game, action, catalog),
        things=[] if action is None else things_in(action, catalog),
        player=player,
        source=how,
        sentences=[],
        reasons=[],
        figures=[],
        rank=None,
        continuation=[],
        threat=[],
        analysis=None,
    )


def _set_place(answer: MoveExplanation, writer: ExplanationWriter, search: Thinking | None) -> None:
    """Set the move's rank among the compared lines, and what was expected after it."""
    if search is not None and answer.action is not None:
        answer.rank = writer.place(search, answer.action)
        if answer.rank is not None:
            line = writer.line(search.lines[answer.rank - 1])
            answer.continuation, answer.threat = line.continuation, line.threat
