"""Europe in Turmoil: the game object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from entente.games.turmoil import (  # noqa: F401  (each chapter brings its steps)
    dice,
    drawing,
    effects,
    events,
    mobilization,
    naval,
    operations,
    play,
    scoring,
    setup,
    stability,
    tension,
    turn,
    war,
)
from entente.games.turmoil.board import SIDES, Board
from entente.games.turmoil.cards import (  # noqa: F401
    choices,
    edwardian,
    georgian,
    mobilization_cards,
    stability_cards,
    victorian,
)
from entente.games.turmoil.context import TurmoilContext, steps
from entente.games.turmoil.data_schema import PACKAGE
from entente.games.turmoil.exercises import EXERCISES
from entente.games.turmoil.presentation import TurmoilPresentation
from entente.games.turmoil.setup import first_state
from entente.games.turmoil.state import TurmoilState
from entente.games.turmoil.statistics import TurmoilStatistics
from entente.games.turmoil.targets import kinds
from entente.games.turmoil.view import TurmoilView, build_view, resample_hidden, seen_by_all
from entente.kernel import (
    Chance,
    Game,
    GameInfo,
    Option,
    Options,
    Position,
    Seat,
)
from entente.kernel.data import Data
from entente.kernel.exercise import Exercise
from entente.kernel.grammar import Kinds

BALANCE = (
    "off",
    *(f"{side}_{extra}" for side in ("liberal", "authoritarian") for extra in range(1, 5)),
)

INFO = GameInfo(
    id="turmoil",
    version="2",
    package=PACKAGE,
    seats=SIDES,
    options=(
        Option("war_mobilization", "8.4.4", False),
        Option("french_monarchy", "12", False),
        Option(
            "swiss_balance",
            "3.3",
            "off",
            BALANCE,
            tried=("off", "liberal_2", "authoritarian_2"),
            on="liberal_2",  # the book's own example
        ),
        Option("event_bonus", "7.4", False, kind="ruling"),
    ),
)


class EuropeInTurmoil(Game[TurmoilState, TurmoilContext]):
    """The game with its data, as published or with an owner's corrections."""

    info = INFO
    state_type = TurmoilState
    view_type = TurmoilView
    steps = steps

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.board = Board(overrides, data)
        self.kept_data = data
        self._overrides = dict(overrides)

    def set_up(self, options: Options, chance: Chance) -> TurmoilState:
        return first_state(self.board, options, chance)

    def year(self, state: TurmoilState) -> int:
        return state.turn

    def context(self, state: TurmoilState) -> TurmoilContext:
        return TurmoilContext(self.board, state)

    def context_of_copy(self, context: TurmoilContext, state: TurmoilState) -> TurmoilContext:
        twin = TurmoilContext(self.board, state)
        twin.offered = context.offered
        return twin

    def copy(self, state: TurmoilState) -> TurmoilState:
        return state.copy()

    def build_view(
        self, position: Position[TurmoilState, TurmoilContext], seat: Seat | None
    ) -> TurmoilView:
        return build_view(
            position.context, seat, position.seen(seat) | position.public(seen_by_all)
        )

    def view(self, state: TurmoilState, seat: Seat | None) -> TurmoilView:
        return self.build_view(self.position(state), seat)

    def resample_hidden(self, context: TurmoilContext, seat: Seat, rng: Random) -> None:
        resample_hidden(context, seat, rng)

    def reshuffle_hidden(self, context: TurmoilContext) -> None:
        deck = list(context.state.deck)
        context.state.chance.shuffle(deck)
        context.state.deck = deck

    def kinds(self) -> Kinds:
        return kinds(self.board)

    def exercises(self) -> tuple[Exercise, ...]:
        return EXERCISES

    @cached_property
    def presentation(self) -> TurmoilPresentation:
        return TurmoilPresentation(self.board)

    @cached_property
    def statistics(self) -> TurmoilStatistics:
        return TurmoilStatistics()

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
