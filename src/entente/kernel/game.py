"""The contract of a game: its rules as steps over a state, and the flow that runs them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from functools import cached_property
from random import Random
from typing import Any, Generic

import msgspec
from msgspec import UNSET

from entente.kernel import flow, json_hooks, state_migrations
from entente.kernel.chance import Chance
from entente.kernel.data import Data, digest_of, packaged_data
from entente.kernel.decision import View
from entente.kernel.determinize import sample_hidden_answers
from entente.kernel.exercise import Exercise
from entente.kernel.grammar import ActionIds, Grammar, Kinds, Thing, Vocabulary
from entente.kernel.info import GameInfo, Options, OptionValue, Seat
from entente.kernel.message import say
from entente.kernel.position import Position
from entente.kernel.presentation import Presentation
from entente.kernel.state import UNHEARD, C, S
from entente.kernel.statistics import GameStatistics
from entente.kernel.steps import Steps
from entente.kernel.text import Catalog, catalog_of
from entente.kernel.user_error import UserError

_encode = msgspec.json.Encoder(enc_hook=json_hooks.write).encode


class UnknownSeat(UserError):
    """The game has no such seat."""

    def __init__(self, game: str, seat: Seat, seats: Sequence[Seat]) -> None:
        super().__init__(say("mistake.seat.unknown", game=game, name=seat, known=list(seats)))


class Game(ABC, Generic[S, C]):
    """A deterministic machine over decisions: options, seed and actions determine every state.

    Attributes:
        info: Its id, rules version, seats and options.
    """

    info: GameInfo
    state_type: type[S]
    view_type: type[View] = View  # what `build_view` returns
    steps: Steps[C]
    kept_data: Data | None = None  # the data of another release, if the game is played with it
    tracks_turns: bool = False  # whether positions keep the turn so far

    def __repr__(self) -> str:
        return f"<Game {self.info.id}, rules {self.info.version}>"

    # -- what a game provides

    @abstractmethod
    def set_up(self, options: Options, chance: Chance) -> S:
        """Return the first state, with its first steps on the stack."""

    @abstractmethod
    def context(self, state: S) -> C:
        """Return what the steps of this game work with."""

    @abstractmethod
    def copy(self, state: S) -> S:
        """Return an independent copy. Search makes millions: keep it cheap."""

    @abstractmethod
    def build_view(self, position: Position[S, C], seat: Seat | None) -> View:
        """Return all that a seat (None: a spectator) may know. Views are the only way out of a
        state. `position.seen(seat)` gives the part that all games share."""

    @abstractmethod
    def resample_hidden(self, context: C, seat: Seat, rng: Random) -> None:
        """Replace what `seat` does not know of the game's own state with something possible, in
        place. The kernel handles its own part (seed, sealed answers, plans, log). A game without
        secrets does nothing here."""

    def reshuffle_hidden(self, context: C) -> None:
        """Reshuffle, in place and with the chance of the state, everything face down in an order
        no one has seen: the players agreed to a takeback and may have seen cards that would come
        again."""

    def context_of_copy(self, context: C, state: S) -> C:
        """Return the context for a copied state; it may reuse cached work."""
        return self.context(state)

    def kinds(self) -> Kinds:
        """Return the names of each kind of thing that actions mention, in a fixed order."""
        return {}

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[Seat, ...]:
        """Return who plays under these options."""
        return self.info.seats

    def playing(self, state: S) -> tuple[Seat, ...]:
        """Return who is still in the game and has to agree to a draw or an early end."""
        return self.seats(state.options)

    def points(self, state: S) -> Mapping[Seat, float] | None:
        """Return the points that rank the seats of a finished game; None if its scores do."""
        return None

    def year(self, state: S) -> int:
        """Return the year of the game, or the turn where turns are longer; a table measures by it
        how long a computer has been standing in. 0 if the game counts no years."""
        return 0

    def overrides(self) -> Mapping[str, object]:
        """Return the user's corrections to this game's data, by file."""
        return {}

    def exercises(self) -> tuple[Exercise, ...]:
        """Return the exercises of the game, easy ones first."""
        return ()

    @cached_property
    def presentation(self) -> Presentation[S]:
        """What clients show besides text: pictures, labels, the board, the cards."""
        return Presentation()

    @cached_property
    def statistics(self) -> GameStatistics[S]:
        """What the game can report after the end: figures, events, dice."""
        return GameStatistics()

    def catalog(self, language: str) -> Catalog:
        """Return the game's texts in a language."""
        return catalog_of(self.info.package, language)

    # -- what the kernel provides

    @property
    def data(self) -> Data:
        """The data the game is played with, by file, before the user's corrections."""
        return packaged_data(self.info.package) if self.kept_data is None else self.kept_data

    @cached_property
    def data_digest(self) -> str:
        """The fingerprint of that data."""
        return digest_of(self.data)

    def start(
        self,
        options: Mapping[str, OptionValue] | None,
        seed: str,
        rules: str | None = None,
        *,
        log: bool = True,
    ) -> S:
        """Return the state of a new game, under the current rules or an earlier version of them;
        with `log=False`, one that writes no log."""
        if not isinstance(seed, str):
            raise TypeError(f"a seed is a text, such as '7': not {seed!r}")
        state = self.set_up(self.info.complete(options), Chance(seed))
        state.rules = self.info.version if rules is None else rules
        if not log:
            state.news = UNHEARD
        self.run(state, self.context(state))
        return state

    def position(self, state: S) -> Position[S, C]:
        """Return a position for a state."""
        return Position(self, state)

    def begin(
        self,
        options: Mapping[str, OptionValue] | None = None,
        seed: str = "0",
        *,
        log: bool = True,
    ) -> Position[S, C]:
        """Begin a new game; `log=False` for search and simulation. The same options and seed always
        give the same game."""
        return Position(self, self.start(options, seed, log=log))

    def determinize(self, state: S, seat: Seat, rng: Random) -> S:
        """Return a full state that `seat` cannot tell from the true one, with the unknown drawn at
        random."""
        self.check_seat(seat, state.options)
        world = self.copy(state)
        world.chance = Chance(f"{rng.getrandbits(128):032x}", state.chance.count)
        if state.logs:
            known = [entry.known_to(seat) for entry in state.news]
            world.news = [entry for entry in known if entry is not None]
            if state.heard is not UNSET:
                world.heard = state.heard.known_to(seat)
        context = self.context(world)
        self.resample_hidden(context, seat, rng)
        sample_hidden_answers(self.steps, world, context, seat, rng)
        return world

    def view(self, state: S, seat: Seat | None) -> View:
        """Return all that a seat (None: a spectator) may know of a state."""
        return self.position(state).view(seat)

    def check_seat(self, seat: Seat, options: Mapping[str, OptionValue]) -> None:
        """Raise UnknownSeat for a seat that does not exist in this game."""
        if seat not in self.info.seats and seat not in self.seats(options):
            raise UnknownSeat(self.info.id, seat, self.seats(options))

    # -- the grammar of its actions

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names that may occur in actions."""
        return Vocabulary(self.kinds())

    def grammar(self, step: str) -> Grammar:
        """Return the grammar of the actions of a step."""
        known = self._grammars.get(step)
        if known is None:
            known = Grammar(self.steps.question(step).grammar, self.vocabulary)
            self._grammars[step] = known
        return known

    def things(self, step: str, choice: str) -> tuple[Thing, ...]:
        """Return the things a choice names, if its step declares a grammar."""
        parsed = self.grammar(step).read(choice)
        return () if parsed is None else parsed.things

    @cached_property
    def _grammars(self) -> dict[str, Grammar]:
        return {}

    @cached_property
    def action_ids(self) -> ActionIds:
        """Stable ids for every action of this game."""
        patterns = [text for ask in self.steps.asking.values() for text in ask.grammar]
        return ActionIds(Grammar(patterns, self.vocabulary))

    # -- saving

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the name, the corrections and the data's digest, for processes that have the game
        installed."""
        from entente.kernel.position_text import named

        return named, (self.info.id, dict(self.overrides()), self.data_digest)

    def __copy__(self) -> Game[S, C]:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Game[S, C]:
        """Return the game itself, which never changes."""
        return self

    def save(self, state: S) -> bytes:
        """Return the state as JSON."""
        return _encode(state)

    def load(self, data: bytes) -> S:
        """Return a state from its JSON, including what earlier versions wrote."""
        state = self._decoder.decode(data)
        state_migrations.bring_up_to_date(state, data, self.steps.asking)
        return state

    @cached_property
    def _decoder(self) -> msgspec.json.Decoder[S]:
        return msgspec.json.Decoder(self.state_type, dec_hook=json_hooks.read)

    def run(self, state: S, context: C) -> None:
        """Run automatic steps until someone has to decide or the game is over."""
        flow.run(self.steps, state, context)
