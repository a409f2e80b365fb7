"""The contract every game keeps: its rules as steps over a state, and the flow that runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Generic

import msgspec

from entente.kernel import flow, json_hooks, state_migrations
from entente.kernel.chance import Chance
from entente.kernel.data import Data, digest_of, packaged_data
from entente.kernel.decision import View
from entente.kernel.determinize import imagine_answers
from entente.kernel.exercise import Exercise
from entente.kernel.grammar import ActionIds, Grammar, Kinds, Vocabulary, Word
from entente.kernel.info import GameInfo, Options, OptionValue, Seat
from entente.kernel.position import Position, S, UnknownSeat
from entente.kernel.presentation import Presentation
from entente.kernel.state import UNHEARD
from entente.kernel.statistics import GameStatistics
from entente.kernel.steps import C, Steps
from entente.kernel.text import Catalog, catalog_of

_encode = msgspec.json.Encoder(enc_hook=json_hooks.write).encode


class Game(ABC, Generic[S, C]):
    """A deterministic machine over decisions: options, seed and actions give every state."""

    info: GameInfo
    state_type: type[S]
    view_type: type[View] = View  # what `look` returns
    steps: Steps[C]
    kept_data: Data | None = None  # those of another release, where it is played with them
    tracks_turns: bool = False  # whether positions keep what a seat has done in a row (see `row`)

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
    def build_view(self, position: Position[S, C], seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know; the only way out of a state.

        `position.seen(seat)` is the part that all games have.
        """

    @abstractmethod
    def resample_hidden(self, context: C, seat: Seat, rng: Random) -> None:
        """Replace what `seat` does not know of the game's own by something possible, in place.

        What the kernel keeps (the seed, sealed answers, plans, news) is seen to by the kernel. A
        game without secrets does nothing here.
        """

    def reshuffle_hidden(self, context: C) -> None:
        """Shuffle anew, in place and with the state's chance, what lies face down in an order that
        nobody has seen: the players have agreed to take something back, and may have seen cards
        that would come again."""

    def context_of_copy(self, context: C, state: S) -> C:
        """A context for a copy of a state; it may bring along what was worked out before."""
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

    def year(self, state: S) -> int:
        """The year, or the turn where turns are longer than a year, that the game has come to: by
        it a table counts how long a computer stands in for somebody. 0: it counts no years."""
        return 0

    def overrides(self) -> Mapping[str, object]:
        """What of this game's data was replaced by its user, by file."""
        return {}

    def exercises(self) -> tuple[Exercise, ...]:
        """Small problems to learn the game with, the easy ones first."""
        return ()

    @cached_property
    def presentation(self) -> Presentation[S]:
        """What is shown to people beside the words: pictures, labels, the board, the cards."""
        return Presentation()

    @cached_property
    def statistics(self) -> GameStatistics[S]:
        """What it can tell of itself after the end: its figures, what was done, the dice."""
        return GameStatistics()

    def catalog(self, language: str) -> Catalog:
        """This game's words in a language."""
        return catalog_of(self.info.package, language)

    # -- what the kernel does for it

    @property
    def data(self) -> Data:
        """The figures it is played with, by file, before its user's corrections."""
        return packaged_data(self.info.package) if self.kept_data is None else self.kept_data

    @cached_property
    def data_digest(self) -> str:
        """The fingerprint of those figures."""
        return digest_of(self.data)

    def start(
        self,
        options: Mapping[str, OptionValue] | None,
        seed: str,
        rules: str | None = None,
        *,
        log: bool = True,
    ) -> S:
        """A new game, under the present rules or an earlier version of them; with `log=False`,
        one that writes no log."""
        if not isinstance(seed, str):
            raise TypeError(f"a seed is a text, such as '7': not {seed!r}")
        state = self.set_up(self.info.complete(options), Chance(seed))
        state.rules = self.info.version if rules is None else rules
        if not log:
            state.news = UNHEARD
        self.run(state, self.context(state))
        return state

    def position(self, state: S) -> Position[S, C]:
        """A state to be played on: with what it asks."""
        return Position(self, state)

    def begin(
        self, options: Mapping[str, OptionValue] | None, seed: str, *, log: bool = True
    ) -> Position[S, C]:
        """A new game; `log=False` for search and simulation."""
        return Position(self, self.start(options, seed, log=log))

    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """A full state that `seat` cannot tell from the true one, the unknown drawn at random."""
        self.check_seat(seat, state.options)
        world = self.copy(state)
        world.chance = Chance(f"{rng.getrandbits(128):032x}", state.chance.count)
        if state.logs:
            known = [entry.known_to(seat) for entry in state.news]
            world.news = [entry for entry in known if entry is not None]
        context = self.context(world)
        self.resample_hidden(context, seat, rng)
        imagine_answers(self.steps, world, context, seat, rng)
        return world

    def view(self, state: S, seat: Seat | None) -> View:
        """All that a seat (None: a spectator) may know of a state."""
        return self.position(state).view(seat)

    def check_seat(self, seat: Seat, options: Mapping[str, OptionValue]) -> None:
        """UnknownSeat for one that nobody can have in this game."""
        if seat not in self.info.seats and seat not in self.seats(options):
            raise UnknownSeat(self.info.id, seat, self.seats(options))

    # -- how its actions are written

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names that may stand in actions."""
        return Vocabulary(self.kinds())

    def grammar(self, step: str) -> Grammar:
        """How the actions of a question are written."""
        known = self._grammars.get(step)
        if known is None:
            known = Grammar(self.steps.question(step).grammar, self.vocabulary)
            self._grammars[step] = known
        return known

    def things(self, step: str, choice: str) -> tuple[Word, ...]:
        """The things that a choice names, where its question says how it is written."""
        found = self.grammar(step).read(choice)
        return () if found is None else found.things

    @cached_property
    def _grammars(self) -> dict[str, Grammar]:
        return {}

    @cached_property
    def action_ids(self) -> ActionIds:
        """All that can ever be said in this game, by numbers."""
        patterns = [text for ask in self.steps.asking.values() for text in ask.grammar]
        return ActionIds(Grammar(patterns, self.vocabulary))

    # -- keeping states

    def save(self, state: S) -> bytes:
        """The state as JSON."""
        return _encode(state)

    def load(self, data: bytes) -> S:
        """A state out of its JSON, also as earlier versions wrote it."""
        state = self._decoder.decode(data)
        state_migrations.bring_up_to_date(state, data, self.steps.asking)
        return state

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.state_type, dec_hook=json_hooks.read)

    def run(self, state: S, context: C) -> None:
        """Run automatic steps until somebody is asked or the game is over."""
        flow.run(self.steps, state, context)
