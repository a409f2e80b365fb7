"""An Attrition of Souls: the game object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from entente.games.attrition import (  # noqa: F401  (each chapter brings its steps)
    advance,
    battle,
    bid,
    cards,
    declarations,
    dice,
    drawing,
    losses,
    mobilisation,
    movement,
    planning,
    pouch,
    rail,
    reserves,
    setup,
    status,
    surrender,
    turn,
)
from entente.games.attrition.board import SIDES, Board
from entente.games.attrition.context import AttritionContext, steps
from entente.games.attrition.data_schema import PACKAGE
from entente.games.attrition.exercises import EXERCISES
from entente.games.attrition.presentation import AttritionPresentation
from entente.games.attrition.routes import Routes
from entente.games.attrition.setup import first_state
from entente.games.attrition.state import AttritionState
from entente.games.attrition.statistics import AttritionStatistics
from entente.games.attrition.view import AttritionView, build_view, resample_hidden, seen_by_all
from entente.kernel import (
    Catalog,
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

INFO = GameInfo(
    id="attrition",
    version="2",
    package=PACKAGE,
    seats=SIDES,
    options=(
        Option("tanks", "9", False),
        Option("elites", "10", False),
        Option("air_reserves", "11", False),
        Option("fog_of_war", "12", False),
        Option("alternative_entry", "13", False),
        Option("events", "14", False),
        Option("mulligans", "16", False),
        Option("trenches", "17", False),
        Option("generals", "18", False),
        Option("ruhr", "19", False),
        Option("historical_setup", "20", False),
        bid.OPTION,
        Option("returns", "4.1.2", "by_nation", ("by_nation", "by_tile"), "ruling"),
        Option("bonus", "6.2", "plus3", ("plus3", "ten"), "ruling"),
        Option("surrender_rail", "4.3", True, kind="ruling"),
        Option("amphibious", "4.7.1", "last_step", ("last_step", "any_step"), "ruling"),
        Option("chain_advance", "4.8.4", True, kind="ruling"),
        Option("tie", "5.2", "draw", ("draw", "central", "entente"), "ruling"),
        Option("elite_special", "10.5", "range", ("range", "per_tile"), "ruling"),
    ),
)

EARLY = "{early_victory}"


class Attrition(Game[AttritionState, AttritionContext]):
    """The game with its data, as published or with an owner's corrections."""

    info = INFO
    state_type = AttritionState
    view_type = AttritionView
    steps = steps
    tracks_turns = True  # a turn takes some forty decisions, planned together

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.board = Board(overrides, data)
        self.kept_data = data
        self.routes = Routes(self.board)
        self._overrides = dict(overrides)
        self._catalogs: dict[str, Catalog] = {}

    def set_up(self, options: Options, chance: Chance) -> AttritionState:
        return first_state(self.board, options, chance)

    def year(self, state: AttritionState) -> int:
        return self.board.year(state.turn)

    def context(self, state: AttritionState) -> AttritionContext:
        return AttritionContext(self.board, self.routes, state)

    def context_of_copy(self, context: AttritionContext, state: AttritionState) -> AttritionContext:
        return context.for_copy(state)

    def copy(self, state: AttritionState) -> AttritionState:
        return state.copy()

    def build_view(
        self, position: Position[AttritionState, AttritionContext], seat: Seat | None
    ) -> AttritionView:
        return build_view(
            position.context, seat, position.seen(seat) | position.public(seen_by_all)
        )

    def view(self, state: AttritionState, seat: Seat | None) -> AttritionView:
        return self.build_view(self.position(state), seat)

    def resample_hidden(self, context: AttritionContext, seat: Seat, rng: Random) -> None:
        resample_hidden(context, seat, rng)

    def kinds(self) -> Kinds:
        board = self.board
        return {
            "tile": tuple(board.tiles),
            "region": tuple(board.regions),
            "nation": tuple(board.nations),
            "card": tuple(board.cards),
            "general": tuple(board.generals),
            "face": dice.SHOWN,
        }

    def catalog(self, language: str) -> Catalog:
        """Return the texts, with the board's figures filled in."""
        catalog = self._catalogs.get(language)
        if catalog is None:
            figure, usual = str(self.board.industry.early_victory), super().catalog(language)
            texts = {key: text.replace(EARLY, figure) for key, text in usual.texts.items()}
            catalog = self._catalogs[language] = Catalog(language, texts)
        return catalog

    def exercises(self) -> tuple[Exercise, ...]:
        return EXERCISES

    @cached_property
    def presentation(self) -> AttritionPresentation:
        return AttritionPresentation(self.board, self.routes, corrected=bool(self._overrides))

    @cached_property
    def statistics(self) -> AttritionStatistics:
        return AttritionStatistics(self.board, self.routes)

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
