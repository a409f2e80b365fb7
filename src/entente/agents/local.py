"""A seat of a game on this machine, against computer players, without a server.

Everything the agent reads comes from a determinization for its seat, which does not contain what
is hidden from it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from random import Random
from typing import Any

from entente.agents.seat_client import OVER, PLAYING, ChatMessage, Refused, SeatSnapshot
from entente.agents.words import words_in
from entente.kernel import IllegalAction, Match, Position, Seat, UserError
from entente.players import (
    Explains,
    Player,
    PlayerMessage,
    PlayerView,
    make,
    message_text,
    wants_to_act,
)
from entente.wire.action_previews import describe_options, preview_action
from entente.wire.frames import ActionOptions, ActionOptionsRequest, Allowed, Check
from entente.wire.prompts import prompts, submitted_answer

log = logging.getLogger("entente.agents")

AnyMatch = Match[Any, Any]
Keep = Callable[[AnyMatch], None]


class LocalSeat:
    """The agent's seat of a match; computer players of these names play the others. `keep` is
    called with the match after every move."""

    is_shared = False

    def __init__(
        self,
        match: AnyMatch,
        seat: Seat,
        players: Mapping[Seat, str],
        language: str = "en",
        keep: Keep | None = None,
    ) -> None:
        self.match = match
        self.game = match.game
        self.seat = seat
        self.seats = match.seats
        self.language = language
        self.names = players
        self.catalog = match.game.catalog(language)
        self._keep = keep or (lambda _: None)
        self._letters: list[ChatMessage] = []
        self._unread = 0
        self._players: dict[Seat, Player] = {
            each: make(name, self.game.info.id, f"{match.seed}/{each}")
            for each, name in players.items()
        }
        self._keep(match)

    # -- looking

    def snapshot(self) -> SeatSnapshot:
        self._play_opponents()
        position = self._determinized()
        view = position.view(self.seat)
        recap = self.game.presentation.recap(view, self.match.entries_for(self.seat), self.catalog)
        log = [self.catalog.line(each) for each in self.match.log_for(self.seat)]
        questions = prompts(position, view.decisions, self.catalog)
        sealed = submitted_answer(position, self.seat, self.catalog)
        status = OVER if self.match.over else PLAYING
        return SeatSnapshot(status, view, questions, sealed, recap, log, self._ending())

    def preview(self, action: str, things: Sequence[str], window: int | None) -> Allowed:
        frame = Check(self.seat, action, list(things), window, careful=True)
        with self._as_refusal():
            return preview_action(self._determinized(), self.language, frame)

    def options_for(self, thing: str, window: int | None) -> ActionOptions:
        with self._as_refusal():
            return describe_options(
                self._determinized(), self.language, ActionOptionsRequest(self.seat, thing, window)
            )

    def _determinized(self) -> Position[Any, Any]:
        """Return the position as the seat knows it. After the end nothing is hidden."""
        position = self.match.position
        return position if self.match.over else position.determinize(self.seat, Random(0))

    def _ending(self) -> str:
        outcome = self.match.state.outcome
        return "" if outcome is None else self.catalog.line(outcome.reason)

    @contextmanager
    def _as_refusal(self) -> Iterator[None]:
        """Turn an illegal action into a refusal with its reason."""
        try:
            yield
        except IllegalAction as error:
            refusal = error.refusal
            raise Refused(self.catalog.line(refusal.message), refusal.section) from None

    # -- acting

    def act(self, action: str, window: int | None) -> None:
        with self._as_refusal():
            self.match.act(self.seat, action, window=window)
        self._keep(self.match)

    def undo(self) -> None:
        with self._as_refusal():
            self.match.undo(self.seat)
        self._keep(self.match)

    def wait(self, seconds: float) -> None:
        """Let the computer players act, without waiting."""
        self._play_opponents()

    def close(self) -> None:
        pass

    # -- the others

    def _play_opponents(self) -> None:
        """Let computer players act until the game waits for the agent alone or is over."""
        while not self.match.over and (other := self._next_opponent()) is not None:
            self._act_for(other)

    def _next_opponent(self) -> Seat | None:
        """Return a computer player that must act, or that wants to answer an offer."""
        position = self.match.position
        for each in position.to_move:
            if each != self.seat:
                return each
        wanting = (e for e, name in self.names.items() if wants_to_act(name, position, e))
        return next((each for each in wanting if position.decisions_for(each)), None)

    def _act_for(self, other: Seat) -> None:
        """Let a computer player act; a failure of a third-party player does not end the game."""
        player, view = self._players[other], PlayerView(self.match.position, other)
        try:
            action = player.choose(view)
            message = player.explain(view, action) if isinstance(player, Explains) else None
            self.match.act(other, action)
        except Exception as error:
            log.warning("%s (%s) has failed", self.names[other], other, exc_info=True)
            raise Refused(self._failed(other, error)) from None
        self._keep(self.match)
        if message is not None and message.to == self.seat:
            self._receive(other, message)

    def _failed(self, other: Seat, error: Exception) -> str:
        """Describe a failure. A message may quote hidden information: the agent gets only its type,
        and the log has the rest."""
        description = type(error).__name__
        if isinstance(error, UserError):
            description = f"{description} ({error.message.key})"
        seat, player = self.catalog.name("seat", other), self.names[other]
        words = words_in(self.language)
        return words("refused.computer_failed", player=player, seat=seat, error=description)

    def _receive(self, sender: Seat, message: PlayerMessage) -> None:
        text = message_text(self.game, message, self.language)
        self._letters.append(ChatMessage(sender, (self.seat,), text))
        self._unread += 1

    # -- letters

    def messages(self) -> Sequence[ChatMessage]:
        self._unread = 0
        return tuple(self._letters)

    def unread(self) -> int:
        return self._unread

    def send_message(self, to: Sequence[Seat], text: str) -> None:
        raise Refused(words_in(self.language)("refused.nobody_reads"))
