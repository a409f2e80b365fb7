"""Open questions of the players at one screen, in games with open play.

A seat may have several questions at once, some of them optional, and the players at one screen may
hand over to each other at any time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from entente.cli.common_args import AnyGame, Context
from entente.cli.input_parser import COMMANDS, OPEN_PLAY
from entente.cli.menus import NUMBER
from entente.cli.output import question
from entente.kernel import Decision, DecisionStep, Seat
from entente.kernel.record import AnyMatch
from entente.kernel.text import slug


class Turn(NamedTuple):
    """The seat at the screen and its question; None: it has none."""

    seat: Seat
    decision: Decision | None


class _Switch(NamedTuple):
    """The seat to switch to and its question; None: the first."""

    seat: Seat
    window: int | None


def has_open_play(game: AnyGame) -> bool:
    """Return whether a game has steps with optional decisions."""
    return any(type(ask).waits is not DecisionStep.waits for ask in game.steps.asking.values())


class OpenQuestions:
    """The open questions of the players at a screen, and the one to switch to."""

    def __init__(self, match: AnyMatch, people: Sequence[Seat], context: Context) -> None:
        self.match = match
        self.people = people
        self.context = context
        self.words, self.screen = context.words, context.screen
        self.catalog = match.game.catalog(context.language)
        self._is_open = has_open_play(match.game)
        self.commands = (*COMMANDS, *OPEN_PLAY) if self._is_open else COMMANDS
        self._switch: _Switch | None = None

    # -- whose turn it is

    def next_turn(self, at_screen: Seat | None) -> Turn:
        """Return the question to switch to, else the first for a seat at the screen.

        In open play the seat at the screen stays while the game waits for it.
        """
        wish, self._switch = self._switch, None
        position = self.match.position
        if wish is not None:
            return Turn(wish.seat, position.decision(wish.seat, wish.window))
        decisions = [each for each in position.decisions if each.seat in self.people]
        musts = [each for each in decisions if each.must]
        kept = [each for each in musts if each.seat == at_screen] if self._is_open else []
        first = (kept or musts or decisions)[0]
        return Turn(first.seat, first)

    def others(self, decision: Decision) -> list[Decision]:
        """Return the other open questions of the seat."""
        decisions = self.match.position.decisions_for(decision.seat)
        return [each for each in decisions if each.window != decision.window]

    def number(self, decision: Decision) -> int:
        """Return the number of a question in `questions`."""
        decisions = self.match.position.decisions_for(decision.seat)
        return 1 + [each.window for each in decisions].index(decision.window)

    # -- printing

    def print_others(self, decision: Decision) -> None:
        """Print the other open questions of the seat."""
        others = self.others(decision)
        if others:
            prompts = [self.catalog.say(each.prompt) for each in others]
            self.screen.line("  " + self.words("play.also_open", questions=prompts), "dim")

    def list_questions(self, seat: Seat, present: Decision) -> None:
        """`questions`: list the questions of a seat and the other players at the screen."""
        self.list_some(self.match.position.decisions_for(seat), present)
        others = [each for each in self.people if each != seat]
        if others:
            names = [self.catalog.name("seat", each) for each in others]
            example = f"{self.words('play.command.questions')} {names[0].lower()}"
            self.screen.line(self.words("play.take_the_word", seats=names, example=example))

    def list_some(self, questions: Sequence[Decision], present: Decision) -> None:
        """List some questions with their numbers."""
        for each in questions:
            waits = f" ({self.words('play.waited_for')})" if each.must else ""
            text = question(each, self.catalog, self.context) + waits
            self.screen.parts(
                (f"{self.number(each):>4}".ljust(NUMBER), "cyan"),
                (f"[{each.section}] ", "cyan"),
                (text, "bold" if each.window == present.window else ""),
            )

    # -- turning to another question

    def switch_to(self, seat: Seat, text: str) -> bool:
        """`questions N`, `questions SEAT`: switch; False if there is no such question or seat."""
        decisions = self.match.position.decisions_for(seat)
        if (
            text.isdecimal()
            and len(text) <= len(str(len(decisions)))
            and 1 <= int(text) <= len(decisions)
        ):
            self._switch = _Switch(seat, decisions[int(text) - 1].window)
            return True
        people = self._find_people(text)
        if len(people) == 1:
            self._switch = _Switch(people[0], None)
            return True
        self.screen.line(self.words("play.no_such_question", text=text, most=len(decisions)))
        return False

    def _find_people(self, text: str) -> list[Seat]:
        """Return the seats at the screen that match a word."""
        typed = slug(text)
        names = {seat: (slug(seat), slug(self.catalog.name("seat", seat))) for seat in self.people}
        exact = [seat for seat, known in names.items() if typed in known]
        parts = {seat: f"-{'-'.join(known)}" for seat, known in names.items()}
        return exact or [seat for seat, part in parts.items() if typed and f"-{typed}" in part]
