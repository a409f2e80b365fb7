"""Questions at the terminal: the prompt, its choices and their numbers."""

from __future__ import annotations

from functools import partial

from entente.cli.common_args import Context
from entente.cli.form_input import FormInput
from entente.cli.menus import FEW, LONG, numbered, sentence, show_all, show_candidates, show_menu
from entente.cli.output import question
from entente.kernel import Decision, Pick, Seat, parse_action
from entente.kernel.record import AnyMatch
from entente.kernel.summary import cards


class Questions:
    """The decisions of a match as shown on the screen.

    A repeated decision does not show a long list each time. The numbers on the screen keep their
    meaning until a list with others is shown.
    """

    def __init__(self, match: AnyMatch, context: Context) -> None:
        self.match = match
        self.game = match.game
        self.context = context
        self.catalog = match.game.catalog(context.language)
        self.numbers: tuple[str, ...] = ()
        self.filling: FormInput | None = None
        self._last_shown: tuple[Seat, str] | None = None
        self._moves = 0

    # -- asking

    def put(self, decision: Decision) -> None:
        """Ask a decision; in a series of similar ones the choices are listed once."""
        self.filling = FormInput.of(decision.menu, self.catalog, self.context, decision.step)
        if self._goes_on(decision):
            self._ask_on(decision)
        else:
            self.ask(decision)
        self._last_shown = (decision.seat, decision.step)
        self._moves = len(self.match.moves)

    def ask(self, decision: Decision) -> None:
        """Print the question and the choices."""
        self.say(decision)
        self._print_plan(decision)
        self.numbers = numbered(decision.menu)
        label = partial(self.counted, decision)
        show_menu(decision.menu, self.catalog, self.context, label)
        card = next((c for c in cards(self.catalog) if c in self.words_of(decision)), None)
        if card is not None:
            how = self.context.words("play.cards_how", card=card)
            self.context.screen.line("      " + how, "dim")
        if self.filling is not None:
            self.filling.ask()

    def _print_plan(self, decision: Decision) -> None:
        """Print the steps of a private plan so far."""
        steps = self.plan(decision)
        if steps:
            text = self.context.words("play.planned", steps=steps)
            self.context.screen.line("  " + text, "dim")

    def plan(self, decision: Decision) -> list[str]:
        """Return a seat's plan so far, in words."""
        if not decision.private:
            return []
        frame = self.match.position.frame(decision)
        planned = self.match.state.plan(frame, decision.seat)
        return [self.in_words(decision, step) for step in planned]

    def expects(self, text: str) -> bool:
        """Return whether a line can be a choice in the current form."""
        return self.filling is not None and self.filling.expects(text)

    def fill(self, text: str) -> str | None:
        """Enter a line into the current form. Return the completed action, an empty text while the
        form is incomplete, and None if the line does not belong to it."""
        return self.filling.enter(text) if self.filling is not None else None

    def undo(self) -> bool:
        """Take back the last choice in the current form, if there is one."""
        return self.filling is not None and self.filling.undo()

    def say(self, decision: Decision) -> None:
        """Print the question alone."""
        screen = self.context.screen
        screen.gap()
        screen.parts(
            (f"[{decision.section}] ", "cyan"),
            (question(decision, self.catalog, self.context), "bold"),
        )

    def forget(self) -> None:
        """Forget what is on the screen after it was cleared."""
        self.numbers, self._last_shown, self.filling = (), None, None

    def _goes_on(self, decision: Decision) -> bool:
        """Return whether the same player gets the same step again, with similar choices.

        If others have acted in between, only the longest lists are not repeated.
        """
        alone = all(move.seat == decision.seat for move in self.match.moves[self._moves :])
        return (
            self.context.screen.interactive
            and self._last_shown == (decision.seat, decision.step)
            and len(numbered(decision.menu)) > (FEW if alone else LONG)
            and len(self._new(decision)) <= FEW
        )

    def _ask_on(self, decision: Decision) -> None:
        self.say(decision)
        self._print_plan(decision)
        new = self._new(decision)
        self.numbers += new
        self.context.screen.line("      " + self.context.words("play.same_choices"), "dim")
        if new:
            self.show(decision, new)

    def _new(self, decision: Decision) -> tuple[str, ...]:
        """Return the choices without a number so far."""
        known = set(self.numbers)
        return tuple(action for action in numbered(decision.menu) if action not in known)

    # -- choices

    def list_all(self, decision: Decision, word: str) -> None:
        """List all choices, or those that contain a word; in a form, the choices of the next
        field."""
        if self.filling is not None:
            self.filling.list_choices(word)
            return
        if not word:
            self.numbers = numbered(decision.menu)
        label = partial(self.counted, decision)
        show_all(decision.menu, word, self.catalog, self.context, label, self.numbers)

    def show(self, decision: Decision, actions: tuple[str, ...] | list[str]) -> None:
        """Print some of the choices."""
        label = partial(self.counted, decision)
        show_candidates(actions, decision.menu, self.catalog, self.context, label, self.numbers)

    def words_of(self, decision: Decision) -> set[str]:
        """Return the words after the verbs of a menu."""
        if isinstance(decision.menu, Pick):
            return set(decision.menu.items)
        return {word for action in numbered(decision.menu) for word in parse_action(action).args}

    def in_words(self, decision: Decision, action: str) -> str:
        """Return an action in the words of this step."""
        labelled = self.game.presentation.label
        return sentence(action, decision.menu, self.catalog, self.context, decision.step, labelled)

    def counted(self, decision: Decision, action: str) -> str:
        """Return an action in words, with the number of things it applies to, or a remark."""
        text, bound = self.in_words(decision, action), self.match.position.bind(decision)
        remark = bound.remark(action)
        if remark is not None:
            return f"{text} ({self.catalog.say(remark)})"
        count = bound.repeat_limit(action)
        return f"{text} ({count})" if count > 1 else text
