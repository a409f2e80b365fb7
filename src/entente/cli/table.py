"""The table: a game between people at one terminal and computer players."""

from __future__ import annotations

import re
import shlex
import time
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from itertools import groupby, permutations
from pathlib import Path
from random import Random

from entente.cli.menus import shortened
from entente.cli.questions import Questions
from entente.cli.records import read_record
from entente.cli.rules import show_card, show_section
from entente.cli.setting import Context
from entente.cli.telling import drawing, tell_outcome, tell_thing, widest
from entente.cli.typed import (
    COMMANDS,
    Meaning,
    Typed,
    begun_commands,
    command_words,
    is_numbers,
    meaning,
    understand,
)
from entente.kernel import (
    Decision,
    IllegalAction,
    Message,
    Mistake,
    Refusal,
    Seat,
    Slots,
    refuse,
)
from entente.kernel.menu import listed
from entente.kernel.reading import beginning, named, spell
from entente.kernel.record import AnyMatch, record_of, write
from entente.kernel.summary import section_title
from entente.kernel.text import slug
from entente.kernel.whynot import telling
from entente.players import Player, Sight

RECENT = 20
GUESSES = 3
ANSWERED = 4  # actions of which one question tells what to expect
BETWEEN = re.compile(r"[;,]")  # choices for several slots


class After(Enum):
    """What follows a typed line."""

    ASK_AGAIN = auto()
    GO_ON = auto()
    LEAVE = auto()


class Table:
    """A match being played, who plays it, what each has read, and where it is kept."""

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
        self.names = names
        self.file = file
        self.words, self.screen, self.context = context.words, context.screen, context
        self.catalog = match.game.catalog(context.language)
        self.questions = Questions(match, context)
        self.people = [seat for seat in match.seats if seat not in computers]
        self._read = dict.fromkeys(match.seats, max(0, len(match.log) - RECENT))
        self._at_screen: Seat | None = None
        self._place: tuple[Seat, str] | None = None
        self._drawn = ""
        self._joined: set[int] = set()  # moves that were made together with the one before
        self._by_itself: set[int] = set()  # moves that were the only ones there were
        self._came_unasked = False
        self._warned = ""
        self._chosen = ""
        self._taken_back = ""

    # -- the flow

    def play(self) -> None:
        """Play until the game is over or the person leaves."""
        with self.screen.patient():
            while decisions := self.game.decisions(self.match.state):
                seat = next((s for s in decisions if s in self.computers), next(iter(decisions)))
                if seat in self.computers:
                    sight = Sight(self.game, self.match.state, seat)
                    self._act(seat, self.computers[seat].choose(sight))
                elif self._turn(seat, decisions[seat]) is After.LEAVE:
                    self._say_goodbye()
                    return
        self._say_end()

    def _turn(self, seat: Seat, decision: Decision) -> After:
        """Put one decision to a person, until it is taken."""
        handed = self._hand_over(seat, decision)
        if handed is not After.ASK_AGAIN:
            return handed
        if self._has_one_choice(decision):
            self._tell_news(seat)
            self._take_the_only_one(seat, decision)
            return After.GO_ON
        self._draw_what_is_new(seat, decision)
        self._tell_news(seat)
        self.questions.put(decision)
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
            if not text.strip() or slug(text.split()[0]) not in command_words():
                self._warned = "" if self._warned == "quit" else self._warned
            after = self._obey(seat, decision, text)
            if after is not After.ASK_AGAIN:
                return after

    def _has_one_choice(self, decision: Decision) -> bool:
        """At a terminal nobody is asked what he cannot choose; what is piped is read as it is."""
        return self.screen.interactive and not decision.sealed and decision.menu.size() == 1

    def _take_the_only_one(self, seat: Seat, decision: Decision) -> None:
        action = next(iter(decision.menu))
        self._act(seat, action)
        self._by_itself.add(len(self.match.moves))
        self.questions.say(decision)
        said = self.questions.in_words(decision, action)
        self.screen.line("  " + self.words("play.only_choice", action=said), "dim")

    def _act(self, seat: Seat, action: str) -> None:
        """Take an action and keep it before anything is said about it."""
        self.match.act(seat, action, int(time.time()))
        self._keep()

    def _keep(self) -> None:
        if self.file is None:
            return
        try:
            write(self.file, record_of(self.match, self.names))
        except OSError as error:
            reason = error.strerror or str(error)
            self.screen.line(
                self.words("play.cannot_save", file=str(self.file), error=reason), "red"
            )

    # -- several people at one screen

    def _hand_over(self, seat: Seat, decision: Decision) -> After:
        """Pass the screen on where one person must not see what another sees.

        ASK_AGAIN: the person sits there. GO_ON: the last one took an answer back.
        """
        last, self._at_screen = self._at_screen, seat
        if len(self.people) < 2 or last == seat or not self._has_secrets(decision):
            return After.ASK_AGAIN
        self._drawn = ""
        self.questions.forget()
        name = self.catalog.name("seat", seat)
        if not self.screen.interactive:
            self.screen.line(self.words("play.now", seat=name), "bold")
            return After.ASK_AGAIN
        if last is not None:
            self._tell_news(last)
            self._tell_sealed(last)
            typed = self._press_enter(self.words("play.read_then_enter", seat=name))
            if typed is None:
                return After.LEAVE
            if command_words().get(slug(typed)) == "undo" and self._undo(last) is After.GO_ON:
                self._at_screen = last
                return After.GO_ON
            self.screen.clear()
        ready = self._press_enter(self.words("play.take_screen", seat=name))
        self.screen.clear()
        return After.LEAVE if ready is None else After.ASK_AGAIN

    def _tell_sealed(self, seat: Seat) -> None:
        """What was chosen and can still be taken back."""
        if seat in self.match.state.sealed:
            self.screen.line(self.words("play.chosen", action=self._chosen))

    def _press_enter(self, prompt: str) -> str | None:
        while True:
            try:
                return self.screen.ask(prompt + " ")
            except KeyboardInterrupt:
                self.screen.line()

    def _has_secrets(self, decision: Decision) -> bool:
        """Whether anybody here knows what another may not."""
        return (
            decision.sealed
            or any(line.entry.to is not None for line in self.match.log)
            or any(self._hides(one, other) for one, other in permutations(self.people, 2))
        )

    def _hides(self, one: Seat, other: Seat) -> bool:
        """Whether one sees what could be otherwise for all the other knows."""
        game, state = self.game, self.match.state
        true = game.view(state, one)
        imagined = (game.determinize(state, other, Random(i)) for i in range(GUESSES))
        return any(game.view(each, one) != true for each in imagined)

    # -- what is shown

    def _draw_what_is_new(self, seat: Seat, decision: Decision) -> None:
        """Draw the position when another seat or another step has come and it has changed."""
        place = (seat, decision.step)
        if place != self._place:
            self._place = place
            if self._picture(seat) != self._drawn:
                self._draw(seat)

    def _picture(self, seat: Seat) -> str:
        view = self.game.view(self.match.state, seat)
        return drawing(self.game, view, self.catalog, self.screen)

    def _draw(self, seat: Seat) -> None:
        self._drawn = self._picture(seat)
        self.screen.gap()
        self.screen.picture(self._drawn)
        self.screen.gap()

    def _look(self, seat: Seat, word: str) -> None:
        """`map`: the position as far as the terminal has room for it, one thing on it, or a card.

        In French the word for the command is the word for a card as well.
        """
        view = self.game.view(self.match.state, seat)
        if word:
            if not tell_thing(word, self.game, view, self.context) and not show_card(
                word, self.catalog, self.context, getattr(view, "hand", [])
            ):
                self.screen.line(self.words("play.no_such_thing", word=word))
            return
        self._draw(seat)
        picture = self.game.picture(view, self.catalog)
        if self._drawn != picture:
            self.screen.line(self.words("play.wider", width=widest(picture)), "dim")

    def _tell_news(self, seat: Seat) -> None:
        """The lines of the log that are new to the person at the screen."""
        log = self.match.log
        seen = (line.entry.seen_by(seat) for line in log[self._read[seat] :])
        self._tell_lines([message for message in seen if message is not None])
        read = [seat] if any(line.entry.to is not None for line in log) else self.people
        self._read.update(dict.fromkeys(read, len(log)))

    def _tell_lines(self, messages: list[Message]) -> None:
        """Lines of the log; the same one several times running is told once."""
        for said, same in groupby(map(self.catalog.line, messages)):
            count = len(list(same))
            self.screen.item(said if count == 1 else f"{count} × {said}")

    def _say_end(self) -> None:
        for seat in self.people[:1]:
            self._tell_news(seat)
        self.screen.line()
        for seat in self.people[:1]:
            self._draw(seat)
        tell_outcome(self.match, self.context)
        if self.file is not None:
            self.screen.line(self.words("play.record_is", file=str(self.file)))

    def _must_quit_again(self) -> bool:
        """At a terminal a game that is not kept is left only by whoever says so twice."""
        if not self.screen.interactive or self.file is not None or not self.match.moves:
            return False
        again, self._warned = self._warned == "quit", "quit"
        if not again:
            self.screen.line(self.words("play.quit_again"), "yellow")
        return not again

    def _say_goodbye(self) -> None:
        if self.file is not None:
            file = shlex.quote(str(self.file))
            self.screen.line(self.words("play.resume", command=self.context.command, file=file))
        elif self.match.moves:
            self.screen.line(self.words("play.not_saved"))

    # -- what is typed

    def _obey(self, seat: Seat, decision: Decision, text: str) -> After:
        filled = "" if text else self.questions.fill(text)
        if not text and not filled:
            self.questions.ask(decision)
            return After.ASK_AGAIN
        typed = understand(filled or text, decision.menu, self.catalog)
        if typed.command == "quit":
            return After.ASK_AGAIN if self._must_quit_again() else After.LEAVE
        if typed.command == "undo":
            return After.ASK_AGAIN if self.questions.take_back() else self._undo(seat)
        if typed.command:
            self._answer(seat, decision, typed)
            return After.ASK_AGAIN
        filled = self.questions.fill(text) if text else None
        return After.ASK_AGAIN if filled == "" else self._choose(seat, decision, typed)

    def _answer(self, seat: Seat, decision: Decision, typed: Typed) -> None:
        """The commands that change nothing in the game."""
        if typed.command == "why":
            self._explain(seat, decision, typed.text)
        elif typed.command == "map":
            self._look(seat, typed.text)
        elif typed.command == "list":
            self.questions.list_all(decision, typed.text)
        elif typed.command == "log":
            self._show_log(seat, typed.text)
        elif typed.command == "rules":
            self._show_rules(seat, decision, typed.text or decision.section)
        elif typed.command == "save":
            self._save(typed.text)
        else:
            self._help(decision)

    def _choose(self, seat: Seat, decision: Decision, typed: Typed) -> After:
        """Take the action that was typed, as often as was asked and is allowed."""
        found = self._meaning(seat, decision, typed.text)
        if len(found.actions) != 1 or self._begins_more(typed.text, found):
            self._not_one(seat, decision, typed.text, found)
            return After.ASK_AGAIN
        if found.actions[0] not in decision.menu:
            self._refuse_action(seat, found.actions[0])
            return After.ASK_AGAIN
        if typed.times < 1:
            self.screen.line(self.words("play.times_from"))
            return After.ASK_AGAIN
        action, done = found.actions[0], 0
        said = self.questions.in_words(decision, action)
        self._chosen = self.catalog.write(action) if isinstance(decision.menu, Slots) else said
        if self._must_say_again(decision, typed.text, action):
            return After.ASK_AGAIN
        while done < typed.times and self._may(seat, action, decision.step):
            self._act(seat, action)
            done += 1
            if done > 1:
                self._joined.add(len(self.match.moves))
        if typed.times > 1:
            self._tell_times(seat, action, decision.step, done, typed.times)
        self._tell_if_over(seat, decision, action)
        return After.GO_ON

    def _stop(self, decision: Decision) -> str:
        """The action that ends the step of a decision, where one is asked again and again."""
        ask = self.game.steps.asking.get(decision.step)
        return ask.stop() if ask is not None else ""

    def _tell_if_over(self, seat: Seat, decision: Decision, action: str) -> None:
        """A step may end because nothing is left to choose in it.

        Where the next one could be ended by the same word, it is said.
        """
        now = self.game.decisions(self.match.state)
        step = next((each.step for each in now.values()), "")
        stop = self._stop(decision)
        self._came_unasked = bool(stop) and action != stop and step != decision.step
        self._warned = ""
        if self._came_unasked and seat in now and self._stop(now[seat]):
            self._tell_news(seat)
            title = section_title(decision.section, self.catalog) or ""
            said = self.words("play.step_over", section=decision.section, title=title)
            self.screen.line(said, "dim")

    def _must_say_again(self, decision: Decision, text: str, action: str) -> bool:
        """At a terminal some actions are taken only by whoever types them twice."""
        if not self.screen.interactive:
            return False
        if decision.is_grave(action):
            return self._is_grave(decision, action)
        return self._ends_unasked(decision, action) or self._leaves_out(decision, text, action)

    def _is_grave(self, decision: Decision, action: str) -> bool:
        """What cannot be taken back is asked for again."""
        warning = f"{decision.step}: {action}"
        again, self._warned = self._warned == warning, warning
        if not again:
            parts = action.split("; ") if isinstance(decision.menu, Slots) else [action]
            grave = [self.questions.in_words(decision, p) for p in parts if decision.is_grave(p)]
            self.screen.line(self.words("play.grave", action=", ".join(grave)), "yellow")
        return not again

    def _ends_unasked(self, decision: Decision, action: str) -> bool:
        """A habitual word that would end a step which nobody asked for is asked for again."""
        if not (self.computers and self._came_unasked):
            return False
        if action != self._stop(decision) or decision.menu.size() < 2:
            return False
        again, self._warned = self._warned == decision.step, decision.step
        if not again:
            said = self.questions.in_words(decision, action)
            self.screen.line(self.words("play.nothing_done", action=said), "yellow")
        return not again

    def _leaves_out(self, decision: Decision, text: str, action: str) -> bool:
        """A line that says nothing of some of what is asked is asked for again, once."""
        menu = decision.menu
        if not (self.computers and isinstance(menu, Slots)):
            return False
        chosen = dict(zip(menu.slots, action.split("; "), strict=True))
        unchanged = {slot: each for slot, each in chosen.items() if each == menu.slots[slot][0]}
        left = [each for slot, each in unchanged.items() if slot not in menu.seldom]
        said = sum(1 for part in BETWEEN.split(text) if part.strip())
        if said - (len(chosen) - len(unchanged)) >= len(left):
            return False
        line = " ".join(text.split())
        again, self._warned = self._warned == line, line
        if not again:
            choices = ", ".join(map(self.catalog.write, left))
            self.screen.line(self.words("play.left_out", choices=choices), "yellow")
        return not again

    def _meaning(self, seat: Seat, decision: Decision, text: str) -> Meaning:
        """What a line may mean, by number, in words, or in the game's own notation."""
        found = meaning(text, decision.menu, self.catalog, self.questions.numbers)
        if found.actions or found.number is not None:
            return found
        return Meaning(self.game.read(self.match.state, seat, text, self.catalog))

    def _tell_times(self, seat: Seat, action: str, step: str, done: int, wanted: int) -> None:
        """How often an action was done, and why not more often."""
        self._tell_news(seat)
        self.screen.line(self.words("play.done_times", count=done, wanted=wanted))
        decision = self.game.decisions(self.match.state).get(seat)
        if done == wanted or decision is None or decision.step != step:
            return
        refusal = self.game.explain(self.match.state, seat, action)
        if refusal is not None:
            self._refuse(refusal, "")

    def _may(self, seat: Seat, action: str, step: str) -> bool:
        decision = self.game.decisions(self.match.state).get(seat)
        return decision is not None and decision.step == step and action in decision.menu

    def _begins_more(self, text: str, found: Meaning) -> bool:
        """Whether a lone word that begins an action begins a command as well."""
        spelled = {slug(each) for a in found.actions for each in (a, self.catalog.write(a))}
        return slug(text) not in spelled and bool(begun_commands(text, self.words))

    def _not_one(self, seat: Seat, decision: Decision, text: str, found: Meaning) -> None:
        """What was typed means nothing that is allowed, or too much."""
        commands, most = begun_commands(text, self.words), len(self.questions.numbers)
        begun = beginning(text, decision.menu, self.catalog)
        if found.actions or (commands and begun):
            self.screen.line(self.words("play.ambiguous", text=text))
            self.questions.show(decision, found.actions or begun)
            self._list_commands(commands)
        elif found.number is not None:
            self.screen.line(self.words("play.no_such_number", text=text, most=most))
        elif is_numbers(text) and most:
            self.screen.line(self.words("play.one_number", text=text, most=most))
        elif commands:
            self.screen.line(self.words("play.begun_command", text=text))
            self._list_commands(commands)
        else:
            self._refuse_text(seat, decision, text)
            self.questions.show(decision, begun)

    def _refuse_text(self, seat: Seat, decision: Decision, text: str) -> None:
        """Why what was typed may not be done, or why nothing can be done with what it names."""
        things = named(text, decision.menu, self.catalog)
        reason = telling(self.game, self.match.state, seat, things) if things else None
        if reason is None:
            self._refuse_action(seat, spell(text, decision.menu, self.catalog))
        else:
            self._refuse(reason)

    def _refuse_action(self, seat: Seat, action: str) -> None:
        """Why an action may not be taken now."""
        refusal = self.game.explain(self.match.state, seat, action)
        if refusal is not None:
            self._refuse(refusal)

    def _explain(self, seat: Seat, decision: Decision, text: str) -> None:
        """`?`: why an action is not allowed, or that it is, and what to expect of it."""
        if not text:
            self.screen.prose(self.words("play.ask_why"))
            return
        found = self._meaning(seat, decision, text)
        if not 1 <= len(found.actions) <= ANSWERED:
            self._not_one(seat, decision, text, found)
            return
        for action in found.actions:
            self._expect(seat, decision, action)

    def _expect(self, seat: Seat, decision: Decision, action: str) -> None:
        """Why an action is not allowed, or that it is, and what to expect of it."""
        if action not in decision.menu:
            self._refuse_action(seat, action)
            return
        said = self.questions.in_words(decision, action)
        self.screen.line(self.words("play.allowed", action=said, section=decision.section))
        hint = self.game.hint(self.match.state, seat, action)
        if hint is not None:
            self.screen.line("  " + self.catalog.line(hint))

    def _refuse(self, refusal: Refusal, style: str = "yellow") -> None:
        """Why not: the sentence and the rule it comes from."""
        said = self.catalog.line(refusal.message)
        title = section_title(refusal.section, self.catalog)
        rule = f"{refusal.section} {title}" if title else refusal.section
        place = "" if refusal.section == "0" else f" [{rule}]"
        self.screen.parts((said, style), (place, "cyan"))

    # -- commands

    def _undo(self, seat: Seat) -> After:
        """Take back the last action: one's own, or at an open table that of whoever acted last."""
        if not any(move.seat in self.people for move in self.match.moves):
            self.screen.line(self.words("play.nothing_to_undo"))
            return After.ASK_AGAIN
        last = self.match.moves[-1].seat
        open_table = last in self.people and not self._closed()
        who = last if open_table and not self.match.can_undo(seat) else seat
        reach, total = self.match.undoable(who), len(self.match.moves)
        own = range(total, total - reach, -1)
        if reach and all(number in self._by_itself for number in own):
            self._refuse(refuse("0", "kernel.no_undo"))
            return After.ASK_AGAIN
        try:
            count = self._take_back(who)
        except IllegalAction as error:
            self._refuse(error.refusal)
            return After.ASK_AGAIN
        self._keep()
        self._read = {s: min(n, len(self.match.log)) for s, n in self._read.items()}
        self._came_unasked = False
        decision = self.game.decisions(self.match.state)[who]
        said = self.questions.in_words(decision, self._taken_back)
        if count > 1:
            said = f"{count} × {said}"
        self.screen.line(self.words("play.taken_back", action=said))
        return After.GO_ON

    def _take_back(self, who: Seat) -> int:
        """Take back the last action, with all that was done together with it; how many."""
        count = 0
        while True:
            number = len(self.match.moves)
            self._taken_back = self.match.undo(who).action
            count += number not in self._by_itself
            more = number in self._joined or number in self._by_itself
            self._joined.discard(number)
            self._by_itself.discard(number)
            if not more or not self.match.can_undo(who):
                return count

    def _closed(self) -> bool:
        """Whether the people here hide things from each other."""
        return any(self._has_secrets(d) for d in self.game.decisions(self.match.state).values())

    def _save(self, name: str) -> None:
        """Write the record, and keep it there from now on."""
        if not name and self.file is None:
            self.screen.line(self.words("play.save_where"))
            return
        file = Path(name).expanduser() if name else self.file
        assert file is not None
        if file.exists() and not file.is_file():
            self.screen.line(self.words("play.no_plain_file", file=str(file)))
            return
        if file != self.file and file.exists() and not self._is_this_game(file):
            self.screen.line(self.words("play.file_exists", file=str(file)))
            return
        before, self.file = self.file, file
        try:
            write(file, record_of(self.match, self.names))
        except OSError as error:
            self.file, reason = before, error.strerror or str(error)
            self.screen.line(self.words("play.cannot_save", file=str(file), error=reason), "red")
            return
        self.screen.line(self.words("play.saved", file=str(file)))

    def _is_this_game(self, file: Path) -> bool:
        """Whether a file holds this very game, as far as it had come."""
        try:
            kept = read_record(str(file))
        except Mistake:
            return False
        same = (kept.header.game, kept.header.seed) == (self.game.info.id, self.match.seed)
        return same and kept.moves == self.match.moves[: len(kept.moves)]

    def _show_log(self, seat: Seat, text: str) -> None:
        if text and not text.isdecimal():
            self.screen.line(self.words("play.log_how"))
            return
        messages = self.match.log_for(seat)
        if not messages:
            self.screen.line(self.words("play.log_empty"))
            return
        wanted = min(int(text), len(messages)) if text and len(text) < 9 else RECENT
        self._tell_lines(messages[-wanted or len(messages) :])

    def _show_rules(self, seat: Seat, decision: Decision, section: str) -> None:
        hand = getattr(self.game.view(self.match.state, seat), "hand", [])
        near = [*self.questions.words_of(decision), *hand]
        try:
            show_section(section, self.catalog, self.context, near)
        except Mistake as mistake:
            self.screen.line(mistake.said(self.context.language))

    def _help(self, decision: Decision) -> None:
        action, menu = next(iter(decision.menu)), decision.menu
        short = shortened(action, menu, self.catalog) if listed(menu) else None
        example = short or self.catalog.write(action)
        self.screen.prose(self.words("play.help", example=example))
        self._list_commands(COMMANDS)

    def _list_commands(self, commands: Sequence[str]) -> None:
        usages = {command: self.words(f"play.usage.{command}") for command in commands}
        width = max(map(len, usages.values()), default=0)
        for command, usage in usages.items():
            self.screen.entry(usage, width, self.words(f"play.about.{command}"))
