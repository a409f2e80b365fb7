"""A random game played to its end, with every state saved for inspection.

The conformance suite plays once and then checks each promise of the contract on the result.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, NamedTuple

from entente.kernel.action import parse_action
from entente.kernel.decision import Decision
from entente.kernel.game import Game
from entente.kernel.info import OptionValue, Seat, spell
from entente.kernel.match import Match, Move
from entente.kernel.menu import Menu, Slots, listed
from entente.kernel.message import Message
from entente.kernel.position import Position

AnyGame = Game[Any, Any]
AnyMatch = Match[Any, Any]
AnyPosition = Position[Any, Any]

LIMIT = 20_000
FAR = 12  # moves to play on from a state
FEW = 40
MAY = 0.25  # how often a seat makes an optional decision


class SavedState(NamedTuple):
    """A saved state of the game, after `number` moves, with `step` on top of the stack."""

    game: AnyGame
    number: int
    step: str
    data: bytes

    def state(self) -> Any:
        """Load a fresh copy of the state."""
        return self.game.load(self.data)

    def position(self) -> AnyPosition:
        """Return a position with a fresh copy of the state."""
        return self.game.position(self.state())


class RandomPlaythrough:
    """A random game from start to end.

    `samples`: the number of states checked for each step, and of worlds determinized from each.
    """

    def __init__(
        self,
        game: AnyGame,
        options: Mapping[str, OptionValue] | None = None,
        seed: str = "0",
        *,
        samples: int = 2,
    ) -> None:
        self.game = game
        self.name = _name(game, options or {}, seed)
        self.samples = samples
        # A seed that cannot appear in a view by accident.
        self.seed = hashlib.sha256(self.name.encode()).hexdigest()
        self.match: AnyMatch = Match(game, options, self.seed)
        self.saved_states: list[SavedState] = []
        self.messages: list[tuple[str, Message]] = []
        self.rendered: set[bytes] = set()
        self.sections: dict[str, str] = {}
        self.actions: dict[str, str] = {}

    @property
    def seats(self) -> tuple[Seat, ...]:
        return self.match.seats

    @property
    def moves(self) -> list[Move]:
        return self.match.moves

    @property
    def uses_chance(self) -> bool:
        """Whether this game used chance."""
        return bool(self.match.state.chance.count)

    def rng(self, purpose: str) -> Random:
        """Return a random generator for a purpose, the same in every run."""
        return Random(f"{self.seed} {purpose}")

    def where(self, number: int) -> str:
        """Describe a point of the game in a failure message."""
        return f"{self.name}, after {number} moves"

    def sample(self, purpose: str, count: int | None = None) -> Iterator[SavedState]:
        """Yield some states of every step of the game, and the last one."""
        rng, steps = self.rng(purpose), dict[str, list[SavedState]]()
        for saved in self.saved_states:
            steps.setdefault(saved.step, []).append(saved)
        for states in steps.values():
            yield from rng.sample(states, min(count or self.samples, len(states)))

    def replay_to(self, number: int | None = None) -> AnyMatch:
        """Return a new match, replayed up to a number of moves."""
        match: AnyMatch = Match(self.game, self.match.options, self.seed)
        match.replay(self.moves[:number])
        return match

    def note(self) -> None:
        """Save the current state, and check what must hold in every state."""
        game, state, number = self.game, self.match.state, len(self.moves)
        step = state.step
        where, data = self.where(number), game.save(state)
        require(game.load(data) == state, f"{where}: load(save(state)) is not equal to the state")
        again = game.save(game.load(data))
        require(again == data, f"{where}: saved, loaded and saved again, the state differs")
        copy = game.copy(state)
        require(copy == state, f"{where}: copy(state) is not equal to the state")
        require(game.save(copy) == data, f"{where}: the copy is saved differently from the state")
        self.saved_states.append(SavedState(game, number, step, data))
        for entry in state.news:
            self.messages.append((where, entry.message))
            if entry.public is not None:
                self.messages.append((where, entry.public))
        self._note_questions(where)

    def _note_questions(self, where: str) -> None:
        position = self.match.position
        going_on = bool(position.to_move) != self.match.over
        require(going_on, f"{where}: no one is to move, and the game is not over")
        names = [(decision.seat, decision.window) for decision in position.decisions]
        require(
            len(set(names)) == len(names),
            f"{where}: a seat has two questions with one window: {names}",
        )
        for decision in position.decisions:
            seat = decision.seat
            require(seat in self.seats, f"{where}: {seat} is asked but is not a seat of this game")
            require(decision.window > 0, f"{where}: the question to {seat} has no window number")
            empty = decision.menu.size() == 0 or decision.menu == Slots({})
            require(not empty, f"{where}: {seat} has nothing to choose from")
            self.messages.append((where, decision.prompt))
            self.sections.setdefault(decision.section, where)
            for action in listed(decision.menu, FEW) or ():
                for part in labelled_parts(decision.menu, action):
                    self.actions.setdefault(part, where)


def play_through(
    game: AnyGame,
    options: Mapping[str, OptionValue] | None = None,
    seed: str = "0",
    *,
    samples: int = 2,
    limit: int = LIMIT,
) -> RandomPlaythrough:
    """Play a random game to its end, without a failure and within `limit` moves."""
    run = RandomPlaythrough(game, options, seed, samples=samples)
    rng = run.rng("travel")
    run.note()
    while not run.match.over:
        where = run.where(len(run.moves))
        require(len(run.moves) < limit, f"{where}: the game does not end")
        decision, action = choose(run.match.position, rng)
        seat = decision.seat
        try:
            run.match.act(seat, action, window=decision.window)
        except Exception as error:
            raise AssertionError(f"{where}: {seat}'s {action!r} failed: {error!r}") from error
        run.note()
    return run


def play_randomly(position: AnyPosition, rng: Random, where: str, moves: int = LIMIT) -> None:
    """Play a position at random, in place, for some moves or to the end."""
    for _ in range(moves):
        if position.outcome is not None:
            return
        decision, action = choose(position, rng)
        try:
            position.apply(decision.seat, action, decision.window)
        except Exception as error:
            text = f"{where}, played on: {decision.seat}'s {action!r} failed: {error!r}"
            raise AssertionError(text) from error
    require(moves < LIMIT, f"{where}: played on from here, the game does not end")


def choose(position: AnyPosition, rng: Random) -> tuple[Decision, str]:
    """Choose one of the questions, usually a required one, and an answer."""
    decisions = position.decisions
    must, may = [d for d in decisions if d.must], [d for d in decisions if not d.must]
    decision = rng.choice(may if may and rng.random() < MAY else must)
    return decision, decision.menu.sample(rng)


def sample_menu(menu: Menu, rng: Random, few: int = FEW) -> list[str]:
    """Return the whole menu if it is short, otherwise a sample."""
    actions = listed(menu, few)
    if actions is None:
        actions = tuple(dict.fromkeys(menu.sample(rng) for _ in range(few)))
    return list(actions)


def labelled_parts(menu: Menu, action: str) -> list[str]:
    """Return the parts of an action with labels of their own: the choice for each slot, or the
    whole action."""
    return parse_action(action).choice_texts if isinstance(menu, Slots) else [action]


def require(promise: bool, otherwise: str) -> None:
    """Raise AssertionError with a message unless the promise holds."""
    if not promise:
        raise AssertionError(otherwise)


def _name(game: AnyGame, options: Mapping[str, OptionValue], seed: str) -> str:
    settings = [f"{name}={spell(value)}" for name, value in options.items()]
    return " ".join([game.info.id, *settings, f"(seed {seed})"])
