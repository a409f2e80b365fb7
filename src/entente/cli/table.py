"""The table: the course of a game between people at one terminal and computer players."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from enum import Enum, auto
from pathlib import Path

from entente.cli.common_args import Context
from entente.cli.confirmations import Confirmations
from entente.cli.display import Display
from entente.cli.input_parser import ParsedInput, command_words, is_numbers, parse_input
from entente.cli.menus import shortened
from entente.cli.open_questions import OpenQuestions, Turn
from entente.cli.output import list_commands, print_outcome
from entente.cli.questions import Questions
from entente.cli.reasons import Reasons
from entente.cli.replies import Replies
from entente.cli.rules import show_section
from entente.cli.saved_match import SavedMatch
from entente.cli.shared_screen import has_secrets
from entente.cli.undo import UndoHistory
from entente.kernel import Decision, IllegalAction, Seat, Slots, UserError
from entente.kernel.menu import listed
from entente.kernel.record import AnyMatch
from entente.kernel.summary import section_title
from entente.kernel.text import slug
from entente.players import Player, PlayerView

TO_GO_ON_WITH = ("random", "greedy")  # where a computer player cannot: one that thinks little


class After(Enum):
    """What happens after a typed line."""

    ASK_AGAIN = auto()
    GO_ON = auto()
    LEAVE = auto()


class ComputerFailed(Exception):
    """A computer player could not choose, or chose what is not allowed."""

    def __init__(self, seat: Seat, what: str) -> None:
        super().__init__(what)
        self.seat = seat
        self.what = what


class Table:
    """A match being played, and who sits at the screen."""

    def __init__(
        self,
        match: AnyMatch,
        computers: Mapping[Seat, Player],
        names: Mapping[Seat, str],
        file: Path | None,
        context: Context,
    ) -> None:
        self.match = match
        self.game = match.game
        self.computers = computers
        self.words, self.screen, self.context = context.words, context.screen, context
        self.catalog = match.game.catalog(context.language)
        self.people = [seat for seat in match.seats if seat not in computers]
        self.kept = SavedMatch(match, names, file, context)
        self.questions = Questions(match, context)
        self.showing = Display(match, self.people, context)
        self.open_questions = OpenQuestions(match, self.people, context)
        self.replies = Replies(self.questions, context, self.open_questions.commands)
        self.cautions = Confirmations(self.questions, context, against_computers=bool(computers))
        self.taking_back = UndoHistory(match, self.people)
        self.reasons = Reasons(match, names, self.people, context)
        self._at_screen: Seat | None = None
        self._chosen: dict[Seat, str] = {}  # under seal

    # -- the course of the game

    def play(self) -> bool:
        """Play until the game is over or the person leaves; False where a computer player failed,
        and the game waits for another."""
        with self.screen.patient():
            while not self.match.over:
                computer = self._computer()
                if computer is not None:
                    try:
                        self._computer_acts(computer)
                    except ComputerFailed as failure:
                        self._print_failure(failure)
                        return False
                elif self._turn(self.open_questions.next_turn(self._at_screen)) is After.LEAVE:
                    self._print_goodbye()
                    return True
        self._print_end()
        return True

    def _computer_acts(self, seat: Seat) -> None:
        """Let a computer player act; a failing player ends the session, not the game."""
        try:
            action = self.computers[seat].choose(PlayerView(self.match.position, seat))
        except Exception as error:
            raise ComputerFailed(seat, f"{type(error).__name__}: {error}") from error
        try:
            self.kept.act(seat, action)
        except IllegalAction as error:
            raise ComputerFailed(seat, action) from error

    def _computer(self) -> Seat | None:
        """Return the computer player to act: one that must, or one that may if no one else can."""
        decisions = self.match.position.decisions
        alone = not any(each.seat in self.people for each in decisions)
        return next(
            (e.seat for e in decisions if e.seat in self.computers and (e.must or alone)), None
        )

    def _turn(self, turn: Turn) -> After:
        """Put one decision to a person, until it is taken."""
        seat, decision = turn
        handed = self._hand_over(seat, decision)
        if handed is not After.ASK_AGAIN:
            return handed
        if decision is None:
            name = self.catalog.name("seat", seat)
            self.screen.line(self.words("play.nothing_asked", seat=name))
            return After.GO_ON
        if self._has_one_choice(decision):
            self.showing.print_news(seat)
            self._take_only_choice(seat, decision)
            return After.GO_ON
        self.showing.draw_if_changed(decision)
        self.showing.print_news(seat)
        self.questions.put(decision)
        self.open_questions.print_others(decision)
        while True:
            try:
                text = self.screen.ask()
            except KeyboardInterrupt:
                self.screen.line()
                self.screen.line(self.words("play.interrupted"))
                continue
            if text is None and self._must_quit_again():
                continue
            if text is None:
                return After.LEAVE
            self.cautions.note_input(text)
            after = self._run_command(seat, decision, text)
            if after is not After.ASK_AGAIN:
                return after

    def _has_one_choice(self, decision: Decision) -> bool:
        """Return whether a terminal can skip the question because there is one choice."""
        if not self.screen.interactive or decision.sealed or self.open_questions.others(decision):
            return False
        return decision.must and decision.menu.size() == 1

    def _take_only_choice(self, seat: Seat, decision: Decision) -> None:
        action = next(iter(decision.menu))
        self.kept.act(seat, action, decision.window)
        self.taking_back.mark_automatic()
        self.questions.say(decision)
        text = self.questions.in_words(decision, action)
        self.screen.line("  " + self.words("play.only_choice", action=text), "dim")

    def _must_quit_again(self) -> bool:
        return self.cautions.must_quit_again(kept=self.kept.file is not None)

    def _print_goodbye(self) -> None:
        if self.kept.file is not None:
            file = shlex.quote(str(self.kept.file))
            self.screen.line(self.words("play.resume", command=self.context.command, file=file))
        elif self.match.moves:
            self.screen.line(self.words("play.not_saved"))

    def _print_failure(self, failure: ComputerFailed) -> None:
        """Save the game and say how to continue with another player."""
        player, name = self.kept.names[failure.seat], self.catalog.name("seat", failure.seat)
        message = self.words("play.computer_failed", player=player, seat=name, error=failure.what)
        self.screen.line(message, "red")
        self.kept.rescue()
        if self.kept.file is None:
            return
        other = next(each for each in TO_GO_ON_WITH if each != player)
        seats = " ".join(f"--seat {slug(each)}" for each in self.people)
        command = f"{self.context.command} play --save {shlex.quote(str(self.kept.file))}"
        command += f" --against {other} {seats}"
        self.screen.line(self.words("play.with_another", command=command))

    def _print_end(self) -> None:
        self.showing.print_remaining()
        self.screen.line()
        if self.people:
            self.showing.draw(self.people[0] if len(self.people) == 1 else None)
        print_outcome(self.match, self.context)
        if self.kept.file is not None:
            self.screen.line(self.words("play.record_is", file=str(self.kept.file)))

    # -- several people at one screen

    def _hand_over(self, seat: Seat, decision: Decision | None) -> After:
        """Pass the screen on where one person must not see what another sees.

        ASK_AGAIN: the person sits there. GO_ON: the last one took an answer back.
        """
        last, self._at_screen = self._at_screen, seat
        alone = len(self.people) < 2 or last == seat
        if alone or not has_secrets(self.match, self.people, decision):
            return After.ASK_AGAIN
        self.showing.forget()
        self.questions.forget()
        name = self.catalog.name("seat", seat)
        if not self.screen.interactive:
            self.screen.line(self.words("play.now", seat=name), "bold")
            return After.ASK_AGAIN
        if last is not None:
            self.showing.print_news(last)
            self._print_sealed(last)
            typed = self._press_enter(self.words("play.read_then_enter", seat=name))
            if typed is None:
                return After.LEAVE
            if command_words().get(slug(typed)) == "undo" and self._undo(last) is After.GO_ON:
                self._at_screen = last
                return After.GO_ON
            self.screen.clear()
            self.showing.forget()
        ready = self._press_enter(self.words("play.take_screen", seat=name))
        self.screen.clear()
        return After.LEAVE if ready is None else After.ASK_AGAIN

    def _print_sealed(self, seat: Seat) -> None:
        """Print what was chosen and can still be undone."""
        if self.match.state.hides(seat):
            self.screen.line(self.words("play.chosen", action=self._chosen[seat]))

    def _press_enter(self, prompt: str) -> str | None:
        while True:
            try:
                return self.screen.ask(prompt + " ")
            except KeyboardInterrupt:
                self.screen.line()

    # -- what is typed

    def _run_command(self, seat: Seat, decision: Decision, text: str) -> After:
        filled = "" if text else self.questions.fill(text)
        if not text and filled == "":
            return After.ASK_AGAIN  # the form goes on
        if filled is None:
            self.questions.ask(decision)
            self.open_questions.print_others(decision)
            return After.ASK_AGAIN
        typed = parse_input(
            filled or text, decision.menu, self.catalog, self.open_questions.commands
        )
        if typed.command == "quit":
            return After.ASK_AGAIN if self._must_quit_again() else After.LEAVE
        if typed.command == "undo":
            return After.ASK_AGAIN if self.questions.undo() else self._undo(seat)
        if typed.command == "questions":
            return self._switch_to(seat, decision, typed.text)
        if typed.command:
            self._answer(seat, decision, typed)
            return After.ASK_AGAIN
        if text and (elsewhere := self._elsewhere(decision, typed.text)):
            return self._choose_elsewhere(seat, decision, elsewhere, typed)
        filled = self.questions.fill(text) if text else None
        return After.ASK_AGAIN if filled == "" else self._choose(seat, decision, typed)

    def _switch_to(self, seat: Seat, decision: Decision, text: str) -> After:
        """`questions`: all that is open, another of them, or another person."""
        if text:
            return After.GO_ON if self.open_questions.switch_to(seat, text) else After.ASK_AGAIN
        self.open_questions.list_questions(seat, decision)
        return After.ASK_AGAIN

    def _elsewhere(self, decision: Decision, text: str) -> list[Decision]:
        """Return the other questions that a line answers, if it does not answer the present one.

        Numbers are always those of the choices that were shown.
        """
        others = self.open_questions.others(decision)
        if not others or is_numbers(text) or self.questions.expects(text):
            return []
        if self.replies.answers(decision, text):
            return []
        return [each for each in others if self.replies.answers(each, text)]

    def _choose_elsewhere(
        self, seat: Seat, present: Decision, elsewhere: list[Decision], typed: ParsedInput
    ) -> After:
        """Take an action that answers another question than the present one."""
        if len(elsewhere) == 1:
            prompt = self.catalog.say(elsewhere[0].prompt)
            self.screen.line(self.words("play.answered_other", question=prompt), "dim")
            return self._choose(seat, elsewhere[0], typed)
        example = (
            f"{self.words('play.command.questions')} {self.open_questions.number(elsewhere[0])}"
        )
        self.screen.line(self.words("play.answers_several", text=typed.text, example=example))
        self.open_questions.list_some(elsewhere, present)
        return After.ASK_AGAIN

    def _answer(self, seat: Seat, decision: Decision, typed: ParsedInput) -> None:
        """Run a command that changes nothing in the game."""
        if typed.command == "explain":
            elsewhere = self._elsewhere(decision, typed.text) if typed.text else []
            self.replies.explain(elsewhere[0] if elsewhere else decision, typed.text)
        elif typed.command == "map":
            self.showing.describe(seat, typed.text)
        elif typed.command == "list":
            self.questions.list_all(decision, typed.text)
        elif typed.command == "log":
            self.showing.show_log(seat, typed.text)
        elif typed.command == "rules":
            self._show_rules(seat, decision, typed.text or decision.section)
        elif typed.command == "why":
            self.reasons.explain(typed.text)
        elif typed.command == "save":
            self.kept.save_as(typed.text)
        else:
            self._help(decision)

    def _show_rules(self, seat: Seat, decision: Decision, section: str) -> None:
        hand = getattr(self.game.view(self.match.state, seat), "hand", [])
        near = [*self.questions.words_of(decision), *hand]
        try:
            show_section(section, self.catalog, self.context, near)
        except UserError as mistake:
            self.screen.line(mistake.text(self.context.language))

    def _help(self, decision: Decision) -> None:
        action, menu = next(iter(decision.menu)), decision.menu
        short = shortened(action, menu, self.catalog) if listed(menu) else None
        example = short or self.catalog.write(action)
        self.screen.prose(self.words("play.help", example=example))
        list_commands(self.open_questions.commands, self.context)

    # -- actions

    def _choose(self, seat: Seat, decision: Decision, typed: ParsedInput) -> After:
        """Take the action that was typed, as often as was asked and is allowed."""
        action = self.replies.action(decision, typed.text)
        if action is None:
            return After.ASK_AGAIN
        if typed.times < 1:
            self.screen.line(self.words("play.times_from"))
            return After.ASK_AGAIN
        if self.cautions.must_repeat(decision, typed.text, action):
            return After.ASK_AGAIN
        if not self.cautions.confirm(decision, action):
            return After.ASK_AGAIN
        self._note_chosen(decision, action)
        done = 0
        while done < typed.times:
            again = self._put_now(decision)
            if again is None or action not in again.menu:
                break
            self.kept.act(seat, action, again.window)
            done += 1
            if done > 1:
                self.taking_back.join()
        if typed.times > 1:
            self._print_times(decision, action, done, typed.times)
        if self.cautions.note_action(seat, decision, action):
            self._print_step_over(seat, decision)
        return After.GO_ON

    def _note_chosen(self, decision: Decision, action: str) -> None:
        """Print a sealed choice again before the screen is handed over."""
        if not decision.sealed:
            return
        text = self.questions.in_words(decision, action)
        if decision.private:
            plan = self.questions.plan(decision)
            text = ", ".join([*plan, text])
        elif isinstance(decision.menu, Slots):
            text = self.catalog.write(action)
        self._chosen[decision.seat] = text

    def _put_now(self, decision: Decision) -> Decision | None:
        """Return a question as it is put now: the same one, or another of the same step."""
        decisions = self.match.position.decisions_for(decision.seat)
        same = [each for each in decisions if each.window == decision.window]
        return next(iter(same or [each for each in decisions if each.step == decision.step]), None)

    def _print_times(self, decision: Decision, action: str, done: int, wanted: int) -> None:
        """Print how often an action was done, and why not more often."""
        self.showing.print_news(decision.seat)
        self.screen.line(self.words("play.done_times", count=done, wanted=wanted))
        again = self._put_now(decision)
        if done == wanted or again is None:
            return
        refusal = self.match.position.bind(again).explain(action)
        if refusal is not None:
            self.replies.print_refusal(refusal, "")

    def _print_step_over(self, seat: Seat, decision: Decision) -> None:
        """Said where the next step could be ended by the same word."""
        self.showing.print_news(seat)
        title = section_title(decision.section, self.catalog) or ""
        message = self.words("play.step_over", section=decision.section, title=title)
        self.screen.line(message, "dim")

    def _undo(self, seat: Seat) -> After:
        """`undo`: take back the last action, and say which."""
        if self.taking_back.is_empty():
            self.screen.line(self.words("play.nothing_to_undo"))
            return After.ASK_AGAIN
        try:
            back = self.taking_back.undo(seat)
        except IllegalAction as error:
            self.replies.print_refusal(error.refusal)
            return After.ASK_AGAIN
        self.kept.save()
        self.showing.truncate_log()
        self.cautions.note_undo()
        decision = self.match.position.decision(back.seat, back.window)
        assert decision is not None  # what was taken back may be answered again
        text = self.questions.in_words(decision, back.action)
        self._chosen[back.seat] = ", ".join(self.questions.plan(decision))
        if back.times > 1:
            text = f"{text} (×{back.times})"
        self.screen.line(self.words("play.taken_back", action=text))
        return After.GO_ON
