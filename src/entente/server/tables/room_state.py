"""A table in memory as it is: seats, open questions, visible moves, outcome.

A "chair" is the stored row of a seat.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection
from typing import Any

import msgspec

from entente.kernel import Decision, Match, Message, Outcome, Position, Seat
from entente.players import USUAL, wants_to_act
from entente.server.problem import Problem
from entente.server.storage.models import Table, TableSeat
from entente.server.tables.hidden_moves import ALL_VISIBLE, Answered, VisibleCounts
from entente.wire.tables import OPEN, OVER, PLAYING

AnyMatch = Match[Any, Any]
AnyPosition = Position[Any, Any]
Clock = Callable[[], float]
DecisionKey = tuple[Seat, int]  # a seat and a question's window
STAND_IN = USUAL  # the computer player that stands in for a person
PATIENCE = 600  # seconds computers wait while a person can still undo and must continue


def player_of(user_id: int | None, computer: str | None, stand_in: str | None) -> str | None:
    """Return the computer player of a seat, or None for a person.

    A seat whose player deleted their account gets a computer, so that the others need not wait.
    """
    return computer or STAND_IN if user_id is None else stand_in


class RoomState:
    """What a room answers about its table; `Room` changes it."""

    table: Table
    chairs: dict[Seat, TableSeat]
    match: AnyMatch
    versions: list[int]  # the table version of each move
    seen: set[tuple[int, Seat]]  # users, and the seats whose secrets they have seen
    clock: Clock
    _planned: bool  # a seat has made private changes

    @property
    def version(self) -> int:
        version: int = self.table.__dict__["version"]  # faster than through SQLAlchemy
        return version

    # -- seats and questions

    def seats_of(self, user_id: int | None) -> tuple[Seat, ...]:
        """Return a user's seats, in the game's order."""
        if user_id is None:
            return ()
        chairs = self.chairs
        return tuple([s for s in self.match.seats if chairs[s].__dict__.get("user_id") == user_id])

    def chair(self, seat: Seat) -> TableSeat:
        if seat not in self.chairs:
            raise Problem(422, "table.no_seat", seat=seat)
        return self.chairs[seat]

    def own_chair(self, seat: Seat, user_id: int | None, bound: Seat | None = None) -> TableSeat:
        """Return a seat's row for its player. Raise Problem for anyone else."""
        chair = self.chair(seat)
        if user_id is None or chair.user_id != user_id or bound not in (None, seat):
            raise Problem(403, "table.not_yours")
        return chair

    def seen_by(self, user_id: int) -> set[Seat]:
        """Return the seats a user has held since the game began, whose secrets they know."""
        return {seat for seen_by, seat in self.seen if seen_by == user_id}

    def is_computer_seat(self, seat: Seat) -> bool:
        """Return whether a computer has had a seat since the game began.

        Who has seen a seat is forgotten with the account; that its player left is not.
        """
        chair, events = self.chairs[seat], self.table.events or ()
        if chair.user_id is not None or chair.takeover_since is not None:
            return False
        was_left = any(each["event"] == "left" and each["seat"] == seat for each in events)
        return not was_left and all(each != seat for _, each in self.seen)

    def player(self, seat: Seat) -> str | None:
        """Return the computer player of a seat, or None for a person."""
        chair = self.chairs[seat]
        return player_of(chair.user_id, chair.computer, chair.stand_in)

    @property
    def position(self) -> AnyPosition:
        """The current position."""
        return self.match.position

    def questions(self) -> dict[DecisionKey, Decision]:
        """Return all open questions; none before the start or after the end."""
        if self.table.status != PLAYING:
            return {}
        return {(each.seat, each.window): each for each in self.position.decisions}

    def decisions(self) -> dict[Seat, Decision]:
        """Return the decisions the game waits for, by seat."""
        return self.position.required_by_seat() if self.table.status == PLAYING else {}

    @property
    def has_computers(self) -> bool:
        """Whether a computer plays a seat of a running game.

        Needs no lock, since it does not look at the match.
        """
        return self.table.status == PLAYING and any(map(self.player, self.chairs))

    def computers(self) -> dict[Seat, str]:
        """Return the computer players to act, by seat.

        They must decide now, or want to answer something optional. In an exercise no one answers
        for the other seats: their actions come with it.
        """
        if self.table.paused or self.table.exercise is not None:
            return {}
        waiting, unfinished = self.decisions(), self.unfinished()
        players = {
            seat: self.player(seat)
            for seat, decision in waiting.items()
            if decision.window != unfinished
        }
        if waiting:
            for seat in self.chairs:
                name = self.player(seat) if seat not in players else None
                if (
                    name
                    and wants_to_act(name, self.position, seat)
                    and self.position.decisions_for(seat)
                ):
                    players[seat] = name
        return {seat: name for seat, name in players.items() if name}

    def unfinished(self) -> int | None:
        """Return the question of several seats at which a person is in the middle of an answer.

        The person can still undo and must continue. Computers answer that question afterwards, so
        that the person settles what they have done.
        """
        for seat in dict.fromkeys(before.seat for before in reversed(self.match.back)):
            if self.player(seat) is None and (window := self._unfinished_by(seat)) is not None:
                return window
        return None

    def _unfinished_by(self, seat: Seat) -> int | None:
        """Return the question that a person is in the middle of answering."""
        match, now = self.match, self.clock()
        numbers = match.open_to_undo(seat)
        open_windows = (
            {each.window for each in self.position.decisions_for(seat) if each.must}
            if numbers
            else ()
        )
        for number in numbers:
            window, time = match.windows[number], match.moves[number].time
            if window in open_windows:
                return window if now - (time or 0) < PATIENCE else None
        return None

    def due_questions(self) -> dict[Seat, tuple[int, ...]]:
        """Return the questions for which people's time runs, by seat."""
        windows: dict[Seat, tuple[int, ...]] = {}
        if self.table.status != PLAYING or self.table.paused:
            return windows
        for each in self.position.decisions:
            if each.must and self.player(each.seat) is None:
                windows[each.seat] = (*windows.get(each.seat, ()), each.window)
        return windows

    # -- visible moves and versions

    def visible_counts(self, seats: Collection[Seat]) -> VisibleCounts:
        """Return the counts for the holder of these seats; after the end, everything is visible."""
        if not self._planned or self.table.status == OVER:
            return ALL_VISIBLE  # as in most games, which have no private plans
        others = [chair for seat, chair in self.chairs.items() if seat not in seats]
        versions = sorted(version for chair in others for version, _ in chair.private_changes)
        if not versions:
            return ALL_VISIBLE
        moves = enumerate(zip(self.match.moves, self.match.unseen, strict=True), start=1)
        hidden = [n for n, (move, unseen) in moves if unseen and move.seat not in seats]
        return VisibleCounts(hidden, versions)

    def run_of(self, seat: Seat, moves: int) -> int:
        """Return the index at which a seat's uninterrupted run of moves begins."""
        while moves > self.match.first and self.match.moves[moves - 1].seat == seat:
            moves -= 1
        return moves

    def decision_version(self, seat: Seat) -> int:
        """Return the table version at which a seat was asked before its current run of moves."""
        first = self.run_of(seat, len(self.match.moves))
        return self.versions[first] - 1 if first < len(self.versions) else self.version

    def answered(self) -> list[Answered]:
        """Return the moves with the questions they answered."""
        moves = zip(self.match.moves, self.match.windows, self.match.unseen, strict=True)
        return [Answered(move.seat, move.action, window, unseen) for move, window, unseen in moves]

    def _since_moves(self) -> dict[DecisionKey, int]:
        """Return the versions at which the questions took their current form, by moves alone."""
        since, questions = self.match.since, self.questions()
        return {name: self.versions[since[name] - 1] if since[name] else 0 for name in questions}

    def unchanged_since(self, version: int, seats: Collection[Seat]) -> int:
        """Return how many visible moves were made by a version and are unchanged since."""
        made = self.visible_counts(seats).moves(bisect_right(self.versions, version))
        if not self._planned:
            return made
        changes = (change for seat in seats for change in self.chairs[seat].private_changes)
        left = [count for changed, count in changes if changed > version]
        return min([made, *left])

    @property
    def outcome(self) -> Outcome | None:
        """The outcome by the rules or by agreement; None while the game goes on."""
        if self.table.agreed is not None:
            return msgspec.convert(self.table.agreed, Outcome)
        outcome: Outcome | None = self.match.state.outcome
        return outcome

    def stage(self) -> dict[str, Any] | None:
        """Return the turn, round or season the game has reached, as stored."""
        if self.table.status == OPEN:
            return None
        reached = self.match.game.presentation.stage(self.match.state)
        return None if reached is None else stored_form(reached)

    def public_moves(self) -> int:
        """Return the number of moves that everyone may know of."""
        return self.visible_counts(()).moves(len(self.match.moves))


def stored_form(value: Outcome | Message) -> dict[str, Any]:
    """Return an outcome or message as the database returns it."""
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(value))
    return plain
