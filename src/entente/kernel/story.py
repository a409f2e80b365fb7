"""The story of a game: its figures over time, turning points, deeds and luck.

It is computed by replaying the game and reveals everything, so it is for finished games only.
`story_text.py` renders it as text.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from entente.kernel.decision import Outcome
from entente.kernel.info import Seat
from entente.kernel.match import Match, Move
from entente.kernel.message import Message
from entente.kernel.position import Position
from entente.kernel.statistics import Roll, Transition

AnyMatch = Match[Any, Any]
AnyPosition = Position[Any, Any]
Standing = dict[Seat, int]

MOST_TURNS = 6  # turning points in a story


class Point(msgspec.Struct, frozen=True):
    """A point on the time axis: the figures after `move` moves, at the end of a period.

    The first point is the start and has no period.
    """

    move: int
    period: Message | None
    figures: dict[str, dict[str, int]]


class TurningPoint(msgspec.Struct, frozen=True):
    """A move that changed the decisive figure; `seat` is the seat it changed most for.

    If it changed the lead, `leader` took it from `former`, or from several level seats if that is
    empty; both are empty otherwise. `causes` are the log messages that explain the change.
    """

    move: int
    stage: Message | None
    mover: Seat
    action: str
    seat: Seat
    old: int
    new: int
    leader: Seat = ""
    former: Seat = ""
    causes: list[Message] = []


class Luck(msgspec.Struct):
    """All dice that mattered to a seat."""

    dice: int = 0
    got: float = 0
    expected: float = 0
    variance: float = 0

    def add(self, roll: Roll) -> None:
        self.dice += roll.dice
        self.got += roll.got
        self.expected += roll.expected
        self.variance += roll.variance


class Story(msgspec.Struct):
    """A finished game. `first` is the move from which it could be replayed.

    `led` lists the seats that were ahead at some time, in order. `seconds` is the thinking time of
    each seat, as far as times are known.
    """

    seats: tuple[Seat, ...]
    outcome: Outcome | None
    first: int
    moves: int
    stage: Message | None
    points: list[Point]
    turning_points: list[TurningPoint]
    led: list[Seat]
    lead_changes: int
    final: Standing
    actions: dict[Seat, int]
    seconds: dict[Seat, int]
    deeds: dict[Seat, dict[str, int]]
    luck: dict[Seat, Luck]
    lasted: int | None = None


def story_of(
    match: AnyMatch, agreed: Outcome | None = None, before: Callable[[], None] | None = None
) -> Story:
    """Return the story of a match; `agreed` is the outcome its players agreed on.

    `before` is called before each move, and may raise to stop.
    """
    builder = _StoryBuilder(match)
    for number, move in enumerate(match.moves[match.first :], start=match.first + 1):
        if before is not None:
            before()
        builder.play(number, move)
    return builder.story(agreed)


def help_of(match: AnyMatch) -> Counter[tuple[Seat, Seat]]:
    """Return how often each seat helped another in a match."""
    game, position = match.game, match.from_start().position
    found: Counter[tuple[Seat, Seat]] = Counter()
    for move in match.moves[match.first :]:
        before = game.copy(position.state)
        if move.series is not None:
            position.reseed(match.seed, move.series)
        position.apply(move.seat, move.action, move.window)
        messages = [entry.message for entry in position.state.news]
        transition = Transition(move.seat, move.action, before, position.state, messages)
        found.update(game.statistics.helped(transition))
    return found


class _Change(NamedTuple):
    """A move that changed the standing, and by how much."""

    point: TurningPoint
    weight: float


class _StoryBuilder:
    """Replays a match and records what happens."""

    def __init__(self, match: AnyMatch) -> None:
        self.match = match
        self.game = match.game
        self.statistics = match.game.statistics
        self.position: AnyPosition = match.from_start().position
        self.number = match.first
        state = self.position.state
        self.points = [Point(match.first, None, self._figures(state))]
        self.period = self._period(state)
        self.standing: Standing = dict(self.statistics.standing(state))
        self.leader = leader_of(self.standing)
        self.led = [self.leader] if self.leader else []
        self.changes: list[_Change] = []
        self.actions: Counter[Seat] = Counter()
        self.seconds: Counter[Seat] = Counter()
        self.deeds: dict[Seat, Counter[str]] = {seat: Counter() for seat in match.seats}
        self.luck: dict[Seat, Luck] = {}
        times = [move.time for move in match.moves if move.time is not None]
        self.lasted = times[-1] - times[0] if len(times) > 1 else None
        self.waiting_since: dict[Seat, int] = {}  # when the game started to wait for a seat

    def play(self, number: int, move: Move) -> None:
        """Replay one move."""
        game, position = self.game, self.position
        before, stage = game.copy(position.state), game.presentation.stage(position.state)
        if move.series is not None:
            position.reseed(self.match.seed, move.series)
        position.apply(move.seat, move.action, move.window)
        self.number = number
        after = position.state
        transition = Transition(
            move.seat, move.action, before, after, [entry.message for entry in after.news]
        )
        self.actions[move.seat] += 1
        self._note_time(move)
        for deed in self.statistics.done(transition):
            self.deeds[deed.seat][deed.kind] += deed.times
        for roll in self.statistics.rolled(transition):
            self.luck.setdefault(roll.seat, Luck()).add(roll)
        self._note_standing(transition, stage)
        self._note_period()

    def _note_time(self, move: Move) -> None:
        """Add the time the game waited for the mover, and note which seats it waits for next."""
        if move.time is None:
            return
        since = self.waiting_since.pop(move.seat, None)
        if since is not None:
            self.seconds[move.seat] += max(0, move.time - since)
        waiting = self.position.to_move
        self.waiting_since = {seat: self.waiting_since.get(seat, move.time) for seat in waiting}

    def _note_standing(self, transition: Transition[Any], stage: Message | None) -> None:
        new: Standing = dict(self.statistics.standing(transition.after))
        old, self.standing = self.standing, new
        if new == old:
            return
        leader, former = leader_of(new), self.leader
        self.leader = leader or former
        if leader and leader not in self.led:
            self.led.append(leader)
        taken = bool(leader and former and leader != former)
        seat = max(new, key=lambda each: (abs(new[each] - old[each]), new[each] - old[each]))
        point = TurningPoint(
            self.number,
            stage,
            transition.seat,
            transition.action,
            seat,
            old[seat],
            new[seat],
            leader if taken else "",
            leader_of(old) if taken else "",
            [message for message in transition.messages if message.key in self.statistics.causes],
        )
        self.changes.append(_Change(point, swing(old, new)))

    def _note_period(self) -> None:
        state = self.position.state
        period = self._period(state)
        over = self.number == len(self.match.moves)
        if period != self.period or over:
            self.points.append(Point(self.number, self.period, self._figures(state)))
        self.period = period

    def _period(self, state: Any) -> Message | None:
        return self.statistics.period(state) or self.game.presentation.stage(state)

    def _figures(self, state: Any) -> dict[str, dict[str, int]]:
        return {name: dict(lines) for name, lines in self.statistics.figures(state).items()}

    def story(self, agreed: Outcome | None) -> Story:
        match, state = self.match, self.position.state
        return Story(
            seats=match.seats,
            outcome=state.outcome or agreed,
            first=match.first,
            moves=len(match.moves),
            stage=self.game.presentation.stage(state),
            points=self.points,
            turning_points=turning_points(self.changes),
            led=self.led,
            lead_changes=sum(bool(change.point.leader) for change in self.changes),
            final=self.standing,
            actions={seat: self.actions[seat] for seat in match.seats},
            seconds=dict(self.seconds),
            deeds={seat: dict(self.deeds[seat]) for seat in match.seats},
            luck=self.luck,
            lasted=self.lasted,
        )


def leader_of(standing: Mapping[Seat, int]) -> Seat:
    """Return the seat that is ahead; empty if several are level or none has anything."""
    most = max(standing.values(), default=0)
    ahead = [seat for seat, count in standing.items() if count == most]
    return ahead[0] if len(ahead) == 1 else ""


def swing(old: Mapping[Seat, int], new: Mapping[Seat, int]) -> float:
    """Return the largest change of a seat relative to the others."""
    others = len(new) - 1
    total = sum(new[seat] - old[seat] for seat in new)
    greatest = 0.0
    for seat in new:
        own = new[seat] - old[seat]
        greatest = max(greatest, abs(own - (total - own) / others) if others else abs(own))
    return greatest


def turning_points(changes: list[_Change]) -> list[TurningPoint]:
    """Return the largest changes in order; a change of the lead gets a bonus of half the
    largest."""
    most = max((change.weight for change in changes), default=0.0)
    weights = [
        (change.weight + (most / 2 if change.point.leader else 0), -number)
        for number, change in enumerate(changes)
    ]
    chosen = sorted(weights, reverse=True)[:MOST_TURNS]
    return [changes[number].point for number in sorted(-place for _, place in chosen)]
