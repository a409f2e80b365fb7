"""A match: a game in progress, with its moves, its log and the limits of undo."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Set
from contextlib import suppress
from typing import Generic, NamedTuple

import msgspec

from entente.kernel.capabilities import ReadyMarks
from entente.kernel.decision import Decision
from entente.kernel.game import Game
from entente.kernel.info import Options, OptionValue, Seat
from entente.kernel.message import Entry, IllegalAction, Message, SeenEntry, refuse, say
from entente.kernel.position import Position, not_a_text
from entente.kernel.sealed_answers import withdrawable
from entente.kernel.state import C, S, State
from entente.kernel.turn_so_far import TurnSoFar

DecisionKey = tuple[Seat, int]  # a seat, and the number of its decision
ONLY_POSSIBILITY = "kernel.only_possibility"  # a log entry of the match, not of the rules
REACH = 100  # the most open moves that can be undone one after the other


class Move(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """An accepted action."""

    seat: Seat
    """The seat that acted."""
    action: str
    """What it did."""
    time: int | None = None
    """When, in seconds since 1970, if the caller gave a time."""
    window: int | None = None
    """The decision it answered, if the action alone would be taken for an answer to another one."""
    series: int | None = None
    """The chance series from this move on, if it differs from the one before: the players
    agreed to a takeback."""


class Line(msgspec.Struct, frozen=True, gc=False):
    """A log entry; `move` counts the moves made when it was written."""

    move: int
    entry: Entry


class Known(NamedTuple):
    """What a viewer may know of a move: whether there was one, and what it was."""

    seen: bool
    action: str | None


class Past(NamedTuple):
    """The moves and the log before a match was restarted from a saved state."""

    moves: list[Move]
    windows: list[int]
    unseen: list[bool]
    log: list[Line]
    series: int = 0  # of chance, in which it ended


class Before(msgspec.Struct, Generic[S], frozen=True):
    """The situation before a move: how many moves, whose turn, and the state."""

    moves: int
    seat: Seat
    state: S
    since: dict[DecisionKey, int]
    opened: dict[int, int]
    series: int
    turn: TurnSoFar[S] | None = None


class Match(Generic[S, C]):
    """One game from its start to now, with its moves and its log.

    Attributes:
        game: The game that is played.
        options: Its options, with their defaults.
        seed: Its seed.
        rules: The version of the rules in force.
        seats: The seats that play.
        position: The current position.
        moves: The moves so far.

    `start` is a saved state to begin from instead of the initial position; options and seed are
    then those of that state, and an option that did not exist when it was saved has its default.
    With a `past`, that state was reached by those moves, which cannot be replayed.

    `rules` is the version of the rules in force; by default the current one, or that of the saved
    state.
    """

    def __init__(
        self,
        game: Game[S, C],
        options: Mapping[str, OptionValue] | None = None,
        seed: str = "0",
        start: str | None = None,
        rules: str | None = None,
        past: Past | None = None,
    ) -> None:
        self.game = game
        self.start = start
        self.past = past
        if start is None:
            state: S = game.start(game.info.complete(options), seed, rules)
        else:
            state = game.load(start.encode())
            state.options = game.info.complete(state.options)
            state.rules = rules or state.rules or game.info.version
        self.rules = state.rules
        self.position: Position[S, C] = game.position(state)
        self.options: Options = state.options
        self.seed = state.chance.seed if past is None else seed
        self.series = 0  # chance series: how many takebacks were agreed
        self.seats = game.seats(self.options)
        self.moves: list[Move] = []
        self.windows: list[int] = []  # the decision that each move answered
        self.unseen: list[bool] = []  # whether each of the moves is known to its seat alone
        self.log: list[Line] = [Line(0, entry) for entry in state.news]
        self._since: dict[DecisionKey, int] = {}
        self._opened: dict[int, int] = {}
        self._unnoted: tuple[tuple[Decision, ...], Decision | None] | None = ((), None)
        self.back: list[Before[S]] = []  # before each open move that can be undone
        self.under_seal: Before[S] | None = None  # before the first move that is still hidden
        self.by_itself: set[int] = set()  # forced moves that revealed nothing
        self.unnoticed: dict[int, frozenset[Seat]] = {}  # the seats that learned nothing of a move
        self.marks: set[int] = set()  # ready marks (`ReadyMarks`)
        self._last_shown = 0  # moves made when something hidden or random was last revealed …
        self._watched_from = 0  # … by one of the moves from here on
        if past is not None:
            self.restore(state, past, {}, {})
            self._unnoted = ((), None)

    @property
    def state(self) -> S:
        """The current state."""
        return self.position.state

    def from_start(self) -> Match[S, C]:
        """Return the same match before its first move; with a past, right after it."""
        return Match(self.game, self.options, self.seed, self.start, self.rules, self.past)

    @property
    def first(self) -> int:
        """The first move from which the match can be replayed."""
        return 0 if self.past is None else len(self.past.moves)

    def restore(
        self, state: S, past: Past, since: dict[DecisionKey, int], opened: dict[int, int]
    ) -> None:
        """Continue from where a past has led, with nothing to undo."""
        self.position = self.game.position(state)
        self.moves, self.windows = list(past.moves), list(past.windows)
        self.unseen, self.log = list(past.unseen), list(past.log)
        self._since, self._opened, self._unnoted = since, opened, None
        self.back, self.under_seal, self.series = [], None, past.series
        self.unnoticed, self.marks = {}, set()
        self._last_shown = self._watched_from = len(self.moves)

    @property
    def since(self) -> dict[DecisionKey, int]:
        """The number of moves made when each open decision took its present form for its seat:
        others may have acted since without touching it."""
        self._note_decisions()
        return self._since

    @property
    def opened(self) -> dict[int, int]:
        """The number of moves made when each open decision was first asked."""
        self._note_decisions()
        return self._opened

    @property
    def over(self) -> bool:
        """Whether the rules have ended the game."""
        return self.state.outcome is not None

    @property
    def states_kept(self) -> int:
        """How many earlier states are kept for undo."""
        return len(self.back) + (self.under_seal is not None)

    # -- acting

    def act(
        self,
        seat: Seat,
        action: str,
        time: int | None = None,
        window: int | None = None,
        series: int | None = None,
    ) -> None:
        """Take an action. IllegalAction changes nothing, nor does an error inside a rule. `window`
        says which decision it answers; without it, the first one it can answer. With `series`,
        another chance series begins before it."""
        if not isinstance(action, str):
            raise not_a_text(action)
        position = self.position
        legal = position.find(seat, action, window)
        if legal is None:
            refusal = position.explain(seat, action, window)
            assert refusal is not None
            raise IllegalAction(refusal, action, seat, self.game.info.package)
        decision, exact = legal
        if series is not None:
            self.reseed(series)
        state, decisions = position.state, position.decisions
        before = self.before(seat)
        named = None if len(decisions) == 1 else self._named(decision, exact)
        seen = not decision.private or position.bind(decision).is_seen(exact, None)
        only = seen and decision.has_one_answer and position.bind(decision).is_only_answer
        outside = self._outsiders(decision, exact)
        try:
            position.apply_unchecked(decision, exact)
        except BaseException:
            self._stand_before(before)
            raise
        new_series = self._new_series() if self.series else None
        self.moves.append(Move(seat, exact, time, named, new_series))
        self.windows.append(decision.window)
        self.unseen.append(not seen)
        number = len(self.moves)
        if only:
            self.log.append(Line(number, Entry(say(ONLY_POSSIBILITY, seat=seat))))
        if state.news:
            self.log += [Line(number, entry) for entry in state.news]
        self._unnoted = (decisions, decision)
        if outside:
            outside = {each for each in outside if not any(e.seen_by(each) for e in state.news)}
        self._remember(before, decision, exact, outside, seen=seen, only=only)

    def before(self, seat: Seat) -> Before[S]:
        """Return the situation before a seat's next move."""
        self._note_decisions()
        copy, turn = self.game.copy(self.state), self.position.turn
        return Before(len(self.moves), seat, copy, self._since, self._opened, self.series, turn)

    def _stand_before(self, before: Before[S]) -> None:
        self.position = self.game.position(before.state)
        self.position.turn = before.turn

    def __repr__(self) -> str:
        return f"<Match of {self.game.info.id}, {len(self.moves)} moves: {self.position!r}>"

    # -- chance

    def reseed(self, series: int) -> None:
        """Start a new chance series: the players agreed to a takeback and may have seen what was
        drawn and rolled, so from here on it is drawn and rolled again."""
        if series == self.series:
            return
        self.series = series
        self.position.reseed(self.seed, series)
        self.back.clear()

    def _new_series(self) -> int | None:
        """Return the chance series if it differs from the one of the move before."""
        return None if self.series == self._series_after(len(self.moves)) else self.series

    def _series_after(self, number: int) -> int:
        """Return the chance series in which the last of these moves was made."""
        if not self.series:
            return 0
        known = (move.series for move in reversed(self.moves[:number]) if move.series is not None)
        return next(known, 0)

    def shown_since(self, number: int) -> bool:
        """Print whether the moves from a number on, counted from 0, revealed anything hidden or
        random."""
        if number < self.first:
            return True  # no longer known
        if number >= self._watched_from:
            return self._last_shown > number
        match = self.from_start()
        match.replay(self.moves[self.first : number])
        for move in self.moves[number:]:
            match.reseed(match.series if move.series is None else move.series)
            before = _shown(match.state)
            match.repeat(move)
            if _shown(match.state) != before:
                return True
        return False

    # -- what can be undone

    def _outsiders(self, decision: Decision, action: str) -> set[Seat]:
        """Return who is not shown an action about to be taken at a standing decision. Such a
        decision is independent of everything else, so the action can be repeated after another one
        was undone."""
        standing = self.state.standing
        if not standing or decision.sealed:
            return set()
        if all(frame.window != decision.window for frame in standing):
            return set()
        others = (seat for seat in self.seats if seat != decision.seat)
        bound = self.position.bind(decision)
        return {seat for seat in others if bound.shown(action, seat) is None}

    def _remember(
        self,
        before: Before[S],
        decision: Decision,
        action: str,
        outside: set[Seat],
        *,
        seen: bool,
        only: bool,
    ) -> None:
        """Update what can be undone after a move: nothing if something hidden or random was
        revealed, as by the end of a game, nor after the last ready mark of a decision; for the
        `outside` seats, the same as before. What others did before it can be undone once it is
        itself undone. A forced move belongs to no one: it is undone with the move it followed."""
        old, new = before.state, self.state
        shown = old.chance.count != new.chance.count or old.reveals != new.reveals
        shown = shown or (old.outcome is None) != (new.outcome is None)
        if shown:
            self._last_shown = len(self.moves)
        if not (new.answers or new.plans):
            self.under_seal = None
        elif self.under_seal is None and decision.sealed:
            self.under_seal = before
        if not seen:
            return
        if only and not shown:
            self.by_itself.add(before.moves)
            return
        step = self.game.steps.asking[decision.step]
        is_mark = isinstance(step, ReadyMarks) and action in step.marks
        if shown or (is_mark and not new.has_open(decision.window)):
            self.back = self._kept(outside)
            return
        if is_mark:
            self.marks.add(before.moves)
        if outside:
            self.unnoticed[before.moves] = frozenset(outside)
        self.back.append(before)
        del self.back[:-REACH]

    def _kept(self, outside: Set[Seat]) -> list[Before[S]]:
        """Return what the `outside` seats can still undo when the moves of all others stay for
        good: what they did before such a move that they know of stays, too."""
        kept, shut, marked = list[Before[S]](), set[Seat](), set[Seat]()
        for before in reversed(self.back):
            number, seat = before.moves, before.seat
            is_mark = number in self.marks
            if seat in outside - shut and (is_mark or seat not in marked):
                kept.append(before)
                continue
            knowing = outside - self.unnoticed.get(number, frozenset()) - {seat}
            if is_mark:
                marked |= knowing
            else:
                shut |= knowing
        return kept[::-1]

    def _named(self, decision: Decision, exact: str) -> int | None:
        """Return the decision number, if the action alone would be understood otherwise."""
        if self.position.decision(decision.seat) is decision:
            return None  # the first question to a seat is the first that its actions can answer
        legal = self.position.find(decision.seat, exact)
        assert legal is not None
        return None if legal[0].window == decision.window else decision.window

    def _note_decisions(self) -> None:
        """Note which decisions are new or changed since the last move. This is done on demand or
        before the next move, so that a game whose next decision fails can be viewed up to there."""
        if self._unnoted is None:
            return
        before, answered = self._unnoted
        decisions, moves, first = self.position.decisions, len(self.moves), self._opened
        since, opened = {}, {}
        for each in decisions:
            window = each.window
            since[each.seat, window] = moves
            opened[window] = first.get(window, moves)
        for known in before:
            # The answered one is asked again; some of the others are as they were.
            if known is not answered and known in decisions:
                name = known.seat, known.window
                since[name] = self._since[name]
        for window, number in first.items():
            # Answered for good; but others are interrupted, or shut for a while.
            if window not in opened and self.position.state.has_open(window):
                opened[window] = number
        self._since, self._opened, self._unnoted = since, opened, None

    # -- undo

    def undoable(self, seat: Seat) -> int:
        """Return how many of this seat's actions can be undone, one after the other."""
        return len(self.takes_back(seat))

    def takes_back(self, seat: Seat) -> list[int]:
        """Return those actions, last first, counted from 0."""
        return sorted({*self._hidden(seat), *self.open_to_undo(seat)}, reverse=True)

    def open_to_undo(self, seat: Seat) -> list[int]:
        """Return the moves that this seat made in the open and may undo, last first. Later moves of
        others that the seat knows nothing of do not matter: they are repeated. Nor do later ready
        marks of others prevent undoing a ready mark."""
        numbers, others_marked = list[int](), False
        for before in reversed(self.back):
            number = before.moves
            if before.seat == seat:
                if others_marked and number not in self.marks:
                    break
                numbers.append(number)
            elif number in self.marks:
                others_marked = True
            elif seat not in self.unnoticed.get(number, ()):
                break
        return numbers

    def can_undo(self, seat: Seat) -> bool:
        """Return whether this seat's last action can be undone. It can while no one else has done
        anything that the seat knows of and nothing hidden or random was revealed since; a ready
        mark until the last seat is ready; a sealed answer while it is sealed, and a plan step until
        the plans are revealed. So undo never reveals that someone did something the seat must not
        know."""
        return self.undoes(seat) is not None

    def undoes(self, seat: Seat) -> int | None:
        """Return which move this seat would undo, counted from 0; None if it may not. Usually its
        last; a hidden move can also be undone after later open moves, which stay."""
        return max([*self._hidden(seat), *self.open_to_undo(seat)[:1]], default=None)

    def _hidden(self, seat: Seat) -> list[int]:
        """Return the moves of a seat that no one else has seen and whose decision is still open."""
        windows = withdrawable(self.state, seat)
        first = self.under_seal.moves if windows and self.under_seal is not None else self.first
        return [
            number
            for number in range(first, len(self.moves) if windows else first)
            if self.moves[number].seat == seat and self.windows[number] in windows
        ]

    def undo(self, seat: Seat) -> Move:
        """Undo this seat's last action and return it."""
        index = self.undoes(seat)
        if index is None:
            acted = any(move.seat == seat for move in self.moves)
            why = "kernel.no_undo" if acted else "kernel.nothing_done"
            raise IllegalAction(refuse("0", why), "undo", seat)
        gone = self.moves[index]
        place = next((n for n, each in enumerate(self.back) if each.moves == index), None)
        if place is not None:
            before = self.back[place]
            del self.back[place:]
            self._return_to(before, index)
        else:
            assert self.under_seal is not None
            first = self.under_seal.moves
            self.back = [before for before in self.back if before.moves < first]
            self._return_to(self.under_seal, index)
        return gone

    def _return_to(self, before: Before[S], without: int) -> None:
        """Go back to before a move and repeat the later ones except that one. Others may have acted
        since without the seat seeing it, or set a ready mark. That stays, unless the undone move
        had opened their decision."""
        start, series = before.moves, self.series
        made = [*zip(self.moves[start:], self.windows[start:], strict=True)]
        chances = [self._series_after(number + 1) for number in range(start, len(self.moves))]
        del self.moves[start:], self.windows[start:], self.unseen[start:]
        self._last_shown = min(self._last_shown, start)
        self.log = [line for line in self.log if line.move <= start]
        self._stand_before(before)
        self.series = before.series
        self._since, self._opened, self._unnoted = before.since, before.opened, None
        if self.under_seal is not None and self.under_seal.moves >= start:
            self.under_seal = None
        by_itself = {number for number in self.by_itself if number >= start}
        self.by_itself -= by_itself
        self.marks = {number for number in self.marks if number < start}
        self.unnoticed = {n: seats for n, seats in self.unnoticed.items() if n < start}
        for number, (move, window) in enumerate(made, start=start):
            if number == without or (number in by_itself and not self._is_only(move, window)):
                continue
            with suppress(IllegalAction):
                self.act(move.seat, move.action, move.time, window, chances[number - start])
        self.reseed(series)

    def _is_only(self, move: Move, window: int) -> bool:
        """Return whether a move would again be the only legal one, independent of what was
        undone."""
        legal = self.position.find(move.seat, move.action, window)
        return legal is not None and self.position.bind(legal[0]).is_only_answer

    def repeat(self, move: Move) -> None:
        """Repeat a recorded move."""
        self.act(move.seat, move.action, move.time, move.window, move.series)

    def replay(self, moves: Iterable[Move]) -> None:
        """Repeat many recorded moves."""
        for move in moves:
            self.repeat(move)

    def walk(self) -> Iterator[tuple[Position[S, C], Move]]:
        """Yield each move with a copy of the position before it; `position` is the one after the
        last. What was played before a saved state the match began from cannot be replayed."""
        again = self.from_start()
        for move in self.moves[self.first :]:
            again.reseed(again.series if move.series is None else move.series)
            yield again.position.copy(), move
            again.repeat(move)

    # -- what viewers know

    def known_to(self, viewer: Seat | None, move: Move) -> Known:
        """Return what a viewer may know of a move about to be made."""
        return known_to(self.position, viewer, move)

    def entries_for(self, seat: Seat | None, until: int | None = None) -> list[SeenEntry]:
        """Return the log as a seat (None: a spectator) has read it, up to a move."""
        end = len(self.moves) if until is None else until
        seen = ((line.move, line.entry.seen_by(seat)) for line in self.log if line.move <= end)
        return [SeenEntry(move, message) for move, message in seen if message is not None]

    def log_for(self, seat: Seat | None, since: int = 0) -> list[Message]:
        """Return what a seat (None: a spectator) may read of the log, from a move on."""
        seen = (line.entry.seen_by(seat) for line in self.log if line.move >= since)
        return [message for message in seen if message is not None]


def _shown(state: State) -> tuple[int, int]:
    """Return how much hidden or random information has been revealed up to a state."""
    return state.chance.count, state.reveals


def known_to(position: Position[S, C], viewer: Seat | None, move: Move) -> Known:
    """Return what a viewer may know of a move about to be made in a position."""
    legal = position.find(move.seat, move.action, move.window)
    if legal is None:
        return Known(True, None)
    decision, action = legal
    bound = position.bind(decision)
    if not bound.is_seen(action, viewer):
        return Known(False, None)
    return Known(True, bound.shown(action, viewer))
