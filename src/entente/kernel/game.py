"""The contract every game keeps: its rules as steps over a state, and the flow that runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Generic

import msgspec

from entente.kernel import earlier
from entente.kernel.chance import Chance
from entente.kernel.decision import Decision, Outcome, View
from entente.kernel.grammar import Grammar, Kinds, Numbering, Vocabulary
from entente.kernel.info import CardFacts, GameInfo, Mark, Options, OptionValue, Seat
from entente.kernel.message import Message, Refusal
from entente.kernel.plate import BoardPlan
from entente.kernel.position import Position, S
from entente.kernel.steps import C, Steps
from entente.kernel.text import Catalog, catalog_of


class Game(ABC, Generic[S, C]):
    """A deterministic machine over decisions: options, seed and actions give every state."""

    info: GameInfo
    state_type: type[S]
    steps: Steps[C]

    # -- what a game provides

    @abstractmethod
    def set_up(self, options: Options, chance: Chance) -> S:
        """The first state, its first steps on the stack."""

    @abstractmethod
    def context(self, state: S) -> C:
        """What the steps of this game work with."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """A copy that shares nothing that can change. Search copies millions: keep it cheap."""

    @abstractmethod
    def look(self, position: Position[S, C], seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know; the only way out of a state.

        `position.seen(seat)` is the part that all games have.
        """

    @abstractmethod
    def imagine(self, context: C, seat: Seat, rng: Random) -> None:
        """Replace what `seat` does not know of the game's own by something possible, in place.

        What the kernel keeps (the seed, sealed answers, plans, news) is seen to by the kernel. A
        game without secrets does nothing here.
        """

    def context_of_copy(self, context: C, state: S) -> C:
        """A context for a copy of a state; it may bring along what was worked out before.

        Only what it can tell to hold still: the copy may be one that was imagined otherwise.
        """
        return self.context(state)

    def kinds(self) -> Kinds:
        """The names of each kind of thing that actions speak of, in an order that stays."""
        return {}

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[Seat, ...]:
        """Who plays under these options."""
        return self.info.seats

    def playing(self, state: S) -> tuple[Seat, ...]:
        """Who still plays: those whom others need to agree on an end with."""
        return self.seats(state.options)

    def picture(self, view: View, catalog: Catalog) -> str:
        """The position in plain text, for a terminal."""
        return msgspec.json.format(msgspec.json.encode(view), indent=2).decode()

    def sketch(self, view: View, catalog: Catalog, width: int) -> str:
        """The position for a terminal of this width; it may leave out what `picture` shows."""
        return self.picture(view, catalog)

    def supply(self, state: S, seat: Seat, action: str) -> int:
        """How many things an action could be done with, one after the other; 0: does not apply."""
        return 0

    def doubts(self) -> Sequence[Message]:
        """Where the original most likely differs from this game's data."""
        return ()

    def contradictions(self) -> Sequence[Message]:
        """Where its user's corrections contradict what the rulebook states."""
        return ()

    def marks(self) -> Sequence[Mark]:
        """The figures of this game's data that are reconstructed."""
        return ()

    def marked(self) -> Mapping[str, Sequence[Message]]:
        """The same in words, by the things that bear them: an element of the board, a card, a tile.

        Figures that no thing bears stand under the empty name.
        """
        return {}

    def overrides(self) -> Mapping[str, object]:
        """What of this game's data was replaced by its user, by file."""
        return {}

    def label(self, action: str) -> Message:
        """An action in words; of several choices made at once, one of them."""
        return label(action)

    def describe(self, view: View, element: str, catalog: Catalog) -> str | None:
        """A board element in words, as a seat sees it; None for what is no such thing."""
        return None

    def stage(self, state: S) -> Message | None:
        """How far the game has come, as everybody knows it: its turn, round or season."""
        return None

    def plan(self, catalog: Catalog) -> BoardPlan | None:
        """The empty board, drawn, with what a client must know to lay pieces on it; None: none."""
        return None

    def cards(self) -> Sequence[CardFacts]:
        """The cards of the game; their words are the catalogue's `cards.<id>`."""
        return ()

    def elements(self, action: str) -> tuple[str, ...]:
        """The board elements an action points at, for a client to light up."""
        return tuple(action.split()[1:])

    # -- what the kernel does for it

    def start(self, options: Mapping[str, OptionValue] | None, seed: str) -> S:
        """A new game."""
        state = self.set_up(self.info.complete(options), Chance(seed))
        self.run(state, self.context(state))
        return state

    def position(self, state: S) -> Position[S, C]:
        """A state to be played on: with what it asks."""
        return Position(self, state)

    def begin(self, options: Mapping[str, OptionValue] | None, seed: str) -> Position[S, C]:
        """A new game, to be played."""
        return Position(self, self.start(options, seed))

    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """A full state that `seat` cannot tell from the true one, the unknown drawn at random."""
        return self.position(state).imagine(seat, rng).state

    def view(self, state: S, seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know of a state."""
        return self.look(self.position(state), seat)

    def decisions(self, state: S) -> Mapping[Seat, Decision]:
        """Who must decide now, and what; several seats at once; empty when the game is over."""
        return self.position(state).decisions()

    def apply(self, state: S, seat: Seat, action: str) -> None:
        """Carry out an action, in place. IllegalAction carries the refusal and changes nothing."""
        self.position(state).apply(seat, action)

    def explain(self, state: S, seat: Seat, action: str) -> Refusal | None:
        """Why an action may not be taken now; None if it may."""
        return self.position(state).explain(seat, action)

    def outcome(self, state: S) -> Outcome | None:
        """How the game ended; None while it goes on."""
        return state.outcome

    # -- how its actions are written

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names that may stand in actions."""
        return Vocabulary(self.kinds())

    def grammar(self, step: str) -> Grammar:
        """How the actions of a question are written."""
        known = self._grammars.get(step)
        if known is None:
            known = Grammar(self.steps.asking[step].grammar, self.vocabulary)
            self._grammars[step] = known
        return known

    @cached_property
    def _grammars(self) -> dict[str, Grammar]:
        return {}

    @cached_property
    def numbering(self) -> Numbering:
        """All that can ever be said in this game, by numbers."""
        patterns = [text for ask in self.steps.asking.values() for text in ask.grammar]
        return Numbering(Grammar(patterns, self.vocabulary))

    # -- keeping states

    def save(self, state: S) -> bytes:
        """The state as JSON."""
        return msgspec.json.encode(state)

    def load(self, data: bytes) -> S:
        """A state out of its JSON, also as earlier versions wrote it."""
        state = msgspec.json.decode(data, type=self.state_type)
        earlier.bring_up_to_date(state, data, self.steps.asking)
        return state

    def catalog(self, language: str) -> Catalog:
        """This game's words in a language."""
        return catalog_of(self.info.package, language)

    def run(self, state: S, context: C) -> None:
        """Run automatic steps until somebody is asked or the game is over."""
        stack, asking = state.stack, self.steps.asking
        while stack and state.outcome is None:
            frame = stack[-1]
            ask = asking.get(frame.step)
            if ask is None:
                stack.pop()
                self.steps.automatic[frame.step](context, frame)
            elif ask.needed(context, frame):
                if not frame.window:
                    state.number_top()
                return
            else:
                stack.pop()
                if frame.window:
                    state.close(frame.window)
        if state.outcome is None:
            raise RuntimeError("the flow of the game ended without an outcome")
        stack.clear()
        state.standing, state.answers, state.plans = [], {}, {}


def label(action: str) -> Message:
    """An action in words: the catalogue's `action.<verb>` with the action's words by number."""
    verb, *words = action.split()
    return Message(f"action.{verb}", {str(index): word for index, word in enumerate(words)})
