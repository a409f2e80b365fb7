"""The table: a game between people at one terminal and computer players."""

from __future__ import annotations

import time
from collections.abc import Mapping
from enum import Enum, auto
from itertools import permutations
from pathlib import Path
from random import Random

from entente.cli.menus import sentence, show_all, show_candidates, show_menu
from entente.cli.rules import section_title, show_section
from entente.cli.setting import Context
from entente.cli.telling import question, tell_outcome
from entente.cli.typed import COMMANDS, Meaning, Typed, meaning, understand
from entente.kernel import Decision, IllegalAction, Mistake, Refusal, Seat
from entente.kernel.reading import spell
from entente.kernel.record import AnyMatch, RecordError, parse, record_of, write
from entente.players import Player, Sight

RECENT = 20
GUESSES = 3


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
        self.people = [seat for seat in match.seats if seat not in computers]
        self._read = dict.fromkeys(match.seats, max(0, len(match.log) - RECENT))
        self._at_screen: Seat | None = None
        self._place: tuple[str, ...] = ()
        self._drawn = ""

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
        if not self._hand_over(seat, decision):
            return After.LEAVE
        self._draw_what_is_new(seat, decision)
        self._tell_news(seat)
        self._question(decision)
        while True:
            try:
                text = self.screen.ask()
            except KeyboardInterrupt:
                self.screen.line()
                self.screen.line(self.words("play.interrupted"))
                continue
            if text is None:
                return After.LEAVE
            after = self._obey(seat, decision, text)
            if after is not After.ASK_AGAIN:
                return after

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

    def _hand_over(self, seat: Seat, decision: Decision) -> bool:
        """Pass the screen on where one person must not see what another sees. False: they left."""
        last, self._at_screen = self._at_screen, seat
        if len(self.people) < 2 or last == seat or not self._has_secrets(decision):
            return True
        self._drawn = ""
        name = self.catalog.name("seat", seat)
        if not self.screen.interactive:
            self.screen.line(self.words("play.now", seat=name), "bold")
            return True
        if last is not None:
            self._tell_news(last)
            if not self._press_enter(self.words("play.read_then_enter", seat=name)):
                return False
            self.screen.clear()
        ready = self._press_enter(self.words("play.take_screen", seat=name))
        self.screen.clear()
        return ready

    def _press_enter(self, prompt: str) -> bool:
        while True:
            try:
                return self.screen.ask(prompt + " ") is not None
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
        place = (seat, decision.section, decision.prompt.key)
        if place != self._place:
            self._place = place
            if self._picture(seat) != self._drawn:
                self._draw(seat)

    def _picture(self, seat: Seat) -> str:
        return self.game.picture(self.game.view(self.match.state, seat), self.catalog)

    def _draw(self, seat: Seat) -> None:
        self._drawn = self._picture(seat)
        self.screen.line()
        self.screen.picture(self._drawn)
        self.screen.line()

    def _tell_news(self, seat: Seat) -> None:
        """The lines of the log that are new to the person at the screen."""
        log = self.match.log
        for line in log[self._read[seat] :]:
            message = line.entry.seen_by(seat)
            if message is not None:
                self.screen.item(self.catalog.say(message))
        read = [seat] if any(line.entry.to is not None for line in log) else self.people
        self._read.update(dict.fromkeys(read, len(log)))

    def _question(self, decision: Decision) -> None:
        self.screen.line()
        self.screen.parts(
            (f"[{decision.section}] ", "cyan"),
            (question(decision, self.catalog, self.context), "bold"),
        )
        show_menu(decision.menu, self.catalog, self.context)

    def _say_end(self) -> None:
        for seat in self.people[:1]:
            self._tell_news(seat)
        self.screen.line()
        for seat in self.people[:1]:
            self._draw(seat)
        tell_outcome(self.match, self.context)
        if self.file is not None:
            self.screen.line(self.words("play.record_is", file=str(self.file)))

    def _say_goodbye(self) -> None:
        if self.file is not None:
            self.screen.line(self.words("play.resume", file=str(self.file)))
        elif self.match.moves:
            self.screen.line(self.words("play.not_saved"))

    # -- what is typed

    def _obey(self, seat: Seat, decision: Decision, text: str) -> After:
        if not text:
            self._question(decision)
            return After.ASK_AGAIN
        typed = understand(text, decision.menu, self.catalog)
        if typed.command == "quit":
            return After.LEAVE
        if typed.command == "undo":
            return self._undo(seat)
        if typed.command:
            self._answer(seat, decision, typed)
            return After.ASK_AGAIN
        return self._choose(seat, decision, typed)

    def _answer(self, seat: Seat, decision: Decision, typed: Typed) -> None:
        """The commands that change nothing in the game."""
        if typed.command == "why":
            self._explain(seat, decision, typed.text)
        elif typed.command == "map":
            self._draw(seat)
        elif typed.command == "list":
            show_all(decision.menu, typed.text, self.catalog, self.context)
        elif typed.command == "log":
            self._show_log(seat, typed.text)
        elif typed.command == "rules":
            self._show_rules(typed.text or decision.section)
        elif typed.command == "save":
            self._save(typed.text)
        else:
            self._help()

    def _choose(self, seat: Seat, decision: Decision, typed: Typed) -> After:
        """Take the action that was typed, as often as was asked and is allowed."""
        found = self._meaning(seat, decision, typed.text)
        if len(found.actions) != 1:
            self._not_one(seat, decision, typed.text, found.actions, found.number)
            return After.ASK_AGAIN
        action, done = found.actions[0], 0
        while done < typed.times and self._may(seat, action):
            self._act(seat, action)
            done += 1
        if typed.times > 1:
            self._tell_times(seat, action, done, typed.times)
        return After.GO_ON

    def _meaning(self, seat: Seat, decision: Decision, text: str) -> Meaning:
        """What a line may mean, by number, in words, or in the game's own notation."""
        found = meaning(text, decision.menu, self.catalog)
        if found.actions or found.number is not None:
            return found
        return Meaning(self.game.read(self.match.state, seat, text, self.catalog))

    def _tell_times(self, seat: Seat, action: str, done: int, wanted: int) -> None:
        """How often an action was done, and why not more often."""
        self._tell_news(seat)
        self.screen.line(self.words("play.done_times", count=done, wanted=wanted))
        refusal = self.game.explain(self.match.state, seat, action) if done < wanted else None
        if refusal is not None:
            self._refuse(refusal)

    def _may(self, seat: Seat, action: str) -> bool:
        decision = self.game.decisions(self.match.state).get(seat)
        return decision is not None and action in decision.menu

    def _not_one(
        self, seat: Seat, decision: Decision, text: str, actions: list[str], number: int | None
    ) -> None:
        """What was typed means nothing that is allowed, or too much."""
        if actions:
            self.screen.line(self.words("play.ambiguous", text=text))
            show_candidates(actions, decision.menu, self.catalog, self.context)
        elif number is not None:
            self.screen.line(self.words("play.no_such_number", number=number))
        else:
            action = spell(text, decision.menu, self.catalog)
            refusal = self.game.explain(self.match.state, seat, action)
            if refusal is not None:
                self._refuse(refusal)

    def _explain(self, seat: Seat, decision: Decision, text: str) -> None:
        """`?`: why an action is not allowed, or that it is."""
        if not text:
            self.screen.prose(self.words("play.ask_why"))
            return
        found = self._meaning(seat, decision, text)
        if len(found.actions) == 1:
            said = sentence(found.actions[0], decision.menu, self.catalog, self.context)
            self.screen.line(self.words("play.allowed", action=said, section=decision.section))
        else:
            self._not_one(seat, decision, text, found.actions, found.number)

    def _refuse(self, refusal: Refusal) -> None:
        """Why not: the sentence and the rule it comes from."""
        said = self.catalog.say(refusal.message)
        title = section_title(refusal.section, self.catalog)
        rule = f"{refusal.section} {title}" if title else refusal.section
        place = "" if refusal.section == "0" else f" [{rule}]"
        self.screen.parts((said, "yellow"), (place, "cyan"))

    # -- commands

    def _undo(self, seat: Seat) -> After:
        """Take back the last action: one's own, or at an open table that of whoever acted last."""
        last = self.match.moves[-1].seat if self.match.moves else seat
        open_table = last in self.people and not self._closed()
        who = last if open_table and not self.match.can_undo(seat) else seat
        try:
            move = self.match.undo(who)
        except IllegalAction as error:
            self._refuse(error.refusal)
            return After.ASK_AGAIN
        self._keep()
        self._read = {s: min(n, len(self.match.log)) for s, n in self._read.items()}
        self.screen.line(self.words("play.taken_back", action=self.catalog.write(move.action)))
        return After.GO_ON

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
            kept = parse(file.read_bytes())
        except (OSError, RecordError):
            return False
        same = (kept.header.game, kept.header.seed) == (self.game.info.id, self.match.seed)
        return same and kept.moves == self.match.moves[: len(kept.moves)]

    def _show_log(self, seat: Seat, text: str) -> None:
        if text and not text.isdecimal():
            self.screen.line(self.words("play.log_how"))
            return
        messages = self.match.log_for(seat)
        for message in messages[-(int(text) if text else RECENT) or len(messages) :]:
            self.screen.item(self.catalog.say(message))

    def _show_rules(self, section: str) -> None:
        try:
            show_section(section, self.catalog, self.context)
        except Mistake as mistake:
            self.screen.line(mistake.said(self.context.language))

    def _help(self) -> None:
        self.screen.prose(self.words("play.help"))
        usages = {command: self.words(f"play.usage.{command}") for command in COMMANDS}
        width = max(map(len, usages.values()))
        for command, usage in usages.items():
            what = self.words(f"play.about.{command}")
            self.screen.parts("  ", (f"{usage:<{width}}", "cyan"), "  ", what)
