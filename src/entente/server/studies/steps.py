"""How actions become the steps of a chapter, and positions follow from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from entente.kernel import Decision, Message, Move, Seat
from entente.kernel.match import Line
from entente.server.studies.tree import MOST_NODES, Node, StepAction, Tree
from entente.server.tables.room_state import AnyPosition

MOST_FORCED = 40  # forced answers in a row that follow an action by themselves
MOST_LINES = 200  # of the log, before a position


class Reached(NamedTuple):
    """A position, the number of actions from the start of the game, and the last of the log."""

    position: AnyPosition
    moves: int
    log: tuple[Line, ...]

    def copy(self) -> Reached:
        return self._replace(position=self.position.copy())

    def stage(self) -> Message | None:
        return self.position.game.presentation.stage(self.position.state)


class PlayedStep(NamedTuple):
    """A step that was just played: its actions, and whether sealed answers are missing."""

    acts: tuple[StepAction, ...]
    open: bool
    reached: Reached


def played(reached: Reached, acts: Iterable[StepAction], seed: str, series: int | None) -> Reached:
    """Play a stored step on, in place. IllegalAction if the rules do not allow it."""
    position, moves, log = reached
    if series is not None:
        position.reseed(seed, series)
    for act in acts:
        position.apply(act.seat, act.action, act.window)
        moves += 1
        log = _longer(log, position, moves)
    return Reached(position, moves, log)


def _longer(log: tuple[Line, ...], position: AnyPosition, moves: int) -> tuple[Line, ...]:
    news = position.state.news
    return (*log, *(Line(moves, entry) for entry in news))[-MOST_LINES:] if news else log


def answer(reached: Reached, decision: Decision, action: str) -> PlayedStep:
    """Take an action in place, and the forced answers that follow; `action` is canonical."""
    position, moves, log = reached
    acts = [step_action(position, decision, action)]
    position.apply_unchecked(decision, action)
    moves += 1
    log = _longer(log, position, moves)
    is_open = decision.sealed and waits_for_others(position, decision.window)
    while not is_open and len(acts) <= MOST_FORCED and (forced := _forced(position)) is not None:
        only = next(iter(forced.menu))
        acts.append(step_action(position, forced, only))
        position.apply_unchecked(forced, only)
        moves += 1
        log = _longer(log, position, moves)
    return PlayedStep(tuple(acts), is_open, Reached(position, moves, log))


def step_action(position: AnyPosition, decision: Decision, action: str) -> StepAction:
    """Return an action as it is stored: with its decision if another would be found first."""
    legal = position.find(decision.seat, action)
    first = legal is not None and legal[0].window == decision.window
    return StepAction(decision.seat, action, None if first else decision.window)


def waits_for_others(position: AnyPosition, window: int) -> bool:
    """Return whether sealed answers to a decision are stored and not yet resolved."""
    return window in position.state.answers or window in position.state.plans


def is_forced(position: AnyPosition, decision: Decision) -> bool:
    """Return whether a decision has a single answer that everyone can infer."""
    return decision.has_one_answer and position.bind(decision).is_only_answer


def _forced(position: AnyPosition) -> Decision | None:
    """Return the decision with the only answer, if nothing else can be decided meanwhile."""
    decisions = position.decisions
    return decisions[0] if len(decisions) == 1 and is_forced(position, decisions[0]) else None


class LineBuilder:
    """Groups recorded moves to the steps of a main line; `reached` is played on."""

    def __init__(self, tree: Tree, start: Reached, seed: str) -> None:
        self.tree = tree
        self.reached = start
        self.seed = seed
        self.seats: tuple[Seat, ...] = ()
        self._node: Node | None = None
        self._window = 0  # the sealed decision that the node's step answers
        self._stage = start.stage()

    def add(self, moves: Sequence[Move], check: Callable[[], None] | None = None) -> dict[int, int]:
        """Add moves; return the node that each one, counted from the first of these, belongs to.

        `check` is called before each move, and may raise to stop.
        """
        places = dict[int, int]()
        for number, move in enumerate(moves, start=1):
            if check is not None:
                check()
            places[number] = self._add(move).id
            if len(self.tree.nodes) > MOST_NODES:
                break
        self._finish()
        return places

    def _add(self, move: Move) -> Node:
        position, count, log = self.reached
        if move.series is not None:
            position.reseed(self.seed, move.series)
            self.tree.series = max(self.tree.series, move.series)
        legal = position.find(move.seat, move.action, move.window)
        assert legal is not None, "a stored game has no illegal move"
        decision, action = legal
        act = StepAction(move.seat, action, move.window)
        node = self._node
        if node is None or move.series is not None or not self._belongs(position, decision, node):
            node = self._begin(act, decision, move.series)
        else:
            node.acts = (*node.acts, act)
        position.apply_unchecked(decision, action)
        count += 1
        log = _longer(log, position, count)
        if decision.sealed:
            node.open = waits_for_others(position, decision.window)
        self.reached = Reached(position, count, log)
        return node

    def _belongs(self, position: AnyPosition, decision: Decision, node: Node) -> bool:
        if node.open:
            return decision.sealed and decision.window == self._window
        return len(position.decisions) == 1 and is_forced(position, decision)

    def _begin(self, act: StepAction, decision: Decision, series: int | None) -> Node:
        self._finish()
        parent = 0 if self._node is None else self._node.id
        self._node = self.tree.add(parent, [act], series=series)
        self._window = decision.window
        return self._node

    def _finish(self) -> None:
        """Note the stage that the last node has led to."""
        if self._node is None:
            return
        stage = self.reached.stage()
        if stage != self._stage:
            self._node.stage = self._stage = stage


def line_moves(nodes: Iterable[Node]) -> list[Move]:
    """Return the moves of a line, as a record has them."""
    moves = []
    for node in nodes:
        for place, act in enumerate(node.acts):
            series = node.series if place == 0 else None
            moves.append(Move(act.seat, act.action, None, act.window, series))
    return moves
