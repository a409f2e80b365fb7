"""Fill in a form at the terminal, one choice after the other, with undo."""

from __future__ import annotations

from entente.cli.common_args import Context
from entente.cli.input_parser import commands_starting_with, interpret
from entente.cli.menus import (
    NUMBER,
    Composed,
    in_words,
    numbered,
    show_all,
    show_candidates,
    show_menu,
    thing,
)
from entente.kernel import Amount, Catalog, Choose, Menu, Pick, Text
from entente.kernel.action_builder import BETWEEN, END, WITHOUT, ActionBuilder, Exit, NextChoice
from entente.kernel.menu import explain
from entente.kernel.reading import read, spell

PAST = "-"  # skips a choice; repeat it for each enclosing list or form


class FormInput:
    """A form, list or text, possibly partly filled in."""

    def __init__(self, menu: Composed, catalog: Catalog, context: Context, step: str = "") -> None:
        self._menu = menu
        self._step = step
        self._catalog = catalog
        self._context = context
        self._builder = ActionBuilder(menu, whole=True)

    @classmethod
    def of(cls, menu: Menu, catalog: Catalog, context: Context, step: str = "") -> FormInput | None:
        """Make an input for a composed menu without numbered choices."""
        if not isinstance(menu, Composed) or numbered(menu):
            return None
        return cls(menu, catalog, context, step)

    # -- asking

    def ask(self) -> None:
        """Print the next choice, or that the form is complete."""
        screen, words, blank = self._context.screen, self._context.words, self._builder.blank
        if blank is None:
            action = self._catalog.write(self._builder.action)
            screen.line("  " + words("play.fill_done", action=action))
            screen.line("  " + words("play.fill_hand_in"), "dim")
            return
        if self._builder.chosen:
            chosen = [self._chosen_label(choice) for choice in self._builder.chosen]
            so_far = ", ".join(filter(None, chosen))
            screen.line("  " + words("play.fill_so_far", chosen=so_far), "dim")
        else:
            screen.line("  " + words("play.fill"), "dim")
        if blank.path:
            screen.line(f"  {self._name(blank.path)}", "bold")
        if isinstance(blank.menu, Text):
            bounds = {"least": blank.menu.least, "most": blank.menu.most}
            screen.line("  " + words("play.text", **bounds))
        else:
            show_menu(blank.menu, self._catalog, self._context, self._label)
        for sign, way in self._exits(blank).items():
            screen.line(f"{sign:>4}".ljust(NUMBER) + self._exit_label(way))

    def list_choices(self, word: str) -> None:
        """List the next choices, or those that contain a word."""
        blank = self._builder.blank
        if blank is None or not numbered(blank.menu):
            self.ask()
        else:
            show_all(blank.menu, word, self._catalog, self._context, self._label)

    def _label(self, choice: str) -> str:
        """Return the label of a choice; a whole action reads as a sentence."""
        blank = self._builder.blank
        if blank is None or blank.path or self._builder.chosen:
            whole = " " in choice
            return self._catalog.write(choice) if whole else thing(choice, self._catalog)
        return in_words(choice, self._catalog, self._step)

    def _chosen_label(self, choice: str) -> str:
        """Return the label of a choice already made; empty for the end of a list."""
        kind, _, place = choice.partition(" ")
        if kind == WITHOUT:
            name = self._name(tuple(place.split(BETWEEN)))
            return self._context.words("play.fill_is_without", name=name)
        return "" if kind == END else self._label(choice)

    def _name(self, path: tuple[str, ...]) -> str:
        return BETWEEN.join(thing(word, self._catalog) for word in path)

    def _exits(self, blank: NextChoice) -> dict[str, Exit]:
        """Return the exits by what is typed for them, innermost first."""
        return {PAST * n: way for n, way in enumerate(reversed(blank.exits), start=1)}

    def _exit_label(self, way: Exit) -> str:
        words, name = self._context.words, self._name(way.path)
        if way.kind == WITHOUT:
            return words("play.fill_without", name=name)
        return words("play.fill_end", name=name) if name else words("play.fill_end_all")

    # -- what is typed

    def expects(self, text: str) -> bool:
        """Return whether a line is a valid next choice."""
        blank = self._builder.blank
        return blank is not None and bool(text) and bool(self._matches(text, blank))

    def whole_actions(self, text: str) -> list[str]:
        """Return the whole actions that a line can mean before anything is chosen."""
        blank = self._builder.blank
        if blank is None or blank.path or self._builder.chosen:
            return []
        return [action for action in self._matches(text, blank) if action in self._menu]

    def enter(self, text: str) -> str | None:
        """Take a line. Return the action if Enter follows the last choice, an empty text while the
        form is incomplete, and None if the line does not belong to the form."""
        blank = self._builder.blank
        if blank is None:
            return None if text else self._builder.action
        if not text:
            return self._leave_empty(blank)
        matches = self._matches(text, blank)
        if len(matches) == 1:
            self._choose(matches[0])
        elif matches:
            self._context.screen.line(self._context.words("play.ambiguous", text=text))
            show_candidates(matches, blank.menu, self._catalog, self._context, self._label)
        elif read(text, self._menu, self._catalog) or not self._refuse(text, blank):
            return None
        return ""

    def _leave_empty(self, blank: NextChoice) -> str | None:
        """Handle Enter at a text of a form: leave it out or empty if allowed, otherwise refuse."""
        if not isinstance(blank.menu, Text) or not blank.path:
            return None
        without = Exit(WITHOUT, blank.path)
        nothing = blank.menu.write("")
        if without in blank.exits:
            self._choose(without.choice)
        elif nothing in blank.menu:
            self._choose(nothing)
        else:
            name, least = self._name(blank.path), blank.menu.least
            text = self._context.words("play.fill_text", name=name, least=least)
            self._context.screen.line(text, "yellow")
        return ""

    def undo(self) -> bool:
        """Take the last choice back; False if there is none."""
        if not self._builder.chosen:
            return False
        self._builder = self._builder.back()
        self.ask()
        return True

    def _matches(self, text: str, blank: NextChoice) -> list[str]:
        way = self._exits(blank).get(text)
        if way is not None:
            return [way.choice]
        menu = blank.menu
        if isinstance(menu, Text):
            return read(text, menu, self._catalog) or read(
                f"{menu.verb} {text}", menu, self._catalog
            )
        return interpret(text, menu, self._catalog).actions

    def _choose(self, choice: str) -> None:
        try:
            self._builder = self._builder.choose(choice)
        except ValueError:  # an item chosen twice: no other choice fails here
            self._context.screen.line(self._context.words("play.fill_twice"), "yellow")
        self.ask()

    def _refuse(self, text: str, blank: NextChoice) -> bool:
        """Say what is wrong with a line that was meant for the blank; False if it was not."""
        if any(sign in text for sign in "=[") or commands_starting_with(text, self._context.words):
            return False  # an invalid whole form, or the start of a command
        if not self._builder.chosen and not blank.path and not text.isdecimal():
            return False  # a whole action that is not allowed: the rules say why
        if isinstance(blank.menu, Choose):
            most, screen = len(blank.menu.actions), self._context.screen
            key = "play.no_such_number" if text.isdecimal() else "play.none_with"
            screen.line(self._context.words(key, text=text, most=most, word=text), "yellow")
            return True
        written = self._written(text, blank.menu)
        problem = explain(blank.menu, written)
        if problem is not None:
            self._context.screen.line(self._catalog.line(problem), "yellow")
        return problem is not None

    def _written(self, text: str, menu: Amount | Pick | Text) -> str:
        """Return a line as the action it would be, with the verb that may be left out."""
        if isinstance(menu, Text):
            return menu.write(text)
        spelled = spell(text, menu, self._catalog)
        return spelled if spelled.split()[0] == menu.verb else f"{menu.verb} {spelled}"
