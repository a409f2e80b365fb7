"""Diplomacy: the game object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from entente.games.diplomacy import phases  # noqa: F401  (brings its steps)
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.context import DiplomacyContext, steps
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.exercises import EXERCISES
from entente.games.diplomacy.notation.kinds import kinds
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.phase_names import ADJUSTMENTS, MOVEMENT, RETREATS
from entente.games.diplomacy.presentation import DiplomacyPresentation
from entente.games.diplomacy.rules.powers import (
    AS_THE_RULES_SAY,
    FIRST_YEAR_OF_TWO,
    POWERS,
    TWO,
    assignment,
    seat_of,
)
from entente.games.diplomacy.scoring import DRAW_SIZE, SYSTEMS
from entente.games.diplomacy.state import SPRING, DiplomacyState
from entente.games.diplomacy.statistics import DiplomacyStatistics
from entente.games.diplomacy.view import DiplomacyView, build_view, shared_view
from entente.kernel import (
    Catalog,
    Chance,
    Game,
    GameInfo,
    Option,
    Options,
    OptionValue,
    Position,
    Seat,
)
from entente.kernel.data import Data
from entente.kernel.exercise import Exercise
from entente.kernel.grammar import Kinds

LAST_YEAR = 1935
YEARS = (0, *range(1902, 1941))
CENTRES = tuple(range(12, 35))


def reading(name: str, section: str, *values: str) -> Option:
    """Return an option to read a single rule differently from the chosen edition."""
    return Option(name, section, AS_THE_RULES_SAY, (AS_THE_RULES_SAY, *values), "ruling")


INFO = GameInfo(
    id="diplomacy",
    version="1",
    unnoted="1",
    package=PACKAGE,
    seats=tuple(seat_of((power,)) for power in POWERS),
    options=(
        Option("players", "X.2", 7, (7, 6, 5, 4, 3, 2)),
        Option("split", "X.2", "A", ("A", "B")),
        Option("victory_centres", "I", 18, CENTRES, tried=(12,)),
        Option("end_year", "X.1", LAST_YEAR, YEARS, tried=(1902,)),
        Option("scoring", "X.1", DRAW_SIZE, SYSTEMS),
        Option("rules", "X.5", "standard", ("standard", "classic"), "ruling"),
        reading("multi_route_convoy", "VIII.4", "all", "any"),
        reading(
            "convoy_paradox",
            "VIII.5",
            "szykman",
            "attack_support",
            "any_support",
            "necessary_fleet",
        ),
        reading("adjacent_convoy", "X.5", "own_fleet_or_via", "via_only", "swap_only"),
        reading("dislodged_effect", "V.7", "only_without_head_to_head", "never"),
        reading("retreat_to_convoy_origin", "VII", "yes", "no"),
        reading("removal_distance", "X.4", "owned", "home"),
        reading("removal_alphabet", "X.4", "en", "fr"),
    ),
    short={"end_year": 1904},
    settles=("draw", "concede"),
    phases={"orders": MOVEMENT, "retreat": RETREATS, "adjust": ADJUSTMENTS},
    quiet_phases=(RETREATS, ADJUSTMENTS),
    press_steps=("orders",),
)


def rulings(options: Mapping[str, OptionValue]) -> Options:
    """Return the edition, and the readings that differ from it."""
    known = [option for option in INFO.options if option.kind == "ruling"]
    return {
        option.id: options[option.id]
        for option in known
        if option.id == "rules" or options[option.id] != option.default
    }


class Diplomacy(Game[DiplomacyState, DiplomacyContext]):
    """The game with its map, as published or with an owner's corrections."""

    info = INFO
    state_type = DiplomacyState
    view_type = DiplomacyView
    steps = steps

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.board = Board(overrides, data)
        self.kept_data = data
        self._overrides = dict(overrides)
        self._catalogs: dict[str, Catalog] = {}

    def set_up(self, options: Options, chance: Chance) -> DiplomacyState:
        """II.3: each power with a unit on each of its home centres."""
        powers = self.board.powers
        first = (
            FIRST_YEAR_OF_TWO if options["players"] == TWO else self.board.tables.game.first_year
        )
        state = DiplomacyState(
            options=options,
            chance=chance,
            year=first,
            season=SPRING,
            units={power.id: list(power.start) for power in powers},
            centres={power.id: list(power.home_centres) for power in powers},
        )
        state.push("spring")
        return state

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[Seat, ...]:
        return tuple(assignment(options).seats)

    def playing(self, state: DiplomacyState) -> tuple[Seat, ...]:
        return tuple(self.context(state).survivors())

    def year(self, state: DiplomacyState) -> int:
        return state.year

    def context(self, state: DiplomacyState) -> DiplomacyContext:
        return DiplomacyContext(self.board, state)

    def copy(self, state: DiplomacyState) -> DiplomacyState:
        return state.copy()

    def build_view(
        self, position: Position[DiplomacyState, DiplomacyContext], seat: Seat | None
    ) -> DiplomacyView:
        return build_view(position.context, seat, position.seen(seat), position.public(shared_view))

    def resample_hidden(self, context: DiplomacyContext, seat: Seat, rng: Random) -> None:
        """Nothing is hidden except sealed answers."""

    def context_of_copy(self, context: DiplomacyContext, state: DiplomacyState) -> DiplomacyContext:
        return DiplomacyContext(self.board, state, context.known)

    def kinds(self) -> Kinds:
        return kinds(self.board)

    def catalog(self, language: str) -> Catalog:
        known = self._catalogs.get(language)
        if known is None:
            known = self._catalogs[language] = OrderCatalog(self.board, super().catalog(language))
        return known

    def exercises(self) -> tuple[Exercise, ...]:
        return EXERCISES

    @cached_property
    def presentation(self) -> DiplomacyPresentation:
        return DiplomacyPresentation(self.board)

    @cached_property
    def statistics(self) -> DiplomacyStatistics:
        return DiplomacyStatistics(self.board)

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
