"""The board: what never changes during a game, and how places are joined."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Mapping
from enum import IntEnum
from functools import cached_property
from typing import Any, NamedTuple

from entente.games.pax.data_checks import check_corrected
from entente.games.pax.data_schema import (
    PACKAGE,
    AreaRow,
    BonusRow,
    EventRow,
    HomeRow,
    PassageRow,
    PowerRow,
    ResultCode,
    Tables,
    UnitCost,
    read_tables,
)
from entente.kernel.data import Data, packaged_data

Power = str
Area = str  # one of the 104
Place = str  # an area or a home nation
Sea = str
Port = str  # a navy's port in a place: `canada@north_atlantic`
Node = str  # a place or a sea

GREAT_BRITAIN, FRANCE, GERMANY = "great_britain", "france", "germany"
UNITED_STATES, JAPAN, RUSSIA, ITALY = "united_states", "japan", "russia", "italy"
AUSTRIA_HUNGARY, BELGIUM, SPAIN = "austria_hungary", "belgium", "spain"
CHINA, OTTOMAN_EMPIRE = "china", "ottoman_empire"  # powers in their own wars only (11)

ARMY, NAVY = "army", "navy"
STRENGTHS = (10, 3, 1)
TABLE_2_FROM = 5  # the strength of the weaker side from which the second combat table is used


class Status(IntEnum):
    """What a power is in an area, in rising order (1)."""

    NONE = 0
    INTEREST = 1
    INFLUENCE = 2
    PROTECTORATE = 3
    POSSESSION = 4
    TOP = 5  # a British dominion, an American state

    @property
    def is_control(self) -> bool:
        return self >= Status.PROTECTORATE


STATUS_WORDS = {
    "none": Status.NONE,
    "interest": Status.INTEREST,
    "influence": Status.INFLUENCE,
    "protectorate": Status.PROTECTORATE,
    "possession": Status.POSSESSION,
    "dominion": Status.TOP,
    "state": Status.TOP,
}
_WORDS = ("none", "interest", "influence", "protectorate", "possession")


def status_word(status: Status, power: Power) -> str:
    """Return the word for a status, which for the highest depends on the power."""
    if status is Status.TOP:
        return "state" if power == UNITED_STATES else "dominion"
    return _WORDS[status]


def port(place: Place, coast: Sea) -> Port:
    """Return a navy's port in a place."""
    return f"{place}@{coast}"


def place_of(where: Port | Sea) -> Node:
    """Return the place of a port; a sea is itself."""
    return where.partition("@")[0]


def coast_of(where: Port) -> Sea:
    """Return the coast of a port; empty for a sea."""
    return where.partition("@")[2]


class Prices(NamedTuple):
    """What a status costs, what it costs a turn, and what it brings for each point of value."""

    cost: int
    upkeep: int
    income: int


class Links:
    """How places are joined, with the wars in the Balkans and the canals so far.

    In peace no passage can be closed and capes do not count (4.1); wars look closer.
    """

    def __init__(self, tables: Tables, balkan: int, canal: bool) -> None:
        rows: list[AreaRow | HomeRow] = [*tables.map.area, *tables.map.home]
        routes = {row.id: set(row.routes) for row in rows}
        coasts = {row.id: list(row.coasts) for row in rows}
        for change in tables.map.balkan_change:
            if change.occurrence <= balkan:
                for a, b in change.add_routes:
                    routes[a].add(b)
                    routes[b].add(a)
                for a, b in change.remove_routes:
                    routes[a].discard(b)
                    routes[b].discard(a)
                for area, sea in change.add_coasts:
                    coasts[area].append(sea)
        seas = {row.id: set(row.adjacent) for row in tables.map.sea}
        if canal:
            for passage in tables.map.passage:
                if not passage.built_at_start:
                    a, b = passage.joins
                    seas[a].add(b)
                    seas[b].add(a)
        self.routes: dict[Place, tuple[Place, ...]] = {
            p: tuple(sorted(r)) for p, r in routes.items()
        }
        self.coasts: dict[Place, tuple[Sea, ...]] = {p: tuple(c) for p, c in coasts.items()}
        self.seas: dict[Sea, tuple[Sea, ...]] = {s: tuple(sorted(near)) for s, near in seas.items()}
        self.shores: dict[Sea, tuple[Place, ...]] = {
            sea: tuple(place for place, own in self.coasts.items() if sea in own) for sea in seas
        }
        self.near: dict[Node, tuple[Node, ...]] = {
            **{place: (*self.routes[place], *self.coasts[place]) for place in self.routes},
            **{sea: (*self.seas[sea], *self.shores[sea]) for sea in self.seas},
        }


class Board:
    """The figures of the game, found by name."""

    def __init__(self, overrides: Mapping[str, Any], data: Data | None = None) -> None:
        self.tables = tables = read_tables(overrides, data)
        if overrides:
            check_corrected(tables, packaged_data(PACKAGE) if data is None else data)
        self.constants = tables.tables.constants
        self.areas: dict[Area, AreaRow] = {row.id: row for row in tables.map.area}
        self.homes: dict[Place, HomeRow] = {row.id: row for row in tables.map.home}
        # Homes and areas in the order of the map, each with its place in it.
        self.place_order: dict[Place, int] = {
            place: number for number, place in enumerate((*self.homes, *self.areas))
        }
        self.seas: tuple[Sea, ...] = tuple(row.id for row in tables.map.sea)
        self.capes: dict[Sea, tuple[Sea, Sea]] = {row.id: row.between for row in tables.map.cape}
        self.passages: dict[str, PassageRow] = {row.id: row for row in tables.map.passage}
        self.powers: dict[Power, PowerRow] = {row.id: row for row in tables.powers.power}
        self.home: dict[Power, Place] = {row.power: row.id for row in tables.map.home}
        self.events: dict[str, EventRow] = {row.code: row for row in tables.events.event}
        self.tension = {row.id: row for row in tables.tables.tension}
        self.bonuses: dict[str, BonusRow] = {row.id: row for row in tables.tables.bonus}
        self.prices: dict[Status, Prices] = {Status.NONE: Prices(0, 0, 0)} | {
            Status(row.rank): Prices(row.cost, row.upkeep, row.income)
            for row in tables.tables.status
        }
        self.resentment = {
            (row.area_type, STATUS_WORDS[row.status]): row for row in tables.tables.resentment
        }
        self._unit_costs: dict[int, UnitCost] = {row.strength: row for row in tables.tables.unit}
        self._penalties = {row.year: row.points for row in tables.tables.great_war_penalty}
        self._arrivals = {row.year: tuple(row.powers) for row in tables.powers.fleet_arrival}
        self._links: dict[tuple[int, bool], Links] = {}
        self._tagged: dict[str, tuple[Area, ...]] = {}
        self._events_for: dict[tuple[Power, tuple[str, ...]], tuple[EventRow, ...]] = {}
        self._permits_for: dict[tuple[Power, tuple[str, ...]], tuple[str, ...]] = {}

    # -- events

    def events_for(self, power: Power, codes: tuple[str, ...]) -> tuple[EventRow, ...]:
        """Return those of some events that are about a power."""
        events = self._events_for.get((power, codes))
        if events is None:
            rows = (self.events[code] for code in codes)
            events = self._events_for[power, codes] = tuple(e for e in rows if e.power == power)
        return events

    def permits_for(self, power: Power, codes: tuple[str, ...]) -> tuple[str, ...]:
        """Return those of some events that let a power place control somewhere."""
        permits = self._permits_for.get((power, codes))
        if permits is None:
            given = [(code, self.events[code].permit) for code in codes]
            permits = tuple(code for code, it in given if it is not None and it.power == power)
            self._permits_for[power, codes] = permits
        return permits

    # -- places

    def links(self, balkan: int, canal: bool) -> Links:
        """Return how places are joined after this number of Balkan wars, with or without a
        canal."""
        balkan = min(balkan, len(self.tables.map.balkan_change))
        links = self._links.get((balkan, canal))
        if links is None:
            links = self._links[balkan, canal] = Links(self.tables, balkan, canal)
        return links

    def tagged(self, tag: str) -> tuple[Area, ...]:
        """Return the areas that bear a tag."""
        areas = self._tagged.get(tag)
        if areas is None:
            rows = self.areas.values()
            areas = self._tagged[tag] = tuple(row.id for row in rows if tag in row.tags)
        return areas

    def of_type(self, *types: str) -> tuple[Area, ...]:
        return tuple(row.id for row in self.areas.values() if row.type in types)

    @cached_property
    def controlled_at_start(self) -> frozenset[Area]:
        """Areas controlled by a power when the game begins."""
        return frozenset(
            marker.area
            for row in self.powers.values()
            for marker in row.marker
            if STATUS_WORDS[marker.status].is_control
        )

    @cached_property
    def chinese(self) -> frozenset[Area]:
        """Areas of the Chinese Empire and its vassals."""
        return frozenset(self.of_type("chinese_empire", "chinese_vassal"))

    @cached_property
    def ottoman(self) -> frozenset[Area]:
        return frozenset(self.of_type("ottoman"))

    def is_home(self, place: Node) -> bool:
        return place in self.homes

    def berth(self, place: Place, coast: Sea | None = None) -> Port:
        """Return the port of a place for a navy that comes from this coast (6.2).

        A home nation whose seas do not join has a box for each group of them.
        """
        row = self.homes.get(place) or self.areas[place]
        coast = coast or row.coasts[0]
        for box in row.boxes if isinstance(row, HomeRow) else ():
            if coast in box:
                coast = box[0]
        return port(place, coast)

    def ports(self, place: Place, coasts: Iterable[Sea]) -> tuple[Port, ...]:
        """All ports of a place with these coasts."""
        return tuple(dict.fromkeys(self.berth(place, coast) for coast in coasts))

    # -- figures

    def value(self, area: Area) -> int:
        return self.areas[area].value

    def strength(self, area: Area) -> int:
        """Return the strength of an area's people."""
        return self.areas[area].strength

    @cached_property
    def _marker_prices(self) -> list[int]:
        """All prices of placing or raising a marker, in order."""
        costs = [each.cost for each in self.prices.values()]
        return sorted({max(0, cost - paid) for cost in costs for paid in costs})

    def affordable_price(self, money: int) -> int:
        """Return the dearest price of a marker, or of raising one, within this amount of money; -1:
        none."""
        prices = self._marker_prices
        place = bisect_right(prices, money)
        return prices[place - 1] if place else -1

    def unit_cost(self, kind: str, strength: int) -> int:
        row = self._unit_costs[strength]
        return row.army if kind == ARMY else row.navy

    def penalty(self, year: int) -> int:
        """Return what the Great War costs every seat in this year."""
        return self._penalties[year]

    def arrivals(self, year: int) -> tuple[Power, ...]:
        """Return who receives a merchant fleet in this year."""
        return self._arrivals.get(year, ())

    def year(self, turn: int) -> int:
        return self.constants.first_year + (turn - 1) * self.constants.years_per_turn

    # -- combat

    def odds(self, attacker: int, defender: int) -> int:
        """Return the column of the combat tables: the highest not above attacker to defender
        (7.2)."""
        column = 0
        for place, (a, d) in enumerate(self.tables.combat.odds.columns):
            if attacker * d >= defender * a:
                column = place
        return column

    def result(self, attacker: int, defender: int, die: int, mirrored: bool = False) -> ResultCode:
        """Return what a combat comes to; the weaker side decides which table is used."""
        combat = self.tables.combat
        if min(attacker, defender) < TABLE_2_FROM:
            table = combat.table_1
        else:
            table = combat.table_2_mirrored if mirrored else combat.table_2
        return table.rows[die - 1][self.odds(attacker, defender)]
