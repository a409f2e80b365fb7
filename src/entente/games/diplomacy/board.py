"""The board in small integers: provinces and coasts, borders as bit masks, convoy routes.

A *location* is a place for a unit: a province, or one coast of a province with two. The first
locations are the provinces themselves, so a province's number is also a location's.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from entente.games.diplomacy.data_schema import DiplomacyMapFile, PowerRow, read_map
from entente.kernel.data import Data

SEA, COASTAL, INLAND = "sea", "coastal", "inland"
FEW_FLEETS = 20  # with so few, all routes can be searched
MOST_STEPS = 300  # on the standard map none needs more than 40


class Unit(NamedTuple):
    """A unit: its power, fleet or army, and its location."""

    power: int
    fleet: bool
    location: int


def bits(mask: int) -> Iterator[int]:
    """Yield the numbers of the bits that are set."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class Board:
    """Geography, powers and supply centres of the standard map."""

    def __init__(self, patches: Mapping[str, Any], data: Data | None = None) -> None:
        self.tables: DiplomacyMapFile = read_map(patches, data)
        rows = self.tables.province
        self.provinces = [row.id for row in rows]
        self.kind = [row.type for row in rows]
        self.locations, self.province_of, self.coasts = self._locations()
        self.location = {name: number for number, name in enumerate(self.locations)}
        self.unit_names = tuple(tuple(f"{kind} {name}" for name in self.locations) for kind in "AF")
        self.pieces = {  # units by the same names
            name: (bool(fleet), location)
            for fleet, names in enumerate(self.unit_names)
            for location, name in enumerate(names)
        }
        self.province = {name: number for number, name in enumerate(self.provinces)}
        self.army = [mask(self.province[end] for end in row.army) for row in rows]
        self.fleet = self._fleet_borders()
        self.fleet_mask = [mask(self.province_of[end] for end in ends) for ends in self.fleet]
        self.forks = [self._forks(ends) for ends in self.fleet]
        self.seas = mask(p for p, kind in enumerate(self.kind) if kind == SEA)
        self.sea_next = [
            self.fleet_mask[p] & self.seas if kind == SEA else 0 for p, kind in enumerate(self.kind)
        ]
        self.shore = self._shores()
        self.centres = mask(p for p, row in enumerate(rows) if row.supply_centre)
        self.centre_names = tuple(row.id for row in rows if row.supply_centre)
        self.powers: list[PowerRow] = self.tables.power
        self.power = {row.id: number for number, row in enumerate(self.powers)}
        self.homes = [mask(self.province[c] for c in row.home_centres) for row in self.powers]
        self._beside = [
            [tuple(bits(self.army[p])) for p in range(len(self.provinces))],
            [tuple(bits(reach)) for reach in self.fleet_mask],
        ]
        self._lanes: dict[tuple[int, int], int] = {}

    def _locations(self) -> tuple[list[str], list[int], list[tuple[int, ...]]]:
        names = list(self.provinces)
        owner = list(range(len(names)))
        coasts: list[tuple[int, ...]] = []
        for province, row in enumerate(self.tables.province):
            mine = []
            for coast in row.coasts:
                mine.append(len(names))
                names.append(f"{row.id}/{coast.upper()}")
                owner.append(province)
            coasts.append(tuple(mine))
        return names, owner, coasts

    def _fleet_borders(self) -> list[tuple[int, ...]]:
        borders: list[tuple[int, ...]] = [()] * len(self.locations)
        for row in self.tables.province:
            for coast, ends in row.fleet.items():
                name = row.id if coast == "all" else f"{row.id}/{coast.upper()}"
                borders[self.location[name]] = tuple(self.location[end] for end in ends)
        return borders

    def _forks(self, ends: tuple[int, ...]) -> int:
        """Return the provinces in which a fleet that can reach these locations has a choice of
        coasts."""
        provinces = [self.province_of[end] for end in ends]
        return mask(p for p in set(provinces) if provinces.count(p) > 1)

    def _shores(self) -> list[int]:
        """For each coastal province, the seas that touch it."""
        shores = [0] * len(self.provinces)
        for sea in bits(self.seas):
            for province in bits(self.fleet_mask[sea]):
                if self.kind[province] == COASTAL:
                    shores[province] |= 1 << sea
        return shores

    # -- questions

    def reach(self, unit: Unit) -> int:
        """Return the provinces a unit could enter in one step, and therefore support into."""
        if unit.fleet:
            return self.fleet_mask[unit.location]
        return self.army[unit.location]

    def beside(self, unit: Unit) -> tuple[int, ...]:
        """Return the same as `reach`, province by province."""
        return self._beside[unit.fleet][unit.location]

    def entries(self, unit: Unit, province: int) -> tuple[int, ...]:
        """Return the locations in a province that a unit could step to: for a fleet possibly two
        coasts."""
        if unit.fleet:
            ends = self.fleet[unit.location]
            return tuple(end for end in ends if self.province_of[end] == province)
        return (province,) if self.army[unit.location] >> province & 1 else ()

    def sails(self, start: int, end: int, fleets: int) -> bool:
        """Return whether fleets in these seas join two coastal provinces."""
        goal = self.shore[end]
        front = seen = self.shore[start] & fleets
        while front:
            if front & goal:
                return True
            low = front & -front
            new = self.sea_next[low.bit_length() - 1] & fleets & ~seen
            seen |= new
            front = (front ^ low) | new
        return False

    def lanes(self, start: int, end: int) -> int:
        """Return the seas on any minimal route between two coasts.

        A fleet elsewhere cannot help: its convoy order is impossible (DATC 6.G.7, 6.G.19).
        """
        key = (start, end)
        known = self._lanes.get(key)
        if known is None:
            known = self._lanes[key] = self.routes(start, end, self.seas)
        return known

    def routes(self, start: int, end: int, fleets: int) -> int:
        """Return the fleets on such a route, with no others taking part.

        A custom map may have too many routes to search: then all connected fleets between the two
        coasts count.
        """
        steps = [MOST_STEPS if fleets.bit_count() > FEW_FLEETS else -1]
        on_routes = 0
        for sea in bits(self.shore[start] & fleets):
            carriers = fleets & ~self.shore[start]
            on_routes |= self._route(sea, 1 << sea, carriers, self.shore[end], steps)
        return on_routes if steps[0] else self._between(start, end, fleets)

    def _between(self, start: int, end: int, fleets: int) -> int:
        """Return the fleets connected to both coasts."""
        connected = 0
        for sea in bits(self.shore[start] & fleets):
            if not connected >> sea & 1:
                group = front = 1 << sea
                while front:
                    low = front & -front
                    new = self.sea_next[low.bit_length() - 1] & fleets & ~group
                    group |= new
                    front = (front ^ low) | new
                if group & self.shore[end]:
                    connected |= group
        return connected

    def _route(self, sea: int, route: int, fleets: int, goal: int, steps: list[int]) -> int:
        """Return the seas of all such routes that begin with `route` and continue through `fleets`.
        The search stops when the steps run out, with an incomplete result."""
        if goal >> sea & 1:
            return route
        if not steps[0]:
            return 0
        steps[0] -= 1
        on_routes = 0
        beside = self.sea_next[sea] & fleets
        for onward in bits(beside):
            on_routes |= self._route(onward, route | 1 << onward, fleets & ~beside, goal, steps)
        return on_routes


def mask(numbers: Iterable[int]) -> int:
    """Return a bit mask with these bits set."""
    result = 0
    for number in numbers:
        result |= 1 << number
    return result
