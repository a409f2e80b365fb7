"""`why`: why a computer player did what it did, with the eyes of the one person who plays it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from entente.cli.mistake import mistake
from entente.cli.setting import Context, find_seat
from entente.kernel import Message, Mistake, Seat
from entente.kernel.match import known_to
from entente.kernel.record import AnyMatch
from entente.players import USUAL
from entente.players.figures import reasons
from entente.players.minds import LEVELS
from entente.players.registry import COLON
from entente.players.thought import Thought
from entente.players.watching import imagined, opened, orders_read, watch
from entente.players.why import Teller, has_chosen

MOST = 12  # moves that are gone through for one of which something can be said


class Seen(NamedTuple):
    """A move of a computer player that somebody knows of, counted from 1: its action, as far as it
    is known, and what he has read of it since it was opened."""

    number: int
    seat: Seat
    action: str | None
    read: list[Message]


class Reason(NamedTuple):
    """What is told of a move, and whether it was chosen for something, as far as one can see."""

    sentences: list[str]
    was_chosen: bool


class Reasons:
    """Tells of the computer players' moves whoever plays alone against them."""

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

    def tell(self, text: str) -> None:
        """`why` or `why france`: the last move, of anybody or of a seat, that was chosen for
        something; `why 2`: the last but one, whatever it was."""
        screen, language = self.context.screen, self.context.language
        if len(self.people) != 1:
            screen.prose(self.context.words("play.why_shared"), "yellow")
            return
        try:
            asked = self._asked(text)
        except Mistake as refused:
            screen.line(refused.said(language), "yellow")
            return
        told = (self._reason(seen) for seen in reversed(asked))
        last = next(told)
        free = last if last.was_chosen else next((each for each in told if each.was_chosen), last)
        for sentence in free.sentences:
            screen.prose(sentence)

    def _asked(self, text: str) -> list[Seen]:
        """The moves that may be meant, the latest at the end; Mistake where there is none."""
        found = self._seen()
        if text and not text.isdecimal():
            seat = find_seat(self.match.game, self.names, text, self.context.language)
            found = [each for each in found if each.seat == seat]
        number = int(text[:9]) if text.isdecimal() else 1
        if not found:
            raise mistake("mistake.why_nothing")
        if not 1 <= number <= len(found):
            raise mistake("mistake.why_number", text=text, most=len(found))
        return [found[-number]] if text.isdecimal() else found[-MOST:]

    def _seen(self) -> list[Seen]:
        """The computers' moves that the person knows of."""
        (me,), match = self.people, self.match
        again, found = match.again(), list[Seen]()
        for number, move in enumerate(match.moves[match.first :], start=match.first + 1):
            if move.seat != me:
                known = known_to(again.position, me, move)
                hidden = known.action is None
                if known.seen and not hidden:
                    found.append(Seen(number, move.seat, known.action, []))
                elif known.seen and orders_read(match, move.seat, me, number - 1):
                    read = opened(match, again.position, move.seat, me, number - 1)
                    found.append(Seen(number, move.seat, read.action, read.lines))
            again.repeat(move)
        return found

    def _reason(self, seen: Seen) -> Reason:
        """What can be said of a move out of what the person himself knows."""
        (me,), match, language = self.people, self.match, self.context.language
        game = match.game
        again = match.again()
        again.replay(match.moves[match.first : seen.number - 1])
        before = again.position.copy()
        again.repeat(match.moves[seen.number - 1])
        level = self._level(seen.seat)
        found = None
        if seen.action is not None:
            found = watch(imagined(before, me), seen.seat, level, seen.action)
        worths = found.worths if found is not None else {}
        teller = Teller(game, seen.seat, level, worths, language)
        figures = teller.changed(reasons(before, again.position, seen.seat))
        thought = found.thought if found is not None else None
        sentences = teller.watched(
            teller.seen(seen.action, seen.read), seen.action, thought, figures
        )
        return Reason(sentences, thought is None or _says_something(thought))

    def _level(self, seat: Seat) -> str:
        """The level that thinks about a move: that of the player, if it has one."""
        kind = self.names[seat].partition(COLON)[0]
        return kind if kind in LEVELS else USUAL


def _says_something(thought: Thought) -> bool:
    """Whether anything was compared, or speaks for what was done."""
    return has_chosen(thought) and (len(thought.lines) > 1 or bool(thought.reasons))
