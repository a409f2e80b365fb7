"""`why`: explain a computer player's moves from what the user knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entente.cli.common_args import Context, find_seat
from entente.cli.user_error import user_error
from entente.kernel import Message, Seat, UserError
from entente.kernel.match import known_to
from entente.kernel.record import AnyMatch
from entente.players import turn_summary
from entente.players.explanation import ExplanationWriter, has_chosen
from entente.players.figures import reasons
from entente.players.levels import level_of
from entente.players.move_review import AnalysisResult, imagined, opened, orders_read, watch
from entente.players.player import AnyPosition
from entente.players.search_result import SearchResult

MOST = 12  # moves that are gone through for one of which something can be said


class SeenMove(NamedTuple):
    """A computer player's move that the user knows, counted from 1.

    It has its action, as far as known, and the log entries about it.
    """

    number: int
    seat: Seat
    action: str | None
    read: list[Message]


class ReplayedMove(NamedTuple):
    """A move with the positions right before it and right after it."""

    seen: SeenMove
    before: AnyPosition
    after: AnyPosition


class Reason(NamedTuple):
    """The explanation of a move, and whether it was chosen for a visible reason."""

    sentences: list[str]
    was_chosen: bool


class Reasons:
    """Explain the computer players' moves to a user who plays alone against them."""

    def __init__(
        self,
        match: AnyMatch,
        names: Mapping[Seat, str],
        people: Sequence[Seat],
        context: Context,
    ) -> None:
        self.match = match
        self.names = names
        self.people = people
        self.context = context

    def explain(self, text: str) -> None:
        """Answer `why` or `why france` for the last turn, of any seat or of one; if that was one
        move, for the last with a reason. `why 2` is the last move but one."""
        screen, language = self.context.screen, self.context.language
        if len(self.people) != 1:
            screen.prose(self.context.words("play.why_shared"), "yellow")
            return
        try:
            candidates = self._candidates(text)
        except UserError as refused:
            screen.line(refused.text(language), "yellow")
            return
        turn = self._last_turn(candidates)
        sentences = self._of_turn(turn) if len(turn) > 1 else self._of_one(candidates)
        for sentence in sentences:
            screen.prose(sentence)

    def _candidates(self, text: str) -> list[SeenMove]:
        """Return the moves that may be meant, the latest last; raise UserError if there are
        none."""
        moves = self._seen()
        if text and not text.isdecimal():
            seat = find_seat(self.match.game, self.names, text, self.context.language)
            moves = [each for each in moves if each.seat == seat]
        number = int(text[:9]) if text.isdecimal() else 1
        if not moves:
            raise user_error("mistake.why_nothing")
        if not 1 <= number <= len(moves):
            raise user_error("mistake.why_number", text=text, most=len(moves))
        return [moves[-number]] if text.isdecimal() else moves

    def _seen(self) -> list[SeenMove]:
        """Return the computers' moves that the user knows."""
        (me,), match = self.people, self.match
        again, moves = match.from_start(), list[SeenMove]()
        for number, move in enumerate(match.moves[match.first :], start=match.first + 1):
            if move.seat != me:
                known = known_to(again.position, me, move)
                hidden = known.action is None
                if known.seen and not hidden:
                    moves.append(SeenMove(number, move.seat, known.action, []))
                elif known.seen and orders_read(match, move.seat, me, number - 1):
                    read = opened(match, again.position, move.seat, me, number - 1)
                    moves.append(SeenMove(number, move.seat, read.action, read.lines))
            again.repeat(move)
        return moves

    def _last_turn(self, candidates: Sequence[SeenMove]) -> list[SeenMove]:
        """Return the moves of the seat that moved last, since the user's previous action."""
        (me,), last = self.people, candidates[-1]
        before = enumerate(self.match.moves[: last.number], start=1)
        mine = max((number for number, move in before if move.seat == me), default=0)
        return [each for each in candidates if each.seat == last.seat and each.number > mine]

    def _made(self, turn: Sequence[SeenMove]) -> list[ReplayedMove]:
        """Return the positions before and after each move of a turn."""
        match, first = self.match, turn[0].number
        again = match.from_start()
        again.replay(match.moves[match.first : first - 1])
        wanted, replayed = {each.number: each for each in turn}, list[ReplayedMove]()
        for number in range(first, turn[-1].number + 1):
            seen = wanted.get(number)
            before = again.position.copy() if seen is not None else None
            again.repeat(match.moves[number - 1])
            if seen is not None and before is not None:
                replayed.append(ReplayedMove(seen, before, again.position.copy()))
        return replayed

    # -- one move

    def _of_one(self, candidates: Sequence[SeenMove]) -> list[str]:
        """Return the last move with a reason, among the last few."""
        reasons = (self._reason(seen) for seen in reversed(candidates[-MOST:]))
        last = next(reasons)
        free = (
            last if last.was_chosen else next((each for each in reasons if each.was_chosen), last)
        )
        return free.sentences

    def _reason(self, seen: SeenMove) -> Reason:
        """Return the explanation of a move from what the user knows."""
        (made,) = self._made([seen])
        analysis = self._watched(made)
        search = None if analysis is None else analysis.search
        writer = self._writer(seen.seat, analysis)
        figures = writer.changed(reasons(made.before, made.after, seen.seat))
        sentences = writer.watched(
            writer.seen(seen.action, seen.read), seen.action, search, figures
        )
        return Reason(sentences, search is None or _says_something(search))

    # -- a turn

    def _of_turn(self, turn: Sequence[SeenMove]) -> list[str]:
        """Return the main moves of a turn, the important ones first, like the page."""
        made = self._made(turn)
        analysed = [(each, self._watched(each)) for each in made[-turn_summary.THOUGHT :]]
        deeds = [
            turn_summary.TurnMove(each.seen.number, each.seen.action, of)
            for each, of in analysed
            if each.seen.action is not None
        ]
        seat = turn[-1].seat
        writer = self._writer(seat, next((of for _, of in reversed(analysed) if of), None))
        main, _ = turn_summary.main_moves(writer, deeds)
        figures = writer.changed(reasons(made[0].before, made[-1].after, seat))
        return [
            writer.whose(),
            *turn_summary.source(writer, "imagined", deeds),
            *turn_summary.sentences(writer, main, len(turn) - len(main)),
            *writer.changes(figures, "why.turn.changed"),
        ]

    # -- both

    def _watched(self, made: ReplayedMove) -> AnalysisResult | None:
        """Return what the mover's level thinks of a move, in a determinization for the user."""
        (me,), seen = self.people, made.seen
        if seen.action is None:
            return None
        level = level_of(self.names[seen.seat])
        return watch(imagined(made.before, me), seen.seat, level, seen.action)

    def _writer(self, seat: Seat, analysis: AnalysisResult | None) -> ExplanationWriter:
        worths = {} if analysis is None else analysis.worths
        level = level_of(self.names[seat])
        return ExplanationWriter(self.match.game, seat, level, worths, self.context.language)


def _says_something(search: SearchResult) -> bool:
    """Return whether lines were compared or a reason is known."""
    return has_chosen(search) and (len(search.lines) > 1 or bool(search.reasons))
