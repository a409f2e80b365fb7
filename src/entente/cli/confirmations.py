"""Confirmations at a terminal: repeat an action, or answer yes."""

from __future__ import annotations

import re

from entente.cli.common_args import Context
from entente.cli.input_parser import command_words
from entente.cli.questions import Questions
from entente.kernel import Decision, Seat, Slots, parse_action
from entente.kernel.capabilities import Repeatable
from entente.kernel.text import slug

BETWEEN = re.compile(r"[;,]")  # choices for several slots
QUIT = "quit"


class Confirmations:
    """Remembers the last warning. Piped input is never asked to confirm."""

    def __init__(self, questions: Questions, context: Context, *, against_computers: bool) -> None:
        self.questions = questions
        self.match = questions.match
        self.game = questions.game
        self.catalog = questions.catalog
        self.words, self.screen = context.words, context.screen
        self.against_computers = against_computers
        self._warned = ""
        self._was_repeated = False
        self._ended_by_itself = False

    def note_input(self, text: str) -> None:
        """Forget the warning about leaving once the player types an action."""
        is_command = bool(text.strip()) and slug(text.split()[0]) in command_words()
        if not is_command and self._warned == QUIT:
            self._warned = ""

    def must_quit_again(self, *, kept: bool) -> bool:
        """Return whether `quit` must be repeated because the game is not saved."""
        if not self.screen.interactive or kept or not self.match.moves:
            return False
        return self._warn_once(QUIT, self.words("play.quit_again"))

    def must_repeat(self, decision: Decision, text: str, action: str) -> bool:
        """Return whether an action must be repeated before it is taken."""
        self._was_repeated = False
        if not self.screen.interactive:
            return False
        if decision.is_irreversible(action):
            return self._warn_irreversible(decision, action)
        return self._warn_early_end(decision, action) or self._warn_omitted(decision, text, action)

    def confirm(self, decision: Decision, action: str) -> bool:
        """Warn of likely regrets and ask for confirmation, unless the action was just repeated."""
        if not self.screen.interactive or self._was_repeated:
            return True
        cautions = self.match.position.bind(decision).cautions(action)
        for caution in cautions:
            self.screen.line(self.catalog.line(caution.message), "yellow")
        return not cautions or self._ask_yes_no()

    def _ask_yes_no(self) -> bool:
        """Ask until yes or no; the end of input and Ctrl-C mean no."""
        while True:
            try:
                answer = self.screen.ask(self.words("play.all_the_same") + " ")
            except KeyboardInterrupt:
                self.screen.line()
                return False
            if answer is None or slug(answer) in self.words("play.no_words").split():
                return False
            if slug(answer) in self.words("play.yes_words").split():
                return True

    def note_action(self, seat: Seat, decision: Decision, action: str) -> bool:
        """Note an action that was taken. Return whether its step ended by itself, and the stop word
        typed by habit would now end the seat's next step.

        A step ends by itself if nothing is left to choose in it.
        """
        now = self.match.position.required_by_seat()
        goes_on = any(each.step == decision.step for each in self.match.position.decisions)
        stop = self._stop(decision)
        self._ended_by_itself = bool(stop) and action != stop and not goes_on
        self._warned = ""
        return self._ended_by_itself and seat in now and bool(self._stop(now[seat]))

    def note_undo(self) -> None:
        """Note that the current step was reached by an undo."""
        self._ended_by_itself = False

    def _warn_once(self, warning: str, text: str) -> bool:
        """Warn, unless the last warning was the same."""
        first, self._warned = self._warned != warning, warning
        self._was_repeated = not first
        if first:
            self.screen.line(text, "yellow")
        return first

    def _warn_irreversible(self, decision: Decision, action: str) -> bool:
        """Ask to repeat an irreversible action."""
        is_filled = isinstance(decision.menu, Slots)
        parts = parse_action(action).choice_texts if is_filled else [action]
        irreversible = [
            self.questions.in_words(decision, p) for p in parts if decision.is_irreversible(p)
        ]
        warning = self.words("play.grave", action=", ".join(irreversible))
        return self._warn_once(f"{decision.step}: {action}", warning)

    def _warn_early_end(self, decision: Decision, action: str) -> bool:
        """Ask to repeat a stop word typed by habit at a step that has just begun."""
        if not (self.against_computers and self._ended_by_itself):
            return False
        if action != self._stop(decision) or decision.menu.size() < 2:
            return False
        text_of_action = self.questions.in_words(decision, action)
        return self._warn_once(
            decision.step, self.words("play.nothing_done", action=text_of_action)
        )

    def _warn_omitted(self, decision: Decision, text: str, action: str) -> bool:
        """Ask once to repeat a line that leaves slots unset."""
        menu = decision.menu
        if not (self.against_computers and isinstance(menu, Slots)):
            return False
        chosen = dict(zip(menu.slots, parse_action(action).choice_texts, strict=True))
        unchanged = {slot: each for slot, each in chosen.items() if each == menu.slots[slot][0]}
        left = [each for slot, each in unchanged.items() if slot not in menu.seldom]
        entered = sum(1 for part in BETWEEN.split(text) if part.strip())
        if entered - (len(chosen) - len(unchanged)) >= len(left):
            return False
        choices = ", ".join(map(self.catalog.write, left))
        return self._warn_once(" ".join(text.split()), self.words("play.left_out", choices=choices))

    def _stop(self, decision: Decision) -> str:
        """Return the action that ends a repeated step."""
        step = self.game.steps.asking.get(decision.step)
        return step.stop() if step is not None and isinstance(step, Repeatable) else ""
