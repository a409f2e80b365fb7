"""Pax Britannica: the game object."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

# Each chapter registers its steps when it is imported.
from entente.games.pax.areas import losses, resentment, retreats  # noqa: F401
from entente.games.pax.board import ARMY, CHINA, NAVY, OTTOMAN_EMPIRE, STATUS_WORDS, Board
from entente.games.pax.colonies import combat, marker_adjustment, minor_powers  # noqa: F401
from entente.games.pax.congress import (  # noqa: F401
    agenda_vote,
    breaking_off,
    by_post,
    calling,
    debate,
    drafts,
    signing,
)
from entente.games.pax.context import PaxContext, seats_for, steps
from entente.games.pax.data_schema import PACKAGE
from entente.games.pax.economy import administration  # noqa: F401
from entente.games.pax.empires import chinese_rebellion, ottoman_war  # noqa: F401
from entente.games.pax.exercises import EXERCISES
from entente.games.pax.movement import movement_phase, sealed_plans  # noqa: F401
from entente.games.pax.negotiation import desk, negotiation_phase  # noqa: F401
from entente.games.pax.presentation.names import with_made_names
from entente.games.pax.presentation.presentation import PaxPresentation
from entente.games.pax.presentation.statistics import PaxStatistics
from entente.games.pax.presentation.view import PaxView, build_view, resample_hidden, shared_view
from entente.games.pax.state import PaxState
from entente.games.pax.treaties import execution  # noqa: F401
from entente.games.pax.turn import events, sequence, victory_points, war_phase  # noqa: F401
from entente.games.pax.turn.setup import first_state
from entente.kernel import (
    Catalog,
    Chance,
    Game,
    GameInfo,
    Option,
    Options,
    OptionValue,
    Position,
    Recommended,
    Seat,
)
from entente.kernel.data import Data
from entente.kernel.exercise import Exercise
from entente.kernel.grammar import Kinds

ALL_SEATS = (
    "great_britain",
    "france",
    "germany",
    "united_states",
    "japan",
    "russia",
    "italy",
    "belgium",
)


def ruling(name: str, section: str, *values: OptionValue) -> Option:
    """Return a passage with several readings; the first value is ours."""
    return Option(name, section, values[0], values, "ruling")


INFO = GameInfo(
    id="pax",
    version="4",
    earlier=("1", "2", "3"),
    package=PACKAGE,
    seats=ALL_SEATS[:7],
    options=(
        Option("players", "1", 7, (4, 5, 6, 7, 8)),
        Option("turns", "2", 10, tuple(range(1, 11)), tried=(1, 2)),
        Option("phase_mode", "6.6", "open", ("open", "sealed")),
        Option("reaction_rounds", "6.7", 1, (0, 1, 2, 3), tried=(0,)),
        Option("reopen_limit", "6.6", 4, tuple(range(9)), tried=(0, 1)),
        Option("offer_limit", "9.2", 6, tuple(range(1, 21)), tried=(1,)),
        Option("congress_mode", "10.8", "in_turn", ("in_turn", "by_post")),
        Option("congress_rounds", "10.4", 3, (1, 2, 3, 4, 5, 6), tried=(1,)),
        Option("ottoman_expansion", "11.4", False),
        Option("suggested_bonuses", "13.5", False),
        Option(
            "belgian_divisor",
            "13.4",
            "1",
            ("1", "2", "2.5"),
            advice=(Recommended({"players": 8}, "2"),),
        ),
        Option("italian_divisor", "13.4", "2.5", ("2.5", "3", "3.5")),
        Option("minor_locks", "5.5", True, kind="ruling"),
        ruling("unrest_tables", "3", "source", "likely_intended"),
        ruling("codominion_counts", "4.3", "majors", "all_markers"),
        ruling("new_marker_lines", "4.1", False, True),
        ruling("build_in_dominions", "6.1", False, True),
        ruling("influence_may_police", "6.3", False, True),
        ruling("failed_raise", "7.4", "removed", "revert"),
        ruling("retreat_seas", "7.5", "several", "one"),
        ruling("tension_on_cession", "9.2", False, True),
        ruling("mutual_unused", "9.3", "all_removed", "all_influence"),
        ruling("austria_host", "10.2", False, True),
        ruling("attack_empty_china", "11.2", False, True),
        ruling("austria_entry_tension", "12.2", False, True),
        ruling("area_surrender", "12.9", "any_time", "this_round"),
        ruling("exhaustion", "12.10", "sea_counts", "areas_only"),
        ruling("table_2", "7.2", "source", "mirrored"),
    ),
    short={"turns": 2, "players": 4},
    press_steps=("negotiate",),
)


class PaxBritannica(Game[PaxState, PaxContext]):
    """The game with its data, as published or as its owner corrected them."""

    info = INFO
    state_type = PaxState
    view_type = PaxView
    steps = steps

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.board = Board(overrides, data)
        self.kept_data = data
        self._overrides = dict(overrides)
        self._catalogs: dict[str, Catalog] = {}

    def set_up(self, options: Options, chance: Chance) -> PaxState:
        return first_state(self.board, options, chance)

    def points(self, state: PaxState) -> Mapping[Seat, float] | None:
        return state.totals or None

    def year(self, state: PaxState) -> int:
        return state.turn

    def context(self, state: PaxState) -> PaxContext:
        return PaxContext(self.board, state)

    def context_of_copy(self, context: PaxContext, state: PaxState) -> PaxContext:
        return context.for_copy(state)

    def copy(self, state: PaxState) -> PaxState:
        return state.copy()

    def seats(self, options: Mapping[str, OptionValue]) -> tuple[Seat, ...]:
        players = options["players"]
        assert isinstance(players, int)
        return seats_for(self.board, players)

    def build_view(self, position: Position[PaxState, PaxContext], seat: Seat | None) -> PaxView:
        shared = position.seen(seat) | position.public(shared_view)
        return build_view(position.context, seat, shared)

    def resample_hidden(self, context: PaxContext, seat: Seat, rng: Random) -> None:
        resample_hidden(context, seat, rng)

    def kinds(self) -> Kinds:
        board = self.board
        links = board.links(len(board.tables.map.balkan_change), canal=True)
        ports = [p for place, coasts in links.coasts.items() for p in board.ports(place, coasts)]
        places = (*board.areas, *board.homes)
        seas = (*board.seas, *board.capes)
        return {
            "area": tuple(board.areas),
            "place": places,
            "sea": seas,
            "port": (*ports, *places, *seas),
            "power": (*board.powers, CHINA, OTTOMAN_EMPIRE),
            "status": tuple(STATUS_WORDS),
            "kind": (ARMY, NAVY),
            "strength": ("10", "5", "3", "1"),
            "passage": tuple(board.passages),
            "opinion": ("yes", "no"),
        }

    def catalog(self, language: str) -> Catalog:
        """Return the catalogue, with composed names."""
        catalog = self._catalogs.get(language)
        if catalog is None:
            catalog = self._catalogs[language] = with_made_names(
                self.board, super().catalog(language)
            )
        return catalog

    def exercises(self) -> tuple[Exercise, ...]:
        return EXERCISES

    @cached_property
    def presentation(self) -> PaxPresentation:
        return PaxPresentation(self.board, corrected=bool(self._overrides))

    @cached_property
    def statistics(self) -> PaxStatistics:
        return PaxStatistics(self.board)

    def overrides(self) -> Mapping[str, object]:
        return self._overrides
