"""Questions: what every decision of this game has in common."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from entente.games.turmoil.context import TurmoilContext, frame_number, frame_text
from entente.games.turmoil.targets import CARD, fits, kind_of
from entente.kernel import (
    END,
    Catalog,
    Choose,
    DecisionStep,
    Frame,
    Menu,
    Message,
    Refusal,
    Seat,
    refuse,
    say,
)
from entente.kernel.grammar import (
    OTHER_KIND,
    UNKNOWN,
    ParseError,
    Pattern,
    no_such_verb,
    other_kind,
)
from entente.kernel.menu import verbs
from entente.kernel.reading import read, spell
from entente.kernel.stack import ask_again

DONE = "done"
_NUMBER = re.compile(r"#?(\d{1,3})")


class TurmoilQuestion(DecisionStep[TurmoilContext]):
    """A decision whose answers are verbs and things.

    Whatever else is said or clicked gets its reason: by `because` why an answer is not allowed that
    makes sense, or whether something could be said of the thing in any answer at all.
    """

    secret: ClassVar[bool] = False  # what is answered is for the answering seat's eyes

    @property
    def verb(self) -> str:
        """The verb of a question that has one beside `done`."""
        return self.grammar[0].partition(" ")[0]

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Sequence[str]:
        """Everything that a seat may do."""
        raise NotImplementedError

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, verb: str, words: list[str]
    ) -> Refusal | None:
        """Explain why something that makes sense may not be done."""
        raise NotImplementedError

    def explain_wrong_kind(
        self, t: TurmoilContext, section: str, thing: str, wanted: Sequence[str]
    ) -> Refusal:
        """A thing was named that is none of those wanted."""
        return other_kind(section, thing, kind_of(t.board, thing), wanted)

    def explain_target(
        self, t: TurmoilContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        *before, thing = things
        known = not before and kind_of(t.board, thing)
        return self._why_thing(t, frame, seat, thing) if known else None

    def shown(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: str, viewer: Seat | None
    ) -> str | None:
        return None if self.sealed or self.secret else action

    def read(
        self, t: TurmoilContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str]:
        """A card may also be named by its bare number: `ops 23`, allowed or not."""
        words = [
            _NUMBER.sub(r"C\1", word) if _NUMBER.fullmatch(word) else word for word in text.split()
        ]
        takes_cards = any(CARD in pattern.kinds for pattern in patterns(self.grammar).values())
        if words == text.split() or not takes_cards:
            return []
        menu, line = self.menu(t, frame, seat), " ".join(words)
        return read(line, menu, catalog) or [spell(line, menu, catalog)]

    def why_not(self, t: TurmoilContext, frame: Frame, seat: Seat, action: str) -> Refusal | None:
        if action == DONE:
            possible = verbs(Choose(tuple(self.answers(t, frame, seat))))
            return no_such_verb(self.rule(t, frame), DONE, possible)
        verb, *words = action.split()
        return self.why_not_answer(t, frame, seat, verb, words)

    def explain_parse_error(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: str, problem: ParseError
    ) -> Refusal | None:
        """A card without its letter, and a thing that is asked for, but not by this word."""
        section, word = self.rule(t, frame), problem.word
        if problem.what == UNKNOWN and CARD in problem.kinds and f"C{word}" in t.board.cards:
            return refuse(section, "refusal.card_number", card=f"C{word}")
        if problem.what != OTHER_KIND:
            return None
        if any(fits(problem.kind, kind) for kind in problem.kinds):
            return self._why_thing(t, frame, seat, word)
        return self.explain_wrong_kind(t, section, word, problem.wanted)

    def _why_thing(self, t: TurmoilContext, frame: Frame, seat: Seat, thing: str) -> Refusal:
        """Explain why nothing can be done with a thing, whatever the verb."""
        section, answers = self.rule(t, frame), self.answers(t, frame, seat)
        kind, wanted, written = kind_of(t.board, thing), list[str](), patterns(self.grammar)
        closed = [f"{verb} {thing}" for verb, each in written.items() if len(each.kinds) == 1]
        for answer in (*answers, *closed):
            verb, *words = answer.split()
            pattern = written[verb]
            wanted += [each for each in pattern.roles if each not in wanted and answer in answers]
            place = next((i for i, each in enumerate(pattern.kinds) if fits(kind, each)), None)
            if place is not None:
                words[place] = thing
                reason = self.why_not_answer(t, frame, seat, verb, words)
                if reason is not None:
                    return reason
        if not wanted:
            possible = verbs(Choose(tuple(answers)))
            key = "refusal.decide_first"
            return refuse(section, key, thing=thing, kind=kind, verbs=possible)
        return self.explain_wrong_kind(t, section, thing, list(dict.fromkeys(wanted)))


class SeatQuestion(TurmoilQuestion):
    """A question to one seat: what may be chosen is listed once, by `offers`."""

    def seats(self, t: TurmoilContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("side"),)

    def offers(self, t: TurmoilContext, frame: Frame) -> Sequence[str]:
        """Everything that may be done."""
        raise NotImplementedError

    def do(self, t: TurmoilContext, frame: Frame, verb: str, words: list[str]) -> bool:
        """Carry a choice out; END or STAY."""
        raise NotImplementedError

    def why(self, t: TurmoilContext, frame: Frame, verb: str, words: list[str]) -> Refusal | None:
        """Explain why something that makes sense may not be done."""
        return None

    def needed(self, t: TurmoilContext, frame: Frame) -> bool:
        offers = self.offers(t, frame)
        t.offered = (frame, offers)
        return bool(offers)

    def menu(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Menu:
        if t.offered is not None:
            asked, offers = t.offered
            if asked.args is frame.args:
                return Choose(tuple(offers))
        return Choose(tuple(self.offers(t, frame)))

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        """The question, and which card it comes from."""
        card = frame_text(frame, "card")
        return say(f"prompt.{frame.step}", card=card) if card else say(f"prompt.{frame.step}")

    def apply(self, t: TurmoilContext, frame: Frame, seat: Seat, action: str) -> bool:
        if action == DONE:
            return END
        verb, *words = action.split()
        return self.do(t, frame, verb, words)

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Sequence[str]:
        return self.offers(t, frame)

    def cautions(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: str
    ) -> Iterable[Message]:
        """To stop while choices are left."""
        if action == DONE and (left := frame_number(frame, "left")) > 0:
            yield say("caution.left", count=left)

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, verb: str, words: list[str]
    ) -> Refusal | None:
        return self.why(t, frame, verb, words)


@cache
def patterns(grammar: tuple[str, ...]) -> Mapping[str, Pattern]:
    """How answers are written, by their verbs: each verb in one way at a question."""
    return {pattern.verb: pattern for pattern in map(Pattern, grammar)}


def again(t: TurmoilContext, frame: Frame, **changes: str | int) -> None:
    """Ask the same question once more, with other particulars."""
    ask_again(t.state, frame, changes)
