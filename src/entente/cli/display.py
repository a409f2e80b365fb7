"""The position and the unread part of the log on the screen."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from entente.cli.common_args import Context
from entente.cli.output import drawing, print_description, text_width
from entente.cli.rules import show_card
from entente.kernel import Decision, Message, Seat
from entente.kernel.record import AnyMatch

RECENT = 20


class Display:
    """Shows the board and the log, and tracks what each player has seen."""

    def __init__(self, match: AnyMatch, people: Sequence[Seat], context: Context) -> None:
        self.match = match
        self.game = match.game
        self.people = people
        self.context = context
        self.words, self.screen = context.words, context.screen
        self.catalog = match.game.catalog(context.language)
        self._read = dict.fromkeys(match.seats, max(0, len(match.log) - RECENT))
        self._on_screen: range | None = None  # log entries on the screen
        self._place: tuple[Seat, str] | None = None
        self._drawn = ""

    # -- the position

    def draw_if_changed(self, decision: Decision) -> None:
        """Draw the position if it has changed and the seat or step is new."""
        place = (decision.seat, decision.step)
        if place != self._place:
            self._place = place
            if self._picture(decision.seat) != self._drawn:
                self.draw(decision.seat)

    def draw(self, seat: Seat | None) -> None:
        """Draw the position as a seat (None: a spectator) sees it."""
        self._drawn = self._picture(seat)
        self.screen.gap()
        self.screen.picture(self._drawn)
        self.screen.gap()

    def describe(self, seat: Seat, word: str) -> None:
        """`map`: print the position, as far as the terminal has room, or one thing on it, or a
        card.

        In French the word of the command also means a card.
        """
        view = self.game.view(self.match.state, seat)
        if word:
            if not print_description(word, self.game, view, self.context) and not show_card(
                word, self.catalog, self.context, getattr(view, "hand", [])
            ):
                self.screen.line(self.words("play.no_such_thing", word=word))
            return
        self.draw(seat)
        picture = self.game.presentation.render_text(view, self.catalog)
        if self._drawn != picture:
            self.screen.line(self.words("play.wider", width=text_width(picture)), "dim")

    def forget(self) -> None:
        """Forget what is on the screen after it was cleared."""
        self._drawn = ""
        self._on_screen = None

    def _picture(self, seat: Seat | None) -> str:
        view = self.game.view(self.match.state, seat)
        return drawing(self.game, view, self.catalog, self.screen)

    # -- the log

    def print_news(self, seat: Seat) -> None:
        """Print the log entries that are new to the player at the screen.

        Entries still on the screen are not repeated: secrets are cleared before the screen is
        handed over.
        """
        end = len(self.match.log)
        self._print_from(self._unread(seat), seat)
        self._read[seat] = end

    def print_remaining(self) -> None:
        """Print at the end what someone at the screen has not read and all may read."""
        alone = self.people[0] if len(self.people) == 1 else None
        self._print_from(min(map(self._unread, self.people), default=len(self.match.log)), alone)

    def _unread(self, seat: Seat) -> int:
        """Return the first log entry that is new to a seat."""
        read, shown = self._read[seat], self._on_screen
        return shown.stop if shown is not None and read in shown else read

    def _print_from(self, first: int, seat: Seat | None) -> None:
        log, shown = self.match.log, self._on_screen
        seen = (line.entry.seen_by(seat) for line in log[first:])
        self._print_lines([message for message in seen if message is not None])
        begin = first if shown is None else min(first, shown.start)
        self._on_screen = range(begin, len(log))

    def show_log(self, seat: Seat, text: str) -> None:
        """`log`: print the last entries."""
        if text and not text.isdecimal():
            self.screen.line(self.words("play.log_how"))
            return
        messages = self.match.log_for(seat)
        if not messages:
            self.screen.line(self.words("play.log_empty"))
            return
        wanted = min(int(text), len(messages)) if text and len(text) < 9 else RECENT
        self._print_lines(messages[-wanted or len(messages) :])

    def truncate_log(self) -> None:
        """Adjust the read marks after an undo."""
        end, shown = len(self.match.log), self._on_screen
        self._read = {seat: min(n, end) for seat, n in self._read.items()}
        if shown is not None:
            self._on_screen = range(min(shown.start, end), min(shown.stop, end))

    def _print_lines(self, messages: list[Message]) -> None:
        """Print log entries; merge repeated ones."""
        for text, same in groupby(map(self.catalog.line, messages)):
            count = len(list(same))
            self.screen.item(text if count == 1 else f"{text} (×{count})")
