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
from entente.players import turns
from entente.players.figures import reasons
from entente.players.minds import LEVELS
from entente.players.registry import drawn
from entente.players.thought import Thought as Thinking
from entente.players.turns import ToldDeed
from entente.players.watching import SEED, Thoughts, imagined, opened
from entente.players.why import Teller, ToldStep
from entente.server.problem import Problem
from entente.server.storage.models import OPEN
from entente.server.study.analysis import all_known
from entente.server.study.guide import alone
from entente.server.study.moments import up_to
from entente.server.study.thinking import Asked, Watched, think, think_of_all, watch, watch_all
from entente.server.study.thoughts import Inquiry, Thought, Wanted, told

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
    then: list[ToldStep]
    feared: list[ToldStep]
    thought: Thought | None
    deeds: list[ToldDeed] = []
    others: int = 0


def why(inquiry: Inquiry, since: int | None = None) -> Wanted[ToldWhy]:
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


def _turn(inquiry: Inquiry, eyes: Sequence[Seat], since: int | None) -> list[int]:
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


def _known(inquiry: Inquiry) -> Wanted[ToldWhy]:
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
        teller = Teller(room.match.game, move.seat, thinker, found.worths, inquiry.language)
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


def _as_it_was(inquiry: Inquiry, move: Move, player: str) -> Asked:
    """The places at which the player may have thought, with the character that it has through the
    game and the seeds that it had there: right before the move; or before some or all of those of
    other computers, where all were asked together."""
    room, number = inquiry.room, inquiry.number
    with room.lock:
        match, versions = room.match, room.versions
        first = number - 1
        while first > match.first and number - first <= len(match.seats):
            other = match.moves[first - 1].seat
            if other == move.seat or room.player(other) is None:
                break
            first -= 1
        starts = dict.fromkeys((number - 1, first, *range(number - 2, first, -1)))
        own = f"{room.table.seed}/{move.seat}"
        seeds = {each: f"{own}/{versions[each] - 1}" for each in starts}
        window = match.windows[number - 1]
    found = {each: inquiry.position(each) for each in starts}
    asked = [each for each in starts if found[each].decision(move.seat, window) is not None]
    places = [inquiry.place(found[each]) for each in asked]
    name = drawn(player, match.game.info.id, own)
    return Asked(tuple(places), tuple(seeds[each] for each in asked), move.seat, name, move.action)


def _known_turn(inquiry: Inquiry, turn: Sequence[int]) -> Wanted[ToldWhy]:
    """The main moves of a turn, each thought over again."""
    room = inquiry.room
    thought_of = turn[-turns.THOUGHT :]
    with room.lock:
        moves = [room.match.moves[each - 1] for each in thought_of]
        player = room.player(moves[-1].seat)
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
            turns.Deed(each, move.action, thoughts.thought)
            for each, move, thoughts in zip(thought_of, moves, found, strict=True)
        ]
        last = moves[-1]
        teller = Teller(
            room.match.game, last.seat, own or inquiry.level, found[-1].worths, inquiry.language
        )
        answer = _answer(inquiry, last.seat, last.action, player, how)
        figures = teller.changed(reasons(first, after, last.seat))
        return _told_turn(answer, teller, deeds, len(turn), teller.source(source), figures)

    places = tuple(place for each in asked for place in each.places)
    key = inquiry.key("why turn", places, *(each.action for each in asked), asked[-1].player)
    return Wanted(think_of_all, tuple(asked), key, tell)


# -- at a table that goes on


def _watched(inquiry: Inquiry) -> Wanted[ToldWhy]:
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
    level = _level(player, inquiry.level)
    known = action if read is None else read.action
    lines = [] if read is None else read.lines

    def tell(found: Thoughts | None) -> ToldWhy:
        worths = found.worths if found is not None else {}
        teller = Teller(game, move.seat, level, worths, language)
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


def _watched_turn(inquiry: Inquiry, turn: Sequence[int]) -> Wanted[ToldWhy]:
    """The main moves of a computer's turn, out of what the asker himself knows."""
    room, game = inquiry.room, inquiry.room.match.game
    mine = room.seats_of(inquiry.user.id)
    me = mine[0]
    track = inquiry.moments.track(room)
    seen, watched = list[tuple[int, str]](), list[Watched]()
    seat = ""
    for each in turn:
        moves, number = up_to(room, mine, each)
        seat = moves[number - 1].seat
        if seat in mine:
            raise Problem(409, "study.own_move")
        with track.lock:
            track.at(moves, number)
            action = track.known[number - 1][me].action
            before = track.at(moves, number - 1)
        if action is not None:
            places = tuple(inquiry.place(one) for one in imagined(before, me))
            seen.append((each, action))
            watched.append(Watched(places, seat, _level(room.player(seat), inquiry.level), action))
    if not watched:
        return _watched(inquiry)
    seen, watched = seen[-turns.THOUGHT :], watched[-turns.THOUGHT :]
    moves, number = up_to(room, mine, turn[0])
    with track.lock:
        first = track.at(moves, number - 1)
        after = track.at(moves, up_to(room, mine, turn[-1])[1])
    with room.lock:
        player = room.player(seat)

    def tell(found: list[Thoughts | None]) -> ToldWhy:
        worths = next((each.worths for each in reversed(found) if each is not None), {})
        teller = Teller(game, seat, watched[-1].player, worths, inquiry.language)
        deeds = [
            turns.Deed(each, action, None if thoughts is None else thoughts.thought)
            for (each, action), thoughts in zip(seen, found, strict=True)
        ]
        answer = _answer(inquiry, seat, seen[-1][1], player, "imagined")
        figures = teller.changed(reasons(first, after, seat))
        return _told_turn(answer, teller, deeds, len(turn), teller.source("imagined"), figures)

    places = tuple(place for each in watched for place in each.places)
    actions = (each.action for each in watched)
    key = inquiry.key("watched turn", places, seat, watched[-1].player, *actions)
    return Wanted(watch_all, tuple(watched), key, tell)


# -- both


def _level(player: str | None, usual: str) -> str:
    """The level that thinks about a computer's move: its own, if it has one."""
    kind = (player or "").partition(":")[0]
    return kind if kind in LEVELS else usual


def _told_turn(
    answer: ToldWhy,
    teller: Teller,
    deeds: Sequence[turns.Deed],
    moves: int,
    source: str,
    figures: list[str],
) -> ToldWhy:
    """A turn of so many moves in short."""
    answer.deeds, _ = turns.told(teller, deeds)
    answer.others = moves - len(answer.deeds)
    told = turns.sentences(teller, answer.deeds, answer.others)
    answer.sentences = [source, *told, *teller.changes(figures, "why.turn.changed")]
    answer.reasons = [] if answer.how == "repeated" else [source]
    answer.figures = figures
    return answer


def _number(number: int) -> int:
    if not number:
        raise Problem(422, "study.no_move")
    return number


def _answer(
    inquiry: Inquiry, seat: Seat, action: str | None, player: str | None, how: How
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


def _set_place(answer: ToldWhy, teller: Teller, thought: Thinking | None) -> None:
    """Note where the move stands among the lines of a thought, and what was expected after it."""
    if thought is not None and answer.action is not None:
        answer.place = teller.place(thought, answer.action)
        if answer.place is not None:
            line = teller.line(thought.lines[answer.place - 1])
            answer.then, answer.feared = line.then, line.feared
