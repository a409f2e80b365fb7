"""Static information about the map for clients: positions, and what each place is."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import TABLE_2_FROM, Area, Board, Place, Port, Power, Sea
from entente.games.pax.data_schema import ResultCode
from entente.games.pax.presentation.figures import Figures
from entente.games.pax.treaties.schema import TreatySchema
from entente.kernel.board_svg import XY, Facts


class AreaFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An area: the middle of the room for its markers and units, how wide and how deep that is.

    Its name and its figures are printed above that room. `inset` is the enlarged part of the map in
    which it is drawn, '' where it is not.
    """

    at: XY
    room: float
    depth: float
    region: str
    type: str
    value: int
    strength: int
    top: str
    routes: list[Area]
    coasts: list[Sea]
    inset: str


class HomeFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A home nation; units in one of its `boxes` can sail to the seas of that box."""

    at: XY
    room: float
    depth: float
    power: Power
    boxes: list[list[Sea]]
    routes: list[Area]


class PassageFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A canal or strait, between two seas, in an area."""

    at: XY
    kind: str
    area: Area
    joins: list[Sea]


class BalkanFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a war in the Balkans changes the map."""

    add_routes: list[tuple[Place, Place]]
    remove_routes: list[tuple[Place, Place]]
    add_coasts: list[tuple[Area, Sea]]


class LinkFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What lines of communication run over, beside the routes and coasts of areas (4.1).

    `seas` join without a canal; the ends of each of the `canals` do as soon as one is built.
    """

    homes: dict[Place, list[Sea]]
    seas: dict[Sea, list[Sea]]
    canals: list[tuple[Sea, Sea]]
    balkan: list[BalkanFacts]


class CombatFacts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The combat tables: the odds of each column as attacker to defender, and by face of the die
    the results of the columns. `large` is for a weaker side of at least `large_from`."""

    columns: list[tuple[int, int]]
    small: list[list[ResultCode]]
    large: list[list[ResultCode]]
    large_mirrored: list[list[ResultCode]]
    large_from: int


class PaxFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """The map of the world, for clients that place markers, units and fleets on it.

    `ports` are the places for navies off the coasts, `seas` (including capes) those for merchant
    fleets; `insets` are the corners and sizes of the enlarged parts. `great_powers` are the powers
    that count towards the Great War; `stalemate` is the number of quiet rounds after which a war is
    over. `treaties` is what an editor of treaties needs; `combat` is for the odds of a fight.
    """

    areas: dict[Area, AreaFacts]
    homes: dict[Place, HomeFacts]
    seas: dict[Sea, XY]
    ports: dict[Port, XY]
    passages: dict[str, PassageFacts]
    insets: dict[str, tuple[float, float, float, float]]
    links: LinkFacts
    letters: dict[Power, str]
    last_tension: int
    first_year: int
    years_per_turn: int
    treaties: TreatySchema
    figures: Figures
    great_powers: list[Power]
    great_war_powers: int
    stalemate: int
    combat: CombatFacts


def combat_facts(board: Board) -> CombatFacts:
    """Return the combat tables, as an owner may have corrected them."""
    tables = board.tables.combat
    return CombatFacts(
        columns=tables.odds.columns,
        small=tables.table_1.rows,
        large=tables.table_2.rows,
        large_mirrored=tables.table_2_mirrored.rows,
        large_from=TABLE_2_FROM,
    )


def link_facts(board: Board) -> LinkFacts:
    """Return how places are joined at the beginning, and what can change it."""
    rows = board.tables.map
    return LinkFacts(
        homes={row.id: row.coasts for row in rows.home},
        seas={row.id: row.adjacent for row in rows.sea},
        canals=[row.joins for row in rows.passage if not row.built_at_start],
        balkan=[
            BalkanFacts(change.add_routes, change.remove_routes, change.add_coasts)
            for change in sorted(rows.balkan_change, key=lambda each: each.occurrence)
        ],
    )
