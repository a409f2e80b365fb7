"""Replies to a line that is not a legal action: what it could mean, or why not."""

from __future__ import annotations

from entente.cli.common_args import Context
from entente.cli.input_parser import (
    COMMANDS,
    Interpretation,
    commands_starting_with,
    interpret,
    is_numbers,
)
from entente.cli.output import list_commands
from entente.cli.questions import Questions
from entente.kernel import Decision, Refusal
from entente.kernel.reading import beginning, named, spell
from entente.kernel.summary import section_title
from entente.kernel.text import slug
from entente.kernel.whynot import specific_reason

ANSWERED = 4  # actions of which one question tells what to expect


class Replies:
    """The meaning of typed lines, and the reply to lines that are not one legal action."""

    def __init__(
        self, questions: Questions, context: Context, commands: tuple[str, ...] = COMMANDS
    ) -> None:
        self.questions = questions
        self.match = questions.match
        self.game = questions.game
        self.catalog = questions.catalog
        self.context = context
        self.commands = commands
        self.words, self.screen = context.words, context.screen

    def meaning(self, decision: Decision, text: str) -> Interpretation:
        """Return what a line may mean, by number, in words, or in the game's own notation."""
        meaning = interpret(text, decision.menu, self.catalog, self.questions.numbers)
        if meaning.actions or meaning.number is not None:
            return meaning
        return Interpretation(self.match.position.bind(decision).read(text, self.catalog))

    def answers(self, decision: Decision, text: str) -> bool:
        """Return whether a line may be an answer to a question."""
        return any(each in decision.menu for each in self.meaning(decision, text).actions)

    def action(self, decision: Decision, text: str) -> str | None:
        """Return the one legal action that a line means; if there is none, print why."""
        meaning = self.meaning(decision, text)
        if len(meaning.actions) != 1 or self._begins_more(text, meaning):
            self._not_one(decision, text, meaning)
            return None
        if meaning.actions[0] not in decision.menu:
            self._refuse_action(decision, meaning.actions[0])
            return None
        return meaning.actions[0]

    def explain(self, decision: Decision, text: str) -> None:
        """`?`: print why an action is not legal, or that it is, and its expected result."""
        if not text:
            self.screen.prose(self.words("play.ask_why"))
            return
        filling = self.questions.filling
        meaning = Interpretation(filling.whole_actions(text) if filling is not None else [])
        if not meaning.actions:
            meaning = self.meaning(decision, text)
        if not 1 <= len(meaning.actions) <= ANSWERED:
            self._not_one(decision, text, meaning)
            return
        for action in meaning.actions:
            self._expect(decision, action)

    def print_refusal(self, refusal: Refusal, style: str = "yellow") -> None:
        """Print the reason of a refusal, and its rule."""
        text = self.catalog.line(refusal.message)
        title = section_title(refusal.section, self.catalog)
        rule = f"{refusal.section} {title}" if title else refusal.section
        place = "" if refusal.section == "0" else f" [{rule}]"
        self.screen.parts((text, style), (place, "cyan"))

    def _begins_more(self, text: str, meaning: Interpretation) -> bool:
        """Return whether a single word abbreviates both an action and a command."""
        spelled = {slug(each) for a in meaning.actions for each in (a, self.catalog.write(a))}
        return slug(text) not in spelled and bool(self._begun(text))

    def _begun(self, text: str) -> list[str]:
        """Return the commands that a single word abbreviates."""
        return commands_starting_with(text, self.words, self.commands)

    def _not_one(self, decision: Decision, text: str, meaning: Interpretation) -> None:
        """Print that the input has no legal meaning, or several."""
        commands, most = self._begun(text), len(self.questions.numbers)
        begun = beginning(text, decision.menu, self.catalog)
        if meaning.actions or (commands and begun):
            self.screen.line(self.words("play.ambiguous", text=text))
            self.questions.show(decision, meaning.actions or begun)
            list_commands(commands, self.context)
        elif meaning.number is not None:
            key = "play.no_such_number" if most else "play.no_numbers"
            self.screen.line(self.words(key, text=text, most=most))
        elif is_numbers(text) and most:
            self.screen.line(self.words("play.one_number", text=text, most=most))
        elif commands:
            self.screen.line(self.words("play.begun_command", text=text))
            list_commands(commands, self.context)
        else:
            self._refuse_text(decision, text)
            self.questions.show(decision, begun)

    def _refuse_text(self, decision: Decision, text: str) -> None:
        """Print why the typed action is not legal, or why nothing can be done with what it
        names."""
        things = named(text, decision.menu, self.catalog)
        reason = specific_reason(self.match.position.bind(decision), things) if things else None
        if reason is None:
            self._refuse_action(decision, spell(text, decision.menu, self.catalog))
        else:
            self.print_refusal(reason)

    def _refuse_action(self, decision: Decision, action: str) -> None:
        """Print why an action is not legal now."""
        refusal = self._reason(decision, action)
        if refusal is not None:
            self.print_refusal(refusal)

    def _reason(self, decision: Decision, action: str) -> Refusal | None:
        """Return the reason of a refusal, by the rule of this decision or of another one of the
        seat."""
        position, seat = self.match.position, decision.seat
        own = position.bind(decision).explain(action)
        if own is None or len(position.decisions_for(seat)) == 1 or not _is_general(own):
            return own
        other = position.explain(seat, action)
        return own if other is None or _is_general(other) else other

    def _expect(self, decision: Decision, action: str) -> None:
        """Print why an action is not legal, or that it is, and its expected result."""
        if action not in decision.menu:
            self._refuse_action(decision, action)
            return
        text = self.questions.in_words(decision, action)
        self.screen.line(self.words("play.allowed", action=text, section=decision.section))
        bound = self.match.position.bind(decision)
        hint = bound.hint(action)
        if hint is not None:
            self.screen.line("  " + self.catalog.line(hint))
        for each in bound.consequences(action):
            self.screen.line("  " + self.catalog.line(each))


def _is_general(refusal: Refusal) -> bool:
    """Return whether a refusal is the kernel's general one."""
    return refusal.message.key.startswith("kernel.")
