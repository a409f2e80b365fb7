"""The letters of a game without a server, with the limits of a server's table.

A letter has readers: its sender and those it is addressed to, or all. A seat knows only the letters
it may read, by numbers of its own, which tell nothing of the letters of others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from entente.agents.words import words_in
from entente.kernel import Position, Seat
from entente.kernel.chat_rules import chat_restriction, proposals
from entente.players import PlayerMessage, message_text
from entente.players.letters import (
    ACCEPT,
    COUNTER,
    DECLINE,
    Letters,
    NegotiationRules,
    Offer,
    Season,
)
from entente.wire.press import LONGEST, LONGEST_ORDER, MOST, PressProblem, checked_items, clean_text

SHOWN = 16_000  # characters of letters in a prompt


class PressLimits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rounds of letters before a decision, and what a seat may write in one of them."""

    rounds: int = 3
    letters: int = 4
    length: int = 800


class NewLetter(msgspec.Struct, frozen=True, omit_defaults=True):
    """A letter to be sent; without recipients it is for all."""

    to: tuple[Seat, ...]
    text: str = ""
    items: tuple[str, ...] = ()


class DeskLetter(NamedTuple):
    """A letter that was sent. `turn` is the number of moves made before, `season` counts the press
    phases."""

    number: int
    turn: int
    season: int
    round: int
    stage: str
    sender: Seat
    to: tuple[Seat, ...]
    text: str
    items: tuple[str, ...]
    answers: dict[Seat, str]

    def readers(self, seats: Sequence[Seat]) -> tuple[Seat, ...]:
        """Return the seats that read it, including the sender."""
        return tuple(sorted({self.sender, *self.to})) if self.to else tuple(seats)


class LetterDesk:
    """The letters of a game."""

    def __init__(self, seats: Sequence[Seat], limits: PressLimits, language: str) -> None:
        self.seats, self.limits, self.language = tuple(seats), limits, language
        self.letters = list[DeskLetter]()
        self.seasons = list[Season]()
        self.words = words_in(language)

    # -- writing

    def checked(self, position: Position[Any, Any], sender: Seat, letter: NewLetter) -> NewLetter:
        """Return a letter that may be sent now. Raise PressProblem otherwise."""
        for seat in letter.to:
            if seat not in self.seats:
                raise PressProblem("seat", name=seat[:LONGEST_ORDER], known=list(self.seats))
        to = tuple(dict.fromkeys(seat for seat in letter.to if seat != sender))
        if letter.to and not to:
            raise PressProblem("alone")
        if (refusal := chat_restriction(position)) is not None:
            reason = position.game.catalog(self.language).line(refusal.message)
            raise PressProblem("silence", reason=reason)
        if len(letter.items) > MOST:
            raise PressProblem("many_items", most=MOST)
        items = checked_items(proposals(position), letter.items)
        text = clean_text(letter.text, alone=not items)
        most = min(self.limits.length, LONGEST)
        if len(text) > most:
            raise PressProblem("long", most=most)
        return NewLetter(to, text, tuple(items))

    def post(self, sender: Seat, letter: NewLetter, turn: int, round_: int, stage: str) -> None:
        """Send a checked letter."""
        place = (len(self.letters) + 1, turn, len(self.seasons), round_, stage)
        content = (sender, letter.to, letter.text, letter.items)
        self.letters.append(DeskLetter(*place, *content, {}))

    def answerable(self, seat: Seat, number: int, answer: str) -> int:
        """Return the real number of a proposal that a seat may answer. Raise PressProblem if it may
        not. `number` is the seat's own."""
        mine = self.readable(seat)
        if answer not in (ACCEPT, DECLINE, COUNTER):
            raise PressProblem("answer", answer=answer[:LONGEST_ORDER])
        if not 1 <= number <= len(mine) or not mine[number - 1].items:
            raise PressProblem("no_proposal", number=number)
        letter = mine[number - 1]
        if letter.sender == seat:
            raise PressProblem("own_letter", number=number)
        if letter.season != len(self.seasons):
            raise PressProblem("answer_late", number=number)
        if seat in letter.answers:
            raise PressProblem("answered", number=number)
        return letter.number

    def answer(self, seat: Seat, number: int, answer: str) -> None:
        """Store an answer to the proposal with a real number; the first one counts."""
        letter = self.letters[number - 1]
        if seat not in letter.answers:
            answers = {**letter.answers, seat: answer}
            self.letters[number - 1] = letter._replace(answers=answers)

    def refusal(self, problem: PressProblem) -> str:
        """Return why a letter was not sent, in a sentence."""
        return self.words(f"press.{problem.key}", **problem.args_of_text)

    # -- reading

    def readable(self, seat: Seat) -> list[DeskLetter]:
        """Return the letters that a seat may read, oldest first."""
        return [each for each in self.letters if seat in each.readers(self.seats)]

    def letters_of(self, seat: Seat | None) -> Letters:
        """Return the proposals that a seat knows, and the past seasons; all for None."""
        known = self.letters if seat is None else self.readable(seat)
        offers = [
            Offer(e.number, e.sender, e.readers(self.seats), e.items, e.season, e.answers)
            for e in known
            if e.items
        ]
        return Letters(tuple(self.seasons), tuple(offers))

    def shown(
        self, seat: Seat, position: Position[Any, Any], rules: NegotiationRules | None
    ) -> list[str]:
        """Return the letters of a seat, each as a line of JSON, so that no text can imitate
        anything else."""
        outcomes = self._outcomes(seat, position, rules)
        catalog = position.game.catalog(self.language)

        def names(seats: Iterable[Seat]) -> list[str]:
            return [f"{catalog.name('seat', each)} ({each})" for each in seats]

        lines = list[str]()
        for number, letter in enumerate(self.readable(seat), 1):
            explained: dict[str, Any] = {"letter": number, "when": letter.stage}
            explained["from"] = names([letter.sender])[0]
            explained["to"] = names(letter.to) or self.words("reply.all")
            explained["text"] = letter.text
            if letter.items:
                explained["proposes"] = letter.items
                explained["answers"] = letter.answers
            if number_outcomes := outcomes.get(letter.number):
                explained["outcome"] = number_outcomes
            lines.append(msgspec.json.encode(explained).decode())
        return lines

    def _outcomes(
        self, seat: Seat, position: Position[Any, Any], rules: NegotiationRules | None
    ) -> Mapping[int, list[str]]:
        """Return what became of the seat's agreements, by its letters and public orders alone."""
        if rules is None:
            return {}
        facts = rules.facts(position) if rules.can_negotiate(position) else None
        if facts is None:
            return {}
        found = rules.outcomes(self.letters_of(seat), facts)
        return {
            number: [
                message_text(
                    position.game, PlayerMessage("", each.message, each.kinds), self.language
                )
                for each in grounds
            ]
            for number, grounds in found.items()
        }


def recent(lines: Sequence[str], most: int = SHOWN) -> tuple[list[str], int]:
    """Return the latest lines that fit, and how many are left out."""
    size, kept = 0, list[str]()
    for line in reversed(lines):
        size += len(line)
        if size > most and kept:
            break
        kept.append(line)
    return kept[::-1], len(lines) - len(kept)
