"""Base classes of this game's decisions."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import ClassVar

from entente.games.turmoil.context import TurmoilContext, frame_number, frame_text
from entente.games.turmoil.targets import CARD, fits, kind_of
from entente.kernel import (
    END,
    Action,
    Catalog,
    Caution,
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
from entente.kernel.capabilities import ClosingCheck, NotationReader, TargetExplainer
from entente.kernel.caution import missed_chance
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


class TurmoilQuestion(
    DecisionStep[TurmoilContext], TargetExplainer[TurmoilContext], NotationReader[TurmoilContext]
):
    """A decision whose answers are verbs with targets.

    Anything else typed or clicked gets a reason: `why_not_answer` explains a well-formed answer
    that is not allowed; otherwise the reason says whether any answer could use the target.
    """

    secret: ClassVar[bool] = False  # only the answering seat sees the answer

    @property
    def verb(self) -> str:
        """The verb of a question with a single verb besides `done`."""
        return self.grammar[0].partition(" ")[0]

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Sequence[str]:
        """All legal actions of a seat."""
        raise NotImplementedError

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        """Explain why something that makes sense may not be done."""
        raise NotImplementedError

    def explain_wrong_kind(
        self, t: TurmoilContext, section: str, thing: str, wanted: Sequence[str]
    ) -> Refusal:
        """Explain that a target is of the wrong kind."""
        return other_kind(section, thing, kind_of(t.board, thing), wanted)

    def explain_target(
        self, t: TurmoilContext, frame: Frame, seat: Seat, things: Sequence[str]
    ) -> Refusal | None:
        *before, thing = things
        known = not before and kind_of(t.board, thing)
        return self._why_thing(t, frame, seat, thing) if known else None

    def shown(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action, viewer: Seat | None
    ) -> str | None:
        return None if self.sealed or self.secret else action.text

    def read(
        self, t: TurmoilContext, frame: Frame, seat: Seat, text: str, catalog: Catalog
    ) -> list[str]:
        """Accept a card by its bare number: `ops 23`, legal or not."""
        words = [
            _NUMBER.sub(r"C\1", word) if _NUMBER.fullmatch(word) else word for word in text.split()
        ]
        takes_cards = any(CARD in pattern.kinds for pattern in patterns(self.grammar).values())
        if words == text.split() or not takes_cards:
            return []
        menu, line = self.menu(t, frame, seat), " ".join(words)
        return read(line, menu, catalog) or [spell(line, menu, catalog)]

    def why_not(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        if action == DONE:
            possible = verbs(Choose(tuple(self.answers(t, frame, seat))))
            return no_such_verb(self.rule(t, frame), DONE, possible)
        return self.why_not_answer(t, frame, seat, action)

    def explain_parse_error(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action, problem: ParseError
    ) -> Refusal | None:
        """Explain a card without its letter, and a target of the right kind with the wrong verb."""
        section, word = self.rule(t, frame), problem.word
        if problem.what == UNKNOWN and CARD in problem.kinds and f"C{word}" in t.board.cards:
            return refuse(section, "refusal.card_number", card=f"C{word}")
        if problem.what != OTHER_KIND:
            return None
        if any(fits(problem.kind, kind) for kind in problem.kinds):
            return self._why_thing(t, frame, seat, word)
        return self.explain_wrong_kind(t, section, word, problem.wanted)

    def _why_thing(self, t: TurmoilContext, frame: Frame, seat: Seat, thing: str) -> Refusal:
        """Explain why no verb can be used with a target."""
        section, answers = self.rule(t, frame), self.answers(t, frame, seat)
        kind, wanted, written = kind_of(t.board, thing), list[str](), patterns(self.grammar)
        closed = [f"{verb} {thing}" for verb, each in written.items() if len(each.kinds) == 1]
        for answer in (*answers, *closed):
            verb, *words = self.parse(answer).words
            pattern = written[verb]
            wanted += [each for each in pattern.roles if each not in wanted and answer in answers]
            place = next((i for i, each in enumerate(pattern.kinds) if fits(kind, each)), None)
            if place is not None:
                words[place] = thing
                other = self.parse(" ".join([verb, *words]))
                reason = self.why_not_answer(t, frame, seat, other)
                if reason is not None:
                    return reason
        if not wanted:
            possible = verbs(Choose(tuple(answers)))
            key = "refusal.decide_first"
            return refuse(section, key, thing=thing, kind=kind, verbs=possible)
        return self.explain_wrong_kind(t, section, thing, list(dict.fromkeys(wanted)))


class SeatQuestion(TurmoilQuestion, ClosingCheck[TurmoilContext]):
    """A question to one seat, whose choices are listed once, by `offers`."""

    closing: ClassVar[tuple[str, ...]] = (DONE,)

    def seats(self, t: TurmoilContext, frame: Frame) -> tuple[Seat, ...]:
        return (frame.text("side"),)

    def offers(self, t: TurmoilContext, frame: Frame) -> Sequence[str]:
        """Everything that may be done."""
        raise NotImplementedError

    def do(self, t: TurmoilContext, frame: Frame, action: Action) -> bool:
        """Carry out a choice; return END or STAY."""
        raise NotImplementedError

    def why(self, t: TurmoilContext, frame: Frame, action: Action) -> Refusal | None:
        """Explain why something that makes sense may not be done."""
        return None

    def needed(self, t: TurmoilContext, frame: Frame) -> bool:
        offers = self.offers(t, frame)
        t.offered = (frame, offers)
        return bool(offers)

    def menu(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Menu:
        if t.offered is not None:
            known, offers = t.offered
            if known.args is frame.args:
                return Choose(tuple(offers))
        return Choose(tuple(self.offers(t, frame)))

    def prompt(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Message:
        """Return the question and the card it comes from."""
        card = frame_text(frame, "card")
        return say(f"prompt.{frame.step}", card=card) if card else say(f"prompt.{frame.step}")

    def apply(self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action) -> bool:
        if action.text == DONE:
            return END
        return self.do(t, frame, action)

    def answers(self, t: TurmoilContext, frame: Frame, seat: Seat) -> Sequence[str]:
        return self.offers(t, frame)

    def risks(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Iterable[Caution]:
        """Warn against stopping while choices are left."""
        if action == DONE and (left := frame_number(frame, "left")) > 0:
            yield missed_chance("caution.left", count=left)

    def why_not_answer(
        self, t: TurmoilContext, frame: Frame, seat: Seat, action: Action
    ) -> Refusal | None:
        return self.why(t, frame, action)


@cache
def patterns(grammar: tuple[str, ...]) -> Mapping[str, Pattern]:
    """Return the patterns of answers by verb; at one question each verb has one pattern."""
    return {pattern.verb: pattern for pattern in map(Pattern, grammar)}


def again(t: TurmoilContext, frame: Frame, **changes: str | int) -> None:
    """Ask the same question again, with changed arguments."""
    ask_again(t.state, frame, changes)
